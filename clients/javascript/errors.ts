import type { ApiErrorCode, Conversion, FailureCode, Problem } from './types.ts'

/** The base class of every error of this client. */
export abstract class RowmillError extends Error {}

/** The service refused a request. `code` is stable; `message` is for people. */
export class RowmillApiError extends RowmillError {
  override readonly name = 'RowmillApiError'
  readonly status: number
  readonly code: ApiErrorCode
  /** The messages for each field, when the code is `invalid_request`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The id to quote when you contact support. */
  readonly requestId: string | null
  /** The entry of this code in the reference. */
  readonly docUrl: string | null
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: ErrorBody, headers: Headers) {
    super(body.message ?? `The service responded with status ${status}.`)
    this.status = status
    this.code = body.code ?? 'http_error'
    this.fields = body.fields ?? {}
    this.requestId = body.request_id ?? headers.get('x-request-id')
    this.docUrl = body.doc_url ?? null
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
  }
}

export interface ErrorBody {
  readonly code?: string
  readonly message?: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly request_id?: string
  readonly doc_url?: string
}

/** The service could not be reached, or the connection was lost, after every retry. */
export class RowmillConnectionError extends RowmillError {
  override readonly name = 'RowmillConnectionError'
}

/** The conversion ended as `failed`: the file cannot be converted as it is. */
export class ConversionFailedError extends RowmillError {
  override readonly name = 'ConversionFailedError'
  readonly conversion: Conversion
  readonly code: FailureCode
  readonly problems: readonly Problem[]

  constructor(conversion: Conversion) {
    super(conversion.error?.message ?? 'The conversion failed.')
    this.conversion = conversion
    this.code = conversion.error?.code ?? 'internal_error'
    this.problems = conversion.error?.problems ?? []
  }
}

/** The conversion was canceled while the client waited for it. */
export class ConversionCanceledError extends RowmillError {
  override readonly name = 'ConversionCanceledError'
  readonly conversion: Conversion

  constructor(conversion: Conversion) {
    super(`The conversion ${conversion.id} was canceled.`)
    this.conversion = conversion
  }
}

/** A webhook call that did not come from the service, or came too late. Respond with status 400. */
export class WebhookVerificationError extends RowmillError {
  override readonly name = 'WebhookVerificationError'
}

/** Reads `Retry-After` in seconds. The service never sends a date. */
function secondsOf(value: string | null): number | null {
  const seconds = Number(value ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
