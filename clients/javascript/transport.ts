import { type ErrorBody, RowmillApiError, RowmillConnectionError } from './errors.ts'

export interface TransportOptions {
  readonly apiKey: string
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  /** The number of times that a request is retried after a transient error. */
  readonly retries: number
  readonly requestTimeoutMs: number
}

export interface RequestOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | null | undefined>>
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Added to the time limit of the request, because the service may wait that long before it responds. */
  readonly waitSeconds?: number
}

const firstPauseMs = 500
const pauseMsMax = 30_000

/** Sends JSON requests with the retries that the service documents. */
export class Transport {
  private readonly options: TransportOptions

  constructor(options: TransportOptions) {
    this.options = options
  }

  /** Returns the body of a successful response, or null if it has none. */
  async request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
    const init = this.initOf(method, options)
    const url = this.urlOf(path, options.query)
    return this.withRetries(options.signal, async () => {
      const response = await this.send(url, init, options)
      if (!response.ok) throw await apiErrorOf(response)
      // Reading the body is part of the attempt, because a connection may break in the middle.
      return (response.status === 204 ? null : await response.json()) as Body
    })
  }

  /** Repeats the attempt until it succeeds or fails permanently. */
  async withRetries<Result>(signal: AbortSignal | undefined, attempt: () => Promise<Result>): Promise<Result> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        signal?.throwIfAborted()
        if (tries >= this.options.retries || !mayPass(error)) throw asConnectionError(error)
        await pause(pauseMsAfter(error, tries), signal)
      }
    }
  }

  private urlOf(path: string, query: RequestOptions['query'] = {}): string {
    const url = new URL(this.options.baseUrl.replace(/\/+$/, '') + path)
    for (const [name, value] of Object.entries(query))
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value))
    return url.href
  }

  private initOf(method: string, { body, idempotencyKey }: RequestOptions): RequestInit {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.options.apiKey}`,
      accept: 'application/json',
    }
    if (body !== undefined) headers['content-type'] = 'application/json'
    // All attempts of a request share a key, so the service runs it once.
    if (method === 'POST') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
    return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  }

  private send(url: string, init: RequestInit, { signal, waitSeconds = 0 }: RequestOptions): Promise<Response> {
    const timeout = AbortSignal.timeout(this.options.requestTimeoutMs + waitSeconds * 1000)
    return this.options.fetch(url, { ...init, signal: signal === undefined ? timeout : anyOf(signal, timeout) })
  }
}

/** Joins two signals. `AbortSignal.any` is missing in some browsers that support everything else. */
function anyOf(signal: AbortSignal, timeout: AbortSignal): AbortSignal {
  if (typeof AbortSignal.any === 'function') return AbortSignal.any([signal, timeout])
  const controller = new AbortController()
  for (const one of [signal, timeout]) one.addEventListener('abort', () => controller.abort(one.reason), { once: true })
  if (signal.aborted) controller.abort(signal.reason)
  return controller.signal
}

async function apiErrorOf(response: Response): Promise<RowmillApiError> {
  const body: unknown = await response.json().catch(() => null)
  const error = (body as { error?: ErrorBody } | null)?.error ?? {}
  return new RowmillApiError(response.status, error, response.headers)
}

const codesThatPass = new Set(['rate_limited', 'too_many_active', 'request_in_progress'])

/**
 * Tests whether an error may pass, as the service's retry guidance says. A response outside of it is treated as a lost
 * connection.
 */
function mayPass(error: unknown): boolean {
  if (error instanceof RowmillApiError) return error.status >= 500 || codesThatPass.has(error.code)
  return !(error instanceof RowmillConnectionError)
}

function asConnectionError(error: unknown): unknown {
  if (error instanceof RowmillApiError || error instanceof RowmillConnectionError) return error
  const reason = error instanceof Error ? reasonOf(error) : String(error)
  return new RowmillConnectionError(`The service cannot be reached: ${reason}`, { cause: error })
}

/**
 * Returns the reason of a failed fetch. The message of Node's fetch is only "fetch failed", and the cause has the
 * reason.
 */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message

function pauseMsAfter(error: unknown, tries: number): number {
  const seconds = error instanceof RowmillApiError ? error.retryAfterSeconds : null
  if (seconds !== null) return seconds * 1000
  const doubled = Math.min(pauseMsMax, firstPauseMs * 2 ** tries)
  // Random delays keep disconnected clients from returning all at once.
  return doubled / 2 + Math.random() * (doubled / 2)
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
