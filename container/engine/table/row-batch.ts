import { GrowingBytes } from '../bytes/growing-bytes.ts'

/** What a cell was in the file. The text beside it is UTF-8 whatever the file's encoding. */
export const CellKind = {
  /** Nothing there: an unquoted empty field, an empty or missing cell, JSON null. */
  empty: 0,
  /** Text as written: an unquoted CSV field; a spreadsheet's text cell is `quoted`. */
  text: 1,
  /** Text that the file itself marks as text: a quoted CSV field, a text cell, a JSON string. An empty one is ''. */
  quoted: 2,
  /** The file says it is a number: canonical digits, `.` for the point, `e` notation possible. */
  number: 3,
  /** `true` or `false`. */
  boolean: 4,
  /** `YYYY-MM-DD` */
  date: 5,
  /** `HH:MM:SS[.fff]`, within one day. */
  time: 6,
  /** `YYYY-MM-DD HH:MM:SS[.fff]` */
  timestamp: 7,
  /** A spreadsheet's error (`#N/A`): becomes NULL with a fix. */
  error: 8,
  /** Nested JSON, its text exactly as written. */
  json: 9,
  /** A formula without a cached value: becomes NULL with a fix. */
  uncached: 10,
} as const
export type CellKind = (typeof CellKind)[keyof typeof CellKind]

/** A copy keeps as many bytes before its first cell. */
const keptBefore = 4096

/** What a batch is made of besides its bytes. */
export interface RowArrays {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
  readonly rowStarts: Int32Array
  readonly rowNumbers: Float64Array
}

/**
 * Some thousands of rows as bytes: one arena and typed arrays, no object and no string a cell. Rows may be ragged:
 * row `r` holds cells `rowStarts[r]` up to `rowStarts[r + 1]`. Owned by its reader: valid until the next batch is
 * asked for; a consumer that keeps cells copies them.
 */
export class RowBatch {
  readonly arena: GrowingBytes
  rowCount = 0
  cellCount = 0
  starts: Int32Array
  ends: Int32Array
  kinds: Uint8Array
  rowStarts: Int32Array
  /** Where each row stands in the file, from 1: the line's record number, or the sheet's row. */
  rowNumbers: Float64Array
  /** The first row comes right after one that its reader rejected: the numbers between are no blank lines. */
  followsBroken = false

  /** Somebody else's arrays to begin in, and to go back to when emptied after they were outgrown. */
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

  clear(): void {
    this.arena.clear()
    this.rowCount = 0
    this.cellCount = 0
    if (this.home !== null) this.goHome(this.home)
  }

  /** Adds a cell to the row being built. Its bytes stand in the arena already, from `start` to `end`. */
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

  /** Closes the row whose cells were added since the last one. */
  endRow(rowNumber: number): void {
    if (this.rowCount + 1 >= this.rowStarts.length) this.growRows()
    this.rowNumbers[this.rowCount] = rowNumber
    this.rowCount++
    this.rowStarts[this.rowCount] = this.cellCount
  }

  /** Moves cells to an earlier place. */
  moveCells(from: number, end: number, to: number): void {
    if (from >= end || from === to) return
    this.starts.copyWithin(to, from, end)
    this.ends.copyWithin(to, from, end)
    this.kinds.copyWithin(to, from, end)
  }

  /** Forgets the cells added since the last `endRow`: a row that its reader rejects. */
  dropOpenRow(): void {
    this.cellCount = this.rowStarts[this.rowCount] as number
  }

  /** In memory of its own. Readers that fill a buffer in place have cells anywhere in it: only the stretch in use is kept. */
  copy(): RowBatch {
    const { rowCount, cellCount } = this
    const copy = new RowBatch()
    copy.rowCount = rowCount
    copy.cellCount = cellCount
    copy.followsBroken = this.followsBroken
    copy.starts = this.starts.slice(0, cellCount)
    copy.ends = this.ends.slice(0, cellCount)
    copy.kinds = this.kinds.slice(0, cellCount)
    copy.rowStarts = this.rowStarts.slice(0, rowCount + 1)
    copy.rowNumbers = this.rowNumbers.slice(0, rowCount)
    if (cellCount === 0) return copy
    const { starts, ends } = copy
    let low = Number.MAX_SAFE_INTEGER
    let high = 0
    for (let cell = 0; cell < cellCount; cell++) {
      const start = starts[cell] as number
      const end = ends[cell] as number
      if (start < low) low = start
      if (end > high) high = end
    }
    // A header's line before the rows is cheaper to keep than every cell is to move.
    if (low < keptBefore) low = 0
    copy.arena.bytes = this.bytes.slice(low, high)
    copy.arena.length = high - low
    for (let cell = 0; cell < cellCount && low > 0; cell++) {
      starts[cell] = (starts[cell] as number) - low
      ends[cell] = (ends[cell] as number) - low
    }
    return copy
  }

  /** Some of the rows, in arrays of their own beside the same bytes. */
  rows(from: number, to: number): RowBatch {
    const [first, end] = [this.rowStarts[from] as number, this.rowStarts[to] as number]
    const part = new RowBatch(this.arena)
    part.rowCount = to - from
    part.cellCount = end - first
    part.followsBroken = from === 0 && this.followsBroken
    part.starts = this.starts.slice(first, end)
    part.ends = this.ends.slice(first, end)
    part.kinds = this.kinds.slice(first, end)
    part.rowStarts = this.rowStarts.slice(from, to + 1).map((start) => start - first)
    part.rowNumbers = this.rowNumbers.slice(from, to)
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
