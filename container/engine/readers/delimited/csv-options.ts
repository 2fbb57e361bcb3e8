import type { TextDialect } from '../../detect/text-dialect.ts'

const escapeBytes = { doubled: -1, backslash: 92, nul: 0 } as const

/** The dialect as bytes, made once. */
export interface CsvOptions {
  readonly delimiter: Uint8Array
  /** The delimiter is one byte, several times. */
  readonly repeats: boolean
  /** 0 if nothing quotes. */
  readonly quote: number
  /** The byte that takes the next one as it is; -1 if none does. */
  readonly escape: number
  /** Whether the first line only names the separator: it is skipped and has no row number. */
  readonly skipFirstLine: boolean
  /** Lines of comments after it. */
  readonly commentLines: number
  readonly trailingDelimiter: boolean
  /** Spaces beside delimiters belong to no value. */
  readonly padded: boolean
  /** A run of delimiters is one: columns padded with spaces. */
  readonly mergeDelimiters: boolean
}

/** Options of the reader. A row that the spec names as the header is never a comment. */
export function csvOptions(dialect: TextDialect, headerRow: number | null): CsvOptions {
  const bytes = new TextEncoder()
  return {
    delimiter: bytes.encode(dialect.delimiter),
    repeats: /^([^ ])\1+$/.test(dialect.delimiter),
    quote: dialect.quote === null ? 0 : dialect.quote.charCodeAt(0),
    escape: escapeBytes[dialect.escape],
    skipFirstLine: dialect.hasSeparatorLine,
    commentLines: Math.min(dialect.commentLines, (headerRow ?? Number.POSITIVE_INFINITY) - 1),
    trailingDelimiter: dialect.trailingDelimiter,
    padded: dialect.isPadded,
    mergeDelimiters: /^ +$/.test(dialect.delimiter),
  }
}
