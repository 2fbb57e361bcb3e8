import { editDistance } from '../../src/contract/messages.ts'

/** Returns the word in a list that the user most likely meant, or null if no word is close. */
export function nearest(given: string, words: readonly string[]): string | null {
  const wanted = given.toLowerCase()
  const distances = words.map((word) => ({ word, distance: editDistance(wanted, word.toLowerCase()) }))
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0]
  const starts = words.find((word) => word.toLowerCase().startsWith(wanted) && wanted.length >= 2)
  const longest = Math.max(wanted.length, best?.word.length ?? 0)
  // Something must be in common: 9 is not a misspelled S.
  const isNear = best !== undefined && best.distance < longest && best.distance <= Math.max(1, Math.floor(longest / 3))
  if (isNear) return best.word
  return starts ?? null
}

export const didYouMean = (word: string): string => ` Did you mean "${word}"?`

/** Returns ` Did you mean "postgresql"?`, or an empty string. */
export function suggestion(given: string, words: readonly string[]): string {
  const found = nearest(given, words)
  return found === null ? '' : didYouMean(found)
}
