import { input } from './batch'
import { copy } from './bytes'
import { COLUMN_BYTES, ended, writeNothing, writeValue } from './lane'

const LINE_FEED: i32 = 10
const CARRIAGE_RETURN: i32 = 13

/**
 * What the host says once of a table: i32 addresses and counts of its columns, of what stands between rows and behind one,
 * of the first names of its header's rows (each an address and a count); its delimiter, its quote (−1: none), and room to
 * undo doubled quotes in.
 */
const COLUMNS: usize = 0
const WIDTH: usize = 4
const BETWEEN: usize = 8
const BEHIND: usize = 16
const HEADS: usize = 24
const HEAD_COUNT: usize = 28
const DELIMITER: usize = 32
const QUOTE: usize = 36
const SCRATCH: usize = 40
const SCRATCH_BYTES: usize = 44

/** Of the output's end: copies run up to 16 bytes over theirs, and what surrounds a value is shorter than this. */
const SLACK: usize = 2048

/** The row is left: where a field's end should be. */
const LEFT: usize = 0

/** Where an unquoted field ends: at a delimiter or a line end, or behind `end`. */
// @ts-ignore: decorator
@inline
function fieldEnd(at: usize, end: usize, delimiters: v128): usize {
  const lineFeeds = i8x16.splat(<i8>LINE_FEED)
  const carriageReturns = i8x16.splat(<i8>CARRIAGE_RETURN)
  for (; at < end; at += 32) {
    const one = v128.load(at)
    const two = v128.load(at, 16)
    const low = v128.or(
      i8x16.eq(one, delimiters),
      v128.or(i8x16.eq(one, lineFeeds), i8x16.eq(one, carriageReturns)),
    )
    const high = v128.or(
      i8x16.eq(two, delimiters),
      v128.or(i8x16.eq(two, lineFeeds), i8x16.eq(two, carriageReturns)),
    )
    const mask = i8x16.bitmask(low) | (i8x16.bitmask(high) << 16)
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return at
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
function undouble(at: usize, first: usize, end: usize, quotes: v128, quote: i32, scratch: usize, bytes: usize): usize {
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

/**
 * Takes records of delimited text from `start` on, each of the table's width and every cell canonical, and writes them as
 * writeRows does. Stops behind `rowsMax` rows or the row that reaches `stopAt`, and before a record that is not for it.
 * 64 bytes beyond `end` are read, and ignored.
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
  const columnsEnd = columns + <usize>load<u32>(job, WIDTH) * COLUMN_BYTES
  const between = <usize>load<u32>(job, BETWEEN)
  const betweenCount = <usize>load<u32>(job, BETWEEN + 4)
  const behind = <usize>load<u32>(job, BEHIND)
  const behindCount = <usize>load<u32>(job, BEHIND + 4)
  const delimiter = load<i32>(job, DELIMITER)
  const quote = load<i32>(job, QUOTE)
  const delimiters = i8x16.splat(<i8>delimiter)
  const quotes = i8x16.splat(<i8>quote)
  const limit = outEnd - SLACK - betweenCount - behindCount
  const end = input + endAt
  let at = input + start
  let record = at
  let lastRow = at
  let rows: i32 = 0
  for (; rows < rowsMax && out < stopAt && out <= limit && at < end; rows++) {
    const first = <i32>load<u8>(at)
    if (first == LINE_FEED || first == CARRIAGE_RETURN) break
    let to = isFirst ? out : copy(out, between, betweenCount)
    let column = columns
    let closing: i32 = 0
    for (; column < columnsEnd; column += COLUMN_BYTES) {
      let from = at
      let fieldTo: usize
      const isQuoted = <i32>load<u8>(at) == quote
      if (isQuoted) {
        from = at + 1
        at = quoteEnd(from, end, quotes)
        fieldTo = at
        if (<i32>load<u8>(at, 1) == quote) {
          at = undouble(from, at, end, quotes, quote, <usize>load<u32>(job, SCRATCH), <usize>load<u32>(job, SCRATCH_BYTES))
          if (at == LEFT) break
          from = <usize>load<u32>(job, SCRATCH)
          fieldTo = scratchEnd
        }
        at++
      } else {
        at = fieldEnd(at, end, delimiters)
        fieldTo = at
      }
      if (at >= end) break
      const count = fieldTo - from
      if (column == columns && isHead(job, from, count)) break
      to = count == 0 && !isQuoted ? writeNothing(column, to) : writeValue(column, from, count, isQuoted, to, limit)
      if (to == 0) break
      closing = <i32>load<u8>(at++)
      if (closing != delimiter) {
        // The row ends here, or a quoted field goes on behind its quote.
        if (closing == LINE_FEED || closing == CARRIAGE_RETURN) column += COLUMN_BYTES
        else closing = delimiter
        break
      }
    }
    // Of more or fewer cells, cut by the end, or with a cell that is not plain.
    if (column != columnsEnd || closing == delimiter) break
    if (closing == CARRIAGE_RETURN) {
      if (at >= end) break
      if (<i32>load<u8>(at) == LINE_FEED) at++
    }
    out = copy(to, behind, behindCount)
    lastRow = record
    record = at
    isFirst = false
  }
  ended(rows, <i32>(lastRow - input), <i32>(record - input), out)
}
