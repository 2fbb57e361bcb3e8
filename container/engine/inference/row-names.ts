import { CellKind } from '../table/row-batch.ts'
import { isHeader } from './header-signs.ts'
import { columnWord } from './missing-value.ts'
import { hasValue, isNameRow } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

/** A name that R gives to a column: `mean.price`. */
const nameInR = /^[\p{L}.][\p{L}\p{N}._]*$/u

/**
 * R writes a vector with one quoted name at the top, and below it quoted row names beside the values, no two of them alike. A quoted
 * title stands above names.
 */
export function namesVector([names, ...data]: readonly TextRow[]): boolean {
  const isQuoted = ({ cells: [first] }: TextRow): boolean => first?.kind === CellKind.quoted && first.text !== ''
  if (names?.cells.length !== 1 || !isQuoted(names) || !nameInR.test(names.cells[0]?.text ?? '')) return false
  if (!data.every((row) => row.cells.length === 2 && isQuoted(row))) return false
  if (new Set(data.map(({ cells: [first] }) => first?.text)).size < data.length) return false
  const [first, ...others] = data
  return first === undefined || !areNames(first, others)
}

/** Above values, or with a word that names columns. */
const areNames = (row: TextRow, data: readonly TextRow[]): boolean =>
  isNameRow(row) &&
  (data.some(hasValue)
    ? isHeader(row, data, row.cells.length)
    : row.cells.some(({ text }) => columnWord.test(text.trim())))

/**
 * R writes the names of rows without a name above them, so that the header of delimited text has one cell less than every
 * row. The first cells tell: a row's name is there and no other row's. Its readers, and pandas, take such a file in the same way.
 */
export function hasRowNames(
  { headRows, lastHeadRow }: { readonly headRows: readonly TextRow[]; readonly lastHeadRow: number },
  rows: readonly TextRow[],
): boolean {
  const names = headRows[0]?.cells ?? []
  const data = rows.filter(({ number }) => number > lastHeadRow)
  if (headRows.length !== 1 || data.length < 2 || names.some(({ text }) => text.trim() === '')) return false
  if (data.some(({ cells }) => cells.length !== names.length + 1)) return false
  if (isNumberedBy(names[0]?.text.trim() ?? '', data)) return false
  const first = new Set(data.map(({ cells }) => cells[0]?.text.trim()))
  return first.size === data.length && !first.has('') && data.some(({ cells }) => cells.at(-1)?.text.trim() !== '')
}

const whole = /^\d+$/

/** Whether the first name means a number, and the first cells are numbers where the second ones are not: no name is missing before it. */
function isNumberedBy(name: string, data: readonly TextRow[]): boolean {
  if (!/^(?:id|no\.?|nr\.?|num|number|#|index|row|key)$/i.test(name)) return false
  const areWhole = (column: number): boolean => data.every(({ cells }) => whole.test(cells[column]?.text.trim() ?? ''))
  return areWhole(0) && !areWhole(1)
}
