import { GrowingBytes } from './bytes/growing-bytes.ts'
import { release } from './bytes/release.ts'
import type { ByteSink } from './bytes/byte-source.ts'
import type { Caster } from './cast/cast-batch.ts'
import type { PlannedTable } from './inference/plan-table.ts'
import { TableBounds } from './inference/table-bounds.ts'
import type { Kernel } from './webassembly/kernel/kernel.ts'
import { KernelLane } from './webassembly/rows/fast-path.ts'
import type { RowReader } from './readers/row-reader.ts'
import type { TypedBatch } from './table/typed-batch.ts'
import type { TableWriter } from './writers/table-writer.ts'

/** Output goes to the sink in pieces of about this size. */
const outputChunkBytes = 1 << 20
/** Batches are far shorter, unless a single row is not. */
const longBatchBytes = 8 << 20

export interface TableOutputOptions {
  readonly sink: ByteSink
  readonly writer: TableWriter
  readonly table: PlannedTable
  readonly reader: RowReader
  readonly caster: Caster
  readonly kernel: Kernel | null
}

/** The table's rows on their way to the sink. */
export class TableOutput {
  private readonly options: TableOutputOptions
  private readonly out: GrowingBytes

  constructor(options: TableOutputOptions) {
    this.options = options
    this.out = new GrowingBytes(options.kernel?.output ?? outputChunkBytes + (outputChunkBytes >> 2))
    options.writer.begin(this.out)
  }

  /** `bytes`: the length of the rows as they stood in the file. A long row gets its room at once, not by doubling. */
  write(batch: TypedBatch, bytes: number): void {
    if (bytes > longBatchBytes) this.out.reserve(bytes + (bytes >> 2))
    this.options.writer.write(batch, this.out)
  }

  /** Hands what has gathered to the sink, once it is worth it. */
  async flush(): Promise<void> {
    if (this.out.length >= outputChunkBytes) await this.empty()
  }

  async end(): Promise<void> {
    this.options.writer.end(this.out)
    await this.empty()
  }

  /** From here on rows that are canonical already go from the text straight to the output. */
  openLane(): void {
    const { kernel, reader, table, writer, caster } = this.options
    const { straight } = reader
    const { width } = table
    const bounds = table.bounds instanceof TableBounds ? table.bounds : null
    const { straight: straightWriter = null } = writer
    if (kernel === null || straight === undefined || caster.runs === null || straightWriter === null) return
    const lane = KernelLane.open({
      kernel,
      out: this.out,
      width,
      cast: caster.runs,
      writer: straightWriter,
      dialect: straight.dialect,
      firstNames: bounds?.firstNames ?? [],
      isWithin: (number) => bounds?.isWithin(number) ?? true,
      passed: (rows, last) => {
        caster.converted += rows
        const { cellsOf } = straight
        if (bounds === null || cellsOf === undefined) return
        const row = last.slice()
        bounds.passed(rows, () => cellsOf(row))
      },
    })
    if (lane !== null) straight.use(lane)
  }

  private async empty(): Promise<void> {
    const { bytes } = this.out
    await this.options.sink.write(bytes.subarray(0, this.out.length))
    this.out.clear()
    if (this.out.bytes !== bytes) release(bytes)
  }
}
