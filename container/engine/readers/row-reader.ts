import type { ReportInput } from '../../../src/contract/report.ts'
import type { TextWindow } from '../bytes/text-window.ts'
import type { RowBatch } from '../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'

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
  /** Delimited text, whose records others may take from between two batches. */
  readonly taken?: TakenRecords
  /** Input bytes consumed so far, for progress (of the source's `size`). */
  bytesRead(): number
}

/** What a reader and those who read in its place have in common: the text from the next record on, and its number. */
export interface TakenRecords {
  readonly options: CsvOptions
  readonly window: TextWindow
  /** The number of the record before `window.at`. */
  readonly records: { rowNumber: number }
  /** False where what stands at `window.at` is the rest of a broken record. */
  isBetween: boolean
  /** Set by whoever moved `window.at`: the reader looks anew. */
  wereTaken: boolean
}
