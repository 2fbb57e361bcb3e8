import { beforeEach, vi } from 'vitest'

// Signing runs in the operating system and takes real time, and nothing in the simulation may wait for that.
vi.mock('cloudflare:workers', () => import('./workers.ts'))
vi.mock('../../../src/storage/presign.ts', () => ({
  presignUpload: () => ({ url: 'https://s3.example/upload', headers: {} }),
  presignOutput: () => ({ url: 'https://s3.example/download', rejectsUrl: null }),
}))
vi.mock('../../../src/storage/upload-proof.ts', () => ({ isWrittenByUpload: () => true }))
vi.mock('../../../src/runs/capability.ts', () => ({
  capabilityOf: () => ({}),
  signCapability: () => Promise.resolve(''),
}))

beforeEach(() => {
  // The service's log of so many worlds is never read.
  for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
})
