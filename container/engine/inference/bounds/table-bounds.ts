import { tableMessages } from '../../catalog/tables.ts'
import { isDigit } from '../../bytes/ascii.ts'
import { areBytes } from '../../bytes/same-bytes.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { isPageNumber, isPlainNote } from '../../values/notes.ts'
import { isSentence, isSplitNote } from '../rows/sentence.ts'
import { keptRow, type TextRow, textOfCells, textRowOf } from '../rows/text-row.ts'
import { columnWord } from '../rows/missing-value.ts'
import { isHeader } from '../header/header-signs.ts'
import { OtherTables } from './other-tables.ts'
import type { PaddedEnd } from './padded-end.ts'
import { remarkByte, type Remarks, beginsWithRemark } from '../rows/remarks.ts'
import { namesTotal } from '../../values/total-words.ts'
import { hasValue, isNameRow, isTyped, shapeOf, usedWidth } from '../rows/row-shapes.ts'

export interface BoundsOptions {
  readonly width: number
  readonly lastHeadRow: number
  /** The header rows, unchanged from the file. */
  readonly headRows: readonly TextRow[]
  /**
   * Whether the file itself marks the rows of the table, as a web page does. Then only the header may be repeated among
   * them.
   */
  readonly isMarked: boolean
  /** The kinds of lines with `#` at the start that are remarks. */
  readonly remarks: Remarks
  /** The notes or the other table at the end of a file whose rows all have the same number of cells. */
  readonly end: PaddedEnd | null
  readonly reporter: Reporter
}

/** The width of lines that continue a note. */
const noteWidth = 1
/** The number of rows in the table that distinguishes names of another table from codes that are occasionally words. */
const rowsCompared = 50
/** The number of lines in a block that decide whether it is a note. */
const notesExaminedMax = 8
const space = 32
/** A word for notes ends with a colon, and the prompt of SQL*Plus with this sign. */
const noteSigns = [58, 62]
/** Blank lines mean nothing if they are as frequent as rows. */
const gapsBeforeRare = 3
/** The beginnings of a repeated header: the byte order mark of the next file, or the form feed of a page. */
const beginnings = ['', '\ufeff', '\f']

/**
 * Marks lines among the rows that do not belong to the table: a repeated header, another table below, a note at the
 * end.
 */
export class TableBounds {
  private readonly options: BoundsOptions
  private readonly heads: readonly (readonly Uint8Array[])[]
  /** The first cells of the header rows. A row that begins with one of them needs a full comparison. */
  readonly firstNames: readonly Uint8Array[]
  /** The width of the other table or of the note at the current position, or 0 inside the table. */
  private foreign = 0
  private lastNumber = 0
  private rows = 0
  private gaps = 0
  /** The first row of the table that contains only delimiters, or 0 if there was none yet. */
  private firstEmpty = 0
  private readonly others = new OtherTables()
  /** The last row of the table. Its cells are created on demand. */
  private lastRow: { readonly number: number; readonly row: () => TextRow } | null = null

  private readonly endsAt: number

  constructor(options: BoundsOptions) {
    const bytes = new TextEncoder()
    this.options = options
    this.endsAt = options.end?.from ?? Number.POSITIVE_INFINITY
    this.heads = options.headRows
      .filter(({ cells }) => cells.length > 1)
      .flatMap(({ cells }) =>
        beginnings.map((beginning) => cells.map(({ text }, at) => (at > 0 ? text : beginning + text))),
      )
      .map((names) => names.map((name) => bytes.encode(name)))
    this.firstNames = this.heads.flatMap(([first]) => (first === undefined ? [] : [first]))
  }

  /** Returns whether rows of the table's width may be remarks. */
  get leavesRemarks(): boolean {
    return this.options.remarks === 'any width'
  }

  markRows(batch: RowBatch): void {
    const { width, lastHeadRow, isMarked } = this.options
    const { rowCount, rowNumbers, rowStarts } = batch
    for (let row = 0; row < rowCount; row++) {
      const number = rowNumbers[row] as number
      const isGap = this.rows > 0 && number !== this.lastNumber + 1 && !(row === 0 && batch.followsBroken)
      this.lastNumber = number
      if (number <= lastHeadRow) continue
      if (number >= this.endsAt) {
        this.leaveEnd(batch, row)
        continue
      }
      const count = (rowStarts[row + 1] as number) - (rowStarts[row] as number)
      if (count === 1 && this.isBlank(batch, row)) {
        this.options.reporter.leaveOut({ code: 'blank', row: number })
        this.passOver(batch, row)
        continue
      }
      this.countRow(batch, row, isGap)
      if (
        count === width &&
        !isGap &&
        this.foreign === 0 &&
        !this.mayBeHead(batch, row) &&
        !this.mayBeRemark(batch, row)
      )
        continue
      if (this.isHead(batch, row, count)) this.dropHead(batch, row)
      else if (this.isRemark(batch, row, count)) this.leaveRemark(batch, row, isGap)
      else if (!isMarked) this.leaveForeign(batch, row, count, isGap)
    }
    this.keepLast(batch)
  }

  private countRow(batch: RowBatch, row: number, isGap: boolean): void {
    this.rows++
    if (isGap) this.gaps++
    if (this.firstEmpty === 0 && this.options.width > 1 && isOfDelimiters(batch, row))
      this.firstEmpty = batch.rowNumbers[row] as number
  }

  /** Leaves out a row after the table in a padded file. */
  private leaveEnd(batch: RowBatch, row: number): void {
    const { end, reporter } = this.options
    const number = batch.rowNumbers[row] as number
    if (isOfDelimiters(batch, row)) reporter.leaveOut({ code: 'blank', row: number })
    else if (number < (end?.names ?? 0))
      reporter.leaveOut({ code: 'title', row: number, text: textOfCells(textRowOf(batch, row)) })
    else return this.leaveOut(end?.code ?? 'note', batch, row)
    batch.leaveOut(row)
  }

  /**
   * Tests whether no row after row `number` needs a check, provided that it has the table's width and is not a header.
   */
  isWithin(number: number): boolean {
    return this.foreign === 0 && number === this.lastNumber && number >= this.options.lastHeadRow
  }

  /** Counts rows that needed no check. `last` returns a batch with only the last one. */
  passed(rows: number, last: () => RowBatch): void {
    this.rows += rows
    this.lastNumber += rows
    this.lastRow = { number: this.lastNumber, row: () => textRowOf(last(), 0) }
  }

  /**
   * Ends the rows. A total or a count below them stays an ordinary row, because it may be a value. A note warns users
   * who sum the column.
   */
  end(): void {
    const { lastRow, rows } = this
    const { reporter, width } = this.options
    this.others.report(reporter)
    if (this.firstEmpty > 0) reporter.note(tableMessages.notes.delimitersOnly(this.firstEmpty))
    if (lastRow === null) return
    const { number } = lastRow
    if (width === 1 && this.countsRows(number, lastRow.row())) reporter.note(tableMessages.notes.countRow(number))
    if (width > 1 && rows >= 3 && namesTotal(firstText(lastRow.row())))
      reporter.note(tableMessages.notes.totalRow(number))
  }

  private keepLast(batch: RowBatch): void {
    for (let row = batch.rowCount - 1; row >= 0; row--) {
      const number = batch.rowNumbers[row] as number
      if (number <= this.options.lastHeadRow) continue
      this.lastRow = { number, row: keptRow(batch, row) }
      return
    }
  }

  /** Compares the first cell, in which most rows differ from the header. */
  private mayBeHead(batch: RowBatch, row: number): boolean {
    const cell = batch.rowStarts[row] as number
    const start = batch.starts[cell] as number
    const length = (batch.ends[cell] as number) - start
    // This runs for each row of the sample, and an iterator would take as long as the comparison.
    for (let name = 0; name < this.firstNames.length; name++) {
      const first = this.firstNames[name] as Uint8Array
      if (first.length === length && (length === 0 || batch.bytes[start] === first[0])) return true
    }
    return false
  }

  /** Compares the first byte of a row with the table's width. */
  private mayBeRemark({ bytes, starts, rowStarts }: RowBatch, row: number): boolean {
    const first = bytes[starts[rowStarts[row] as number] as number]
    return this.options.remarks === 'any width' && (first === remarkByte || first === space)
  }

  /** Tests for the count of the rows above, as psql prints it. Blank lines are among them, because they are values of psql. */
  private countsRows(number: number, { cells }: TextRow): boolean {
    const count = /^\((\d+) rows?\)$/.exec(cells.length === 1 ? (cells[0]?.text ?? '') : '')?.[1]
    return cells[0]?.kind !== CellKind.quoted && Number(count) === number - this.options.lastHeadRow - 1
  }

  private isHead(batch: RowBatch, row: number, count: number): boolean {
    const first = batch.rowStarts[row] as number
    return this.heads.some(
      (head) => head.length === count && head.every((name, column) => equals(batch, first + column, name)),
    )
  }

  private dropHead(batch: RowBatch, row: number): void {
    const { reporter } = this.options
    const number = batch.rowNumbers[row] as number
    this.foreign = 0
    reporter.fix({
      code: 'repeated_header',
      row: number,
      message: tableMessages.repeated_header,
    })
    reporter.leaveOut({ code: 'repeated_header', row: number })
    batch.leaveOut(row)
  }

  /** Tests for a row of spaces only. They are a value only in a table with one column. */
  private isBlank({ bytes, starts, ends, kinds, rowStarts }: RowBatch, row: number): boolean {
    const { isMarked, width } = this.options
    const cell = rowStarts[row] as number
    if (isMarked || width < 2 || kinds[cell] === CellKind.quoted) return false
    return afterSpaces(bytes, starts[cell] as number, ends[cell] as number) === ends[cell]
  }

  /** Skips a row as if it did not exist. For the following rows, it counts as a blank line. */
  private passOver(batch: RowBatch, row: number): void {
    this.lastNumber = (batch.rowNumbers[row] as number) - 1
    batch.leaveOut(row)
  }

  /** Reports and marks a row that does not belong to the table. */
  private leaveOut(code: 'comment' | 'note' | 'other_table', batch: RowBatch, row: number): void {
    const read = textRowOf(batch, row)
    const text = textOfCells(read)
    this.options.reporter.leaveOut({ code, row: read.number, text })
    if (code === 'other_table') this.others.addRow(read.number, usedWidth(read), text.trimEnd())
    batch.leaveOut(row)
  }

  /** Checks the bytes directly, because every row is checked in files whose rows end early. */
  private isRemark(batch: RowBatch, row: number, count: number): boolean {
    const { bytes, starts, ends, kinds, rowStarts } = batch
    const { remarks, width } = this.options
    const first = rowStarts[row] as number
    if (remarks === 'none' || kinds[first] === CellKind.quoted) return false
    const end = ends[first] as number
    const at = afterSpaces(bytes, starts[first] as number, end)
    if (at >= end || bytes[at] !== remarkByte) return false
    return count !== width || (remarks === 'any width' && beginsWithRemark(textRowOf(batch, row)))
  }

  /** A blank line above a remark also counts as one above the next row. */
  private leaveRemark(batch: RowBatch, row: number, isGap: boolean): void {
    const number = batch.rowNumbers[row] as number
    this.leaveOut('comment', batch, row)
    if (isGap) this.lastNumber = number - 1
  }

  private leaveForeign(batch: RowBatch, row: number, count: number, isGap: boolean): void {
    if (this.splitsNote(batch, row, count)) this.leaveOut('note', batch, row)
    else if (this.isForeign(batch, row, count, isGap))
      this.leaveOut(count === noteWidth ? 'note' : 'other_table', batch, row)
  }

  private isForeign(batch: RowBatch, row: number, count: number, isGap: boolean): boolean {
    const { width } = this.options
    const followsNote = this.foreign === noteWidth
    if (followsNote) {
      if (count === noteWidth) return true
      this.foreign = 0
    }
    if (this.foreign > 0) {
      const returns = count === width && this.foreign !== width
      if (!returns) return true
      this.foreign = 0
    }
    if (count === width) {
      if ((isGap || followsNote) && this.areRare() && this.beginsOther(batch, row)) this.foreign = width
      return this.foreign > 0
    }
    if (count === noteWidth && this.beginsNotes(batch, row, isGap)) {
      this.foreign = noteWidth
      return true
    }
    const isOther = isGap
      ? count > 1 &&
        (count < width || this.hasNext(batch, row)) &&
        this.isContinued(batch, row, count, 1) &&
        this.areRare()
      : this.namesOther(batch, row, count)
    if (isOther) this.foreign = count
    return isOther
  }

  /**
   * Tests for the first line of a note. It has one cell, and follows a blank line or contains a sign or a word for
   * notes. Below a blank line, the title of another table may have one cell too. In a table with two columns, such a
   * line is a note if it can only be one, or if it or a later one has several words.
   */
  private beginsNotes(batch: RowBatch, row: number, isGap: boolean): boolean {
    const { width } = this.options
    if (width < 2 || (!isGap && !this.mayBeNote(batch, row) && !endsWithDigit(batch, row))) return false
    const text = this.textAt(batch, row)
    if (isPageNumber(text)) return ![row - 1, row + 1].some((other) => isPageNumber(this.textAt(batch, other)))
    if (isPlainNote(text)) return true
    return isGap && this.areRare() && (width > 2 || this.holdsSentence(batch, row) || this.titlesOther(batch, row))
  }

  /** Returns the text of the first cell, which is empty outside the batch. */
  private textAt(batch: RowBatch, row: number): string {
    return row < 0 || row >= batch.rowCount ? '' : (textRowOf(batch, row).cells[0]?.text.trim() ?? '')
  }

  /** Tests for a note that its commas split into more or fewer cells than the table has. */
  private splitsNote(batch: RowBatch, row: number, count: number): boolean {
    const mayBe = count > noteWidth && count !== this.options.width && this.foreign === 0 && this.mayBeNote(batch, row)
    return mayBe && isSplitNote(textRowOf(batch, row))
  }

  /** Tests for a first cell that begins with a sign, or contains a colon or the end of a prompt. */
  private mayBeNote({ bytes, starts, ends, rowStarts }: RowBatch, row: number): boolean {
    const cell = rowStarts[row] as number
    const [start, end] = [starts[cell] as number, ends[cell] as number]
    const text = bytes.subarray(start, end)
    return !isAlphanumeric(bytes[start]) || noteSigns.some((sign) => text.includes(sign))
  }

  /** Tests whether the names of a table with another number of columns follow directly. */
  private titlesOther(batch: RowBatch, row: number): boolean {
    const next = row + 1
    const count = this.hasNext(batch, row)
      ? (batch.rowStarts[next + 1] as number) - (batch.rowStarts[next] as number)
      : 0
    return count !== this.options.width && this.namesOther(batch, next, count)
  }

  /** Tests whether one of the lines with one cell, from `row` on, contains several words. */
  private holdsSentence(batch: RowBatch, row: number): boolean {
    const isLine = (at: number): boolean => (batch.rowStarts[at + 1] as number) - (batch.rowStarts[at] as number) === 1
    for (let at = row; at < Math.min(batch.rowCount, row + notesExaminedMax) && isLine(at); at++)
      if (isSentence(textRowOf(batch, at), 0)) return true
    return false
  }

  /** Tests whether a row follows without a blank line in between. */
  private hasNext(batch: RowBatch, row: number): boolean {
    return row + 1 < batch.rowCount && batch.rowNumbers[row + 1] === (batch.rowNumbers[row] as number) + 1
  }

  private areRare(): boolean {
    return this.gaps <= gapsBeforeRare || this.gaps * 10 < this.rows
  }

  /**
   * Tests whether the next rows of the batch have the same number of cells. Rows after the end of the batch count as
   * equal.
   */
  private isContinued(batch: RowBatch, row: number, count: number, rows: number): boolean {
    for (let next = row + 1; next <= row + rows && next < batch.rowCount; next++) {
      if (batch.rowNumbers[next] !== (batch.rowNumbers[next - 1] as number) + 1) return true
      if ((batch.rowStarts[next + 1] as number) - (batch.rowStarts[next] as number) !== count) return false
    }
    return true
  }

  /**
   * Tests for the names of another table without a blank line before them, followed by rows of the same width with
   * values. Rows as wide as the header belong to this table, even if one of its rows is wider.
   */
  private namesOther(batch: RowBatch, row: number, count: number): boolean {
    if (count < 2 || row + 2 >= batch.rowCount || !this.isContinued(batch, row, count, 2)) return false
    if (this.heads.some(({ length }) => length === count)) return false
    if (hasNumeral(batch, row)) return false
    return isNameRow(textRowOf(batch, row)) && hasValue(textRowOf(batch, row + 1))
  }

  /**
   * Tests whether another table begins here: after a blank line, with the same number of columns, and names in columns
   * where this table has only values. Below them are values of other kinds, or of the same kinds if the names are
   * certain.
   */
  private beginsOther(batch: RowBatch, row: number): boolean {
    let above = row - 1
    while (above >= 0 && batch.isLeftOut(above)) above--
    const ours = above < 0 ? this.lastRow?.row() : textRowOf(batch, above)
    if (ours === undefined || row + 1 >= batch.rowCount || this.options.width < 2) return false
    const [names, below] = [textRowOf(batch, row), textRowOf(batch, row + 1)]
    if (!isNameRow(names)) return false
    const typed = ours.cells.flatMap((cell, column) => (isTyped(cell) ? [column] : []))
    const earlier = this.rowsAbove(batch, above)
    const holdsOnlyValues = (column: number): boolean => !earlier.some((one) => shapeOf(one.cells[column]) === 'text')
    const isOfOtherKind = (column: number): boolean =>
      !['empty', 'word', shapeOf(ours.cells[column])].includes(shapeOf(below.cells[column]))
    const isOther = typed.some((column) => isOfOtherKind(column) && holdsOnlyValues(column))
    const namesAgain = (): boolean =>
      typed.length > 0 &&
      earlier.length > 0 &&
      typed.every((column) => isTyped(below.cells[column]) && holdsOnlyValues(column)) &&
      (typed.length > 1 || names.cells.some(({ text }) => columnWord.test(text.trim())))
    return (isOther || namesAgain()) && isHeader(names, rowsBelow(batch, row), this.options.width)
  }

  /** Returns the rows of the table directly above row `above` of the batch. */
  private rowsAbove(batch: RowBatch, above: number): TextRow[] {
    const rows: TextRow[] = []
    for (let row = above - 1; row >= 0 && rows.length < rowsCompared; row--) {
      const isOurs = !batch.isLeftOut(row) && (batch.rowNumbers[row] as number) > this.options.lastHeadRow
      if (isOurs) rows.push(textRowOf(batch, row))
    }
    return rows
  }
}

/** Returns the rows directly below row `names` of the batch, without a blank line between them. */
function rowsBelow(batch: RowBatch, names: number): TextRow[] {
  const rows: TextRow[] = []
  for (let row = names + 1; row < batch.rowCount && rows.length < rowsCompared; row++) {
    if (batch.rowNumbers[row] !== (batch.rowNumbers[row - 1] as number) + 1) break
    rows.push(textRowOf(batch, row))
  }
  return rows
}

/** Tests for a first cell that may be the number of a page, without decoding it. */
const endsWithDigit = ({ bytes, ends, rowStarts }: RowBatch, row: number): boolean =>
  isDigit(bytes[(ends[rowStarts[row] as number] as number) - 1])

const isAlphanumeric = (byte: number | undefined): boolean => /[A-Za-z\d]/.test(String.fromCharCode(byte ?? 0))

function isOfDelimiters({ kinds, rowStarts }: RowBatch, row: number): boolean {
  const end = rowStarts[row + 1] as number
  for (let cell = rowStarts[row] as number; cell < end; cell++) if (kinds[cell] !== CellKind.empty) return false
  return true
}

const firstText = ({ cells }: TextRow): string => cells.find((cell) => cell.text.trim() !== '')?.text.trim() ?? ''

function afterSpaces(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] === space) at++
  return at
}

/**
 * Tests for a cell without letters or signs, which is not a name. It reads bytes, because every row is checked in files
 * with many narrow rows.
 */
function hasNumeral({ bytes, starts, ends, rowStarts }: RowBatch, row: number): boolean {
  const lastCell = rowStarts[row + 1] as number
  for (let cell = rowStarts[row] as number; cell < lastCell; cell++)
    if (areDigits(bytes, starts[cell] as number, ends[cell] as number)) return true
  return false
}

function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (!isDigit(bytes[at])) return false
  }
  return true
}

function equals(batch: RowBatch, cell: number, wanted: Uint8Array): boolean {
  return areBytes(wanted, batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number)
}
