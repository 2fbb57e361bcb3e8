import type { ReportInput } from '../../../src/contract/report.ts'
import type { SheetLayout } from '../table/sheet-layout.ts'
import type { RowBatch } from '../table/row-batch.ts'

/** How rows stand in the text, for whoever takes them straight from there. */
export type LaneDialect =
  /** Delimited text; `quote` is −1 where nothing quotes. */
  | { readonly kind: 'records'; readonly delimiter: number; readonly quote: number }
  /** JSON objects; a key has the quotes and the escapes that it has in the text. */
  | { readonly kind: 'objects'; readonly keys: readonly string[]; readonly isArray: boolean }

/** Takes plain rows from the text straight to the output; the others are left to be read into batches. */
export interface TextLane {
  /** Cells of a row. */
  readonly width: number
  /** How many rows were taken last. */
  readonly rows: number
  /** How many rows are best read into a batch before the lane is tried again. */
  readonly rowsBetween: number
  /** Reads rows from `start` that end before `end` and returns where it stopped. `rowNumber` is the number of the previous row. */
  take(bytes: Uint8Array, start: number, end: number, rowNumber: number): number
}

export interface StraightReader {
  readonly dialect: LaneDialect
  use(lane: TextLane): void
  /** A batch of that row alone. Absent where nobody asks what stands beside the table. */
  readonly cellsOf?: (row: Uint8Array) => RowBatch
}

/** Every format ends as this: rows of cells, in file order, headers and titles included. */
export interface RowReader {
  /** The input facts detected or taken from the spec so far; inference adds header and dates. */
  readonly input: ReportInput
  /** Name that the table would have by the file itself (a sheet's name), if any. */
  readonly sourceName: string | null
  /**
   * The source of the column names. `detect`: one of the first rows. `row`: the format itself names the row (a table
   * object), and a maximum number of rows. `names`: not a row at all (JSON keys), so that every row is data.
   */
  readonly header:
    | { readonly kind: 'detect' }
    | { readonly kind: 'row'; readonly row: number; readonly rows: number }
    | { readonly kind: 'names'; readonly names: readonly string[] }
  /** The layout of a sheet besides its values, as far as it was read. */
  layout?(): SheetLayout
  /** The same batch object may come again, refilled. */
  batches(): AsyncIterable<RowBatch>
  /** The fast path for rows. Once it is used, batches hold the rows that it left, and an empty batch means that it read some. */
  readonly straight?: StraightReader
  /**
   * Rows of the file so far, blank ones included, of a reader that reports every row that it leaves out. Of another one
   * the numbers of its rows tell, and those that are missing between them are blank.
   */
  rowsRead?(): number
  /** Input bytes consumed so far, for progress (of the source's `size`). */
  bytesRead(): number
}

/** Text in which separators alone say what a row is and where the table ends. */
export const isDelimited = ({ input }: RowReader): boolean => typeof input.delimiter === 'string'
