import { CellKind } from '../../table/row-batch.ts'
import { isHeader } from './header-signs.ts'
import { columnWord } from '../rows/missing-value.ts'
import { hasValue, isNameRow } from '../rows/row-shapes.ts'
import type { TextRow } from '../rows/text-row.ts'

/** Matches a column name in R: `mean.price`. */
const nameInR = /^[\p{L}.][\p{L}\p{N}._]*$/u

/**
 * Recognizes a vector written by R: one quoted name at the top, and below it distinct quoted row names next to the
 * values. A quoted title would be above names.
 */
export function namesVector([names, ...data]: readonly TextRow[]): boolean {
  const isQuoted = ({ cells: [first] }: TextRow): boolean => first?.kind === CellKind.quoted && first.text !== ''
  if (names?.cells.length !== 1 || !isQuoted(names) || !nameInR.test(names.cells[0]?.text ?? '')) return false
  if (!data.every((row) => row.cells.length === 2 && isQuoted(row))) return false
  if (new Set(data.map(({ cells: [first] }) => first?.text)).size < data.length) return false
  const [first, ...others] = data
  return first === undefined || !areNames(first, others)
}

/** Tests for names, which are above values or contain a word that names columns. */
const areNames = (row: TextRow, data: readonly TextRow[]): boolean =>
  isNameRow(row) &&
  (data.some(hasValue)
    ? isHeader(row, data, row.cells.length)
    : row.cells.some(({ text }) => columnWord.test(text.trim())))

/**
 * Tests whether the first column contains the names of rows. R writes no name above them, so the header of delimited
 * text has one cell fewer than every row. The first cells are the evidence, because they are never empty and all
 * different. R and pandas read such files in the same way. One row is enough only between blanks, because a decimal
 * comma also splits a value of it.
 */
export function hasRowNames(
  { headRows, lastHeadRow }: { readonly headRows: readonly TextRow[]; readonly lastHeadRow: number },
  rows: readonly TextRow[],
  delimiter: string | null | undefined,
): boolean {
  const names = headRows[0]?.cells ?? []
  const data = rows.filter(({ number }) => number > lastHeadRow)
  if (
    headRows.length !== 1 ||
    data.length < (delimiter === ' ' && isQuotedByR(names, data[0]) ? 1 : 2) ||
    names.some(({ text }) => text.trim() === '')
  )
    return false
  if (data.some(({ cells }) => cells.length !== names.length + 1)) return false
  if (isNumberedBy(names[0]?.text.trim() ?? '', data)) return false
  const first = new Set(data.map(({ cells }) => cells[0]?.text.trim()))
  return first.size === data.length && !first.has('') && data.some(({ cells }) => cells.at(-1)?.text.trim() !== '')
}

/** Tests for quoted names above a row that begins with a quoted name and has a value without quotes. */
const isQuotedByR = (names: TextRow['cells'], row: TextRow | undefined): boolean =>
  [...names, row?.cells[0]].every((cell) => cell?.kind === CellKind.quoted) &&
  row?.cells.some(({ kind, text }) => kind !== CellKind.quoted && text.trim() !== '') === true

const whole = /^\d+$/

/**
 * Tests whether the first name refers to a number, and the first cells are numbers while the second ones are not. In
 * that case, no name is missing before it.
 */
function isNumberedBy(name: string, data: readonly TextRow[]): boolean {
  if (!/^(?:id|no\.?|nr\.?|num|number|#|index|row|key)$/i.test(name)) return false
  const areWhole = (column: number): boolean => data.every(({ cells }) => whole.test(cells[column]?.text.trim() ?? ''))
  return areWhole(0) && !areWhole(1)
}
