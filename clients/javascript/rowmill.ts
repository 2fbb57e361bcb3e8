import { ConvertedFile } from './converted-file.ts'
import {
  ConversionCanceledError,
  ConversionFailedError,
  RowmillApiError,
  RowmillConnectionError,
  RowmillError,
  WebhookVerificationError,
} from './errors.ts'
import { type FileInput, type InputFile, openInput } from './input-file.ts'
import { checkOptions } from './options.ts'
import { pause, type RequestOptions, Transport } from './transport.ts'
import type { Conversion, Dialect, Progress, SpecInput, Status, SupportCase, Usage } from './types.ts'
import { verifyWebhook } from './webhook.ts'

export {
  ConversionCanceledError,
  ConversionFailedError,
  ConvertedFile,
  RowmillApiError,
  RowmillConnectionError,
  RowmillError,
  verifyWebhook,
  WebhookVerificationError,
}
export type { FileInput }
export type {
  ApiErrorCode,
  Conversion,
  DetectedInput,
  Dialect,
  FailureCode,
  Fix,
  InputFormat,
  Problem,
  Progress,
  Report,
  ReportColumn,
  RowCounts,
  SpecInput,
  Status,
  SupportCase,
  Usage,
  WebhookEvent,
} from './types.ts'

export const defaultBaseUrl = 'https://api.rowmill.example/v1'

export interface RowmillOptions {
  /** The API key, `rm_key_…`. */
  readonly apiKey: string
  readonly baseUrl?: string
  /** The number of times that a request is retried after a lost connection, 429 or 5xx. The default is 5. */
  readonly retries?: number
  readonly requestTimeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export interface ConvertOptions {
  /** The target database, the same as `spec.output.dialect`. */
  readonly to?: Dialect
  readonly spec?: Omit<SpecInput, 'output'> & { readonly output?: Partial<SpecInput['output']> }
  /** The file's name. It is required for bytes and streams if only the name shows the format. */
  readonly name?: string
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
  readonly onProgress?: (progress: ConvertProgress) => void
}

export type ConvertProgress =
  | { readonly phase: 'uploading'; readonly bytesSent: number; readonly bytesTotal: number }
  | { readonly phase: 'queued' }
  | ({ readonly phase: 'converting' } & Progress)

export interface ListOptions {
  readonly limit?: number
  readonly status?: Status
  readonly cursor?: string
  readonly signal?: AbortSignal
}

export interface Page {
  readonly data: Conversion[]
  readonly meta: { readonly next_cursor: string | null }
}

interface CallOptions {
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}

interface CaseOptions extends CallOptions {
  readonly share?: 'file' | 'report'
  readonly email?: string
  readonly note?: string
}

/** The three ways to send a file to the service. */
type NewConversion =
  | { readonly name: string; readonly bytes: number; readonly spec: SpecInput }
  | { readonly url: string; readonly name?: string; readonly spec: SpecInput }
  | {
      readonly name: string
      readonly content: string
      readonly content_encoding?: 'text' | 'base64'
      readonly spec: SpecInput
    }

interface WaitOptions {
  /** How long the response may wait for the end of the conversion, at most 60. An upload is opened without it. */
  readonly waitSeconds?: number
}

const callNames = { signal: true, idempotencyKey: true } as const
const waitNames = { signal: true, onProgress: true } as const
const pageNames = { limit: true, status: true, signal: true } as const

const inlineBytesMax = 1 << 20
const longWaitSeconds = 20
const waitMsMin = 250
const waitMsMax = 3000
const uploadTriesMax = 5

/**
 * The client of the Rowmill API. It only needs `fetch` and `crypto`, and runs in Node 20, Deno, Bun, browsers and
 * Workers.
 */
export class Rowmill {
  private readonly transport: Transport
  private readonly fetch: typeof globalThis.fetch

  constructor(options: RowmillOptions) {
    // JavaScript may call this without options.
    const { apiKey, baseUrl, retries, requestTimeoutMs, fetch }: Partial<RowmillOptions> = options ?? {}
    checkOptions<RowmillOptions>('new Rowmill', options ?? {}, {
      apiKey: true,
      baseUrl: true,
      retries: true,
      requestTimeoutMs: true,
      fetch: true,
    })
    if (typeof apiKey !== 'string' || apiKey === '')
      throw new TypeError('new Rowmill({ apiKey }) needs an API key. Create one in your account settings.')
    // `fetch` would show the key in its error.
    if (!/^[!-~]+$/.test(apiKey))
      throw new TypeError('The API key has spaces, line breaks or other characters that no key has.')
    if (baseUrl !== undefined && !/^https?:\/\//.test(baseUrl))
      throw new TypeError(`baseUrl must begin with https://; got "${baseUrl}".`)
    this.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init))
    this.transport = new Transport({
      apiKey,
      baseUrl: baseUrl ?? defaultBaseUrl,
      fetch: this.fetch,
      retries: retries ?? 5,
      requestTimeoutMs: requestTimeoutMs ?? 30_000,
    })
  }

  /** Uploads a file (or has the service download an http URL), waits for the conversion, and returns its output. */
  async convert(input: FileInput | URL, options: ConvertOptions): Promise<ConvertedFile> {
    checkOptions<ConvertOptions>('convert', options ?? {}, {
      to: true,
      spec: true,
      name: true,
      ...waitNames,
      idempotencyKey: true,
    })
    const spec = specOf({ ...options })
    const source = typeof input === 'string' && /^https?:\/\//i.test(input) ? new URL(input) : input
    const started =
      source instanceof URL ? await this.openUrl(source, spec, options) : await this.send(source, spec, options)
    const ended = hasEnded(started) ? started : await this.wait(started.id, waitOptions(options))
    if (ended.status === 'failed') throw new ConversionFailedError(ended)
    if (ended.status !== 'done' || ended.report === null) throw new ConversionCanceledError(ended)
    return this.converted(ended)
  }

  /** Waits until the conversion ends in any way. */
  async wait(id: string, options: Pick<ConvertOptions, 'signal' | 'onProgress'> = {}): Promise<Conversion> {
    checkOptions<typeof options>('wait', options, waitNames)
    const { signal, onProgress } = options
    for (let waitMs = waitMsMin; ; waitMs = Math.min(waitMsMax, waitMs * 1.5)) {
      // Progress needs frequent responses. Without it, one response waits for the end.
      const waitSeconds = onProgress === undefined ? longWaitSeconds : 0
      const conversion = await this.getConversion(id, given({ signal, waitSeconds }))
      if (hasEnded(conversion)) return conversion
      if (conversion.progress !== null) onProgress?.({ phase: 'converting', ...conversion.progress })
      else if (conversion.status === 'queued') onProgress?.({ phase: 'queued' })
      await pause(waitMs, signal)
    }
  }

  /** Opens a conversion for an upload of `bytes` bytes, a URL, or content in the request. */
  async createConversion(body: NewConversion, options: WaitOptions & CallOptions = {}): Promise<Conversion> {
    checkOptions<WaitOptions & CallOptions>('createConversion', options, { waitSeconds: true, ...callNames })
    return this.data('POST', '/conversions', { ...waiting(options), body })
  }

  async startConversion(id: string, options: CallOptions = {}): Promise<Conversion> {
    checkOptions<CallOptions>('startConversion', options, callNames)
    return this.data('POST', `${pathOf(id)}/start`, options)
  }

  async getConversion(id: string, options: WaitOptions & Pick<CallOptions, 'signal'> = {}): Promise<Conversion> {
    checkOptions<typeof options>('getConversion', options, { waitSeconds: true, signal: true })
    return this.data('GET', pathOf(id), waiting(options))
  }

  async cancelConversion(id: string, options: CallOptions = {}): Promise<Conversion> {
    checkOptions<CallOptions>('cancelConversion', options, callNames)
    return this.data('POST', `${pathOf(id)}/cancel`, options)
  }

  /** Deletes the conversion and its files immediately. */
  async deleteConversion(id: string, options: CallOptions = {}): Promise<void> {
    checkOptions<CallOptions>('deleteConversion', options, callNames)
    const { signal } = options
    await this.transport.request('DELETE', pathOf(id), given({ signal }))
  }

  /** Returns a page of conversions, newest first. */
  async listConversions(options: ListOptions = {}): Promise<Page> {
    checkOptions<ListOptions>('listConversions', options, { ...pageNames, cursor: true })
    const { limit, status, cursor, signal } = options
    return this.transport.request('GET', '/conversions', given({ query: { limit, status, cursor }, signal }))
  }

  /** Iterates over every conversion, newest first, one page at a time. */
  async *conversions(options: Omit<ListOptions, 'cursor'> = {}): AsyncGenerator<Conversion, void> {
    checkOptions<typeof options>('conversions', options, pageNames)
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Page = await this.listConversions({ ...options, ...given({ cursor }) })
      yield* page.data
      cursor = page.meta.next_cursor
    }
  }

  /** Sends an ended conversion to support. Only call it with the consent of the file's owner. */
  async createCase(id: string, allOptions: CaseOptions = {}): Promise<SupportCase> {
    checkOptions<CaseOptions>('createCase', allOptions, { share: true, email: true, note: true, ...callNames })
    const { share, email, note, ...options } = allOptions
    const body = { consent: true, ...given({ share, email, note }) }
    return this.data('POST', `${pathOf(id)}/cases`, { ...options, body })
  }

  async getUsage(options: CallOptions = {}): Promise<Usage> {
    checkOptions<CallOptions>('getUsage', options, callNames)
    const { signal } = options
    return this.data('GET', '/usage', given({ signal }))
  }

  /** Returns the output of a conversion that is `done`. */
  converted(conversion: Conversion): ConvertedFile {
    if (conversion.report === null || conversion.status !== 'done')
      throw new TypeError(`The conversion ${conversion.id} is ${conversion.status}; only a done one has an output.`)
    return new ConvertedFile(conversion, conversion.report, async (fresh) => {
      const { output } = fresh ? await this.getConversion(conversion.id) : conversion
      return output === null
        ? new Response(null, { status: 410 })
        : this.transport.withRetries(undefined, () => this.fetch(output.url))
    })
  }

  private openUrl(url: URL, spec: SpecInput, { name, signal, idempotencyKey }: ConvertOptions): Promise<Conversion> {
    return this.createConversion({ url: url.href, spec, ...given({ name }) }, given({ signal, idempotencyKey }))
  }

  /** A small file is sent in the request, whose response waits for the end. That is one request instead of four. */
  private async send(input: FileInput, spec: SpecInput, options: ConvertOptions): Promise<Conversion> {
    const file = await openInput(input)
    const { signal, idempotencyKey, onProgress } = options
    const name = options.name ?? file.name ?? 'file'
    if (file.bytes === 0 || file.bytes > inlineBytesMax) return this.upload(file, name, spec, options)
    const sent = (bytesSent: number): void => onProgress?.({ phase: 'uploading', bytesSent, bytesTotal: file.bytes })
    const content = base64(new Uint8Array(await new Response(await file.body(sent)).arrayBuffer()))
    const body = { name, content, content_encoding: 'base64', spec } as const
    return this.createConversion(body, given({ signal, idempotencyKey, waitSeconds: longWaitSeconds }))
  }

  private async upload(file: InputFile, name: string, spec: SpecInput, options: ConvertOptions): Promise<Conversion> {
    const { signal, idempotencyKey } = options
    const opened = await this.createConversion({ name, bytes: file.bytes, spec }, given({ signal, idempotencyKey }))
    await this.put(opened, file, options)
    return this.startConversion(opened.id, given({ signal }))
  }

  /** Repeating the PUT replaces the file, so a lost connection only costs a repeated upload. */
  private async put(
    { id, upload }: Conversion,
    file: InputFile,
    { signal, onProgress }: ConvertOptions,
  ): Promise<void> {
    if (upload === null) throw new TypeError(`The conversion ${id} takes no upload.`)
    const sent = (bytesSent: number): void => onProgress?.({ phase: 'uploading', bytesSent, bytesTotal: file.bytes })
    for (let tries = 1; ; tries++) {
      const response = await this.tryPut(upload, file, sent, signal)
      if (response?.ok === true) {
        await response.body?.cancel()
        sent(file.bytes)
        return
      }
      if (response !== null && response.status < 500)
        throw new RowmillApiError(response.status, { message: await uploadRefusal(response) }, response.headers)
      await response?.body?.cancel()
      if (tries === uploadTriesMax) throw new RowmillConnectionError('The upload was interrupted too often.')
      await pause(500 * 2 ** tries, signal)
    }
  }

  /** Returns null if the connection was lost. */
  private async tryPut(
    { url, headers }: NonNullable<Conversion['upload']>,
    file: InputFile,
    sent: (bytes: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<Response | null> {
    const body = await file.body(sent)
    // Node sends a stream only with `duplex`, and with the length that the signature covers.
    const isStream = body instanceof ReadableStream
    const init: RequestInit & { duplex?: 'half' } = {
      method: 'PUT',
      headers: isStream ? { ...headers, 'content-length': String(file.bytes) } : headers,
      body,
      ...(isStream ? { duplex: 'half' } : {}),
      ...given({ signal }),
    }
    try {
      return await this.fetch(url, init)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof RowmillError) throw error
      return null
    }
  }

  private async data<Data>(method: string, path: string, options: RequestOptions): Promise<Data> {
    const { data } = await this.transport.request<{ data: Data }>(method, path, options)
    return data
  }
}

/** The storage refuses an upload in XML, whose message says why. */
async function uploadRefusal(response: Response): Promise<string> {
  const reason = /<Message>([^<]+)/.exec(await response.text().catch(() => ''))?.[1]
  const advice = /expired/i.test(reason ?? '') ? '. Open a new conversion, whose upload.url is valid for one hour' : ''
  return `The upload was refused with status ${response.status}${reason === undefined ? '' : `: ${reason}`}${advice}`
}

const hasEnded = ({ status }: Conversion): boolean => ['done', 'failed', 'canceled'].includes(status)

const waiting = ({ waitSeconds, ...options }: WaitOptions & CallOptions): RequestOptions =>
  waitSeconds === undefined || waitSeconds === 0 ? options : { ...options, waitSeconds, query: { wait: waitSeconds } }

/** Encodes in pieces, because a function takes a limited number of arguments. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

function pathOf(id: unknown): string {
  if (typeof id !== 'string' || id === '')
    throw new TypeError(
      `The id of a conversion must be a string, such as conversion.id; got ${id === '' ? '""' : typeof id}.`,
    )
  return `/conversions/${encodeURIComponent(id)}`
}

const waitOptions = ({ signal, onProgress }: ConvertOptions): Pick<ConvertOptions, 'signal' | 'onProgress'> =>
  given({ signal, onProgress })

function specOf({ to, spec }: ConvertOptions): SpecInput {
  const dialect = to ?? spec?.output?.dialect
  if (dialect === undefined) throw new TypeError('convert needs `to`, the database to write for, such as "postgresql".')
  return { ...spec, output: { ...spec?.output, dialect } }
}

type Given<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> }

/** Leaves out undefined values. */
function given<Options extends object>(options: Options): Given<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<Options>
}
