import { input } from './batch'
import { copy, isDigit } from './bytes'
import {
  CLOSE_OBJECT,
  COMMA,
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
import {
  BEHIND,
  BETWEEN,
  COLUMN_BYTES,
  COLUMNS,
  ended,
  knowsNumbers,
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

/**
 * Of a job, what is of objects: the address of the keys (an address and a length each, of the key in its quotes with the colon
 * behind it), that of a byte for each level of nested values, whether the objects stand in an array; behind the job's words 16
 * bytes for records, and then the lane's constants.
 */
const KEYS: usize = 24
const STACK: usize = 28
const IS_ARRAY: usize = 32
const CONSTANTS: usize = 64

/** Whether the key that is described at `key` stands at `at`. */
// @ts-ignore: decorator
@inline
function isKey(key: usize, at: usize): bool {
  let name = <usize>load<u32>(key)
  let count = load<u32>(key, 4)
  while (count > 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(name), v128.load(at))) != 0xffff) return false
    name += 16
    at += 16
    count -= 16
  }
  const all = (1 << count) - 1
  return (i8x16.bitmask(i8x16.eq(v128.load(name), v128.load(at))) & all) == all
}

/** The first byte from `at` on that is a quote, a backslash or a control; behind `end` where there is none. */
// @ts-ignore: decorator
@inline
function textEnd(at: usize, end: usize, quotes: v128, backslashes: v128, controls: v128): usize {
  for (; at < end; at += 32) {
    const one = v128.load(at)
    const two = v128.load(at, 16)
    const low = v128.or(v128.or(i8x16.eq(one, quotes), i8x16.eq(one, backslashes)), i8x16.le_u(one, controls))
    const high = v128.or(v128.or(i8x16.eq(two, quotes), i8x16.eq(two, backslashes)), i8x16.le_u(two, controls))
    const mask = i8x16.bitmask(low) | (i8x16.bitmask(high) << 16)
    if (mask != 0) return at + <usize>ctz(mask)
  }
  return at
}

let scratchEnd: usize = 0

/** Undoes the escapes of the text at `at` in the scratch; answers where it closes, LEFT where that is not for the lane. */
function unescaped(job: usize, at: usize, end: usize): usize {
  const closing = stringEnd(at, end)
  const count = closing - at
  if (closing <= STRANGE || count > <usize>load<u32>(job, SCRATCH_BYTES)) return LEFT
  const scratch = <usize>load<u32>(job, SCRATCH)
  copy(scratch, at, count)
  scratchEnd = input + unescape(<i32>(scratch - input), <i32>(scratch + count - input))
  return closing
}

/** Where the value ends that begins at `at` and is neither a text nor nothing; LEFT where that is not for the lane. */
// @ts-ignore: decorator
@inline
function tokenEnd(job: usize, column: usize, at: usize, end: usize, commas: v128, closings: v128, spaces: v128): usize {
  const byte = load<u8>(at)
  let to: usize
  if (byte == 45 || isDigit(byte)) {
    const bytes = v128.load(at)
    const mask = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, commas), i8x16.eq(bytes, closings)), i8x16.le_u(bytes, spaces)),
    )
    if (mask != 0 && knowsNumbers(column)) return at + <usize>ctz(mask)
    to = numberEnd(at, end)
  } else if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) to = nestedEnd(at, end, <usize>load<u32>(job, STACK))
  else to = wordEnd(at, end)
  return to <= STRANGE ? LEFT : to
}

/**
 * Takes objects from `start` on whose keys are the table's in their order, some of them missing, and every value canonical,
 * and writes them as writeRows does. Those of an array stand behind commas. Stops as takeRecords does.
 */
export function takeObjects(
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
  const keys = <usize>load<u32>(job, KEYS)
  const isArray = load<u32>(job, IS_ARRAY) != 0
  const between = <usize>load<u32>(job, BETWEEN)
  const betweenCount = <usize>load<u32>(job, BETWEEN + 4)
  const behind = <usize>load<u32>(job, BEHIND)
  const behindCount = <usize>load<u32>(job, BEHIND + 4)
  const constants = job + CONSTANTS
  // Of bytes that are no constants to the compiler: it would put those together anew at every use.
  const quotes = i8x16.splat(load<i8>(constants, 128))
  const backslashes = i8x16.splat(load<i8>(constants, 129))
  const controls = i8x16.splat(load<i8>(constants, 130))
  const commas = i8x16.splat(load<i8>(constants, 131))
  const closings = i8x16.splat(load<i8>(constants, 132))
  const spaces = i8x16.splat(load<i8>(constants, 133))
  const room = SLACK + betweenCount + behindCount + width * SHORT_ROOM
  const limit = outEnd > room ? outEnd - room : 0
  const end = input + endAt
  let row = input + start
  let lastRow = row
  let rows: i32 = 0
  for (; rows < rowsMax && out < stopAt && out <= limit; rows++) {
    let at = skipSpace(row, end)
    if (isArray) {
      if (at >= end || load<u8>(at) != COMMA) break
      at = skipSpace(at + 1, end)
    }
    if (at >= end || load<u8>(at) != OPEN_OBJECT) break
    at = skipSpace(at + 1, end)
    let to = isFirst ? out : copy(out, between, betweenCount)
    beginRow()
    let key = keys
    let column = columns
    let isOver = false
    for (; column < columnsEnd; column += COLUMN_BYTES, key += 8) {
      if (isOver || !isKey(key, at)) {
        to = writeNothing(column, to)
        continue
      }
      at = skipSpace(at + <usize>load<u32>(key, 4), end)
      if (at >= end) break
      const byte = load<u8>(at)
      let from = at
      if (byte == QUOTE) {
        from = at + 1
        at = textEnd(from, end, quotes, backslashes, controls)
        if (at >= end || refusesText(column)) break
        let textTo = at
        if (load<u8>(at) != QUOTE) {
          at = unescaped(job, from, end)
          if (at == LEFT) break
          from = <usize>load<u32>(job, SCRATCH)
          textTo = scratchEnd
        }
        at++
        const count = textTo - from
        to =
          count > 0 ? writeValue(constants, column, from, count, to, limit) : writeInFull(column, from, count, to, limit)
      } else if (load<u32>(at) == 0x6c6c756e) {
        // "null"
        at += 4
        to = writeNothing(column, to)
      } else {
        at = tokenEnd(job, column, from, end, commas, closings, spaces)
        if (at == LEFT) break
        to = writeValue(constants, column, from, at - from, to, limit)
      }
      if (to == 0) break
      at = skipSpace(at, end)
      if (at >= end) break
      const next = load<u8>(at++)
      if (next == CLOSE_OBJECT) isOver = true
      else if (next != COMMA) break
      else at = skipSpace(at, end)
    }
    // Cut by the end, with another key, or with a value that is not plain.
    if (column != columnsEnd || !isOver) break
    out = copy(to, behind, behindCount)
    countRow()
    lastRow = row
    row = at
    isFirst = false
  }
  ended(rows, <i32>(lastRow - input), <i32>(row - input), out)
}
