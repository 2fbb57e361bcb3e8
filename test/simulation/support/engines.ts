import type { Progress } from '../../../src/contract/conversion.ts'
import type { ConversionId } from '../../../src/contract/ids.ts'
import type { Readiness, EngineStart, RunAccount, RunFailure, RunOutcome, RunReply } from '../../../src/contract/run.ts'
import type { Bucket, Stored } from './bucket.ts'
import { Life, type Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'

export interface EngineWorld {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly bucket: Bucket
  readonly faults: { readonly partition: number }
  /** The account's side of a run, as reached through the Worker's routes. */
  readonly account: Pick<RunAccount, 'reportProgress' | 'reportInput' | 'endRun'>
  /** Files on other people's servers. */
  readonly web: ReadonlyMap<string, { readonly content: string; readonly size: number }>
}

class Stopped extends Error {}
class Failed extends Error {
  readonly failure: RunFailure

  constructor(code: RunFailure['code']) {
    super(code)
    this.failure = { code, message: code, problems: [] }
  }
}

export const converted = (content: string): string => `converted(${content})`

const retryWaitsMs = [100, 300, 1000, 3000]

/** One run of an engine: heartbeats during the work, a check before the output, and one end. */
class Run {
  readonly life: Life
  readonly over: Promise<void>
  private readonly start: EngineStart
  private readonly world: EngineWorld
  private progress: Progress = { rows: 0, bytes_read: 0, bytes_total: 0 }
  private isEnding = false
  private finish = (): void => undefined

  constructor(start: EngineStart, world: EngineWorld) {
    this.start = start
    this.world = world
    this.life = new Life(`engine of attempt ${start.order.attempt}`)
    this.over = new Promise((resolve) => (this.finish = resolve))
    void this.play()
    void this.beat()
  }

  async giveBack(): Promise<void> {
    await this.end({ kind: 'given_back' })
  }

  stop(): void {
    this.isEnding = true
    this.finish()
  }

  private async play(): Promise<void> {
    try {
      const input = await this.input()
      await this.convert(input)
      if (input.content.includes('bad')) throw new Failed('corrupt_file')
      const output = await this.bring('output', this.start.order.outputKey, converted(input.content), input.size)
      await this.end({ kind: 'done', report, outputBytes: output.size, outputName: 'out.sql' })
    } catch (error) {
      if (error instanceof Stopped) this.stop()
      else if (error instanceof Failed) await this.end({ kind: 'failed', failure: error.failure })
      else await this.end({ kind: 'given_back' })
    }
  }

  private async input(): Promise<Stored> {
    const { input } = this.start.order
    if (input.kind === 'url') return this.download(input.url, input.objectKey)
    const stored = await this.tried('read input', () =>
      Promise.resolve(this.world.bucket.read(input.objectKey, input.etag)),
    )
    if (stored === null) throw new Failed('not_uploaded')
    return stored
  }

  private async download(url: string, key: string): Promise<Stored> {
    const { order } = this.start
    const file = this.world.web.get(url)
    if (file === undefined) throw new Failed('unreachable')
    if (file.size > order.allowanceLeftBytes) throw new Failed('over_quota')
    await this.heard('tell the file', () =>
      this.world.account.reportInput(order, { name: 'named.csv', bytes: file.size }),
    )
    await this.work(10_000)
    const stored = await this.bring('input', key, file.content, file.size)
    await this.heard('file arrived', () =>
      this.world.account.reportInput(order, { bytes: stored.size, stored: { objectKey: key, etag: stored.etag } }),
    )
    return stored
  }

  private async convert(input: Stored): Promise<void> {
    const steps = 1 + this.world.scheduler.random.below(4)
    for (let step = 1; step <= steps; step++) {
      await this.work(20_000)
      this.progress = { rows: step, bytes_read: Math.floor((input.size * step) / steps), bytes_total: input.size }
    }
  }

  /** The Worker checks once more before the object is stored. */
  private bring(label: string, key: string, content: string, size: number): Promise<Stored> {
    const { account, bucket, network } = this.world
    return this.tried(`complete ${label}`, async () => {
      const worker = new Life('run route')
      const reply = await network.call(worker, 'last look', () =>
        account.reportProgress(this.start.order, this.progress),
      )
      if (reply === 'stop') throw new Stopped()
      return network.call(worker, `put ${label}`, () => Promise.resolve(bucket.put(key, content, size)))
    })
  }

  private async end(outcome: RunOutcome): Promise<void> {
    if (this.isEnding) return
    this.isEnding = true
    await this.tried(`end ${outcome.kind}`, () => this.world.account.endRun(this.start.order, outcome)).catch(
      () => undefined,
    )
    this.finish()
  }

  private async beat(): Promise<void> {
    const { scheduler, network, account } = this.world
    while (!this.isEnding && this.life.alive) {
      await this.pause(8000)
      if (this.isEnding || !this.life.alive) return
      if (network.chance(this.world.faults.partition / 8)) {
        this.life.deafUntilMs = scheduler.nowMs + scheduler.random.below(100_000)
      }
      const reply = network.call(this.life, 'heartbeat', () => account.reportProgress(this.start.order, this.progress))
      if ((await reply.catch(() => 'lost')) === 'stop') this.stop()
    }
  }

  private async heard(label: string, work: () => Promise<RunReply>): Promise<void> {
    if ((await this.tried(label, work)) === 'stop') throw new Stopped()
  }

  private async work(msMax: number): Promise<void> {
    await this.pause(this.world.scheduler.random.below(msMax))
    if (this.isEnding) throw new Stopped()
  }

  /** A dead engine never continues. */
  private pause(ms: number): Promise<void> {
    return new Promise((resolve) =>
      this.world.scheduler.after(ms, `${this.life.name} goes on`, () => {
        if (this.life.alive) resolve()
      }),
    )
  }

  private async tried<T>(label: string, work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.world.network.call(this.life, label, work)
      } catch (error) {
        const waitMs = retryWaitsMs[tries]
        if (error instanceof Stopped || waitMs === undefined) throw error
        await this.pause(waitMs)
      }
    }
  }
}

/** The pool of runs in one process, which all die with it. */
export class Engines {
  private readonly world: EngineWorld
  private readonly places: number
  private readonly runs = new Map<ConversionId, { readonly attempt: number; readonly run: Run }>()
  private readonly reserved = new Map<ConversionId, number>()
  private isUp = true

  constructor(world: EngineWorld, places: number) {
    this.world = world
    this.places = places
  }

  prepare(conversionId: ConversionId): Promise<Readiness> {
    if (!this.isUp) return Promise.resolve('busy')
    const { nowMs } = this.world.scheduler
    for (const [id, untilMs] of this.reserved) if (untilMs <= nowMs) this.reserved.delete(id)
    if (this.runs.has(conversionId)) return Promise.resolve('ready')
    if (!this.reserved.has(conversionId) && this.runs.size + this.reserved.size >= this.places)
      return Promise.resolve('busy')
    this.reserved.set(conversionId, nowMs + 30_000)
    return Promise.resolve('ready')
  }

  async run(start: EngineStart): Promise<void> {
    const { conversionId, attempt } = start.order
    if (!this.isUp) throw new Error('the engine is gone')
    const earlier = this.runs.get(conversionId)
    if (earlier !== undefined && earlier.attempt >= attempt) return
    earlier?.run.stop()
    this.reserved.delete(conversionId)
    if (earlier === undefined && this.runs.size >= this.places) throw new Error('the engine is busy')
    const run = new Run(start, this.world)
    this.runs.set(conversionId, { attempt, run })
    void run.over.then(() => {
      if (this.runs.get(conversionId)?.run === run) this.runs.delete(conversionId)
      return undefined
    })
  }

  /** Runs outside the pool, but dies with the same process. */
  runInIsolate(start: EngineStart): void {
    const { conversionId, attempt } = start.order
    this.runs.get(conversionId)?.run.stop()
    const run = new Run(start, this.world)
    this.runs.set(conversionId, { attempt, run })
    void run.over.then(() => {
      if (this.runs.get(conversionId)?.run === run) this.runs.delete(conversionId)
      return undefined
    })
  }

  release(conversionId: ConversionId): Promise<void> {
    this.reserved.delete(conversionId)
    return Promise.resolve()
  }

  /** Kills the engine, with or without a stop signal before. Another one starts soon. */
  die(isAnnounced: boolean): void {
    const runs = [...this.runs.values()]
    this.runs.clear()
    this.reserved.clear()
    this.isUp = false
    this.world.scheduler.after(500, 'engines are up again', () => (this.isUp = true))
    for (const { run } of runs) {
      if (isAnnounced) void run.giveBack()
      const kill = (): void => void (run.life.alive = false)
      if (isAnnounced) this.world.scheduler.after(12_000, 'engine is killed', kill)
      else kill()
    }
  }
}

const report = {
  table: 't',
  tables: [],
  columns: [],
  rows: { converted: 1, rejected: 0 },
  fixes: [],
  problems: [],
  problems_summary: [],
  input: { format: 'csv' as const },
  notes: [],
}
