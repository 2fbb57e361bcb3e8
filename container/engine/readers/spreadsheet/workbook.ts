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

/** The interface of every spreadsheet format once its directory is read. Sheets are read one at a time, as streams. */
export interface Workbook {
  /** The format as the report names it: `xlsx`, `xls`, `xlsb`, `ods`. */
  readonly format: string
  /** The encoding of a workbook from before Unicode. */
  readonly encoding?: string
  /** In the order of the tabs; sheets without cells (charts, macros) are not among them. */
  readonly sheets: readonly SheetInfo[]
  openSheet(index: number, options: SheetOptions): Promise<OpenedSheet>
  /** Named ranges and table objects. */
  namedCells(): Promise<readonly NamedCells[]>
  /** Input bytes consumed so far. */
  bytesRead(): number
}

export interface SheetOptions {
  readonly reporter: Reporter
  /** The row that the user says holds the names, if any: it wins over what the sheet says. */
  readonly headerRow: number | null
  /** The cells that the user names; null for all of them, or for the sheet's table object. */
  readonly range?: TableRange | null
  readonly skipHidden?: boolean
  readonly added?: AddedAnnotations
  readonly accelerator: WorkbookAccelerator | null
}

/** Cells of a workbook that have a name. */
export interface NamedCells {
  readonly name: string
  /** Null if the name does not say. */
  readonly sheet: string | null
  readonly range: TableRange
  /** The header row of a table object that has one. */
  readonly headerRow: number | null
}

export interface OpenedSheet {
  /** The row of the names where the sheet itself says so (a table object). */
  readonly headerRow: number | null
  /** Rows as `SheetRows` makes them; may be asked for once. */
  batches(): AsyncIterable<RowBatch>
  /** The layout of the sheet besides its values, as far as it was read. */
  layout(): SheetLayout
}
