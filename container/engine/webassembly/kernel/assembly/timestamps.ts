// Dates and timestamps in common formats other than the canonical one, read as strictly as by DateParser in
// ../../../values/dates.ts. The host parses all other formats.
import { mayLeaveCalendar, SURE_HOURS } from './checks'
import {
  REWRITE_DATE as DAY,
  REWRITE_TIMESTAMP_ZONED as ZONED_MOMENT,
  ORDER_YMD as YEAR_FIRST,
  ORDER_DMY as DAY_FIRST,
} from './layout'
import { appendTwo, copy, digitsEnd, FIRST_YEAR, isDate, isDigit, MINUS, POINT, two } from './bytes'

const SPACE: u8 = 32
const SLASH: u8 = 47
const COLON: u8 = 58
const LOWER_T: u8 = 116
const LOWER_Z: u8 = 122

/** The position where reading stopped. A position past the end of the value means that the value is not a date. */
let readTo: usize = 0

/** Returns one or two digits as a number, or 100 if there is no digit. */
function upToTwo(at: usize, end: usize): i32 {
  const pair = at + 1 < end ? two(at) : 100
  readTo = pair < 100 ? at + 2 : at + 1
  return pair < 100 || !isDigit(load<u8>(at)) ? pair : <i32>(load<u8>(at) & 15)
}

/** Writes `2024-01-31`, `31.1.2024`, `1/31/2024` as `YYYY-MM-DD`. Returns whether the day exists. */
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
  // A byte that is not a digit was written as an invalid digit.
  return isDate(to, isYearFirst ? FIRST_YEAR : 1)
}

/** Writes `9:05` or `09:05:59.123` as `HH:MM:SS[.f…]`. Returns its end, or 0 if the text is not a time of day. */
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
  readTo = digitsEnd(readTo, end)
  const digits = <i32>(readTo - point - 1)
  return digits == 0 || digits > fraction ? 0 : copy(to, point, readTo - point)
}

/**
 * Writes `Z`, `+02:00`, `+0200`, `+02` as `+HH:MM`. Returns its end, or 0 if the rest of the text is not a time zone.
 */
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
  if (hours > SURE_HOURS || minutes > 59 || (count != 3 && count != 5 && !hasColon)) return 0
  store<u8>(to++, sign)
  to = appendTwo(to, hours)
  store<u8>(to++, COLON)
  return appendTwo(to, minutes)
}

function writeTime(isZoned: bool, at: usize, end: usize, fraction: i32, to: usize): usize {
  const separator = load<u8>(at)
  if (at >= end || (separator != SPACE && (separator | 32) != LOWER_T)) return 0
  store<u8>(to, SPACE)
  to = writeClock(at + 1, end, fraction, to + 1)
  return to == 0 || !isZoned ? to : writeZone(readTo, end, to)
}

/** Writes a date or a timestamp as canonical text. Returns its end, or 0 for any other text. */
export function writeTimestamp(part: i32, order: i32, fraction: i32, at: usize, end: usize, to: usize): usize {
  if (!writeDay(order, at, end, to)) return 0
  const day = to
  to += 10
  if (part != DAY) to = writeTime(part == ZONED_MOMENT, readTo, end, fraction, to)
  return readTo != end || (part == ZONED_MOMENT && to != 0 && mayLeaveCalendar(day, to)) ? 0 : to
}
