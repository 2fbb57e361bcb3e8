import { repeating, uploading } from '../contract/catalog/requests.ts'
import { statuses } from '../contract/conversion.ts'
import { isConversionId } from '../contract/ids.ts'
import { nearest } from '../contract/messages.ts'

/** The words that people use in paths, by the request that they mean. */
const wordsOfRequests: Readonly<Record<string, string>> = {
  'POST /v1/conversions': 'convert create new open import',
  'GET /v1/conversions': 'list search history all latest newest recent',
  'GET /v1/conversions/{id}':
    'status state progress report output outputs result results download downloads content log logs errors problems rejects spec events details info show read wait',
  'DELETE /v1/conversions/{id}': 'delete remove destroy',
  'POST /v1/conversions/{id}/start': 'start run execute process begin resume launch trigger submit',
  'POST /v1/conversions/{id}/cancel': 'cancel stop abort kill terminate',
  'POST /v1/conversions/{id}/cases': 'cases case support ticket tickets feedback',
  [uploading]: 'upload',
  [repeating]: 'retry restart rerun repeat clone update edit change modify rename',
  'GET /v1/usage': 'usage quota allowance balance credits limits stats',
  'GET /v1/openapi.json': 'openapijson openapi openapiyaml swagger swaggerjson swaggeryaml schema',
  'GET /docs': 'docs documentation reference help',
  'GET /health': 'health healthz ping',
}
const requestOfWord: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(wordsOfRequests).flatMap(([request, words]) => words.split(' ').map((word) => [word, request])),
)

/** The collection of conversions by its own name, and by the names that other services give to theirs. */
const collections: readonly string[] = 'conversions jobs uploads files tasks imports exports documents'.split(' ')
const knownWords = [...collections, ...Object.keys(requestOfWord)]

/** Words for the parts of an account that only the settings pages have. */
const settingsWords =
  'webhooks webhook hooks events event deliveries delivery keys apikeys account accounts me user users profile billing plan team login'
export const isInSettings = (path: string): boolean => nearest(segmentsOf(path)[0], settingsWords.split(' ')) !== null

/** Returns the segments of a path, without a prefix such as `/api/v2`. */
const segmentsOf = (path: string): string[] =>
  path.split('/').filter((segment, at) => segment !== '' && !(at <= 3 && /^(?:api|rest|v\d+)$/i.test(segment)))

/** Returns the request on the collection, or on one conversion, that a method was probably meant to make. */
function requestOnCollection(method: string, id: string | undefined): string {
  if (method === 'DELETE') return 'DELETE /v1/conversions/{id}'
  if (method === 'GET') return id === undefined ? 'GET /v1/conversions' : 'GET /v1/conversions/{id}'
  if (method === 'PUT' && id !== undefined) return uploading
  if (method === 'PATCH' && id !== undefined) return repeating
  return method === 'POST' && id !== undefined ? 'POST /v1/conversions/{id}/start' : 'POST /v1/conversions'
}

/**
 * Returns the word that was probably meant by a segment such as `strat` or `run-now`, or an empty string if there is
 * none.
 */
function wordMeant(segment: string): string {
  const [first = ''] = segment.split(/[-_]/, 1)
  return nearest(segment, knownWords) ?? (knownWords.includes(first) ? first : '')
}

/** Returns the words of a request without the words after its own path, such as the month in `usage/2026-11`. */
function withoutRest(words: readonly string[]): readonly string[] {
  const last = words.findLast((word) => word !== '')
  return last === undefined || collections.includes(last) ? words : words.slice(0, words.lastIndexOf(last) + 1)
}

function requestByWords(method: string, words: readonly string[], id: string | undefined): string | null {
  const [first = 'conversions', second, ...more] = words
  if (more.length > 0) return null
  if (!collections.includes(first)) return second === undefined ? (requestOfWord[first] ?? null) : null
  if (second === undefined) return requestOnCollection(method, id)
  if (second === '') return id === undefined ? requestOnCollection(method, '{id}') : null
  return collections.includes(second) ? requestOnCollection('GET', id) : (requestOfWord[second] ?? null)
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns the request that was probably meant by a method and a path, such as `POST /v1/conversions/{id}/start`, or
 * null if nothing is likely.
 */
export function requestMeant(sentMethod: string, path: string): string | null {
  const method = sentMethod === 'HEAD' ? 'GET' : sentMethod
  const segments = segmentsOf(path)
  if (segments.length === 0 || !methods.has(method)) return null
  const isId = (segment: string): boolean => isConversionId(segment.toUpperCase())
  const id = segments.find(isId)?.toUpperCase()
  const status = segments.at(-1)
  if (method === 'GET' && id === undefined && statuses.some((one) => one === status))
    return `GET /v1/conversions?status=${status}`
  const words = withoutRest(segments.filter((segment) => !isId(segment)).map(wordMeant))
  const request = requestByWords(method, words, id)
  return id === undefined ? request : (request?.replace('{id}', id) ?? null)
}
