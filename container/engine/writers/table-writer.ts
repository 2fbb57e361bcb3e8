import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { AllowedFixes } from '../report/allowed-fixes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { AcceleratedRows } from './accelerated-rows.ts'
import type { RowBlock } from './row-block.ts'

/** The writer's part of the fast path: how a row is written, and the block that takes it. */
export interface FastRows {
  readonly rows: AcceleratedRows
  /** The fixes that change the rows' values. */
  readonly fixes: AllowedFixes
  readonly block: RowBlock
}

/** Writes one table. Synchronous into `out`, which its driver empties to the sink between batches. */
export interface TableWriter {
  /** The type as the report shows it, by plan column. */
  readonly sqlTypes: readonly string[]
  begin(out: GrowingBytes): void
  write(batch: TypedBatch, out: GrowingBytes): void
  end(out: GrowingBytes): void
  /** Null if every row has to come in a batch. */
  readonly fastRows: FastRows | null
  /** Called after the fast path has written rows to `out`, from `from` on. */
  afterWrite?(out: GrowingBytes, from: number): void
}
