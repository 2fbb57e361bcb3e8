import { type ApiErrorCode, docsPathOf, type RefusalCode, statusOfCode } from '../../contract/codes.ts'
import { apiErrors } from '../../contract/codes/api-errors.ts'

/** The status that `http_error` has. */
const httpErrorStatus = 413
const exampleRequestId = 'req_01JD0000000000000000000000'

export const causeOfCode = Object.fromEntries(
  Object.entries(apiErrors).map(([code, { cause }]) => [code, cause]),
) as Readonly<Record<ApiErrorCode, string>>

export const statusOf = (code: ApiErrorCode): number =>
  code === 'http_error' ? httpErrorStatus : statusOfCode(code satisfies RefusalCode)

export function exampleOf(code: ApiErrorCode): object {
  const message = apiErrors[code].example
  const fields = code === 'invalid_request' ? { fields: { bytes: [message.replace(/^bytes /, '')] } } : {}
  return {
    error: {
      code,
      message,
      ...fields,
      request_id: exampleRequestId,
      doc_url: `https://rowmill.example${docsPathOf(code)}`,
    },
  }
}
