import { CellKind } from '../table/row-batch.ts'
import { trimmed } from '../values/trim.ts'
import type { Sample } from './sample.ts'

/** One column of the sample, its values trimmed, as flat arrays over the sample's arenas. Valid until the next column. */
export interface ColumnCells {
  readonly arenas: readonly Uint8Array[]
  /** Which arena, where, what and in which row: parallel. Only cells that hold something. */
  readonly arena: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
  readonly rows: Float64Array
  readonly empties: number
  /** Bytes of spaces around a value, at most: text keeps them. A blank cell is nothing else. */
  readonly padding: number
}

/** The columns one after another in the same memory: a sample may be thousands of columns wide. */
export function* columnsOf(sample: Sample, width: number, lastHeadRow: number): Generator<ColumnCells> {
  const arenas = sample.batches.map((batch) => batch.bytes)
  const arena = new Int32Array(sample.rowCount)
  const starts = new Int32Array(sample.rowCount)
  const ends = new Int32Array(sample.rowCount)
  const kinds = new Uint8Array(sample.rowCount)
  const rows = new Float64Array(sample.rowCount)
  for (let column = 0; column < width; column++) {
    let [count, empties, padding] = [0, 0, 0]
    for (const [index, batch] of sample.batches.entries()) {
      for (let row = 0; row < batch.rowCount; row++) {
        const number = batch.rowNumbers[row] as number
        if (number <= lastHeadRow) continue
        const cell = (batch.rowStarts[row] as number) + column
        const kind = cell < (batch.rowStarts[row + 1] as number) ? (batch.kinds[cell] as number) : CellKind.empty
        if (kind === CellKind.empty || kind === CellKind.error || kind === CellKind.uncached) {
          empties++
          continue
        }
        let start = batch.starts[cell] as number
        let end = batch.ends[cell] as number
        // Nearly no value has spaces around it: those that have none cost no array.
        if (start === end || (batch.bytes[start] as number) <= 32 || (batch.bytes[end - 1] as number) <= 32) {
          const length = end - start
          ;[start, end] = trimmed(batch.bytes, start, end)
          padding = Math.max(padding, length - (end - start))
        }
        if (start === end) {
          empties++
          continue
        }
        arena[count] = index
        starts[count] = start
        ends[count] = end
        kinds[count] = kind
        rows[count] = number
        count++
      }
    }
    yield {
      arenas,
      arena: arena.subarray(0, count),
      starts: starts.subarray(0, count),
      ends: ends.subarray(0, count),
      kinds: kinds.subarray(0, count),
      rows: rows.subarray(0, count),
      empties,
      padding,
    }
  }
}
