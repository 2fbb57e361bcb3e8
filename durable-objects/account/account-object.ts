import type { AccountChange, ApiCall, NewAccount, Operation, UsageView } from '../../src/contract/account.ts'
import { type ApiResponse, refusalResponse } from '../../src/contract/response.ts'
import { requests } from '../../src/contract/catalog/requests.ts'
import type { Progress } from '../../src/contract/conversion.ts'
import { type ConversionId, isConversionId, type RequestId } from '../../src/contract/ids.ts'
import type { AccountState, InnerState, LandResult } from '../../src/contract/operator.ts'
import { type Limits, readLimits } from '../../src/contract/limits.ts'
import type {
  ArrivingFile,
  AttemptRef,
  BeginResult,
  MultipartUpload,
  OutputUrls,
  RunAccount,
  RunOutcome,
  RunReply,
} from '../../src/contract/run.ts'
import type { KeyView } from '../../src/contract/settings.ts'
import { logError } from '../../src/logs/log.ts'
import { presignOutput } from '../../src/storage/presign.ts'
import { AccountStore } from './account-store.ts'
import { admitKey, refuseVisitor, tooManyRequests } from './admission.ts'
import { AlarmClock } from './alarm-clock.ts'
import { AuditLog } from './audit-log.ts'
import { ResponseStore } from './response-store.ts'
import { CaseStore } from './case-store.ts'
import { CaseCopies } from './case-copies.ts'
import { Closing } from './closing.ts'
import { ConversionFiles } from './conversion-files.ts'
import { ConversionStore } from './conversion-store.ts'
import { DeliveryStore } from './delivery-store.ts'
import { isOneStatement, isReading, Operations } from './operations.ts'
import { DeletionQueue } from './deletion-queue.ts'
import { EmailChangeStore } from './email-change-store.ts'
import { Expiry } from './expiry.ts'
import { HolderObject } from './holder-object.ts'
import { Idempotency } from './idempotency.ts'
import { isOwned } from './ownership.ts'
import { LongTexts } from './long-texts.ts'
import { Outbox, type OutboxSenders } from './outbox.ts'
import { outboxSenders } from './outbox-senders.ts'
import { RateWindows } from './rate-windows.ts'
import { resultOf, Runs } from './runs.ts'
import { migrate } from './schema.ts'
import { SecondFactorStore } from './second-factor-store.ts'
import { SessionStore } from './session-store.ts'
import { Transactions } from './transactions.ts'
import { LongPolls } from './long-polls.ts'
import { WebhookStore } from './webhook-store.ts'

/** The delay is long enough for the response to be sent first. */
const restartAfterMs = 200

/**
 * The object of one account, and the only writer of its facts. Its methods read the clock once, decide in one
 * transaction, then send the messages of the decision and set the alarm for the next step.
 */
export class AccountObject extends HolderObject implements RunAccount {
  protected readonly limits: Limits
  private readonly longPolls = new LongPolls()
  private readonly conversions: ConversionStore
  protected readonly accounts: AccountStore
  private readonly outbox: Outbox
  private readonly senders: OutboxSenders
  private readonly cases: CaseStore
  protected readonly deliveries: DeliveryStore
  protected readonly webhooks: WebhookStore
  protected readonly sessions: SessionStore
  protected readonly audit: AuditLog
  protected readonly factor: SecondFactorStore
  protected readonly emailChange: EmailChangeStore
  private readonly closing: Closing
  private readonly operations: Operations
  private readonly runs: Runs
  private readonly keysUsed = new Map<string, number>()
  private readonly deletionQueue: DeletionQueue
  private readonly transactions: Transactions
  private readonly idempotency: Idempotency
  private readonly expiry: Expiry
  private readonly rates: RateWindows
  private readonly clock: AlarmClock
  private readonly caseCopies: CaseCopies

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx.storage)
    const { sql } = ctx.storage
    this.limits = readLimits({ ...env })
    const longTexts = new LongTexts(sql)
    this.conversions = new ConversionStore(sql, longTexts)
    this.conversions.onEnded = (id) => this.longPolls.wake(id)
    this.accounts = new AccountStore(sql, this.limits)
    this.sessions = new SessionStore(sql, this.limits.SESSION_SECONDS)
    this.audit = new AuditLog(sql, this.limits.AUDIT_SECONDS)
    this.factor = new SecondFactorStore(sql)
    this.emailChange = new EmailChangeStore(sql)
    this.rates = new RateWindows(ctx.storage.kv)
    this.deletionQueue = new DeletionQueue(sql, env.FILES, (key) => this.isOwned(key))
    const responses = new ResponseStore(sql)
    this.outbox = new Outbox(sql)
    this.cases = new CaseStore(sql, this.accounts, this.outbox, longTexts)
    this.senders = outboxSenders(env, { accounts: this.accounts, cases: this.cases })
    this.deliveries = new DeliveryStore(sql, this.outbox, this.accounts, longTexts, {
      waits: this.limits.WEBHOOK_RETRY_SECONDS,
      timeoutMs: this.limits.WEBHOOK_TIMEOUT_SECONDS * 1000,
      lostAfterMs: this.limits.LOST_MESSAGE_SECONDS * 1000,
    })
    this.webhooks = new WebhookStore(sql, this.accounts, this.deliveries)
    const dependencies = {
      env,
      limits: this.limits,
      conversions: this.conversions,
      accounts: this.accounts,
      outbox: this.outbox,
      webhooks: this.webhooks,
      cases: this.cases,
      responses,
      deletionQueue: this.deletionQueue,
      files: new ConversionFiles(this.deletionQueue, this.limits),
      deliveries: this.deliveries,
      sessions: this.sessions,
      factor: this.factor,
      emailChange: this.emailChange,
    }
    this.closing = new Closing(dependencies)
    this.operations = new Operations(dependencies)
    this.runs = new Runs(dependencies)
    this.transactions = new Transactions(ctx.storage, [this.conversions, this.accounts])
    this.idempotency = new Idempotency(this.transactions, responses, this.operations, this.limits)
    this.expiry = new Expiry(dependencies)
    this.caseCopies = new CaseCopies(ctx.storage.kv, this.cases)
    this.clock = new AlarmClock(ctx.storage, (nowMs) => [
      this.outbox.nextMs(),
      this.runs.nextForgottenMs(),
      this.deliveries.nextMs(),
      this.conversions.nextRunEventMs(),
      this.expiry.nextMs(),
      this.deletionQueue.nextMs(nowMs),
      this.rates.nextMs(),
      this.audit.nextMs(),
      this.caseCopies.nextMs(nowMs),
      this.closing.nextMs(nowMs),
      this.closing.erasesMs(),
    ])
  }

  /** Handles a request to the API in the order that the specification gives. */
  call(call: ApiCall): ApiResponse | Promise<ApiResponse> {
    const nowMs = Date.now()
    const admitted = admitKey(this.accounts.get(), this.accounts.findKey(call.secretHash), nowMs)
    if (!admitted.ok) return refusalResponse(admitted.refusal, call.requestId)
    const { account, key } = admitted
    const isFirst = this.rates.nextMs() === null
    const perMinute = this.limits.RATE_LIMIT_PER_MINUTE
    const rate = this.rates.admit(key.id, nowMs, perMinute)
    const remaining = rate.ok ? rate.remaining : 0
    const rateHeaders = { 'x-ratelimit-limit': String(perMinute), 'x-ratelimit-remaining': String(remaining) }
    const withRate = (response: ApiResponse): ApiResponse => ({
      ...response,
      headers: { ...response.headers, ...rateHeaders },
    })
    const refused = rate.ok ? null : tooManyRequests(perMinute, 'key', rate.retryAfterSeconds)
    if (refused !== null) return withRate(refusalResponse(refused, call.requestId))
    this.noteUse(key.id, nowMs)
    const response = this.idempotency.dispatch(call, account, nowMs)
    if (!(response instanceof Promise) && !isFirst && isReading(call.operation)) return withRate(response)
    return this.conclude(response, call.operation, isFirst, nowMs).then(withRate)
  }

  /**
   * Returns the conversion when it has ended, or its current state when the time is up. The request has been admitted
   * before.
   */
  async readWhenEnded(id: ConversionId, waitMs: number, requestId: RequestId): Promise<ApiResponse> {
    await this.longPolls.untilEnded(id, () => this.conversions.peek(id)?.finishedMs !== null, waitMs)
    return this.operate({ kind: 'read', id, waitSeconds: 0 }, requestId)
  }

  /** Starts the work that remains after a response, before the response is sent. */
  private async conclude(
    pending: ApiResponse | Promise<ApiResponse>,
    operation: Operation,
    isFirst: boolean,
    nowMs: number,
  ): Promise<ApiResponse> {
    if (isFirst) await this.clock.set()
    const response = await pending
    if (!isOneStatement(operation)) await this.settle(nowMs)
    else if (!isReading(operation)) await this.clock.setBy(nowMs + this.shortestKeptMs)
    return response
  }

  /** Records the time when a key was last used, to the minute, because a request must not cost a write. */
  private noteUse(keyId: string, nowMs: number): void {
    if ((this.keysUsed.get(keyId) ?? 0) > nowMs - 60_000) return
    this.keysUsed.set(keyId, nowMs)
    this.accounts.noteUse(keyId, nowMs)
  }

  // The following methods are for engines and queues.

  async isWaiting(conversionId: ConversionId, poke: number): Promise<boolean> {
    return this.runs.isWaiting(conversionId, poke)
  }

  async beginRun(conversionId: ConversionId): Promise<BeginResult> {
    return this.decide((nowMs) => this.runs.begin(conversionId, nowMs))
  }

  async reportProgress(attempt: AttemptRef, progress: Progress): Promise<RunReply> {
    return this.decide((nowMs) => this.runs.progress(attempt, progress, nowMs))
  }

  async reportInput(attempt: AttemptRef, input: ArrivingFile): Promise<RunReply> {
    return this.decide((nowMs) => this.runs.input(attempt, input, nowMs))
  }

  async reportMultipart(attempt: AttemptRef, upload: MultipartUpload): Promise<RunReply> {
    return this.decide(() => this.runs.multipart(attempt, upload))
  }

  async checkAttempt(attempt: AttemptRef): Promise<RunReply> {
    return this.runs.check(attempt)
  }

  async endRun(attempt: AttemptRef, outcome: RunOutcome): Promise<RunReply> {
    return this.decide((nowMs) => this.runs.end(attempt, outcome, this.outputUrls(attempt, outcome), nowMs))
  }

  async waitForEngine(conversionId: ConversionId, poke: number, why: 'busy' | 'queued'): Promise<void> {
    await this.decide((nowMs) => this.runs.waitForEngine(conversionId, poke, why, nowMs))
  }

  async abandonRun(conversionId: ConversionId, reason: string): Promise<void> {
    logError('run_abandoned', { account: this.accounts.get()?.id, conversion: conversionId, reason })
    await this.decide((nowMs) => this.runs.abandon(conversionId, nowMs))
  }

  private outputUrls(attempt: AttemptRef, outcome: RunOutcome): OutputUrls {
    if (outcome.kind !== 'done') return { url: '', rejectsUrl: null }
    return presignOutput(this.env, resultOf(attempt, outcome), this.limits.OUTPUT_URL_SECONDS)
  }

  // The following methods are for the settings pages, in addition to those of HolderObject.

  /** Runs a request of the API on behalf of a session. Scripts of the pages have the rate limit of a key. */
  async operate(
    operation: Operation,
    requestId: RequestId,
    limitedSession: string | null = null,
  ): Promise<ApiResponse> {
    const nowMs = Date.now()
    const account = this.accounts.get()
    if (account === null)
      return refusalResponse({ code: 'unauthenticated', message: requests.unauthenticated.noAccount }, requestId)
    if (limitedSession !== null) {
      const perMinute = this.limits.RATE_LIMIT_PER_MINUTE
      const rate = this.rates.admit(limitedSession, nowMs, perMinute)
      await this.clock.set()
      if (!rate.ok) return refusalResponse(tooManyRequests(perMinute, 'session', rate.retryAfterSeconds), requestId)
    }
    const isLooking = isReading(operation)
    const refusal = refuseVisitor(account, operation, isLooking)
    if (refusal !== null) return refusalResponse(refusal, requestId)
    const response = await this.idempotency.dispatch({ operation, requestId, idempotency: null }, account, nowMs)
    if (!isLooking) await this.settle(nowMs)
    return response
  }

  // The following methods are for the operator.

  async create(account: NewAccount): Promise<void> {
    await this.decide((nowMs) => {
      if (this.accounts.get() !== null) return
      this.accounts.create(account, nowMs)
      this.outbox.addCopy({ kind: 'account' }, nowMs)
    })
  }

  /** Returns the kind of object with this id in the account. */
  async kindOf(id: string): Promise<'conversion' | 'event' | null> {
    if (isConversionId(id) && this.conversions.peek(id) !== null) return 'conversion'
    return this.deliveries.has(id) ? 'event' : null
  }

  async exists(): Promise<boolean> {
    return this.accounts.get() !== null
  }

  /** Returns whether the account was deleted and only its record is left. */
  async isDeleted(): Promise<boolean> {
    return (this.accounts.get()?.deletedMs ?? null) !== null
  }

  async describe(): Promise<{
    account: AccountState
    keys: KeyView[]
    usage: UsageView
    active: number
    state: InnerState
  } | null> {
    const nowMs = Date.now()
    const account = this.accounts.get()
    const state = this.accounts.state(nowMs)
    if (account === null || state === null) return null
    const alarmMs = await this.ctx.storage.getAlarm()
    return {
      account: state,
      keys: this.accounts.keys(),
      usage: this.accounts.usage(account, nowMs),
      active: this.conversions.active().count,
      state: {
        conversions: this.conversions.countByStatus(),
        webhook: this.webhooks.view(),
        deliveries: this.deliveries.countByStatus(),
        open_cases: this.cases.openCount(),
        outbox: this.outbox.count(),
        next_alarm_at: alarmMs === null ? null : new Date(alarmMs).toISOString(),
        storage_bytes: this.ctx.storage.sql.databaseSize,
      },
    }
  }

  /** Returns a `CaseFile` as JSON, because reports are of any shape. */
  async readCase(id: string): Promise<string | null> {
    const file = this.cases.find(id)
    return file === null ? null : JSON.stringify(file)
  }

  async landCase(id: string, answer: string | null): Promise<LandResult> {
    return this.decide((nowMs) => this.cases.land(id, answer, nowMs))
  }

  /**
   * Restores every row of this account to an earlier time; the platform keeps 30 days. Returns the bookmark that undoes
   * this, and then restarts.
   */
  async restore(to: { readonly atMs: number } | { readonly bookmark: string }): Promise<string> {
    const { storage } = this.ctx
    const bookmark = 'bookmark' in to ? to.bookmark : await storage.getBookmarkForTime(to.atMs)
    const undo = await storage.onNextSessionRestoreBookmark(bookmark)
    setTimeout(() => this.ctx.abort('restored'), restartAfterMs)
    return undo
  }

  /** Writes the directory's copies of this account again. */
  async copyAgain(): Promise<void> {
    await this.decide((nowMs) => {
      this.outbox.addCopy({ kind: 'account' }, nowMs)
      this.caseCopies.begin(nowMs)
    })
  }

  async change(to: AccountChange): Promise<boolean> {
    return this.decide((nowMs) => {
      if (this.accounts.get() === null) return false
      this.accounts.change(to)
      this.outbox.addCopy({ kind: 'account' }, nowMs)
      return true
    })
  }

  /**
   * Refuses every sign-in and key from now on. The next alarms delete the files and reports. The record of the account
   * is deleted after its time.
   */
  async close(): Promise<boolean> {
    return this.decide((nowMs) => this.closing.close(nowMs))
  }

  // The following methods handle the alarm and the work after every decision.

  override async alarm(): Promise<void> {
    const nowMs = Date.now()
    this.clock.rang()
    if ((this.closing.erasesMs() ?? Infinity) <= nowMs) return this.erase()
    try {
      this.transactions.run(() => {
        this.runs.sweep(nowMs)
        this.expiry.sweep(nowMs)
        this.rates.keep(nowMs)
        this.deliveries.sweep(nowMs)
        this.audit.sweep(nowMs)
        this.caseCopies.continue(nowMs)
        this.closing.continue(nowMs)
      })
    } finally {
      await this.settle(nowMs)
    }
  }

  private async erase(): Promise<void> {
    await this.ctx.storage.deleteAll()
    migrate(this.ctx.storage)
    this.accounts.forgetAll()
    this.conversions.forgetAll()
  }

  /**
   * Returns the objects that nothing here owns, such as an upload after a cancel, or the output of an engine that died.
   */
  async orphansOf(keys: readonly string[]): Promise<string[]> {
    return keys.filter((key) => !this.isOwned(key))
  }

  private isOwned(objectKey: string): boolean {
    const account = this.accounts.get()
    return account !== null && isOwned(objectKey, account, this.conversions, this.cases)
  }

  protected async decide<T>(decision: (nowMs: number) => T): Promise<T> {
    const nowMs = Date.now()
    const decided = this.transactions.run(() => decision(nowMs))
    await this.settle(nowMs)
    return decided
  }

  /**
   * Finishes a decision: sends messages, deletes files without an owner, and sets the alarm. Errors are retried later.
   */
  private async settle(nowMs: number): Promise<void> {
    const isSending = (this.outbox.nextMs() ?? Infinity) <= nowMs || this.deletionQueue.isDue(nowMs)
    await this.clock.set()
    if (!isSending) return
    this.ctx.waitUntil(
      Promise.all([this.outbox.send(nowMs, this.senders), this.deletionQueue.remove(nowMs)])
        .catch((error: unknown) => logError('settling_failed', { account: this.accounts.get()?.id }, error))
        .then(() => this.clock.set()),
    )
  }

  /**
   * Returns the earliest time at which an open upload, or a response kept for its Idempotency-Key, leaves work to do.
   */
  private get shortestKeptMs(): number {
    return Math.min(this.limits.RETENTION_SECONDS, this.limits.IDEMPOTENCY_SECONDS) * 1000
  }
}
