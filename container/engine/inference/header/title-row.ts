import { isHeader } from './header-signs.ts'
import { filled, isBlank, isNameRow, isPlainValue, shapeOf, usedWidth, widthOf } from '../rows/row-shapes.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

/**
 * Tests for a line of prose whose commas were read as delimiters (`Sales report, 2023`), directly above a full row of
 * names. Either it is narrower than the table, or a delimiter in it is followed by a space, as in a sentence, unlike
 * those of the names.
 */
function isTitleOfCells(title: TextRow, names: TextRow, data: readonly TextRow[], width: number): boolean {
  if (width < 2 || filled(title) < 2 || filled(names) < width || !isNameRow(names)) return false
  const isNarrow = title.cells.length < width
  const spaced = title.cells.filter(isAfterSpace)
  if (!isNarrow && spaced.length === 0) return false
  if (names.cells.some(isAfterSpace) || !isHeader(names, data, width)) return false
  if (isAboveValues(names, data)) return isNarrow || spaced.some(isPlainValue)
  if (!isNarrow || spaced.length === 0) return false
  return spaced.length === title.cells.length - 1 || title.cells.some(({ text }) => text.trim().includes(' '))
}

/** Tests whether the first row is a line of prose with more commas than its table has columns. */
export function isWideTitle([title, names, ...data]: readonly TextRow[]): boolean {
  if (title === undefined || names === undefined || data.length < 2) return false
  const width = widthOf(names)
  const isEven = data.slice(0, 200).every((row) => widthOf(row) === width)
  if (!isEven || width < 2 || widthOf(title) <= width || names.cells.some(isAfterSpace)) return false
  return (
    title.cells.slice(1).every(({ text }) => text.startsWith(' ')) && isNameRow(names) && isHeader(names, data, width)
  )
}

const isAfterSpace = (cell: TextCell, column: number): boolean =>
  column > 0 && !isBlank(cell) && cell.text.startsWith(' ')

/** Tests whether a column has numbers, dates or similar values below its name. */
function isAboveValues({ cells }: TextRow, data: readonly TextRow[]): boolean {
  const rows = data.slice(0, 200)
  return cells.some((_, column) => {
    const shapes = rows.map((row) => shapeOf(row.cells[column])).filter((shape) => shape !== 'empty')
    return shapes.length > 0 && shapes.filter((shape) => shape !== 'text').length > shapes.length * 0.7
  })
}

/** Returns the first row of the table below lines of prose at `top`. */
export function afterTitles(rows: readonly TextRow[], top: number, width: number): number {
  const [title, names] = [rows[top], rows[top + 1]]
  if (title === undefined || names === undefined || usedWidth(names) < width) return top
  return isTitleOfCells(title, names, rows.slice(top + 2), width) ? top + 1 : top
}
