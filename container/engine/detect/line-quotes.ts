import { linesOf } from './lines.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'
import { detectDialect, type TextDialect } from './text-dialect.ts'

const quotedLine = /^"((?:[^"]|"")*)"$/
/** Matches a quoted line in a whole text. Most texts have none, so they are not split into lines. */
const quotedLines = /(?<=^|[\r\n])"(?:[^"\r\n]|"")*"(?=[\r\n]|$)/g

/**
 * Returns the CSV format of a text with lines that are quoted as a whole (`"1,""Ann"",Oslo"`), as some spreadsheets
 * save them. Returns null for any other text. Without those quotes, all rows must have the same width.
 */
export function dialectBelowLineQuotes(head: string, given: string | null): TextDialect | null {
  // Unless one of the lines has doubled quotes, a column of `Last, First` would be read as two columns.
  if (!(head.match(quotedLines) ?? []).some((line) => line.slice(1, -1).includes('""'))) return null
  const lines = linesOf(head).filter((line) => line !== '')
  if (lines.length < 2) return null
  const bare = lines.map((line) => quotedLine.exec(line)?.[1]?.replaceAll('""', '"') ?? line).join('\n')
  const dialect = detectDialect(bare, given)
  const rows = splitRows(bare, dialect.delimiter, dialect.quote, null, Number.POSITIVE_INFINITY)
  return (rows[0]?.length ?? 1) > 1 && areEven(rows) ? dialect : null
}
