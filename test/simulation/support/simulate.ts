import { Watcher } from './watcher.ts'
import { World, type WorldOptions } from './world.ts'

const troubleMs = 10 * 60_000
/** The sum of all limits of a conversion, and the largest error of a clock. */
const untilEndedMs = 6 * 3_600_000
/** Files are kept for one day. */
const untilFilesGoneMs = 30 * 3_600_000

export interface Simulated {
  readonly seed: number
  readonly violations: readonly string[]
  readonly history: readonly string[]
  readonly endings: readonly string[]
  /** The number of writes and calls. */
  readonly writes: number
  readonly calls: number
}

export interface SimulationOptions extends WorldOptions {
  /** Called before anything happens. */
  readonly prepare?: (world: World) => void
  /** Called after every step, by its number. */
  readonly onStep?: (world: World, step: number) => void
}

/** Ten minutes with faults, and then none until every limit has passed. The invariants are checked all the time. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulated> {
  const world = new World(seed, options)
  const watcher = new Watcher(world)
  const real = { now: Date.now, setTimeout: globalThis.setTimeout, fetch: globalThis.fetch }
  Date.now = () => world.host.clockMs
  // The object calls timers with a function and a time.
  globalThis.setTimeout = ((work: () => void, ms: number) =>
    world.host.setTimer(work, ms)) as unknown as typeof setTimeout
  // The size of a file is unknown before it arrives, and every name is allowed.
  globalThis.fetch = () => Promise.reject(new Error('the simulation has no network'))
  let stepsDone = 0
  world.scheduler.onTaskDone = () => {
    if (world.host.endTurn()) return true
    watcher.check()
    if (stepsDone < world.scheduler.step) options.onStep?.(world, (stepsDone = world.scheduler.step))
    return world.host.endTurn()
  }
  try {
    await world.setUp()
    options.prepare?.(world)
    await world.scheduler.runUntil(world.scheduler.nowMs + troubleMs)
    world.heal()
    await world.scheduler.runUntil(world.scheduler.nowMs + untilEndedMs)
    watcher.judge()
    const endings = watcher.tally
    const [{ history }, { writes }, { calls }] = [world.scheduler, world.host.storage, world.network]
    await world.scheduler.runUntil(world.scheduler.nowMs + untilFilesGoneMs)
    await world.sweep()
    watcher.judgeFiles()
    return { seed, violations: world.breaches, history, endings, writes, calls }
  } finally {
    Date.now = real.now
    globalThis.setTimeout = real.setTimeout
    globalThis.fetch = real.fetch
    world.host.storage.close()
  }
}
