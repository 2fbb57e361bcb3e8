import type { CellKind, RowBatch } from '../table/row-batch.ts'

/** Names and notes are shorter; of a longer text, its beginning is judged. */
const textBytesMax = 1 << 16

/** A row as texts: for what is judged of few rows, where names and notes matter more than speed. */
export interface TextRow {
  readonly number: number
  readonly cells: readonly TextCell[]
}

export interface TextCell {
  readonly kind: CellKind
  readonly text: string
}

/** What of a batch says what its rows are. */
type Rows = Pick<RowBatch, 'bytes' | 'starts' | 'ends' | 'kinds' | 'rowStarts' | 'rowNumbers'>

const decoder = new TextDecoder()

/** The same when somebody asks, of a batch that may be gone by then: most rows are never asked for, and texts of thousands of cells are many. */
export function keptRow(batch: Rows, row: number): () => TextRow {
  const [first, end] = [batch.rowStarts[row] as number, batch.rowStarts[row + 1] as number]
  const [from, to] = [batch.starts[first] ?? 0, batch.ends[end - 1] ?? 0]
  for (let cell = first; cell < end; cell++) {
    if ((batch.starts[cell] as number) >= from && (batch.ends[cell] as number) <= to) continue
    const made = textRowOf(batch, row)
    return () => made
  }
  const kept: Rows = {
    bytes: batch.bytes.slice(from, to),
    starts: batch.starts.slice(first, end).map((start) => start - from),
    ends: batch.ends.slice(first, end).map((at) => at - from),
    kinds: batch.kinds.slice(first, end),
    rowStarts: Int32Array.of(0, end - first),
    rowNumbers: batch.rowNumbers.slice(row, row + 1),
  }
  return () => textRowOf(kept, 0)
}

export function textRowOf(batch: Rows, row: number): TextRow {
  const { kinds, rowStarts, rowNumbers } = batch
  const [first, end] = [rowStarts[row] as number, rowStarts[row + 1] as number]
  const textOf = cellTexts(batch, first, end)
  const cells: TextCell[] = []
  for (let cell = first; cell < end; cell++) cells.push({ kind: kinds[cell] as CellKind, text: textOf(cell) })
  return { number: rowNumbers[row] as number, cells }
}

/** Most rows are ASCII: one is decoded at once and cut where its cells are, which takes a fraction of decoding each. */
function cellTexts({ bytes, starts, ends }: Rows, first: number, end: number): (cell: number) => string {
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
