import { setTimeout as wait } from 'node:timers/promises'
import type { Message } from '../../src/contract/catalog/message.ts'
import { runFailures } from '../../src/contract/catalog/run-failures.ts'
import type { FailureCode } from '../../src/contract/codes.ts'
import { redirectsMax, userAgent } from '../../src/url-safety/outgoing.ts'
import { canDecode, decoded, NotDecodable } from './decoded.ts'
import { headerText } from './header-text.ts'
import { type FetchHop, type Hop, HopRefused } from './hop.ts'

const { unreachable } = runFailures

export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure'
  declare readonly message: Message
  readonly code: FailureCode

  constructor(code: FailureCode, message: Message) {
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
  /** Aborts on a cancel, and at the time limit of the run. */
  readonly signal: AbortSignal
  readonly retryWaitsMs?: readonly number[]
}

export interface OpenDownload {
  /** The last URL after all redirects. */
  readonly url: string
  readonly disposition: string | null
  readonly bytes: number | null
  readonly chunks: AsyncIterable<Uint8Array>
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Downloads a file from a stranger's server. Every hop uses `fetchHop`, which checks it. Sizes are checked when the
 * server declares them and again as bytes arrive. After a broken connection, the download continues there if the file
 * is still the same.
 */
export async function openDownload(options: DownloadOptions): Promise<OpenDownload> {
  const overall = AbortSignal.any([options.signal, AbortSignal.timeout(options.limitMs)])
  const download = new Download(options, overall)
  const { hop, url } = await download.reach(options.url, 0)
  const { bytes, encoding } = traitsOf(hop)
  try {
    if (bytes !== null) download.checkSent(bytes, encoding)
    if (encoding !== null && !canDecode(encoding))
      throw new DownloadFailure('unreachable', unreachable.encoding(encoding))
  } catch (error) {
    hop.discard()
    throw error
  }
  const disposition = hop.header('content-disposition')
  const chunks = download.chunks(hop, url)
  if (encoding === null) return { url, disposition, bytes, chunks }
  // The declared length is that of the compressed body. The length of the file is unknown.
  return { url, disposition, bytes: null, chunks: download.decoded(chunks, encoding) }
}

class Download {
  private readonly options: DownloadOptions
  private readonly overall: AbortSignal
  private file: Traits = { etag: null, changedAt: null, bytes: null, encoding: null }

  constructor(options: DownloadOptions, overall: AbortSignal) {
    this.options = options
    this.overall = overall
  }

  /** Follows redirects to a response with a body, and retries errors that may pass. */
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

  async *chunks(first: Hop, url: string): AsyncIterable<Uint8Array> {
    this.file = traitsOf(first)
    let hop = first
    let arrived = 0
    let breaksInARow = 0
    for (;;) {
      const before = arrived
      try {
        for await (const chunk of this.unstalled(hop)) {
          arrived += chunk.length
          this.checkSent(arrived, this.file.encoding)
          yield chunk
        }
        if (this.file.bytes === null || arrived >= this.file.bytes) return
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

  async *decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
    let bytes = 0
    try {
      for await (const chunk of decoded(chunks, encoding)) {
        bytes += chunk.length
        this.checkSize(bytes, this.options.allowanceBytes)
        yield chunk
      }
    } catch (error) {
      if (!(error instanceof NotDecodable)) throw error
      throw new DownloadFailure('unreachable', unreachable.wrongEncoding(encoding, error.message))
    }
  }

  /** Checks the size. Decoding can make a file longer, and the monthly allowance counts the decoded file. */
  checkSent(bytes: number, encoding: string | null): void {
    this.checkSize(bytes, encoding === null ? this.options.allowanceBytes : Infinity)
  }

  private checkSize(bytes: number, allowanceBytes: number): void {
    const { bytesMax } = this.options
    if (bytes > bytesMax) throw new DownloadFailure('too_big', runFailures.too_big.download(bytesMax))
    if (bytes > allowanceBytes) {
      throw new DownloadFailure('over_quota', runFailures.over_quota.download(allowanceBytes))
    }
  }

  private async follow(from: string, offset: number): Promise<{ hop: Hop; url: string }> {
    let url = from
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const hop = await this.request(url, offset).catch((error: unknown) => {
        throw redirects > 0 && error instanceof HopRefused ? refusedRedirect(error) : error
      })
      if (!redirectStatuses.has(hop.status)) return { hop: this.accepted(hop, offset), url }
      const location = hop.header('location')
      hop.discard()
      const next = location === null ? null : URL.parse(headerText(location), url)
      if (next === null) throw new DownloadFailure('unreachable', unreachable.redirect)
      next.hash = ''
      url = next.href
    }
    throw new DownloadFailure('unreachable', unreachable.redirects(redirectsMax))
  }

  private async request(url: string, offset: number): Promise<Hop> {
    const range = offset === 0 ? {} : { range: `bytes=${offset}-`, 'if-range': validatorOf(this.file) ?? '' }
    const headers = { 'accept-encoding': 'identity', accept: '*/*', 'user-agent': userAgent, ...range }
    // The response must begin within the stall limit. Its body has a limit of its own.
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), this.options.stallMs)
    try {
      return await this.options.fetchHop(url, headers, AbortSignal.any([this.overall, silence.signal]))
    } catch (error) {
      // The runtime reports an abort without its reason, so the message names the cause.
      throw silence.signal.aborted ? new Error(unreachable.noResponse(this.options.stallMs / 1000)) : error
    } finally {
      clearTimeout(timer)
    }
  }

  private accepted(hop: Hop, offset: number): Hop {
    if (hop.status === 200 || (hop.status === 206 && offset > 0)) return hop
    hop.discard()
    const message = unreachable.status(hop.status)
    throw passingStatuses.has(hop.status) ? new Error(message) : new DownloadFailure('unreachable', message)
  }

  private async resume(url: string, offset: number): Promise<Hop> {
    if (validatorOf(this.file) === null && offset > 0) {
      throw new DownloadFailure('unreachable', unreachable.noResume)
    }
    const { hop } = await this.reach(url, offset)
    try {
      return offset === 0 ? this.begunAgain(hop) : this.joined(hop, offset)
    } catch (error) {
      hop.discard()
      throw error
    }
  }

  /**
   * Starts the download again, because no byte has arrived. The file may have changed since, but its encoding is known.
   */
  private begunAgain(hop: Hop): Hop {
    const traits = traitsOf(hop)
    if (traits.encoding !== this.file.encoding) throw changed()
    this.file = traits
    return hop
  }

  /**
   * Continues from the offset if the response is of the same file. Some servers ignore `If-Range`, so the response must
   * prove it.
   */
  private joined(hop: Hop, offset: number): Hop {
    const traits = traitsOf(hop)
    if (hop.status === 200 && validatorOf(traits) === validatorOf(this.file))
      return { ...hop, body: skipping(hop.body, offset) }
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(hop.header('content-range') ?? '')
    const total = range?.[2] === '*' ? null : Number(range?.[2])
    const isOther = isOtherFile(this.file, traits) || differs(this.file.bytes, total)
    if (hop.status !== 206 || range === null || Number(range[1]) !== offset || isOther) throw changed()
    // A partial response may end before the file does, so the end of the response proves nothing.
    const bytes = this.file.bytes ?? total
    if (bytes === null) throw new DownloadFailure('unreachable', unreachable.unknownLength)
    this.file = { ...this.file, bytes }
    return hop
  }

  /** Yields the body, and fails if nothing arrives for too long. */
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
          const stalled = new DownloadFailure('download_stalled', runFailures.download_stalled.silence(seconds))
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
    return new DownloadFailure('download_stalled', runFailures.download_stalled.tooLong(seconds))
  }
}

/** The properties that show whether a file on a server is still the same. */
interface Traits {
  readonly etag: string | null
  readonly changedAt: string | null
  /** The length of the body as sent. */
  readonly bytes: number | null
  readonly encoding: string | null
}

function traitsOf(hop: Hop): Traits {
  const length = Number(hop.header('content-length') ?? Number.NaN)
  return {
    etag: hop.header('etag'),
    changedAt: hop.header('last-modified'),
    bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
    encoding: encodingOf(hop.header('content-encoding')),
  }
}

function encodingOf(header: string | null): string | null {
  const encoding = header?.trim().toLowerCase() ?? ''
  return encoding === '' || encoding === 'identity' ? null : encoding
}

/** Returns the proof that a file is unchanged: a strong ETag, or else the time of its last change. */
const validatorOf = ({ etag, changedAt }: Traits): string | null =>
  etag !== null && !etag.startsWith('W/') ? etag : changedAt

/**
 * Tests whether the file has changed. Machines that serve the same file may report different times, so the ETag alone
 * decides if both responses have one.
 */
const isOtherFile = (before: Traits, now: Traits): boolean =>
  before.etag !== null && now.etag !== null ? before.etag !== now.etag : differs(before.changedAt, now.changedAt)

/** Tests whether two values differ. A missing value never counts as a difference. */
const differs = <T>(before: T | null, now: T | null): boolean => before !== null && now !== null && before !== now

async function* skipping(body: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

const refusedRedirect = ({ message }: HopRefused): DownloadFailure =>
  new DownloadFailure('unreachable', unreachable.refusedRedirect(message))

const changed = (): DownloadFailure => new DownloadFailure('unreachable', unreachable.changed)

function asUnreachable(error: unknown): DownloadFailure {
  if (error instanceof DownloadFailure) return error
  return new DownloadFailure('unreachable', unreachable.cause(causeOf(error)))
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.message} (${error.code})` : error.message
}
