import { type ApiErrorCode, statusOfCode } from '../../contract/codes.ts'

/** What each code tells its reader. A code without a sentence does not compile. */
export const causeOfCode: Readonly<Record<ApiErrorCode, string>> = {
  unauthenticated: 'No `Authorization` header, or a key that is wrong or has been revoked.',
  forbidden: 'A token that was not made for the API.',
  suspended: 'The account is suspended.',
  needs_pro: 'The account has no paid plan.',
  over_quota: 'The file is larger than what the plan has left this month.',
  too_big: 'The file is larger than a conversion takes: 5 GiB by upload, 50 GiB by its address.',
  too_many_active: 'Five conversions are queued or running already.',
  rate_limited: 'More than 120 requests in a minute with this key.',
  invalid_request: 'Fields are missing or invalid; `fields` names them.',
  invalid_spec: '`spec` is not a valid conversion spec; the message names every wrong path.',
  invalid_url: '`url` is not HTTPS on port 443 or 8443, or its host has an address that is not public.',
  idempotency_mismatch: 'The `Idempotency-Key` was used for a different request in the last 24 hours.',
  request_in_progress: 'A request with this `Idempotency-Key` is still running after ten seconds.',
  not_uploaded: 'The file has not arrived whole, or its length differs from `bytes`.',
  already_started: 'The conversion is queued, running or ended. Read it instead of trying again.',
  already_finished: 'The conversion is done or failed.',
  not_finished: 'The conversion has not ended yet.',
  file_gone: 'The file has been deleted or replaced, or has expired.',
  not_found: 'No conversion with this id on the account, or no such path.',
  method_not_allowed: 'The path exists, but not with this method; `Allow` names those that do.',
  http_error: 'Another HTTP error; its status tells which.',
  server_error: 'A failure on the service’s side. Quote the request id to support.',
}

/** The one status that `http_error` goes with. */
const httpErrorStatus = 413
const exampleRequestId = 'req_01JD0000000000000000000000'

export const statusOf = (code: ApiErrorCode): number => (code === 'http_error' ? httpErrorStatus : statusOfCode[code])

export function exampleOf(code: ApiErrorCode): object {
  const fields = code === 'invalid_request' ? { fields: { bytes: ['must be 1 or more'] } } : {}
  return { error: { code, message: causeOfCode[code].replaceAll('`', ''), ...fields, request_id: exampleRequestId } }
}
