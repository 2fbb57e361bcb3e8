import { DurableObject } from 'cloudflare:workers'
import { readLimits } from '../../src/contract/limits.ts'
import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import type {
  AttemptRef,
  ConversionMessage,
  Readiness,
  EngineStart,
  RunIdentity,
  RunOutcome,
  SlotRequest,
} from '../../src/contract/run.ts'
import { logError } from '../../src/logs/log.ts'
import { withPassword } from '../../src/storage/sealed-password.ts'
import { accountStub } from '../../src/stubs/account.ts'
import { dispatcherStub } from '../../src/stubs/dispatcher.ts'
import { convertHere } from './convert-here.ts'
import { within } from './deadline.ts'
import { EngineContainer, workerHost } from './engine-container.ts'
import { Slots } from './isolate-limits.ts'

const callMs = 10_000
const statusMs = 5000
const slotMs = 5000
const checkEveryMs = 15_000
/** The wait after a probe without a response. The next probe is the last one, so it follows sooner. */
const recheckMs = 5000
/** The longest time that a prepared container may wait for its run. */
const unusedMs = 30_000
/** The limit for a container that can no longer end its run. A run ends itself at its deadline. */
const overdueMs = 60_000

/** Objects in one isolate share its slots. */
const isolate = new Slots()

interface Held extends AttemptRef {
  readonly deadlineMs: number
}

/**
 * The engine of one message: its own container or, locally, the Node process that `LOCAL_ENGINE_URL` names. The object
 * starts the engine, hands it the run, watches it and ends it with its run. It decides nothing about the conversion,
 * because leases do that. Each message has its own object, so a container that fails is never tried again.
 */
export class EngineObject extends DurableObject<Env> {
  private readonly container: EngineContainer | null
  /** Callers that prepared the container and have neither handed it a run nor released it. */
  private callers = 0
  private ending: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    if (ctx.container === undefined) {
      this.container = null
      return
    }
    const container = new EngineContainer(
      ctx.container,
      () => this.gateway(),
      () => void this.containerExited(),
    )
    this.container = container
    // This begins within the block, because work from before the block would wait for its end.
    if (container.isRunning) void ctx.blockConcurrencyWhile(() => attach(container))
  }

  /**
   * Converts a small file in this isolate, unless the isolate is busy. The response comes before the conversion. The
   * account object receives the result, and starts a container if the lease ends without one.
   */
  convertHere({ accountId, conversionId }: ConversionMessage): 'taken' | 'declined' {
    if (!isolate.isOpen) return 'declined'
    const facts = { account: accountId, conversion: conversionId }
    const converting = isolate.hold(() => this.convertInIsolate(accountId, conversionId))
    this.ctx.waitUntil(converting.catch((error: unknown) => logError('not_converted_here', facts, error)))
    return 'taken'
  }

  private async convertInIsolate(accountId: AccountId, conversionId: ConversionId): Promise<void> {
    const account = accountStub(this.env, accountId)
    const begun = await account.beginRun(conversionId)
    if (begun.kind === 'nothing') return
    const { order } = begun
    let outcome: RunOutcome | 'stop'
    try {
      outcome = await convertHere(await withPassword(order, this.env.RUN_SECRET), this.env.FILES, account)
    } catch (error) {
      logError('left_to_a_container', { account: accountId, conversion: conversionId }, error)
      outcome = { kind: 'given_back' }
    }
    if (outcome !== 'stop') await account.endRun(order, outcome)
  }

  /** Makes an engine ready in bounded time, or reports that none is free. */
  async prepare(slotRequest: SlotRequest): Promise<Readiness> {
    const { accountId, conversionId } = slotRequest
    this.callers++
    try {
      if (this.container !== null && (await this.requestSlot(slotRequest)) === 'waiting') {
        this.callers--
        return 'queued'
      }
      await this.startContainer(slotRequest)
      const response = await this.call('POST', '/reservations', { accountId, conversionId })
      if (response.ok) return 'ready'
      // A local engine that is busy with other runs counts as healthy.
      if (this.container === null) return this.notReady()
      throw new Error(`The engine refused its reservation with ${response.status}`)
    } catch (error) {
      logError('no_engine', { account: accountId, conversion: conversionId }, error)
      return this.notReady()
    }
  }

  async run(start: EngineStart): Promise<void> {
    const { accountId, conversionId, attempt, deadlineMs } = start.order
    if (this.container !== null) {
      this.ctx.storage.kv.put<Held>('held', { accountId, conversionId, attempt, deadlineMs })
      await this.wakeBy(Date.now() + checkEveryMs)
    }
    this.callers--
    try {
      const response = await this.call('POST', '/runs', this.container === null ? start : inContainer(start))
      if (!response.ok) throw new Error(`The engine returned ${response.status}: ${await response.text()}`)
    } catch (error) {
      this.ctx.storage.kv.delete('held')
      await this.end()
      throw error
    }
  }

  /** Releases an unused reservation: the conversion had ended, or another attempt is under way. */
  async release(conversionId: ConversionId): Promise<void> {
    this.callers--
    if (this.container === null) await this.call('DELETE', `/reservations/${conversionId}`).catch(() => null)
    else if (this.callers <= 0 && this.held === undefined) await this.end()
  }

  /**
   * Checks the container until its run is over. If an alarm throws an error, the platform repeats it at its own times.
   */
  override async alarm(): Promise<void> {
    if (this.container === null) return
    try {
      const nextMs = await this.inspect(this.container)
      if (nextMs === null) await this.end()
      else await this.wakeBy(nextMs)
    } catch (error) {
      logError('engine_not_looked_after', {}, error)
      await this.wakeBy(Date.now() + checkEveryMs)
    }
  }

  /** Returns the time of the next check, or null if the container has no more work or no longer responds. */
  private async inspect(container: EngineContainer): Promise<number | null> {
    const nowMs = Date.now()
    const { held } = this
    if (!container.isRunning) return null
    if (held === undefined) return this.unusedUntilMs > nowMs ? this.unusedUntilMs : null
    if (nowMs > held.deadlineMs + overdueMs) return null
    const response = await container
      .call('GET', `/runs/${held.conversionId}`, undefined, statusMs)
      .catch((error: unknown) => {
        logError('engine_silent', { account: held.accountId, conversion: held.conversionId }, error)
        return null
      })
    if (response !== null && !response.ok) return null
    const { kv } = this.ctx.storage
    if (response === null) {
      if (kv.get<boolean>('silent') === true) return null
      kv.put('silent', true)
      return nowMs + recheckMs
    }
    await response.body?.cancel()
    await this.renewSlot()
    if (kv.get<boolean>('silent') === true) kv.delete('silent')
    return nowMs + checkEveryMs
  }

  private async startContainer(slotRequest: SlotRequest): Promise<void> {
    if (this.container === null) return
    const readyMs = readLimits({ ...this.env }).ENGINE_READY_SECONDS * 1000
    const { kv } = this.ctx.storage
    kv.put<SlotRequest>('identity', slotRequest)
    kv.put('unusedUntilMs', Date.now() + readyMs + unusedMs)
    await this.wakeBy(this.unusedUntilMs)
    await this.container.start(readyMs)
  }

  private async notReady(): Promise<'busy'> {
    this.callers--
    if (this.container !== null && this.callers <= 0 && this.held === undefined) await this.end()
    return 'busy'
  }

  /** Reports that the container ended. The account object checks whether its run had ended too. */
  private async containerExited(): Promise<void> {
    const { held } = this
    if (this.ending !== null) return
    if (held === undefined) return this.callers > 0 ? undefined : this.end()
    try {
      await accountStub(this.env, held.accountId).endRun(held, { kind: 'given_back' })
    } catch (error) {
      // The attempt ends when its lease expires.
      logError('run_not_given_back', { account: held.accountId, conversion: held.conversionId }, error)
    }
    return this.end()
  }

  /** Removes the container and all storage, because an object's storage is kept forever. */
  private end(): Promise<void> {
    this.ending ??= this.endOnce().finally(() => {
      this.ending = null
    })
    return this.ending
  }

  private async endOnce(): Promise<void> {
    try {
      await this.container?.destroy()
      await this.leaveSlot()
      await this.ctx.storage.deleteAll()
    } catch (error) {
      logError('engine_not_ended', {}, error)
      await this.wakeBy(Date.now() + checkEveryMs)
    }
  }

  /** Sets the alarm, which only ever moves to an earlier time. */
  private async wakeBy(atMs: number): Promise<void> {
    const setMs = await this.ctx.storage.getAlarm()
    if (setMs === null || setMs > atMs) await this.ctx.storage.setAlarm(atMs)
  }

  /** Returns the one host that a container can reach. It serves only the runs of this conversion. */
  private gateway(): Fetcher {
    const { slotRequest } = this
    if (slotRequest === undefined) throw new Error('The container has no conversion')
    const { accountId, conversionId } = slotRequest
    // The main module defines the type, but no other module may import it.
    const { RunGateway } = this.ctx.exports as unknown as {
      readonly RunGateway: (options: { readonly props: RunIdentity }) => Fetcher
    }
    return RunGateway({ props: { accountId, conversionId } })
  }

  private dispatcher({ accountId }: SlotRequest): ReturnType<typeof dispatcherStub> {
    return dispatcherStub(this.env, accountId)
  }

  private requestSlot(slotRequest: SlotRequest): Promise<'granted' | 'waiting'> {
    return within(slotMs, 'Asking for a slot', this.dispatcher(slotRequest).request(slotRequest))
  }

  /** Without a renewal the slot would go to another conversion, and one container too many would run. */
  private async renewSlot(): Promise<void> {
    const { slotRequest } = this
    if (slotRequest === undefined) return
    await this.dispatcher(slotRequest)
      .renew(slotRequest)
      .catch((error: unknown) => logError('slot_not_renewed', { conversion: slotRequest.conversionId }, error))
  }

  /** Gives the slot back. If that fails, the slot becomes free when it expires. */
  private async leaveSlot(): Promise<void> {
    const { slotRequest } = this
    if (slotRequest === undefined) return
    await within(slotMs, 'Giving back the slot', this.dispatcher(slotRequest).leave(slotRequest)).catch(
      (error: unknown) => logError('slot_not_given_back', { conversion: slotRequest.conversionId }, error),
    )
  }

  private get slotRequest(): SlotRequest | undefined {
    return this.ctx.storage.kv.get<SlotRequest>('identity')
  }

  private get held(): Held | undefined {
    return this.ctx.storage.kv.get<Held>('held')
  }

  private get unusedUntilMs(): number {
    return this.ctx.storage.kv.get<number>('unusedUntilMs') ?? 0
  }

  private call(method: string, path: string, body?: unknown): Promise<Response> {
    if (this.container !== null) return this.container.call(method, path, body, callMs)
    return fetch(`${this.env.LOCAL_ENGINE_URL ?? ''}${path}`, {
      method,
      signal: AbortSignal.timeout(callMs),
      headers: {
        authorization: `Bearer ${this.env.LOCAL_ENGINE_TOKEN ?? ''}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

async function attach(container: EngineContainer): Promise<void> {
  try {
    await container.attach()
  } catch (error) {
    // The next check finds out whether the container still responds.
    logError('engine_not_attached', {}, error)
  }
}

/**
 * Adapts an order for a container, which has no network. It reaches the Worker under one name, and its downloads pass
 * through it.
 */
const inContainer = (start: EngineStart): EngineStart => ({
  ...start,
  origin: `http://${workerHost}`,
  download: { ...start.download, via: 'worker' },
})
