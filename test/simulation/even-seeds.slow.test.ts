import { expect, test } from 'vitest'
import { everyOther, seedsMax, simulateAll, wantedEndings } from './support/seeds.ts'

// The seeds are split over two files, so that two processors share them.
test(`every conversion ends once, with one event, counted once, leaving nothing (even seeds to ${seedsMax})`, async () => {
  const { failing, endings } = await simulateAll(everyOther(2))
  expect(failing, 'replay one with SIMULATION_SEED=number npx vitest run test/simulation/account-object').toEqual([])
  expect(wantedEndings.filter((ending) => !endings.has(ending))).toEqual([])
}, 900_000)
