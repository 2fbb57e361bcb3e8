import {
  END_FULL as FULL,
  END_MORE as MORE,
  END_STRAY_QUOTE as STRAY_QUOTE,
  END_TOO_WIDE as TOO_WIDE,
  END_UNCLOSED_QUOTE as UNCLOSED_QUOTE,
} from './layout'
import { cellsMax, ends, input, kinds, rowNumbers, rowsMax, rowStarts, starts } from './batch'
import { CELL_EMPTY as EMPTY, CELL_QUOTED as QUOTED, CELL_TEXT as TEXT } from './layout'

const LINE_FEED: i32 = 10
const CARRIAGE_RETURN: i32 = 13
const SPACE: i32 = 32
/** The number of rows to check after a row that may begin another table. */
const ROWS_AHEAD: i32 = 3

/** The results of a call, in addition to the batch. */
export let rowCount: i32 = 0
export let cellCount: i32 = 0
export let consumed: i32 = 0
export let rowNumber: i32 = 0

/** Returns one bit for each of 64 bytes that is a delimiter, a quote or a line end. */
// @inline
function structural(at: usize, delimiter: v128, quote: v128, lineFeed: v128, carriageReturn: v128): u64 {
  let found: u64 = 0
  for (let part: usize = 0; part < 4; part++) {
    const bytes = v128.load(at + part * 16)
    const any = v128.or(
      v128.or(i8x16.eq(bytes, delimiter), i8x16.eq(bytes, quote)),
      v128.or(i8x16.eq(bytes, lineFeed), i8x16.eq(bytes, carriageReturn)),
    )
    found |= (<u64>(<u32>i8x16.bitmask(any))) << (<u64>part * 16)
  }
  return found
}

/** Replaces doubled quotes in place. Returns the field's new end. */
function unescape(start: i32, end: i32, quote: i32): i32 {
  let to = start
  for (let from = start; from < end; from++) {
    const byte = load<u8>(input + from)
    store<u8>(input + to++, byte)
    if (<i32>byte == quote) from++
  }
  return to
}

/**
 * Reads complete records of the input, starting at `start`, like CsvRecords. It supports delimiters of one byte and no
 * backslashes. `quote` is −1 for a format without quotes. It ends after `rowsWanted` rows, and then only after
 * consecutive rows of `width` cells without blank lines, so that the end of a table can be checked. It reads 64 bytes
 * beyond `end` and ignores them.
 */
// oxlint-disable-next-line complexity, max-lines-per-function -- a call would cost the loop its registers
export function tokenize(
  start: i32,
  end: i32,
  isLast: bool,
  delimiter: i32,
  quote: i32,
  trailing: bool,
  lastRowNumber: i32,
  rowsWanted: i32,
  width: i32,
): i32 {
  const delimiters = i8x16.splat(<i8>delimiter)
  const quotes = i8x16.splat(<i8>(quote < 0 ? LINE_FEED : quote))
  const lineFeeds = i8x16.splat(<i8>LINE_FEED)
  const carriageReturns = i8x16.splat(<i8>CARRIAGE_RETURN)
  rowNumber = lastRowNumber
  rowCount = 0
  cellCount = 0
  let rows: i32 = 0
  let regular: i32 = 0
  let lastNumber: i32 = -1
  let cells: i32 = 0
  let first: i32 = 0
  let record = start
  let field = start
  // The state of the current field: whether the position is inside its quotes, the end of its text after the closing
  // quote, and the required position of the next structural byte.
  let inQuotes = false
  let closed: i32 = -1
  let expected: i32 = 0
  let hasEscape = false
  let rowHasEscapes = false
  let skip: i32 = -1
  let base = start - 64
  let mask: u64 = 0
  for (;;) {
    if (mask == 0) {
      base += 64
      if (base >= end) break
      mask = structural(input + base, delimiters, quotes, lineFeeds, carriageReturns)
      if (end - base < 64) mask &= ((<u64>1) << (<u64>(end - base))) - 1
      continue
    }
    const at = base + <i32>ctz(mask)
    mask &= mask - 1
    if (at == skip) continue
    const byte = <i32>load<u8>(input + at)
    if (inQuotes) {
      if (byte != quote) continue
      if (at + 1 >= end && !isLast) break
      if (at + 1 < end && <i32>load<u8>(input + at + 1) == quote) {
        hasEscape = true
        skip = at + 1
        continue
      }
      inQuotes = false
      closed = at
      expected = at + 1
      // Spaces after a closing quote are not data.
      while (delimiter != SPACE && expected < end && <i32>load<u8>(input + expected) == SPACE) expected++
      continue
    }
    if (byte == quote && closed < 0) {
      if (at == field) inQuotes = true
      continue
    }
    if (cells == cellsMax) {
      consumed = record
      return rows > 0 ? FULL : TOO_WIDE
    }
    if (closed >= 0) {
      if (at != expected || byte == quote) {
        consumed = record
        return STRAY_QUOTE
      }
      store<i32>(starts + ((<usize>cells) << 2), field + 1)
      store<i32>(ends + ((<usize>cells) << 2), hasEscape ? -closed : closed)
      store<u8>(kinds + cells, QUOTED)
      rowHasEscapes = rowHasEscapes || hasEscape
      hasEscape = false
      closed = -1
    } else {
      store<i32>(starts + ((<usize>cells) << 2), field)
      store<i32>(ends + ((<usize>cells) << 2), at)
      store<u8>(kinds + cells, at == field ? EMPTY : TEXT)
    }
    cells++
    field = at + 1
    if (byte == delimiter) continue
    if (byte == CARRIAGE_RETURN) {
      if (at + 1 >= end && !isLast) break
      if (at + 1 < end && <i32>load<u8>(input + at + 1) == LINE_FEED) {
        skip = at + 1
        field = at + 2
      }
    }
    cells = endRow(rows, first, cells, trailing, rowHasEscapes, quote)
    rowHasEscapes = false
    record = field
    consumed = record
    if (cells > first) {
      regular = cells - first == width && rowNumber == lastNumber + 1 ? regular + 1 : 0
      lastNumber = rowNumber
      first = cells
      rowCount = ++rows
      cellCount = cells
      if (rows == rowsMax || (rows >= rowsWanted && (regular >= ROWS_AHEAD || width == 0)))
        return record >= end ? MORE : FULL
    }
  }
  consumed = record
  if (!isLast || record >= end) return MORE
  if (inQuotes) return UNCLOSED_QUOTE
  if (closed >= 0 && expected < end) return STRAY_QUOTE
  if (cells == cellsMax) return rows > 0 ? FULL : TOO_WIDE
  if (closed >= 0) {
    store<i32>(starts + ((<usize>cells) << 2), field + 1)
    store<i32>(ends + ((<usize>cells) << 2), hasEscape ? -closed : closed)
    store<u8>(kinds + cells, QUOTED)
    rowHasEscapes = rowHasEscapes || hasEscape
  } else {
    store<i32>(starts + ((<usize>cells) << 2), field)
    store<i32>(ends + ((<usize>cells) << 2), end)
    store<u8>(kinds + cells, end == field ? EMPTY : TEXT)
  }
  cells = endRow(rows, first, cells + 1, trailing, rowHasEscapes, quote)
  if (cells > first) {
    rowCount = rows + 1
    cellCount = cells
  }
  consumed = end
  return MORE
}

/**
 * Ends row `row`, whose cells are `first` to `cells`. Returns the first cell of the next row, which is `first` after a
 * blank line.
 */
function endRow(row: i32, first: i32, cells: i32, trailing: bool, hasEscapes: bool, quote: i32): i32 {
  rowNumber++
  const count = cells - first
  if (count == 1 && load<u8>(kinds + first) == EMPTY) return first
  if (trailing && count > 1 && load<u8>(kinds + cells - 1) == EMPTY) cells--
  if (hasEscapes) {
    for (let cell = first; cell < cells; cell++) {
      const end = load<i32>(ends + ((<usize>cell) << 2))
      if (end < 0)
        store<i32>(ends + ((<usize>cell) << 2), unescape(load<i32>(starts + ((<usize>cell) << 2)), -end, quote))
    }
  }
  store<f64>(rowNumbers + ((<usize>row) << 3), <f64>rowNumber)
  store<i32>(rowStarts + ((<usize>(row + 1)) << 2), cells)
  return cells
}
