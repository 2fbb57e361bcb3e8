import { afterEach, expect, test, vi } from 'vitest'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
})

const usageAt = async (caller: Caller, at: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
  return (await caller.call('GET', '/v1/usage')).body.data
}

test.each([
  [1, '2026-11-21T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  [1, '2026-12-31T23:59:59Z', '2026-12-01T00:00:00.000Z'],
  [15, '2026-11-14T23:59:59.999Z', '2026-10-15T00:00:00.000Z'],
  [15, '2026-11-15T00:00:00Z', '2026-11-15T00:00:00.000Z'],
  [15, '2027-01-03T12:00:00Z', '2026-12-15T00:00:00.000Z'],
  [29, '2027-03-01T00:00:00Z', '2027-02-28T00:00:00.000Z'],
  [29, '2028-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  [30, '2027-02-27T23:59:59Z', '2027-01-30T00:00:00.000Z'],
  [31, '2027-02-28T00:00:00Z', '2027-02-28T00:00:00.000Z'],
  [31, '2027-03-30T23:59:59Z', '2027-02-28T00:00:00.000Z'],
  [31, '2027-03-31T00:00:00Z', '2027-03-31T00:00:00.000Z'],
  [31, '2027-05-01T00:00:00Z', '2027-04-30T00:00:00.000Z'],
  [31, '2027-01-01T00:00:00Z', '2026-12-31T00:00:00.000Z'],
])('the billing day %i at %s means that the month began at %s', async (billingDay, at, start) => {
  const caller = await newCaller()
  await accountOf(caller).change({ billingDay })
  expect((await usageAt(caller, at)).period_start).toBe(start)
})

test('a conversion counts in the month in which it ends, and the next month starts at zero', async () => {
  const caller = await newCaller({ allowanceBytes: 10 })
  await accountOf(caller).change({ billingDay: 31 })
  await usageAt(caller, '2027-02-27T23:59:00Z')
  const early = await begin(caller, await openAndStart(caller, 4))
  const late = await begin(caller, await openAndStart(caller, 5))
  await accountOf(caller).endRun(early, done)
  expect(await usageAt(caller, '2027-02-27T23:59:59Z')).toMatchObject({ limit: 10, used: 4, left: 6 })
  expect(await usageAt(caller, '2027-02-28T00:00:00Z')).toMatchObject({ used: 0, left: 10 })
  await accountOf(caller).endRun(late, done)
  expect(await usageAt(caller, '2027-02-28T00:00:01Z')).toMatchObject({ used: 5, left: 5 })
  expect(await usageAt(caller, '2027-03-31T00:00:00Z')).toMatchObject({ used: 0, left: 10 })
})
