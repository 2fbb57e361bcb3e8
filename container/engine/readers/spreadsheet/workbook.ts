import type { WorkbookAccelerator } from './workbook-accelerator.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { SheetLayout } from '../../table/sheet-layout.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { AddedAnnotations } from './cell-annotations.ts'
import type { TableRange } from './references.ts'

export interface SheetInfo {
  readonly name: string
  readonly isHidden: boolean
}

/**
 * The common interface of all spreadsheet formats, available once the workbook's directory has been read. Sheets are
 * streamed one at a time.
 */
export interface Workbook {
  /** The format's name in the report: `xlsx`, `xls`, `xlsb`, `ods`. */
  readonly format: string
  /** The encoding of a workbook from before Unicode. */
  readonly encoding?: string
  /** The sheets in tab order. Charts and macros are left out, because they have no cells. */
  readonly sheets: readonly SheetInfo[]
  openSheet(index: number, options: SheetOptions): Promise<OpenedSheet>
  /** Named ranges and table objects. */
  namedCells(): Promise<readonly NamedCells[]>
  /** Returns the number of input bytes consumed so far. */
  bytesRead(): number
}

export interface SheetOptions {
  readonly reporter: Reporter
  /** The header row that the user specified, or null. It overrides the one declared in the sheet. */
  readonly headerRow: number | null
  /** The cells that the user selected. Null means all cells, or the sheet's table object. */
  readonly range?: TableRange | null
  readonly skipHidden?: boolean
  readonly added?: AddedAnnotations
  readonly accelerator: WorkbookAccelerator | null
}

/** A named part of a workbook. */
export interface NamedCells {
  readonly name: string
  /** This is null if the name does not include a sheet. */
  readonly sheet: string | null
  readonly range: TableRange
  /** The header row of a table object, or null if it has none. */
  readonly headerRow: number | null
}

export interface OpenedSheet {
  /** The header row that the sheet declares with a table object. */
  readonly headerRow: number | null
  /** Yields the rows from `SheetRows`. Call it only once. */
  batches(): AsyncIterable<RowBatch>
  /** Returns the layout of the sheet, as far as it has been read. */
  layout(): SheetLayout
}
