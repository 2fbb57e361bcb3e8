import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import type { RowPattern } from './kernel-rows.ts'

/** Writes one table. Synchronous into `out`, which its driver empties to the sink between batches. */
export interface TableWriter {
  /** The type as the report shows it, by plan column. */
  readonly sqlTypes: readonly string[]
  begin(out: GrowingBytes): void
  write(batch: TypedBatch, out: GrowingBytes): void
  end(out: GrowingBytes): void
  /** How threads write rows for it; null where it must see every cell itself. */
  readonly elsewhere: RowsElsewhere | null
}

export interface RowsElsewhere {
  readonly pattern: RowPattern
  /** Goes on with rows that were written by the pattern, as if it had written them. */
  take(rows: WrittenRows, out: GrowingBytes): void
}

/** Rows `from` to `to` of those in `bytes`, each behind what stands between rows. */
export interface WrittenRows {
  readonly bytes: Uint8Array
  /** Where each row ends. */
  readonly ends: Int32Array
  readonly from: number
  readonly to: number
}
