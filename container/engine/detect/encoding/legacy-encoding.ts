import { decoderOf } from '../../bytes/decoder.ts'
import { isWellFormed } from '../../bytes/utf8.ts'
import { eastAsianOdds } from './east-asian-odds.ts'
import { type Candidate, candidates, type EastAsian, unicode } from './languages.ts'
import { isLatin, type Place, ratedPlace, singleByteOdds } from './single-byte-odds.ts'

/** The encoding of a text that is not in Unicode, as far as its bytes show. */
export interface LegacyGuess {
  readonly encoding: string
  /** The probability that the guess is right, between 0 and 1. */
  readonly confidence: number
  /** The encoding with the second-best reading that differs. */
  readonly runnerUp: string
  /** Words of the text in both readings. */
  readonly examples: readonly { readonly chosen: string; readonly alternative: string }[]
}

/** The maximum number of words. More of them add no evidence. */
const wordsMax = 250
/** The maximum length before the first byte beyond ASCII, and of a whole word. */
const prefixBytesMax = 60
const wordBytesMax = 4096
const weightMax = 3
const examplesMax = 3
/** The maximum confidence by the number of words. A guess is never certain, and least of all from one or two words. */
const ceilings = [0.5, 0.9, 0.94, 0.96, 0.97, 0.98, 0.98]

/**
 * Guesses an encoding. Every candidate decodes the words beyond ASCII. Each character is rated by its probability in
 * its position, in the language that fits best. A frequent word counts little more than a single one. The frequency of
 * the encoding is added, so that weak evidence leads to the most common one.
 */
export function legacyEncoding(bytes: Uint8Array): LegacyGuess {
  const words = foreignWords(bytes)
  return guessOf(bytes, words, readingsOf(words))
}

/** Returns the readings of the words, the most likely first. */
function readingsOf(words: readonly ForeignWord[]): Reading[] {
  const names = mayHaveNames(words)
  return candidates.map((candidate) => readingOf(candidate, words, names)).toSorted((a, b) => b.odds - a.odds)
}

/** With fewer words than this, foreign names explain anything, so each word counts as one of the language. */
const wordsWithNames = 8

/** Tests whether letters may be those of foreign names. Words in UTF-8 look like such names in every other encoding. */
const mayHaveNames = (words: readonly ForeignWord[]): boolean =>
  words.length >= wordsWithNames && !words.some(({ bytes }) => isWellFormed(bytes))

function guessOf(bytes: Uint8Array, words: readonly ForeignWord[], readings: readonly Reading[]): LegacyGuess {
  const [best] = readings as [Reading]
  const other = readings.find(({ text }) => text !== best.text) ?? best
  // The odds of single characters are not independent, so those of many words overstate the evidence.
  const doubt = 1.5 + words.length / 12
  const certainty = 1 / (1 + Math.exp(-(best.odds - other.odds) / doubt))
  const isDoubtful = hasInvalid(bytes, best.candidate.encoding) || hasForeignLetters(best)
  const ceiling = ceilings[words.length] ?? (isDoubtful ? ceilings.at(-1) : undefined)
  return {
    encoding: best.candidate.encoding,
    confidence: Math.floor(Math.min(certainty, ceiling ?? 0.99) * 100) / 100,
    runnerUp: other.candidate.encoding,
    examples: examplesOf(best, other),
  }
}

/** A text in UTF-8 compared with its best reading in another encoding. */
interface UnicodeRating {
  /** The natural logarithm of the odds for UTF-8. If it is negative, the other reading is more likely. */
  readonly odds: number
  /** Returns the best guess among the other encodings. */
  readonly guess: () => LegacyGuess
}

/** Rates the words of a text in UTF-8. The readings in other encodings, which take most of the time, serve both results. */
export function unicodeRating(bytes: Uint8Array): UnicodeRating {
  const words = foreignWords(bytes)
  const readings = readingsOf(words)
  const inUnicode = Math.max(...unicode.map((one) => readingOf(one, words, false).odds))
  const [best] = readings as [Reading]
  return { odds: inUnicode - best.odds, guess: () => guessOf(bytes, words, readings) }
}

/** Tests for bytes that no character of the encoding has. They make any guess uncertain. */
const hasInvalid = (bytes: Uint8Array, encoding: string): boolean =>
  decoderOf(encoding)(bytes, false).includes('\ufffd')

/** The share of words with letters from other languages that makes a guess uncertain. */
const foreignShareMax = 0.1

/**
 * Tests for many words with letters that none of the encoding's languages has together with those of the other words.
 * They may be foreign names, or letters of another encoding.
 */
function hasForeignLetters({ candidate: { languages }, text }: Reading): boolean {
  if (typeof languages === 'string') return false
  const words = text.split('\n').map((word) => word.toLowerCase().match(/(?![ªºµ])[^\P{L}\u0000-\u007f]/gu) ?? [])
  const shares = languages.map(({ letters }) => {
    const strange = words.filter((word) => word.some((letter) => !letters.includes(letter)))
    return strange.length / words.length
  })
  return Math.min(...shares) > foreignShareMax
}

interface ReadWord {
  readonly text: string
  readonly weight: number
}

interface Reading {
  readonly candidate: Candidate
  readonly text: string
  readonly odds: number
}

function readingOf(candidate: Candidate, words: readonly ForeignWord[], names: boolean): Reading {
  const decode = decoderOf(candidate.encoding)
  const read = words.map(({ bytes, weight }) => ({ text: decode(bytes, false), weight }))
  const text = read.map((word) => word.text).join('\n')
  const unpaired = unpairedQuotes.filter((quote) => quote.test(text)).length
  return { candidate, text, odds: candidate.prior + textOdds(candidate, read, names) - unpairedQuote * unpaired }
}

/** The penalty for a quote that is the only one of its kind. It is a letter of another encoding. */
const unpairedQuote = 3
const unpairedQuotes = [
  /^[^“”„]*(?:„|(?<!\d)”)[^“”„]*$/,
  /^[^«»]*[«»][^«»]*$/,
  /^[^‹›]*[‹›][^‹›]*$/,
  /^[^‘’‚]*[‘‚][^‘’‚]*$/,
]

/** The length of a word's beginning that decides about an apostrophe after it. */
const startMax = 12

/** The penalty for another script. A text in a script consists of letters of that script. */
const otherScript = 4

function textOdds({ languages }: Candidate, words: readonly ReadWord[], names: boolean): number {
  if (typeof languages === 'string')
    return words.reduce((sum, { text, weight }) => sum + weight * eastAsianWordOdds(languages, text), 0)
  const places = distinctPlaces(words)
  const signsAlone = places.every(({ place }) => !/\p{L}/u.test(place.character))
  const oddsInScript = (inLatin: boolean): number[] => {
    const some = languages.filter((language) => isLatin(language) === inLatin)
    const rated =
      some.length === 0 ? [] : places.map(({ place, weight }) => [ratedPlace(place, inLatin), weight] as const)
    return some.map((language) => {
      const odds = singleByteOdds(language, languages, names)
      const prior = Math.log(language.share) - (signsAlone && !inLatin ? otherScript : 0)
      return rated.reduce((sum, [place, weight]) => sum + weight * odds(place), prior)
    })
  }
  return Math.max(...oddsInScript(true), ...oddsInScript(false))
}

interface WeightedPlace {
  readonly place: Place
  readonly weight: number
}

/** Returns the places whose odds may differ, each with the sum of its weights. */
function distinctPlaces(words: readonly ReadWord[]): WeightedPlace[] {
  const places = new Map<string, WeightedPlace>()
  for (const { text, weight } of words)
    for (const place of placesIn(text)) {
      const { character, before, start, rest } = place
      const key = `${character === '’' ? start : before}\n${character}${rest}`
      places.set(key, { place, weight: weight + (places.get(key)?.weight ?? 0) })
    }
  return [...places.values()]
}

function placesIn(text: string): Place[] {
  const places: Place[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character <= '\u007f' && character >= ' ') continue
    const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
    const [start, rest] = [text.slice(Math.max(0, at - startMax), at), text.slice(at + 1, at + 4)]
    places.push({ character, before, after, start, rest })
  }
  return places
}

/**
 * Returns the odds of a word. A single character among plain letters is more likely an accent and a letter than an East
 * Asian word.
 */
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

interface ForeignWord {
  /** The word, with a space or another neighbor. */
  readonly bytes: Uint8Array
  /** The weight of the word. A frequent word adds little more than one that occurs a few times. */
  readonly weight: number
}

/** Returns the different words with bytes beyond ASCII: the first ones, and every later word with a new byte. */
function foreignWords(bytes: Uint8Array): ForeignWord[] {
  const words = new Map<string, { bytes: Uint8Array; times: number }>()
  const knownBytes = new Uint8Array(256)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < 0x80 || (words.size >= wordsMax && knownBytes[byte] === 1)) continue
    const { start, end } = wordAt(bytes, at)
    const word = bytes.subarray(start, end)
    const key = word.join()
    const known = words.get(key)
    if (known !== undefined) known.times++
    else words.set(key, { bytes: besides(bytes, start, end), times: 1 })
    for (const one of word) knownBytes[one] = 1
    at = end
  }
  return Array.from(words.values(), (word) => ({
    bytes: word.bytes,
    weight: Math.min(weightMax, 1 + Math.log(word.times)),
  }))
}

function wordAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
  let start = at
  while (start > 0 && !separates(bytes[start - 1] as number) && at - start < prefixBytesMax) start--
  let end = at
  while (end < bytes.length && !separates(bytes[end] as number) && end - start < wordBytesMax) end++
  return { start, end }
}

/** Returns a sign with the number before it and a space between them: `12 µm`, `5 €`. */
function besides(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const hasSpace = (at: number): boolean => bytes[at] === 32
  return bytes.subarray(hasSpace(start - 1) ? start - 1 : start, hasSpace(end) ? end + 1 : end)
}

/** Tests for white space, and for delimiters that are not the second byte of any character. */
const separates = (byte: number): boolean => byte <= 32 || byte === 34 || byte === 44 || byte === 59 || byte === 58

function examplesOf(best: Reading, other: Reading): LegacyGuess['examples'] {
  const alternatives = other.text.split('\n')
  return best.text
    .split('\n')
    .map((chosen, at) => ({ chosen: chosen.trim(), alternative: alternatives[at]?.trim() ?? '' }))
    .filter((pair) => pair.chosen !== pair.alternative)
    .slice(0, examplesMax)
}
