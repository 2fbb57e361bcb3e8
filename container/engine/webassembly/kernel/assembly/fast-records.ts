import { input } from './batch'
import { copy } from './bytes'
import {
  SUFFIX,
  BETWEEN,
  COLUMN_BYTES,
  COLUMNS,
  CONSTANTS,
  ended,
  LEFT,
  refusesText,
  SCRATCH,
  SCRATCH_BYTES,
  WIDTH,
  writeInFull,
  writeNothing,
} from './fast-path'
import { SHORT_ROOM, writeShort } from './fast-values'
import { beginRow, countRow } from './tallies'
import { SLACK } from './write'

const LINE_FEED: i32 = 10
const CARRIAGE_RETURN: i32 = 13

/**
 * The part of a job about records: the address and the count of the header's first names (an address and a length for
 * each), the delimiter, and the quote (−1 for none).
 */
const HEADS: usize = 24
const HEAD_COUNT: usize = 28
const DELIMITER: usize = 32
const QUOTE: usize = 36

// @inline
function structuralOf16(at: usize, delimiters: v128, lineFeeds: v128, carriageReturns: v128): u32 {
  const bytes = v128.load(at)
  const ends = v128.or(i8x16.eq(bytes, lineFeeds), i8x16.eq(bytes, carriageReturns))
  return <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, delimiters), ends))
}

/** Returns one bit for each of 64 bytes that is a delimiter or a line end. */
// @inline
function structural(at: usize, delimiters: v128, lineFeeds: v128, carriageReturns: v128): u64 {
  const low =
    structuralOf16(at, delimiters, lineFeeds, carriageReturns) |
    (structuralOf16(at + 16, delimiters, lineFeeds, carriageReturns) << 16)
  const high =
    structuralOf16(at + 32, delimiters, lineFeeds, carriageReturns) |
    (structuralOf16(at + 48, delimiters, lineFeeds, carriageReturns) << 16)
  return <u64>low | ((<u64>high) << 32)
}

/**
 * Returns the first quote in the quoted field whose first character is at `at`, or a position past `end` if the field
 * never closes.
 */
// @inline
function quoteEnd(at: usize, end: usize, quotes: v128): usize {
  for (; at < end; at += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(at), quotes))
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return at
}

let scratchEnd: usize = 0

/**
 * Copies the field at `at`, whose first doubled quote is at `first`, without doubled quotes to the scratch buffer.
 * Returns where the field closes, or LEFT if it is too long or the text ends.
 */
// @inline
function undouble(job: usize, at: usize, first: usize, end: usize, quotes: v128, quote: i32): usize {
  const scratch = <usize>load<u32>(job, SCRATCH)
  const bytes = <usize>load<u32>(job, SCRATCH_BYTES)
  let to = scratch
  let from = at
  let next = first
  for (;;) {
    const count = next + 1 - from
    if (to + count > scratch + bytes) return LEFT
    copy(to, from, count)
    to += count
    from = next + 2
    next = quoteEnd(from, end, quotes)
    if (next + 1 >= end) return LEFT
    if (<i32>load<u8>(next, 1) != quote) break
  }
  if (to + (next - from) > scratch + bytes) return LEFT
  copy(to, from, next - from)
  scratchEnd = to + (next - from)
  return next
}

// @inline
function isHead(job: usize, at: usize, count: usize): bool {
  const heads = <usize>load<u32>(job, HEADS)
  for (let head = heads; head < heads + ((<usize>load<u32>(job, HEAD_COUNT)) << 3); head += 8) {
    if (<usize>load<u32>(head, 4) != count) continue
    const name = <usize>load<u32>(head)
    let index: usize = 0
    while (index < count && load<u8>(name + index) == load<u8>(at + index)) index++
    if (index == count) return true
  }
  return false
}

/** Returns one bit for each length, modulo 64, of a first name in the header rows. */
function headLengths(job: usize): u64 {
  let lengths: u64 = 0
  const heads = <usize>load<u32>(job, HEADS)
  for (let head = heads; head < heads + ((<usize>load<u32>(job, HEAD_COUNT)) << 3); head += 8)
    lengths |= (<u64>1) << (<u64>load<u32>(head, 4))
  return lengths
}

/**
 * `inFull` means that it writes every canonical value, not only those that `writeShort` accepts. Each caller passes a
 * constant.
 */
// @inline
// oxlint-disable-next-line complexity, max-lines-per-function -- a call would cost the loop its registers
function take(
  job: usize,
  start: i32,
  endAt: i32,
  rowsMax: i32,
  isFirst: bool,
  out: usize,
  outEnd: usize,
  stopAt: usize,
  inFull: bool,
): void {
  const columns = <usize>load<u32>(job, COLUMNS)
  const width = <usize>load<u32>(job, WIDTH)
  const columnsEnd = columns + width * COLUMN_BYTES
  const between = <usize>load<u32>(job, BETWEEN)
  const betweenCount = <usize>load<u32>(job, BETWEEN + 4)
  const suffix = <usize>load<u32>(job, SUFFIX)
  const suffixCount = <usize>load<u32>(job, SUFFIX + 4)
  const delimiter = load<i32>(job, DELIMITER)
  const quote = load<i32>(job, QUOTE)
  const constants = job + CONSTANTS
  const delimiters = i8x16.splat(<i8>delimiter)
  const quotes = i8x16.splat(<i8>quote)
  const carriageReturns = i8x16.splat(load<i8>(constants, 134))
  const lineFeeds = i8x16.splat(load<i8>(constants, 135))
  const lengths = headLengths(job)
  const headroom = SLACK + betweenCount + suffixCount + width * SHORT_ROOM
  const limit = outEnd > headroom ? outEnd - headroom : 0
  const end = input + endAt
  let at = input + start
  let record = at
  let lastRow = at
  let rows: i32 = 0
  // The structural bytes from `at` to `base` + 64.
  let base = at
  let mask = structural(base, delimiters, lineFeeds, carriageReturns)
  for (; rows < rowsMax && out < stopAt && out <= limit && at < end; rows++) {
    let to = isFirst ? out : copy(out, between, betweenCount)
    beginRow()
    let column = columns
    let closing = delimiter
    do {
      let from = at
      let fieldTo: usize
      const isQuoted = <i32>load<u8>(at) == quote
      if (isQuoted) {
        at = quoteEnd(++from, end, quotes)
        fieldTo = at
        if (<i32>load<u8>(at, 1) == quote) {
          at = undouble(job, from, at, end, quotes, quote)
          // oxlint-disable-next-line max-depth -- a call would cost the loop its registers
          if (at == LEFT) break
          from = <usize>load<u32>(job, SCRATCH)
          fieldTo = scratchEnd
        }
        at++
        if (at >= end || refusesText(column)) break
        base = at
        mask = structural(base, delimiters, lineFeeds, carriageReturns)
        // There is something after the quote.
        if ((mask & 1) == 0) break
      } else {
        if (mask == 0) {
          // oxlint-disable-next-line max-depth -- a call would cost the loop its registers
          do {
            base += 64
            // oxlint-disable-next-line max-depth -- a call would cost the loop its registers
            if (base >= end) break
            mask = structural(base, delimiters, lineFeeds, carriageReturns)
          } while (mask == 0)
        }
        at = base + <usize>ctz(mask)
        if (at >= end) break
        fieldTo = at
      }
      const count = fieldTo - from
      if (column == columns && ((lengths >> <u64>count) & 1) != 0 && isHead(job, from, count)) break
      if (count == 0 && !isQuoted) to = writeNothing(column, to)
      else {
        const writtenTo = writeShort(constants, column, from, count, to, limit)
        to = writtenTo == LEFT && inFull ? writeInFull(column, from, count, to, limit) : writtenTo
      }
      if (to == LEFT) break
      closing = <i32>load<u8>(at++)
      mask &= mask - 1
      column += COLUMN_BYTES
      if (closing != delimiter) break
    } while (column < columnsEnd)
    // The host reads rows that have more or fewer cells, are incomplete, are blank, or have a cell that is not plain.
    if (column != columnsEnd || (closing != LINE_FEED && closing != CARRIAGE_RETURN)) break
    if (at - record == 1) break
    if (closing == CARRIAGE_RETURN) {
      if (at >= end) break
      if (<i32>load<u8>(at) == LINE_FEED) {
        at++
        if (mask != 0) mask &= mask - 1
        else if (at > base + 64) {
          base = at
          mask = structural(base, delimiters, lineFeeds, carriageReturns)
        }
      }
    }
    out = copy(to, suffix, suffixCount)
    countRow()
    lastRow = record
    record = at
    isFirst = false
  }
  ended(rows, <i32>(lastRow - input), <i32>(record - input), out)
}

/**
 * Writes records of delimited text, starting at `start`, like writeRows. Each must have the width of the table, and
 * every cell must be canonical. It stops after `rowsMax` rows or the row that reaches `stopAt`, and before a record
 * that the host must read. It reads 128 bytes beyond `end` and ignores them.
 */
export function takeRecords(
  job: usize,
  start: i32,
  endAt: i32,
  rowsMax: i32,
  isFirst: bool,
  out: usize,
  outEnd: usize,
  stopAt: usize,
): void {
  take(job, start, endAt, rowsMax, isFirst, out, outEnd, stopAt, true)
}

/**
 * Does the work of takeRecords for values that `writeShort` accepts. It is several times as fast, and stops before any
 * other value.
 */
export function takeShortRecords(
  job: usize,
  start: i32,
  endAt: i32,
  rowsMax: i32,
  isFirst: bool,
  out: usize,
  outEnd: usize,
  stopAt: usize,
): void {
  take(job, start, endAt, rowsMax, isFirst, out, outEnd, stopAt, false)
}
