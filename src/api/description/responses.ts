import type { ApiErrorCode } from '../../contract/codes.ts'
import { causeOfCode, exampleOf, statusOf } from './codes.ts'

export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const header = (name: string): object => ({ $ref: `#/components/headers/${name}` })

/** Headers of every response to a request within the rate limit. */
const limitHeaders = {
  'X-Request-Id': header('RequestId'),
  'X-RateLimit-Limit': header('RateLimit'),
  'X-RateLimit-Remaining': header('RateRemaining'),
}
const replayed = { 'Idempotent-Replayed': header('Replayed') }

interface Success {
  readonly description: string
  readonly schema?: object
  readonly example?: unknown
  /** Whether the response to a POST may repeat an earlier one. */
  readonly isKept?: boolean
}

export const success = ({ description, schema, example, isKept = false }: Success): object => ({
  description,
  headers: { ...limitHeaders, ...(isKept ? replayed : {}) },
  ...(schema === undefined
    ? {}
    : { content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } } }),
})

const everywhere: readonly ApiErrorCode[] = [
  'unauthenticated',
  'needs_pro',
  'forbidden',
  'suspended',
  'invalid_request',
  'method_not_allowed',
  'rate_limited',
  'server_error',
]
const withRetry = new Set<ApiErrorCode>(['rate_limited', 'too_many_active', 'too_many_waiting', 'request_in_progress'])

/** Returns the error responses of an operation, by status: its own codes and those of every request. */
export function errors(own: readonly ApiErrorCode[], { isKept = false } = {}): Record<string, object> {
  const byStatus = Map.groupBy(new Set([...everywhere, ...own]), (code) => String(statusOf(code)))
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(codes, isKept)]))
}

function errorResponse(codes: readonly ApiErrorCode[], isKept: boolean): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${causeOfCode[code]}`).join(' '),
    headers: {
      ...limitHeaders,
      ...(isKept ? replayed : {}),
      ...(codes.some((code) => withRetry.has(code)) ? { 'Retry-After': header('RetryAfter') } : {}),
      ...(codes.includes('method_not_allowed') ? { Allow: header('Allow') } : {}),
      ...(codes.includes('unauthenticated') ? { 'WWW-Authenticate': header('Challenge') } : {}),
    },
    content: {
      'application/json': {
        schema: ref('Error'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

export const headers: Readonly<Record<string, object>> = {
  RequestId: {
    description: 'Quote it to support.',
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'req_01JD0000000000000000000000',
  },
  RateLimit: {
    description: 'The number of requests that this key may send per minute.',
    schema: { type: 'integer' },
    example: 120,
  },
  RateRemaining: {
    description: 'Requests left in this minute.',
    schema: { type: 'integer', minimum: 0 },
    example: 119,
  },
  Replayed: {
    description: 'The response repeats the first response to a request with this `Idempotency-Key`. Nothing ran again.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds until a retry can succeed.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  Challenge: { description: 'The scheme of the Authorization header.', schema: { type: 'string', const: 'Bearer' } },
  Allow: { description: 'The methods that the path supports.', schema: { type: 'string' }, example: 'GET, HEAD, POST' },
}

/** Headers of deprecated operations only. */
export const deprecationHeaders: Readonly<Record<string, object>> = {
  Deprecation: {
    description: 'The time at which the operation was deprecated, in seconds since 1970 (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1688083200',
  },
  Sunset: {
    description: 'The time from which the operation may be removed (RFC 8594).',
    schema: { type: 'string' },
    example: 'Sun, 30 Jun 2024 00:00:00 GMT',
  },
  Link: { description: 'The page that explains the reason.', schema: { type: 'string' } },
}
export const deprecationRefs = Object.fromEntries(Object.keys(deprecationHeaders).map((name) => [name, header(name)]))
