import type { CellKind, RowBatch } from '../table/row-batch.ts'

/** A row as texts: for what is judged of few rows, where names and notes matter more than speed. */
export interface TextRow {
  readonly number: number
  readonly cells: readonly TextCell[]
}

export interface TextCell {
  readonly kind: CellKind
  readonly text: string
}

const decoder = new TextDecoder()

export function textRowOf({ bytes, starts, ends, kinds, rowStarts, rowNumbers }: RowBatch, row: number): TextRow {
  const cells: TextCell[] = []
  const end = rowStarts[row + 1] as number
  for (let cell = rowStarts[row] as number; cell < end; cell++)
    cells.push({ kind: kinds[cell] as CellKind, text: decoder.decode(bytes.subarray(starts[cell], ends[cell])) })
  return { number: rowNumbers[row] as number, cells }
}
