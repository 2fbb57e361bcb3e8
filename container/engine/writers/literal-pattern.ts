import type { Replacements } from '../bytes/replacements.ts'

/**
 * A column's literal where it is no more than the value between constants. `escapes` says by byte what is written in its
 * place; a value with a byte of `notHere`, or not of `shortest` to `longest` bytes, is written by the dialect itself.
 */
export interface LiteralPattern {
  readonly before: string
  readonly after: string
  /** What stands for NULL. */
  readonly nothing: string
  readonly escapes: Replacements | null
  readonly notHere: readonly number[]
  readonly shortest: number
  readonly longest: number
  /**
   * boolean: `before` and `after` are the words for true and false. finite: numbers that end in a digit. with_t: ISO's T.
   * in_quotes: a value that is empty, begins or ends with a space or has a byte of `escapes` stands between quotes. utc: a
   * moment with an offset is written in UTC, without it. offset_apart: with a space before it.
   */
  readonly sort: 'plain' | 'boolean' | 'finite' | 'with_t' | 'in_quotes' | 'utc' | 'offset_apart'
  /** What the report says of every value, where it is changed. */
  readonly fix: { readonly code: string; readonly message: string } | null
}

const valueBytesMax = 1 << 20

export const bare: LiteralPattern = {
  before: '',
  after: '',
  nothing: 'NULL',
  escapes: null,
  notHere: [],
  shortest: 0,
  longest: valueBytesMax,
  sort: 'plain',
  fix: null,
}
