import type { Kernel } from '../kernel/kernel.ts'
import { type FinishCell, finishCells, slackBytes } from './kernel-batch.ts'
import { KernelParts } from './kernel-parts.ts'
import type { SheetRowReader } from '../../readers/spreadsheet/workbook-accelerator.ts'
import { columnsMax } from '../../readers/spreadsheet/references.ts'
import { batchCells, type SheetRows } from '../../readers/spreadsheet/sheet-rows.ts'
import type { XmlScanner } from '../../readers/xml/xml-scanner.ts'
import { CellType } from '../../readers/xlsx/cell-attributes.ts'
import type { SheetParts } from '../../readers/spreadsheet/sheet-parts.ts'
import type { CellValues } from '../../readers/xlsx/cell-values.ts'

/**
 * The first kind of cells whose text is not final. The cell's type is added to it. The kernel has the same number in
 * ../kernel/assembly/sheet.ts.
 */
const unfinished = 32

/**
 * Complete rows in the usual notation, which the kernel reads. Any other row is left to
 * `SheetTokens`, which defines the correct result. Cells that need more work are completed here: strings outside the
 * kernel's memory, numbers with rounding errors, rare dates.
 */
export class KernelSheet implements SheetRowReader {
  private readonly kernel: Kernel
  private readonly xml: XmlScanner
  private readonly rows: SheetRows
  private readonly values: CellValues
  private readonly shown: KernelParts

  static open(
    kernel: Kernel,
    xml: XmlScanner,
    rows: SheetRows,
    values: CellValues,
    parts: SheetParts,
  ): KernelSheet | null {
    const shown = KernelParts.keep(kernel, parts)
    return shown === null ? null : new KernelSheet(kernel, xml, rows, values, shown)
  }

  private constructor(kernel: Kernel, xml: XmlScanner, rows: SheetRows, values: CellValues, shown: KernelParts) {
    this.kernel = kernel
    this.xml = xml
    this.rows = rows
    this.values = values
    this.shown = shown
  }

  take(): void {
    const { kernel, xml, rows } = this
    const { call, markup, input, arrays } = kernel
    const { batch, range } = rows
    if (xml.buffer !== markup || !kernel.holds(batch)) return
    const firstRow = batch.rowCount
    this.shown.show()
    call.readSheetRows(
      markup.byteOffset + xml.at,
      markup.byteOffset + xml.end,
      firstRow,
      batch.cellCount,
      batch.arena.length,
      input.length - slackBytes,
      Math.min(rows.rowsMax, arrays.rowNumbers.length),
      batchCells,
      rows.lastRow,
      rows.firstColumn,
      range === null ? columnsMax : range.lastColumn + 1,
      range === null ? 0 : range.firstRow,
      range === null ? Number.MAX_SAFE_INTEGER : range.lastRow,
    )
    xml.at = call.sheetAt.value - markup.byteOffset
    rows.lastRow = call.sheetLastRow.value
    batch.rowCount = call.sheetRows.value
    batch.cellCount = call.sheetCells.value
    batch.arena.length = call.sheetText.value
    const hasBlanks = finishCells(kernel, batch, call.sheetUnfinished.value, this.finish)
    if (hasBlanks) rows.dropBlanks(firstRow)
  }

  private readonly finish: FinishCell = (kind, start, end, style) => {
    const { arena } = this.rows.batch
    const type = (kind - unfinished) as CellType
    return type === CellType.shared
      ? this.values.appendShared(arena, start)
      : this.values.append(type, style, arena.bytes, start, end)
  }
}
