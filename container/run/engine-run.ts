import type { Message } from '../../src/contract/catalog/message.ts'
import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import type { Progress } from '../../src/contract/conversion.ts'
import { type EngineStart, failureOf, type RunOutcome } from '../../src/contract/run.ts'
import type { ServiceFailureCode } from '../../src/contract/codes.ts'
import type { ChildMessage } from './child-messages.ts'
import type { ConvertingProcess } from './child-process.ts'
import { Refused, RunApi, RunStopped } from './run-api.ts'

const heartbeatMsMax = 3000
const heartbeatTimeoutMsMax = 5000
/** The minimum timeout of a heartbeat. A busy Worker may take longer than a third of a very short lease. */
const heartbeatTimeoutMsMin = 500
const memoryCheckMs = 250
const stopGraceMs = 3000

/**
 * Returns the interval and the time limit of heartbeats. After a lost heartbeat, another follows before the lease ends.
 */
export function heartbeatTimes(leaseSeconds: number): { readonly everyMs: number; readonly timeoutMs: number } {
  const leaseMs = leaseSeconds * 1000
  // AbortSignal.timeout refuses a fraction of a millisecond.
  const timeoutMs = Math.max(heartbeatTimeoutMsMin, Math.min(heartbeatTimeoutMsMax, Math.floor(leaseMs / 3)))
  return { everyMs: Math.min(heartbeatMsMax, leaseMs / 5), timeoutMs }
}

/**
 * Watches one run from outside its process: it renews the lease, watches time and memory, and reports the end. It
 * reports exactly one end, even if several events end the run.
 */
export class EngineRun {
  readonly start: EngineStart
  /** Settles when the end has been reported and the process is gone. */
  readonly over: Promise<void>
  private readonly process: ConvertingProcess
  private readonly api: RunApi
  private readonly memoryBytesMax: number
  private readonly times: ReturnType<typeof heartbeatTimes>
  private readonly timers: NodeJS.Timeout[] = []
  private readonly settle: () => void
  private readonly exited: Promise<void>
  private readonly markExited: () => void
  private progress: Progress = { rows: 0, bytes_read: 0, bytes_total: 0 }
  private heartbeatUnderWay = false
  private ending = false

  constructor(start: EngineStart, process: ConvertingProcess, memoryBytesMax: number) {
    this.start = start
    this.process = process
    this.memoryBytesMax = memoryBytesMax
    this.times = heartbeatTimes(start.order.leaseSeconds)
    // Reports are sent even while the run is being stopped, so only their own limits end them.
    this.api = new RunApi(start.origin, start.capability, new AbortController().signal)
    const over = Promise.withResolvers<void>()
    const exited = Promise.withResolvers<void>()
    this.over = over.promise
    this.settle = over.resolve
    this.exited = exited.promise
    this.markExited = exited.resolve
  }

  begin(): void {
    this.timers.push(
      setInterval(() => void this.heartbeat(), this.times.everyMs),
      setInterval(() => this.checkMemory(), memoryCheckMs),
      setTimeout(() => void this.fail('timed_out', runFailures.timed_out), this.msLeft()),
    )
    this.process.begin(this.start, {
      onMessage: (message) => this.hear(message),
      onExit: () => {
        this.markExited()
        void this.end({ kind: 'given_back' }, 'its process died')
      },
    })
  }

  /** Gives the attempt back at once without using it up, because a stopping engine is not an error of the file. */
  giveBack(): Promise<void> {
    return this.end({ kind: 'given_back', isSpent: false })
  }

  /** Stops the run, which the account object no longer needs. */
  stop(): Promise<void> {
    return this.end(null)
  }

  private msLeft(): number {
    // Timers are limited to 31 bits.
    return Math.min(Math.max(0, this.start.order.deadlineMs - Date.now()), 2 ** 31 - 1)
  }

  private hear(message: ChildMessage): void {
    if (message.kind === 'progress') this.progress = message.progress
    else if (message.kind === 'crash') void this.crash(message.cause)
    else void this.end(message.end.kind === 'stopped' ? null : message.end)
  }

  private async heartbeat(): Promise<void> {
    if (this.heartbeatUnderWay || this.ending) return
    this.heartbeatUnderWay = true
    try {
      if ((await this.api.heartbeat(this.progress, this.times.timeoutMs)) === 'stop') void this.stop()
    } catch (error) {
      if (error instanceof RunStopped) void this.stop()
      else console.warn(`a heartbeat was lost: ${this.start.order.conversionId} ${String(error)}`)
    } finally {
      this.heartbeatUnderWay = false
    }
  }

  private checkMemory(): void {
    const bytes = this.process.memoryBytes()
    if (bytes <= this.memoryBytesMax) return
    const { conversionId } = this.start.order
    console.error('out of memory', conversionId, bytes)
    // The process is killed at once, because it would use its grace period to take more memory.
    this.process.kill()
    void this.fail('internal_error', runFailures.internal_error.memory)
  }

  private fail(code: ServiceFailureCode, message: Message): Promise<void> {
    return this.end({ kind: 'failed', failure: failureOf(code, message) })
  }

  /** Reports a bug, or a Worker that could not be reached. The log has the cause, and the next attempt may succeed. */
  private crash(cause: string): Promise<void> {
    return this.end({ kind: 'given_back' }, cause)
  }

  private async end(outcome: RunOutcome | null, failure?: string): Promise<void> {
    if (this.ending) return this.over
    this.ending = true
    for (const timer of this.timers) clearTimeout(timer)
    const { conversionId, attempt } = this.start.order
    if (failure !== undefined) console.error('a run broke', conversionId, attempt, failure)
    await this.endProcess(outcome?.kind === 'done')
    try {
      if (outcome !== null) await this.report(outcome)
    } catch (error) {
      // The lease expires, and another attempt begins.
      console.error('an end could not be reported', conversionId, attempt, error)
    }
    this.settle()
    return this.over
  }

  /**
   * Reports an end that the Worker refuses as an internal error. It is a bug of ours, and the client must not wait for
   * it.
   */
  private async report(outcome: RunOutcome): Promise<void> {
    try {
      await this.api.end(outcome)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      console.error('an end was refused', this.start.order.conversionId, error)
      await this.api.end({ kind: 'failed', failure: failureOf('internal_error', runFailures.internal_error.stopped) })
    }
  }

  /**
   * Asks the process to end, so that it can abort its upload, and then kills it. A finished process has nothing to
   * clean up.
   */
  private async endProcess(isDone: boolean): Promise<void> {
    if (!isDone) {
      this.process.requestStop()
      const grace = Promise.withResolvers<void>()
      const timer = setTimeout(grace.resolve, stopGraceMs)
      await Promise.race([this.exited, grace.promise])
      clearTimeout(timer)
    }
    this.process.kill()
  }
}
