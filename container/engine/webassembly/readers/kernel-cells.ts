import type { Kernel } from '../kernel/kernel.ts'
import { unfinishedCells as unfinished } from '../kernel/layout.ts'
import { CellKind } from '../../table/row-batch.ts'
import { type BinaryCells, doubleValue } from '../../readers/spreadsheet/binary-cells.ts'
import { type FinishCell, finishCells, slackBytes } from './kernel-batch.ts'
import { KernelParts } from './kernel-parts.ts'
import type { RecordWindow } from '../../readers/spreadsheet/record-window.ts'
import type { SheetParts } from '../../readers/spreadsheet/sheet-parts.ts'
import type { BinaryFormat, BinaryRowReader, BinarySheet } from '../../readers/spreadsheet/workbook-accelerator.ts'
import { columnsMax as biffColumnsMax } from '../../readers/xls/record-cells.ts'
import { columnsMax, sheetRowsMax } from '../../readers/spreadsheet/references.ts'
import { batchBytes, batchCells, type SheetRows } from '../../readers/spreadsheet/sheet-rows.ts'

/**
 * Complete rows of a binary workbook, which the kernel reads as long as their records are plain. Any other record is
 * left to the plain code, which defines the correct result. Cells that need more work are completed here: strings
 * outside the kernel's memory, rare numbers and dates, errors.
 */
export class KernelCells implements BinaryRowReader {
  private readonly kernel: Kernel
  private readonly rows: SheetRows
  private readonly cells: BinaryCells
  private readonly parts: SheetParts
  private readonly format: BinaryFormat
  private readonly shown: KernelParts

  static open(kernel: Kernel, sheet: BinarySheet): KernelCells | null {
    const shown = KernelParts.keep(kernel, sheet.parts)
    return shown === null ? null : new KernelCells(kernel, sheet, shown)
  }

  private constructor(kernel: Kernel, { rows, cells, parts, format }: BinarySheet, shown: KernelParts) {
    this.kernel = kernel
    this.rows = rows
    this.cells = cells
    this.parts = parts
    this.format = format
    this.shown = shown
  }

  get window(): Uint8Array {
    return this.kernel.markup
  }

  take(window: RecordWindow): boolean {
    const { kernel, rows } = this
    const { call, markup, input, arrays } = kernel
    const { batch, range } = rows
    if (window.bytes !== markup || !kernel.holds(batch) || rows.hasOpenCells) return false
    const firstRow = batch.rowCount
    this.shown.show()
    call.resumeBatch(
      firstRow,
      batch.cellCount,
      batch.arena.length,
      rows.lastRow,
      rows.firstColumn,
      Math.min(rows.rowsMax, arrays.rowNumbers.length),
      batchCells,
      batchBytes,
      input.length - slackBytes,
      range === null ? columnsMax : range.lastColumn + 1,
      range === null ? 1 : range.firstRow,
      range === null ? sheetRowsMax : Math.min(sheetRowsMax, range.lastRow),
    )
    this.read(markup.byteOffset + window.head, markup.byteOffset + window.filled)
    const at = call.binaryAt.value - markup.byteOffset
    if (at === window.head) return false
    window.at = at
    rows.lastRow = call.binaryLastRow.value
    batch.rowCount = call.binaryRows.value
    batch.cellCount = call.binaryCells.value
    batch.arena.length = call.binaryText.value
    rows.changes.roundedNumbers += call.binaryRounded.value
    const hasBlanks = finishCells(kernel, batch, call.binaryUnfinished.value, this.finish)
    if (hasBlanks) rows.dropBlanks(firstRow)
    return true
  }

  private read(at: number, end: number): void {
    const { call } = this.kernel
    const { format } = this
    if (format.kind === 'xlsb') call.readXlsbRows(at, end)
    else call.readBiffRows(at, end, biffColumnsMax, format.isUnicode)
  }

  /** The meaning of a cell's start depends on its kind: the position of its eight bytes, the number of its string, or the code of its error. */
  private readonly finish: FinishCell = (kind, start, _end, style) => {
    const { arena } = this.rows.batch
    if (kind === unfinished.number) return this.cells.appendNumber(style, doubleValue(arena.bytes, start))
    if (kind === unfinished.error) return this.cells.appendError(start)
    this.parts.strings.appendTo(arena, start)
    return CellKind.quoted
  }
}
