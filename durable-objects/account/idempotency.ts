import type { ApiCall } from '../../src/contract/account.ts'
import { type ApiResponse, type Refusal, refusalResponse } from '../../src/contract/response.ts'
import { requests } from '../../src/contract/catalog/requests.ts'
import type { Limits } from '../../src/contract/limits.ts'
import type { Account } from './account-store.ts'
import type { ResponseStore } from './response-store.ts'
import { type Decision, type Operations, isOneStatement } from './operations.ts'
import type { Transactions } from './transactions.ts'

const mismatch = (key: string): Refusal => ({
  code: 'idempotency_mismatch',
  message: requests.idempotency_mismatch(key),
})
const inProgress: Refusal = {
  code: 'request_in_progress',
  message: requests.request_in_progress,
  retryAfterSeconds: 1,
}

/** Runs a request once for each Idempotency-Key. Duplicates wait, and later ones get the first response again. */
export class Idempotency {
  private readonly transactions: Transactions
  private readonly responses: ResponseStore
  private readonly operations: Operations
  private readonly limits: Limits
  /** The requests in progress, by key. They are in memory only: a request that dies with its object frees its key. */
  private readonly underWay = new Map<string, { readonly fingerprint: string; readonly ended: Promise<void> }>()

  constructor(transactions: Transactions, responses: ResponseStore, operations: Operations, limits: Limits) {
    this.transactions = transactions
    this.responses = responses
    this.operations = operations
    this.limits = limits
  }

  /** Runs a call with a key once, and any other call directly. A request that only reads gets its response at once. */
  dispatch(call: Omit<ApiCall, 'secretHash'>, account: Account, nowMs: number): ApiResponse | Promise<ApiResponse> {
    const { operation, idempotency, requestId } = call
    if (idempotency !== null) return this.respondOnce(call, idempotency, account, nowMs)
    const decide = (decision: Decision): ApiResponse =>
      isOneStatement(operation)
        ? responseOf(decision(), requestId)
        : this.transactions.run(() => responseOf(decision(), requestId))
    const prepared = this.operations.prepare(operation, account, nowMs)
    return prepared instanceof Promise ? prepared.then(decide) : decide(prepared)
  }

  private async respondOnce(
    call: Omit<ApiCall, 'secretHash'>,
    idempotency: NonNullable<ApiCall['idempotency']>,
    account: Account,
    nowMs: number,
  ): Promise<ApiResponse> {
    const { requestId } = call
    const { key, fingerprint } = idempotency
    while (this.underWay.has(key)) {
      const refused = await this.waitForDuplicate(key, fingerprint, nowMs)
      if (refused !== null) return refusalResponse(refused, requestId)
    }
    const kept = this.responses.find(key, Date.now())
    if (kept !== null) {
      if (kept.fingerprint !== fingerprint) return refusalResponse(mismatch(key), requestId)
      return { ...kept.response, headers: { ...kept.response.headers, 'idempotent-replayed': 'true' } }
    }
    return this.runFirst(call, idempotency, account, nowMs)
  }

  private async runFirst(
    { operation, requestId }: Omit<ApiCall, 'secretHash'>,
    { key, fingerprint }: NonNullable<ApiCall['idempotency']>,
    account: Account,
    nowMs: number,
  ): Promise<ApiResponse> {
    let finish = (): void => {}
    this.underWay.set(key, { fingerprint, ended: new Promise((resolve) => (finish = resolve)) })
    try {
      const decision = await this.operations.prepare(operation, account, nowMs)
      // A decision and the response about it are committed together.
      return this.transactions.run(() => {
        const response = responseOf(decision(), requestId)
        this.responses.keep(key, fingerprint, requestId, response, nowMs + this.limits.IDEMPOTENCY_SECONDS * 1000)
        return response
      })
    } finally {
      this.underWay.delete(key)
      finish()
    }
  }

  /**
   * Waits for a request with the same key that is in progress. Refuses if that takes too long or the requests differ.
   */
  private async waitForDuplicate(key: string, fingerprint: string, sinceMs: number): Promise<Refusal | null> {
    const duplicate = this.underWay.get(key)
    if (duplicate === undefined) return null
    if (duplicate.fingerprint !== fingerprint) return mismatch(key)
    const leftMs = sinceMs + this.limits.IDEMPOTENCY_WAIT_SECONDS * 1000 - Date.now()
    let timer: ReturnType<typeof setTimeout> | null = null
    const tooLong = new Promise<'too long'>((resolve) => (timer = setTimeout(() => resolve('too long'), leftMs)))
    const first = await Promise.race([duplicate.ended, tooLong])
    clearTimeout(timer)
    return first === 'too long' ? inProgress : null
  }
}

function responseOf(result: ReturnType<Decision>, requestId: string): ApiResponse {
  if (!result.ok) return refusalResponse(result.refusal, requestId)
  return {
    status: result.status,
    body: result.body,
    headers: {},
    code: null,
    conversionId: result.conversionId,
  }
}
