import { isHeader } from './header-signs.ts'
import { columnWord } from '../rows/missing-value.ts'
import { hasValue, isBlank, shapeOf, widthOf } from '../rows/row-shapes.ts'
import { isSentence } from '../rows/sentence.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

const nameCharactersMax = 40
const rowsExamined = 200

/**
 * Tests whether a row that is too empty for a row of the table names some columns: `name,` directly above two of them.
 * A title would be above names, so the row below decides. If nothing in the table is typed, a word that names columns
 * decides.
 */
export function namesSome(
  row: TextRow | undefined,
  next: TextRow,
  data: readonly TextRow[],
  width: number,
): row is TextRow {
  if (row === undefined || width < 2 || row.number + 1 !== next.number || isBlank(row.cells[0])) return false
  const names = row.cells.filter((cell) => !isBlank(cell))
  if (width > 2 && (names.length < 2 || widthOf(row) !== widthOf(next))) return false
  if (isSentence(row, 0) || !names.every(isName)) return false
  if (!isHeader(next, data, width)) return true
  return !data.slice(0, rowsExamined).some(hasValue) && names.some(isColumnWord) && !next.cells.some(isColumnWord)
}

const isName = (cell: TextCell): boolean => shapeOf(cell) === 'text' && cell.text.trim().length <= nameCharactersMax
const isColumnWord = ({ text }: TextCell): boolean => columnWord.test(text.trim())
