import { copy, FIRST_YEAR, isDate, MINUS } from './bytes'
import { DECIMAL, FLOAT, INTEGER, passes } from './checks'
import { NULLS, rewrite, trim, trimmedTo } from './forms'
import { isNull } from './nulls'
import { copyEscaped, copyField, IN_QUOTES, writeBare } from './write'

// A lane takes rows from the text straight to the output: a value is looked at once, checked as castRows does and written as
// writeRows does, without a batch between. A row with a cell that needs a second look is left, and nothing of it is written.

/**
 * A job is what the host says once of a table: i32 addresses and counts of its columns, of what stands between rows and behind
 * one; four words of records or of objects; the address and the size of room to undo quotes and escapes in.
 */
export const COLUMNS: usize = 0
export const WIDTH: usize = 4
export const BETWEEN: usize = 8
export const BEHIND: usize = 16
export const SCRATCH: usize = 40
export const SCRATCH_BYTES: usize = 44

/** In place of an address: the row is left. */
export const LEFT: usize = 0

/**
 * A file's column: how its short values are written (TASK), what castRows is told of it (SKIPPED: nobody asks for it), what
 * writeRows is, at 64, 80 and 96 the 16 bytes at the addresses of BEFORE, AFTER and NOTHING, where these are no longer, the
 * form of its values, and the address of writeRows' allowance.
 */
export const COLUMN_BYTES: usize = 160
const TASK: usize = 0
const CHECK: usize = 4
const WHOLE: usize = 8
const FRACTION: usize = 12
const SIGNIFICANT: usize = 16
const REFUSES_TEXT: usize = 20
const BEFORE: usize = 24
const AFTER: usize = 32
const NOTHING: usize = 40
const ESCAPES: usize = 48
const LONGEST: usize = 52
const SORT: usize = 56
const SHORTEST: usize = 60
const BEFORE_BYTES: usize = 64
const AFTER_BYTES: usize = 80
const NOTHING_BYTES: usize = 96
const FORM: usize = 112
const ALLOWANCE: usize = 148

/** The order is that of `tasks` in ../../lane/lane-columns.ts. */
const IN_FULL: i32 = 0
const SHORT_TEXT: i32 = 1
const SHORT_INTEGER: i32 = 2
const SHORT_DECIMAL: i32 = 3
const SHORT_DATE: i32 = 4
const SHORT_TIMESTAMP: i32 = 5
const SHORT_BOOLEAN: i32 = 6
const SHORT_WORDS: i32 = 7
const SHORT_FIELD: i32 = 8

const SKIPPED: i32 = -1
const SPACE: u8 = 32

const FINITE: i32 = 2
const BOOLEAN_WORDS: i32 = 1
const FIRST_OF_TRUE: u8 = 116

/** What a call leaves behind: how many rows it took, where the last of them begins, and where it stopped to read and to write. */
export let laneRows: i32 = 0
export let laneLastRow: i32 = 0
export let laneConsumed: i32 = 0
export let laneWritten: i32 = 0

// @ts-ignore: decorator
@inline
export function ended(rows: i32, lastRow: i32, consumed: i32, written: usize): void {
  laneRows = rows
  laneLastRow = lastRow
  laneConsumed = consumed
  laneWritten = <i32>written
}

/**
 * 16 bytes each, by the host: kept in memory because the compiler of WebAssembly puts constants together anew at every use.
 */
const CONTROLS: usize = 0
const SPECIAL: usize = 16
const OTHER_SPECIAL: usize = 32
const ZEROS: usize = 48
const NINES: usize = 64
const POINTS: usize = 80
const MOMENT_LEAST: usize = 96
const MOMENT_SPAN: usize = 112

/** One bit for each of 16 bytes that is a digit. */
// @ts-ignore: decorator
@inline
function digitsOf(constants: usize, bytes: v128): i32 {
  return i8x16.bitmask(
    i8x16.le_u(i8x16.sub(bytes, v128.load(constants, ZEROS)), v128.load(constants, NINES)),
  )
}

/** isInteger for values of up to 16 bytes, all of them at once. */
// @ts-ignore: decorator
@inline
function isShortInteger(constants: usize, bytes: v128, at: usize, count: usize): bool {
  const all = (1 << <i32>count) - 1
  const sign = <i32>(load<u8>(at) == MINUS)
  const isZeroFirst = load<u8>(at + sign) == 48
  return ((digitsOf(constants, bytes) | sign) & all) == all && <i32>count > sign && !(isZeroFirst && count > 1)
}

/** isDecimal for values of up to 16 bytes that are not below zero. */
// @ts-ignore: decorator
@inline
function isShortDecimal(constants: usize, column: usize, bytes: v128, at: usize, count: usize): bool {
  const all = (1 << <i32>count) - 1
  const points = i8x16.bitmask(i8x16.eq(bytes, v128.load(constants, POINTS))) & all
  // Without a point it would stand behind the digits.
  const whole = <i32>ctz(points | (1 << <i32>count))
  const fraction = <i32>count - whole - <i32>(points != 0)
  const isZeroFirst = <i32>(load<u8>(at) == 48)
  if (((digitsOf(constants, bytes) | points) & all) != all || (points & (points - 1)) != 0 || whole == 0) return false
  if ((points != 0 && fraction == 0) || whole > 1 && isZeroFirst != 0) return false
  const digits = whole - isZeroFirst
  return (
    digits <= load<i32>(column, WHOLE) &&
    fraction <= load<i32>(column, FRACTION) &&
    digits + fraction <= load<i32>(column, SIGNIFICANT)
  )
}

// @ts-ignore: decorator
@inline
function pair(at: usize): i32 {
  return <i32>load<u8>(at) * 10 + <i32>load<u8>(at + 1) - 528
}

/** Whether the month and the day are, whose digits are digits. */
// @ts-ignore: decorator
@inline
function isDay(at: usize): bool {
  const month = pair(at + 5)
  const day = pair(at + 8)
  if (<u32>(month - 1) > 11 || <u32>(day - 1) > 30) return false
  return day <= 28 || isDate(at, FIRST_YEAR)
}

/** One bit for each byte that is as in `YYYY-MM-DD HH:MM`. */
// @ts-ignore: decorator
@inline
function momentOf(constants: usize, bytes: v128): i32 {
  return i8x16.bitmask(
    i8x16.le_u(i8x16.sub(bytes, v128.load(constants, MOMENT_LEAST)), v128.load(constants, MOMENT_SPAN)),
  )
}

/** `YYYY-MM-DD HH:MM:SS`, whose digits are compared all at once. */
// @ts-ignore: decorator
@inline
function isShortTimestamp(constants: usize, bytes: v128, at: usize): bool {
  const seconds = load<u32>(at, 15) // a digit, then `:SS`
  const areSeconds =
    <i32>(((seconds >> 8) & 255) == 58) &
    <i32>(<u32>(((seconds >> 16) & 255) - 48) < 6) &
    <i32>(<u32>((seconds >> 24) - 48) < 10)
  if (momentOf(constants, bytes) != 0xffff || areSeconds == 0 || load<u8>(at) == 48 || pair(at + 11) > 23) return false
  return isDay(at)
}

/** As isBoolean. */
// @ts-ignore: decorator
@inline
function isShortBoolean(at: usize, count: usize): bool {
  const word = load<u32>(at)
  const isTrue = <i32>(word == 0x65757274) & <i32>(count == 4) // "true"
  const isFalse = <i32>(word == 0x736c6166) & <i32>(load<u8>(at, 4) == 101) & <i32>(count == 5) // "fals" "e"
  return (isTrue | isFalse) != 0
}

/** One bit for each of 16 bytes that may not be written as it is. */
// @ts-ignore: decorator
@inline
function specialsOf(constants: usize, bytes: v128): u32 {
  const isSpecial = v128.or(
    i8x16.eq(bytes, v128.load(constants, SPECIAL)),
    i8x16.eq(bytes, v128.load(constants, OTHER_SPECIAL)),
  )
  return <u32>i8x16.bitmask(v128.or(isSpecial, i8x16.le_u(bytes, v128.load(constants, CONTROLS))))
}

/** Whether what the file marks as text is no value of the column. */
// @ts-ignore: decorator
@inline
export function refusesText(column: usize): bool {
  return load<i32>(column, REFUSES_TEXT) != 0
}

/** Whether a number that passes is one as JSON writes them: then its grammar needs no look. */
// @ts-ignore: decorator
@inline
export function knowsNumbers(column: usize): bool {
  const check = load<i32>(column, CHECK)
  return check == INTEGER || check == DECIMAL || check == FLOAT
}

/** Writes that there is no value; answers the address behind it. */
// @ts-ignore: decorator
@inline
export function writeNothing(column: usize, to: usize): usize {
  const count = <usize>load<u32>(column, NOTHING + 4)
  v128.store(to, v128.load(column, NOTHING_BYTES))
  return count <= 16 ? to + count : copy(to, load<u32>(column, NOTHING), count)
}

/** Writes the column's word for true or for false. */
function writeBooleanWord(column: usize, isTrue: bool, to: usize): usize {
  const word = column + (isTrue ? BEFORE : AFTER)
  return copy(to, load<u32>(word), load<u32>(word, 4))
}

/** Writes a value in the column's form; answers the address behind it, 0 for a value that is not in it. */
function writeRewritten(column: usize, at: usize, count: usize, to: usize): usize {
  const sort = load<i32>(column, SORT)
  const from = sort == BOOLEAN_WORDS ? to : copy(to, load<u32>(column, BEFORE), load<u32>(column, BEFORE + 4))
  to = rewrite(column + FORM, column + WHOLE, at, at + count, from)
  if (to == 0) return 0
  if (sort == BOOLEAN_WORDS) return writeBooleanWord(column, load<u8>(from) == FIRST_OF_TRUE, from)
  to = writeBare(sort, load<u32>(column, ALLOWANCE), from, to - from, from)
  if (to == 0) return 0
  return copy(to, load<u32>(column, AFTER), load<u32>(column, AFTER + 4))
}

/** Writes a value that has spaces around it without them; answers the address behind it, 0 where it has none. */
function writeTrimmed(column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const from = trim(column + FORM, at, at + count)
  return from == 0 ? 0 : writeInFull(column, from, trimmedTo - from, to, limit)
}

/** Checks and writes whatever value; answers the address behind it, 0 where the row is to be left. */
export function writeInFull(column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const check = load<i32>(column, CHECK)
  if (check == SKIPPED) return to
  if (isNull(load<u32>(column, FORM + NULLS), at, count)) return writeNothing(column, to)
  if (<i32>count > load<i32>(column, LONGEST) || <i32>count < load<i32>(column, SHORTEST) || to + count * 3 > limit) return 0
  if (!passes(check, column + WHOLE, at, at + count)) {
    const end = writeRewritten(column, at, count, to)
    return end != 0 ? end : writeTrimmed(column, at, count, to, limit)
  }
  const sort = load<i32>(column, SORT)
  if (sort == BOOLEAN_WORDS) return writeBooleanWord(column, load<u8>(at) == FIRST_OF_TRUE, to)
  if (sort == FINITE && <u8>(load<u8>(at + count - 1) - 48) > 9) return 0
  to = copy(to, load<u32>(column, BEFORE), load<u32>(column, BEFORE + 4))
  const escapes = <usize>load<u32>(column, ESCAPES)
  if (escapes != 0) {
    to = sort == IN_QUOTES ? copyField(to, at, at + count, escapes) : copyEscaped(to, at, at + count, escapes)
  } else to = writeBare(sort, load<u32>(column, ALLOWANCE), at, count, to)
  if (to == 0) return 0
  return copy(to, load<u32>(column, AFTER), load<u32>(column, AFTER + 4))
}

/** What a column's short values and what is around them need at most. */
export const SHORT_ROOM: usize = 112

/** Writes up to 32 bytes between what surrounds them. */
// @ts-ignore: decorator
@inline
function surround(column: usize, bytes: v128, more: v128, count: usize, to: usize): usize {
  v128.store(to, v128.load(column, BEFORE_BYTES))
  to += <usize>load<u32>(column, BEFORE + 4)
  v128.store(to, bytes)
  v128.store(to, more, 16)
  to += count
  v128.store(to, v128.load(column, AFTER_BYTES))
  return to + <usize>load<u32>(column, AFTER + 4)
}

// @ts-ignore: decorator
@inline
function surroundShort(column: usize, bytes: v128, count: usize, to: usize): usize {
  v128.store(to, v128.load(column, BEFORE_BYTES))
  to += <usize>load<u32>(column, BEFORE + 4)
  v128.store(to, bytes)
  to += count
  v128.store(to, v128.load(column, AFTER_BYTES))
  return to + <usize>load<u32>(column, AFTER + 4)
}

/**
 * Checks and writes a value of one byte at least; answers the address behind it, 0 where the row is to be left. There is room
 * for a short one.
 */
// @ts-ignore: decorator
@inline
export function writeValue(constants: usize, column: usize, at: usize, count: usize, to: usize, limit: usize): usize {
  const bytes = v128.load(at)
  const task = load<i32>(column, TASK)
  switch (task) {
    case SHORT_TEXT:
    case SHORT_FIELD: {
      // Spaces at its ends put a field between quotes.
      if (task == SHORT_FIELD && (load<u8>(at) == SPACE || load<u8>(at + count - 1) == SPACE)) break
      const more = v128.load(at, 16)
      const specials = specialsOf(constants, bytes) | (specialsOf(constants, more) << 16)
      if (count > 32 || specials << (32 - <u32>count) != 0) break
      return surround(column, bytes, more, count, to)
    }
    case SHORT_INTEGER:
      if (count > 16 || !isShortInteger(constants, bytes, at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_DECIMAL:
      if (count > 16 || !isShortDecimal(constants, column, bytes, at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_DATE:
      if (count != 10 || (momentOf(constants, bytes) & 0x3ff) != 0x3ff || load<u8>(at) == 48 || !isDay(at)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_TIMESTAMP:
      if (count != 19 || !isShortTimestamp(constants, bytes, at)) break
      return surround(column, bytes, v128.load(at, 16), count, to)
    case SHORT_BOOLEAN:
      if (!isShortBoolean(at, count)) break
      return surroundShort(column, bytes, count, to)
    case SHORT_WORDS: {
      if (!isShortBoolean(at, count)) break
      const word = column + (count == 4 ? 0 : AFTER_BYTES - BEFORE_BYTES)
      v128.store(to, v128.load(word, BEFORE_BYTES))
      return to + <usize>load<u32>(column + (count == 4 ? BEFORE : AFTER), 4)
    }
  }
  return writeInFull(column, at, count, to, limit)
}
