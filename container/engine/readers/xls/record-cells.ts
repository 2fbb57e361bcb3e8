import { workbookMessages } from '../../catalog/workbooks.ts'
import { EngineFailure } from '../../failure.ts'
import { type BinaryCells, doubleValue, rkValue, u16, u32 } from '../spreadsheet/binary-cells.ts'
import type { Globals } from './globals.ts'
import { RecordAnnotations } from './record-annotations.ts'
import { Biff, isCell, type RecordView } from './records.ts'
import { UnicodeText } from './unicode-text.ts'

/** The number of columns. The last column of a sheet is IV. */
export const columnsMax = 256
const hiddenFlag = 0x20

/** Reads one sheet's cells from its records, which are ordered by row. */
export class RecordCells {
  private readonly cells: BinaryCells
  private readonly globals: Globals
  private readonly text: UnicodeText
  private readonly annotations: RecordAnnotations
  /** The column of a string that continues in the next record. The next field is its remaining length. */
  private textColumn = -1
  private textStart = 0
  private codePageRemaining = 0
  /** The column of a formula whose string record has not arrived yet, or -1. */
  private awaitedColumn = -1
  /** The row whose cells are being added, counted from 1, or 0 between rows. */
  private row = 0
  /**
   * The hidden rows, counted from 1. A file declares them before the cells of a few dozen rows, so it is not known yet
   * whether they contain anything.
   */
  private readonly hiddenRows = new Set<number>()

  constructor(globals: Globals, cells: BinaryCells) {
    this.globals = globals
    this.cells = cells
    this.text = new UnicodeText(cells.rows.batch.arena)
    this.annotations = new RecordAnnotations(cells.rows.annotations, globals)
  }

  /** Tests whether the record is the first cell of a new row. A batch may end there. */
  startsRow({ bytes, type, start, end }: RecordView): boolean {
    return isCell(type) && end - start >= 6 && u16(bytes, start) + 1 !== this.row
  }

  add(record: RecordView): void {
    const { bytes, type, start, end } = record
    if (this.textColumn >= 0) {
      if (type === Biff.continues) return this.continueText(bytes, start, end)
      this.endText()
    }
    if (type === Biff.string || type === Biff.string2) return this.formulaText(record)
    if (!isCell(type) || end - start < 6) return this.layout(record)
    this.awaitedColumn = -1
    const row = u16(bytes, start) + 1
    if (row !== this.row) {
      this.endRow()
      this.row = row
    }
    const column = u16(bytes, start + 2)
    if (column >= columnsMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.lastColumnXls)
    const at = start + (this.isFirstGeneration(type) ? 7 : 6)
    switch (type) {
      case Biff.labelSst:
        if (at + 4 <= end) this.cells.shared(column, u32(bytes, at))
        return
      case Biff.rk:
        if (at + 4 <= end) this.cells.number(column, this.style(record), rkValue(bytes, at))
        return
      case Biff.mulRk:
        return this.multipleRk(record, column)
      case Biff.number:
      case Biff.number2:
        if (at + 8 <= end) this.cells.number(column, this.style(record), doubleValue(bytes, at))
        return
      case Biff.integer2:
        if (at + 2 <= end) this.cells.number(column, this.style(record), u16(bytes, at))
        return
      case Biff.boolErr:
      case Biff.boolErr2:
        if (at + 2 > end) return
        if (bytes[at + 1] === 0) this.cells.boolean(column, bytes[at] !== 0)
        else this.cells.error(column, bytes[at] as number)
        return
      case Biff.label:
      case Biff.label2:
      case Biff.rString:
        return this.beginText(record, column, at)
      default:
        if (at + 8 <= end) this.formula(record, column, at)
    }
  }

  endRow(): void {
    if (this.textColumn >= 0) this.endText()
    this.awaitedColumn = -1
    if (this.row > 0) this.cells.rows.endRow(this.row)
    this.row = 0
  }

  /** Reads a record that describes cells but is not one. */
  layout(record: RecordView): void {
    const { bytes, type, start, end } = record
    if (type === Biff.mergedCells) this.merge(bytes, start, end)
    else if (type === Biff.columnInfo && start + 10 <= end) this.columns(bytes, start)
    else if (type === Biff.row && start + 14 <= end && ((bytes[start + 12] as number) & hiddenFlag) !== 0)
      this.hiddenRows.add(u16(bytes, start) + 1)
    else this.annotations.take(record)
  }

  private columns(bytes: Uint8Array, at: number): void {
    const [first, last] = [u16(bytes, at), Math.min(columnsMax - 1, u16(bytes, at + 2))]
    if ((u16(bytes, at + 8) & 1) !== 0) this.cells.rows.hidden.addColumns(first, last)
  }

  /** Reads a count, followed by eight bytes for each range. */
  private merge(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start + 2; at + 8 <= end; at += 8) {
      const [firstRow, lastRow] = [u16(bytes, at) + 1, u16(bytes, at + 2) + 1]
      this.cells.rows.merged.add(firstRow, lastRow, u16(bytes, at + 4), u16(bytes, at + 6))
    }
  }

  /** Marks the hidden rows of a finished batch. */
  hide(): void {
    this.cells.rows.hideRows(this.hiddenRows)
  }

  /** Cells of the first generation have three bytes of attributes. Later ones have the number of their style. */
  private isFirstGeneration(type: number): boolean {
    return type < Biff.formula || (type === Biff.formula && this.globals.version === 2)
  }

  private style({ bytes, type, start }: RecordView): number {
    if (!this.isFirstGeneration(type)) return u16(bytes, start + 4)
    return (bytes[start + (this.globals.hasStyles ? 4 : 5)] as number) & 0x3f
  }

  private multipleRk({ bytes, start, end }: RecordView, first: number): void {
    let column = first
    // The last two bytes repeat the last column.
    for (let at = start + 4; at + 8 <= end; at += 6) this.cells.number(column++, u16(bytes, at), rkValue(bytes, at + 2))
  }

  /** Reads a formula's cached value. If it is text, it follows in its own record. */
  private formula(record: RecordView, column: number, at: number): void {
    const { bytes } = record
    this.annotations.formula(record, column, at)
    if (bytes[at + 6] !== 0xff || bytes[at + 7] !== 0xff)
      return this.cells.number(column, this.style(record), doubleValue(bytes, at))
    const [valueKind, , value = 0] = bytes.subarray(at, at + 3)
    if (valueKind === 0) this.awaitedColumn = column
    else if (valueKind === 1) this.cells.boolean(column, value !== 0)
    else if (valueKind === 2) this.cells.error(column, value)
  }

  private formulaText(record: RecordView): void {
    const column = this.awaitedColumn
    this.awaitedColumn = -1
    if (column >= 0) this.beginText(record, column, record.start)
  }

  /** Reads a length and that many characters, starting at `at` in the record. */
  private beginText({ bytes, type, end }: RecordView, column: number, at: number): void {
    this.textColumn = column
    this.textStart = this.cells.rows.batch.arena.length
    const isShort = type === Biff.label2 || type === Biff.string2
    if (at + (isShort ? 1 : 2) > end) return this.endText()
    const length = isShort ? (bytes[at] as number) : u16(bytes, at)
    const from = at + (isShort ? 1 : 2)
    if (this.globals.version === 8 && !isShort) {
      this.text.begin(length, from < end ? (bytes[from] as number) : 0)
      this.text.take(bytes, Math.min(from + 1, end), end)
      if (this.text.remaining === 0) this.endText()
      return
    }
    this.codePageRemaining = length
    this.takeCodePage(bytes, from, end)
  }

  private continueText(bytes: Uint8Array, start: number, end: number): void {
    if (this.codePageRemaining > 0) return this.takeCodePage(bytes, start, end)
    this.text.takeContinued(bytes, start, end)
    if (this.text.remaining === 0) this.endText()
  }

  private takeCodePage(bytes: Uint8Array, start: number, end: number): void {
    const to = Math.min(end, start + this.codePageRemaining)
    this.globals.codePage.append(this.cells.rows.batch.arena, bytes, start, to)
    this.codePageRemaining -= to - start
    if (this.codePageRemaining === 0) this.endText()
  }

  private endText(): void {
    const column = this.textColumn
    this.textColumn = -1
    this.codePageRemaining = 0
    this.cells.text(column, this.textStart)
  }
}
