import { joined } from '../../bytes/joined.ts'

const lineFeed = 10
const carriageReturn = 13
/** A longer tail of delimiters is read as rows, because keeping it takes too much memory. */
const heldBytesMax = 32 << 20

/**
 * Removes the lines at the end of a text that contain only delimiters. Spreadsheets write hundreds of them. The lines
 * are kept back until another line follows, so only their position in the file decides.
 */
export class EmptyTail {
  /** The number of lines that were removed. It is final after all chunks are read. */
  rows = 0
  /** The number of blank lines among the removed ones. */
  blankRows = 0
  private readonly delimiter: number
  private held: Uint8Array[] = []
  private heldBytes = 0
  private isAtLineStart = true
  private endedWithReturn = false

  private constructor(delimiter: number) {
    this.delimiter = delimiter
  }

  /** Returns null if the delimiter is not one ASCII character or the same character repeated. */
  static create(delimiter: string): EmptyTail | null {
    const byte = delimiter.charCodeAt(0)
    return byte < 0x80 && delimiter === delimiter.charAt(0).repeat(delimiter.length) ? new EmptyTail(byte) : null
  }

  async *withoutTail(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      const from = this.tailOf(chunk)
      if (from > 0) {
        yield* this.release()
        yield chunk.subarray(0, from)
        this.passed(chunk[from - 1] as number)
      }
      // The source may reuse the memory of the chunk, so the tail is copied.
      if (from < chunk.length) this.held.push(chunk.slice(from))
      this.heldBytes += chunk.length - from
      if (this.heldBytes > heldBytesMax) yield* this.release()
    }
    const tail = joined(this.held)
    if (tail.includes(this.delimiter)) this.count(tail)
    else yield* this.release()
  }

  /** Returns the position in a chunk after which all lines are complete lines of delimiters. */
  private tailOf(chunk: Uint8Array): number {
    let last = chunk.length - 1
    while (last >= 0 && (chunk[last] === this.delimiter || isLineEnd(chunk[last] as number))) last--
    if (last < 0 && this.isAtLineStart) {
      const isRestOfLineEnd = this.endedWithReturn && this.heldBytes === 0 && chunk[0] === lineFeed
      return isRestOfLineEnd ? 1 : 0
    }
    let at = last + 1
    while (at < chunk.length && !isLineEnd(chunk[at] as number)) at++
    return Math.min(chunk.length, at + (chunk[at] === carriageReturn && chunk[at + 1] === lineFeed ? 2 : 1))
  }

  private count(tail: Uint8Array): void {
    const lines = new TextDecoder().decode(tail).split(/\r\n|\r|\n/)
    if (lines.at(-1) === '') lines.pop()
    this.rows = lines.length
    this.blankRows = lines.filter((line) => line === '').length
  }

  private passed(lastByte: number): void {
    this.endedWithReturn = lastByte === carriageReturn
    this.isAtLineStart = isLineEnd(lastByte)
  }

  private *release(): Iterable<Uint8Array> {
    const last = this.held.at(-1)?.at(-1)
    if (last !== undefined) this.passed(last)
    yield* this.held
    this.held = []
    this.heldBytes = 0
  }
}

const isLineEnd = (byte: number): boolean => byte === lineFeed || byte === carriageReturn
