import type { RowBatch } from '../../table/row-batch.ts'
import type { SheetRows, SheetStop } from './sheet-rows.ts'

/** A table whose rows are read from chunks of markup. */
export interface ScannedTable {
  readonly isOpen: () => boolean
  readonly read: () => SheetStop
  /** Reads more markup. */
  readonly fill: () => Promise<void>
}

/** Yields the rows of a table in batches until the table ends. */
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
