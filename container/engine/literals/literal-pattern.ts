import type { Message } from '../../../src/contract/catalog/message.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { Replacements } from '../bytes/replacements.ts'

/**
 * The literals of a column: a value between constants. The plain code interprets the pattern (`literal-writer.ts`), and
 * the kernel receives it as a table, so both write the same text. `outsidePattern` writes the values that a pattern
 * excludes.
 */
export interface LiteralPattern {
  readonly before: string
  readonly after: string
  /** The literal of NULL. */
  readonly nothing: string
  /** The replacement of each byte. It is null if no byte is replaced. */
  readonly escapes: Replacements | null
  /** A value that contains one of these bytes is excluded. */
  readonly notHere: readonly number[]
  /** A value with fewer bytes is excluded, and so is one with more bytes than `longest`. */
  readonly shortest: number
  readonly longest: number
  /**
   * The conversion from canonical text to the literal:
   * - `plain`: unchanged, or with `escapes`.
   * - `boolean`: `before` is the word for true, and `after` is the word for false.
   * - `finite`: numbers that end in a digit. NaN and infinities are excluded.
   * - `with_t`: a `T` between date and time, as in ISO 8601.
   * - `in_quotes`: in quotation marks if the value is empty, begins or ends with a space, or has a byte of `escapes`.
   * - `utc`: a timestamp with an offset is written in UTC, without the offset.
   * - `offset_apart`: a timestamp with a space before its offset.
   * - `hex`: bytes as hexadecimal digits.
   */
  readonly sort: 'plain' | 'boolean' | 'finite' | 'with_t' | 'in_quotes' | 'utc' | 'offset_apart' | 'hex'
  /** The fix to report for every value that `sort` changes. */
  readonly fix: { readonly code: FixCode; readonly message: Message } | null
}

export const bare: LiteralPattern = {
  before: '',
  after: '',
  nothing: 'NULL',
  escapes: null,
  notHere: [],
  shortest: 0,
  longest: Number.MAX_SAFE_INTEGER,
  sort: 'plain',
  fix: null,
}
