import { isTypedValue } from './fixed-width.ts'
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
 * doubled quotes, all lines must be quoted, and the first one must contain names.
 */
export function dialectBelowLineQuotes(head: string, given: string | null): TextDialect | null {
  const hasDoubled = (head.match(quotedLines) ?? []).some((line) => line.slice(1, -1).includes('""'))
  if (!hasDoubled && !separator.test(plainFirstLine.exec(head)?.[0] ?? '')) return null
  const lines = linesOf(head).filter((line) => line !== '')
  if (lines.length < 2 || !(hasDoubled || lines.every((line) => quotedLine.test(line)))) return null
  const bare = lines.map((line) => quotedLine.exec(line)?.[1]?.replaceAll('""', '"') ?? line).join('\n')
  const dialect = detectDialect(bare, given)
  const rows = splitRows(bare, dialect.delimiter, dialect.quote, null, Number.POSITIVE_INFINITY)
  return (rows[0]?.length ?? 1) > 1 && areEven(rows) && (hasDoubled || areNamesAndValues(rows)) ? dialect : null
}

/** The number of names that no value of one column has by chance. */
const namesMin = 3

/**
 * Tests for names above rows of a table. Without doubled quotes, a column of `Last,First` looks like two columns, so
 * two names need numbers or dates below one of them. In a sentence or list, blanks follow the commas.
 */
function areNamesAndValues([names = [], ...rows]: readonly string[][]): boolean {
  const isName = (name: string): boolean => /\p{L}/u.test(name)
  if (!names.every(isName) || [names, ...rows].some((row) => row.slice(1).some((cell) => /^\s/.test(cell))))
    return false
  return names.length >= namesMin || names.some((_, column) => rows.every((row) => isTypedValue(row[column] ?? '')))
}
