import type { CellKind, RowBatch } from '../table/row-batch.ts'

/** The first rows of a file, kept whole: batches go, these stay. Cells are in one arena; columns are read across it. */
const headRows = 300
const headRowsMin = 20
const headCells = 60_000

export class Sample {
  readonly batches: RowBatch[] = []
  rowCount = 0
  bytes = 0
  /** Files of huge rows: the sample ends early rather than filling the memory. */
  static readonly bytesMax = 64 << 20
  /** True when the file ended within the sample: then every fact about it is a fact about the file. */
  isWholeFile = false
  private head: HeadRow[] | null = null

  /** Copies a batch, whose memory its reader will use again. */
  add(batch: RowBatch): void {
    const copy = batch.copy()
    this.batches.push(copy)
    this.rowCount += copy.rowCount
    this.bytes += copy.arena.length
  }

  /** The texts of the first rows, for finding the header: 300 of them, fewer where rows are very wide. */
  firstRows(): readonly HeadRow[] {
    this.head ??= this.readHead()
    return this.head
  }

  private readHead(): HeadRow[] {
    const rows: HeadRow[] = []
    const decoder = new TextDecoder()
    let cellCount = 0
    for (const batch of this.batches) {
      for (let row = 0; row < batch.rowCount && rows.length < headRows; row++) {
        if (cellCount > headCells && rows.length >= headRowsMin) return rows
        cellCount += (batch.rowStarts[row + 1] as number) - (batch.rowStarts[row] as number)
        const cells: HeadRow['cells'] = []
        for (let cell = batch.rowStarts[row] as number; cell < (batch.rowStarts[row + 1] as number); cell++) {
          cells.push({
            kind: batch.kinds[cell] as CellKind,
            text: decoder.decode(batch.bytes.subarray(batch.starts[cell], batch.ends[cell])),
          })
        }
        rows.push({ number: batch.rowNumbers[row] as number, cells })
      }
    }
    return rows
  }
}

export interface HeadRow {
  readonly number: number
  readonly cells: { readonly kind: CellKind; readonly text: string }[]
}
