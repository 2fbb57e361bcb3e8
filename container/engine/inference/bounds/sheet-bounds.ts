import { tableMessages } from '../../catalog/tables.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { filled, isBlank, isNameRow, isTyped, sameTexts, shapeOf, usedWidth } from '../rows/row-shapes.ts'
import { isSentence } from '../rows/sentence.ts'
import { headerRowsOf } from '../header/sheet-header.ts'
import { type SheetTable, typedColumnsOf, within } from './sheet-table.ts'
import { type TextRow, textRowOf } from '../rows/text-row.ts'

/** The number of rows that decide what a part of the sheet is. */
const partRowsMax = 24
/** Blank rows mean nothing if they are as frequent as other rows. */
const gapsBeforeRare = 3
const shownCharactersMax = 400

type Foreign = 'note' | 'other_table' | null

/** Marks content below or next to the rows of a sheet's table that does not belong to it. */
export class SheetBounds {
  private readonly table: SheetTable
  private readonly reporter: Reporter
  private readonly typed: readonly number[]
  private readonly head: TextRow | undefined
  private readonly firstName: Uint8Array
  private foreign: Foreign = null
  private lastNumber = 0
  private rows = 0
  private gaps = 0

  constructor(table: SheetTable, reporter: Reporter) {
    this.table = table
    this.reporter = reporter
    this.typed = typedColumnsOf(table)
    this.head = table.start.headRows.at(-1)
    this.firstName = new TextEncoder().encode(this.head?.cells[table.firstColumn]?.text ?? '')
  }

  markRows(batch: RowBatch): void {
    const { rowCount, rowNumbers, rowStarts } = batch
    const { width, endsAtGap, start } = this.table
    for (let row = 0; row < rowCount; row++) {
      const number = rowNumbers[row] as number
      if (number <= start.lastHeadRow) continue
      this.rows++
      if (endsAtGap && (rowStarts[row + 1] as number) - (rowStarts[row] as number) > width) {
        // A row with content only in a neighboring table is blank here.
        if (!this.clearBeside(batch, row)) continue
      }
      const isGap = this.lastNumber > 0 && number !== this.lastNumber + 1
      this.lastNumber = number
      if (isGap) this.begin(batch, row)
      if (this.foreign !== null) this.leaveOut(batch, row, this.foreign)
      else if (this.isHeaderAgain(batch, row)) this.leaveOut(batch, row, 'repeated_header')
    }
  }

  /** Ends the rows. */
  end(): void {
    this.foreign = null
  }

  /** Marks notes among a sheet's last rows. A sentence directly below the table is a note. */
  markLastRows(batches: readonly RowBatch[]): void {
    const batch = batches.at(-1)
    const { width, firstColumn, rows } = this.table
    if (batch === undefined || width - firstColumn < 3 || rows.length < 3) return
    if (rows.slice(0, -2).some((row) => filled(row) === 1)) return
    for (let row = batch.rowCount - 1; row > 1; row--) {
      if (batch.isLeftOut(row)) continue
      const read = textRowOf(batch, row)
      if ((batch.rowNumbers[row] as number) <= this.table.start.lastHeadRow || !isSentence(read, firstColumn)) return
      this.leaveOut(batch, row, 'note')
    }
  }

  /** Decides, at the first row below a blank one, whether the following rows belong to the table. */
  private begin(batch: RowBatch, row: number): void {
    this.gaps++
    if (this.foreign === 'other_table' && !this.isHeaderAgainWithin(batch, row)) return
    const part = this.partFrom(batch, row)
    this.foreign = this.gaps <= gapsBeforeRare || this.gaps * 10 < this.rows ? this.kindOf(part) : null
  }

  private isHeaderAgainWithin(batch: RowBatch, row: number): boolean {
    return this.partFrom(batch, row)
      .slice(0, 3)
      .some((one) => this.isHead(one))
  }

  /** Returns the rows up to the next blank one. */
  private partFrom(batch: RowBatch, row: number): TextRow[] {
    const part: TextRow[] = []
    for (let next = row; next < batch.rowCount && part.length < partRowsMax; next++) {
      if (next > row && batch.rowNumbers[next] !== (batch.rowNumbers[next - 1] as number) + 1) break
      const { endsAtGap, width } = this.table
      const own = within(textRowOf(batch, next), 0, endsAtGap ? width - 1 : Number.MAX_SAFE_INTEGER)
      if (filled(own) === 0) break
      part.push(own)
    }
    return part
  }

  private kindOf(part: readonly TextRow[]): Foreign {
    const { width, firstColumn } = this.table
    if (part.some((row) => this.isHead(row))) return null
    const isWord = (row: TextRow): boolean => row.cells.every((cell) => isBlank(cell) || shapeOf(cell) === 'text')
    if (width - firstColumn > 1 && part.every((row) => filled(row) === 1 && isWord(row))) return 'note'
    return this.beginsOther(part) ? 'other_table' : null
  }

  /** Tests for names of other columns, followed by rows. */
  private beginsOther(part: readonly TextRow[]): boolean {
    const { width, firstColumn } = this.table
    const body = part.filter((row) => filled(row) > 1)
    const right = Math.max(...body.map(usedWidth), 0)
    const left = Math.min(...body.map((row) => row.cells.findIndex((cell) => !isBlank(cell))))
    if (body.length < 2 || right - left < 2) return false
    const cut = part.map((row) => within(row, left, right - 1))
    const header = headerRowsOf(cut, right - left, [])
    const names = header === null ? undefined : part[header.to]
    if (header === null || names === undefined || header.to + 1 >= part.length) return false
    const isWordsInTyped = this.typed.some((column) => shapeOf(names.cells[column]) === 'text')
    const isValueBelow = part.slice(header.to + 1).some((row) => row.cells.some(isTyped))
    return isWordsInTyped || isValueBelow || right !== width || left !== firstColumn
      ? isNameRow(within(names, left, right - 1)) || isWordsInTyped
      : false
  }

  private isHead(row: TextRow): boolean {
    const { head } = this
    return head !== undefined && sameTexts({ ...row, cells: cellsUpTo(row, head.cells.length) }, head)
  }

  /** Compares the first cell, in which most rows differ from the header. */
  private isHeaderAgain(batch: RowBatch, row: number): boolean {
    const cell = (batch.rowStarts[row] as number) + this.table.firstColumn
    const { firstName } = this
    if (cell >= (batch.rowStarts[row + 1] as number)) return false
    const start = batch.starts[cell] as number
    if ((batch.ends[cell] as number) - start !== firstName.length || batch.bytes[start] !== firstName[0]) return false
    return firstName.length > 0 && this.isHead(textRowOf(batch, row))
  }

  /** Empties the cells to the right of the table. Returns false if the row has no others. */
  private clearBeside(batch: RowBatch, row: number): boolean {
    const { width } = this.table
    const [first, end] = [batch.rowStarts[row] as number, batch.rowStarts[row + 1] as number]
    const read = textRowOf(batch, row)
    if (filled(within(read, 0, width - 1)) === 0) {
      this.leaveOut(batch, row, 'other_table')
      return false
    }
    for (let cell = first + width; cell < end; cell++) {
      if (batch.kinds[cell] === CellKind.empty) continue
      batch.kinds[cell] = CellKind.empty
      this.reporter.fix({
        code: 'cells_outside_table',
        row: read.number,
        example: read.cells[cell - first]?.text ?? '',
        message: tableMessages.cells_outside_table.besideTable,
      })
    }
    return true
  }

  private leaveOut(batch: RowBatch, row: number, code: 'note' | 'other_table' | 'repeated_header'): void {
    const read = textRowOf(batch, row)
    if (code === 'repeated_header')
      this.reporter.fix({ code, row: read.number, message: tableMessages.repeated_header })
    const text = read.cells.flatMap((cell) => (isBlank(cell) ? [] : [cell.text])).join(' ')
    this.reporter.leaveOut({ code, row: read.number, text: text.slice(0, shownCharactersMax) })
    batch.leaveOut(row)
  }
}

const cellsUpTo = ({ cells }: TextRow, count: number): TextRow['cells'] =>
  Array.from({ length: count }, (_, column) => cells[column] ?? { kind: CellKind.empty, text: '' })
