import type { ApiCall } from '../../src/contract/account.ts'
import { type ApiAnswer, type Refusal, refusalAnswer } from '../../src/contract/answer.ts'
import { requests } from '../../src/contract/catalog/requests.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { Account } from './account-store.ts'
import type { AnswerStore } from './answer-store.ts'
import { type Decision, type Operations, isOneStatement } from './operations.ts'
import type { Transactions } from './transactions.ts'

const mismatch: Refusal = { code: 'idempotency_mismatch', message: requests.idempotency_mismatch }
const inProgress: Refusal = {
  code: 'request_in_progress',
  message: requests.request_in_progress,
  retryAfterSeconds: 1,
}

/** Requests run once for each Idempotency-Key: twins wait, later ones get the first answer again. */
export class Idempotency {
  private readonly transactions: Transactions
  private readonly answers: AnswerStore
  private readonly operations: Operations
  private readonly limits: Limits
  /** Requests in progress, by key. They are in memory only: a request that dies with its object frees its key. */
  private readonly underWay = new Map<string, { readonly fingerprint: string; readonly ended: Promise<void> }>()

  constructor(transactions: Transactions, answers: AnswerStore, operations: Operations, limits: Limits) {
    this.transactions = transactions
    this.answers = answers
    this.operations = operations
    this.limits = limits
  }

  /** Sends a call with a key through its one answer, and any other straight to its operation. A reading is answered at once. */
  dispatch(call: Omit<ApiCall, 'secretHash'>, account: Account, nowMs: number): ApiAnswer | Promise<ApiAnswer> {
    const { operation, idempotency, requestId } = call
    if (idempotency !== null) return this.answerOnce(call, idempotency, account, nowMs)
    const decide = (decision: Decision): ApiAnswer =>
      isOneStatement(operation)
        ? answerOf(decision(), requestId)
        : this.transactions.run(() => answerOf(decision(), requestId))
    const prepared = this.operations.prepare(operation, account, nowMs)
    return prepared instanceof Promise ? prepared.then(decide) : decide(prepared)
  }

  private async answerOnce(
    call: Omit<ApiCall, 'secretHash'>,
    idempotency: NonNullable<ApiCall['idempotency']>,
    account: Account,
    nowMs: number,
  ): Promise<ApiAnswer> {
    const { requestId } = call
    const { key, fingerprint } = idempotency
    while (this.underWay.has(key)) {
      const refused = await this.waitForTwin(key, fingerprint, nowMs)
      if (refused !== null) return refusalAnswer(refused, requestId)
    }
    const kept = this.answers.find(key, Date.now())
    if (kept !== null) {
      if (kept.fingerprint !== fingerprint) return refusalAnswer(mismatch, requestId)
      return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
    }
    return this.runFirst(call, idempotency, account, nowMs)
  }

  private async runFirst(
    { operation, requestId }: Omit<ApiCall, 'secretHash'>,
    { key, fingerprint }: NonNullable<ApiCall['idempotency']>,
    account: Account,
    nowMs: number,
  ): Promise<ApiAnswer> {
    let finish = (): void => {}
    this.underWay.set(key, { fingerprint, ended: new Promise((resolve) => (finish = resolve)) })
    try {
      const decision = await this.operations.prepare(operation, account, nowMs)
      // A decision and the response about it are committed together.
      return this.transactions.run(() => {
        const answered = answerOf(decision(), requestId)
        this.answers.keep(key, fingerprint, requestId, answered, nowMs + this.limits.IDEMPOTENCY_SECONDS * 1000)
        return answered
      })
    } finally {
      this.underWay.delete(key)
      finish()
    }
  }

  /** Waits for a request with the same key that is in progress. Refuses when that takes too long or the requests differ. */
  private async waitForTwin(key: string, fingerprint: string, sinceMs: number): Promise<Refusal | null> {
    const twin = this.underWay.get(key)
    if (twin === undefined) return null
    if (twin.fingerprint !== fingerprint) return mismatch
    const leftMs = sinceMs + this.limits.IDEMPOTENCY_WAIT_SECONDS * 1000 - Date.now()
    let timer: ReturnType<typeof setTimeout> | null = null
    const tooLong = new Promise<'too long'>((resolve) => (timer = setTimeout(() => resolve('too long'), leftMs)))
    const first = await Promise.race([twin.ended, tooLong])
    clearTimeout(timer)
    return first === 'too long' ? inProgress : null
  }
}

function answerOf(result: ReturnType<Decision>, requestId: string): ApiAnswer {
  if (!result.ok) return refusalAnswer(result.refusal, requestId)
  return {
    status: result.status,
    body: result.body,
    headers: {},
    code: null,
    conversionId: result.conversionId,
  }
}
