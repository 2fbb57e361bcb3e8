import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LongPolls } from '../../durable-objects/account/long-polls.ts'
import type { ConversionId } from '../../src/contract/ids.ts'

const id = '01JD0000000000000000000000' as ConversionId

describe('requests that wait for a conversion', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('all continue at once when the conversion ends', async () => {
    const longPolls = new LongPolls()
    let hasEnded = false
    const waiting = Array.from({ length: 10_000 }, () => longPolls.untilEnded(id, () => hasEnded, 30_000))
    expect(longPolls.count).toBe(10_000)
    hasEnded = true
    longPolls.wake(id)
    await Promise.all(waiting)
    expect([longPolls.count, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('continue when their time is up', async () => {
    const longPolls = new LongPolls()
    const waiting = longPolls.untilEnded(id, () => false, 30_000)
    await vi.advanceTimersByTimeAsync(30_000)
    await waiting
    expect(longPolls.count).toBe(0)
  })

  test('keep waiting after a wakeup without news, but not longer than requested', async () => {
    const longPolls = new LongPolls()
    const began = Date.now()
    const waiting = longPolls.untilEnded(id, () => false, 30_000).then(() => Date.now() - began)
    await vi.advanceTimersByTimeAsync(10_000)
    longPolls.wake(id)
    await vi.advanceTimersByTimeAsync(0)
    expect(longPolls.count).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await waiting).toBe(30_000)
  })

  test('do not wait for a conversion that has ended', async () => {
    const longPolls = new LongPolls()
    await longPolls.untilEnded(id, () => true, 30_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
