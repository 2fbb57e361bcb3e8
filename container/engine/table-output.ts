import { GrowingBytes } from './bytes/growing-bytes.ts'
import { release } from './bytes/release.ts'
import type { ByteSink } from './bytes/byte-source.ts'
import type { TypedBatch } from './table/typed-batch.ts'
import type { TableWriter } from './writers/table-writer.ts'

/** Output goes to the sink in pieces of about this size. */
const outputChunkBytes = 1 << 20
/** Batches are far shorter, unless a single row is not. */
const longBatchBytes = 8 << 20

/** The table's rows on their way to the sink. */
export class TableOutput {
  /** The rows that are not yet in the sink. */
  readonly out: GrowingBytes
  private readonly sink: ByteSink
  private readonly writer: TableWriter

  /** `memory`: where the output begins; it leaves when it outgrows it. */
  constructor(sink: ByteSink, writer: TableWriter, memory: Uint8Array | null) {
    this.sink = sink
    this.writer = writer
    this.out = new GrowingBytes(memory ?? outputChunkBytes + (outputChunkBytes >> 2))
    writer.begin(this.out)
  }

  /** `bytes`: the length of the rows as they stood in the file. A long row gets its room at once, not by doubling. */
  write(batch: TypedBatch, bytes: number): void {
    if (bytes > longBatchBytes) this.out.reserve(bytes + (bytes >> 2))
    this.writer.write(batch, this.out)
  }

  /** Hands what has gathered to the sink, once it is worth it. */
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
