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
  SUFFIX,
  BETWEEN,
  COLUMN_BYTES,
  COLUMNS,
  CONSTANTS,
  ended,
  knowsNumbers,
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

/**
 * The part of a job about objects. KEYS is the address of the keys: an address and a length for each, which cover the
 * quoted key and its colon. STACK is the address of one byte for each nesting level. The last number says whether the
 * objects are in an array.
 */
const KEYS: usize = 24
const STACK: usize = 28
const IS_ARRAY: usize = 32

const SLASH: u8 = 47
const BACKSLASH: u8 = 92

/** Tests whether the key described at `key` is at `at`. */
// @inline
function isKey(key: usize, at: usize): bool {
  let name = <usize>load<u32>(key)
  let count = load<u32>(key, 4)
  if (count > 16) {
    do {
      if (i8x16.bitmask(i8x16.eq(v128.load(name), v128.load(at))) != 0xffff) return false
      name += 16
      at += 16
      count -= 16
    } while (count > 16)
  }
  const all = (1 << count) - 1
  return (i8x16.bitmask(i8x16.eq(v128.load(name), v128.load(at))) & all) == all
}

/** Does the work of skipSpace, which is rarely needed. */
// @inline
function pastSpace(at: usize, end: usize): usize {
  return load<u8>(at) > 32 ? at : skipSpace(at, end)
}

/** Returns one bit for each of 32 bytes that is a quote, a backslash or a control character. */
// @inline
function endsOf(at: usize, quotes: v128, backslashes: v128, controls: v128): u32 {
  const one = v128.load(at)
  const two = v128.load(at, 16)
  const low = v128.or(v128.or(i8x16.eq(one, quotes), i8x16.eq(one, backslashes)), i8x16.le_u(one, controls))
  const high = v128.or(v128.or(i8x16.eq(two, quotes), i8x16.eq(two, backslashes)), i8x16.le_u(two, controls))
  return <u32>i8x16.bitmask(low) | ((<u32>i8x16.bitmask(high)) << 16)
}

/**
 * Returns the first byte from `at` on that is a quote, a backslash or a control character, or a position after `end` if
 * there is none.
 */
// @inline
function textEnd(at: usize, end: usize, quotes: v128, backslashes: v128, controls: v128): usize {
  let mask = endsOf(at, quotes, backslashes, controls)
  if (mask == 0) {
    do {
      at += 32
      if (at >= end) return at
      mask = endsOf(at, quotes, backslashes, controls)
    } while (mask == 0)
  }
  return at + <usize>ctz(mask)
}

let scratchEnd: usize = 0

/**
 * Decodes the escapes of the string at `at` into the scratch buffer. Returns where the string closes, or LEFT if the
 * host must read it.
 */
function unescaped(job: usize, at: usize, end: usize): usize {
  const closing = stringEnd(at, end)
  const count = closing - at
  if (closing <= STRANGE || count > <usize>load<u32>(job, SCRATCH_BYTES)) return LEFT
  const scratch = <usize>load<u32>(job, SCRATCH)
  copy(scratch, at, count)
  scratchEnd = input + unescape(<i32>(scratch - input), <i32>(scratch + count - input))
  return closing
}

/** Does the work of `unescaped` for strings in which only plain letters are escaped. `next` is the first backslash. */
// @inline
function unescapedLetters(
  job: usize,
  at: usize,
  next: usize,
  end: usize,
  quotes: v128,
  backslashes: v128,
  controls: v128,
): usize {
  let to = <usize>load<u32>(job, SCRATCH)
  const toEnd = to + <usize>load<u32>(job, SCRATCH_BYTES)
  while (load<u8>(next) == BACKSLASH) {
    const letter = load<u8>(next, 1)
    if ((letter != QUOTE && letter != SLASH && letter != BACKSLASH) || to + (next - at) >= toEnd) return LEFT
    to = copy(to, at, next - at)
    store<u8>(to++, letter)
    at = next + 2
    next = textEnd(at, end, quotes, backslashes, controls)
    if (next >= end) return LEFT
  }
  if (load<u8>(next) != QUOTE || to + (next - at) >= toEnd) return LEFT
  scratchEnd = copy(to, at, next - at)
  return next
}

/** Returns the end of the value at `at`, which is neither a string nor null, or LEFT if the host must read it. */
// @inline
function tokenEnd(
  job: usize,
  column: usize,
  at: usize,
  end: usize,
  commas: v128,
  closings: v128,
  spaces: v128,
  inFull: bool,
): usize {
  const byte = load<u8>(at)
  let to: usize = LEFT
  if (byte == 45 || isDigit(byte)) {
    const bytes = v128.load(at)
    const mask = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, commas), i8x16.eq(bytes, closings)), i8x16.le_u(bytes, spaces)),
    )
    if (mask != 0 && knowsNumbers(column)) return at + <usize>ctz(mask)
    if (inFull) to = numberEnd(at, end)
  } else if (load<u32>(at) == 0x65757274) to = at + 4 // "true"
  else if (byte == 102 && load<u32>(at, 1) == 0x65736c61) to = at + 5 // "f" "alse"
  else if (inFull) {
    if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) to = nestedEnd(at, end, <usize>load<u32>(job, STACK))
    else to = wordEnd(at, end)
  }
  return to <= STRANGE ? LEFT : to
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
  const keys = <usize>load<u32>(job, KEYS)
  const isArray = load<u32>(job, IS_ARRAY) != 0
  const between = <usize>load<u32>(job, BETWEEN)
  const betweenCount = <usize>load<u32>(job, BETWEEN + 4)
  const suffix = <usize>load<u32>(job, SUFFIX)
  const suffixCount = <usize>load<u32>(job, SUFFIX + 4)
  const constants = job + CONSTANTS
  // The constant is loaded from memory, because the compiler would build a constant vector again at every use.
  const quotes = i8x16.splat(load<i8>(constants, 128))
  const backslashes = i8x16.splat(load<i8>(constants, 129))
  const controls = i8x16.splat(load<i8>(constants, 130))
  const commas = i8x16.splat(load<i8>(constants, 131))
  const closings = i8x16.splat(load<i8>(constants, 132))
  const spaces = i8x16.splat(load<i8>(constants, 133))
  const headroom = SLACK + betweenCount + suffixCount + width * SHORT_ROOM
  const limit = outEnd > headroom ? outEnd - headroom : 0
  const end = input + endAt
  let row = input + start
  let lastRow = row
  let rows: i32 = 0
  for (; rows < rowsMax && out < stopAt && out <= limit; rows++) {
    let at = pastSpace(row, end)
    if (isArray) {
      if (at >= end || load<u8>(at) != COMMA) break
      at = pastSpace(at + 1, end)
    }
    if (at >= end || load<u8>(at) != OPEN_OBJECT) break
    at = pastSpace(at + 1, end)
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
      at = pastSpace(at + <usize>load<u32>(key, 4), end)
      if (at >= end) break
      let from = at
      let textTo: usize = LEFT
      if (load<u8>(at) == QUOTE) {
        at = textEnd(++from, end, quotes, backslashes, controls)
        if (at >= end || refusesText(column)) break
        textTo = at
        if (load<u8>(at) != QUOTE) {
          at = inFull ? unescaped(job, from, end) : unescapedLetters(job, from, at, end, quotes, backslashes, controls)
          // oxlint-disable-next-line max-depth -- a call would cost the loop its registers
          if (at == LEFT) break
          from = <usize>load<u32>(job, SCRATCH)
          textTo = scratchEnd
        }
        at++
      } else if (load<u32>(at) == 0x6c6c756e) at += 4 // "null"
      else {
        at = tokenEnd(job, column, from, end, commas, closings, spaces, inFull)
        if (at == LEFT) break
        textTo = at
      }
      if (textTo == LEFT) to = writeNothing(column, to)
      else {
        const count = textTo - from
        const writtenTo = writeShort(constants, column, from, count, to, limit)
        to = writtenTo == LEFT && inFull ? writeInFull(column, from, count, to, limit) : writtenTo
      }
      if (to == LEFT) break
      at = pastSpace(at, end)
      if (at >= end) break
      const next = load<u8>(at++)
      if (next == CLOSE_OBJECT) isOver = true
      else if (next != COMMA) break
      else at = pastSpace(at, end)
    }
    // The row is incomplete, has another key, or has a value that is not plain.
    if (column != columnsEnd || !isOver) break
    out = copy(to, suffix, suffixCount)
    countRow()
    lastRow = row
    row = at
    isFirst = false
  }
  ended(rows, <i32>(lastRow - input), <i32>(row - input), out)
}

/**
 * Writes objects, starting at `start`, like writeRows. Their keys are the table's in the same order, possibly with
 * gaps, and every value is canonical. In an array, each object follows a comma. It stops under the same conditions as
 * takeRecords.
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
  take(job, start, endAt, rowsMax, isFirst, out, outEnd, stopAt, true)
}

/**
 * Does the work of takeObjects for values that `writeShort` accepts. It is several times as fast, and stops before any
 * other value.
 */
export function takeShortObjects(
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
