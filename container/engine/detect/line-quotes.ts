import { isTypedValue } from '../values/typed-value.ts'
import { linesOf } from './lines.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'
import { detectDialect, type TextDialect } from './text-dialect.ts'

const quotedLine = /^"((?:[^"]|"")*)"$/
/** Matches a first line that is quoted as a whole, without quotes in it. */
const plainFirstLine = /^"[^"\r\n]*"(?=[\r\n])/
const separator = /[^\p{L}\p{N}_" ]/u
/** Matches a quoted line in a whole text. Most texts have none, so they are not split into lines. */
const quotedLines = /(?<=^|[\r\n])"(?:[^"\r\n]|"")*"(?=[\r\n]|$)/g

/**
 * Returns the CSV format of a text with lines that are quoted as a whole (`"1,""Ann"",Oslo"`), as some spreadsheets
 * save them. Returns null for any other text. Without those quotes, all rows must have the same width. If no line has
 * doubled quotes, all lines must be quoted, and there must be names above several kinds of values.
 */
export function dialectBelowLineQuotes(head: string, given: string | null): TextDialect | null {
  const hasDoubled = (head.match(quotedLines) ?? []).some((line) => line.slice(1, -1).includes('""'))
  if (!hasDoubled && !separator.test(plainFirstLine.exec(head)?.[0] ?? '')) return null
  const lines = linesOf(head).filter((line) => line !== '')
  if (lines.length < 2 || !(hasDoubled || lines.every((line) => quotedLine.test(line)))) return null
  const bare = lines.map((line) => quotedLine.exec(line)?.[1]?.replaceAll('""', '"') ?? line).join('\n')
  const dialect = detectDialect(bare, given)
  const rows = splitRows(bare, dialect.delimiter, dialect.quote, null, Number.POSITIVE_INFINITY)
  const isCertain = hasDoubled || areNamesAndValues(rows) || areNamedCells(rows, dialect.delimiter)
  return (rows[0]?.length ?? 1) > 1 && areEven(rows) && isCertain ? dialect : null
}

const namesMin = 3
/** Separators that are neither in numbers nor in sentences. */
const plainSeparators = ['\t', '|', '^', '~']

/** Tests for several distinct names above as many cells, with a separator that is neither in numbers nor in names. */
const areNamedCells = ([names = [], ...rows]: readonly string[][], delimiter: string): boolean =>
  plainSeparators.includes(delimiter) &&
  rows.length >= rowsMin &&
  names.length >= namesMin &&
  new Set(names).size === names.length &&
  names.every((name) => /^\p{L}[\p{L}\p{N} _.-]*$/u.test(name))

const rowsMin = 2
/** Matches dates and times among numbers. */
const dateOrTime = /\d[-/:]\d/
const isFilled = (cell: string): boolean => cell !== ''

/**
 * Tests for names above rows of several kinds of values. Without doubled quotes, one column of amounts (`1,50`),
 * coordinates, lists or names (`Smith,Ann`) looks like several columns. In a sentence or list, blanks follow the commas.
 */
function areNamesAndValues([names = [], ...rows]: readonly string[][]): boolean {
  if (rows.length < rowsMin || !names.every((name) => /\p{L}/u.test(name)) || names.some(hasHalfBrackets)) return false
  if ([names, ...rows].some((row) => row.slice(1).some((cell) => /^\s/.test(cell)))) return false
  const kinds = new Set(names.map((_, column) => kindOf(rows.map((row) => row[column] ?? '').filter(isFilled))))
  kinds.delete(null)
  const mayBeNumbers = rows.every((row) =>
    row.every((cell, column) => (column === 0 || /^\d/.test(cell)) && (column === row.length - 1 || /\d$/.test(cell))),
  )
  return kinds.size > 1 && (!mayBeNumbers || (names.length > 2 && kinds.has('dates')))
}

/** Tests for a bracket that another name closes, as in `coordinates (lat,lon)`. */
const hasHalfBrackets = (name: string): boolean =>
  (name.match(/[([{]/g) ?? []).length !== (name.match(/[)\]}]/g) ?? []).length

/** Returns what all filled cells of a column are, or null for a mixture. */
function kindOf(cells: readonly string[]): 'dates' | 'numbers' | 'words' | null {
  if (!cells.some(isTypedValue)) return cells.some((cell) => /\p{L}/u.test(cell)) ? 'words' : null
  if (!cells.every(isTypedValue)) return null
  if (cells.every((cell) => dateOrTime.test(cell))) return 'dates'
  return cells.some((cell) => dateOrTime.test(cell)) ? null : 'numbers'
}
