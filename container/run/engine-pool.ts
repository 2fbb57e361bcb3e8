import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import type { Readiness, EngineStart } from '../../src/contract/run.ts'
import { ConvertingProcess } from './child-process.ts'
import { EngineRun } from './engine-run.ts'
import { FairShare } from './fair-share.ts'

export interface PoolOptions {
  readonly size: number
  readonly memoryBytesMax: number
  readonly newProcess?: (memoryBytesMax: number) => ConvertingProcess
  /** The number of runs after which the pool accepts no more, and reports it. */
  readonly runsMax?: number
  readonly onLastRun?: () => void
  /** The time that a reservation waits for its run. */
  readonly reservationMs?: number
}

interface Reservation {
  readonly accountId: AccountId
  readonly untilMs: number
}

/** The processes of an engine, each with one run at a time. One process is always ready for the next run. */
export class EnginePool {
  private readonly options: PoolOptions
  private readonly runs = new Map<ConversionId, EngineRun>()
  private readonly reservations = new Map<ConversionId, Reservation>()
  private readonly fairShare = new FairShare()
  private spare: ConvertingProcess | null = null
  private closing = false
  private runsOver = 0

  constructor(options: PoolOptions) {
    this.options = options
    this.warm()
  }

  /** Reserves a place for a run. Returns `busy` if no place is free or another account comes first. */
  reserve(accountId: AccountId, conversionId: ConversionId, nowMs: number): Readiness {
    this.dropOldReservations(nowMs)
    if (this.closing) return 'busy'
    // A run of this conversion may still be ending here. Its next attempt may take that place, because only one of the
    // two can continue.
    if (this.runs.has(conversionId)) return 'ready'
    const held = this.heldByAccount()
    const free = this.options.size - this.runs.size - this.reservations.size
    if (!this.reservations.has(conversionId) && !this.fairShare.mayTake(accountId, free, held, nowMs)) return 'busy'
    this.reservations.set(conversionId, { accountId, untilMs: nowMs + (this.options.reservationMs ?? 30_000) })
    return 'ready'
  }

  release(conversionId: ConversionId): void {
    this.reservations.delete(conversionId)
  }

  async begin(start: EngineStart, nowMs: number): Promise<Readiness> {
    const { accountId, conversionId, attempt } = start.order
    const earlier = this.runs.get(conversionId)
    if (earlier !== undefined) {
      if (earlier.start.order.attempt >= attempt) return 'ready'
      await earlier.stop()
    }
    if (this.reserve(accountId, conversionId, nowMs) === 'busy') return 'busy'
    this.reservations.delete(conversionId)
    const run = new EngineRun(start, this.takeProcess(), this.options.memoryBytesMax)
    this.runs.set(conversionId, run)
    run.begin()
    void run.over.then(() => {
      if (this.runs.get(conversionId) === run) this.runs.delete(conversionId)
      if (++this.runsOver < (this.options.runsMax ?? Number.POSITIVE_INFINITY)) return this.warm()
      return this.options.onLastRun?.()
    })
    return 'ready'
  }

  find(conversionId: ConversionId): EngineRun | undefined {
    return this.runs.get(conversionId)
  }

  get health(): { readonly size: number; readonly running: number; readonly reserved: number } {
    return { size: this.options.size, running: this.runs.size, reserved: this.reservations.size }
  }

  /** Stops accepting runs, and waits until the current ones have ended or the time is up. */
  async drain(withinMs: number): Promise<void> {
    this.closing = true
    if (withinMs === 0) return
    const timeIsUp = Promise.withResolvers<void>()
    const timer = setTimeout(timeIsUp.resolve, withinMs)
    await Promise.race([Promise.all([...this.runs.values()].map((run) => run.over)), timeIsUp.promise])
    clearTimeout(timer)
  }

  /** Gives every attempt back to the service, so that other engines continue with them at once. */
  async close(): Promise<void> {
    this.closing = true
    this.spare?.kill()
    await Promise.all([...this.runs.values()].map((run) => run.giveBack()))
  }

  private takeProcess(): ConvertingProcess {
    const { spare } = this
    this.spare = null
    return spare === null || spare.isGone ? this.newProcess() : spare
  }

  private warm(): void {
    // A container that serves one conversion needs no second process.
    if (this.runs.size + this.runsOver >= (this.options.runsMax ?? Number.POSITIVE_INFINITY)) return
    if (!this.closing && (this.spare === null || this.spare.isGone)) this.spare = this.newProcess()
  }

  private newProcess(): ConvertingProcess {
    const { memoryBytesMax, newProcess } = this.options
    return newProcess === undefined ? new ConvertingProcess(memoryBytesMax) : newProcess(memoryBytesMax)
  }

  private heldByAccount(): Map<AccountId, number> {
    const held = new Map<AccountId, number>()
    const count = (accountId: AccountId): void => void held.set(accountId, (held.get(accountId) ?? 0) + 1)
    for (const run of this.runs.values()) count(run.start.order.accountId)
    for (const { accountId } of this.reservations.values()) count(accountId)
    return held
  }

  private dropOldReservations(nowMs: number): void {
    for (const [conversionId, { untilMs }] of this.reservations) {
      if (untilMs <= nowMs) this.reservations.delete(conversionId)
    }
  }
}
