import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineAnswer } from '../../../src/contract/run.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const answered = (status: number) => () => Promise.resolve(new Response(null, { status }))
const refused = () => Promise.reject(new Error('connection refused'))

/** Prepares an engine whose container answers so when it is asked for its health. */
async function prepare(conversionId: string, health: () => Promise<Response>): Promise<EngineAnswer> {
  const container = {
    running: false,
    start: () => (container.running = true),
    interceptOutboundHttp: () => Promise.resolve(),
    getTcpPort: () => ({
      fetch: (address: string) => (address.endsWith('/health') ? health() : answered(200)()),
    }),
  }
  return runInDurableObject(env.ENGINE.get(env.ENGINE.idFromName(conversionId)), async (instance, { storage }) => {
    const exports = { RunGateway: () => null }
    Object.defineProperty(instance, 'ctx', { value: { storage, exports, container } })
    const preparing = instance.prepare('account' as AccountId, conversionId as ConversionId)
    await vi.advanceTimersByTimeAsync(30_000)
    return Promise.race([preparing, Promise.resolve('still waiting' as EngineAnswer)])
  })
}

test('an engine is ready when its container has answered', async () => {
  expect(await prepare('well', answered(200))).toBe('ready')
})

test.each([
  ['is refused', refused],
  ['is answered with trouble', answered(503)],
])('a container whose health %s for too long is no engine', async (what, health) => {
  expect(await prepare(what, health)).toBe('busy')
})
