import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, type Caller, newCaller, open, openAndStart, upload } from '../api/support.ts'

const openedMs = Date.UTC(2026, 10, 21, 12)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: openedMs })
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (count: number): number => openedMs + count * 60_000

async function alarmAt(caller: Caller, nowMs: number): Promise<void> {
  vi.setSystemTime(nowMs)
  await runDurableObjectAlarm(accountOf(caller))
}

const watched = (caller: Caller): Promise<number> =>
  runInDurableObject(
    accountOf(caller),
    (_, { storage }) => storage.sql.exec<{ count: number }>('select count(*) as count from deletions').one().count,
  )

test.each([
  ['canceled', 'awaiting upload', open, 'POST', '/cancel'],
  ['deleted', 'awaiting upload', open, 'DELETE', ''],
  ['canceled', 'queued', openAndStart, 'POST', '/cancel'],
  ['deleted', 'queued', openAndStart, 'DELETE', ''],
] as const)(
  'an upload to a conversion that was %s while %s is deleted too, as long as its URL accepts uploads',
  async (...[, , make, method, path]) => {
    const caller = await newCaller()
    const id = await make(caller)
    await upload(caller, id)
    const isThere = async (): Promise<boolean> => (await env.FILES.head(uploadKey(caller.accountId, id))) !== null
    expect((await caller.call(method, `/v1/conversions/${id}${path}`)).status).toBeLessThan(300)
    await expect.poll(isThere).toBe(false)
    // The waits double, so that an hour needs only a few checks.
    for (const [arrivesAt, goneBy] of [
      [0.1, 1],
      [3, 8],
      [20, 45],
      [59, 71],
    ] as const) {
      vi.setSystemTime(minutes(arrivesAt))
      await upload(caller, id)
      for (let at = arrivesAt; at <= goneBy && (await isThere()); at += 0.5) {
        await alarmAt(caller, minutes(at))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await expect.poll(isThere, { message: `sent after ${arrivesAt} minutes` }).toBe(false)
    }
    await alarmAt(caller, minutes(75))
    await expect.poll(() => watched(caller)).toBe(0)
  },
)
