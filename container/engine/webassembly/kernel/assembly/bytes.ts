// Byte checks that all text readers share.

export const MINUS: u8 = 45
export const POINT: u8 = 46
export const ZERO: u8 = 48

// @inline
export function isDigit(byte: u8): bool {
  return <u8>(byte - ZERO) < 10
}

/** Returns the end of the digits that begin at `at`. */
// @inline
export function digitsEnd(at: usize, end: usize): usize {
  while (at < end && isDigit(load<u8>(at))) at++
  return at
}

// @inline
export function isSpace(byte: u8): bool {
  return byte == 32 || <u8>(byte - 9) < 5
}

/** Returns the length of the space at `at`, including no-break spaces (U+00A0, U+202F), or 0 if there is none. */
// @inline
function spaceAt(at: usize, end: usize): usize {
  const byte = load<u8>(at)
  if (byte < 0xc2) return isSpace(byte) ? 1 : 0
  if (byte == 0xc2) return at + 2 <= end && load<u8>(at, 1) == 0xa0 ? 2 : 0
  return byte == 0xe2 && at + 3 <= end && load<u8>(at, 1) == 0x80 && load<u8>(at, 2) == 0xaf ? 3 : 0
}

/** Returns the length of the space that ends at `end`, or 0 if there is none. */
// @inline
function spaceBefore(at: usize, end: usize): usize {
  const byte = load<u8>(end - 1)
  if (byte < 0xa0) return isSpace(byte) ? 1 : 0
  if (byte == 0xa0) return at + 2 <= end && load<u8>(end - 2) == 0xc2 ? 2 : 0
  return byte == 0xaf && at + 3 <= end ? spaceAt(end - 3, end) : 0
}

/** Skips the spaces at `at`. */
export function trimmedStart(at: usize, end: usize): usize {
  while (at < end) {
    const size = spaceAt(at, end)
    if (size == 0) break
    at += size
  }
  return at
}

/** Skips the spaces that end at `end`. */
export function trimmedEnd(at: usize, end: usize): usize {
  while (end > at) {
    const size = spaceBefore(at, end)
    if (size == 0) break
    end -= size
  }
  return end
}

export function isHex(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 32) - 97) < 6
}

/** Returns two digits as a number, or 100 if they are not digits. */
// @inline
export function two(at: usize): i32 {
  const tens = <u8>(load<u8>(at) - ZERO)
  const ones = <u8>(load<u8>(at + 1) - ZERO)
  return tens < 10 && ones < 10 ? <i32>tens * 10 + <i32>ones : 100
}

export function appendTwo(to: usize, value: i32): usize {
  store<u8>(to, ZERO + <u8>(value / 10))
  store<u8>(to, ZERO + <u8>(value % 10), 1)
  return to + 2
}

/** The first year with four digits. */
export const FIRST_YEAR: i32 = 1000

/** Tests for `YYYY-MM-DD` of a date that exists, not earlier than the year `firstYear`. */
export function isDate(at: usize, firstYear: i32): bool {
  const century = two(at)
  const years = two(at + 2)
  const month = two(at + 5)
  const day = two(at + 8)
  if (century > 99 || years > 99 || century * 100 + years < firstYear) return false
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  if (load<u8>(at + 4) != MINUS || load<u8>(at + 7) != MINUS) return false
  return day <= 28 || day <= daysIn(month, century * 100 + years)
}

export function daysIn(month: i32, year: i32): i32 {
  if (month == 2) return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/** Copies in steps of 16 bytes, so it reads and writes up to 15 bytes too many. Returns the end of the copy. */
// @inline
export function copy(to: usize, from: usize, count: usize): usize {
  for (let done: usize = 0; done < count; done += 16) v128.store(to + done, v128.load(from + done))
  return to + count
}
