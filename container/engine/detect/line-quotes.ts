import { linesOf } from './lines.ts'
import { splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'
import { detectDialect, type TextDialect } from './text-dialect.ts'

const quotedLine = /^"((?:[^"]|"")*)"$/
/** The same anywhere in a text: most have none, and are not cut into lines for it. */
const quotedLines = /(?<=^|[\r\n])"(?:[^"\r\n]|"")*"(?=[\r\n]|$)/g

/**
 * The dialect of a text some of whose lines are quoted as a whole (`"1,""Ann"",Oslo"`), as spreadsheets do that took each for one
 * cell; null for any other. Only where without those quotes every row is as wide as the next: that is no accident.
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
