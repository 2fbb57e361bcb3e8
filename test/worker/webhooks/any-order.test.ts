import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm } from 'cloudflare:test'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeliveryView } from '../../../src/contract/delivery.ts'
import { accountOf, newCaller } from '../api/support.ts'

const waits = [60, 300, 1800, 7200, 21_600]
/** A lease covers the ten seconds of the call and its overhead. */
const leaseSecondsMax = 30

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(env.DELIVERIES, 'sendBatch').mockResolvedValue({
    metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Step =
  /** A message of the next expected attempt, or of a nearby one. */
  | { readonly kind: 'message'; readonly beside: number }
  | { readonly kind: 'response'; readonly status: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | { readonly kind: 'alarm' | 'replay' }

const kindOf = <Kind extends Step['kind']>(kind: Kind) => fc.constant(kind)
const seconds = fc.constantFrom(1, 20, 31, 59, 61, 299, 301, 1801, 7201, 21_601)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kindOf('message'), beside: fc.constantFrom(0, 0, 0, 0, -1, 1) }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('response'), status: fc.constantFrom(500, 500, 500, 302, 200) }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('pass'), seconds }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('alarm') }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('replay') }) },
)

/**
 * Messages and responses may arrive twice, late, early or never. The receiver's view always conforms to the
 * specification.
 */
test('with events in any order there are six attempts, one at a time, never early, and none after the end', async () => {
  const account = accountOf(await newCaller())
  let handedOutInAll = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await account.removeWebhook()
      await account.saveWebhook('https://8.8.8.8/in')
      vi.setSystemTime(Date.now() + 60_000)
      const eventId = await account.pingWebhook()
      if (eventId === null || eventId === 'too_many') throw new Error('no ping')
      const read = async (): Promise<DeliveryView> => JSON.parse((await account.readDelivery(eventId)) ?? '')
      let sentAtMs: number[] = []
      /** Attempts whose response may still arrive, in time or too late. */
      let calling: number[] = []
      let isOver = false
      for (const each of steps) {
        if (each.kind === 'pass') vi.setSystemTime(Date.now() + each.seconds * 1000)
        if (each.kind === 'alarm') await runDurableObjectAlarm(account)
        if (each.kind === 'replay' && (await account.replayDelivery(eventId)) === 'sent') {
          sentAtMs = []
          calling = []
          isOver = false
        }
        const called = each.kind === 'response' ? calling.shift() : undefined
        if (each.kind === 'response' && called !== undefined)
          await account.endDelivery(eventId, called, {
            ...{ delivered: each.status === 200, status: each.status, startedMs: Date.now(), tookMs: 1 },
            ...{ error: null, response: '' },
          })
        const attempt = each.kind === 'message' ? sentAtMs.length + 1 + each.beside : null
        if (attempt !== null && (await account.beginDelivery(eventId, attempt)) !== null) {
          expect([isOver, attempt]).toEqual([false, sentAtMs.length + 1])
          const before = sentAtMs.at(-1)
          const waited = before === undefined ? Infinity : (Date.now() - before) / 1000
          expect(waited).toBeGreaterThanOrEqual((waits[sentAtMs.length - 1] ?? 0) - 1)
          sentAtMs.push(Date.now())
          calling.push(attempt)
          handedOutInAll++
          expect(sentAtMs.length).toBeLessThanOrEqual(6)
        }
        const { status } = await read()
        if (isOver) expect(status).not.toBe('waiting')
        isOver = status !== 'waiting'
      }
      // Waiting events are never forgotten: the alarm starts the next attempt in time, or gives up a lost one.
      if (!isOver) {
        const { attempts } = await read()
        vi.setSystemTime(Date.now() + (21_600 + 2 * leaseSecondsMax) * 1000)
        await runDurableObjectAlarm(account)
        vi.setSystemTime(Date.now() + (21_600 + 2 * leaseSecondsMax) * 1000)
        const next = [1, 2, 3, 4, 5, 6].map((number) => account.beginDelivery(eventId, number))
        const handedOut = (await Promise.all(next)).filter((order) => order !== null).length
        const after = await read()
        expect(handedOut === 1 || after.status === 'dropped' || after.attempts.length > attempts.length).toBe(true)
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
  expect(handedOutInAll).toBeGreaterThan(20)
})
