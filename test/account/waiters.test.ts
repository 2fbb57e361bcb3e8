import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Waiters } from '../../durable-objects/account/waiters.ts'
import type { ConversionId } from '../../src/contract/ids.ts'

const id = '01JD0000000000000000000000' as ConversionId

describe('requests that wait for a conversion', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('go on when it has ended, all of them at once', async () => {
    const waiters = new Waiters()
    let hasEnded = false
    const waiting = Array.from({ length: 10_000 }, () => waiters.untilEnded(id, () => hasEnded, 30_000))
    expect(waiters.count).toBe(10_000)
    hasEnded = true
    waiters.wake(id)
    await Promise.all(waiting)
    expect([waiters.count, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('go on when the time is up', async () => {
    const waiters = new Waiters()
    const waiting = waiters.untilEnded(id, () => false, 30_000)
    await vi.advanceTimersByTimeAsync(30_000)
    await waiting
    expect(waiters.count).toBe(0)
  })

  test('keep waiting after a wakeup without news, and at most as long as requested', async () => {
    const waiters = new Waiters()
    const began = Date.now()
    const waiting = waiters.untilEnded(id, () => false, 30_000).then(() => Date.now() - began)
    await vi.advanceTimersByTimeAsync(10_000)
    waiters.wake(id)
    await vi.advanceTimersByTimeAsync(0)
    expect(waiters.count).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await waiting).toBe(30_000)
  })

  test('do not wait for what has ended', async () => {
    const waiters = new Waiters()
    await waiters.untilEnded(id, () => true, 30_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
