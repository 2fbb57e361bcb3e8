/**
 * A window on a stream of binary records, and the current record in it. Records that are whole in the window are read
 * without waiting, so that a caller awaits once a chunk instead of once a record.
 */
export abstract class RecordWindow {
  bytes: Uint8Array
  type = 0
  /** The record's content, from `start` to `end` of `bytes`. */
  start = 0
  end = 0
  /** The end of the window's bytes, and the start of the next record. */
  filled = 0
  at = 0
  /** The start of the current record: its number and length come before its content. */
  head = 0
  private readonly chunks: AsyncIterator<Uint8Array>

  /** The window may begin in another owner's memory. */
  constructor(chunks: AsyncIterable<Uint8Array>, home: Uint8Array = new Uint8Array(1 << 16)) {
    this.bytes = home
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** False when the window holds no whole record: `fill` it. */
  abstract next(): boolean

  /** False when the stream is over. */
  abstract fill(): Promise<boolean>

  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  u8(offset: number): number {
    return this.start + offset < this.end ? (this.bytes[this.start + offset] as number) : 0
  }

  u16(offset: number): number {
    return this.u8(offset) | (this.u8(offset + 1) << 8)
  }

  u32(offset: number): number {
    return (this.u16(offset) | (this.u16(offset + 2) << 16)) >>> 0
  }

  get length(): number {
    return this.end - this.start
  }

  protected async nextChunk(): Promise<Uint8Array | null> {
    const next = await this.chunks.next()
    return next.done === true ? null : next.value
  }

  /** Puts a chunk after what has not been read yet, which moves to the front. */
  protected add(chunk: Uint8Array): void {
    const kept = this.filled - this.at
    if (kept + chunk.length > this.bytes.length) {
      const larger = new Uint8Array(kept + chunk.length + (1 << 16))
      larger.set(this.bytes.subarray(this.at, this.filled))
      this.bytes = larger
    } else this.bytes.copyWithin(0, this.at, this.filled)
    this.bytes.set(chunk, kept)
    this.at = 0
    this.filled = kept + chunk.length
  }
}
