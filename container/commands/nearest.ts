import { editDistance } from '../../src/contract/messages.ts'

/** Returns the word in a list that the user most likely meant, or null if no word is close. */
export function nearest(given: string, words: readonly string[]): string | null {
  const wanted = given.toLowerCase()
  const distances = words.map((word) => ({ word, distance: editDistance(wanted, word.toLowerCase()) }))
  const best = distances.toSorted((a, b) => a.distance - b.distance)[0]
  const starts = words.find((word) => word.toLowerCase().startsWith(wanted) && wanted.length >= 2)
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(Math.max(wanted.length, best.word.length) / 3)))
    return best.word
  return starts ?? null
}

export const didYouMean = (word: string): string => ` Did you mean "${word}"?`

/** Returns ` Did you mean "postgresql"?`, or an empty string. */
export function suggestion(given: string, words: readonly string[]): string {
  const found = nearest(given, words)
  return found === null ? '' : didYouMean(found)
}
