import type { ReportInput } from '../../../src/contract/report.ts'
import type { SheetLayout } from '../table/sheet-layout.ts'
import type { RowBatch } from '../table/row-batch.ts'

/** The layout of rows in a text. */
export type SpanFormat =
  /** Delimited text. `quote` is −1 if the format has no quotes. */
  | { readonly kind: 'records'; readonly delimiter: number; readonly quote: number }
  /** JSON objects. Keys include their quotes and escapes, as in the text. */
  | { readonly kind: 'objects'; readonly keys: readonly string[]; readonly isArray: boolean }

/** Text that starts with a row. Its last row may be incomplete. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** The number of the previous row. */
  readonly rowNumber: number
}

/** The rows of a span that were written. */
export interface SpanWritten {
  readonly rows: number
  /** The start of the first row that was not written. */
  readonly consumed: number
  /** The preferred number of rows for the batch before the next span. */
  readonly rowsBetween: number
}

/** The minimum number of rows in a batch between two spans. */
export const rowsBetweenSpansMin = 16

/**
 * Text for the fast path. Before each batch, the driver takes a span of it and reports how much of the span it wrote.
 */
export interface TextSpans {
  readonly format: SpanFormat
  /** Makes the reader offer spans from now on. `width` is the number of cells in a row of the table. */
  begin(width: number): void
  /** Returns the text at the reader's position, or null if the next rows must be read into a batch. */
  next(): Promise<TextSpan | null>
  /** Moves past the rows that were written. */
  pass(written: SpanWritten): void
  /** Returns a batch that contains only this row. It is absent if the cells outside the table do not matter. */
  readonly cellsOf?: (row: Uint8Array) => RowBatch
}

/** The result of reading any format: rows of cells in file order, including headers and titles. */
export interface RowReader {
  /** The properties of the input, detected or set in the spec. Inference adds the header and dates. */
  readonly input: ReportInput
  /** The table's name in the file itself, such as a sheet name, or null. */
  readonly sourceName: string | null
  /**
   * The source of the column names. `detect`: one of the first rows. `row`: header rows that the format itself
   * specifies, as in a table object. `names`: keys as in JSON, so every row is data.
   */
  readonly header:
    | { readonly kind: 'detect' }
    | { readonly kind: 'row'; readonly row: number; readonly rows: number }
    | { readonly kind: 'names'; readonly names: readonly string[] }
  /** Whether a program printed the rows as a table for human readers. */
  readonly isPrinted?: boolean
  /** The layout of the sheet, as far as it has been read. */
  layout?(): SheetLayout
  /** The same batch object may be yielded again with new rows. */
  batches(): AsyncIterable<RowBatch>
  /** The text spans. They are absent if the rows do not come from text in a format that the fast path supports. */
  readonly spans?: TextSpans
  /**
   * The number of rows read from the file, including blank ones. Only readers that report every skipped row have this
   * method. For other readers, gaps between row numbers are blank lines.
   */
  rowsRead?(): number
  /** Returns the number of input bytes consumed so far, used for progress. */
  bytesRead(): number
}

/** Tests for text in which only separators mark the rows and the end of the table. */
export const isDelimited = ({ input }: RowReader): boolean => typeof input.delimiter === 'string'
