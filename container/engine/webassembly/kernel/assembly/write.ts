import { mayChange } from './allowance'
import { input, typedEnds, typedStarts } from './batch'
import { copy, isDigit } from './bytes'
import {
  BYTES_OF_LITERAL as COLUMN_BYTES,
  SORT_BOOLEAN as BOOLEAN_WORDS,
  SORT_FINITE as FINITE,
  SORT_IN_QUOTES as IN_QUOTES,
  SORT_OFFSET_APART as OFFSET_APART,
  SORT_UTC as UTC,
  SORT_WITH_T as WITH_T,
} from './layout'
import { beginRow, countRow } from './tallies'
import { writeUtc } from './utc'

/**
 * The layout of a column's literal. It starts with i32 addresses and lengths of the text before a value, of the text
 * after it, and of the literal for NULL. Then come the address of its escapes (0 for none), the maximum
 * length of a value in bytes, its sort and the minimum length. The last field is the address of an allowance, if values
 * are changed.
 */
export const BEFORE: usize = 0
export const AFTER: usize = 8
export const NOTHING: usize = 16
const ESCAPES: usize = 24
export const LONGEST: usize = 28
export const SORT: usize = 32
export const SHORTEST: usize = 36
const ALLOWANCE: usize = 40
const OFFSET_BYTES: usize = 6
const SPACE: u8 = 32
const QUOTE: u8 = 34
const FIRST_OF_TRUE: u8 = 116

/**
 * The layout of escapes: 16 + 16 bytes to find special bytes by their nibbles, then 4 bytes for each byte with the
 * length and the bytes of its replacement.
 */
const REPLACEMENTS: usize = 32
/** Marks a byte that only the host can write. The host then writes the whole row. */
const NOT_HERE: u8 = 255
/**
 * Spare bytes at the end of the output. Copies write up to 16 bytes past their end, and the text around a value is
 * shorter than this.
 */
export const SLACK: usize = 2048

/** The position where writing stopped. */
export let written: i32 = 0

/** Returns one bit for each of 16 bytes that needs an escape, based on the two tables of nibbles. */
// @inline
function escapedAmong(bytes: v128, low: v128, high: v128): i32 {
  const special = v128.and(
    i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15))),
    i8x16.swizzle(high, i8x16.shr_u(bytes, 4)),
  )
  return i8x16.bitmask(i8x16.ne(special, i8x16.splat(0)))
}

/** Returns the address after the copy, or 0 for a value with a byte that only the host can write. */
function copyEscaped(to: usize, from: usize, end: usize, escapes: usize): usize {
  const low = v128.load(escapes)
  const high = v128.load(escapes, 16)
  while (from < end) {
    const bytes = v128.load(from)
    v128.store(to, bytes)
    const mask = escapedAmong(bytes, low, high)
    const available = end - from
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    if (clean >= available) return to + available
    to += clean
    from += clean
    if (mask == 0) continue
    const replacement = escapes + REPLACEMENTS + ((<usize>load<u8>(from)) << 2)
    const count = load<u8>(replacement)
    if (count == NOT_HERE) return 0
    store<u32>(to, load<u32>(replacement) >> 8)
    to += count
    from++
  }
  return to
}

/** Tests whether a value has a byte that needs an escape. */
function hasEscaped(from: usize, end: usize, escapes: usize): bool {
  const low = v128.load(escapes)
  const high = v128.load(escapes, 16)
  for (; from < end; from += 16) {
    const found = escapedAmong(v128.load(from), low, high)
    if (found != 0) return from + <usize>ctz(found) < end
  }
  return false
}

/**
 * Writes a field of RFC 4180. It is quoted if it is empty, begins or ends with a space, or has a byte that needs an
 * escape. Returns the address after it.
 */
function copyField(to: usize, from: usize, end: usize, escapes: usize): usize {
  const isPlain = from < end && load<u8>(from) != SPACE && load<u8>(end - 1) != SPACE && !hasEscaped(from, end, escapes)
  if (isPlain) return copy(to, from, end - from)
  store<u8>(to++, QUOTE)
  to = copyEscaped(to, from, end, escapes)
  store<u8>(to++, QUOTE)
  return to
}

/**
 * Writes a value that needs no escapes. It may already be at this address. Returns the address after it, or 0 if the
 * host must write it.
 */
// @inline
export function writeBare(sort: i32, allowance: usize, at: usize, count: usize, to: usize): usize {
  if (sort == UTC) return mayChange(allowance, at, at + count) ? writeUtc(at, at + count, to) : 0
  if (sort == OFFSET_APART) {
    const offset = load<u64>(at + count - OFFSET_BYTES)
    const apart = copy(to, at, count - OFFSET_BYTES)
    store<u8>(apart, SPACE)
    store<u64>(apart, offset, 1)
    return apart + 1 + OFFSET_BYTES
  }
  copy(to, at, count)
  if (sort == WITH_T) store<u8>(to + 10, 84)
  return to + count
}

/** Writes the column's word for `true` or `false`. */
// @inline
export function writeBooleanWord(literal: usize, at: usize, to: usize): usize {
  const word = literal + (load<u8>(at) == FIRST_OF_TRUE ? BEFORE : AFTER)
  return copy(to, load<u32>(word), load<u32>(word, 4))
}

/**
 * Writes a value as its column's literal. The address of the allowance is at `allowanceAt`. Returns the same as
 * writeBare.
 */
// @inline
export function writeLiteral(literal: usize, allowanceAt: usize, at: usize, count: usize, to: usize): usize {
  const sort = load<i32>(literal, SORT)
  if (sort == BOOLEAN_WORDS) return writeBooleanWord(literal, at, to)
  if (sort == FINITE && !isDigit(load<u8>(at + count - 1))) return 0
  to = copy(to, load<u32>(literal, BEFORE), load<u32>(literal, BEFORE + 4))
  const escapes = <usize>load<u32>(literal, ESCAPES)
  if (escapes != 0) {
    to = sort == IN_QUOTES ? copyField(to, at, at + count, escapes) : copyEscaped(to, at, at + count, escapes)
  } else to = writeBare(sort, load<u32>(allowanceAt), at, count, to)
  if (to == 0) return 0
  return copy(to, load<u32>(literal, AFTER), load<u32>(literal, AFTER + 4))
}

/** Writes typed row `row`. Returns the address after it, or 0 if the host must write it. */
function writeRow(row: i32, width: i32, columns: usize, to: usize, limit: usize): usize {
  let cell = (<usize>(row * width)) << 2
  const columnsEnd = columns + <usize>width * COLUMN_BYTES
  for (let column = columns; column < columnsEnd; column += COLUMN_BYTES, cell += 4) {
    if (to > limit) return 0
    const start = load<i32>(typedStarts + cell)
    if (start < 0) {
      to = copy(to, load<u32>(column, NOTHING), load<u32>(column, NOTHING + 4))
      continue
    }
    const end = load<i32>(typedEnds + cell)
    const count = <usize>(end - start)
    if (<i32>count > load<i32>(column, LONGEST) || <i32>count < load<i32>(column, SHORTEST) || to + count * 3 > limit)
      return 0
    const from = input + start
    to = writeLiteral(column, column + ALLOWANCE, from, count, to)
    if (to == 0) return 0
  }
  return to
}

/**
 * Writes the typed rows `row` to `rowEnd`: each as `between` (except for the first one if `isFirst` is set), the cells,
 * and `suffix`. It stops after the row that reaches `stopAt`, and before one that it cannot write or has no space for.
 * Returns the row at which it stopped.
 */
export function writeRows(
  row: i32,
  rowEnd: i32,
  width: i32,
  columns: usize,
  between: usize,
  betweenCount: usize,
  suffix: usize,
  suffixCount: usize,
  isFirst: bool,
  out: usize,
  outEnd: usize,
  stopAt: usize,
): i32 {
  const limit = outEnd - SLACK - betweenCount - suffixCount
  written = <i32>out
  for (; row < rowEnd && out < stopAt; row++) {
    if (out > limit) return row
    beginRow()
    let to = isFirst ? out : copy(out, between, betweenCount)
    to = writeRow(row, width, columns, to, limit)
    if (to == 0) return row
    out = copy(to, suffix, suffixCount)
    countRow()
    written = <i32>out
    isFirst = false
  }
  return row
}
