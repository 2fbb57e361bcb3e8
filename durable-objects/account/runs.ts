import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import type { Progress } from '../../src/contract/conversion.ts'
import { docsPathOf } from '../../src/contract/codes.ts'
import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import type { Limits } from '../../src/contract/limits.ts'
import {
  type ArrivingFile,
  type AttemptRef,
  type BeginResult,
  failureOf,
  type MultipartUpload,
  type RunFailure,
  type RunInput,
  type RunOutcome,
  type RunReply,
  type OutputUrls,
  type StoredOutput,
} from '../../src/contract/run.ts'
import {
  type ConversionRecord,
  type EndedRecord,
  endedAt,
  noResult,
  type RunningRecord,
} from '../../src/conversions/record.ts'
import { viewConversion } from '../../src/conversions/view.ts'
import { downloadKey, outputKey, rejectsKey, resultKeys } from '../../src/storage/keys.ts'
import type { AccountStore } from './account-store.ts'
import type { ConversionStore } from './conversion-store.ts'
import type { DeletionQueue } from './deletion-queue.ts'
import { statusAfter } from './lifecycle.ts'
import { measureEnding } from './measure-ending.ts'
import type { Outbox } from './outbox.ts'
import type { WebhookStore } from './webhook-store.ts'

export interface RunDependencies {
  readonly env: Env
  readonly conversions: ConversionStore
  readonly accounts: AccountStore
  readonly outbox: Outbox
  readonly webhooks: WebhookStore
  readonly limits: Limits
  readonly deletionQueue: DeletionQueue
}

const stoppedTooOften = failureOf('internal_error', runFailures.internal_error.stoppedTooOften)

/**
 * Attempts at conversions, fenced by their number and kept alive by their lease. Each method is one synchronous
 * decision inside a transaction. A message of an older attempt gets the reply `stop` and changes nothing.
 */
export class Runs {
  private readonly dependencies: RunDependencies

  constructor(dependencies: RunDependencies) {
    this.dependencies = dependencies
  }

  isWaiting(conversionId: ConversionId, poke: number): boolean {
    return (
      this.dependencies.conversions.peek(conversionId)?.status === 'queued' &&
      this.dependencies.outbox.isLastPoke(conversionId, poke)
    )
  }

  begin(conversionId: ConversionId, nowMs: number): BeginResult {
    const { conversions, accounts, limits } = this.dependencies
    const record = conversions.find(conversionId)
    const account = accounts.get()
    if (record === null || account === null) return { kind: 'nothing' }
    const status = statusAfter(record.status, 'begin')
    if (status === null) return { kind: 'nothing' }
    if (record.leaseUntilMs !== null && record.leaseUntilMs > nowMs) return { kind: 'nothing' }
    if (account.isSuspended) {
      this.fail(record, failureOf('account_suspended', runFailures.account_suspended), nowMs)
      return { kind: 'nothing' }
    }
    if (record.attempt - record.unspent >= limits.RUN_ATTEMPTS) {
      this.fail(record, stoppedTooOften, nowMs)
      return { kind: 'nothing' }
    }
    this.forgetAttempt(record, account.id)
    const attempt = record.attempt + 1
    const output = outputKey(account.id, conversionId, attempt)
    const deadlineMs = record.deadlineMs ?? nowMs + limits.RUN_LIMIT_SECONDS * 1000
    conversions.save({
      ...record,
      ...noResult,
      status,
      attempt,
      leaseUntilMs: nowMs + limits.LEASE_SECONDS * 1000,
      deadlineMs,
      startedMs: record.startedMs ?? nowMs,
      finishedMs: null,
    })
    const sealed = conversions.passwords.find(conversionId)
    return {
      kind: 'run',
      order: {
        accountId: account.id,
        conversionId,
        attempt,
        name: record.name,
        spec: record.spec,
        ...(sealed === null ? {} : { sealedPassword: sealed }),
        input: inputOf(record, account.id, attempt),
        outputKey: output,
        rejectsKey: rejectsKey(output),
        deadlineMs,
        leaseSeconds: limits.LEASE_SECONDS,
        urlMaxBytes: limits.URL_MAX_BYTES,
        allowanceLeftBytes: this.leftFor(record, nowMs),
      },
    }
  }

  progress(attempt: AttemptRef, progress: Progress, nowMs: number): RunReply {
    const record = this.current(attempt)
    if (record === null) return 'stop'
    const before = record.progress ?? { rows: 0, bytes_read: 0, bytes_total: record.bytes }
    const pass = Math.max(before.pass ?? 1, progress.pass ?? 1)
    const forward = {
      rows: Math.max(before.rows, progress.rows),
      bytes_read: Math.max(before.bytes_read, progress.bytes_read),
      bytes_total: Math.max(before.bytes_total, progress.bytes_total),
      ...(pass > 1 ? { pass } : {}),
    }
    this.dependencies.conversions.renew(record.id, forward, nowMs + this.dependencies.limits.LEASE_SECONDS * 1000)
    return 'continue'
  }

  input(attempt: AttemptRef, input: ArrivingFile, nowMs: number): RunReply {
    const record = this.current(attempt)
    if (record === null) return this.arriveTooLate(input)
    const { limits, conversions } = this.dependencies
    if (input.bytes > limits.URL_MAX_BYTES)
      return this.fail(record, failureOf('too_big', runFailures.too_big.anyFile), nowMs)
    if (input.bytes > this.leftFor(record, nowMs)) {
      return this.fail(record, failureOf('over_quota', runFailures.over_quota.plan), nowMs)
    }
    const leaseUntilMs = nowMs + limits.LEASE_SECONDS * 1000
    const arrived = input.stored === undefined ? {} : { bytes: input.bytes, file: input.stored }
    conversions.save({ ...record, ...arrived, name: input.name ?? record.name, leaseUntilMs })
    return 'continue'
  }

  check(attempt: AttemptRef): RunReply {
    return this.current(attempt) === null ? 'stop' : 'continue'
  }

  multipart(attempt: AttemptRef, upload: MultipartUpload): RunReply {
    if (this.check(attempt) === 'stop') return 'stop'
    this.dependencies.deletionQueue.noteUpload(attempt, upload)
    return 'continue'
  }

  /** `urls` are the signed URLs of the files of a finished conversion. */
  end(attempt: AttemptRef, outcome: RunOutcome, urls: OutputUrls, nowMs: number): RunReply {
    const record = this.current(attempt)
    const status = record === null ? null : statusAfter(record.status, 'finish')
    if (record === null || status === null) return this.endTooLate(attempt)
    if (outcome.kind === 'given_back') return this.giveBack(record, nowMs, outcome.isSpent)
    if (outcome.kind === 'failed') return this.fail(record, outcome.failure, nowMs)
    const done: EndedRecord = {
      ...record,
      status,
      report: outcome.report,
      output: resultOf(attempt, outcome),
      ...endedAt(nowMs, this.dependencies.limits),
    }
    this.dependencies.conversions.save(done)
    this.dependencies.accounts.countUsage(record.id, record.bytes, nowMs)
    this.dependencies.outbox.addCopy({ kind: 'account' }, nowMs)
    const output = { ...urls, expiresMs: nowMs + this.dependencies.limits.OUTPUT_URL_SECONDS * 1000 }
    this.dependencies.webhooks.record('conversion.done', viewConversion(done, { upload: null, output }), nowMs)
    measureEnding(this.dependencies.env, attempt.accountId, done)
    return 'continue'
  }

  /**
   * Makes a conversion wait, because no engine is free. Duplicates of a message end here, so that they cannot multiply
   * while they wait.
   */
  waitForEngine(conversionId: ConversionId, poke: number, why: 'busy' | 'queued', nowMs: number): void {
    const { accounts, outbox } = this.dependencies
    const account = accounts.get()
    if (account === null || !this.isWaiting(conversionId, poke)) return
    if (why === 'queued') outbox.expectPoke(conversionId, nowMs)
    else outbox.addPokeLater({ accountId: account.id, conversionId }, nowMs)
  }

  abandon(conversionId: ConversionId, nowMs: number): void {
    const record = this.dependencies.conversions.find(conversionId)
    if (record?.status !== 'queued') return
    this.fail(record, failureOf('internal_error', runFailures.internal_error.notStarted), nowMs)
  }

  /** Handles expired leases, deadlines that passed without a report of the engine, and lost messages. */
  sweep(nowMs: number): void {
    for (const record of [
      ...this.dependencies.conversions.ofStatus('running'),
      ...this.dependencies.conversions.ofStatus('queued'),
    ]) {
      if (record.deadlineMs !== null && record.deadlineMs <= nowMs)
        this.fail(record, failureOf('timed_out', runFailures.timed_out), nowMs)
      else if (record.status === 'running' && record.leaseUntilMs <= nowMs) this.giveBack(record, nowMs)
    }
    const account = this.dependencies.accounts.get()
    if (account === null) return
    for (const conversionId of this.dependencies.outbox.forgotten(nowMs - this.lostAfterMs))
      this.dependencies.outbox.addPoke({ accountId: account.id, conversionId }, nowMs)
  }

  private fail(record: ConversionRecord, failure: RunFailure, nowMs: number): 'stop' {
    const status = statusAfter(record.status, 'fail')
    if (status === null) return 'stop'
    const { code, message } = failure
    const doc_url = `${this.dependencies.env.PUBLIC_ORIGIN}${docsPathOf(code, 'failure')}`
    const error = { code, message, doc_url, problems: [...failure.problems] }
    const failed: EndedRecord = { ...record, ...noResult, ...endedAt(nowMs, this.dependencies.limits), status, error }
    this.dependencies.conversions.save(failed)
    this.dependencies.webhooks.record('conversion.failed', viewConversion(failed), nowMs)
    const account = this.dependencies.accounts.get()
    if (account !== null) {
      this.forgetAttempt(record, account.id)
      measureEnding(this.dependencies.env, account.id, failed)
    }
    return 'stop'
  }

  private giveBack(record: RunningRecord, nowMs: number, isSpent = true): RunReply {
    const { conversions, outbox, accounts, limits } = this.dependencies
    const account = accounts.get()
    const status = statusAfter(record.status, 'give_back')
    if (account === null || status === null) return 'stop'
    const unspent = record.unspent + (isSpent ? 0 : 1)
    if (record.attempt - unspent >= limits.RUN_ATTEMPTS) {
      return this.fail(record, stoppedTooOften, nowMs)
    }
    conversions.save({ ...record, status, unspent, leaseUntilMs: null })
    outbox.addPoke({ accountId: account.id, conversionId: record.id }, nowMs)
    return 'continue'
  }

  /** Handles a repeated or late end. The output of an engine that has lost its lease has no owner. */
  private endTooLate({ accountId, conversionId, attempt }: AttemptRef): 'stop' {
    const key = outputKey(accountId, conversionId, attempt)
    if (this.dependencies.conversions.find(conversionId)?.output?.key !== key)
      this.dependencies.deletionQueue.add(resultKeys(accountId, conversionId, attempt))
    return 'stop'
  }

  /**
   * Handles a file that was stored after its attempt had ended. It can be deleted, because each attempt has its own
   * object.
   */
  private arriveTooLate({ stored }: ArrivingFile): 'stop' {
    if (stored !== undefined) this.dependencies.deletionQueue.add([stored.objectKey])
    return 'stop'
  }

  /** Returns the time after which a missing message counts as lost. */
  nextForgottenMs(): number | null {
    const dueMs = this.dependencies.outbox.nextPokeMs()
    return dueMs === null ? null : dueMs + this.lostAfterMs
  }

  private get lostAfterMs(): number {
    return this.dependencies.limits.LOST_MESSAGE_SECONDS * 1000
  }

  /**
   * Deletes the objects that an ended attempt may have written. A file that has arrived belongs to the conversion and
   * stays.
   */
  private forgetAttempt({ id, attempt, url }: ConversionRecord, accountId: AccountId): void {
    if (attempt === 0) return
    this.dependencies.deletionQueue.add(resultKeys(accountId, id, attempt))
    if (url !== null) this.dependencies.deletionQueue.add([downloadKey(accountId, id, attempt)])
  }

  private current({ conversionId, attempt }: AttemptRef): RunningRecord | null {
    const record = this.dependencies.conversions.find(conversionId)
    return record?.status === 'running' && record.attempt === attempt ? record : null
  }

  /** Returns the remaining bytes without those that other active conversions reserve. */
  private leftFor(record: ConversionRecord, nowMs: number): number {
    const account = this.dependencies.accounts.get()
    if (account === null) return 0
    const others = this.dependencies.conversions.active().bytes - record.bytes
    return Math.max(0, this.dependencies.accounts.usage(account, nowMs).left - others)
  }
}

/** Returns the result that a finished attempt has written. */
export function resultOf(
  { accountId, conversionId, attempt }: AttemptRef,
  { outputBytes, outputName, rejectsBytes }: Extract<RunOutcome, { kind: 'done' }>,
): StoredOutput {
  const key = outputKey(accountId, conversionId, attempt)
  const rejects = rejectsBytes === undefined ? {} : { rejectsBytes }
  return { key, bytes: outputBytes, name: outputName, ...rejects }
}

/** Returns the input of a run. Later attempts read a `url` file that has arrived from R2. */
function inputOf(record: ConversionRecord, accountId: AccountId, attempt: number): RunInput {
  if (record.file !== null) return { kind: 'upload', ...record.file, bytes: record.bytes }
  return { kind: 'url', url: record.url ?? '', objectKey: downloadKey(accountId, record.id, attempt) }
}
