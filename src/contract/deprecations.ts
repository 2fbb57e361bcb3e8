/**
 * An operation that will be removed. Its responses announce that from the day of its entry, at least 12 months before.
 */
export interface Deprecation {
  readonly method: string
  /** The path as the description writes it: `/conversions/{id}`. */
  readonly path: string
  /** The day on which it was deprecated, such as 2026-11-23. */
  readonly since: string
  /** The day from which it may be removed. */
  readonly sunset: string
  /** The path of the page that gives the reason and the replacement. */
  readonly docs: string
}

/** The deprecated operations: v1 has none. */
export const deprecations: readonly Deprecation[] = []

const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000

export const deprecationOf = (
  method: string,
  path: string,
  all: readonly Deprecation[] = deprecations,
): Deprecation | undefined =>
  all.find((one) => one.path === path && one.method === (method === 'HEAD' ? 'GET' : method))

/** Returns `Deprecation` by RFC 9745, `Sunset` by RFC 8594, and a link to the reason. */
export const deprecationHeaders = (
  { since, sunset, docs }: Deprecation,
  origin: string,
): Readonly<Record<string, string>> => ({
  deprecation: `@${secondsOf(since)}`,
  sunset: new Date(secondsOf(sunset) * 1000).toUTCString(),
  link: `<${origin}${docs}>; rel="deprecation"; type="text/html"`,
})
