import { carriageReturn, lineFeed } from './ascii.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { joined } from './joined.ts'

const quote = 34
/** A longer line stays as it is. */
const lineBytesMax = 1 << 20

/**
 * Undoes the quotes of a spreadsheet that imported each line as one cell. It quoted lines that contain quotes as a
 * whole, and doubled their quotes. It also did so for each line of a value of several lines. After the last chunk,
 * `removedCount` returns the number of such lines.
 */
export function withoutLineQuotes(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly removedCount: () => number
} {
  let removed = 0
  async function* all(): AsyncIterable<Uint8Array> {
    const out = new GrowingBytes()
    let kept: Uint8Array = new Uint8Array(0)
    const appendLine = (bytes: Uint8Array): void => {
      const end = contentEnd(bytes)
      if (!isOneQuoted(bytes, end)) return out.append(bytes)
      removed++
      for (let at = 1; at < end - 1; at += bytes[at] === quote ? 2 : 1) out.push(bytes[at] as number)
      out.append(bytes, end)
    }
    for await (const chunk of chunks) {
      const bytes = joined([kept, chunk])
      let at = 0
      for (let end = lineEnd(bytes, at); end > 0; end = lineEnd(bytes, at)) {
        appendLine(bytes.subarray(at, end))
        at = end
      }
      kept = bytes.slice(at)
      if (kept.length > lineBytesMax) {
        out.append(kept)
        kept = new Uint8Array(0)
      }
      if (out.length > 0) yield out.bytes.subarray(0, out.length)
      out.clear()
    }
    appendLine(kept)
    if (out.length > 0) yield out.bytes.subarray(0, out.length)
  }
  return { chunks: all(), removedCount: () => removed }
}

/** Returns the position after the end of the line, or −1 if it is not known yet. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === lineFeed) return at + 1
    if (bytes[at] !== carriageReturn) continue
    if (at + 1 === bytes.length) return -1
    return bytes[at + 1] === lineFeed ? at + 2 : at + 1
  }
  return -1
}

function contentEnd(line: Uint8Array): number {
  let end = line.length
  while (end > 0 && (line[end - 1] === lineFeed || line[end - 1] === carriageReturn)) end--
  return end
}

/** Returns whether the first and the last quote enclose the line, and all quotes between them are doubled. */
function isOneQuoted(line: Uint8Array, end: number): boolean {
  if (end < 2 || line[0] !== quote || line[end - 1] !== quote) return false
  for (let at = 1; at < end - 1; at++) {
    if (line[at] !== quote) continue
    if (at + 1 === end - 1 || line[at + 1] !== quote) return false
    at++
  }
  return true
}
