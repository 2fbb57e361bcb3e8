export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

/** A URL that parsing would not change. */
const plain = /^https?:\/\/[^/?#\\]+(\/[\w/-]*)$/
const noQuery = new URLSearchParams()

/** Parses a request's URL. Most paths are plain: an id, a word, no query. */
export function placeOf(url: string): Place {
  const path = plain.exec(url)?.[1]
  if (path !== undefined) return { path, query: noQuery }
  const { pathname, searchParams } = new URL(url)
  return { path: pathname, query: searchParams }
}

const api = /^https?:\/\/[^/?#\\]+\/v1(?:[/?#]|$)/

/** Tests for a request to the API by the first letters. Most requests are of this kind, and they need no router. */
export const isApi = (url: string): boolean => api.test(url)

/** Returns whether a path is the API's own. */
export const isBelow = (path: string): boolean => path === '/v1' || path.startsWith('/v1/')

/** The prefixes of paths that people mistake for the API. */
const meantForApi = /^https?:\/\/[^/?#\\]+\/+(?:api|rest|v\d+|conversions?|convert|usage|openapi\.json)(?:[/?#]|$)/i

/**
 * Tests whether a request for another path was meant for the API. A program that misses `/v1` gets the error of the
 * API. A person in a browser gets the page about a missing page.
 */
export const isMeantForApi = ({ url, headers }: Request): boolean =>
  meantForApi.test(url) && headers.get('accept')?.includes('text/html') !== true
