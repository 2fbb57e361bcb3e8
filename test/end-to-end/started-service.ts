import type { TestProject } from 'vitest/node'
import type { ServiceFile } from '../../scripts/local/state-folder.ts'
import { startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceFile & { readonly stateFolder: string }
  }
}

/** One service for all end-to-end tests that need no specific limits. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService({ vars: { RATE_LIMIT_PER_MINUTE: '100000' } })
  const { process: _process, stop, ...announced } = service
  project.provide('service', announced)
  return async () => {
    await stop()
  }
}
