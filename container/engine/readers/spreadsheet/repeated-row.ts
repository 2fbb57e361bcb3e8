import { CellKind, type RowBatch } from '../../table/row-batch.ts'

/**
 * A row that is stored once in the file and repeated. It has its own copy of the bytes, because a batch may fill up
 * before all copies are written.
 */
export interface RepeatedRow {
  readonly bytes: Uint8Array
  /** The size of its cells in bytes. Bytes that several cells share count once per cell. */
  readonly written: number
  readonly kinds: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

export function copyOfRow(batch: RowBatch, first: number, end: number): RepeatedRow {
  const kinds = batch.kinds.slice(first, end)
  const starts = batch.starts.slice(first, end)
  const ends = batch.ends.slice(first, end)
  let low = batch.arena.length
  let high = 0
  kinds.forEach((kind, cell) => {
    if (kind === CellKind.empty) return
    low = Math.min(low, starts[cell] as number)
    high = Math.max(high, ends[cell] as number)
  })
  const shift = Math.min(low, high)
  let written = 0
  kinds.forEach((kind, cell) => {
    written += (ends[cell] as number) - (starts[cell] as number)
    starts[cell] = kind === CellKind.empty ? 0 : (starts[cell] as number) - shift
    ends[cell] = kind === CellKind.empty ? 0 : (ends[cell] as number) - shift
  })
  return { bytes: batch.bytes.slice(shift, high), written, kinds, starts, ends }
}

export const withoutMargin = ({ bytes, written, kinds, starts, ends }: RepeatedRow, left: number): RepeatedRow => ({
  bytes,
  written,
  kinds: kinds.subarray(left),
  starts: starts.subarray(left),
  ends: ends.subarray(left),
})
