import type { Message } from './catalog/message.ts'
import { type RefusalCode, statusOfCode } from './codes.ts'
import type { ConversionId } from './ids.ts'

/** A refusal is decided before any work begins. It is a value, because only bugs throw. */
export type Refusal = {
  readonly message: Message
  /** The messages by field, with `invalid_request` only. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly retryAfterSeconds?: number
} & (
  | { readonly code: RefusalCode }
  /** The only code that does not determine its status. */
  | { readonly code: 'http_error'; readonly status: number }
)

/** The response as it is sent. Bodies are text, so that a replay is the same byte for byte. */
export interface ApiResponse {
  readonly status: number
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly code: string | null
  /** The conversion in the response that was not in the request, for the logs. */
  readonly conversionId: ConversionId | null
}

/** Returns a refusal as JSON. No error body is made anywhere else. */
export function refusalResponse(refusal: Refusal, requestId: string): ApiResponse {
  const { code, message, fields, retryAfterSeconds } = refusal
  const error = { code, message, ...(fields === undefined ? {} : { fields }), request_id: requestId }
  return {
    status: refusal.code === 'http_error' ? refusal.status : statusOfCode(refusal.code),
    body: JSON.stringify({ error }),
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    code,
    conversionId: null,
  }
}
