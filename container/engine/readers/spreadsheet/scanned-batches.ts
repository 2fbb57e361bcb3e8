import type { RowBatch } from '../../table/row-batch.ts'
import type { SheetRows, SheetStop } from './sheet-rows.ts'

/** A table whose rows are read from markup, piece by piece. */
export interface ScannedTable {
  readonly isOpen: () => boolean
  readonly read: () => SheetStop
  /** Brings more of the markup. */
  readonly fill: () => Promise<void>
}

/** The rows of a table, batch by batch, until the table ends. */
export async function* scannedBatches(rows: SheetRows, { isOpen, read, fill }: ScannedTable): AsyncIterable<RowBatch> {
  try {
    while (isOpen()) {
      const stop = read()
      if (stop === 'starved') await fill()
      else if (stop === 'full') yield* rows.handOver()
    }
  } catch (error) {
    throw rows.failure(error)
  }
  yield* rows.handOver()
  rows.finish()
}
