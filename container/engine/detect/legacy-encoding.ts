import { decoderOf } from '../bytes/decoder.ts'
import { eastAsianOdds } from './east-asian-odds.ts'
import { type Candidate, candidates, type EastAsian } from './languages.ts'
import { type Place, type PlaceOdds, singleByteOdds } from './single-byte-odds.ts'

/** The encoding of a text that is in none of Unicode's, as far as its bytes tell. */
export interface LegacyGuess {
  readonly encoding: string
  /** Between 0 and 1. */
  readonly confidence: number
  /** The encoding that reads the text second best, in another way. */
  readonly runnerUp: string
  /** Some words of the text in both readings. */
  readonly examples: readonly { readonly ours: string; readonly theirs: string }[]
}

/** More different words than this add no evidence. */
const wordsMax = 250
/** Before the first byte beyond ASCII, and of a word as a whole. */
const prefixBytesMax = 60
const wordBytesMax = 4096
const examplesMax = 3
/** A guess is never certain, and less so from one word or two. */
const ceilings = [0.5, 0.9, 0.94]

/**
 * Guesses an encoding. Every candidate decodes the words beyond ASCII. Each character counts by its probability at
 * its place, in the language that fits best. A word counts once, however often it occurs. The frequency of the
 * encoding is added, so that thin evidence leads to the most common one.
 */
export function legacyEncoding(bytes: Uint8Array): LegacyGuess {
  const words = foreignWords(bytes)
  const readings = candidates.map((candidate) => readingOf(candidate, words)).toSorted((a, b) => b.odds - a.odds)
  const [best] = readings as [Reading]
  const other = readings.find(({ text }) => text !== best.text) ?? best
  // Odds of single characters are not independent: of many words, they say more than they know.
  const doubt = 1 + words.length / 12
  const certainty = 1 / (1 + Math.exp(-(best.odds - other.odds) / doubt))
  return {
    encoding: best.candidate.encoding,
    confidence: Math.floor(Math.min(certainty, ceilings[words.length] ?? 0.99) * 100) / 100,
    runnerUp: other.candidate.encoding,
    examples: examplesOf(best, other),
  }
}

interface Reading {
  readonly candidate: Candidate
  readonly text: string
  readonly odds: number
}

function readingOf(candidate: Candidate, words: readonly Uint8Array[]): Reading {
  const texts = words.map((word) => decoderOf(candidate.encoding)(word, false))
  const odds = candidate.prior + textOdds(candidate, texts)
  return { candidate, text: texts.join('\n'), odds }
}

function textOdds({ languages }: Candidate, texts: readonly string[]): number {
  if (typeof languages === 'string') return texts.reduce((sum, text) => sum + eastAsianWordOdds(languages, text), 0)
  const places = texts.flatMap(placesIn)
  return Math.max(
    ...languages.map((language) => {
      const odds: PlaceOdds = singleByteOdds(language, languages)
      const seen = new Map<string, number>()
      let sum = Math.log(language.share)
      for (const place of places) {
        const key = `${place.before}${place.character}${place.after}\n${place.rest}`
        const known = seen.get(key) ?? odds(place)
        seen.set(key, known)
        sum += known
      }
      return sum
    }),
  )
}

function placesIn(text: string): Place[] {
  const places: Place[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character <= '\u007f' && character >= ' ') continue
    places.push({ character, before: text[at - 1] ?? '', after: text[at + 1] ?? '', rest: text.slice(at + 1, at + 4) })
  }
  return places
}

/** One character among plain letters is rather an accent and a letter than a word. */
function eastAsianWordOdds(language: EastAsian, text: string): number {
  const odds = eastAsianOdds(language)
  const characters = Array.from(text)
  let sum = 0
  characters.forEach((character, at) => {
    if (character <= '\u007f' && character >= ' ') return
    if (/[\ufffd\u0000-\u009f\ue000-\uf8ff]/.test(character)) sum -= 14
    else sum += odds(character)
    for (const beside of [characters[at - 1], characters[at + 1]]) if (/[A-Za-z]/.test(beside ?? '')) sum -= 3
  })
  return sum
}

/** The different words with bytes beyond ASCII, with a space or what else stands beside them. */
function foreignWords(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>()
  for (let at = 0; at < bytes.length && words.size < wordsMax; at++) {
    if ((bytes[at] as number) < 0x80) continue
    let start = at
    while (start > 0 && !separates(bytes[start - 1] as number) && at - start < prefixBytesMax) start--
    let end = at
    while (end < bytes.length && !separates(bytes[end] as number) && end - start < wordBytesMax) end++
    const word = bytes.subarray(start, end)
    words.set(word.join(), besides(bytes, start, end))
    at = end
  }
  return [...words.values()]
}

/** A number before a sign, with a space between: `12 µm`, `5 €`. */
function besides(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const hasSpace = (at: number): boolean => bytes[at] === 32
  return bytes.subarray(hasSpace(start - 1) ? start - 1 : start, hasSpace(end) ? end + 1 : end)
}

/** White space, and the delimiters that are no second byte of any character. */
const separates = (byte: number): boolean => byte <= 32 || byte === 34 || byte === 44 || byte === 59 || byte === 58

function examplesOf(best: Reading, other: Reading): LegacyGuess['examples'] {
  const theirs = other.text.split('\n')
  return best.text
    .split('\n')
    .map((ours, at) => ({ ours: ours.trim(), theirs: theirs[at]?.trim() ?? '' }))
    .filter((pair) => pair.ours !== pair.theirs)
    .slice(0, examplesMax)
}
