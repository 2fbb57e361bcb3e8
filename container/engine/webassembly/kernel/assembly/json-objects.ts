import { cellsMax, ends, input, kinds, rowNumbers, rowsMax, rowStarts, starts } from './batch'
import {
  CELL_BOOLEAN as BOOLEAN,
  CELL_EMPTY as EMPTY,
  CELL_JSON as JSON_VALUE,
  CELL_NUMBER as NUMBER,
  CELL_QUOTED as QUOTED,
} from './layout'
import { isDigit } from './bytes'
import {
  CLOSE_OBJECT,
  COLON,
  COMMA,
  CUT,
  hasEscape,
  nestedEnd,
  numberEnd,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  STRANGE,
  stringEnd,
  unescape,
  wordEnd,
} from './json'

/** The reasons why a call ended: the bytes end, the batch is full, or the host must read the next row. */
const MORE: i32 = 0
const FULL: i32 = 1
const ODD: i32 = 2

/** The results of a call, in addition to the rows in the batch. */
export let jsonRows: i32 = 0
export let jsonCells: i32 = 0
export let jsonConsumed: i32 = 0
/** The start of the value that stopped the call. */
export let jsonValueAt: i32 = 0

/** Tests whether key `index`, including its quotes, is at `at`. The description of a key is its address and length. */
function isKey(keys: usize, index: i32, at: usize, end: usize): bool {
  const key = <usize>load<u32>(keys + ((<usize>index) << 3))
  const count = <usize>load<u32>(keys + ((<usize>index) << 3), 4)
  if (at + count > end) return false
  let from: usize = 0
  for (; from + 8 <= count; from += 8) if (load<u64>(key + from) != load<u64>(at + from)) return false
  for (; from < count; from++) if (load<u8>(key + from) != load<u8>(at + from)) return false
  return true
}

function keyAt(keys: usize, keyCount: i32, at: usize, end: usize): i32 {
  for (let index = 0; index < keyCount; index++) if (isKey(keys, index, at, end)) return index
  return -1
}

/** Reads the value at `at`, stores it as cell `cell`, and returns its end. */
function readValue(at: usize, end: usize, cell: usize, stack: usize): usize {
  const byte = load<u8>(at)
  let to: usize
  let kind = NUMBER
  if (byte == QUOTE) {
    to = stringEnd(at + 1, end)
    if (to <= STRANGE) return to
    store<i32>(starts + (cell << 2), <i32>(at + 1 - input))
    store<i32>(ends + (cell << 2), hasEscape ? -(<i32>(to - input)) : <i32>(to - input))
    store<u8>(kinds + cell, QUOTED)
    return to + 1
  }
  if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
    to = nestedEnd(at, end, stack)
    kind = JSON_VALUE
  } else if (byte == 45 || isDigit(byte)) to = numberEnd(at, end)
  else {
    to = wordEnd(at, end)
    kind = byte == 110 ? EMPTY : BOOLEAN
  }
  if (to <= STRANGE) return to
  store<i32>(starts + (cell << 2), kind == EMPTY ? 0 : <i32>(at - input))
  store<i32>(ends + (cell << 2), kind == EMPTY ? 0 : <i32>(to - input))
  store<u8>(kinds + cell, kind)
  return to
}

/** Reads the object at `at` into the cells from `first` on, one for each key. Returns its end. */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
function readObject(at: usize, end: usize, keys: usize, keyCount: i32, first: i32, stack: usize): usize {
  for (let cell = first; cell < first + keyCount; cell++) store<i32>(starts + ((<usize>cell) << 2), -1)
  let expected: i32 = 0
  let found: i32 = 0
  let escapes = false
  at = skipSpace(at + 1, end)
  if (at >= end) return CUT
  const isEmpty = load<u8>(at) == CLOSE_OBJECT
  if (isEmpty) at++
  while (!isEmpty) {
    if (load<u8>(at) != QUOTE) return STRANGE
    let column = expected
    if (column >= keyCount || !isKey(keys, column, at, end)) {
      const closing = stringEnd(at + 1, end)
      if (closing <= STRANGE) return closing
      column = keyAt(keys, keyCount, at, end)
      if (column < 0) return STRANGE
    }
    const cell = <usize>(first + column)
    if (load<i32>(starts + (cell << 2)) != -1) return STRANGE
    at = skipSpace(at + <usize>load<u32>(keys + ((<usize>column) << 3), 4), end)
    if (at >= end) return CUT
    if (load<u8>(at) != COLON) return STRANGE
    at = skipSpace(at + 1, end)
    if (at >= end) return CUT
    at = readValue(at, end, cell, stack)
    if (at <= STRANGE) return at
    escapes = escapes || load<i32>(ends + (cell << 2)) < 0
    found++
    at = skipSpace(at, end)
    if (at >= end) return CUT
    const next = load<u8>(at++)
    if (next == CLOSE_OBJECT) break
    if (next != COMMA) return STRANGE
    expected = column + 1
    at = skipSpace(at, end)
    if (at >= end) return CUT
  }
  if (escapes || found < keyCount) finish(first, first + keyCount)
  return at
}

/** Stores empty cells for missing keys. Escapes are decoded only here, because the row is now known to be complete. */
function finish(first: i32, last: i32): void {
  for (let cell = <usize>first; cell < <usize>last; cell++) {
    const start = load<i32>(starts + (cell << 2))
    if (start == -1) {
      store<i32>(starts + (cell << 2), 0)
      store<i32>(ends + (cell << 2), 0)
      store<u8>(kinds + cell, EMPTY)
      continue
    }
    const end = load<i32>(ends + (cell << 2))
    if (end < 0) store<i32>(ends + (cell << 2), unescape(start, -end))
  }
}

/**
 * Reads consecutive objects, separated by commas in an array, and appends them to the batch after its `rows` and
 * `cells`. `keys` has the address and length of every key as written. `stack` is space for the levels of nested values.
 * It reads 64 bytes beyond `end` and ignores them.
 */
export function readObjects(
  start: i32,
  end: i32,
  isArray: bool,
  keys: usize,
  keyCount: i32,
  stack: usize,
  rows: i32,
  cells: i32,
  rowNumber: i32,
  rowsWanted: i32,
): i32 {
  const most = min(rowsWanted, rowsMax)
  const last = input + end
  let at = input + start
  let status = MORE
  for (;;) {
    jsonConsumed = <i32>(at - input)
    at = skipSpace(at, last)
    if (isArray && at < last) {
      if (load<u8>(at) != COMMA) {
        status = ODD
        break
      }
      at = skipSpace(at + 1, last)
    }
    jsonValueAt = <i32>(at - input)
    if (at >= last) break
    if (load<u8>(at) != OPEN_OBJECT) {
      status = ODD
      break
    }
    if (rows >= most || cells + keyCount > cellsMax) {
      status = FULL
      break
    }
    at = readObject(at, last, keys, keyCount, cells, stack)
    if (at == CUT) break
    if (at == STRANGE) {
      status = ODD
      break
    }
    cells += keyCount
    store<f64>(rowNumbers + ((<usize>rows) << 3), <f64>++rowNumber)
    rows++
    store<i32>(rowStarts + ((<usize>rows) << 2), cells)
  }
  jsonRows = rows
  jsonCells = cells
  return status
}
