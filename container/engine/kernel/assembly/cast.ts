import { EMPTY, ends, ERROR, input, kinds, QUOTED, rowNumbers, rowStarts, starts, typedEnds, typedStarts, UNCACHED } from './batch'
import { FIRST_YEAR, isDate, isDigit, MINUS, POINT, two, ZERO } from './bytes'
import { beginRewriting, countRewritten, rewrite } from './forms'

/** What a column's cells must be to need no second look. The order is that of `checks` in ../../cast/kernel-cast.ts. */
export const ANYTHING: i32 = 0
export const INTEGER: i32 = 1
export const DECIMAL: i32 = 2
export const DATE: i32 = 3
export const TIMESTAMP: i32 = 4
export const TIMESTAMP_ZONED: i32 = 5
export const TIME: i32 = 6
export const BOOLEAN: i32 = 7
export const UUID: i32 = 8
export const FLOAT: i32 = 9

/** Up to 18 digits: any such number fits 64 bits. */
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

/** As many digits as a double holds whatever they are. */
const FLOAT_DIGITS: i32 = 15
/** Of the text and of the exponent, so that the value is far from what a double cannot hold. */
const FLOAT_BYTES: usize = 40
const EXPONENT_MAX: i32 = 250

/** Where the digits end that begin at `at`. */
// @ts-ignore: decorator
@inline
function digitsEnd(at: usize, end: usize): usize {
  while (at < end && isDigit(load<u8>(at))) at++
  return at
}

/** A number with an exponent or without one. */
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
  // Zeros before the others are no digits that it has to hold.
  if (digits > FLOAT_DIGITS && digits - leadingZeros(whole, at) > FLOAT_DIGITS) return false
  return at == end || isExponent(at, end)
}

/** With the point among them or without it. */
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
  for (; at < end && isDigit(load<u8>(at)) && exponent <= EXPONENT_MAX; at++) exponent = exponent * 10 + (load<u8>(at) & 15)
  return at == end && exponent <= EXPONENT_MAX
}

/** `HH:MM:SS[.f…]`: where it ends, 0 where it is none. */
export function timeEnd(at: usize, end: usize, fraction: i32): usize {
  if (end - at < 8 || load<u8>(at + 2) != 58 || load<u8>(at + 5) != 58) return 0
  if (two(at) > 23 || two(at + 3) > 59 || two(at + 6) > 59) return 0
  at += 8
  if (at == end || load<u8>(at) != POINT) return at
  const from = ++at
  while (at < end && isDigit(load<u8>(at))) at++
  return at == from || <i32>(at - from) > fraction ? 0 : at
}

export function isTimestamp(at: usize, end: usize, fraction: i32, isZoned: bool): bool {
  if (end - at < 19 || load<u8>(at + 10) != 32 || !isDate(at, FIRST_YEAR)) return false
  const zone = timeEnd(at + 11, end, fraction)
  if (zone == 0) return false
  if (!isZoned) return zone == end
  if (end - zone != 6 || load<u8>(zone + 3) != 58) return false
  const sign = load<u8>(zone)
  return (sign == 43 || sign == MINUS) && two(zone + 1) <= 15 && two(zone + 4) <= 59
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

/** A column's description: i32 index, check, whole digits, fraction digits, significant digits, refuses text; its form. */
const COLUMN_BYTES: usize = 40
const FRACTION: usize = 12
const FORM: usize = 24

/** Where the texts end of values that were rewritten. */
export let castText: i32 = 0

// @ts-ignore: decorator
@inline
function passes(column: usize, at: usize, end: usize): bool {
  switch (load<i32>(column, 4)) {
    case ANYTHING:
      return true
    case INTEGER:
      return isInteger(at, end)
    case DECIMAL:
      return isDecimal(at, end, load<i32>(column, 8), load<i32>(column, 12), load<i32>(column, 16))
    case DATE:
      return end - at == 10 && isDate(at, FIRST_YEAR)
    case TIMESTAMP:
      return isTimestamp(at, end, load<i32>(column, 12), false)
    case TIMESTAMP_ZONED:
      return isTimestamp(at, end, load<i32>(column, 12), true)
    case TIME:
      return timeEnd(at, end, load<i32>(column, 12)) == end
    case BOOLEAN:
      return isBoolean(at, end)
    case UUID:
      return isUuid(at, end)
    case FLOAT:
      return isFloat(at, end)
  }
  return false
}

/** What a value takes at most when it is rewritten, and copies run beyond. */
const REWRITTEN_ROOM: usize = 64

/**
 * Casts rows from `row` on as long as every cell is canonical already or in its column's form, to typed rows from `typedRow`
 * on; what is rewritten stands from `text` to `textEnd` at most. Answers the first row that needs a second look or is none of
 * the table's (its number is not above the header's), or `rowEnd`. Where `takesShort`, a row that ends early has no values there.
 */
export function castRows(
  row: i32,
  rowEnd: i32,
  width: i32,
  columns: usize,
  columnCount: i32,
  typedRow: i32,
  lastHeadRow: f64,
  takesShort: bool,
  text: i32,
  textEnd: i32,
): i32 {
  castText = text
  let to = <usize>(typedRow * columnCount) << 2
  const columnsEnd = columns + <usize>columnCount * COLUMN_BYTES
  for (; row < rowEnd; row++) {
    if (load<f64>(rowNumbers + (<usize>row << 3)) <= lastHeadRow) return row
    const first = load<i32>(rowStarts + (<usize>row << 2))
    const count = load<i32>(rowStarts + (<usize>row << 2), 4) - first
    if (count != width && (count > width || !takesShort)) return row
    let textTo = input + castText
    beginRewriting()
    for (let column = columns; column < columnsEnd; column += COLUMN_BYTES, to += 4) {
      const index = load<i32>(column)
      const cell = first + index
      const kind = index < count ? load<u8>(kinds + cell) : EMPTY
      if (kind == EMPTY) {
        store<i32>(typedStarts + to, -1)
        continue
      }
      if (kind == ERROR || kind == UNCACHED || (kind == QUOTED && load<i32>(column, 20) != 0)) return row
      const start = load<i32>(starts + (<usize>cell << 2))
      const end = load<i32>(ends + (<usize>cell << 2))
      if (passes(column, input + start, input + end)) {
        store<i32>(typedStarts + to, start)
        store<i32>(typedEnds + to, end)
        continue
      }
      if (textTo + <usize>(end - start) + REWRITTEN_ROOM > input + textEnd) return row
      store<i32>(typedStarts + to, <i32>(textTo - input))
      textTo = rewrite(column + FORM, load<i32>(column, FRACTION), input + start, input + end, textTo)
      if (textTo == 0) return row
      store<i32>(typedEnds + to, <i32>(textTo - input))
    }
    castText = <i32>(textTo - input)
    countRewritten()
  }
  return row
}
