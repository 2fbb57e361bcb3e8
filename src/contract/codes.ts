/** Every code that an API error can carry, and its status: the one table of both. */
export const statusOfCode = {
  unauthenticated: 401,
  forbidden: 403,
  suspended: 403,
  needs_pro: 402,
  over_quota: 402,
  too_big: 413,
  too_many_active: 429,
  rate_limited: 429,
  invalid_request: 422,
  invalid_spec: 422,
  invalid_url: 422,
  idempotency_mismatch: 422,
  request_in_progress: 409,
  not_uploaded: 409,
  already_started: 409,
  already_finished: 409,
  not_finished: 409,
  file_gone: 409,
  not_found: 404,
  method_not_allowed: 405,
  server_error: 500,
} as const satisfies Record<string, number>

/** `http_error` has whatever status the trouble has, so it stands outside the table. */
export type RefusalCode = keyof typeof statusOfCode
export type ApiErrorCode = RefusalCode | 'http_error'

/** What the engine says of a file that it cannot convert. */
export const engineFailureCodes = [
  'empty_file',
  'corrupt_file',
  'encrypted_file',
  'unsupported_format',
  'sheet_not_found',
  'no_columns',
  'invalid_spec',
] as const
export type EngineFailureCode = (typeof engineFailureCodes)[number]

/** What ends a conversion on the service's side of the fence. */
export const serviceFailureCodes = [
  'unreachable',
  'download_stalled',
  'too_big',
  'over_quota',
  'not_uploaded',
  'timed_out',
  'account_suspended',
  'internal_error',
] as const
export type ServiceFailureCode = (typeof serviceFailureCodes)[number]

export type FailureCode = EngineFailureCode | ServiceFailureCode
