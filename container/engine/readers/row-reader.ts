import type { ReportInput } from '../../../src/contract/report.ts'
import type { SheetLayout } from '../table/sheet-layout.ts'
import type { RowBatch } from '../table/row-batch.ts'

/** The layout of rows in a text. */
export type SpanFormat =
  /** Delimited text. `quote` is −1 if the format has no quotes. */
  | { readonly kind: 'records'; readonly delimiter: number; readonly quote: number }
  /** JSON objects. Keys include their quotes and escapes, as in the text. */
  | { readonly kind: 'objects'; readonly keys: readonly string[]; readonly isArray: boolean }

/** Text that starts with a row. The last row in it may be incomplete. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** The number of the previous row. */
  readonly rowNumber: number
}

/** The part of a span whose rows were written. */
export interface SpanWritten {
  readonly rows: number
  /** The start of the first row that was not written. */
  readonly consumed: number
  /** The best number of rows for the batch before the next span. */
  readonly rowsBetween: number
}

/** The minimum number of rows that are read into a batch between two spans. */
export const rowsBetweenSpansMin = 16

/**
 * The reader's text for the fast path. Before each batch, the driver takes a span of it and reports how much of the
 * span it wrote.
 */
export interface TextSpans {
  readonly format: SpanFormat
  /** Tells the reader that the driver takes spans from now on. `width` is the number of cells in a row of the table. */
  begin(width: number): void
  /** Returns the text at the reader's position, or null if the next rows must be read into a batch. */
  next(): Promise<TextSpan | null>
  /** Moves past the rows that were written. */
  pass(written: SpanWritten): void
  /** Returns a batch that contains only this row. It is absent if nobody needs the cells beside the table. */
  readonly cellsOf?: (row: Uint8Array) => RowBatch
}

/** The result of every format: rows of cells in the order of the file, including headers and titles. */
export interface RowReader {
  /** The facts about the input, as detected or given by the spec. Inference adds the header and dates. */
  readonly input: ReportInput
  /** The table's name according to the file itself, such as a sheet's name, or null. */
  readonly sourceName: string | null
  /**
   * The source of the column names. `detect`: one of the first rows. `row`: the format names the row (a table object)
   * or a maximum number of rows. `names`: not a row (JSON keys), so every row is data.
   */
  readonly header:
    | { readonly kind: 'detect' }
    | { readonly kind: 'row'; readonly row: number; readonly rows: number }
    | { readonly kind: 'names'; readonly names: readonly string[] }
  /** The layout of a sheet, as far as it was read. */
  layout?(): SheetLayout
  /** The same batch object may be yielded again with new rows. */
  batches(): AsyncIterable<RowBatch>
  /** Absent if the rows do not come from text in a format that the fast path supports. */
  readonly spans?: TextSpans
  /**
   * The number of rows of the file so far, including blank ones, for a reader that reports every row it leaves out. For
   * other readers, gaps between row numbers are blank lines.
   */
  rowsRead?(): number
  /** The number of input bytes consumed so far, for progress. */
  bytesRead(): number
}

/** Tests for text in which only separators define the rows and the end of the table. */
export const isDelimited = ({ input }: RowReader): boolean => typeof input.delimiter === 'string'
