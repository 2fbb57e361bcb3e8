import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { AllowedFixes } from '../report/allowed-fixes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { AcceleratedRows } from './accelerated-rows.ts'
import type { RowBlock } from './row-block.ts'

/** The writer's part of the fast path: the layout of a row, and the block that receives it. */
export interface FastRows {
  readonly rows: AcceleratedRows
  /** The fixes for changes to the rows' values. */
  readonly fixes: AllowedFixes
  readonly block: RowBlock
}

/** Writes one table into `out`, synchronously. Between batches, the driver empties `out` into the sink. */
export interface TableWriter {
  /** The types in the report, by plan column. */
  readonly sqlTypes: readonly string[]
  begin(out: GrowingBytes): void
  write(batch: TypedBatch, out: GrowingBytes): void
  end(out: GrowingBytes): void
  /** This is null if every row has to be written from a batch. */
  readonly fastRows: FastRows | null
  /** Called after the fast path has written rows to `out`, starting at `from`. */
  afterWrite?(out: GrowingBytes, from: number): void
}
