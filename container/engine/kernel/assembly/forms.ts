// Days and moments in a form that a whole column has, written as canonical text: the twin of DateParser in
// ../../values/dates.ts for what is usual, and as strict. Everything else is left to it.
import { appendTwo, copy, FIRST_YEAR, isDate, isDigit, MINUS, POINT, two } from './bytes'

/**
 * A column's form, 16 bytes: what its values are and in which order their days are written; the address of those that may
 * be rewritten, as the report shows them (two of 64 bytes, each an i32 length and the bytes; 0: all may be); how many were
 * rewritten; and the form of another column whose value was rewritten in the same row. ../../cast/kernel-fixes.ts writes it.
 */
const PART: usize = 0
const ORDER: usize = 1
const KNOWN: usize = 4
const COUNT: usize = 8
const NEXT: usize = 12

const KNOWN_BYTES: usize = 64
const KNOWN_END: usize = 128

/** The order is that of `parts` in ../../cast/kernel-fixes.ts, as that of the next ones is that of `orders` there. */
const LEFT: i32 = 0
const DAY: i32 = 1
const MOMENT: i32 = 2
const ZONED_MOMENT: i32 = 3

const YEAR_FIRST: i32 = 0
const DAY_FIRST: i32 = 1

const SPACE: u8 = 32
const SLASH: u8 = 47
const COLON: u8 = 58
const LOWER_T: u8 = 116
const LOWER_Z: u8 = 122

/** The forms of the row's rewritten values, each with the address of the next. */
let rewritten: usize = 0

/** A row begins: what was rewritten in one that was left counts for nothing. */
// @ts-ignore: decorator
@inline
export function beginRewriting(): void {
  rewritten = 0
}

/** The row is taken: its fixes count. */
// @ts-ignore: decorator
@inline
export function countRewritten(): void {
  for (let form = rewritten; form != 0; form = <usize>load<u32>(form, NEXT))
    store<i32>(form, load<i32>(form, COUNT) + 1, COUNT)
}

/** Where reading ended: behind the value's end where bytes beyond it were taken for its own, which makes it none. */
let readTo: usize = 0

/** One digit or two as a number; 100 where there are none. */
function upToTwo(at: usize, end: usize): i32 {
  const pair = at + 1 < end ? two(at) : 100
  readTo = pair < 100 ? at + 2 : at + 1
  return pair < 100 || !isDigit(load<u8>(at)) ? pair : <i32>(load<u8>(at) & 15)
}

/** `2024-01-31`, `31.1.2024`, `1/31/2024` as `YYYY-MM-DD`; whether there is such a day. */
function writeDay(order: i32, at: usize, end: usize, to: usize): bool {
  const isYearFirst = order == YEAR_FIRST
  let year = at
  let first = 0
  if (isYearFirst) readTo = at + 4
  else first = upToTwo(at, end)
  const separator = load<u8>(readTo)
  if (separator != MINUS && separator != SLASH && separator != POINT) return false
  const second = upToTwo(readTo + 1, end)
  if (load<u8>(readTo) != separator) return false
  if (isYearFirst) first = upToTwo(readTo + 1, end)
  else {
    year = readTo + 1
    readTo += 5
  }
  const isDayBeforeMonth = order == DAY_FIRST
  store<u32>(to, load<u32>(year))
  store<u8>(to, MINUS, 4)
  appendTwo(to + 5, isYearFirst || isDayBeforeMonth ? second : first)
  store<u8>(to, MINUS, 7)
  appendTwo(to + 8, isYearFirst || isDayBeforeMonth ? first : second)
  // What was no digit was written as none.
  return isDate(to, isYearFirst ? FIRST_YEAR : 1)
}

/** `9:05`, `09:05:59.123` as `HH:MM:SS[.f…]`; answers where that ends, 0 where there is no time of day. */
function writeClock(at: usize, end: usize, fraction: i32, to: usize): usize {
  const hour = upToTwo(at, end)
  const minute = two(readTo + 1)
  if (hour > 23 || minute > 59 || load<u8>(readTo) != COLON) return 0
  readTo += 3
  to = appendTwo(to, hour)
  store<u8>(to++, COLON)
  to = appendTwo(to, minute)
  store<u8>(to++, COLON)
  if (readTo >= end || load<u8>(readTo) != COLON) return appendTwo(to, 0)
  const second = two(readTo + 1)
  if (second > 59) return 0
  readTo += 3
  to = appendTwo(to, second)
  if (readTo >= end || load<u8>(readTo) != POINT) return to
  const point = readTo++
  while (readTo < end && isDigit(load<u8>(readTo))) readTo++
  const digits = <i32>(readTo - point - 1)
  return digits == 0 || digits > fraction ? 0 : copy(to, point, readTo - point)
}

/** `Z`, `+02:00`, `+0200`, `+02` as `+HH:MM`; answers where that ends, 0 where there is no zone, or not one alone. */
function writeZone(at: usize, end: usize, to: usize): usize {
  const count = <i32>(end - at)
  const sign = load<u8>(at)
  readTo = end
  if ((sign | 32) == LOWER_Z && count == 1) {
    store<u64>(to, 0x30303a30302b) // "+00:00"
    return to + 6
  }
  if (sign != 43 && sign != MINUS) return 0
  const hasColon = count == 6 && load<u8>(at, 3) == COLON
  const hours = two(at + 1)
  const minutes = count == 3 ? 0 : two(at + (hasColon ? 4 : 3))
  if (hours > 15 || minutes > 59 || (count != 3 && count != 5 && !hasColon)) return 0
  store<u8>(to++, sign)
  to = appendTwo(to, hours)
  store<u8>(to++, COLON)
  return appendTwo(to, minutes)
}

function writeMoment(isZoned: bool, at: usize, end: usize, fraction: i32, to: usize): usize {
  const separator = load<u8>(at)
  if (at >= end || (separator != SPACE && (separator | 32) != LOWER_T)) return 0
  store<u8>(to, SPACE)
  to = writeClock(at + 1, end, fraction, to + 1)
  return to == 0 || !isZoned ? to : writeZone(readTo, end, to)
}

/** Whether a value is among those that may be rewritten. */
function isKnown(known: usize, at: usize, end: usize): bool {
  for (let value = known; value < known + KNOWN_END; value += KNOWN_BYTES) {
    if (<usize>load<u32>(value) != end - at) continue
    let index: usize = 0
    while (at + index < end && load<u8>(value + index, 4) == load<u8>(at + index)) index++
    if (at + index == end) return true
  }
  return false
}

/** Writes a value in the column's form as canonical text; answers where that ends, 0 for a value that is not in it. */
export function rewrite(form: usize, fraction: i32, at: usize, end: usize, to: usize): usize {
  const part = <i32>load<u8>(form, PART)
  const known = <usize>load<u32>(form, KNOWN)
  if (part == LEFT || (known != 0 && !isKnown(known, at, end))) return 0
  if (!writeDay(<i32>load<u8>(form, ORDER), at, end, to)) return 0
  to += 10
  if (part != DAY) to = writeMoment(part == ZONED_MOMENT, readTo, end, fraction, to)
  if (to == 0 || readTo != end) return 0
  store<u32>(form, <u32>rewritten, NEXT)
  rewritten = form
  return to
}
