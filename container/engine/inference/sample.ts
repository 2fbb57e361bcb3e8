import { CellKind, type RowBatch } from '../table/row-batch.ts'
import { type TextRow, textRowOf } from './text-row.ts'

const headRows = 300
const headRowsMin = 12
const lastRowsMax = 20
const headCells = 60_000
const headCharacters = 1 << 22
/** The start, the end and the kind of a cell. */
const bytesOfCell = 9

/** The first rows of a file, kept whole: a reader uses its batches again, these stay. */
export class Sample {
  readonly batches: RowBatch[] = []
  /** Rows that were read with the last rows of the sample but do not belong to it: see `end`. */
  readonly afterSample: RowBatch[] = []
  rowCount = 0
  /** The memory of the copies. With many short cells, most of it holds their positions. */
  bytes = 0
  /** Files of huge rows, or of very wide ones: the sample ends early rather than filling the memory. */
  static readonly bytesMax = 64 << 20
  /** True when the file ended within the sample: then every fact about it is a fact about the file. */
  isWholeFile = false
  private head: TextRow[] | null = null

  /** Copies a batch, whose memory its reader will use again. */
  add(batch: RowBatch): void {
    const copy = batch.copy()
    this.batches.push(copy)
    this.rowCount += copy.rowCount
    this.bytes += copy.extent.to - copy.extent.from + copy.cellCount * bytesOfCell
  }

  /** Number of the row read last. */
  get lastNumber(): number {
    const last = this.batches.at(-1)
    return last?.rowNumbers[last.rowCount - 1] ?? 0
  }

  /** Ends the sample after `rows` of the table's rows, counted after its header, although rows come in batches. */
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

  /** How many rows stand above row `number`. */
  rowsAbove(number: number): number {
    const above = ({ rowNumbers, rowCount }: RowBatch): number =>
      rowNumbers.subarray(0, rowCount).filter((one) => one < number).length
    return this.batches.reduce((sum, batch) => sum + above(batch), 0)
  }

  /** The most used cells among the rows after row `after` that have `cells` cells. */
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

  /** The texts of the first rows from row `number` on, for finding the header: 300 of them, fewer where rows are very wide or long. */
  firstRows(number = 1): readonly TextRow[] {
    if (number > 1) return this.readHead(number)
    this.head ??= this.readHead(number)
    return this.head
  }

  /** The texts of the last rows. */
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
