import { workbookMessages } from '../../catalog/workbooks.ts'
import { tableMessages } from '../../catalog/tables.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { SheetLayout } from '../../table/sheet-layout.ts'
import { type BatchMemory, CellKind, RowBatch } from '../../table/row-batch.ts'
import { namesTotal } from '../../values/total-words.ts'
import { type AddedAnnotations, CellAnnotations } from './cell-annotations.ts'
import { ColumnCurrencies } from './column-currencies.ts'
import { HiddenPlaces } from './hidden-places.ts'
import { MergedRanges } from './merged-ranges.ts'
import { columnsMax, sheetRowsMax, type TableRange, wholeSheet } from './references.ts'
import { copyOfRow, type RepeatedRow, withoutMargin } from './repeated-row.ts'
import { RowsAside } from './rows-aside.ts'
import { ValueChanges } from './value-changes.ts'

const batchRows = 2048
/** The first batch decides where the table begins, so it is larger than the others. */
const firstBatchRows = 8192
/** A batch of this size plus one more row of any length fits into the accelerator's memory. */
export const batchCells = 7 << 14
export const batchBytes = 2 << 20
/** Enough for two thousand ASCII cells of Excel's maximum length. A conversion keeps several copies of a row. */
const rowBytesMax = 64 << 20
/**
 * The limit for repeated cells. Files repeat values that a user filled down or across. Legitimate files have at most a
 * few hundred columns in a full sheet.
 */
const repeatedCellsMax = 1 << 28
/** The size limit for a row with a repeated cell, because every copy is written. */
const repeatedBytesMax = 32 << 20

/** The reason why a reader stopped: its batch is full, its buffer is empty, or the table has ended. */
export type SheetStop = 'full' | 'starved' | 'over'

interface RowOptions {
  readonly range?: TableRange | null
  readonly skipHidden?: boolean
  readonly added?: AddedAnnotations
}

interface LateCell {
  readonly column: number
  readonly kind: CellKind
  readonly start: number
  readonly end: number
}

/**
 * Turns a sheet's cells into a table's rows. It fills gaps, drops blank rows, and starts the table at the leftmost used
 * column: column 0 is the first column with a value in the first batch. The caller appends a cell's bytes to
 * `batch.arena` and then adds the cell by its position in the sheet.
 */
export class SheetRows {
  readonly batch: RowBatch
  /** Whether the current row is hidden in the sheet. The reader sets this when the row begins. */
  isHidden = false
  readonly hidden: HiddenPlaces
  readonly merged = new MergedRanges()
  readonly changes = new ValueChanges()
  readonly annotations: CellAnnotations
  readonly currencies = new ColumnCurrencies()
  private readonly reporter: Reporter
  readonly range: TableRange | null
  /** The sheet column that becomes column 0 of the table, or null until the first batch is complete. */
  private left: number | null
  private nextColumn = 0
  /**
   * Whether several elements with the same number are one row, as some programs write it. In a binary workbook, a
   * repeated number means damage.
   */
  joinsRepeatedRows = true
  private filledCells = 0
  private filledOutside = 0
  private late: LateCell[] = []
  private readonly aside: RowsAside
  private isLeftOfTable = false
  /** The number of the last finished row. */
  lastRow = 0
  private totalsRow: number | null = null
  /** The last row with a value left of the table, or 0. */
  private rejectedRow = 0
  /** The last hidden row that was left out, or 0. */
  private hiddenRow = 0
  private repeatedRow: RepeatedRow | null = null
  private repeatsLeft = 0
  private repeatedCells = 0
  /** The size of shared cell bytes. The batch's cells refer to this many bytes more than its arena contains. */
  private sharedBytes = 0

  constructor(
    reporter: Reporter,
    memory: BatchMemory | null,
    { range = null, skipHidden = false, added }: RowOptions = {},
  ) {
    this.batch = new RowBatch(new GrowingBytes(memory?.input ?? 1 << 18, rowBytesMax), memory?.arrays)
    this.reporter = reporter
    this.range = range
    this.hidden = new HiddenPlaces(skipHidden)
    this.aside = new RowsAside(reporter)
    this.annotations = new CellAnnotations(added)
    // A range of whole rows begins at the first used column, as a sheet does.
    const isOfRows =
      range !== null && range.firstColumn === 0 && range.lastColumn === columnsMax - 1 && range !== wholeSheet
    this.left = range === null || isOfRows ? null : range.firstColumn
  }

  /** `column` counts from 0, which is column A. */
  addCell(column: number, kind: CellKind, start: number, end: number): void {
    if (column >= columnsMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.lastColumn)
    if (kind === CellKind.empty || (kind === CellKind.quoted && start === end)) return
    const { batch, range } = this
    const at = column - (this.left ?? 0)
    if (range !== null && (at < 0 || column > range.lastColumn)) {
      this.aside.addCell(column, batch, start, end)
      this.filledOutside++
      return
    }
    this.filledCells++
    if (at === this.nextColumn) {
      batch.addCell(kind, start, end)
      this.nextColumn = at + 1
    } else if (at < 0) this.isLeftOfTable = true
    else if (at < this.nextColumn) this.late.push({ column: at, kind, start, end })
    else {
      for (; this.nextColumn < at; this.nextColumn++) batch.addCell(CellKind.empty, 0, 0)
      batch.addCell(kind, start, end)
      this.nextColumn = at + 1
    }
  }

  /** Copies bytes into the arena and adds them as a cell. */
  addBytes(column: number, kind: CellKind, source: Uint8Array, start = 0, end = source.length): void {
    const { arena } = this.batch
    const from = arena.length
    arena.append(source, start, end)
    this.addCell(column, kind, from, arena.length)
  }

  /** Returns whether the current row has cells. In a damaged file, they may belong to no row. */
  get hasOpenCells(): boolean {
    return this.filledCells > 0
  }

  /** Tests whether the last cell of the current row is in this column. */
  endsAt(column: number): boolean {
    return this.nextColumn > 0 && column - (this.left ?? 0) + 1 === this.nextColumn
  }

  /**
   * Ends the current row. `given` is its number from 1, or 0 if the file does not number the row. A row without values
   * is dropped.
   */
  endRow(given: number): void {
    const { range, batch } = this
    if (this.joinsRepeatedRows && given > 0 && given === this.lastRow && this.isContinued(given)) return
    // Row numbers always increase, so that no row ends up above the table.
    const rowNumber = given > this.lastRow ? given : this.lastRow + 1
    this.lastRow = rowNumber
    if (this.filledCells === 0 && this.filledOutside === 0) {
      batch.dropOpenRow()
      return
    }
    const isAbove = range !== null && rowNumber < range.firstRow
    if (this.filledCells === 0 || isAbove || (range !== null && rowNumber > range.lastRow)) {
      this.aside.addRow(batch, 'outside_table', rowNumber, this.firstColumn)
    } else if (this.isLeftOfTable) {
      this.rejectRow(rowNumber)
      batch.dropOpenRow()
    } else {
      if (this.late.length > 0) this.placeLate()
      this.keepRow(rowNumber)
    }
    this.startRow()
  }

  /**
   * Adds the current cells to the previous row if it has the same number, because a row may be written in several
   * parts.
   */
  private isContinued(rowNumber: number): boolean {
    const { batch } = this
    const last = batch.rowCount - 1
    if (this.isLeftOfTable || last < 0 || batch.rowNumbers[last] !== rowNumber) return false
    if (this.late.length > 0) this.placeLate()
    batch.extendLast()
    this.startRow()
    return true
  }

  private startRow(): void {
    if (this.late.length > 0) this.late = []
    this.isLeftOfTable = false
    this.nextColumn = 0
    this.filledCells = 0
    this.filledOutside = 0
    this.aside.endRow()
  }

  get firstColumn(): number {
    return this.left ?? 0
  }

  /** Returns the layout of the sheet, as far as it has been read. */
  get layout(): SheetLayout {
    const left = this.firstColumn
    return {
      merges: this.merged.from(left),
      hiddenColumns: this.hidden.columnsFrom(left),
      annotations: this.annotations.from(left),
      firstColumn: left,
    }
  }

  /**
   * Drops blank rows, starting at `first`, among those added directly to the batch. `endRow` does the same for other
   * rows.
   */
  dropBlanks(first: number): void {
    const { batch } = this
    const { rowStarts, kinds } = batch
    let from = rowStarts[first] as number
    let [row, to] = [first, from]
    for (let next = first + 1; next <= batch.rowCount; next++) {
      const nextFrom = rowStarts[next] as number
      let end = nextFrom
      while (end > from && kinds[end - 1] === CellKind.empty) end--
      if (end > from) {
        batch.moveCells(from, end, to)
        to += end - from
        batch.rowNumbers[row++] = batch.rowNumbers[next - 1] as number
        rowStarts[row] = to
      }
      from = nextFrom
    }
    batch.rowCount = row
    batch.cellCount = to
  }

  /** Counts rows that have no cells. */
  skipRows(count: number): void {
    this.lastRow += count
  }

  /**
   * Repeats the last row `times` more. The row is copied, because the batch may fill up before all copies are written.
   * See `repeatRows`.
   */
  repeatLast(times: number): void {
    const { batch } = this
    const last = batch.rowCount - 1
    if (this.rejectedRow === this.lastRow) return this.rejectAgain(times)
    if (this.hiddenRow === this.lastRow) {
      this.reporter.leaveOut({ code: 'hidden', row: this.lastRow + 1, count: times })
      return this.skipRows(times)
    }
    if (last < 0 || batch.rowNumbers[last] !== this.lastRow) return this.skipRows(times)
    const first = batch.rowStarts[last] as number
    const end = batch.rowStarts[last + 1] as number
    if (this.lastRow + times > sheetRowsMax) throw absurd()
    this.countRepeated((end - first) * times)
    this.repeatedRow = copyOfRow(batch, first, end)
    this.repeatsLeft = times
  }

  /** Repeats the last cell in the columns to its right. */
  repeatCell(column: number, times: number): void {
    const { batch } = this
    const cell = batch.cellCount - 1
    this.countRepeated(times)
    const kind = batch.kinds[cell] as CellKind
    const start = batch.starts[cell] as number
    const end = batch.ends[cell] as number
    if ((end - start) * times > repeatedBytesMax) throw absurd()
    for (let index = 1; index <= times; index++) this.addCell(column + index, kind, start, end)
    this.sharedBytes += (end - start) * times
  }

  /** Limits the number of repeated cells, so that a small file cannot become an endless table. */
  private countRepeated(cells: number): void {
    this.repeatedCells += cells
    if (this.repeatedCells > repeatedCellsMax) throw absurd()
  }

  /** Adds the remaining copies of a repeated row until the batch is full. */
  repeatRows(): void {
    const { batch, repeatedRow, range } = this
    if (repeatedRow === null || this.repeatsLeft === 0) return
    const base = batch.arena.length
    batch.arena.append(repeatedRow.bytes)
    for (; this.repeatsLeft > 0 && !this.isFull; this.repeatsLeft--) {
      repeatedRow.kinds.forEach((kind, cell) => {
        batch.addCell(
          kind as CellKind,
          base + (repeatedRow.starts[cell] as number),
          base + (repeatedRow.ends[cell] as number),
        )
      })
      this.sharedBytes += repeatedRow.written
      this.lastRow++
      if (range !== null && this.lastRow > range.lastRow)
        this.aside.addRow(batch, 'outside_table', this.lastRow, this.firstColumn)
      else this.keepRow(this.lastRow)
    }
  }

  private keepRow(rowNumber: number): void {
    const { batch, hidden } = this
    if (this.isHidden) hidden.rows++
    if (this.isHidden && hidden.isSkipped) {
      this.hiddenRow = rowNumber
      this.aside.addRow(batch, 'hidden', rowNumber, this.firstColumn)
    } else batch.endRow(rowNumber)
  }

  /** Hides rows of the batch by their numbers. Some formats mark a row as hidden only after its cells. */
  hideRows(numbers: ReadonlySet<number>): void {
    if (numbers.size === 0) return
    const { batch, hidden } = this
    const { rowCount } = batch
    let [from, cells] = [0, 0]
    batch.rowCount = 0
    for (let row = 0; row < rowCount; row++) {
      const end = batch.rowStarts[row + 1] as number
      const number = batch.rowNumbers[row] as number
      batch.moveCells(from, end, cells)
      batch.cellCount = cells + end - from
      from = end
      if (numbers.has(number)) hidden.rows++
      if (numbers.has(number) && hidden.isSkipped) this.aside.addRow(batch, 'hidden', number, this.firstColumn)
      else batch.endRow(number)
      cells = batch.cellCount
    }
  }

  get isRepeating(): boolean {
    return this.repeatsLeft > 0
  }

  get rowsMax(): number {
    return this.left === null ? firstBatchRows : batchRows
  }

  /** Check this only between rows: `handOver` drops the cells of an unfinished row. */
  get isFull(): boolean {
    const { batch } = this
    const bytes = batch.arena.length + this.sharedBytes
    return batch.rowCount >= this.rowsMax || batch.cellCount >= batchCells || bytes >= batchBytes
  }

  /** Yields the current batch if it has rows, then starts the next batch in the same memory. */
  *handOver(): Iterable<RowBatch> {
    const { batch } = this
    if (batch.rowCount > 0) {
      if (this.left === null) this.trimLeft()
      this.totalsRow = looksLikeTotals(batch) ? (batch.rowNumbers[batch.rowCount - 1] as number) : null
      yield batch
    }
    batch.clear()
    this.sharedBytes = 0
  }

  /** Adds the notes about the whole sheet. Call it after the last batch. */
  finish(): void {
    const { reporter } = this
    this.aside.finish()
    this.changes.report(reporter)
    this.hidden.note(reporter)
    this.annotations.note(reporter)
    this.currencies.note(reporter)
    if (this.totalsRow !== null) {
      reporter.note(tableMessages.notes.totalRow(this.totalsRow))
    }
  }

  /** Adds the number of the last readable row to an error of the file. Returns any other error unchanged. */
  failure(error: unknown): unknown {
    if (!(error instanceof EngineFailure) || error.code !== 'corrupt_file') return error
    const message = workbookMessages.read_until(this.lastRow)
    return new EngineFailure(error.code, error.message, [
      ...error.problems,
      { code: 'read_until', ...(this.lastRow > 0 ? { row: this.lastRow } : {}), message },
    ])
  }

  /** Counts each copy of a rejected row as another rejected row. */
  private rejectAgain(times: number): void {
    if (this.lastRow + times > sheetRowsMax) throw absurd()
    for (let left = times; left > 0; left--) this.rejectRow(++this.lastRow)
  }

  private rejectRow(row: number): void {
    this.rejectedRow = row
    const message = workbookMessages.left_of_table
    this.reporter.rejectRow({ code: 'left_of_table', row, message })
  }

  /** Inserts a cell that comes after a cell to its right, or that repeats a column. The later value wins. */
  private placeLate(): void {
    const { batch } = this
    const first = batch.rowStarts[batch.rowCount] as number
    for (const { column, kind, start, end } of this.late) {
      batch.kinds[first + column] = kind
      batch.starts[first + column] = start
      batch.ends[first + column] = end
    }
  }

  private trimLeft(): void {
    const { batch } = this
    let left = columnsMax
    for (let row = 0; row < batch.rowCount; row++) {
      const first = batch.rowStarts[row] as number
      const end = Math.min(batch.rowStarts[row + 1] as number, first + left)
      let cell = first
      while (cell < end && batch.kinds[cell] === CellKind.empty) cell++
      left = Math.min(left, cell - first)
    }
    this.left = left
    if (left === 0) return
    // The remaining copies of a repeated row go into later batches, which no longer have the margin.
    if (this.repeatedRow !== null) this.repeatedRow = withoutMargin(this.repeatedRow, left)
    let to = 0
    for (let row = 0; row < batch.rowCount; row++) {
      const from = (batch.rowStarts[row] as number) + left
      const end = batch.rowStarts[row + 1] as number
      batch.rowStarts[row] = to
      batch.moveCells(from, end, to)
      to += Math.max(0, end - from)
    }
    batch.rowStarts[batch.rowCount] = to
    batch.cellCount = to
  }
}

const absurd = (): EngineFailure => new EngineFailure('corrupt_file', workbookMessages.corrupt_file.repeats)

/** Recognizes a row of totals at the end of a table: a word for totals, followed by numbers. */
function looksLikeTotals(batch: RowBatch): boolean {
  const last = batch.rowCount - 1
  const end = batch.rowStarts[last + 1] as number
  let cell = batch.rowStarts[last] as number
  while (cell < end && batch.kinds[cell] === CellKind.empty) cell++
  if (cell >= end || batch.kinds[cell] !== CellKind.quoted || last === 0) return false
  const text = new TextDecoder().decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell]))
  return namesTotal(text.trim()) && batch.kinds.subarray(cell + 1, end).includes(CellKind.number)
}
