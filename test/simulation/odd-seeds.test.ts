import { beforeEach, expect, test, vi } from 'vitest'
import { everyOther, seedsMax, simulateAll, wantedEndings } from './support/seeds.ts'

// Signing is the system's work and takes its own time: nothing here may wait for the system.
vi.mock('cloudflare:workers', () => import('./support/workers.ts'))
vi.mock('../../src/storage/presign.ts', () => ({
  presignUpload: () => ({ url: 'https://s3.example/upload', headers: {} }),
  presignOutput: () => ({ url: 'https://s3.example/download', rejectsUrl: null }),
}))
vi.mock('../../src/storage/upload-proof.ts', () => ({ isWrittenByUpload: () => true }))
vi.mock('../../src/runs/capability.ts', () => ({ capabilityOf: () => ({}), signCapability: () => Promise.resolve('') }))

beforeEach(() => {
  // The service's log of so many worlds serves nobody.
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})

// Two files, so that two processors share the seeds.
test(`every conversion ends once, with one event, counted once, leaving nothing (odd seeds to ${seedsMax})`, async () => {
  const { failing, endings } = await simulateAll(everyOther(1))
  expect(failing, 'replay one with SIMULATION_SEED=number npx vitest run test/simulation/account-object').toEqual([])
  expect(wantedEndings.filter((ending) => !endings.has(ending))).toEqual([])
}, 900_000)
