import type { ApiAnswer, ApiCall } from '../../src/contract/account.ts'
import type { Refusal } from '../../src/contract/answer.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { Account } from './account-store.ts'
import type { AnswerStore } from './answer-store.ts'
import { type OperationResult, type Operations, isReading, refusalAnswer } from './operations.ts'

const mismatch: Refusal = {
  code: 'idempotency_mismatch',
  message: 'The Idempotency-Key was used for a different request.',
}
const inProgress: Refusal = {
  code: 'request_in_progress',
  message: 'A request with this Idempotency-Key is still running.',
  retryAfterSeconds: 1,
}

/** Requests run once for each Idempotency-Key: twins wait, later ones get the first answer again. */
export class Idempotency {
  private readonly storage: DurableObjectStorage
  private readonly answers: AnswerStore
  private readonly operations: Operations
  private readonly limits: Limits
  /** By key. In memory: a request that died with its object frees its key. */
  private readonly underWay = new Map<string, { readonly fingerprint: string; readonly ended: Promise<void> }>()

  constructor(storage: DurableObjectStorage, answers: AnswerStore, operations: Operations, limits: Limits) {
    this.storage = storage
    this.answers = answers
    this.operations = operations
    this.limits = limits
  }

  async answer(call: Omit<ApiCall, 'secretHash'>, account: Account, nowMs: number): Promise<ApiAnswer> {
    const { operation, idempotency, requestId } = call
    if (idempotency === null) {
      const decision = await this.operations.prepare(operation, account, nowMs)
      if (isReading(operation)) return answerOf(decision(), requestId)
      return this.storage.transactionSync(() => answerOf(decision(), requestId))
    }
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
      // What is decided and the answer that tells of it become true together.
      return this.storage.transactionSync(() => {
        const answered = answerOf(decision(), requestId)
        this.answers.keep(key, fingerprint, requestId, answered, nowMs + this.limits.IDEMPOTENCY_SECONDS * 1000)
        return answered
      })
    } finally {
      this.underWay.delete(key)
      finish()
    }
  }

  /** Waits until the twin under way has ended; a refusal when it takes too long or is no twin. */
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

function answerOf(result: OperationResult, requestId: string): ApiAnswer {
  if (!result.ok) return refusalAnswer(result.refusal, requestId)
  return {
    status: result.status,
    body: result.body === null ? null : JSON.stringify(result.body),
    headers: {},
    code: null,
    conversionId: result.conversionId,
  }
}
