import { expect, test } from 'vitest'
import { Pace, Slots } from '../../../durable-objects/engine/isolate-limits.ts'

test('two conversions run at a time, and the 21st waiting one is declined', async () => {
  const slots = new Slots()
  let [running, most] = [0, 0]
  const ends: (() => void)[] = []
  const convert = async (): Promise<void> => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  }
  const held: Promise<void>[] = []
  const open = async (): Promise<void> => {
    held.push(slots.hold(convert))
    await Promise.resolve()
  }
  for (let count = 0; count < 2 + 20; count++) {
    expect(slots.isOpen).toBe(true)
    await open()
  }
  expect(slots.isOpen).toBe(false)
  for (let ended = 0; ended < held.length; ended++) {
    while (ends[ended] === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
    ends[ended]?.()
  }
  await Promise.all(held)
  expect(most).toBe(2)
})

test('a conversion pauses regularly, so that others can run', async () => {
  const pace = new Pace()
  const over = new AbortController()
  const work = (async () => {
    for (let chunk = 0; chunk < 10; chunk++) await pace.after(64 * 1024)
    over.abort()
  })()
  let pauses = 0
  for (; !over.signal.aborted; pauses++) await new Promise((resolve) => setTimeout(resolve, 0))
  await work
  expect(pauses).toBeGreaterThanOrEqual(5)
})

test('a conversion that takes too long moves to a container', async () => {
  const pace = new Pace()
  const { now } = Date
  Date.now = () => now() + 11_000
  try {
    await expect(pace.after(64 * 1024)).rejects.toThrow('It takes longer than 10000 ms')
  } finally {
    Date.now = now
  }
})
