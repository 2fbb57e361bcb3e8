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
 * The common interface of all spreadsheet formats. It exists once the workbook's directory was read. Sheets are read
 * one at a time, as streams.
 */
export interface Workbook {
  /** The format as the report names it: `xlsx`, `xls`, `xlsb`, `ods`. */
  readonly format: string
  /** The encoding of a workbook from before Unicode. */
  readonly encoding?: string
  /** The sheets in the order of their tabs, without charts and macros, which have no cells. */
  readonly sheets: readonly SheetInfo[]
  openSheet(index: number, options: SheetOptions): Promise<OpenedSheet>
  /** Named ranges and table objects. */
  namedCells(): Promise<readonly NamedCells[]>
  /** The number of input bytes consumed so far. */
  bytesRead(): number
}

export interface SheetOptions {
  readonly reporter: Reporter
  /** The header row that the user names, or null. It overrides the one that the sheet declares. */
  readonly headerRow: number | null
  /** The cells that the user names. Null means all cells, or the sheet's table object. */
  readonly range?: TableRange | null
  readonly skipHidden?: boolean
  readonly added?: AddedAnnotations
  readonly accelerator: WorkbookAccelerator | null
}

/** Cells of a workbook that have a name. */
export interface NamedCells {
  readonly name: string
  /** Null if the name does not include a sheet. */
  readonly sheet: string | null
  readonly range: TableRange
  /** The header row of a table object, or null if it has none. */
  readonly headerRow: number | null
}

export interface OpenedSheet {
  /** The header row that the sheet itself declares with a table object. */
  readonly headerRow: number | null
  /** The rows from `SheetRows`. It may be called only once. */
  batches(): AsyncIterable<RowBatch>
  /** The layout of the sheet, as far as it was read. */
  layout(): SheetLayout
}
