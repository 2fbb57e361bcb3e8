import { linesOf } from './lines.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'
import { detectDialect, type TextDialect } from './text-dialect.ts'

const quotedLine = /^"((?:[^"]|"")*)"$/
/** The same anywhere in a text: most have none, and are not cut into lines for it. */
const quotedLines = /(?<=^|[\r\n])"(?:[^"\r\n]|"")*"(?=[\r\n]|$)/g

/**
 * The CSV format of a text with lines that are quoted as a whole (`"1,""Ann"",Oslo"`), as some spreadsheets save
 * them; null for any other text. All rows must have the same width without those quotes.
 */
export function dialectBelowLineQuotes(head: string, given: string | null): TextDialect | null {
  // Without a quote in one of them, a column of `Last, First` would read as two.
  if (!(head.match(quotedLines) ?? []).some((line) => line.slice(1, -1).includes('""'))) return null
  const lines = linesOf(head).filter((line) => line !== '')
  if (lines.length < 2) return null
  const bare = lines.map((line) => quotedLine.exec(line)?.[1]?.replaceAll('""', '"') ?? line).join('\n')
  const dialect = detectDialect(bare, given)
  const rows = splitRows(bare, dialect.delimiter, dialect.quote, null, Number.POSITIVE_INFINITY)
  return (rows[0]?.length ?? 1) > 1 && areEven(rows) ? dialect : null
}
