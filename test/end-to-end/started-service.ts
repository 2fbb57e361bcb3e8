import type { TestProject } from 'vitest/node'
import type { ServiceFile } from '../../scripts/local/state-folder.ts'
import { ownPort, portBetween, startService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceFile & { readonly stateFolder: string }
    /** The ports at which tests may receive webhooks of the shared service, or serve files to it. */
    receiverPorts: { readonly settings: number; readonly smoke: number; readonly client: number }
  }
}

/** The shared service trusts this origin, and nothing listens there, so each call fails at once. */
export const nobody = 'https://127.0.0.1:1'

/** One service for all end-to-end tests that need no specific limits, because a start takes ten seconds of a processor. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await ownPort()
  // No other test picks its ports from these ranges.
  const receiverPorts = {
    settings: await portBetween(32_700, 32_730),
    smoke: await portBetween(32_730, 32_760),
    client: await portBetween(32_760, 32_768),
  }
  const trusted = [port, ...Object.values(receiverPorts)].map((each) => `http://127.0.0.1:${each}`)
  const service = await startService({
    port,
    vars: {
      RATE_LIMIT_PER_MINUTE: '100000',
      WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
      LOCAL_TRUSTED_ORIGINS: [...trusted, nobody].join(','),
    },
  })
  const { process: _process, stop, ...announced } = service
  project.provide('service', announced)
  project.provide('receiverPorts', receiverPorts)
  return async () => {
    await stop()
  }
}
