import { joined } from './joined.ts'

const lineFeed = 10
const carriageReturn = 13
const markBytes = 3
const mark = '\uFEFF'

/**
 * A text's chunks, each of whole characters in UTF-8, but for byte order marks at the start of lines behind the first: some programs write
 * one before each piece, and texts that are put together bring theirs along. Once the chunks are through, `removed` says how many.
 */
export function withoutLineMarks(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly removed: () => number
} {
  let removed = 0
  let before = 0
  async function* all(): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const parts: Uint8Array[] = []
      let from = 0
      for (let at = chunk.indexOf(0xef); at >= 0; at = chunk.indexOf(0xef, at + 1)) {
        const last = at === 0 ? before : chunk[at - 1]
        if (chunk[at + 1] !== 0xbb || chunk[at + 2] !== 0xbf || (last !== lineFeed && last !== carriageReturn)) continue
        parts.push(chunk.subarray(from, at))
        from = at + markBytes
        removed++
      }
      before = chunk.at(-1) ?? before
      const rest = chunk.subarray(from)
      yield parts.length === 0 ? chunk : joined([...parts, rest])
    }
  }
  return { chunks: all(), removed: () => removed }
}

/** The same of a text that is there as a whole. */
export const textWithoutLineMarks = (text: string): string =>
  text.includes(mark) ? text.replaceAll(/(?<=[\r\n])\uFEFF/g, '') : text
