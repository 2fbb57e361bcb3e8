import { hasValue, isBlank, isTyped } from '../rows/row-shapes.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

const answer = /^(?:yes|no|true|false)$/i
/** The number of rows below that are compared with an answer. */
const comparedRows = 200

/**
 * Marks `No`, `Yes` and such above the first values as names. In a column of numbers or dates, they answer no question.
 */
export function answersAsNames(rows: readonly TextRow[]): readonly TextRow[] {
  const start = rows.findIndex(hasValue)
  if (start < 1) return rows
  const data = rows.slice(start, start + comparedRows)
  const areTypedBelow = (column: number): boolean => {
    const below = data.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
    return below.length > 0 && below.every(isTyped)
  }
  const isName = ({ text }: TextCell, column: number): boolean => answer.test(text.trim()) && areTypedBelow(column)
  return rows.map((row, at) =>
    at < start && row.cells.some(isName)
      ? { ...row, cells: row.cells.map((cell, column) => (isName(cell, column) ? { ...cell, isName: true } : cell)) }
      : row,
  )
}
