import type { ApiErrorCode } from './codes.ts'

/** A refusal is decided before anything happens, and is a value: only bugs throw. */
export interface Refusal {
  readonly code: ApiErrorCode
  /** Only with `http_error`, whose status the code does not tell. */
  readonly status?: number
  readonly message: string
  /** Only with `invalid_request`: field name to messages. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly retryAfterSeconds?: number
}
