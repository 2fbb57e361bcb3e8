import { CellKind } from '../table/row-batch.ts'
import { trimmed } from '../values/trim.ts'
import type { Sample } from './sample.ts'

/** One column of the sample, its values trimmed, as flat arrays over the sample's arenas. */
export interface ColumnCells {
  readonly arenas: readonly Uint8Array[]
  /** Which arena, where, what and in which row: parallel. Only cells that hold something. */
  readonly arena: number[]
  readonly starts: number[]
  readonly ends: number[]
  readonly kinds: number[]
  readonly rows: number[]
  readonly empties: number
  /** How many of them had spaces around. */
  readonly padded: number
}

/** Columns in one walk over the sample. Rows up to `lastHeadRow` are not data. */
export function columnCells(sample: Sample, width: number, lastHeadRow: number): ColumnCells[] {
  const columns = Array.from({ length: width }, () => ({
    arenas: sample.batches.map((batch) => batch.bytes),
    arena: [] as number[],
    starts: [] as number[],
    ends: [] as number[],
    kinds: [] as number[],
    rows: [] as number[],
    empties: 0,
    padded: 0,
  }))
  sample.batches.forEach((batch, arena) => {
    for (let row = 0; row < batch.rowCount; row++) {
      const number = batch.rowNumbers[row] as number
      if (number <= lastHeadRow) continue
      const first = batch.rowStarts[row] as number
      const count = (batch.rowStarts[row + 1] as number) - first
      for (let column = 0; column < width; column++) {
        const into = columns[column]
        if (into === undefined) continue
        const kind = column < count ? (batch.kinds[first + column] as number) : CellKind.empty
        const [start, end] =
          column < count
            ? trimmed(batch.bytes, batch.starts[first + column] as number, batch.ends[first + column] as number)
            : [0, 0]
        if (start === end || kind === CellKind.error || kind === CellKind.uncached) {
          into.empties++
          continue
        }
        if (end - start !== (batch.ends[first + column] as number) - (batch.starts[first + column] as number))
          into.padded++
        into.arena.push(arena)
        into.starts.push(start)
        into.ends.push(end)
        into.kinds.push(kind)
        into.rows.push(number)
      }
    }
  })
  return columns
}
