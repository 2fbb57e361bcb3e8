import { input } from './batch'
import { copy } from './bytes'
import {
  BEHIND,
  BETWEEN,
  COLUMN_BYTES,
  COLUMNS,
  ended,
  LEFT,
  refusesText,
  SCRATCH,
  SCRATCH_BYTES,
  SHORT_ROOM,
  WIDTH,
  writeInFull,
  writeNothing,
  writeValue,
} from './lane'
import { beginRow, countRow } from './tallies'
import { SLACK } from './write'

const LINE_FEED: i32 = 10
const CARRIAGE_RETURN: i32 = 13

/**
 * Of a job, what is of records: the address and the count of the first names of the header's rows (each an address and a count),
 * the delimiter, the quote (−1: none); behind the job's words 16 carriage returns, and then the lane's constants.
 */
const HEADS: usize = 24
const HEAD_COUNT: usize = 28
const DELIMITER: usize = 32
const QUOTE: usize = 36
const CONSTANTS: usize = 48

/** One bit for each of 64 bytes that is a delimiter or a line end, and for some others below a space. */
// @ts-ignore: decorator
@inline
function structural(at: usize, delimiters: v128, carriageReturns: v128): u64 {
  let found: u64 = 0
  for (let part: usize = 0; part < 4; part++) {
    const bytes = v128.load(at + part * 16)
    const any = v128.or(i8x16.eq(bytes, delimiters), i8x16.le_u(bytes, carriageReturns))
    found |= (<u64>(<u32>i8x16.bitmask(any))) << (<u64>part * 16)
  }
  return found
}

/** Where the quoted field closes whose first character is at `at`: its first quote. Behind `end`: nowhere. */
// @ts-ignore: decorator
@inline
function quoteEnd(at: usize, end: usize, quotes: v128): usize {
  for (; at < end; at += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(at), quotes))
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return at
}

let scratchEnd: usize = 0

/**
 * Undoes the doubled quotes of the field at `at`, whose first one stands at `first`, into the scratch; answers where the
 * field closes, LEFT where it is too long or the text ends.
 */
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

function isHead(job: usize, at: usize, count: usize): bool {
  const heads = <usize>load<u32>(job, HEADS)
  for (let head = heads; head < heads + (<usize>load<u32>(job, HEAD_COUNT) << 3); head += 8) {
    if (<usize>load<u32>(head, 4) != count) continue
    const name = <usize>load<u32>(head)
    let index: usize = 0
    while (index < count && load<u8>(name + index) == load<u8>(at + index)) index++
    if (index == count) return true
  }
  return false
}

/** One bit for each length, modulo 64, that a first name of the header's rows has. */
function headLengths(job: usize): u64 {
  let lengths: u64 = 0
  const heads = <usize>load<u32>(job, HEADS)
  for (let head = heads; head < heads + (<usize>load<u32>(job, HEAD_COUNT) << 3); head += 8)
    lengths |= (<u64>1) << <u64>load<u32>(head, 4)
  return lengths
}

/**
 * Takes records of delimited text from `start` on, each of the table's width and every cell canonical, and writes them as
 * writeRows does. Stops behind `rowsMax` rows or the row that reaches `stopAt`, and before a record that is not for it.
 * 128 bytes beyond `end` are read, and ignored.
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
  const columns = <usize>load<u32>(job, COLUMNS)
  const width = <usize>load<u32>(job, WIDTH)
  const columnsEnd = columns + width * COLUMN_BYTES
  const between = <usize>load<u32>(job, BETWEEN)
  const betweenCount = <usize>load<u32>(job, BETWEEN + 4)
  const behind = <usize>load<u32>(job, BEHIND)
  const behindCount = <usize>load<u32>(job, BEHIND + 4)
  const delimiter = load<i32>(job, DELIMITER)
  const quote = load<i32>(job, QUOTE)
  const delimiters = i8x16.splat(<i8>delimiter)
  const quotes = i8x16.splat(<i8>quote)
  const carriageReturns = i8x16.splat(load<i8>(job, CONSTANTS))
  const constants = job + CONSTANTS + 16
  const lengths = headLengths(job)
  const room = SLACK + betweenCount + behindCount + width * SHORT_ROOM
  const limit = outEnd > room ? outEnd - room : 0
  const end = input + endAt
  let at = input + start
  let record = at
  let lastRow = at
  let rows: i32 = 0
  // The structural bytes from `at` on that stand before `base` + 64.
  let base = at
  let mask = structural(base, delimiters, carriageReturns)
  for (; rows < rowsMax && out < stopAt && out <= limit && at < end; rows++) {
    let to = isFirst ? out : copy(out, between, betweenCount)
    beginRow()
    let column = columns
    let closing = delimiter
    do {
      if (<i32>load<u8>(at) == quote) {
        let from = at + 1
        at = quoteEnd(from, end, quotes)
        let fieldTo = at
        if (<i32>load<u8>(at, 1) == quote) {
          at = undouble(job, from, at, end, quotes, quote)
          if (at == LEFT) break
          from = <usize>load<u32>(job, SCRATCH)
          fieldTo = scratchEnd
        }
        at++
        if (at >= end || refusesText(column)) break
        base = at
        mask = structural(base, delimiters, carriageReturns)
        // Something stands behind the quote.
        if ((mask & 1) == 0) break
        const count = fieldTo - from
        if (column == columns && isHead(job, from, count)) break
        to = count > 0 ? writeValue(constants, column, from, count, to, limit) : writeInFull(column, from, count, to, limit)
      } else {
        const from = at
        for (;;) {
          while (mask == 0) {
            base += 64
            if (base >= end) break
            mask = structural(base, delimiters, carriageReturns)
          }
          if (mask == 0) break
          at = base + <usize>ctz(mask)
          closing = <i32>load<u8>(at)
          if (closing == delimiter || closing == LINE_FEED || closing == CARRIAGE_RETURN) break
          mask &= mask - 1
        }
        if (mask == 0 || at >= end) break
        const count = at - from
        if (column == columns && ((lengths >> <u64>count) & 1) != 0 && isHead(job, from, count)) break
        to = count == 0 ? writeNothing(column, to) : writeValue(constants, column, from, count, to, limit)
      }
      if (to == 0) break
      closing = <i32>load<u8>(at++)
      mask &= mask - 1
      column += COLUMN_BYTES
    } while (closing == delimiter && column < columnsEnd)
    // Of more or fewer cells, cut by the end, with a cell that is not plain, or blank.
    if (column != columnsEnd || (closing != LINE_FEED && closing != CARRIAGE_RETURN)) break
    if (at - record == 1) break
    if (closing == CARRIAGE_RETURN) {
      if (at >= end) break
      if (<i32>load<u8>(at) == LINE_FEED) {
        at++
        if (mask != 0) mask &= mask - 1
        else if (at > base + 64) {
          base = at
          mask = structural(base, delimiters, carriageReturns)
        }
      }
    }
    out = copy(to, behind, behindCount)
    countRow()
    lastRow = record
    record = at
    isFirst = false
  }
  ended(rows, <i32>(lastRow - input), <i32>(record - input), out)
}
