import { describe, expect, test, vi } from 'vitest'
import type { Mishap } from './support/network.ts'
import { simulate, type SimulationOptions, type Simulated } from './support/simulate.ts'
import { deaths } from './support/world.ts'

vi.setConfig({ testTimeout: 120_000 })
const seed = 7

/** Returns the problems of a run with one disturbance. It must end as done and leave no other trace. */
function wrongWith({ violations, endings, history }: Simulated, step: number): string[] {
  const wrong = [...violations]
  if (endings.length !== 1 || !/^done [12]$/.test(endings[0] ?? '')) wrong.push(`it ended as ${endings.join()}`)
  return wrong.length === 0 ? [] : [`after ${step} (${history[step - 1]}): ${wrong.join('; ')}`]
}

/** Tries one disturbance at each of its places, and returns those with problems. */
async function everywhere(count: number, disturb: (at: number) => SimulationOptions): Promise<string[]> {
  expect(count).toBeGreaterThan(10)
  const found: string[] = []
  for (let at = 1; at <= count; at++) found.push(...wrongWith(await simulate(seed, disturb(at)), at))
  return found
}

/**
 * A conversion of one file, step by step. Every task of the world, every write of the object and every call has a
 * number.
 */
describe.each(['upload', 'url'] as const)('a conversion of one %s', (plain) => {
  // The account already exists, so that only the conversion is disturbed.
  const quiet = { plain, isMigrated: true }

  test('ends in its first attempt without a disturbance', async () => {
    const { endings, violations } = await simulate(seed, quiet)
    expect([endings, violations]).toEqual([['done 1'], []])
  })

  test.each(deaths)('ends once and completely if %s, after any step', async (death) => {
    const { history } = await simulate(seed, quiet)
    const options = (at: number): SimulationOptions => ({
      ...quiet,
      onStep: (world, step) => {
        if (step === at) world.let(death)
      },
    })
    expect(await everywhere(history.length, options)).toEqual([])
  })

  test('ends once and completely if the account object dies during any write', async () => {
    const { writes } = await simulate(seed, quiet)
    let first = 0
    await simulate(seed, { ...quiet, prepare: (world) => (first = world.host.storage.writes) })
    const options = (at: number): SimulationOptions => ({
      ...quiet,
      prepare: (world) => (world.host.storage.fatalWrite = first + at),
    })
    expect(await everywhere(writes - first, options)).toEqual([])
  })

  test.each<Mishap['how']>(['request lost', 'answer lost', 'answer never comes', 'twice'])(
    'ends once and completely with any call failing: %s',
    async (how) => {
      const { calls } = await simulate(seed, quiet)
      const options = (call: number): SimulationOptions => ({
        ...quiet,
        prepare: (world) => (world.network.mishap = { call, how }),
      })
      expect(await everywhere(calls, options)).toEqual([])
    },
  )
})
