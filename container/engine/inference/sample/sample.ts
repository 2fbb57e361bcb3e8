import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import { type TextRow, textRowOf } from '../rows/text-row.ts'

const headRows = 300
const headRowsMin = 12
const lastRowsMax = 20
const headCells = 60_000
const headCharacters = 1 << 22
/** The size of a cell's start, end and kind. */
const bytesOfCell = 9

/** The first rows of a file. A reader reuses its batches, but these copies stay. */
export class Sample {
  readonly batches: RowBatch[] = []
  /** Rows that were read together with the last rows of the sample but do not belong to it. See `end`. */
  readonly afterSample: RowBatch[] = []
  rowCount = 0
  /** The memory of the copies. With many short cells, most of it is for their positions. */
  bytes = 0
  /** The size limit. If rows are huge or very wide, the sample ends early, so that it does not fill the memory. */
  static readonly bytesMax = 64 << 20
  /** Whether the file ended within the sample, so every fact about the sample applies to the file. */
  isWholeFile = false
  private head: TextRow[] | null = null

  /** Copies a batch, because its reader will reuse the memory. */
  add(batch: RowBatch): void {
    const copy = batch.copy()
    this.batches.push(copy)
    this.rowCount += copy.rowCount
    this.bytes += copy.extent.to - copy.extent.from + copy.cellCount * bytesOfCell
  }

  /** Returns the number of the last row read. */
  get lastNumber(): number {
    const last = this.batches.at(-1)
    return last?.rowNumbers[last.rowCount - 1] ?? 0
  }

  /** Ends the sample after `rows` rows of the table, counted after its header, even inside a batch. */
  end(rows: number, lastHeadRow: number): void {
    let left = rows
    for (const [index, batch] of this.batches.entries()) {
      let row = 0
      for (; row < batch.rowCount && left > 0; row++) if ((batch.rowNumbers[row] as number) > lastHeadRow) left--
      if (row === batch.rowCount) continue
      this.afterSample.push(batch.rows(row, batch.rowCount), ...this.batches.splice(index + 1))
      this.batches[index] = batch.rows(0, row)
      this.rowCount = this.batches.reduce((sum, { rowCount }) => sum + rowCount, 0)
      this.isWholeFile = false
      return
    }
  }

  /** Returns the number of rows above row `number` that are not blank. */
  rowsAbove(number: number): number {
    const above = ({ rowNumbers, rowStarts, kinds, rowCount }: RowBatch): number => {
      let count = 0
      for (let row = 0; row < rowCount && (rowNumbers[row] as number) < number; row++) {
        const cells = kinds.subarray(rowStarts[row], rowStarts[row + 1])
        if (cells.some((kind) => kind !== CellKind.empty)) count++
      }
      return count
    }
    return this.batches.reduce((sum, batch) => sum + above(batch), 0)
  }

  /** Returns the maximum number of used cells in the rows after row `after` that have `cells` cells. */
  widestOf(cells: number, after: number): number {
    let widest = 0
    for (const { rowCount, rowStarts, rowNumbers, kinds } of this.batches) {
      for (let row = 0; row < rowCount; row++) {
        const first = rowStarts[row] as number
        if ((rowStarts[row + 1] as number) - first !== cells || (rowNumbers[row] as number) <= after) continue
        let width = cells
        while (width > widest && kinds[first + width - 1] === CellKind.empty) width--
        widest = Math.max(widest, width)
      }
    }
    return widest
  }

  /**
   * Returns the text of the first rows from row `number` on, to find the header. There are 300 of them, or fewer if
   * rows are very wide or long.
   */
  firstRows(number = 1): readonly TextRow[] {
    if (number > 1) return this.readHead(number)
    this.head ??= this.readHead(number)
    return this.head
  }

  /** Returns the text of the last rows. */
  lastRows(): readonly TextRow[] {
    const rows: TextRow[] = []
    for (const batch of this.batches.toReversed())
      for (let row = batch.rowCount - 1; row >= 0 && rows.length < lastRowsMax; row--)
        rows.unshift(textRowOf(batch, row))
    return rows
  }

  private readHead(from: number): TextRow[] {
    const rows: TextRow[] = []
    let cellCount = 0
    let characters = 0
    for (const batch of this.batches) {
      for (let row = 0; row < batch.rowCount && rows.length < headRows; row++) {
        if ((batch.rowNumbers[row] as number) < from) continue
        const isEnough = cellCount > headCells || characters > headCharacters
        if (isEnough && rows.length >= headRowsMin) return rows
        const read = textRowOf(batch, row)
        cellCount += read.cells.length
        for (const { text } of read.cells) characters += text.length
        rows.push(read)
      }
    }
    return rows
  }
}
