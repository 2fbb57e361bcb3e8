import type { CodeEntry } from './code-entry.ts'

interface ApiErrorEntry extends CodeEntry {
  /** The status of the response, or null if it depends on the error. */
  readonly status: number | null
}

/** Codes of `error.code` in a response that is not 2xx. */
export const apiErrors = {
  unauthenticated: {
    status: 401,
    cause: 'The request has no `Authorization` header, or its key is wrong or has been revoked.',
    remedy: 'Send `Authorization: Bearer rm_key_…` with a key from your account.',
    example: 'The request has no API key. Send the key as Authorization: Bearer rm_key_…',
  },
  forbidden: {
    status: 403,
    cause: 'The token does not grant access to the API. Session tokens of the website are an example.',
    remedy: 'Create an API key in your account and send that.',
    example:
      'The token belongs to a browser that is signed in, and is not an API key. Create one in the settings of your account. Send the key as Authorization: Bearer rm_key_…',
  },
  suspended: {
    status: 403,
    cause: 'The account is suspended.',
    remedy: 'Contact support.',
    example: 'The account is suspended. Contact support.',
  },
  needs_pro: {
    status: 402,
    cause: 'The account has no paid plan.',
    remedy: 'Choose a paid plan in your account.',
    example: 'The API is part of the Pro plan. Upgrade in the settings of your account.',
  },
  over_quota: {
    status: 402,
    cause: 'The file is larger than the allowance left this month. Active conversions count with their bytes.',
    remedy: 'Wait for the next period, send a smaller file, or ask for a larger allowance.',
    example: 'This file needs 5.1 GB; you have 4.9 GB left until December 23.',
  },
  too_big: {
    status: 413,
    cause: 'The file is larger than the limit: 5 GiB by upload, 50 GiB by URL, 10 MB inline.',
    remedy: 'Split the file, or send it by `url`.',
    example:
      'This file has 6 GB. An upload may have at most 5 GiB (5,368,709,120 bytes). Send a file of up to 50 GiB by url.',
  },
  too_many_active: {
    status: 429,
    cause: 'Five conversions are queued or running already.',
    remedy: 'Wait for one to end. `Retry-After` gives the number of seconds.',
    example: '5 conversions are queued or running, which is the limit. Try again when one of them has ended.',
  },
  too_many_waiting: {
    status: 429,
    cause:
      'Too many uploads wait to be started: more than 100, or more than twice the bytes that the plan has left. Each waits for 24 hours.',
    remedy: 'Start, cancel or delete conversions whose status is `awaiting_upload`.',
    example:
      'Uploads of 4 GB wait to be started, and this one adds 2 GB. Only 5.6 GB may wait. Start, cancel or delete some first.',
  },
  too_many_cases: {
    status: 409,
    cause: 'Ten cases were opened for this conversion.',
    remedy: 'Wait for replies to the open cases.',
    example: 'A conversion has at most 10 cases. Wait for the replies to them.',
  },
  rate_limited: {
    status: 429,
    cause: 'More than 120 requests in a minute with this key.',
    remedy: 'Wait for `Retry-After` seconds. Use `?wait=30` or webhooks instead of a polling loop.',
    example: 'More than 120 requests in a minute with this key. Wait 12 seconds.',
  },
  invalid_request: {
    status: 422,
    cause: 'A field or a query parameter is missing, unknown or invalid. `fields` names each.',
    remedy: 'Correct the fields that the message names.',
    example: 'bytes must be an integer between 1 and 5,368,709,120; got "10"',
  },
  invalid_spec: {
    status: 422,
    cause: '`spec` is not a valid conversion spec. The message names every wrong path.',
    remedy: 'Correct the paths that the message names.',
    example: 'spec.output.dialect must be one of postgresql, mysql; got "postgres". Did you mean "postgresql"?',
  },
  invalid_url: {
    status: 422,
    cause: '`url` is not HTTPS on port 443 or 8443, or its host has an address that is not public.',
    remedy: 'Send an HTTPS URL that is reachable from the public internet.',
    example: 'The URL must begin with https://; got http:.',
  },
  idempotency_mismatch: {
    status: 422,
    cause: 'The `Idempotency-Key` was used for a different request in the last 24 hours.',
    remedy: 'Send a new key with every new request, and the same key only with a retry.',
    example:
      'The Idempotency-Key "import-7" was used in the last 24 hours with another method, path or body. Send the first request unchanged to get its response again, or this request with a new key.',
  },
  request_in_progress: {
    status: 409,
    cause: 'A request with this `Idempotency-Key` is still running after ten seconds.',
    remedy: 'Retry after `Retry-After` seconds.',
    example: 'A request with this Idempotency-Key is still running. Send this one again later to get its response.',
  },
  not_uploaded: {
    status: 409,
    cause: 'The file has not arrived completely, or its length differs from `bytes`.',
    remedy: 'Upload the file to `upload.url` with exactly `upload.headers`, then start again.',
    example:
      'No file of 5,000 bytes has been uploaded. Send it to upload.url with exactly the headers in upload.headers.',
  },
  already_started: {
    status: 409,
    cause: 'The conversion is queued, running or ended.',
    remedy: 'Read the conversion instead of starting it again.',
    example: 'A conversion can be started once, while it waits for its upload. This one is running. Read it instead.',
  },
  already_finished: {
    status: 409,
    cause: 'The conversion is done or failed.',
    remedy: 'Read the conversion. Delete it to remove its files.',
    example: 'A conversion that has ended cannot be canceled. This one is done. Delete it to remove its files.',
  },
  not_finished: {
    status: 409,
    cause: 'The conversion has not ended yet.',
    remedy: 'Wait for it to end, then send the case.',
    example: 'The conversion has not ended yet: it is running. Try again when it is done, failed or canceled.',
  },
  file_gone: {
    status: 409,
    cause: 'The file has been deleted or replaced, or has expired.',
    remedy: 'Convert the file again, and send the case within 24 hours.',
    example: 'The file has been deleted or replaced, or has expired. Set share to "report", or convert the file again.',
  },
  not_found: {
    status: 404,
    cause: 'The account has no conversion with this id, or the path does not exist.',
    remedy: 'Check the id and the path.',
    example:
      'There is no conversion with this id on the account. It may have been deleted, or belong to another account.',
  },
  method_not_allowed: {
    status: 405,
    cause: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
    example: 'This path does not support PUT. It supports GET, HEAD, POST.',
  },
  server_error: {
    status: 500,
    cause: 'Something failed in the service.',
    remedy: 'Retry with the same `Idempotency-Key`. If it happens again, send the request id to support.',
    example:
      'Something went wrong on the service’s side. Try again. If it happens again, quote the request id to support.',
  },
  http_error: {
    status: null,
    cause: 'The request failed with another HTTP error, which the status shows. 413 means that the body is too large.',
    remedy: 'Read the message.',
    example: 'A JSON body may have at most 64 KiB (65,536 bytes).',
  },
} as const satisfies Record<string, ApiErrorEntry>
