import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { twoAtATime } from '../../scripts/two-at-a-time.ts'

test('work is done two at a time, and its results have the order of the items', async () => {
  let running = 0
  let most = 0
  const results = await twoAtATime([30, 1, 10, 1, 1], async (ms) => {
    most = Math.max(most, ++running)
    await wait(ms)
    running--
    return ms * 2
  })
  expect(results).toEqual([60, 2, 20, 2, 2])
  expect(most).toBe(2)
  expect(await twoAtATime([], () => Promise.resolve(1))).toEqual([])
})
