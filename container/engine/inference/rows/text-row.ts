import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import type { CellKind, RowBatch } from '../../table/row-batch.ts'

/** The maximum length of examined text. Names and notes are shorter. */
const textBytesMax = 1 << 16
/** Wide rows have a larger limit, because thousands of strings take more memory than their bytes. */
const keptBytesOfCell = 64

/** A row as strings, for the few rows in which names and notes matter more than speed. */
export interface TextRow {
  readonly number: number
  readonly cells: readonly TextCell[]
}

export const textOfCells = ({ cells }: TextRow): string => cells.map(({ text }) => text).join(' ')

export interface TextCell {
  readonly kind: CellKind
  readonly text: string
  /** Whether the cell is a name, although its text may be an answer such as `No`. */
  readonly isName?: boolean
}

const decoder = new TextDecoder()

/**
 * Returns the row on demand, even after its batch is reused. Most rows are never requested, and thousands of strings
 * are expensive.
 */
export function keptRow(batch: RowBatch, row: number): () => TextRow {
  const [first, end] = [batch.rowStarts[row] as number, batch.rowStarts[row + 1] as number]
  const [from, to] = [batch.starts[first] ?? 0, batch.ends[end - 1] ?? 0]
  const bytesMax = Math.max(textBytesMax, (end - first) * keptBytesOfCell)
  const kept = to - from > bytesMax ? null : batch.rows(row, row + 1, new GrowingBytes(batch.bytes.slice(from, to)))
  if (kept === null || kept.starts.some((start) => start < from) || kept.ends.some((at) => at > to)) {
    const made = textRowOf(batch, row)
    return () => made
  }
  for (let cell = 0; cell < end - first; cell++) {
    kept.starts[cell] = (kept.starts[cell] as number) - from
    kept.ends[cell] = (kept.ends[cell] as number) - from
  }
  return () => textRowOf(kept, 0)
}

export function textRowOf(batch: RowBatch, row: number): TextRow {
  const { kinds, rowStarts, rowNumbers } = batch
  const [first, end] = [rowStarts[row] as number, rowStarts[row + 1] as number]
  const textOf = cellTexts(batch, first, end)
  const cells: TextCell[] = []
  for (let cell = first; cell < end; cell++) cells.push({ kind: kinds[cell] as CellKind, text: textOf(cell) })
  return { number: rowNumbers[row] as number, cells }
}

/**
 * Decodes a row of ASCII at once, as most rows are, and cuts it into cells. Decoding each cell would take many times as
 * long.
 */
function cellTexts({ bytes, starts, ends }: RowBatch, first: number, end: number): (cell: number) => string {
  const decode = (from: number, to: number): string =>
    decoder.decode(bytes.subarray(from, Math.min(to, from + textBytesMax)))
  const [from, to] = [starts[first] as number, ends[end - 1] as number]
  const text = end > first ? decode(from, to) : ''
  const isAscii = text.length === to - from
  return (cell) => {
    const [start, stop] = [starts[cell] as number, ends[cell] as number]
    const isWithin = isAscii && start >= from && stop <= to
    return isWithin ? text.slice(start - from, stop - from) : decode(start, stop)
  }
}
