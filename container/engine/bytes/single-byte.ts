import { decoderOf } from './decoder.ts'

const notAscii = 0x8080_8080
const sizeShift = 24

/** The UTF-8 bytes of each character in a single-byte encoding. */
export interface ByteTable {
  /** Up to three UTF-8 bytes for each byte, the first one lowest. The bits above them are their count. */
  readonly utf8: Uint32Array
}

/** Returns null for an encoding whose characters may have several bytes, or that differs from ASCII. */
export function byteTable(encoding: string): ByteTable | null {
  if (encoding.startsWith('utf-') || encoding === 'windows-1258') return null
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const decode = (some: Uint8Array): string => decoderOf(encoding)(some, false)
  const characters = [...bytes].map((byte) => decode(Uint8Array.of(byte)))
  if (decode(bytes) !== characters.join('')) return null
  if (characters.some((character, byte) => byte < 128 && character.charCodeAt(0) !== byte)) return null
  return { utf8: Uint32Array.from(characters, packed) }
}

function packed(character: string): number {
  const [first = 0, second = 0, third = 0, ...more] = new TextEncoder().encode(character)
  const size = third > 0 ? 3 : second > 0 ? 2 : 1
  if (more.length > 0) throw new Error('a character of one byte is of the first plane')
  return (size << sizeShift) | (third << 16) | (second << 8) | first
}

const replacement = packed('\uFFFD')

/**
 * Converts a text in such an encoding to UTF-8. A chunk belongs to the consumer until the consumer requests the next
 * one. `count` receives the number of U+FFFD.
 */
export async function* singleByteToUtf8(
  source: AsyncIterable<Uint8Array>,
  table: ByteTable,
  count: (more: number) => void,
): AsyncIterable<Uint8Array> {
  let out = new Uint8Array(0)
  for await (const chunk of source) {
    if (out.length < chunk.length * 3) out = new Uint8Array(chunk.length * 3)
    const length = translate(chunk, table, out, count)
    if (length > 0) yield out.subarray(0, length)
  }
}

/** Nearly all bytes are ASCII, and sequences of them are copied. Other bytes are looked up one by one. */
function translate(chunk: Uint8Array, { utf8 }: ByteTable, out: Uint8Array, count: (more: number) => void): number {
  // The loop reads two words at a time, from the first aligned position on.
  const wordsAt = -chunk.byteOffset & 3
  const wordCount = Math.max(0, chunk.length - wordsAt) >> 2
  const words = new Uint32Array(chunk.buffer, wordCount === 0 ? 0 : chunk.byteOffset + wordsAt, wordCount)
  let length = 0
  let at = 0
  while (at < chunk.length) {
    // A letter beyond ASCII is often followed by others.
    const end = Math.min(chunk.length, at < wordsAt ? wordsAt : at + 8)
    for (; at < end; at++) {
      const character = utf8[chunk[at] as number] as number
      if (character === replacement) count(1)
      out[length++] = character
      if (character < 2 << sizeShift) continue
      out[length++] = character >> 8
      if (character >= 3 << sizeShift) out[length++] = character >> 16
    }
    let word = (at - wordsAt) >> 2
    while (word + 1 < words.length && (((words[word] as number) | (words[word + 1] as number)) & notAscii) === 0)
      word += 2
    const plainEnd = wordsAt + word * 4
    if (plainEnd <= at) continue
    out.set(chunk.subarray(at, plainEnd), length)
    length += plainEnd - at
    at = plainEnd
  }
  return length
}
