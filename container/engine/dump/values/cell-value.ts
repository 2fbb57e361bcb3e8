import { asciiOf } from '../../bytes/ascii.ts'
import { appendBits, appendCell } from './cell-bytes.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import { cellFlag, cellKind, type RowCells } from '../text/row-cells.ts'
import type { DumpText } from '../text/tokens.ts'
import { literalKinds, type Value } from './value.ts'

const rewritten = cellFlag.escape | cellFlag.doubled

/** Reads a cell into the value. Returns false if the column cannot store it. */
export type Resolver = (text: DumpText, cells: RowCells, at: number, column: PlannedColumn, value: Value) => boolean

/**
 * Reads the cell's own bytes. They stay in the window if they need no decoding, and are copied to the scratch buffer
 * otherwise.
 */
export function take(text: DumpText, cells: RowCells, at: number, value: Value): void {
  const kind = cells.kinds[at]
  const isInPlace =
    kind === cellKind.number || (kind === cellKind.string && ((cells.flags[at] as number) & rewritten) === 0)
  if (isInPlace) value.set(literalKinds.plain, text.bytes, cells.starts[at] as number, cells.ends[at] as number)
  else {
    value.scratch.clear()
    if (kind === cellKind.bits) appendBits(text, cells, at, value.scratch)
    else appendCell(text, cells, at, value.scratch)
    value.set(literalKinds.plain, value.scratch.bytes, 0, value.scratch.length)
  }
}

export const writtenText = (text: DumpText, cells: RowCells, at: number, value: Value): string => {
  take(text, cells, at, value)
  return asciiOf(value.bytes, value.start, Math.min(value.end, value.start + 1000))
}
