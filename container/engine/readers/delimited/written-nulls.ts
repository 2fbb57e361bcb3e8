import { carriageReturn, lineFeed } from '../../bytes/ascii.ts'
import { searchOf } from '../../bytes/byte-search.ts'
import { joined } from '../../bytes/joined.ts'

const backslash = 0x5c
const letterN = 0x4e
const edgeBytes = 3
const space = 0x20

/** The finding of a field `\N`, which outlives a pass over the file. */
export interface NullFinding {
  hasWrittenNull: boolean
}

/**
 * Looks for a field that is only `\N`, which MySQL and PostgreSQL write for NULL, in text that a reader is about to
 * parse. The search for a backslash costs little, and it ends with the first such field.
 */
export class WrittenNulls {
  private readonly finding: NullFinding
  private readonly before: number | undefined
  private readonly after: number | undefined
  private readonly isPadded: boolean
  /** The last bytes of the previous chunks. */
  private edge: Uint8Array = Uint8Array.of(lineFeed)

  /** In padded text, a blank may be next to the field. A finding within a longer value changes nothing there. */
  constructor(delimiter: string, finding: NullFinding, isPadded = false) {
    const bytes = new TextEncoder().encode(delimiter)
    this.finding = finding
    this.isPadded = isPadded
    this.before = bytes.at(-1)
    this.after = bytes.at(0)
  }

  async *watched(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      this.search(chunk)
      yield chunk
    }
    this.search(Uint8Array.of(lineFeed))
  }

  private search(chunk: Uint8Array): void {
    const { finding } = this
    if (finding.hasWrittenNull) return
    const seam = joined([this.edge, chunk.subarray(0, edgeBytes)])
    finding.hasWrittenNull = this.isIn(seam) || this.isIn(chunk)
    // The source may reuse the memory of the chunk, so its end is copied.
    this.edge = joined([this.edge, chunk.subarray(-edgeBytes)]).slice(-edgeBytes)
  }

  private isIn(bytes: Uint8Array): boolean {
    const search = searchOf(bytes)
    for (let at = search.indexOf(backslash, 1); at > 0; at = search.indexOf(backslash, at + 1)) {
      if (bytes[at + 1] !== letterN) continue
      if (this.isEdge(bytes[at - 1], this.before) && this.isEdge(bytes[at + 2], this.after)) return true
    }
    return false
  }

  private isEdge(byte: number | undefined, delimiter: number | undefined): boolean {
    if (byte === undefined) return false
    return byte === delimiter || byte === lineFeed || byte === carriageReturn || (this.isPadded && byte === space)
  }
}
