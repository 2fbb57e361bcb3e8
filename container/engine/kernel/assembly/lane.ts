import { isDecimal, isInteger, isTimestamp, isUuid, timeEnd } from './cast'
import { copy, isDate, MINUS } from './bytes'
import { copyEscaped } from './write'

// A lane takes rows from the text straight to the output: a value is looked at once, checked as castRows does and written as
// writeRows does, without a batch between. A row with a cell that needs a second look is left, and nothing of it is written.

/** A file's column: what castRows is told of it (SKIPPED: nobody asks for it), and then what writeRows is. */
export const COLUMN_BYTES: usize = 64
const CHECK: usize = 0
const WHOLE: usize = 4
const FRACTION: usize = 8
const SIGNIFICANT: usize = 12
const REFUSES_TEXT: usize = 16
const BEFORE: usize = 20
const AFTER: usize = 28
const NOTHING: usize = 36
const ESCAPES: usize = 44
const LONGEST: usize = 48
const SORT: usize = 52
const SHORTEST: usize = 56

const SKIPPED: i32 = -1
const ANYTHING: i32 = 0
const INTEGER: i32 = 1
const DECIMAL: i32 = 2
const DATE: i32 = 3
const TIMESTAMP: i32 = 4
const TIMESTAMP_ZONED: i32 = 5
const TIME: i32 = 6
const BOOLEAN: i32 = 7
const UUID: i32 = 8

const FINITE: i32 = 2
const WITH_T: i32 = 3
const BOOLEAN_WORDS: i32 = 1

const FIRST_YEAR: i32 = 1000
const ZEROS = i8x16.splat(48)
const TEN = i8x16.splat(10)

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

/** One bit for each of 16 bytes that is a digit. */
// @ts-ignore: decorator
@inline
function digitsOf(bytes: v128): i32 {
  return i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, ZEROS), TEN))
}

/** isInteger for values of up to 16 bytes, all of them at once. */
// @ts-ignore: decorator
@inline
function isShortInteger(at: usize, count: usize): bool {
  const bytes = v128.load(at)
  const all = (1 << <i32>count) - 1
  const sign = <i32>(i8x16.extract_lane_u(bytes, 0) == MINUS)
  const isZeroFirst = load<u8>(at + sign) == 48
  return ((digitsOf(bytes) | sign) & all) == all && <i32>count > sign && !(isZeroFirst && count > 1)
}

/** isDecimal for values of up to 16 bytes; one below zero is left to it. */
// @ts-ignore: decorator
@inline
function isShortDecimal(column: usize, at: usize, count: usize): bool {
  const bytes = v128.load(at)
  const all = (1 << <i32>count) - 1
  const points = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(46))) & all
  const whole = <i32>(points == 0 ? <i32>count : ctz(points))
  const fraction = points == 0 ? 0 : <i32>count - 1 - whole
  const isZeroFirst = load<u8>(at) == 48
  if (((digitsOf(bytes) | points) & all) != all || (points & (points - 1)) != 0 || whole == 0) return false
  if ((points != 0 && fraction == 0) || (isZeroFirst && whole > 1)) return false
  const digits = isZeroFirst ? 0 : whole
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

/** `YYYY-MM-DD HH:MM:SS`, whose digits are compared all at once. */
// @ts-ignore: decorator
@inline
function isShortTimestamp(at: usize): bool {
  const zeros = i8x16(48, 48, 48, 48, 45, 48, 48, 45, 48, 48, 32, 48, 48, 58, 48, 48)
  const limits = i8x16(10, 10, 10, 10, 1, 2, 10, 1, 4, 10, 1, 3, 10, 1, 6, 10)
  const isFormed = i8x16.all_true(i8x16.lt_u(i8x16.sub(v128.load(at), zeros), limits))
  const seconds = load<u32>(at, 15) // a digit, then `:SS`
  const areSeconds =
    ((seconds >> 8) & 255) == 58 && <u32>(((seconds >> 16) & 255) - 48) < 6 && <u32>((seconds >> 24) - 48) < 10
  const month = pair(at + 5)
  const day = pair(at + 8)
  if (!isFormed || !areSeconds || load<u8>(at) == 48 || pair(at + 11) > 23) return false
  if (<u32>(month - 1) > 11 || <u32>(day - 1) > 30) return false
  return day <= 28 || isDate(at, FIRST_YEAR)
}

// @ts-ignore: decorator
@inline
function passes(column: usize, check: i32, at: usize, count: usize): bool {
  switch (check) {
    case ANYTHING:
      return true
    case INTEGER:
      return count <= 16 ? isShortInteger(at, count) : isInteger(at, at + count)
    case DECIMAL:
      if (count <= 16 && load<u8>(at) != MINUS) return isShortDecimal(column, at, count)
      return isDecimal(
        at,
        at + count,
        load<i32>(column, WHOLE),
        load<i32>(column, FRACTION),
        load<i32>(column, SIGNIFICANT),
      )
    case DATE:
      return count == 10 && isDate(at, FIRST_YEAR)
    case TIMESTAMP:
      if (count == 19) return isShortTimestamp(at)
      return isTimestamp(at, at + count, load<i32>(column, FRACTION), false)
    case TIMESTAMP_ZONED:
      return isTimestamp(at, at + count, load<i32>(column, FRACTION), true)
    case TIME:
      return timeEnd(at, at + count, load<i32>(column, FRACTION)) == at + count
    case BOOLEAN: {
      const word = load<u32>(at)
      const isTrue = <i32>(word == 0x65757274) & <i32>(count == 4) // "true"
      const isFalse = <i32>(word == 0x736c6166) & <i32>(load<u8>(at, 4) == 101) & <i32>(count == 5) // "fals" "e"
      return (isTrue | isFalse) != 0
    }
    case UUID:
      return isUuid(at, at + count)
  }
  return false
}

/** Writes that there is no value; answers the address behind it. */
// @ts-ignore: decorator
@inline
export function writeNothing(column: usize, to: usize): usize {
  if (load<i32>(column, CHECK) == SKIPPED) return to
  return copy(to, load<u32>(column, NOTHING), load<u32>(column, NOTHING + 4))
}

/** Checks and writes a value; answers the address behind it, 0 where the row is to be left. */
// @ts-ignore: decorator
@inline
export function writeValue(column: usize, at: usize, count: usize, isText: bool, to: usize, limit: usize): usize {
  const check = load<i32>(column, CHECK)
  if (check == SKIPPED) return to
  if (<i32>count > load<i32>(column, LONGEST) || <i32>count < load<i32>(column, SHORTEST) || to + count * 3 > limit) return 0
  if (isText && load<i32>(column, REFUSES_TEXT) != 0) return 0
  if (!passes(column, check, at, count)) return 0
  const sort = load<i32>(column, SORT)
  if (sort == BOOLEAN_WORDS) {
    const word = column + (load<u8>(at) == 116 ? BEFORE : AFTER)
    return copy(to, load<u32>(word), load<u32>(word, 4))
  }
  if (sort == FINITE && <u8>(load<u8>(at + count - 1) - 48) > 9) return 0
  to = copy(to, load<u32>(column, BEFORE), load<u32>(column, BEFORE + 4))
  const escapes = <usize>load<u32>(column, ESCAPES)
  if (escapes != 0) {
    to = copyEscaped(to, at, at + count, escapes)
    if (to == 0) return 0
  } else {
    copy(to, at, count)
    if (sort == WITH_T) store<u8>(to + 10, 84)
    to += count
  }
  return copy(to, load<u32>(column, AFTER), load<u32>(column, AFTER + 4))
}
