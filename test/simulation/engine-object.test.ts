import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import { seedsMax } from './support/seeds.ts'
import { EngineWorld, inFakeTime, type Nature } from './support/engine-world.ts'

const never = Number.POSITIVE_INFINITY
const sound: Nature = { listensAfterMs: 3000, exitsAfterMs: never, freezesAfterMs: never, runMs: 240_000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 2, 1) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * The consumer of one message: it prepares the container, begins the attempt if nobody else has, and hands over the
 * run.
 */
async function consume(world: EngineWorld, isFirst: () => boolean): Promise<void> {
  if ((await world.prepare()) !== 'ready') return
  await (isFirst() ? world.run() : world.release())
}

/** After a conversion nothing runs and nothing is stored. */
const leftBy = (world: EngineWorld): unknown => ({
  running: world.isRunning,
  stored: [...world.storage.keys()],
  alarm: world.alarmMs,
  slots: world.slots,
  breaches: world.breaches,
})
const nothing = { running: false, stored: [], alarm: null, slots: 0, breaches: [] }

/** Handles one message, or the same message twice. */
async function live(world: EngineWorld, { messages = 1, rebirthsMs = [] as readonly number[] }): Promise<void> {
  let begun = false
  const isFirst = (): boolean => !begun && (begun = true)
  for (const ms of rebirthsMs) setTimeout(() => world.rebirth(), ms)
  const all = async (): Promise<void> => {
    const consumers = Array.from({ length: messages }, () => consume(world, isFirst).catch(() => undefined))
    await Promise.all(consumers)
  }
  await inFakeTime(all, 900_000)
}

describe('an engine object', () => {
  test('keeps its container until the run ends, and leaves nothing behind', async () => {
    const world = new EngineWorld(1, sound)
    await live(world, {})
    expect(world.finished).toBe(true)
    expect(leftBy(world)).toEqual(nothing)
  })

  test('tells its container to reach the Worker by name, and to download through it', async () => {
    const world = new EngineWorld(1, sound)
    await live(world, {})
    expect(world.current).toMatchObject({ origin: 'http://engine.internal', download: { via: 'worker' } })
  })

  test('continues with its running container after it was evicted', async () => {
    const world = new EngineWorld(1, sound)
    await live(world, { rebirthsMs: [20_000, 60_000, 61_000, 200_000] })
    expect(world.finished).toBe(true)
    expect(leftBy(world)).toEqual(nothing)
  })

  test('keeps the run if its message arrives twice', async () => {
    const world = new EngineWorld(1, sound)
    await live(world, { messages: 2 })
    expect(world.finished).toBe(true)
    expect(leftBy(world)).toEqual(nothing)
  })

  test.each([
    ['never listens', { ...sound, listensAfterMs: never }],
    ['exits at once', { ...sound, exitsAfterMs: 100, listensAfterMs: never }],
    ['hangs when it is probed', { ...sound, listensAfterMs: 0, freezesAfterMs: 0 }],
  ])('destroys a container that %s, in bounded time', async (_, nature) => {
    const world = new EngineWorld(1, nature)
    expect(await Promise.race([world.prepare(), vi.advanceTimersByTimeAsync(60_000).then(() => 'still waiting')])).toBe(
      'busy',
    )
    expect(leftBy(world)).toEqual(nothing)
  })

  test('destroys a container that freezes during a run, within a minute', async () => {
    const world = new EngineWorld(1, { ...sound, freezesAfterMs: 30_000 })
    await inFakeTime(() => consume(world, () => true), 95_000)
    expect(leftBy(world)).toEqual(nothing)
  })

  test('gives the attempt back at once if its container dies during a run', async () => {
    const world = new EngineWorld(1, { ...sound, exitsAfterMs: 30_000 })
    await inFakeTime(() => consume(world, () => true), 40_000)
    expect(world.reports).toEqual(['it ended by itself', 'given_back'])
    expect(leftBy(world)).toEqual(nothing)
  })

  test('starts no container and stores nothing while it has no slot', async () => {
    const world = new EngineWorld(1, sound)
    await world.dispatcher.request({ accountId: 'other' as AccountId, conversionId: 'other' as ConversionId, poke: 1 })
    expect(await world.prepare()).toBe('queued')
    expect(leftBy(world)).toEqual({ ...nothing, slots: 1 })
  })

  test('keeps its slot as long as its container runs', async () => {
    const world = new EngineWorld(1, sound)
    await inFakeTime(() => consume(world, () => true), 230_000)
    expect([world.isRunning, world.slots]).toEqual([true, 1])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(leftBy(world)).toEqual(nothing)
  })

  test('destroys a container that receives no run', async () => {
    const world = new EngineWorld(1, sound)
    await inFakeTime(() => world.prepare().then(() => undefined), 120_000)
    expect(leftBy(world)).toEqual(nothing)
  })
})

/** One object has fewer failure modes than a whole world, so it needs fewer seeds. */
const seeds = Math.min(seedsMax, 1000)

test(`calls return, alarms are set, and nothing is left behind with any failures (seeds to ${seeds})`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const world = new EngineWorld(seed)
    const rebirthsMs = Array.from({ length: world.random.below(4) }, () => world.random.below(300_000))
    await live(world, { messages: 1 + world.random.below(2), rebirthsMs })
    expect({ seed, ...Object(leftBy(world)) }).toEqual({ seed, ...nothing })
  }
}, 900_000)
