import type { ByteSink } from './byte-source.ts'

/** Lets the next chunk be made while the one before it is written. One write is under way at a time, in order. */
export class SinkAhead implements ByteSink {
  private readonly sink: ByteSink
  private writing: Promise<void> = Promise.resolve()

  constructor(sink: ByteSink) {
    this.sink = sink
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.writing
    this.writing = this.sink.write(chunk)
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
