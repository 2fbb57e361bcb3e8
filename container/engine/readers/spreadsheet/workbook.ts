import type { Kernel } from '../../kernel/kernel.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { SheetLayout } from '../../table/sheet-layout.ts'
import type { RowBatch } from '../../table/row-batch.ts'

export interface SheetInfo {
  readonly name: string
  readonly isHidden: boolean
}

/** What every spreadsheet format offers once its directory is read; sheets are read one at a time, as streams. */
export interface Workbook {
  /** As the report names it: `xlsx`, `xls`, `xlsb`, `ods`. */
  readonly format: string
  /** Of those before Unicode. */
  readonly encoding?: string
  /** In the order of the tabs; sheets without cells (charts, macros) are not among them. */
  readonly sheets: readonly SheetInfo[]
  openSheet(index: number, options: SheetOptions): Promise<OpenedSheet>
  /** Input bytes consumed so far. */
  bytesRead(): number
}

export interface SheetOptions {
  readonly reporter: Reporter
  /** The row that the user says holds the names, if any: it wins over what the sheet says. */
  readonly headerRow: number | null
  readonly kernel: Kernel | null
}

export interface OpenedSheet {
  /** The row of the names where the sheet itself says so (a table object). */
  readonly headerRow: number | null
  /** Rows as `SheetRows` makes them; may be asked for once. */
  batches(): AsyncIterable<RowBatch>
  /** What is known of the sheet besides its values, as far as it was read. */
  layout(): SheetLayout
}
