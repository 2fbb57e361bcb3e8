import { GrowingBytes } from './bytes/growing-bytes.ts'
import { release } from './bytes/release.ts'
import type { ByteSink } from './bytes/byte-source.ts'
import type { TypedBatch } from './table/typed-batch.ts'
import type { TableWriter } from './writers/table-writer.ts'

/** The approximate size of the chunks that the sink receives. */
const outputChunkBytes = 1 << 20
/** The size of an unusually long batch. Only a batch with a very long row reaches it. */
const longBatchBytes = 8 << 20

/** The table's rows on their way to the sink. */
export class TableOutput {
  /** The rows that are not in the sink yet. */
  readonly out: GrowingBytes
  private readonly sink: ByteSink
  private readonly writer: TableWriter

  /** `memory` is the initial buffer for the output. It is replaced if the output outgrows it. */
  constructor(sink: ByteSink, writer: TableWriter, memory: Uint8Array | null) {
    this.sink = sink
    this.writer = writer
    this.out = new GrowingBytes(memory ?? outputChunkBytes + (outputChunkBytes >> 2))
    writer.begin(this.out)
  }

  /**
   * `bytes` is the size of the rows in the file. For a long row, the buffer grows once instead of doubling repeatedly.
   */
  write(batch: TypedBatch, bytes: number): void {
    if (bytes > longBatchBytes) this.out.reserve(bytes + (bytes >> 2))
    this.writer.write(batch, this.out)
  }

  /** Sends the collected output to the sink if there is enough of it. */
  async flush(): Promise<void> {
    if (this.out.length >= outputChunkBytes) await this.empty()
  }

  async end(): Promise<void> {
    this.writer.end(this.out)
    await this.empty()
  }

  private async empty(): Promise<void> {
    const { bytes } = this.out
    await this.sink.write(bytes.subarray(0, this.out.length))
    this.out.clear()
    if (this.out.bytes !== bytes) release(bytes)
  }
}
