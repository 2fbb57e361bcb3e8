import type { Message } from '../../../src/contract/catalog/message.ts'
import type { FixCode } from '../../../src/contract/codes.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'

/** The result of a strict parser for one value. */
export const Reading = {
  /** The value does not belong to this type. In a row, it rejects the row. In the sample, it leads to another type. */
  no: 0,
  /** The value is already canonical text. */
  asWritten: 1,
  /** The value has another format. Its canonical text was appended to `out`, and the report counts a fix. */
  rewritten: 2,
} as const
export type Reading = (typeof Reading)[keyof typeof Reading]

/** The order of day, month and year. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** A format in which every value is already canonical text. */
export type Canonical =
  | { readonly check: 'integer' | 'float' | 'boolean' | 'uuid' }
  | { readonly check: 'date' | 'timestamp' | 'timestamp_zoned' | 'time'; readonly fractionDigits: number }
  | { readonly check: 'decimal'; readonly bounds: DecimalBounds | null }

/**
 * A format that is always rewritten in the same way: numeric dates and timestamps in one order, numbers with a given
 * set of separators, booleans and UUIDs in any case.
 */
export type Rewritable =
  | {
      readonly check: 'date' | 'timestamp' | 'timestamp_zoned'
      readonly order: DateOrder
      readonly fractionDigits: number
    }
  | {
      readonly check: 'number'
      /** The separator between groups of digits, or 0 if there is none. */
      readonly group: number
      readonly decimal: number
      /** The bytes before and after every number. */
      readonly prefix: Uint8Array
      readonly suffix: Uint8Array
      readonly bounds: DecimalBounds | null
    }
  | { readonly check: 'boolean'; readonly yes: 'true' | 'yes' }
  | { readonly check: 'uuid' }

/** The numbers that a column's type stores without rounding. */
export interface DecimalBounds {
  readonly wholeDigits: number
  readonly fractionDigits: number
  readonly significantDigits: number
}

/**
 * A strict parser for one format of a type. The same parser reads the sample and every later row, so no value is cast
 * loosely. The value from `start` to `end` is trimmed and not empty.
 */
export interface ValueParser {
  read(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): Reading
  /**
   * The check that the kernel can do instead. A value that passes is `asWritten`. It is undefined if the kernel has no
   * such check.
   */
  readonly canonical?: Canonical
  /**
   * The rewriting that the kernel can do for values that are not canonical. The result is `rewritten`. It is undefined
   * if the kernel cannot do it.
   */
  readonly rewritable?: Rewritable
  /** How `rewritten` values were read, for example "the thousands separator was removed". It is the message of the fix. */
  readonly rewriting: { readonly code: FixCode; readonly message: Message }
}

/**
 * Compares the canonical text, which was appended at `outStart`, with the original. An unchanged value is removed from
 * `out` again and is `asWritten`.
 */
export function rewrittenUnlessSame(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: GrowingBytes,
  outStart: number,
): Reading {
  if (out.length - outStart !== end - start) return Reading.rewritten
  for (let at = start; at < end; at++) if (bytes[at] !== out.bytes[outStart + at - start]) return Reading.rewritten
  out.length = outStart
  return Reading.asWritten
}

/** Removes the text appended since `outStart`, because the value turned out to be invalid. */
export function discard(out: GrowingBytes, outStart: number): Reading {
  out.length = outStart
  return Reading.no
}
