import { GrowingBytes } from '../bytes/growing-bytes.ts'

/** The kind of a cell in the file. Its text is UTF-8, regardless of the file's encoding. */
export const CellKind = {
  /** A cell without a value: an unquoted empty field, an empty or missing cell, JSON null. */
  empty: 0,
  /** Text as written, in an unquoted CSV field. A spreadsheet's text cell is `quoted`. */
  text: 1,
  /** Text that the file marks as text: a quoted CSV field, a text cell, a JSON string. It may be the empty string. */
  quoted: 2,
  /** A number according to the file: canonical digits, with `.` as the decimal point and possibly an exponent. */
  number: 3,
  /** `true` or `false`. */
  boolean: 4,
  /** `YYYY-MM-DD` */
  date: 5,
  /** `HH:MM:SS[.fff]`, within one day. */
  time: 6,
  /** `YYYY-MM-DD HH:MM:SS[.fff]` */
  timestamp: 7,
  /** A spreadsheet error (`#N/A`), which becomes NULL with a fix. */
  error: 8,
  /** Nested JSON, exactly as written. */
  json: 9,
  /** A formula without a cached value, which becomes NULL with a fix. */
  uncached: 10,
  /** A value that means NULL according to the spec or to the program that wrote the file. */
  namedNull: 11,
} as const
/** The kinds of cells without a value. */
export const valueless: ReadonlySet<number> = new Set([
  CellKind.empty,
  CellKind.error,
  CellKind.uncached,
  CellKind.namedNull,
])
export type CellKind = (typeof CellKind)[keyof typeof CellKind]

/** The row number that marks a row outside the table. Row numbers in a file begin at 1. */
const leftOut = 0

/** The arrays of a batch, without its bytes. */
export interface RowArrays {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
  readonly rowStarts: Int32Array
  readonly rowNumbers: Float64Array
}

/** An accelerator's memory, where a reader builds its batch. */
export interface BatchMemory {
  readonly input: Uint8Array
  readonly arrays: RowArrays
}

/** A record with more cells is not a row of a table, and every column would take kilobytes of memory. */
export const rowCellsMax = 1 << 18

/** An accelerator that fills batches. */
export interface BatchAccelerator extends BatchMemory {
  /** The batch whose cells point into `input`. */
  readonly batch: RowBatch
  /** Tests whether the batch is still in the accelerator's memory. A batch that grows too large moves out of it. */
  holds(batch: RowBatch): boolean
}

/** A part of an arena that contains every cell of a batch. */
export interface Extent {
  readonly from: number
  readonly to: number
}

/**
 * A few thousand rows as bytes: one arena and typed arrays, without an object or a string per cell. Rows may have
 * different lengths: row `r` has the cells from `rowStarts[r]` to `rowStarts[r + 1]`. The batch belongs to the reader
 * and is valid until the next one is requested. Consumers must copy the cells that they keep.
 */
export class RowBatch {
  readonly arena: GrowingBytes
  rowCount = 0
  cellCount = 0
  starts: Int32Array
  ends: Int32Array
  kinds: Uint8Array
  rowStarts: Int32Array
  /** The number of each row in the file, from 1: the record number, or the row of the sheet. */
  rowNumbers: Float64Array
  /** Whether the first row directly follows a rejected row, so the missing numbers between them are not blank lines. */
  followsBroken = false
  /**
   * The range of the arena that contains the cells, for a buffer that the reader fills. Null means that they may be
   * anywhere.
   */
  within: Extent | null = null
  /** Whether the owner of this memory will not reuse it. */
  private isOwn = false

  /** Arrays that belong to someone else. The batch uses them at first, and again after larger ones were emptied. */
  private readonly home: RowArrays | null

  constructor(arena = new GrowingBytes(1 << 18), home: RowArrays | null = null) {
    this.arena = arena
    this.home = home
    this.starts = home?.starts ?? new Int32Array(1 << 14)
    this.ends = home?.ends ?? new Int32Array(1 << 14)
    this.kinds = home?.kinds ?? new Uint8Array(1 << 14)
    this.rowStarts = home?.rowStarts ?? new Int32Array((1 << 11) + 1)
    this.rowNumbers = home?.rowNumbers ?? new Float64Array(1 << 11)
  }

  get bytes(): Uint8Array {
    return this.arena.bytes
  }

  get extent(): Extent {
    return this.within ?? { from: 0, to: this.arena.length }
  }

  clear(): void {
    this.arena.clear()
    this.rowCount = 0
    this.cellCount = 0
    this.within = null
    if (this.home !== null) this.goHome(this.home)
  }

  /** Adds a cell to the current row. Its bytes are already in the arena, from `start` to `end`. */
  addCell(kind: CellKind, start: number, end: number): void {
    const cell = this.cellCount
    if (cell === this.kinds.length) this.growCells()
    this.starts[cell] = start
    this.ends[cell] = end
    this.kinds[cell] = kind
    this.cellCount = cell + 1
  }

  /** Adds a cell by copying its bytes into the arena. */
  addBytes(kind: CellKind, source: Uint8Array, start = 0, end = source.length): void {
    const at = this.arena.length
    this.arena.append(source, start, end)
    this.addCell(kind, at, this.arena.length)
  }

  /** Ends the row whose cells were added since the previous one. */
  endRow(rowNumber: number): void {
    if (this.rowCount + 1 >= this.rowStarts.length) this.growRows()
    this.rowNumbers[this.rowCount] = rowNumber
    this.rowCount++
    this.rowStarts[this.rowCount] = this.cellCount
  }

  /** Marks a row that does not belong to the table, so that it is neither cast nor written. */
  leaveOut(row: number): void {
    this.rowNumbers[row] = leftOut
  }

  isLeftOut(row: number): boolean {
    return this.rowNumbers[row] === leftOut
  }

  /** Moves each cell of the current row into its column of the last row. */
  extendLast(): void {
    const first = this.rowStarts[this.rowCount] as number
    const kinds = this.kinds.slice(first, this.cellCount)
    const starts = this.starts.slice(first, this.cellCount)
    const ends = this.ends.slice(first, this.cellCount)
    const number = this.rowNumbers[--this.rowCount] as number
    const from = this.rowStarts[this.rowCount] as number
    this.cellCount = first
    kinds.forEach((kind, column) => {
      const cell = from + column
      if (cell >= this.cellCount) this.addCell(kind as CellKind, starts[column] as number, ends[column] as number)
      else if (kind !== CellKind.empty) {
        this.kinds[cell] = kind
        this.starts[cell] = starts[column] as number
        this.ends[cell] = ends[column] as number
      }
    })
    this.endRow(number)
  }

  /** Moves cells to an earlier position. */
  moveCells(from: number, end: number, to: number): void {
    if (from >= end || from === to) return
    this.starts.copyWithin(to, from, end)
    this.ends.copyWithin(to, from, end)
    this.kinds.copyWithin(to, from, end)
  }

  /** Drops the cells added since the last `endRow`, because the reader rejects the row. */
  dropOpenRow(): void {
    this.cellCount = this.rowStarts[this.rowCount] as number
  }

  /** Copies the batch into its own memory. Bytes keep their positions in the arena, and unused parts take no memory. */
  copy(): RowBatch {
    if (this.isOwn) return this
    const { from, to } = this.extent
    const bytes = new Uint8Array(to)
    bytes.set(this.bytes.subarray(from, to), from)
    const copy = this.rows(0, this.rowCount, new GrowingBytes(bytes))
    copy.arena.length = to
    copy.isOwn = true
    return copy
  }

  /** Passes the memory to the receiver of the batch, which then needs no copy. */
  handOver(): this {
    this.isOwn = true
    return this
  }

  /** Returns some of the rows, with new arrays and the same bytes. */
  rows(from: number, to: number, arena = this.arena): RowBatch {
    const [first, end] = [this.rowStarts[from] as number, this.rowStarts[to] as number]
    const rowStarts = this.rowStarts.slice(from, to + 1)
    const part = new RowBatch(arena, {
      starts: this.starts.slice(first, end),
      ends: this.ends.slice(first, end),
      kinds: this.kinds.slice(first, end),
      rowStarts: first === 0 ? rowStarts : rowStarts.map((start) => start - first),
      rowNumbers: this.rowNumbers.slice(from, to),
    })
    part.rowCount = to - from
    part.cellCount = end - first
    part.followsBroken = from === 0 && this.followsBroken
    part.within = this.within
    return part
  }

  private goHome({ starts, ends, kinds, rowStarts, rowNumbers }: RowArrays): void {
    this.starts = starts
    this.ends = ends
    this.kinds = kinds
    this.rowStarts = rowStarts
    this.rowNumbers = rowNumbers
  }

  private growCells(): void {
    const capacity = this.kinds.length * 2
    this.starts = grown(this.starts, new Int32Array(capacity))
    this.ends = grown(this.ends, new Int32Array(capacity))
    this.kinds = grown(this.kinds, new Uint8Array(capacity))
  }

  private growRows(): void {
    const capacity = this.rowStarts.length * 2
    this.rowStarts = grown(this.rowStarts, new Int32Array(capacity))
    this.rowNumbers = grown(this.rowNumbers, new Float64Array(capacity))
  }
}

function grown<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}
