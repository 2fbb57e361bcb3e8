import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { BatchMemory, CellKind } from '../../table/row-batch.ts'
import type { XmlScanner } from '../xml/xml-scanner.ts'
import type { BinaryCells } from './binary-cells.ts'
import type { RecordWindow } from './record-window.ts'
import type { SheetParts } from './sheet-parts.ts'
import type { SheetRows } from './sheet-rows.ts'
import type { StringMemory, StringsFilled } from './string-arena.ts'

/** The part of a `ReadingAccelerator` for workbooks. */
export interface WorkbookAccelerator extends BatchMemory {
  /** The buffer for markup or binary records. */
  readonly markup: Uint8Array
  readonly strings: StringMemory
  /** Reads rows of an xlsx sheet. */
  sheetRows(xml: XmlScanner, rows: SheetRows, values: OpenCells, parts: SheetParts): SheetRowReader | null
  /** Reads rows of an xls or xlsb sheet. */
  binaryRows(sheet: BinarySheet): BinaryRowReader | null
  /** Reads simple shared strings of xlsx from `markup` into `input`. */
  sharedTexts(at: number, end: number): SharedTexts
  /** Adds shared strings of xls or xlsb from `markup` to `strings`. */
  addStrings(format: 'xls' | 'xlsb', at: number, end: number, filled: StringsFilled): StringsFilled & { at: number }
  /** Skips records of an xls sheet in `markup`. The last row is −1 if the rows are not in ascending order. */
  passRecords(at: number, end: number, lastRow: number): { readonly at: number; readonly lastRow: number }
}

/** The plain code that completes the cells which an accelerator leaves open in an xlsx sheet. */
export interface OpenCells {
  append(type: number, style: number, bytes: Uint8Array, start: number, end: number): CellKind
  appendShared(arena: GrowingBytes, index: number): CellKind
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
  /** Reads simple rows between two other rows, up to the end of the window or of the batch. */
  take(): void
}

export interface BinaryRowReader {
  /** The buffer for the window on the records. */
  readonly window: Uint8Array
  /**
   * Reads rows, starting at the window's current record, which is the first one of a row. Returns false if it read
   * none.
   */
  take(window: RecordWindow): boolean
}

/** Consecutive strings in `input`, and the position in `markup` after them. */
export interface SharedTexts {
  readonly at: number
  readonly count: number
  readonly starts: Int32Array
  readonly ends: Int32Array
}
