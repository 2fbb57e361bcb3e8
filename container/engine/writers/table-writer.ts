import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { TypedBatch } from '../table/typed-batch.ts'

/** Writes one table. Synchronous into `out`, which its driver empties to the sink between batches. */
export interface TableWriter {
  /** The type as the report shows it, by plan column. */
  readonly sqlTypes: readonly string[]
  begin(out: GrowingBytes): void
  write(batch: TypedBatch, out: GrowingBytes): void
  end(out: GrowingBytes): void
}
