/** A part of a pattern: one character, or a wildcard for one or for any number of them. */
export type PatternPart = string | typeof wildcard.one | typeof wildcard.any
export const wildcard = { one: 1, any: 2 } as const

/**
 * Tests whether a pattern matches the whole text. Only the last wildcard for any number of characters ever grows, so a
 * pattern with many of them takes as much time as a pattern with one.
 */
export function matchesWildcards(text: readonly string[], pattern: readonly PatternPart[]): boolean {
  let [at, next] = [0, 0]
  let grown: { readonly next: number; at: number } | null = null
  while (at < text.length) {
    const part = pattern[next]
    if (part === wildcard.any) grown = { next: ++next, at }
    else if (part === wildcard.one || part === text[at]) [at, next] = [at + 1, next + 1]
    else if (grown !== null) [at, next] = [++grown.at, grown.next]
    else return false
  }
  return pattern.slice(next).every((part) => part === wildcard.any)
}
