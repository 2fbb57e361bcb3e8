// The checks for canonical values, shared by the sample, the batches and the fast path.
import {
  CHECK_ANYTHING as ANYTHING,
  CHECK_INTEGER as INTEGER,
  CHECK_DECIMAL as DECIMAL,
  CHECK_DATE as DATE,
  CHECK_TIMESTAMP as TIMESTAMP,
  CHECK_TIMESTAMP_ZONED as TIMESTAMP_ZONED,
  CHECK_TIME as TIME,
  CHECK_BOOLEAN as BOOLEAN,
  CHECK_UUID as UUID,
  CHECK_FLOAT as FLOAT,
} from './layout'
import { digitsEnd, FIRST_YEAR, isDate, isDigit, MINUS, POINT, two, ZERO } from './bytes'

/**
 * The layout of a column's sizes: i32 numbers of digits before the point, after it (also of a second's fraction), and
 * of significant digits.
 */
export const WHOLE: usize = 0
export const FRACTION: usize = 4
export const SIGNIFICANT: usize = 8

/** Tests for up to 18 digits. Any such number fits into 64 bits. */
export function isInteger(at: usize, end: usize): bool {
  const isNegative = load<u8>(at) == MINUS
  if (isNegative) at++
  const digits = end - at
  if (end <= at || digits > 18) return false
  const first = load<u8>(at)
  if (first == ZERO && (digits > 1 || isNegative)) return false
  for (; at < end; at++) if (!isDigit(load<u8>(at))) return false
  return true
}

export function isDecimal(at: usize, end: usize, whole: i32, fraction: i32, significant: i32): bool {
  const isNegative = load<u8>(at) == MINUS
  if (isNegative) at++
  const from = at
  let anyBit: u8 = 0
  while (at < end && isDigit(load<u8>(at))) anyBit |= load<u8>(at++) & 15
  let digits = <i32>(at - from)
  if (digits == 0) return false
  const leadsWithZero = load<u8>(from) == ZERO
  if (leadsWithZero && digits > 1) return false
  if (leadsWithZero) digits = 0
  let fractionDigits: i32 = 0
  if (at < end) {
    if (load<u8>(at++) != POINT) return false
    const fractionFrom = at
    while (at < end && isDigit(load<u8>(at))) anyBit |= load<u8>(at++) & 15
    fractionDigits = <i32>(at - fractionFrom)
    if (at != end || fractionDigits == 0) return false
  }
  if (isNegative && anyBit == 0) return false
  return digits <= whole && fractionDigits <= fraction && digits + fractionDigits <= significant
}

/** A double represents every number with this many digits exactly. */
const FLOAT_DIGITS: i32 = 15
/** The maximum number of bytes of digits and exponent that stay far from the limits of a double. */
const FLOAT_BYTES: usize = 40
const EXPONENT_MAX: i32 = 250

/** Tests for a number with or without an exponent. */
export function isFloat(at: usize, end: usize): bool {
  if (end - at > FLOAT_BYTES) return false
  if (load<u8>(at) == MINUS) at++
  const whole = at
  at = digitsEnd(at, end)
  if (at == whole || (load<u8>(whole) == ZERO && at - whole > 1)) return false
  let digits = <i32>(at - whole)
  if (at < end && load<u8>(at) == POINT) {
    const fraction = ++at
    at = digitsEnd(at, end)
    if (at == fraction) return false
    digits += <i32>(at - fraction)
  }
  // Leading zeros do not count as digits of the double.
  if (digits > FLOAT_DIGITS && digits - leadingZeros(whole, at) > FLOAT_DIGITS) return false
  return at == end || isExponent(at, end)
}

/** Counts leading zeros, with or without the point among them. */
function leadingZeros(at: usize, end: usize): i32 {
  let zeros = 0
  for (; at < end && load<u8>(at) <= ZERO; at++) if (load<u8>(at) == ZERO) zeros++
  return zeros
}

function isExponent(at: usize, end: usize): bool {
  if ((load<u8>(at) | 32) != 101) return false
  const sign = load<u8>(++at)
  if (at < end && (sign == 43 || sign == MINUS)) at++
  if (at == end) return false
  let exponent: i32 = 0
  for (; at < end && isDigit(load<u8>(at)) && exponent <= EXPONENT_MAX; at++)
    exponent = exponent * 10 + (load<u8>(at) & 15)
  return at == end && exponent <= EXPONENT_MAX
}

/** Returns the end of `HH:MM:SS[.f…]`, or 0 if it is not a time. */
export function timeEnd(at: usize, end: usize, fraction: i32): usize {
  if (end - at < 8 || load<u8>(at + 2) != 58 || load<u8>(at + 5) != 58) return 0
  if (two(at) > 23 || two(at + 3) > 59 || two(at + 6) > 59) return 0
  at += 8
  if (at == end || load<u8>(at) != POINT) return at
  const from = ++at
  at = digitsEnd(at, end)
  return at == from || <i32>(at - from) > fraction ? 0 : at
}

export function isTimestamp(at: usize, end: usize, fraction: i32, isZoned: bool): bool {
  if (end - at < 19 || load<u8>(at + 10) != 32 || !isDate(at, FIRST_YEAR)) return false
  const zone = timeEnd(at + 11, end, fraction)
  if (zone == 0) return false
  if (!isZoned) return zone == end
  if (end - zone != 6 || load<u8>(zone + 3) != 58) return false
  const sign = load<u8>(zone)
  return (
    (sign == 43 || sign == MINUS) && two(zone + 1) <= SURE_HOURS && two(zone + 4) <= 59 && !mayLeaveCalendar(at, end)
  )
}

/** The largest offset that every dialect accepts. Only the plain code has the limits of each dialect. */
export const SURE_HOURS: i32 = 13

/**
 * Tests whether an offset could move a timestamp of the first or the last year out of the calendar. The host handles
 * such values.
 */
export function mayLeaveCalendar(at: usize, end: usize): bool {
  const year = load<u32>(at)
  const isUtc = load<u32>(end - 5) == 0x303a3030 && load<u8>(end - 1) == ZERO // "00:0" "0"
  return (year == 0x39393939 || year == 0x31303030) && !isUtc
}

export function isBoolean(at: usize, end: usize): bool {
  if (end - at == 4) return load<u32>(at) == 0x65757274 // "true"
  return end - at == 5 && load<u32>(at) == 0x736c6166 && load<u8>(at + 4) == 101 // "fals" "e"
}

export function isUuid(at: usize, end: usize): bool {
  if (end - at != 36) return false
  for (let index: usize = 0; index < 36; index++) {
    const byte = load<u8>(at + index)
    if (index == 8 || index == 13 || index == 18 || index == 23) {
      if (byte != MINUS) return false
    } else if (!isDigit(byte) && <u8>(byte - 97) > 5) return false
  }
  return true
}

/** Tests whether a value is canonical in a column of these sizes. */
// @inline
export function passes(check: i32, sizes: usize, at: usize, end: usize): bool {
  switch (check) {
    case ANYTHING:
      return true
    case INTEGER:
      return isInteger(at, end)
    case DECIMAL:
      return isDecimal(at, end, load<i32>(sizes, WHOLE), load<i32>(sizes, FRACTION), load<i32>(sizes, SIGNIFICANT))
    case DATE:
      return end - at == 10 && isDate(at, FIRST_YEAR)
    case TIMESTAMP:
      return isTimestamp(at, end, load<i32>(sizes, FRACTION), false)
    case TIMESTAMP_ZONED:
      return isTimestamp(at, end, load<i32>(sizes, FRACTION), true)
    case TIME:
      return timeEnd(at, end, load<i32>(sizes, FRACTION)) == end
    case BOOLEAN:
      return isBoolean(at, end)
    case UUID:
      return isUuid(at, end)
    case FLOAT:
      return isFloat(at, end)
  }
  return false
}
