/**
 * A window on a stream of binary records, positioned at the current record. Records that are complete in the window are
 * read synchronously, so the caller awaits once per chunk instead of once per record.
 */
export abstract class RecordWindow {
  bytes: Uint8Array
  type = 0
  /** The content of the record is `bytes` from `start` to `end`. */
  start = 0
  end = 0
  /** The end of the window's bytes. */
  filled = 0
  at = 0
  /** The start of the current record's header, which contains its number and length. */
  head = 0
  private readonly chunks: AsyncIterator<Uint8Array>

  /** The window may start out in memory that belongs to someone else. */
  constructor(chunks: AsyncIterable<Uint8Array>, home: Uint8Array = new Uint8Array(1 << 16)) {
    this.bytes = home
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns false if the window contains no complete record. The caller then calls `fill`. */
  abstract next(): boolean

  /** Returns false at the end of the stream. */
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

  /** Appends a chunk to the unread bytes, after moving them to the front. */
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
