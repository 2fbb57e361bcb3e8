import type { TextDialect } from '../detect/text-dialect.ts'

/** The dialect as bytes, made once. */
export interface CsvOptions {
  readonly delimiter: Uint8Array
  /** 0 where nothing quotes. */
  readonly quote: number
  readonly backslash: boolean
  readonly comment: Uint8Array | null
  readonly skipFirstLine: boolean
  readonly trailingDelimiter: boolean
  /** A run of delimiters is one: columns padded with spaces. */
  readonly mergeDelimiters: boolean
}

export function csvOptions(dialect: TextDialect): CsvOptions {
  const bytes = new TextEncoder()
  return {
    delimiter: bytes.encode(dialect.delimiter),
    quote: dialect.quote === null ? 0 : dialect.quote.charCodeAt(0),
    backslash: dialect.escape === 'backslash',
    comment: dialect.comment === null ? null : bytes.encode(dialect.comment),
    skipFirstLine: dialect.hasSeparatorLine,
    trailingDelimiter: dialect.trailingDelimiter,
    mergeDelimiters: dialect.delimiter === ' ',
  }
}
