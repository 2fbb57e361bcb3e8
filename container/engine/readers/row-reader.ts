import type { ReportInput } from '../../../src/contract/report.ts'
import type { RowBatch } from '../table/row-batch.ts'

/** Every format ends as this: rows of cells, in file order, headers and titles included. */
export interface RowReader {
  /** What was detected or taken from the spec so far; header and dates are added by inference. */
  readonly input: ReportInput
  /** Name that the table would have by the file itself (a sheet's name), if any. */
  readonly sourceName: string | null
  /**
   * Where the column names are. `detect`: among the first rows. `row`: the format itself says which row (a table
   * object); `names`: they are not rows at all (JSON keys), and every row is data.
   */
  readonly header:
    | { readonly kind: 'detect' }
    | { readonly kind: 'row'; readonly row: number }
    | { readonly kind: 'names'; readonly names: readonly string[] }
  /** The same batch object may come again, refilled. */
  batches(): AsyncIterable<RowBatch>
  /** Input bytes consumed so far, for progress (of the source's `size`). */
  bytesRead(): number
}
