import { carriageReturn, lineFeed } from './ascii.ts'
import { platformSearchOf } from './byte-search.ts'
import { joined } from './joined.ts'

const byteOrderMark = '\uFEFF'
const byteOrderMarkBytes = Uint8Array.of(0xef, 0xbb, 0xbf)

/** Uses the platform's own search, because in Chinese text, every tenth byte may begin a byte order mark. */
function indexOfMark(bytes: Uint8Array, from: number): number {
  const search = platformSearchOf(bytes)
  return search === null ? searchForMark(bytes, from) : search.indexOf(byteOrderMarkBytes, from)
}

/** Searches without the platform, for platforms that lack a search. */
export function searchForMark(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xef, from)
  while (at >= 0 && (bytes[at + 1] !== 0xbb || bytes[at + 2] !== 0xbf)) at = bytes.indexOf(0xef, at + 1)
  return at
}

/**
 * Removes byte order marks at the start of lines after the first from a UTF-8 text. Some programs write one before each
 * piece, and joined files keep their own. Each chunk must contain whole characters. After the last chunk, `removed`
 * returns the count.
 */
export function withoutByteOrderMarks(
  chunks: AsyncIterable<Uint8Array>,
  find = indexOfMark,
): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly removed: () => number
} {
  let removed = 0
  let before = 0
  async function* all(): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const parts: Uint8Array[] = []
      let from = 0
      for (let at = find(chunk, 0); at >= 0; at = find(chunk, at + byteOrderMarkBytes.length)) {
        const last = at === 0 ? before : chunk[at - 1]
        if (last !== lineFeed && last !== carriageReturn) continue
        parts.push(chunk.subarray(from, at))
        from = at + byteOrderMarkBytes.length
        removed++
      }
      before = chunk.at(-1) ?? before
      const rest = chunk.subarray(from)
      yield parts.length === 0 ? chunk : joined([...parts, rest])
    }
  }
  return { chunks: all(), removed: () => removed }
}

/** Removes them from a whole text in memory. */
export const textWithoutByteOrderMarks = (text: string): string =>
  text.includes(byteOrderMark) ? text.replaceAll(/(?<=[\r\n])\uFEFF/g, '') : text
