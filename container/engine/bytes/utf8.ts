import { decoderOf } from './decoder.ts'
import { joined } from './joined.ts'
import { byteTable, singleByteToUtf8 } from './single-byte.ts'

/** Turns a file's text into valid UTF-8 chunk by chunk, whatever its encoding. */
export interface Utf8Stream {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The number of byte sequences that became U+FFFD. It is complete after the last chunk. */
  readonly replaced: () => number
}

/** The platform's own check of a text. It is many times as fast as ours. */
export type IsUtf8 = (bytes: Uint8Array) => boolean

/** Our own check, if the platform has none. */
export const isWellFormed: IsUtf8 = (bytes) => firstInvalid(bytes, 0) === bytes.length

export function toUtf8(source: AsyncIterable<Uint8Array>, encoding: string, isUtf8?: IsUtf8): Utf8Stream {
  let replaced = 0
  const count = (more: number): void => {
    replaced += more
  }
  return { chunks: chunksOf(source, encoding, count, isUtf8), replaced: () => replaced }
}

/** The encoding of a text that has been plain ASCII so far. It is detected at the first other byte. */
export interface LateEncoding {
  /**
   * Detects the encoding. `stretch` contains the first bytes beyond ASCII and their surroundings. `isWhole` means that
   * no bytes follow.
   */
  decide(stretch: Uint8Array, isWhole: boolean): string
  isAscii(bytes: Uint8Array): boolean
}

/**
 * Decodes a text that cannot be sampled before it is read. Every encoding that is detected this late agrees with ASCII.
 */
export function toUtf8Late(source: AsyncIterable<Uint8Array>, late: LateEncoding, isUtf8?: IsUtf8): Utf8Stream {
  let replaced = 0
  const count = (more: number): void => {
    replaced += more
  }
  async function* chunks(): AsyncIterable<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    let next = await iterator.next()
    for (; next.done !== true && late.isAscii(next.value); next = await iterator.next()) yield next.value
    const headChunks: Uint8Array[] = []
    for (let length = 0; next.done !== true && length < stretchBytes; next = await iterator.next()) {
      headChunks.push(next.value.slice())
      length += next.value.length
    }
    if (headChunks.length === 0) return
    const stretch = joined(headChunks)
    const encoding = late.decide(stretch, next.done === true)
    async function* rest(): AsyncIterable<Uint8Array> {
      yield stretch
      for (; next.done !== true; next = await iterator.next()) yield next.value
    }
    yield* chunksOf(rest(), encoding, count, isUtf8)
  }
  return { chunks: chunks(), replaced: () => replaced }
}

/** The size of a text that is enough to detect its encoding. */
const stretchBytes = 64 * 1024

function chunksOf(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  count: (more: number) => void,
  isUtf8?: IsUtf8,
): AsyncIterable<Uint8Array> {
  if (encoding === 'utf-8') return repairUtf8(source, count, isUtf8)
  const table = byteTable(encoding)
  return table === null ? transcode(source, encoding, count) : singleByteToUtf8(source, table, count)
}

async function* transcode(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  count: (more: number) => void,
): AsyncIterable<Uint8Array> {
  const decode = decoderOf(encoding)
  const encoder = new TextEncoder()
  const emit = (text: string): Uint8Array => {
    let from = text.indexOf('\uFFFD')
    for (; from >= 0; from = text.indexOf('\uFFFD', from + 1)) count(1)
    return encoder.encode(text)
  }
  for await (const chunk of source) {
    const text = decode(chunk, true)
    if (text.length > 0) yield emit(text)
  }
  const rest = decode(new Uint8Array(0), false)
  if (rest.length > 0) yield emit(rest)
}

async function* repairUtf8(
  source: AsyncIterable<Uint8Array>,
  count: (more: number) => void,
  isUtf8: IsUtf8 = isWellFormed,
): AsyncIterable<Uint8Array> {
  let carry = new Uint8Array(0)
  let isFirst = true
  for await (const chunk of source) {
    let bytes = carry.length === 0 ? chunk : joined([carry, chunk])
    if (isFirst && bytes.length < 3) {
      carry = bytes.slice()
      continue
    }
    if (isFirst && hasBom(bytes)) bytes = bytes.subarray(3)
    isFirst = false
    const end = bytes.length - incompleteTail(bytes)
    carry = bytes.slice(end)
    if (end > 0) yield validUtf8(bytes.subarray(0, end), count, isUtf8)
  }
  if (isFirst && hasBom(carry)) return
  if (carry.length > 0) yield validUtf8(carry, count, isUtf8)
}

/** Returns whether the encoding has two or four bytes for each character. */
export const isWide = (encoding: string): boolean => encoding.startsWith('utf-16') || encoding.startsWith('utf-32')

export const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Returns the number of bytes at the end that begin a character, which the next chunk may complete. */
export function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? back : 0
  }
  return 0
}

/** Returns the same bytes if they are valid, and otherwise a copy with U+FFFD for each broken sequence. */
function validUtf8(bytes: Uint8Array, count: (more: number) => void, isUtf8: IsUtf8): Uint8Array {
  if (isUtf8(bytes)) return bytes
  const text = new TextDecoder().decode(bytes)
  const before = genuineReplacements(bytes)
  let found = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) found++
  count(found - before)
  return new TextEncoder().encode(text)
}

/** Counts U+FFFD in the file itself, which is not a decoding error. */
function genuineReplacements(bytes: Uint8Array): number {
  let found = 0
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) found++
  }
  return found
}

/**
 * Returns the index of the first byte that breaks UTF-8, or the length. Sequences of ASCII, which is nearly everything,
 * are skipped eight bytes a step.
 */
export function firstInvalid(bytes: Uint8Array, from: number): number {
  const { length } = bytes
  const offset = (bytes.byteOffset + from) & 3
  let at = from
  const alignedFrom = offset === 0 ? from : from + 4 - offset
  const words =
    alignedFrom < length
      ? new Uint32Array(bytes.buffer, bytes.byteOffset + alignedFrom, (length - alignedFrom) >> 2)
      : null
  while (at < length) {
    if (words !== null && at >= alignedFrom && ((at - alignedFrom) & 3) === 0) {
      let word = (at - alignedFrom) >> 2
      const wordsEnd = words.length - 1
      while (word < wordsEnd && (((words[word] as number) | (words[word + 1] as number)) & 0x8080_8080) === 0) word += 2
      at = alignedFrom + (word << 2)
      if (at >= length) return length
    }
    const byte = bytes[at] as number
    if (byte < 0x80) {
      at++
      continue
    }
    const size = sequenceLength(bytes, at)
    if (size === 0) return at
    at += size
  }
  return length
}

/** Returns the length of the well-formed sequence at `at` (RFC 3629), or 0 if no such sequence begins there. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  const second = bytes[at + 1] ?? 0
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return isTail(second) ? 2 : 0
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < low || second > high || !isTail(bytes[at + 2] ?? 0)) return 0
  if (first < 0xf0) return 3
  return isTail(bytes[at + 3] ?? 0) ? 4 : 0
}

const isTail = (byte: number): boolean => (byte & 0xc0) === 0x80
