import type { BatchMemory, RowBatch } from '../table/row-batch.ts'
import type { CsvOptions } from './delimited/csv-options.ts'
import type { RecordReader } from './delimited/csv-records.ts'
import type { ObjectReader } from './json/object-reader.ts'
import type { BinaryCells } from './spreadsheet/binary-cells.ts'
import type { RecordWindow } from './spreadsheet/record-window.ts'
import type { SheetParts } from './spreadsheet/sheet-parts.ts'
import type { SheetRows } from './spreadsheet/sheet-rows.ts'
import type { StringMemory, StringsFilled } from './spreadsheet/string-arena.ts'
import type { XmlScanner } from './xml/xml-scanner.ts'
import type { CellValues } from './xlsx/cell-values.ts'

/**
 * The work that readers hand to an accelerator where there is one. The plain code of each reader defines the result; an
 * accelerator reads the common case, stops before anything else, and finds what it reads in memory of its own.
 */
export interface ReadingAccelerator extends BatchMemory {
  /** The batch whose cells point into `input`. */
  readonly batch: RowBatch
  /** Whether the batch is still in the accelerator's memory: it leaves when it outgrows it. */
  holds(batch: RowBatch): boolean
  /** Null if the records need the plain code. */
  records(options: CsvOptions): RecordReader | null
  /** Reads objects whose keys are known; null if there are too many keys. */
  objects(names: readonly string[]): ObjectReader | null
  /** The part for workbooks, which is loaded for them alone. */
  forWorkbooks(): Promise<WorkbookAccelerator>
}

export interface WorkbookAccelerator extends BatchMemory {
  /** The window of markup, or of binary records. */
  readonly markup: Uint8Array
  readonly strings: StringMemory
  /** Reads rows of an xlsx sheet. */
  sheetRows(xml: XmlScanner, rows: SheetRows, values: CellValues, parts: SheetParts): SheetRowReader | null
  /** Reads rows of an xls or xlsb sheet. */
  binaryRows(sheet: BinarySheet): BinaryRowReader | null
  /** Reads simple shared strings of xlsx from `markup` into `input`. */
  sharedTexts(at: number, end: number): SharedTexts
  /** Adds shared strings of xls or xlsb from `markup` to `strings`. */
  addStrings(format: 'xls' | 'xlsb', at: number, end: number, filled: StringsFilled): StringsFilled & { at: number }
  /** Passes records of an xls sheet in `markup`; the last row is −1 if one row stands above another. */
  passRecords(at: number, end: number, lastRow: number): { readonly at: number; readonly lastRow: number }
}

export type BinaryFormat = { readonly kind: 'xlsb' } | { readonly kind: 'xls'; readonly isUnicode: boolean }

/** A sheet of xls or xlsb, and the plain code that completes its cells. */
export interface BinarySheet {
  readonly rows: SheetRows
  readonly cells: BinaryCells
  readonly parts: SheetParts
  readonly format: BinaryFormat
}

export interface SheetRowReader {
  /** Between two rows: reads the plain ones that follow, up to the end of the window or of the batch. */
  take(): void
}

export interface BinaryRowReader {
  /** The buffer for the window on the records. */
  readonly window: Uint8Array
  /** From the first record of a row, which is the window's: false when it read no row. */
  take(window: RecordWindow): boolean
}

/** Consecutive strings in `input`, and the place in `markup` after them. */
export interface SharedTexts {
  readonly at: number
  readonly count: number
  readonly starts: Int32Array
  readonly ends: Int32Array
}
