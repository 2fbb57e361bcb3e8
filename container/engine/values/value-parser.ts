import type { Message } from '../../../src/contract/catalog/message.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'

/** The verdict of a strict parser on one value. */
export const Reading = {
  /** Not a value of this type: a row that holds it is rejected, a sample that holds it makes another type. */
  no: 0,
  /** The value is the canonical text already. */
  asWritten: 1,
  /** The value has another format. Its canonical text was appended to `out`, and the report counts a fix. */
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
 * A format that is always rewritten in the same way: numeric dates and timestamps in one order, numbers with their
 * own separators, booleans and UUIDs in any case.
 */
export type Rewritable =
  | {
      readonly check: 'date' | 'timestamp' | 'timestamp_zoned'
      readonly order: DateOrder
      readonly fractionDigits: number
    }
  | {
      readonly check: 'number'
      /** Bytes; 0 if nothing stands between groups of digits. */
      readonly group: number
      readonly decimal: number
      /** The bytes before and after every number. */
      readonly prefix: Uint8Array
      readonly suffix: Uint8Array
      readonly bounds: DecimalBounds | null
    }
  | { readonly check: 'boolean'; readonly yes: 'true' | 'yes' }
  | { readonly check: 'uuid' }

/** The numbers that a column's type holds without rounding. */
export interface DecimalBounds {
  readonly wholeDigits: number
  readonly fractionDigits: number
  readonly significantDigits: number
}

/**
 * The strict parser of one format of a type. The same parser reads the sample and every later row, so no value is cast
 * loosely. `start` to `end` is trimmed and not empty.
 */
export interface ValueParser {
  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading
  /** The check that the kernel may do instead: a value that passes is `asWritten`. Absent when the kernel has no such check. */
  readonly canonical?: Canonical
  /** The rewriting that the kernel may do for values that are not canonical: they are `rewritten`. Absent when the kernel has no such rewriting. */
  readonly rewritable?: Rewritable
  /** Says in a fix how `rewritten` values were read, for example "group separators removed". */
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
}

/** Compares the canonical text, appended from `mark` on, with the original. An unchanged value is removed from `out` again and is `asWritten`. */
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

/** Removes what was appended from `mark` on of a value that turned out to be invalid. */
export function takenBack(out: GrowingBytes, mark: number): Reading {
  out.length = mark
  return Reading.no
}
