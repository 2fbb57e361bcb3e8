import { setTimeout as wait } from 'node:timers/promises'
import type { Progress } from '../../src/contract/conversion.ts'
import type { RunOutcome, RunReply } from '../../src/contract/run.ts'

/** Reports that the account object has ended this attempt: a cancel, a deletion, a newer attempt or the time limit. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

/** Reports that the upload has changed since the conversion started, or was deleted. */
export class InputChanged extends Error {
  override readonly name = 'InputChanged'
}

/** Reports a request that the Worker refuses and would refuse again. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export interface StoredObject {
  readonly etag: string
  readonly bytes: number
}

export interface UploadedPart {
  readonly partNumber: number
  readonly etag: string
}

export type Target = 'input' | 'output' | 'rejects'

const retryWaitsMs = [100, 300, 1000, 3000, 5000, 10_000, 10_000]
const requestTimeoutMs = 120_000

/** The routes of the run on the Worker. Each request is retried while the error may pass. */
export class RunApi {
  private readonly base: string
  private readonly capability: string
  private readonly signal: AbortSignal
  private readonly retryWaitsMs: readonly number[]

  constructor(origin: string, capability: string, signal: AbortSignal, waitsMs: readonly number[] = retryWaitsMs) {
    this.retryWaitsMs = waitsMs
    this.base = `${origin}/runs`
    this.capability = capability
    this.signal = signal
  }

  async readRange(etag: string, from: number, to: number): Promise<Uint8Array> {
    const headers = { range: `bytes=${from}-${to - 1}`, 'if-match': `"${etag}"` }
    return this.tried('GET', '/input', { headers }, async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (bytes.length !== to - from) throw new Error(`A range of ${to - from} bytes came as ${bytes.length}`)
      return bytes
    })
  }

  putWhole(target: Target, bytes: Uint8Array<ArrayBuffer>): Promise<StoredObject> {
    return this.tried('PUT', `/${target}`, { body: bytes }, json<StoredObject>)
  }

  async beginUpload(target: Target): Promise<string> {
    const { upload } = await this.tried('POST', `/${target}/parts`, {}, json<{ upload: string }>)
    return upload
  }

  putPart(target: Target, upload: string, partNumber: number, bytes: Uint8Array<ArrayBuffer>): Promise<UploadedPart> {
    const path = `/${target}/parts/${partNumber}?upload=${encodeURIComponent(upload)}`
    return this.tried('PUT', path, { body: bytes }, json<UploadedPart>)
  }

  completeUpload(
    target: Target,
    upload: string,
    parts: readonly UploadedPart[],
    progress: Progress,
  ): Promise<StoredObject> {
    const path = `/${target}/complete?upload=${encodeURIComponent(upload)}`
    return this.tried('POST', path, asJson({ parts, progress }), json<StoredObject>)
  }

  async abortUpload(target: Target, upload: string): Promise<void> {
    const path = `${this.base}/${target}/parts?upload=${encodeURIComponent(upload)}`
    // This request is sent once and without the signal of the run, because the run has already been stopped.
    const signal = AbortSignal.timeout(2000)
    await fetch(path, { method: 'DELETE', headers: this.authorization, signal }).catch(() => undefined)
  }

  async reportProgress(progress: Progress): Promise<RunReply> {
    const { reply } = await this.tried('PUT', '/progress', asJson({ progress }), json<{ reply: RunReply }>)
    return reply
  }

  /**
   * Reports progress once. The next heartbeat includes the same progress, and a late one must not outlast the lease.
   */
  async heartbeat(progress: Progress, timeoutMs: number): Promise<RunReply> {
    const { body, headers } = asJson({ progress })
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(timeoutMs)])
    const path = '/progress'
    const response = await fetch(this.base + path, {
      method: 'PUT',
      headers: { ...headers, ...this.authorization },
      body,
      signal,
    })
    if (!response.ok) await refuse(response, `PUT ${path}`)
    return (await json<{ reply: RunReply }>(response)).reply
  }

  async reportFile(file: { name?: string; bytes: number; etag?: string }): Promise<RunReply> {
    const { reply } = await this.tried('PUT', '/file', asJson(file), json<{ reply: RunReply }>)
    return reply
  }

  async end(outcome: RunOutcome): Promise<RunReply> {
    const { reply } = await this.tried('PUT', '/end', asJson(outcome), json<{ reply: RunReply }>)
    return reply
  }

  /**
   * Fetches one response of a download through the Worker. An unreachable Worker is not an error of the file's server.
   */
  async fetchThrough(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const path = `${this.base}/download?url=${encodeURIComponent(url)}`
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(path, { headers: { ...headers, ...this.authorization }, signal })
        if (!isFromBetween(response) || attempt === this.retryWaitsMs.length) return response
        await response.body?.cancel()
      } catch (error) {
        if (signal.aborted || attempt === this.retryWaitsMs.length) throw error
      }
      await wait(this.retryWaitsMs[attempt], undefined, { signal })
    }
  }

  private get authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.capability}` }
  }

  private async tried<T>(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> | string },
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const signal = AbortSignal.any([this.signal, AbortSignal.timeout(requestTimeoutMs)])
        const headers = { ...init.headers, ...this.authorization }
        const { body = null } = init
        const response = await fetch(this.base + path, { method, headers, body, signal })
        if (response.ok) return await take(response)
        await refuse(response, `${method} ${path}`)
      } catch (error) {
        const waitMs = this.retryWaitsMs[attempt]
        if (isFinal(error) || this.signal.aborted || waitMs === undefined) throw error
        await wait(waitMs, undefined, { signal: this.signal })
      }
    }
  }
}

const asJson = (body: unknown): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

// The types come from the Worker's own routes.
const json = async <T>(response: Response): Promise<T> => (await response.json()) as T

/**
 * Tests for a response of a proxy between the engine and the Worker, which has no information about the file. The
 * Worker itself explains its errors in JSON.
 */
const isFromBetween = ({ status, headers }: Response): boolean =>
  status >= 500 && headers.get('content-type')?.startsWith('application/json') !== true

const isFinal = (error: unknown): boolean =>
  error instanceof RunStopped || error instanceof InputChanged || error instanceof Refused

async function refuse(response: Response, request: string): Promise<never> {
  const text = await response.text().catch(() => '')
  const isInput = request === 'GET /input'
  if (response.status === 409) throw new RunStopped('This attempt is no longer the current one')
  if (isInput && [404, 412, 416].includes(response.status)) throw new InputChanged(text)
  const message = `${request} returned ${response.status}: ${text.slice(0, 500)}`
  // A retry would be refused again, but an error of the other side may pass.
  throw response.status < 500 && response.status !== 429 && response.status !== 408
    ? new Refused(message)
    : new Error(message)
}
