import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/contract/limits.ts'
import { waitAfterMs } from '../../src/webhooks/retry-schedule.ts'

test('there are six attempts: at once, then after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((attempt) => {
    const wait = waitAfterMs(attempt, defaultLimits.WEBHOOK_RETRY_SECONDS)
    return wait === null ? null : wait / 60_000
  })
  expect(minutes).toEqual([1, 5, 30, 120, 360, null])
})
