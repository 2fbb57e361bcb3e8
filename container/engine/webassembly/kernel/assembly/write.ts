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
 * A column's literal: i32 addresses and lengths of what stands before a value, after it, and instead of none; the address
 * of its escapes, 0 for none; the longest value in bytes that is written here; what else there is to it; the
 * shortest value; and the address of an allowance, where values are changed.
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

/** Escapes: 16 + 16 bytes to find special bytes by their nibbles, then 4 bytes for each byte: how many, and which. */
const REPLACEMENTS: usize = 32
/** Marks a byte that only the host can write: it writes the whole row. */
const NOT_HERE: u8 = 255
/** Spare bytes at the end of the output: copies write up to 16 bytes past their end, and the text around a value is shorter than this. */
export const SLACK: usize = 2048

/** The position where writing stopped. */
export let written: i32 = 0

/** One bit for each of 16 bytes that is escaped, by the two tables of its nibbles. */
// @inline
function escapedAmong(bytes: v128, low: v128, high: v128): i32 {
  const special = v128.and(
    i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15))),
    i8x16.swizzle(high, i8x16.shr_u(bytes, 4)),
  )
  return i8x16.bitmask(i8x16.ne(special, i8x16.splat(0)))
}

/** Returns the address after the copy, 0 for a value with a byte that is not written here. */
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

/** Whether a value has a byte that is escaped. */
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
 * A field of RFC 4180: between quotes where it is empty, begins or ends with a space, or has a byte that is escaped. Answers
 * the address after it.
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
 * Writes a value that needs no escapes, which may stand there already; returns the address after it, 0 if it is the host's
 * to write.
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

/** Writes the column's word for a value that is `true` or `false`. */
// @inline
export function writeBooleanWord(literal: usize, at: usize, to: usize): usize {
  const word = literal + (load<u8>(at) == FIRST_OF_TRUE ? BEFORE : AFTER)
  return copy(to, load<u32>(word), load<u32>(word, 4))
}

/** Writes a value as its column's literal says, with the address of the allowance at `allowanceAt`; answers as writeBare does. */
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

/** Writes typed row `row`; returns the address after it, 0 when the host must write it. */
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
 * Writes typed rows `row` to `rowEnd` as `between` (but for the first where `isFirst`), the cells, `after`. Stops after the
 * row that reaches `stopAt`, and before one that it cannot write or has no room for. Returns the row it stopped before.
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
