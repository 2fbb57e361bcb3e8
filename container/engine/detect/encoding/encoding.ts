import { specMessages } from '../../catalog/spec.ts'
import { platformEncoding, spellingsOf } from '../../../../src/contract/encoding-label.ts'
import type { EncodingSource } from '../../../../src/contract/report.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { EngineFailure } from '../../failure.ts'
import { firstInvalid, incompleteTail, type IsUtf8, isWellFormed } from '../../bytes/utf8.ts'
import { decoderOf, ownEncoding } from '../../bytes/decoder.ts'
import { joined } from '../../bytes/joined.ts'
import { legacyEncoding, type LegacyGuess, unicodeRating } from './legacy-encoding.ts'

/** The encoding of a text, and the evidence for it. */
export interface FoundEncoding {
  readonly encoding: string
  readonly source: EncodingSource
  /** The confidence of the guess and its runner-up, for a text that is not in Unicode. */
  readonly guess?: LegacyGuess
}

/** Returns the canonical name of an encoding label. An unknown label is an error in the spec. */
export function encodingOfLabel(label: string): string {
  const spellings = spellingsOf(label)
  for (const spelling of spellings) {
    const name = ownEncoding(spelling) ?? utf32Of(spelling) ?? platformEncoding(spelling)
    if (name !== null) return name
  }
  const message = specMessages.unknown_encoding(label)
  throw new EngineFailure('invalid_spec', message, [{ code: 'unknown_encoding', message, value: label }])
}

function utf32Of(label: string): string | null {
  const order = /^utf-?32-?(le|be)?$/.exec(label)
  return order === null ? null : `utf-32${order[1] ?? 'be'}`
}

/**
 * Returns the encoding for a label. A byte order mark overrides it, because the mark is only valid in its own encoding.
 * `utf-16` and `utf-32` leave the byte order open. Without a mark, the position of zeros decides.
 */
export function givenEncoding(label: string, head: Uint8Array): FoundEncoding {
  const named = encodingOfLabel(label)
  const isOpen = /^utf-?(?:16|32)$/i.test(label.trim())
  const marked = byByteOrderMark(head)
  return marked === null
    ? { encoding: isOpen ? (byZeros(head) ?? named) : named, source: 'declared' }
    : { encoding: marked, source: 'bom' }
}

const windowBytes = 64 * 1024
const windowsMax = 8
const stretchWords = 1024

/**
 * Detects the encoding from parts of the remaining text, including its end. The first accent may be megabytes away, and
 * a single one in the head is weak evidence. Returns null if these parts are plain ASCII.
 */
export async function encodingOfRest(
  source: ByteSource,
  head: Uint8Array,
  isUtf8?: IsUtf8,
): Promise<FoundEncoding | null> {
  const from = head.length
  const count = Math.min(windowsMax, Math.ceil((source.size - from) / windowBytes))
  const stretches: Uint8Array[] = []
  for (let index = 1; index <= count; index++) {
    const end = from + Math.floor(((source.size - from) * index) / count)
    const bytes = await source.read(Math.max(from, end - windowBytes), Math.min(windowBytes, end - from))
    const lines = bytes.subarray(bytes.indexOf(10) + 1, end === source.size ? bytes.length : bytes.lastIndexOf(10) + 1)
    if (!isAscii(lines)) stretches.push(lines)
  }
  return stretches.length === 0 ? null : encodingOfStretch(joined([head, ...stretches]), false, isUtf8)
}

/** Returns the encoding of a part that is not plain ASCII, in a text that begins as ASCII. */
export function encodingOfStretch(bytes: Uint8Array, isWhole: boolean, isUtf8?: IsUtf8): FoundEncoding {
  const utf8 = readsAsUtf8(bytes, isWhole, isUtf8)
  const chance = utf8 === 'broken' || (utf8 === 'valid' && isWhole) ? guessByChance(bytes) : null
  if (utf8 === 'valid') return chance === null ? validUtf8 : doubtfulUtf8(bytes, chance)
  // A few sequences are valid by chance in a text that is not UTF-8.
  if (utf8 === 'broken' && chance === null) return { encoding: 'utf-8', source: 'guessed' }
  const guess = chance ?? legacyEncoding(bytes)
  return { encoding: guess.encoding, source: 'guessed', guess }
}

/** In UTF-8, more characters than this are not valid by chance. */
const chanceCharactersMax = 8
/**
 * A text is UTF-8 beyond doubt if it is this much more likely than in any other encoding, as a natural logarithm. Few
 * texts in UTF-8 are less likely, even with a single word.
 */
const certainOdds = 7
/** A letter without a neighbor. Nothing in its word supports the reading: ä in UTF-8 is a surname in Korean. */
const loneLetter = /(?<![\p{L}\d])[^\P{L}\0-\u007f](?![\p{L}\d])/u

/**
 * Returns the guess of another encoding if the only evidence for UTF-8 is a few characters that make words in it too.
 * Returns null if the text is UTF-8.
 */
function guessByChance(bytes: Uint8Array): LegacyGuess | null {
  if (isAscii(bytes)) return null
  let characters = 0
  for (const byte of bytes) if (byte >= 0xc2 && ++characters > chanceCharactersMax) return null
  if (characters === 1 && loneLetter.test(new TextDecoder().decode(bytes))) return legacyEncoding(bytes)
  const rating = unicodeRating(bytes)
  return rating.odds < certainOdds ? rating.guess() : null
}

/** The confidence in UTF-8 if a few bytes are the only evidence. */
const doubtful = 0.8

/** Returns UTF-8 with the best guess among the other encodings as the runner-up. */
function doubtfulUtf8(bytes: Uint8Array, { encoding: runnerUp }: LegacyGuess): FoundEncoding {
  const word = wordAround(
    bytes,
    bytes.findIndex((byte) => byte >= 0x80),
  )
  const examples = [{ chosen: new TextDecoder().decode(word), alternative: decoderOf(runnerUp)(word, false) }]
  return {
    encoding: 'utf-8',
    source: 'guessed',
    guess: { encoding: 'utf-8', confidence: doubtful, runnerUp, examples },
  }
}

function wordAround(bytes: Uint8Array, at: number): Uint8Array {
  const isEnd = (byte: number | undefined): boolean => byte === undefined || /[\s,;:"|]/.test(String.fromCharCode(byte))
  let [start, end] = [at, at]
  while (!isEnd(bytes[start - 1])) start--
  while (!isEnd(bytes[end])) end++
  return bytes.subarray(start, end)
}

/** The result for valid UTF-8, which includes plain ASCII. */
const validUtf8: FoundEncoding = { encoding: 'utf-8', source: 'utf-8 valid' }

/** Tests four bytes at a time, except at the edges of the first and last whole word. */
export function isAscii(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return bytes.every((byte) => byte < 0x80)
  const from = (4 - (bytes.byteOffset & 3)) & 3
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) >> 2)
  const wordsEnd = from + words.length * 4
  let bits = 0
  for (let at = 0; at < from; at++) bits |= bytes[at] as number
  for (let at = wordsEnd; at < bytes.length; at++) bits |= bytes[at] as number
  for (let at = 0; at < words.length;) {
    const end = Math.min(words.length, at + stretchWords)
    while (at < end) bits |= words[at++] as number
    if ((bits & 0x8080_8080) !== 0) return false
  }
  return (bits & 0x80) === 0
}

/** Detects the encoding from the first bytes of a text file. `isWhole` means that they are the complete file. */
export function detectEncoding(head: Uint8Array, isWhole: boolean, isUtf8?: IsUtf8): FoundEncoding {
  const marked = byByteOrderMark(head)
  if (marked !== null) return { encoding: marked, source: 'bom' }
  const wide = byZeros(head) ?? byEscapes(head)
  return wide === null ? encodingOfStretch(head, isWhole, isUtf8) : { encoding: wide, source: 'guessed' }
}

function byByteOrderMark(head: Uint8Array): string | null {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && head.length >= 4 ? 'utf-32le' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  return null
}

/**
 * Recognizes UTF-16 and UTF-32 without a byte order mark. No other encoding has zero bytes, and these have them at
 * fixed positions: in line ends, separators and digits. A stray NUL in another text may be anywhere.
 */
function byZeros(head: Uint8Array): string | null {
  if (!head.includes(0)) return null
  const zeros = [0, 0, 0, 0]
  const end = head.length - (head.length % 4)
  for (let at = 0; at < end; at++) if (head[at] === 0) zeros[at & 3] = (zeros[at & 3] ?? 0) + 1
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros
  if (first * 12 < end && areUnits(head, 2, 3)) return 'utf-32le'
  if (fourth * 12 < end && areUnits(head, 1, 0)) return 'utf-32be'
  return ofTwoBytes(head, first + third, second + fourth)
}

const separatorsOfText = new Set([9, 10, 13, 32, 44, 59, 124])

/**
 * Tests for units of four bytes: the highest byte is zero, and the next one is one of the seventeen planes. The numbers
 * of a binary file look the same, but more of them are control characters than separators.
 */
function areUnits(head: Uint8Array, plane: number, highest: number): boolean {
  let others = 0
  let separators = 0
  let controls = 0
  for (let at = 0; at + 4 <= head.length; at += 4) {
    if (head[at + highest] !== 0 || (head[at + plane] as number) > 16) others++
    const low = head[at + 3 - highest] as number
    if (head[at + plane] !== 0 || head[at + 3 - plane] !== 0) continue
    if (separatorsOfText.has(low)) separators++
    else if (low < 32) controls++
  }
  return others * 40 < head.length && separators * 200 >= head.length && separators > controls
}

function ofTwoBytes(head: Uint8Array, even: number, odd: number): string | null {
  const isFrequent = (zerosThere: number): boolean => zerosThere > Math.max(2, head.length * 0.01)
  if (isFrequent(odd) && even * 4 <= odd && endsLines(head, 0)) return 'utf-16le'
  if (isFrequent(even) && odd * 4 <= even && endsLines(head, 1)) return 'utf-16be'
  return null
}

/**
 * Tests whether line ends, or spaces in a single line, have a zero byte next to them, which is the other half of their
 * unit.
 */
function endsLines(head: Uint8Array, low: 0 | 1): boolean {
  let whole = 0
  let halves = 0
  for (let at = low; at < head.length; at += 2) {
    if (head[at] !== 10 && head[at] !== 32) continue
    if (head[low === 0 ? at + 1 : at - 1] === 0) whole++
    else halves++
  }
  return whole === 0 ? isMostlyZero(head, low) : whole >= halves
}

function isMostlyZero(head: Uint8Array, low: 0 | 1): boolean {
  let zeros = 0
  for (let at = 1 - low; at < head.length; at += 2) if (head[at] === 0) zeros++
  return zeros * 2 > head.length * 0.4
}

/**
 * Recognizes mail and old exports from Japan and Korea. They use seven bits, and escape sequences that switch the
 * table.
 */
function byEscapes(head: Uint8Array): string | null {
  for (let at = head.indexOf(27); at >= 0; at = head.indexOf(27, at + 1)) {
    const [first, second, third] = [head[at + 1], head[at + 2], head[at + 3]]
    if (first !== 0x24) continue
    if ((second === 0x40 || second === 0x42) && isAscii(head)) return 'iso-2022-jp'
    if (second === 0x29 && third === 0x43 && isAscii(head)) return 'iso-2022-kr'
  }
  return null
}

/**
 * Finds out whether the bytes are UTF-8. A truncated last character is allowed, and so are a few broken characters among
 * valid ones, because programs cut text between bytes. In other encodings, valid sequences are rare, or outnumbered by
 * invalid ones.
 */
function readsAsUtf8(head: Uint8Array, isWhole: boolean, isUtf8: IsUtf8 = isWellFormed): 'valid' | 'broken' | 'no' {
  if (isUtf8(isWhole ? head : head.subarray(0, head.length - incompleteTail(head)))) return 'valid'
  let broken = 0
  let leads = 0
  for (let at = 0; at < head.length; at++) if ((head[at] as number) >= 0xc2) leads++
  for (let at = firstInvalid(head, 0); at < head.length; at = firstInvalid(head, at + 1)) {
    if (!isWhole && at >= head.length - 3) break
    broken++
  }
  if (broken === 0) return 'valid'
  return broken * 4 < leads || accents(head) >= broken * 2 ? 'broken' : 'no'
}

/**
 * Counts accented letters in Latin words of a text that is UTF-8 except for some bytes. The text must have nothing else
 * beyond ASCII.
 */
function accents(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes).replaceAll('\ufffd', '')
  const foreign = text.match(/[^\u0000-\u007f]/g)?.length ?? 0
  const within = text.match(/(?<=[A-Za-z])[\u00c0-\u024f]|[\u00c0-\u024f](?=[A-Za-z])/g)?.length ?? 0
  return within === foreign ? within : 0
}
