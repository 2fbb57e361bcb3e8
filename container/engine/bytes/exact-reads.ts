/** The number of bytes that are skipped in one step. */
const skippedBytes = 1 << 16

/** Reads exactly the requested number of bytes, wherever the chunks of a source end. */
export class ExactReads {
  bytesRead = 0
  private readonly source: AsyncIterator<Uint8Array>
  private readonly cutShort: () => Error
  private rest: Uint8Array = new Uint8Array(0)

  /** `cutShort` returns the error for a file that ends too early. */
  constructor(chunks: AsyncIterable<Uint8Array>, cutShort: () => Error) {
    this.source = chunks[Symbol.asyncIterator]()
    this.cutShort = cutShort
  }

  async isAtEnd(): Promise<boolean> {
    while (this.rest.length === 0) {
      const next = await this.source.next()
      if (next.done === true) return true
      this.rest = next.value
    }
    return false
  }

  /** Returns a copy, because a source may reuse the memory of a chunk. */
  async take(length: number): Promise<Uint8Array> {
    const copy = new Uint8Array(length)
    for (let at = 0; at < length;) {
      const part = await this.some(length - at)
      copy.set(part, at)
      at += part.length
    }
    return copy
  }

  /** Reads at least one byte and at most `most`. The bytes belong to the caller until the next read. */
  async some(most: number): Promise<Uint8Array> {
    if (await this.isAtEnd()) throw this.cutShort()
    const part = this.rest.subarray(0, most)
    this.rest = this.rest.subarray(part.length)
    this.bytesRead += part.length
    return part
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.some(Math.min(left, skippedBytes))).length
  }

  async close(): Promise<void> {
    await this.source.return?.()
  }
}

/** Returns the number in up to eight little-endian bytes. */
export const littleEndian = (bytes: Uint8Array): number => bytes.reduceRight((value, byte) => value * 256 + byte, 0)
