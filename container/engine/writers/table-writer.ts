import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { AllowedFixes } from '../report/allowed-fixes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { KernelRows } from '../webassembly/rows/kernel-rows.ts'

/** The limits of the next rows. */
export interface RowRoom {
  readonly rowsMax: number
  readonly bytesMax: number
  /** No row stands before the first of them. */
  readonly isFirst: boolean
}

/** Writers whose rows the kernel can write without a batch. */
export interface StraightWriter {
  readonly rows: KernelRows
  /** The fixes that change the rows' values. */
  readonly fixes?: AllowedFixes
  /** Has `write` append rows as long as it has some; it answers how many. */
  fill(out: GrowingBytes, write: (room: RowRoom) => number): void
}

/** Writes one table. Synchronous into `out`, which its driver empties to the sink between batches. */
export interface TableWriter {
  /** The type as the report shows it, by plan column. */
  readonly sqlTypes: readonly string[]
  begin(out: GrowingBytes): void
  write(batch: TypedBatch, out: GrowingBytes): void
  end(out: GrowingBytes): void
  readonly straight?: StraightWriter | null
}
