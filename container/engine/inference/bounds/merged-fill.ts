import { workbookMessages } from '../../catalog/workbooks.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import { CellKind, RowBatch } from '../../table/row-batch.ts'
import type { MergedRange } from '../../table/sheet-layout.ts'

/** The maximum number of bytes of the filled cells in one batch. */
const filledBytesMax = 64 << 20

interface OpenRange extends MergedRange {
  /** The value of its first cell, or null until it has been read. */
  value: { readonly kind: CellKind; readonly bytes: Uint8Array } | null
}

/**
 * Fills merged ranges, whose value is only in the first cell. It copies the value to the other cells. Rows must come in
 * order.
 */
export class MergedFill {
  /** The ranges by their first rows. Those before `next` are open or done. */
  private readonly ranges: readonly MergedRange[]
  private next = 0
  private open: OpenRange[] = []

  constructor(merges: readonly MergedRange[], lastHeadRow: number, width: number) {
    this.ranges = merges
      .filter(({ firstRow, firstColumn }) => firstRow > lastHeadRow && firstColumn >= 0 && firstColumn < width)
      .map((range) => ({ ...range, lastColumn: Math.min(range.lastColumn, width - 1) }))
      .toSorted((a, b) => a.firstRow - b.firstRow)
  }

  fill(batch: RowBatch): RowBatch {
    if (!this.touches(batch)) return batch
    const filled = new RowBatch(new GrowingBytes(Math.max(1, batch.arena.length)))
    let bytes = 0
    for (let row = 0; row < batch.rowCount; row++) {
      const number = batch.rowNumbers[row] as number
      const first = batch.rowStarts[row] as number
      for (let cell = first; cell < (batch.rowStarts[row + 1] as number); cell++)
        filled.addBytes(batch.kinds[cell] as CellKind, batch.bytes, batch.starts[cell], batch.ends[cell])
      // A row that is left out has the number 0.
      if (number > 0) bytes += this.fillRow(filled, number)
      if (bytes > filledBytesMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.mergedRanges)
      filled.endRow(number)
    }
    return filled
  }

  private touches({ rowCount, rowNumbers }: RowBatch): boolean {
    const last = Math.max(0, ...rowNumbers.subarray(Math.max(0, rowCount - 1), rowCount))
    return last === 0 || this.open.length > 0 || (this.ranges[this.next]?.firstRow ?? Number.POSITIVE_INFINITY) <= last
  }

  /** Fills the current row of the batch. Returns the number of bytes added. */
  private fillRow(batch: RowBatch, number: number): number {
    for (; (this.ranges[this.next]?.firstRow ?? Number.POSITIVE_INFINITY) <= number; this.next++)
      this.open.push({ ...(this.ranges[this.next] as MergedRange), value: null })
    this.open = this.open.filter(({ lastRow }) => lastRow >= number)
    let bytes = 0
    for (const range of this.open) {
      if (range.firstRow === number) range.value = valueAt(batch, range.firstColumn)
      if (range.value !== null) bytes += fillCells(batch, range, range.value)
    }
    return bytes
  }
}

function valueAt(batch: RowBatch, column: number): OpenRange['value'] {
  const cell = (batch.rowStarts[batch.rowCount] as number) + column
  const kind = cell < batch.cellCount ? (batch.kinds[cell] as CellKind) : CellKind.empty
  return kind === CellKind.empty ? null : { kind, bytes: batch.bytes.slice(batch.starts[cell], batch.ends[cell]) }
}

function fillCells(batch: RowBatch, { firstColumn, lastColumn }: MergedRange, value: NonNullable<OpenRange['value']>) {
  const from = batch.rowStarts[batch.rowCount] as number
  const start = batch.arena.length
  batch.arena.append(value.bytes)
  const end = batch.arena.length
  let filled = 0
  for (let cell = from + firstColumn; cell <= from + lastColumn; cell++) {
    while (batch.cellCount <= cell) batch.addCell(CellKind.empty, 0, 0)
    if (batch.kinds[cell] !== CellKind.empty) continue
    batch.kinds[cell] = value.kind
    batch.starts[cell] = start
    batch.ends[cell] = end
    filled++
  }
  return filled * value.bytes.length
}
