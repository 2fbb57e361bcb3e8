import type { ApiErrorCode, FailureCode } from '../../contract/codes.ts'

/** What to do about each error of the API. */
export const remedyOfCode: Readonly<Record<ApiErrorCode, string>> = {
  unauthenticated:
    'Send `Authorization: Bearer rm_key_…` with a key from your account. Create a new key if yours was revoked.',
  forbidden: 'Use an API key. Session tokens and other tokens are refused.',
  suspended: 'Sign in to read the reason, then write to support.',
  needs_pro: 'Upgrade to Pro on the plan page, or convert in the browser or with the command line.',
  over_quota: 'Wait for the next billing month (`GET /usage`), or ask for a larger allowance.',
  too_big: 'Split the file, compress it, or send it by `url`, which takes up to 50 GiB.',
  too_many_active: 'Wait `Retry-After` seconds and send the request again, or cancel a conversion.',
  rate_limited: 'Wait `Retry-After` seconds. Use a webhook instead of reading conversions in a loop.',
  invalid_request: 'Read `error.fields`: it lists each field with what is wrong.',
  invalid_spec: 'Correct each path that the message names. Unknown fields are refused, so check for typos.',
  invalid_url: 'Use a public HTTPS URL on port 443 or 8443, or upload the file.',
  idempotency_mismatch: 'Use a new `Idempotency-Key` for each different request.',
  request_in_progress: 'Wait a moment and send the same request with the same key again.',
  not_uploaded: 'PUT the whole file to `upload.url`, check that its length equals `bytes`, then start again.',
  already_started: 'Read the conversion. Do not retry.',
  already_finished: 'Nothing to cancel. Read the conversion, or delete it.',
  not_finished: 'Wait until the conversion is done, failed or canceled.',
  file_gone: 'Send the case with `share: "report"`, or convert the file again first.',
  not_found: 'Check the id and the path. Deleted conversions and those of other accounts are not found.',
  method_not_allowed: 'Use one of the methods that the `Allow` header names.',
  http_error: 'Read the message and the status. Bodies are limited to 64 KiB of JSON.',
  server_error: 'Retry with the same `Idempotency-Key`. If it happens again, send the request id to support.',
}

/** Cause and remedy of each failure of a conversion. */
export const failureTexts: Readonly<Record<FailureCode, readonly [cause: string, remedy: string]>> = {
  empty_file: [
    'The file, or the chosen sheet, has no rows.',
    'Check the file. In a workbook, choose another sheet with `input.sheet`.',
  ],
  corrupt_file: [
    'The file is damaged or cut short: a checksum, a record or a part is wrong.',
    'Export or download the file again.',
  ],
  encrypted_file: ['The workbook is protected by a password.', 'Remove the password and send the file again.'],
  unsupported_format: [
    'The file is not a table that Rowmill reads.',
    'Export it as xlsx, CSV or JSON. If it is text, set `input.format`.',
  ],
  sheet_not_found: [
    'The workbook has no sheet with that name. `problems` lists the sheets.',
    'Use one of the names in `problems`.',
  ],
  no_columns: ['No column is left: all are empty or excluded.', 'Keep at least one column.'],
  invalid_spec: [
    'The spec does not fit the file. `problems` says where.',
    'Change the settings that `problems` names and convert again.',
  ],
  unreachable: [
    'The `url` file could not be downloaded: no answer, an error status, or too many redirects.',
    'Open the URL without signing in. Check that it is public and answers 200.',
  ],
  download_stalled: [
    'The download stopped sending data, or took longer than an hour.',
    'Try again, or upload the file.',
  ],
  too_big: ['The `url` file is larger than a conversion takes.', 'Split the file or compress it.'],
  over_quota: [
    'The `url` file is larger than what is left this month.',
    'Wait for the next billing month, or ask for a larger allowance.',
  ],
  not_uploaded: [
    'The upload changed or went missing after the conversion started.',
    'Open a new conversion and upload the file again.',
  ],
  timed_out: [
    'The conversion ran longer than three hours.',
    'Split the file, or leave out columns and tables you do not need.',
  ],
  account_suspended: [
    'The account was suspended while the conversion waited.',
    'Sign in to read the reason, then write to support.',
  ],
  internal_error: [
    'The service failed. The file is not the cause.',
    'Convert again. If it fails again, send the conversion to support.',
  ],
}
