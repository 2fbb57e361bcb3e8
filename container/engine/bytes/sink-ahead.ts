import type { ByteSink } from './byte-source.ts'

/**
 * Lets the next chunk be made while the one before it is written. One write is under way at a time, in order. What is
 * written is copied into one of two buffers that are used again and again: a fresh one for every megabyte is what keeps a
 * garbage collector busy.
 */
export class SinkAhead {
  private readonly sink: ByteSink
  private writing: Promise<void> = Promise.resolve()
  private spare = new Uint8Array(0)
  private next = new Uint8Array(0)

  constructor(sink: ByteSink) {
    this.sink = sink
  }

  /** Waits for the write before this one alone. `bytes` stay the caller's. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.writing
    const buffer = this.spare.length < bytes.length ? new Uint8Array(bytes.length + (bytes.length >> 2)) : this.spare
    buffer.set(bytes)
    this.spare = this.next
    this.next = buffer
    this.writing = this.sink.write(buffer.subarray(0, bytes.length))
    // Whoever writes next sees the error; one who has left must not bring the process down.
    this.writing.catch(() => undefined)
  }

  /** Everything is written; throws what the last write threw. */
  settled(): Promise<void> {
    return this.writing
  }

  /** Nothing is under way any more, however it ended. */
  async idle(): Promise<void> {
    await this.writing.catch(() => undefined)
  }
}
