import type { ReportInput } from '../../../src/contract/report.ts'
import type { SheetLayout } from '../table/sheet-layout.ts'
import type { RowBatch } from '../table/row-batch.ts'

/** The layout of rows in a text. */
export type SpanFormat =
  /** Delimited text; `quote` is −1 if nothing quotes. */
  | { readonly kind: 'records'; readonly delimiter: number; readonly quote: number }
  /** JSON objects; a key has the quotes and the escapes that it has in the text. */
  | { readonly kind: 'objects'; readonly keys: readonly string[]; readonly isArray: boolean }

/** Text from the start of a row. The last row in it may be incomplete. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** The number of the previous row. */
  readonly rowNumber: number
}

/** The part of a span whose rows are written. */
export interface SpanWritten {
  readonly rows: number
  /** The start of the first row that is not written. */
  readonly consumed: number
  /** How many rows are best read into a batch before the next span. */
  readonly rowsBetween: number
}

/** The fewest rows that are read into a batch between two spans. */
export const rowsBetweenSpansMin = 16

/** The text of a reader, for the fast path: the driver takes a span of it before each batch, and says what it wrote. */
export interface TextSpans {
  readonly format: SpanFormat
  /** From here on the driver takes spans. `width`: the cells of a row of the table. */
  begin(width: number): void
  /** The text at the reader's position; null if the next rows have to be read into a batch. */
  next(): Promise<TextSpan | null>
  /** Moves past the rows that are written. */
  pass(written: SpanWritten): void
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
  /** Absent where the rows are not in a text of a format that the fast path knows. */
  readonly spans?: TextSpans
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
