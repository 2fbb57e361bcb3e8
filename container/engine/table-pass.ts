import type { Accelerator } from './accelerator.ts'
import type { Caster } from './cast/cast-batch.ts'
import type { Correction } from './correction.ts'
import type { PlannedTable } from './inference/plan-table.ts'
import type { Sample } from './inference/sample/sample.ts'
import type { PlainRows } from './plain-rows.ts'
import type { ProgressOfPasses } from './progress-of-passes.ts'
import type { RowReader } from './readers/row-reader.ts'
import type { Reporter } from './report/reporter.ts'
import type { RowBatch } from './table/row-batch.ts'
import type { TableOutput } from './table-output.ts'

export interface TablePassParts {
  readonly table: PlannedTable
  readonly reader: RowReader
  readonly caster: Caster
  readonly reporter: Reporter
  readonly progress: ProgressOfPasses
  readonly accelerator: Accelerator | null
  /** This is null if the rows are only checked. */
  readonly output: TableOutput | null
  /** This is null if the plan can no longer be corrected. */
  readonly correction: Correction | null
}

export type Step = 'continue' | 'corrected' | 'stopped'

/** One pass over the file, in which one plan takes the rows from the reader to the sink. */
export class TablePass {
  private readonly parts: TablePassParts

  constructor(parts: TablePassParts) {
    this.parts = parts
  }

  /** Releases the memory of a written batch, because rows of many megabytes would fill it. */
  async writeSample(sample: Sample): Promise<Step> {
    const held = [...sample.batches.splice(0), ...sample.afterSample.splice(0)]
    for (let batch = held.shift(); batch !== undefined; batch = held.shift()) {
      const step = await this.writeBatch(batch)
      if (step !== 'continue') return step
    }
    return 'continue'
  }

  /**
   * Writes the rows after the sample: alternating between plain rows on the fast path and a batch. `plainRows` is null
   * without a fast path.
   */
  async writeRest(plainRows: PlainRows | null, batches: AsyncIterator<RowBatch>): Promise<Step> {
    for (;;) {
      const afterPlain = await this.writePlainRows(plainRows)
      if (afterPlain !== 'continue') return afterPlain
      const next = await batches.next()
      if (next.done === true) return 'continue'
      const afterBatch = await this.writeBatch(ownRows(this.parts.table, next.value))
      if (afterBatch !== 'continue') return afterBatch
    }
  }

  private async writePlainRows(plainRows: PlainRows | null): Promise<Step> {
    const rows = (await plainRows?.write()) ?? 0
    this.parts.caster.converted += rows
    return rows > 0 ? this.next() : 'continue'
  }

  private writeBatch(batch: RowBatch): Promise<Step> {
    const { table, caster, accelerator, output } = this.parts
    table.nullValues?.markNulls(batch, table.lastHeadRow)
    const typed = caster.cast(accelerator?.stage(batch) ?? batch)
    output?.write(typed, batch.extent.to - batch.extent.from)
    accelerator?.unstage()
    return this.next()
  }

  private async next(): Promise<Step> {
    const { correction, output, reporter, progress, caster, reader } = this.parts
    if ((await correction?.isDue()) === true) return 'corrected'
    await output?.flush()
    await reporter.rejects?.flush()
    return progress.report(caster.converted, reader.bytesRead()) === 'stop' ? 'stopped' : 'continue'
  }
}

/** Marks rows that do not belong to the table, fills merged cells and adds the columns of annotations. */
function ownRows({ bounds, fill, annotations }: PlannedTable, batch: RowBatch): RowBatch {
  bounds?.markRows(batch)
  const filled = fill?.fill(batch) ?? batch
  return annotations?.add(filled) ?? filled
}
