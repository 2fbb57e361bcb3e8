import type { TextDialect } from '../../detect/text-dialect.ts'

const escapeBytes = { doubled: -1, backslash: 92, nul: 0 } as const

/** The CSV format in bytes, computed once per file. */
export interface CsvOptions {
  readonly delimiter: Uint8Array
  /** Whether the delimiter is the same byte several times. */
  readonly repeats: boolean
  /** The quote, or 0 if the format has no quotes. */
  readonly quote: number
  /** The byte that escapes the next byte, or -1 if there is none. */
  readonly escape: number
  /** Whether a backslash escapes only quotes and separators. Any other backslash belongs to its value. */
  readonly keepsBackslashes: boolean
  /** Whether the first line only names the separator. It is skipped and has no row number. */
  readonly skipFirstLine: boolean
  /** The number of comment lines after the separator line. */
  readonly commentLines: number
  readonly trailingDelimiter: boolean
  /** Whether spaces next to delimiters are not part of the values. */
  readonly padded: boolean
  /** Whether consecutive delimiters count as one, because the columns are padded with spaces. */
  readonly mergeDelimiters: boolean
}

/** Returns the reader's options. A row that the spec names as the header is never a comment. */
export function csvOptions(dialect: TextDialect, headerRow: number | null): CsvOptions {
  const bytes = new TextEncoder()
  return {
    delimiter: bytes.encode(dialect.delimiter),
    repeats: /^([^ ])\1+$/.test(dialect.delimiter),
    quote: dialect.quote === null ? 0 : dialect.quote.charCodeAt(0),
    escape: escapeBytes[dialect.escape],
    keepsBackslashes: dialect.keepsBackslashes,
    skipFirstLine: dialect.hasSeparatorLine,
    commentLines: Math.min(dialect.commentLines, (headerRow ?? Number.POSITIVE_INFINITY) - 1),
    trailingDelimiter: dialect.trailingDelimiter,
    padded: dialect.isPadded,
    mergeDelimiters: /^ +$/.test(dialect.delimiter),
  }
}
