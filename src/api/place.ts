export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

/** A URL that parsing would not change. */
const plain = /^https?:\/\/[^/?#\\]+(\/[\w/-]*)$/
const noQuery = new URLSearchParams()

/** Parses a request's URL. Most paths are plain: an id, a word, no query. */
export function placeOf(address: string): Place {
  const path = plain.exec(address)?.[1]
  if (path !== undefined) return { path, query: noQuery }
  const { pathname, searchParams } = new URL(address)
  return { path: pathname, query: searchParams }
}

const api = /^https?:\/\/[^/?#\\]+\/v1(?:[/?#]|$)/

/** The first letters identify a request to the API. Most requests are of this kind, and they need no router. */
export const isApi = (address: string): boolean => api.test(address)
