import { CellKind } from '../../table/row-batch.ts'
import { isTyped, usualWidth } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

export const remarkByte = 35
const remarkPrefix = String.fromCharCode(remarkByte)

/** Recognizes a row that begins like a remark for readers of the file. */
export const isRemark = ({ cells: [first] }: TextRow): boolean =>
  first !== undefined && first.kind !== CellKind.quoted && first.text.trimStart().startsWith(remarkPrefix)

/**
 * Tests whether the table's own rows begin like remarks (`#ff0000,red`): more than a third of the rows with its width.
 */
export function beginAsRemarks(rows: readonly TextRow[], width: number): boolean {
  const own = rows.filter(({ cells }) => cells.length === width)
  return own.filter(isRemark).length * 3 > own.length
}

/**
 * The width of remarks: different from that of the table, or any width if no value in the first column begins like a
 * remark.
 */
export type Remarks = 'none' | 'other width' | 'any width'

/** Tests for words after the mark. Spreadsheets write `#N/A` and `#REF!` for errors, and `#5` is a number. */
export const beginsWithRemark = ({ cells: [first] }: TextRow): boolean =>
  /^\s*#(?:\s+\p{L}|(?!(?:N\/A|REF!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!)\s*$)\p{L}{2})/u.test(first?.text ?? '')

/** Matches codes and telephone numbers. They are text, so their columns may contain anything. */
const isCode = /^\s*(?:-?0\d|\+)/

/** Decides how to recognize remarks. If the first column has numbers or dates, a remark may have any width. */
export function remarksOf(rows: readonly TextRow[], width: number): Remarks {
  if (width < 2 || beginAsRemarks(rows, width)) return 'none'
  const firstCells = rows
    .filter((row) => row.cells.length === width && !isRemark(row))
    .map(({ cells: [first] }) => first)
  // The first one may be a name.
  const areTyped =
    firstCells.length > 2 && firstCells.slice(1).every((cell) => isTyped(cell) && !isCode.test(cell?.text ?? ''))
  return areTyped ? 'any width' : 'other width'
}

/** Returns the rows without remarks, which have another number of cells than the other rows. */
export function withoutRemarks(rows: readonly TextRow[]): readonly TextRow[] {
  const others = rows.filter((row) => !isRemark(row))
  const width = usualWidth(others.length > 0 ? others : rows)
  return width < 2 || beginAsRemarks(rows, width)
    ? rows
    : rows.filter((row) => row.cells.length === width || !isRemark(row))
}
