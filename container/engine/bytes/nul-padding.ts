import { carriageReturn, lineFeed } from './ascii.ts'
import { searchOf } from './byte-search.ts'
import { joined } from './joined.ts'

/** Fewer NUL characters may be escape characters or a value. */
const paddingMin = 8
const zerosAtOnce = 1 << 16

const endsLine = (byte: number | undefined): boolean =>
  byte === undefined || byte === lineFeed || byte === carriageReturn

const isPadding = (length: number, before: number | undefined, next: number | undefined): boolean =>
  length >= paddingMin && (endsLine(before) || endsLine(next))

/**
 * Removes long sequences of NUL characters next to a line end, or at the start or end of the text. They fill space that
 * was reserved for a log, or that a crash left in it. After the last chunk, `removed` returns the number of such
 * places.
 */
export function withoutNulPadding(chunks: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly removed: () => number
} {
  let removed = 0
  /** The number of NUL characters at the end of the last chunk, and the character before them. */
  let held = 0
  let before: number | undefined

  function* released(next: number | undefined): Iterable<Uint8Array> {
    const isGone = isPadding(held, before, next)
    if (isGone) removed++
    for (let rest = isGone ? 0 : held; rest > 0; rest -= zerosAtOnce) yield new Uint8Array(Math.min(rest, zerosAtOnce))
    held = 0
  }

  async function* all(): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const parts: Uint8Array[] = []
      let from = held > 0 ? endOfNuls(chunk, 0) : 0
      held += from
      if (from === chunk.length) continue
      if (held > 0) parts.push(...released(chunk[from]))
      const search = searchOf(chunk)
      for (let at = search.indexOf(0, from); at >= 0;) {
        const end = endOfNuls(chunk, at)
        const isLast = end === chunk.length
        const isGone = isPadding(end - at, at === 0 ? before : chunk[at - 1], chunk[end])
        if (isLast) held = end - at
        else if (isGone) removed++
        if (isLast || isGone) {
          parts.push(chunk.subarray(from, at))
          from = end
        }
        at = isLast ? -1 : search.indexOf(0, end)
      }
      if (held < chunk.length) before = chunk[chunk.length - held - 1]
      yield joined([...parts, chunk.subarray(from)])
    }
    yield* released(undefined)
  }
  return { chunks: all(), removed: () => removed }
}

function endOfNuls(bytes: Uint8Array, from: number): number {
  let end = from
  while (bytes[end] === 0) end++
  return end
}

/** Removes the same characters from a whole text in memory. */
export const textWithoutNulPadding = (text: string): string =>
  text.replaceAll(nuls, (found: string, at: number) => {
    const end = at + found.length
    const next = end < text.length ? text.charCodeAt(end) : undefined
    return isPadding(found.length, at > 0 ? text.charCodeAt(at - 1) : undefined, next) ? '' : found
  })

const nuls = new RegExp(String.raw`\0{${paddingMin},}`, 'g')
