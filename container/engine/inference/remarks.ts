import { CellKind } from '../table/row-batch.ts'
import { usualWidth } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

export const remarkByte = 35
const mark = String.fromCharCode(remarkByte)

/** Recognizes a row that begins like a remark to the reader of the file. */
export const isRemark = ({ cells: [first] }: TextRow): boolean =>
  first !== undefined && first.kind !== CellKind.quoted && first.text.trimStart().startsWith(mark)

/** Whether the table's own rows begin so too (`#ff0000,red`): more of those as wide as it than names and what stands below them. */
export function beginWithMark(rows: readonly TextRow[], width: number): boolean {
  const own = rows.filter(({ cells }) => cells.length === width)
  return own.filter(isRemark).length * 3 > own.length
}

/** The rows without remarks, which have another number of cells than the other rows. */
export function withoutRemarks(rows: readonly TextRow[]): readonly TextRow[] {
  const others = rows.filter((row) => !isRemark(row))
  const width = usualWidth(others.length > 0 ? others : rows)
  return width < 2 || beginWithMark(rows, width)
    ? rows
    : rows.filter((row) => row.cells.length === width || !isRemark(row))
}
