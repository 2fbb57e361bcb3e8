import { isBlank } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

const rowsMin = 2
/** A word that names columns in files of every kind, but rarely occurs as a value. */
export const columnWord =
  /^(?:id|code|key|name|title|label|type|kind|class|group|category|status|state|city|town|place|region|country|address|street|zip|phone|email|mail|date|day|month|year|time|note|notes|comment|comments|description|value|amount|price|total|count|size|unit|sex|gender|age|first|last|firstname|lastname|surname)s?$/i

/**
 * Tests whether a row of text with an empty cell is a data row that lacks a value. Each of its other cells looks like
 * the values below it, and one of them in every letter (`BQ` above `AW`, `TD` and `PE`). An empty first cell is above
 * the names of rows.
 */
export function lacksValue(row: TextRow, data: readonly TextRow[], width: number): boolean {
  const given = row.cells.slice(0, width).flatMap(({ text }, column) => (text.trim() === '' ? [] : [column]))
  if (data.length < rowsMin || given[0] !== 0 || given.length === width) return false
  const textOf = ({ cells }: TextRow, column: number): string => cells[column]?.text.trim() ?? ''
  if (given.some((column) => columnWord.test(textOf(row, column)))) return false
  const isLike = (column: number, normalize: (text: string) => string): boolean =>
    data.every((one) => isBlank(one.cells[column]) || normalize(textOf(one, column)) === normalize(textOf(row, column)))
  return (
    given.every((column) => isLike(column, letterCase)) &&
    given.some((column) => data.some((one) => !isBlank(one.cells[column])) && isLike(column, spelling))
  )
}

/** Returns the case of a text: uppercase, lowercase, or words with an initial capital. */
function letterCase(text: string): string {
  const letters = text.replaceAll(/\P{L}/gu, '')
  if (letters === letters.toUpperCase()) return letters === letters.toLowerCase() ? 'none' : 'capitals'
  return /^\p{Lu}/u.test(letters) ? 'capital' : 'small'
}

/** Replaces each letter and digit by its kind: `BQ-7` becomes `AA-9`. */
const spelling = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\d/g, '9')
