import type { Message } from '../../../src/contract/catalog/message.ts'
import { valueMessages } from '../catalog/values.ts'
import { tableMessages } from '../catalog/tables.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { AcceleratedCast, CastAccelerator, RowsToCast, TypedSpace } from './accelerated-cast.ts'
import { trimmed } from '../values/trim.ts'
import { nullMarker } from '../values/null-markers.ts'
import { undecided } from '../values/undecided.ts'
import { FixTally, isSame, shownText } from '../report/fix-tally.ts'
import { CellKind, type RowBatch, valueless } from '../table/row-batch.ts'
import type { PlannedColumn } from '../table/table-plan.ts'
import type { TypedBatch } from '../table/typed-batch.ts'
import { Reading } from '../values/value-parser.ts'
import type { PrimaryKey } from './primary-key.ts'
import { isTyped, type CastColumn, trimmedFix, type TypedColumn } from './cast-column.ts'

export interface CastOptions extends RowsToCast {
  readonly accelerator: CastAccelerator | null
  /** The values that do not fit. This is null if corrections are no longer possible. */
  readonly misfits?: Misfits | null
  /** Whether spaces around text values are removed. */
  readonly trims?: boolean
  readonly key?: PrimaryKey | null
  /** Whether the plain code casts every row. */
  readonly castsByRow?: boolean
}

/** Collects values that do not fit the type of their column. */
export interface Misfits {
  addValue(column: number, kind: CellKind, bytes: Uint8Array, row: number): void
}

/** The position of a missing cell. */
const noPosition = -1

/**
 * Applies the plan to rows. A value that does not fit rejects its row with a reason, and every change to a value is
 * counted as a fix.
 */
export class Caster {
  converted = 0
  rejected = 0
  /** The number of the last row that belongs to the table. */
  lastRow = 0
  private readonly options: CastOptions
  private readonly typed: TypedBatch
  private ownSpace: TypedSpace = { starts: new Int32Array(0), ends: new Int32Array(0) }
  /** Fix tallies, by the column's index in the file and then by fix code. */
  private readonly tallies: Map<string, FixTally>[] = []
  /** The last value that means NULL in each column, by the column's index in the file. */
  private readonly lastNulls: { readonly word: Uint8Array; readonly tally: FixTally }[] = []
  /**
   * The changes in the current row, with their cells. They are reported once the row is known to belong to the table.
   */
  private readonly rowTallies: FixTally[] = []
  private readonly rowCells: number[] = []
  private rowFixes = 0
  /** Casts rows that are already canonical. Null means that all rows are cast here. */
  readonly accelerated: AcceleratedCast | null

  constructor(options: CastOptions) {
    this.options = options
    const width = options.columns.length
    const { accelerator, castsByRow = false } = options
    this.accelerated = castsByRow ? null : (accelerator?.cast(options) ?? null)
    this.typed = { rowCount: 0, width, bytes: new Uint8Array(0), ...this.ownSpace }
  }

  cast(batch: RowBatch): TypedBatch {
    const { typed } = this
    const { width, lastHeadRow } = this.options
    const accelerated = this.accelerated?.covers(batch) === true ? this.accelerated : null
    this.makeRoom(batch)
    typed.rowCount = 0
    for (let row = 0; row < batch.rowCount; row++) {
      if ((batch.rowNumbers[row] as number) <= lastHeadRow) continue
      if (accelerated !== null) {
        const stopped = accelerated.castRows(batch, row, typed.rowCount)
        if (stopped > row) {
          typed.rowCount += stopped - row
          row = stopped - 1
          continue
        }
      }
      const first = batch.rowStarts[row] as number
      const count = (batch.rowStarts[row + 1] as number) - first
      if (count > width && !this.hasOnlyBlanksBeyond(batch, row, first, count)) this.rejected++
      else if (this.castRow(batch, row, first, count) && this.hasGoodKey(batch, row)) {
        typed.rowCount++
        this.reportFixes(batch, row)
      } else this.rejected++
      accelerated?.fixes.allow()
    }
    accelerated?.fixes.report()
    typed.bytes = batch.bytes
    this.converted += typed.rowCount
    this.lastRow = Math.max(this.lastRow, batch.rowNumbers[batch.rowCount - 1] ?? 0)
    return typed
  }

  private makeRoom(batch: RowBatch): void {
    const { typed, ownSpace } = this
    const { accelerator, columns } = this.options
    const cells = batch.rowCount * columns.length
    const space = accelerator?.typedSpace(batch, columns.length) ?? null
    if (space === null && ownSpace.starts.length < cells)
      this.ownSpace = { starts: new Int32Array(cells), ends: new Int32Array(cells) }
    const { starts, ends } = space ?? this.ownSpace
    typed.starts = starts
    typed.ends = ends
  }

  private castRow(batch: RowBatch, row: number, first: number, count: number): boolean {
    const { columns } = this.options
    const { starts, ends } = this.typed
    const { bytes, kinds } = batch
    this.rowFixes = 0
    let to = this.typed.rowCount * columns.length
    for (let index = 0; index < columns.length; index++, to++) {
      const castColumn = columns[index] as CastColumn
      const { column, refusesText } = castColumn
      const at = column.index
      if (at >= count) {
        starts[to] = -1
        if (at === count && this.options.shortRowsAreFixes)
          this.fix('missing_cells', valueMessages.missing_cells, column)
        continue
      }
      const cell = first + at
      const kind = kinds[cell] as number
      if (kind === CellKind.empty) {
        starts[to] = -1
        continue
      }
      if (kind === CellKind.error || kind >= CellKind.uncached) {
        starts[to] = -1
        this.fixUnusable(batch, kind, column, cell)
        continue
      }
      const isRefused = refusesText && kind === CellKind.quoted
      if (!isTyped(castColumn)) {
        if (isRefused) this.keepAsJson(batch, cell, to)
        else if (this.options.trims) this.keepTrimmed(batch, kind, column, cell, to)
        else this.keepText(batch, cell, to)
        continue
      }
      const { parser } = castColumn
      const start = batch.starts[cell] as number
      const end = batch.ends[cell] as number
      const outStart = batch.arena.length
      const reading = isRefused ? Reading.no : parser.read(bytes, start, end, batch.arena)
      if (reading === Reading.asWritten) {
        starts[to] = start
        ends[to] = end
      } else if (reading === Reading.rewritten) {
        starts[to] = outStart
        ends[to] = batch.arena.length
        this.fix(parser.rewriting.code, parser.rewriting.message, column, cell)
      } else if (!this.castOddity(batch, row, cell, castColumn, to)) {
        this.findMisfits(batch, row, first, count, index)
        return false
      }
    }
    return true
  }

  /**
   * Finds every value in a rejected row that contradicts the plan, because each correction requires another pass over
   * the file.
   */
  private findMisfits(batch: RowBatch, row: number, first: number, count: number, from: number): void {
    const { columns, misfits } = this.options
    if (misfits === undefined || misfits === null) return
    const outStart = batch.arena.length
    for (const castColumn of columns.slice(from)) {
      const { index } = castColumn.column
      const cell = first + index
      const kind = batch.kinds[cell] as CellKind
      if (index >= count || !isTyped(castColumn) || valueless.has(kind)) continue
      const [cellStart, cellEnd] = [batch.starts[cell] as number, batch.ends[cell] as number]
      const [start, end] = trimmed(batch.bytes, cellStart, cellEnd)
      if (castColumn.parser === undecided) {
        // Blanks and null markers count as text until the column has a value of another type.
        const value = batch.bytes.subarray(start === end ? cellStart : start, start === end ? cellEnd : end)
        misfits.addValue(index, kind, value, batch.rowNumbers[row] as number)
        continue
      }
      if (start === end) continue
      const isText = castColumn.refusesText && kind === CellKind.quoted
      const reading = isText ? Reading.no : castColumn.parser.read(batch.bytes, start, end, batch.arena)
      if (reading === Reading.no && nullMarker(batch.bytes, start, end) === null)
        misfits.addValue(index, kind, batch.bytes.subarray(start, end), batch.rowNumbers[row] as number)
      batch.arena.length = outStart
    }
  }

  private keepText({ starts, ends }: RowBatch, cell: number, to: number): void {
    this.typed.starts[to] = starts[cell] as number
    this.typed.ends[to] = ends[cell] as number
  }

  private keepTrimmed(batch: RowBatch, kind: number, column: PlannedColumn, cell: number, to: number): void {
    const [from, until] = [batch.starts[cell] as number, batch.ends[cell] as number]
    const [start, end] = trimmed(batch.bytes, from, until)
    const isNothing = start === end && kind === CellKind.text
    this.typed.starts[to] = isNothing ? -1 : start
    this.typed.ends[to] = end
    if (isNothing) this.fix('empty_to_null', valueMessages.empty_to_null.blankText, column, cell)
    else if (end - start !== until - from) this.fix(trimmedFix.code, trimmedFix.message, column, cell)
  }

  /** Keeps a text value in a column of nested values as a JSON string. */
  private keepAsJson({ arena, bytes, starts, ends }: RowBatch, cell: number, to: number): void {
    this.typed.starts[to] = arena.length
    arena.append(jsonText(bytes, starts[cell] as number, ends[cell] as number))
    this.typed.ends[to] = arena.length
  }

  /** Casts the rare cells without a value: spaces, null markers, empty quotes. */
  private castOddity(batch: RowBatch, row: number, cell: number, castColumn: TypedColumn, to: number): boolean {
    const { column, parser, refusesText } = castColumn
    if (parser === undecided) {
      this.reject(batch, row, cell, column)
      return false
    }
    const { starts, ends } = this.typed
    const [start, end] = trimmed(batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number)
    if (start === end) {
      starts[to] = -1
      this.fix('empty_to_null', valueMessages.empty_to_null.blankCell, column, cell)
      return true
    }
    const outStart = batch.arena.length
    const isText = refusesText && batch.kinds[cell] === CellKind.quoted
    const reading = isText ? Reading.no : parser.read(batch.bytes, start, end, batch.arena)
    if (reading === Reading.no) {
      const token = nullMarker(batch.bytes, start, end)
      if (token === null) {
        this.reject(batch, row, cell, column)
        return false
      }
      starts[to] = -1
      this.fix('null_marker', valueMessages.null_marker(token), column, cell)
      return true
    }
    starts[to] = reading === Reading.asWritten ? start : outStart
    ends[to] = reading === Reading.asWritten ? end : batch.arena.length
    if (end - start !== (batch.ends[cell] as number) - (batch.starts[cell] as number)) {
      this.fix(trimmedFix.code, trimmedFix.message, column, cell)
    }
    if (reading === Reading.rewritten) {
      this.fix(parser.rewriting.code, parser.rewriting.message, column, cell)
    }
    return true
  }

  private hasOnlyBlanksBeyond(batch: RowBatch, row: number, first: number, count: number): boolean {
    for (let cell = first + this.options.width; cell < first + count; cell++) {
      const [start, end] = trimmed(batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number)
      if (batch.kinds[cell] === CellKind.empty || start === end) continue
      const problem = {
        code: 'too_many_cells',
        row: batch.rowNumbers[row],
        value: textOf(batch, cell),
        message: tableMessages.too_many_cells(count, this.options.width),
      } as const
      this.options.reporter.problem(problem, () => cellsOf(batch, row))
      return false
    }
    return true
  }

  /** Checks the key of the row that was cast last. This row is not counted yet and follows the counted ones. */
  private hasGoodKey(batch: RowBatch, row: number): boolean {
    const { key, reporter } = this.options
    if (key == null) return true
    this.typed.bytes = batch.bytes
    const problem = key.check(this.typed, this.typed.rowCount)
    if (problem !== null) reporter.problem({ ...problem, row: batch.rowNumbers[row] }, () => cellsOf(batch, row))
    if (key.isIncomplete) reporter.note(tableMessages.notes.keysIncomplete)
    return problem === null
  }

  private fixUnusable(batch: RowBatch, kind: number, column: PlannedColumn, cell: number): void {
    if (kind === CellKind.namedNull) this.fixNamedNull(batch, column, cell)
    else if (kind === CellKind.error) this.fix('error_to_null', valueMessages.error_to_null, column, cell)
    else this.fix('uncached_formula', valueMessages.uncached_formula, column, cell)
  }

  /** Counts a NULL. Most have the same word as the last one in their column, which needs no message. */
  private fixNamedNull(batch: RowBatch, column: PlannedColumn, cell: number): void {
    const { bytes, starts, ends } = batch
    const [start, end] = [starts[cell] as number, ends[cell] as number]
    let last = this.lastNulls[column.index]
    if (last === undefined || !isSame(last.word, bytes, start, end)) {
      const message = valueMessages.null_marker(textOf(batch, cell).trim())
      last = { word: bytes.slice(start, end), tally: this.tallyOf('null_marker', message, column) }
      this.lastNulls[column.index] = last
    }
    this.count(last.tally, cell)
  }

  private fix(code: FixCode, message: Message, column: PlannedColumn, cell = noPosition): void {
    this.count(this.tallyOf(code, message, column), cell)
  }

  private count(tally: FixTally, cell: number): void {
    this.rowTallies[this.rowFixes] = tally
    this.rowCells[this.rowFixes++] = cell
  }

  private reportFixes(batch: RowBatch, row: number): void {
    const number = batch.rowNumbers[row] as number
    for (let at = 0; at < this.rowFixes; at++) {
      const tally = this.rowTallies[at] as FixTally
      const cell = this.rowCells[at] as number
      if (cell === noPosition) tally.missing(number)
      else tally.changed(number, batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number)
    }
  }

  private tallyOf(code: FixCode, message: Message, { index, name }: PlannedColumn): FixTally {
    const ofColumn = (this.tallies[index] ??= new Map<string, FixTally>())
    let tally = ofColumn.get(message)
    if (tally === undefined) {
      tally = new FixTally(this.options.reporter, { code, column: name, message })
      ofColumn.set(message, tally)
    }
    return tally
  }

  private reject(batch: RowBatch, row: number, cell: number, column: PlannedColumn): void {
    const problem = {
      code: 'type_mismatch',
      row: batch.rowNumbers[row],
      column: column.name,
      value: textOf(batch, cell),
      message: tableMessages.type_mismatch(column.type.kind, column.index),
    } as const
    this.options.reporter.problem(problem, () => cellsOf(batch, row))
  }
}

/** Writes the original value of a cell as JSON text. */
function jsonText(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
  return new TextEncoder().encode(JSON.stringify(text))
}

const textOf = ({ bytes, starts, ends }: RowBatch, cell: number): string =>
  shownText(bytes, starts[cell] as number, ends[cell] as number)

const wholeText = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns the cells of a row as they are in the file. */
function cellsOf({ bytes, kinds, starts, ends, rowStarts }: RowBatch, row: number): (string | null)[] {
  const first = rowStarts[row] as number
  return Array.from({ length: (rowStarts[row + 1] as number) - first }, (_, at) => {
    const cell = first + at
    if (kinds[cell] === CellKind.empty) return null
    return wholeText.decode(bytes.subarray(starts[cell], ends[cell]))
  })
}
