import type { TableRange } from './sheet-rows.ts'

/** The range that a reference such as `B3:F200` names, or the one cell `B3`; null where it is not one. */
export function rangeOfReference(reference: string): TableRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference.trim())
  if (match === null) return null
  const [, column = '', row = '', otherColumn = column, otherRow = row] = match
  const columns = [columnIndex(column), columnIndex(otherColumn)]
  const rows = [Number(row), Number(otherRow)]
  return {
    firstRow: Math.min(...rows),
    lastRow: Math.max(...rows),
    firstColumn: Math.min(...columns),
    lastColumn: Math.max(...columns),
  }
}

/** Column A is 0. */
function columnIndex(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
