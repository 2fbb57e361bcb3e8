import { setTimeout as wait } from 'node:timers/promises'
import type { FailureCode } from '../../src/contract/codes.ts'
import { type FetchHop, type Hop, HopRefused } from './hop.ts'

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface DownloadOptions {
  readonly url: string
  readonly fetchHop: FetchHop
  readonly stallMs: number
  readonly limitMs: number
  readonly bytesMax: number
  readonly allowanceBytes: number
  /** Cancel, and the run's own time limit. */
  readonly signal: AbortSignal
  readonly retryWaitsMs?: readonly number[]
}

export interface OpenDownload {
  /** Where the redirects ended. */
  readonly url: string
  readonly disposition: string | null
  readonly bytes: number | null
  readonly chunks: AsyncIterable<Uint8Array>
}

const redirectsMax = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * A file from a stranger's server. Every hop goes through `fetchHop`, which checks it; sizes are checked when told and
 * again as they arrive; a broken connection goes on where it broke if the file is still the same.
 */
export async function openDownload(options: DownloadOptions): Promise<OpenDownload> {
  const overall = AbortSignal.any([options.signal, AbortSignal.timeout(options.limitMs)])
  const download = new Download(options, overall)
  const { hop, url } = await download.reach(options.url, 0)
  const length = Number(hop.header('content-length') ?? Number.NaN)
  const bytes = Number.isSafeInteger(length) && length >= 0 ? length : null
  try {
    if (bytes !== null) download.checkSize(bytes)
  } catch (error) {
    hop.discard()
    throw error
  }
  return { url, disposition: hop.header('content-disposition'), bytes, chunks: download.chunks(hop, url, bytes) }
}

class Download {
  private readonly options: DownloadOptions
  private readonly overall: AbortSignal
  private validator: string | null = null

  constructor(options: DownloadOptions, overall: AbortSignal) {
    this.options = options
    this.overall = overall
  }

  /** Follows redirects to an answer with a body, trying again what may pass. */
  async reach(from: string, offset: number): Promise<{ hop: Hop; url: string }> {
    const waits = this.options.retryWaitsMs ?? [500, 2000]
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.follow(from, offset)
      } catch (error) {
        if (this.overall.aborted) throw this.timeIsUp(error)
        const waitMs = waits[attempt]
        if (error instanceof DownloadFailure || waitMs === undefined) throw asUnreachable(error)
        if (error instanceof HopRefused) throw asUnreachable(error)
        await wait(waitMs, undefined, { signal: this.overall }).catch((aborted: unknown) => {
          throw this.timeIsUp(aborted)
        })
      }
    }
  }

  async *chunks(first: Hop, url: string, bytes: number | null): AsyncIterable<Uint8Array> {
    this.validator = validatorOf(first)
    let hop = first
    let arrived = 0
    let breaksInARow = 0
    for (;;) {
      const before = arrived
      try {
        for await (const chunk of this.unstalled(hop)) {
          arrived += chunk.length
          this.checkSize(arrived)
          yield chunk
        }
        if (bytes === null || arrived >= bytes) return
        throw new Error('The connection ended early')
      } catch (error) {
        if (error instanceof DownloadFailure) throw error
        if (this.overall.aborted) throw this.timeIsUp(error)
        breaksInARow = arrived > before ? 1 : breaksInARow + 1
        if (breaksInARow > 3) throw asUnreachable(error)
      } finally {
        hop.discard()
      }
      hop = await this.resume(url, arrived)
    }
  }

  checkSize(bytes: number): void {
    const { bytesMax, allowanceBytes } = this.options
    if (bytes > bytesMax) throw new DownloadFailure('too_big', `The file is larger than ${bytesMax} bytes.`)
    if (bytes > allowanceBytes) {
      throw new DownloadFailure('over_quota', `The file is larger than the ${allowanceBytes} bytes left this month.`)
    }
  }

  private async follow(from: string, offset: number): Promise<{ hop: Hop; url: string }> {
    let url = from
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const hop = await this.ask(url, offset)
      if (!redirectStatuses.has(hop.status)) return { hop: this.accepted(hop, offset), url }
      const location = hop.header('location')
      hop.discard()
      const next = location === null ? null : URL.parse(location, url)
      if (next === null) throw new DownloadFailure('unreachable', 'A redirect names no address.')
      next.hash = ''
      url = next.href
    }
    throw new DownloadFailure('unreachable', `There were more than ${redirectsMax} redirects.`)
  }

  private async ask(url: string, offset: number): Promise<Hop> {
    const range = offset === 0 ? {} : { range: `bytes=${offset}-`, 'if-range': this.validator ?? '' }
    const headers = { 'accept-encoding': 'identity', accept: '*/*', 'user-agent': 'Rowmill/1', ...range }
    // The answer must begin within the stall limit; its body has a watch of its own.
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new Error('No answer')), this.options.stallMs)
    try {
      return await this.options.fetchHop(url, headers, AbortSignal.any([this.overall, silence.signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  private accepted(hop: Hop, offset: number): Hop {
    if (hop.status === 200 || (hop.status === 206 && offset > 0)) return hop
    hop.discard()
    const message = `The server answered ${hop.status}.`
    throw passingStatuses.has(hop.status) ? new Error(message) : new DownloadFailure('unreachable', message)
  }

  private async resume(url: string, offset: number): Promise<Hop> {
    if (this.validator === null && offset > 0) {
      throw new DownloadFailure('unreachable', 'The connection broke, and the server cannot go on where it did.')
    }
    const { hop } = await this.reach(url, offset)
    if (offset === 0) {
      this.validator = validatorOf(hop)
      return hop
    }
    if (hop.status === 206 && hop.header('content-range')?.startsWith(`bytes ${offset}-`) === true) return hop
    if (validatorOf(hop) === this.validator && hop.status === 200) return { ...hop, body: skipping(hop.body, offset) }
    hop.discard()
    throw new DownloadFailure('unreachable', 'The file changed while it was being downloaded.')
  }

  /** The body, as long as something arrives now and then. */
  private async *unstalled(hop: Hop): AsyncIterable<Uint8Array> {
    const chunks = hop.body[Symbol.asyncIterator]()
    for (;;) {
      const next = await this.orStalled(chunks.next())
      if (next.done === true) return
      yield next.value
    }
  }

  private async orStalled<T>(next: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    let stop: (() => void) | undefined
    next.catch(() => undefined)
    try {
      return await Promise.race([
        next,
        new Promise<never>((_, reject) => {
          const seconds = this.options.stallMs / 1000
          const stalled = new DownloadFailure('download_stalled', `Nothing arrived for ${seconds} seconds.`)
          timer = setTimeout(() => reject(stalled), this.options.stallMs)
          stop = () => reject(this.timeIsUp(this.overall.reason))
          this.overall.addEventListener('abort', stop)
        }),
      ])
    } finally {
      clearTimeout(timer)
      if (stop !== undefined) this.overall.removeEventListener('abort', stop)
    }
  }

  private timeIsUp(error: unknown): unknown {
    if (this.options.signal.aborted) return error
    const seconds = this.options.limitMs / 1000
    return new DownloadFailure('download_stalled', `The download took longer than ${seconds} seconds.`)
  }
}

/** What proves that the file is still the same: a strong ETag, or else the time of its last change. */
function validatorOf(hop: Hop): string | null {
  const etag = hop.header('etag')
  return etag !== null && !etag.startsWith('W/') ? etag : hop.header('last-modified')
}

async function* skipping(body: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

function asUnreachable(error: unknown): DownloadFailure {
  if (error instanceof DownloadFailure) return error
  return new DownloadFailure('unreachable', `The file could not be downloaded: ${causeOf(error)}`)
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.message} (${error.code})` : error.message
}
