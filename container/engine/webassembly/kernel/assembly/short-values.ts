// Checks short values, sixteen bytes at once. checks.ts has the same checks byte by byte. None of these functions calls
// another one, for the reason given in fast-values.ts.
import { daysIn, MINUS } from './bytes'
import { FRACTION, SIGNIFICANT, WHOLE } from './checks'

/**
 * Constants of 16 bytes each, written by the host. They stay in memory because the compiler would build them again at
 * every use.
 */
const CONTROLS: usize = 0
const SPECIAL: usize = 16
const OTHER_SPECIAL: usize = 32
const ZEROS: usize = 48
const NINES: usize = 64
const POINTS: usize = 80
const MOMENT: usize = 96
const MOMENT_REST: usize = 144
const LETTERS_A: usize = 176
const LETTERS_F: usize = 192
const HYPHENS: usize = 208

/** Returns one bit for each of 16 bytes that is a digit. */
// @inline
function digitsOf(constants: usize, bytes: v128): i32 {
  return i8x16.bitmask(i8x16.le_u(i8x16.sub(bytes, v128.load(constants, ZEROS)), v128.load(constants, NINES)))
}

/** Does the work of isInteger for values of up to 16 bytes at once. */
// @inline
export function isShortInteger(constants: usize, bytes: v128, at: usize, count: usize): bool {
  const all = (1 << (<i32>count)) - 1
  const sign = <i32>(load<u8>(at) == MINUS)
  const isZeroFirst = load<u8>(at + sign) == 48
  if (((digitsOf(constants, bytes) | sign) & all) != all) return false
  // A sign alone is not a number, and a number begins with a zero only if it is zero.
  return isZeroFirst ? <i32>count + sign == 1 : <i32>count > sign
}

/** Does the work of isDecimal for values of up to 16 bytes. */
// @inline
export function isShortDecimal(constants: usize, sizes: usize, bytes: v128, at: usize, count: usize): bool {
  const all = (1 << (<i32>count)) - 1
  const sign = <i32>(load<u8>(at) == MINUS)
  const points = i8x16.bitmask(i8x16.eq(bytes, v128.load(constants, POINTS))) & all
  // Without a point, its position would be after the digits.
  const point = <i32>ctz(points | (1 << (<i32>count)))
  const fraction = <i32>count - point - <i32>(points != 0)
  const whole = point - sign
  const isZeroFirst = <i32>(load<u8>(at + sign) == 48)
  if (((digitsOf(constants, bytes) | points | sign) & all) != all || (points & (points - 1)) != 0) return false
  if (whole <= 0 || (points != 0 && fraction == 0)) return false
  if (isZeroFirst != 0 && whole > 1) return false
  // Negative zero is not canonical.
  if (sign != 0 && (i8x16.bitmask(i8x16.gt_u(bytes, v128.load(constants, ZEROS))) & all) == 0) return false
  const digits = whole - isZeroFirst
  if (digits > load<i32>(sizes, WHOLE) || fraction > load<i32>(sizes, FRACTION)) return false
  return digits + fraction <= load<i32>(sizes, SIGNIFICANT)
}

// @inline
function pair(at: usize): i32 {
  return <i32>load<u8>(at) * 10 + <i32>load<u8>(at + 1) - 528
}

/** Tests whether the year, the month and the day exist. Their digits must already be known to be digits. */
// @inline
function isDay(at: usize): bool {
  if (load<u8>(at) == 48) return false
  const month = pair(at + 5)
  if (<u32>(month - 1) > 11) return false
  const day = pair(at + 8)
  if (<u32>(day - 1) > 27) return day > 0 && day <= daysIn(month, pair(at) * 100 + pair(at + 2))
  return true
}

/**
 * Compares 16 bytes with the allowed range of each byte of a timestamp. The lowest values are at `least`, followed by
 * the widths of the ranges.
 */
// @inline
function isLike(least: usize, bytes: v128): v128 {
  return i8x16.le_u(i8x16.sub(bytes, v128.load(least)), v128.load(least, 16))
}

/** Tests for `YYYY-MM-DD`. */
// @inline
export function isShortDate(constants: usize, bytes: v128, at: usize): bool {
  return (i8x16.bitmask(isLike(constants + MOMENT, bytes)) & 0x3ff) == 0x3ff && isDay(at)
}

/** Tests for `YYYY-MM-DD HH:MM:SS`, comparing all bytes at once. */
// @inline
export function isShortTimestamp(constants: usize, bytes: v128, at: usize): bool {
  const areAlike = v128.and(isLike(constants + MOMENT, bytes), isLike(constants + MOMENT_REST, v128.load(at, 3)))
  if (i8x16.bitmask(areAlike) != 0xffff) return false
  return pair(at + 11) < 24 && isDay(at)
}

/** Does the work of isBoolean. */
// @inline
export function isShortBoolean(at: usize, count: usize): bool {
  const word = load<u32>(at)
  const isTrue = <i32>(word == 0x65757274) & <i32>(count == 4) // "true"
  const isFalse = <i32>(word == 0x736c6166) & <i32>(load<u8>(at, 4) == 101) & <i32>(count == 5) // "fals" "e"
  return (isTrue | isFalse) != 0
}

/** Returns one bit for each of 16 bytes that is a lowercase hexadecimal digit. */
// @inline
function hexOf(constants: usize, bytes: v128): i32 {
  const digits = i8x16.le_u(i8x16.sub(bytes, v128.load(constants, ZEROS)), v128.load(constants, NINES))
  const letters = i8x16.le_u(i8x16.sub(bytes, v128.load(constants, LETTERS_A)), v128.load(constants, LETTERS_F))
  return i8x16.bitmask(v128.or(digits, letters))
}

/** Tests whether 16 bytes are hyphens at the positions of `hyphens`, and hexadecimal digits elsewhere. */
// @inline
function isPartOfUuid(constants: usize, at: usize, hyphens: i32): bool {
  const bytes = v128.load(at)
  const found = i8x16.bitmask(i8x16.eq(bytes, v128.load(constants, HYPHENS)))
  return found == hyphens && (hexOf(constants, bytes) | hyphens) == 0xffff
}

/** Does the work of isUuid for 36 bytes: the first 16, the next 16 and the last ones. */
// @inline
export function isShortUuid(constants: usize, at: usize): bool {
  if (!isPartOfUuid(constants, at, (1 << 8) | (1 << 13))) return false
  if (!isPartOfUuid(constants, at + 16, (1 << 2) | (1 << 7))) return false
  return isPartOfUuid(constants, at + 20, 1 << 3)
}

/** Returns one bit for each of 16 bytes that must not be written unchanged. */
// @inline
export function specialsOf(constants: usize, bytes: v128): u32 {
  const isSpecial = v128.or(
    i8x16.eq(bytes, v128.load(constants, SPECIAL)),
    i8x16.eq(bytes, v128.load(constants, OTHER_SPECIAL)),
  )
  return <u32>i8x16.bitmask(v128.or(isSpecial, i8x16.le_u(bytes, v128.load(constants, CONTROLS))))
}
