import type { Accelerator, FastPath } from './accelerator.ts'
import type { Caster } from './cast/cast-batch.ts'
import type { PlannedTable } from './inference/plan-table.ts'
import { TableBounds } from './inference/bounds/table-bounds.ts'
import type { RowReader, TextSpans } from './readers/row-reader.ts'
import type { TableOutput } from './table-output.ts'
import type { TableWriter } from './writers/table-writer.ts'

export interface PlainRowsRequest {
  readonly accelerator: Accelerator | null
  readonly reader: RowReader
  readonly table: PlannedTable
  readonly caster: Caster
  readonly writer: TableWriter
  readonly output: TableOutput
}

/** The plain rows between two batches. The fast path writes them from the reader's text. */
export class PlainRows {
  private readonly spans: TextSpans
  private readonly fastPath: FastPath
  private readonly bounds: TableBounds | null

  /** Returns null if every row has to be in a batch. */
  static open({ accelerator, reader, table, caster, writer, output }: PlainRowsRequest): PlainRows | null {
    const { spans } = reader
    // The fast path does not know the values that mean NULL in every column.
    if (accelerator === null || spans === undefined || table.nullValues !== null) return null
    const { width } = table
    const bounds = table.bounds instanceof TableBounds ? table.bounds : null
    // The fast path leaves a remark to the plain code only if its first cell does not fit the column. A text column
    // accepts any cell.
    if (bounds?.leavesRemarks === true && table.plan.columns[0]?.type.kind === 'text') return null
    const fastPath = accelerator.fastPath({
      format: spans.format,
      width,
      cast: caster.accelerated,
      writer,
      out: output.out,
      firstNames: bounds?.firstNames ?? [],
    })
    if (fastPath === null) return null
    spans.begin(width)
    return new PlainRows(spans, fastPath, bounds)
  }

  private constructor(spans: TextSpans, fastPath: FastPath, bounds: TableBounds | null) {
    this.spans = spans
    this.fastPath = fastPath
    this.bounds = bounds
  }

  /** Writes the plain rows at the reader's position. Returns their number. */
  async write(): Promise<number> {
    const { spans, bounds } = this
    const span = await spans.next()
    if (span === null || bounds?.isWithin(span.rowNumber) === false) return 0
    const { rows, consumed, rowsBetween, lastRow } = this.fastPath.write(span)
    spans.pass({ rows, consumed, rowsBetween })
    if (rows === 0) return 0
    const { cellsOf } = spans
    if (bounds !== null && cellsOf !== undefined) {
      const last = lastRow.slice()
      bounds.passed(rows, () => cellsOf(last))
    }
    return rows
  }
}
