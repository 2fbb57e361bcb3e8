import type { FixCode } from '../../../src/contract/codes.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'

/** What a strict parser says of one value. */
export const Reading = {
  /** Not a value of this type: a row that holds it is rejected, a sample that holds it makes another type. */
  no: 0,
  /** It is the canonical text already. */
  asWritten: 1,
  /** It is a value in another form: its canonical text was appended to `out`, and the report counts a fix. */
  rewritten: 2,
} as const
export type Reading = (typeof Reading)[keyof typeof Reading]

/** In which order a date's numbers stand. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** A form whose every value is canonical text already. */
export type Canonical =
  | { readonly check: 'integer' | 'float' | 'boolean' | 'uuid' }
  | { readonly check: 'date' | 'timestamp' | 'timestamp_zoned' | 'time'; readonly fractionDigits: number }
  | { readonly check: 'decimal'; readonly bounds: DecimalBounds | null }

/**
 * A form that is always rewritten in the same way: days and moments of numbers in one order, numbers with signs of their own,
 * words and UUIDs in any case.
 */
export type Rewritable =
  | {
      readonly check: 'date' | 'timestamp' | 'timestamp_zoned'
      readonly order: DateOrder
      readonly fractionDigits: number
    }
  | {
      readonly check: 'number'
      /** Bytes; 0 where nothing stands between groups of digits. */
      readonly group: number
      readonly decimal: number
      /** What stands before and behind every number. */
      readonly prefix: Uint8Array
      readonly suffix: Uint8Array
      readonly bounds: DecimalBounds | null
    }
  | { readonly check: 'boolean'; readonly yes: 'true' | 'yes' }
  | { readonly check: 'uuid' }

/** What a column's written type holds without rounding. */
export interface DecimalBounds {
  readonly wholeDigits: number
  readonly fractionDigits: number
  readonly significantDigits: number
}

/**
 * One strict parser per form of a type. The very same one judges the sample and every later row, so that nothing is ever
 * cast loosely. `start` to `end` is trimmed and not empty.
 */
export interface ValueParser {
  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading
  /** What the kernel may check for it: a value that passes is `asWritten`. Absent: nothing. */
  readonly canonical?: Canonical
  /** What the kernel may rewrite for it, where it is not canonical: a value that it rewrites is `rewritten`. Absent: nothing. */
  readonly rewritable?: Rewritable
  /** Says in a fix how `rewritten` values were read, for example "group separators removed". */
  readonly rewriting: { readonly code: FixCode; readonly message: string }
}

/** Of a value whose canonical text was appended from `mark` on: as written, and not appended, where it stands so in the text. */
export function rewrittenUnlessSame(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: GrowingBytes,
  mark: number,
): Reading {
  if (out.length - mark !== end - start) return Reading.rewritten
  for (let at = start; at < end; at++) if (bytes[at] !== out.bytes[mark + at - start]) return Reading.rewritten
  out.length = mark
  return Reading.asWritten
}

/** Of a value that turns out to be none: what was appended of it from `mark` on goes again. */
export function takenBack(out: GrowingBytes, mark: number): Reading {
  out.length = mark
  return Reading.no
}
