// Values in a dump's rows, in the notation of servers. Each reader returns the address after the value, or NOT_HERE if
// the host must read the row.
import { copy, digitsEnd, isDate, isDigit, MINUS, POINT, two, ZERO } from './bytes'
import {
  BACKSLASH,
  copyHex,
  copyString,
  hasHigh,
  hexString,
  isBelowFour,
  isBelowLatin,
  NOT_HERE,
  stringEnd,
  to,
  writeAt,
} from './dump-text'
import { findLabel } from './labels'

const QUOTE: u8 = 39
const DOUBLE_QUOTE: u8 = 34
const COLON: u8 = 58
const SPACE: u8 = 32

/** Whether `"` quotes strings, which sql_mode may change. */
export let hasDoubleQuotes: bool = true
export function takeDoubleQuotes(yes: bool): void {
  hasDoubleQuotes = yes
}

// @inline
export function isQuote(byte: u8): bool {
  return byte == QUOTE || (byte == DOUBLE_QUOTE && hasDoubleQuotes)
}

// @inline
export function isNull(at: usize): bool {
  return load<u32>(at) == 0x4c4c554e
}

// @inline
export function push(byte: u8): void {
  store<u8>(to, byte)
  writeAt(to + 1)
}

function append(from: usize, count: usize): void {
  writeAt(copy(to, from, count))
}

/** Skips `_binary `, which precedes strings of bytes. */
// @inline
export function afterIntroducer(at: usize): usize {
  const isBinary = load<u64>(at) == 0x207972616e69625f
  return isBinary ? at + 8 : at
}

/** Skips a value that is not needed. */
export function skipValue(at: usize, end: usize): usize {
  let from = afterIntroducer(at)
  const first = load<u8>(from)
  if (isQuote(first)) {
    const close = stringEnd(from + 1, end, first)
    return close == NOT_HERE ? NOT_HERE : close + 1
  }
  if (from != at) return NOT_HERE
  while (from < end) {
    const byte = load<u8>(from)
    const isPlain = isDigit(byte) || byte == MINUS || byte == POINT || <u8>((byte | 32) - 97) < 26
    if (!isPlain) break
    from++
  }
  // Two minus signs begin a comment.
  if (load<u8>(at) == MINUS && load<u8>(at + 1) == MINUS) return NOT_HERE
  return from >= end || from == at ? NOT_HERE : from
}

const POWERS_MAX: u64 = 0x7fffffffffffffff

/** Flags next to the size of a number: no negative values, and only the years that a server stores. */
const UNSIGNED: i32 = 128
const YEAR: i32 = 256
const SMALLEST_YEAR: u64 = 1901
const LARGEST_YEAR: u64 = 2155
const SIZE: i32 = 127
// The bits from here on limit the digits after the point of a decimal.
const PLACES_SHIFT: i32 = 9

/** Writes an integer of this many bits, quoted or not. */
export function integer(at: usize, end: usize, size: i32): usize {
  const bits = size & SIZE
  const quote = load<u8>(at)
  const isQuoted = isQuote(quote)
  if (isQuoted) at++
  const from = at
  const isNegative = load<u8>(at) == MINUS
  if (isNegative) at++
  const digitsFrom = at
  let number: u64 = 0
  while (at < end && isDigit(load<u8>(at))) number = number * 10 + <u64>(load<u8>(at++) - ZERO)
  const digits = at - digitsFrom
  if (at >= end || digits == 0 || digits > 19) return NOT_HERE
  if (load<u8>(digitsFrom) == ZERO && (digits > 1 || isNegative)) return NOT_HERE
  if (isNegative && (size & UNSIGNED) != 0) return NOT_HERE
  if ((size & YEAR) != 0 && (number < SMALLEST_YEAR || number > LARGEST_YEAR)) return NOT_HERE
  if (number > POWERS_MAX >> <u64>(64 - bits)) return NOT_HERE
  append(from, at - from)
  if (!isQuoted) return at
  return load<u8>(at) == quote ? at + 1 : NOT_HERE
}

/**
 * Writes a number without an exponent, with at most this many digits before its point. The size may also limit the
 * digits after the point.
 */
export function decimal(at: usize, end: usize, size: i32, longest: i32): usize {
  const quote = load<u8>(at)
  const isQuoted = isQuote(quote)
  if (isQuoted) at++
  const from = at
  const isNegative = load<u8>(at) == MINUS
  if (isNegative && (size & UNSIGNED) != 0) return NOT_HERE
  if (isNegative) at++
  const digitsFrom = at
  at = digitsEnd(at, end)
  const digits = <i32>(at - digitsFrom)
  if (digits == 0 || digits > (size & SIZE)) return NOT_HERE
  if (load<u8>(at) == POINT) {
    const point = at
    at = digitsEnd(at + 1, end)
    const placesLimit = size >> PLACES_SHIFT
    if (placesLimit > 0 && <i32>(at - point) > placesLimit) return NOT_HERE
  }
  if (at >= end || <i32>(at - from) > longest) return NOT_HERE
  append(from, at - from)
  if (!isQuoted) return at
  return load<u8>(at) == quote ? at + 1 : NOT_HERE
}

/** Reads 0 or 1, or the byte of a bit. The byte `0` or `1` is in `truth`. */
export let truth: u8 = 0
export function boolean(at: usize, end: usize, isBit: bool): usize {
  if (at + 16 > end) return NOT_HERE
  let from = afterIntroducer(at)
  const first = load<u8>(from)
  if (first == 98 && load<u8>(from + 1) == QUOTE) return quotedTruth(from + 1, QUOTE)
  if (isQuote(first)) {
    if (!isBit) return quotedTruth(from, first)
    const byte = load<u8>(from + 1)
    if (byte == BACKSLASH && load<u8>(from + 2) == ZERO && load<u8>(from + 3) == first) {
      truth = ZERO
      return from + 4
    }
    if (byte > 1 || load<u8>(from + 2) != first) return NOT_HERE
    truth = ZERO + byte
    return from + 3
  }
  truth = first
  return first == ZERO || first == 49 ? from + 1 : NOT_HERE
}

function quotedTruth(at: usize, quote: u8): usize {
  truth = load<u8>(at + 1)
  return (truth == ZERO || truth == 49) && load<u8>(at + 2) == quote ? at + 3 : NOT_HERE
}

/** The most digits of a fraction of a second. */
export const FRACTION_MAX: i32 = 6

/**
 * Returns the end of `:MM:SS` and up to six digits after a point. Only zeros may follow the digits that the column
 * stores.
 */
function minutesEnd(at: usize, digits: i32): usize {
  if (load<u8>(at) != COLON || load<u8>(at + 3) != COLON || two(at + 1) > 59 || two(at + 4) > 59) return NOT_HERE
  at += 6
  if (load<u8>(at) != POINT) return at
  const from = ++at
  while (isDigit(load<u8>(at))) {
    if (<i32>(at - from) >= digits && load<u8>(at) != ZERO) return NOT_HERE
    at++
  }
  return at - from > <usize>FRACTION_MAX || at == from ? NOT_HERE : at
}

/**
 * Returns the end of a quoted date, or of a date and a time with this many digits of a fraction. It is written only if
 * `isWritten` is set.
 */
export function date(at: usize, end: usize, mayHaveTime: bool, digits: i32, isWritten: bool): usize {
  const quote = load<u8>(at++)
  if (at + 32 > end || !isQuote(quote) || !isDate(at, 1)) return NOT_HERE
  let close = at + 10
  if (load<u8>(close) != quote) {
    if (!mayHaveTime || load<u8>(close) != SPACE || two(close + 1) > 23) return NOT_HERE
    close = minutesEnd(close + 3, digits)
    if (close == NOT_HERE || load<u8>(close) != quote) return NOT_HERE
  }
  if (isWritten) append(at, close - at)
  return close + 1
}

/** Tests for a year in which every server stores timestamps, whatever its time zone. */
// @inline
export function isSafeYear(at: usize): bool {
  const year = two(at) * 100 + two(at + 2)
  return year > 1970 && year < 2038
}

/** The most hours of a time that a server stores, whatever its minutes and its fraction. */
const LARGEST_SAFE_HOURS: i32 = 837

/** Reads a quoted time of day, or a duration if `isInterval` is set. */
export function time(at: usize, end: usize, isInterval: bool, digits: i32, isWritten: bool): usize {
  const quote = load<u8>(at++)
  if (at + 32 > end || !isQuote(quote)) return NOT_HERE
  let from = at
  if (isInterval && load<u8>(from) == MINUS) from++
  let hours = two(from)
  if (hours > 99) return NOT_HERE
  from += 2
  if (isInterval && isDigit(load<u8>(from))) {
    if (hours * 10 + <i32>(load<u8>(from++) - ZERO) > LARGEST_SAFE_HOURS) return NOT_HERE
  } else if (!isInterval && hours > 23) return NOT_HERE
  const close = minutesEnd(from, digits)
  if (close == NOT_HERE || load<u8>(close) != quote) return NOT_HERE
  if (isWritten) append(at, close - at)
  return close + 1
}

/** The characters of a text: any, all of fewer than four bytes, or else those in the bits at an address. */
const ANY_CHARACTER: i32 = 0
const BASIC_CHARACTERS: i32 = 1
/** The bits for characters of two bytes come before those for characters of three bytes that begin with E2. */
const BYTES_FOR_TWO: usize = 256

/** Tests whether all characters beyond ASCII of a text in UTF-8 have their bits. Rare ones are left to the host. */
function hasOnly(at: usize, end: usize, bits: usize): bool {
  while (at < end) {
    let mask = i8x16.bitmask(v128.load(at))
    if (end - at < 16) mask &= (1 << (<i32>(end - at))) - 1
    if (mask == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(mask)
    do {
      const lead = load<u8>(at)
      const tail = <usize>load<u8>(at, 1) & 63
      let code = ((<usize>lead & 31) << 6) | tail
      let table = bits
      if (lead >= 0xe0) {
        if (lead != 0xe2) return false
        code = (tail << 6) | (<usize>load<u8>(at, 2) & 63)
        table += BYTES_FOR_TWO
        at++
      }
      if (((load<u8>(table + (code >> 3)) >> <u8>(code & 7)) & 1) == 0) return false
      at += 2
    } while (at < end && load<u8>(at) > 127)
  }
  return true
}

/** Tests for a text without characters of four bytes. */
function isBasic(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) >= 0xf0) return false
  return true
}

/** Tests whether the bits include all characters from U+0080 to U+00FF. */
// @inline
function hasLatin(bits: usize): bool {
  return (load<u64>(bits, 16) & load<u64>(bits, 24)) == u64.MAX_VALUE
}

/** Tests whether the character set of a column has all characters of the last written text. */
// @inline
function isStorable(at: usize, end: usize, characters: i32): bool {
  if (!hasHigh || characters == ANY_CHARACTER) return true
  if (characters == BASIC_CHARACTERS) return isBelowFour || isBasic(at, end)
  return (isBelowLatin && hasLatin(<usize>characters)) || hasOnly(at, end, <usize>characters)
}

/**
 * Writes text of at most this many characters and bytes. Its bytes beyond ASCII are known to be UTF-8 before
 * `validUntil`.
 */
export function text(at: usize, end: usize, size: i32, longest: i32, characters: i32, validUntil: usize): usize {
  const quote = load<u8>(at)
  if (!isQuote(quote)) return NOT_HERE
  const from = at + 1
  at = copyString(from, end, quote)
  if (at == NOT_HERE || (hasHigh && at > validUntil)) return NOT_HERE
  if (longest > 0 && <i32>(at - 1 - from) > longest) return NOT_HERE
  if (size > 0 && <i32>(at - 1 - from) > size && count(from, at - 1) > size) return NOT_HERE
  return isStorable(from, at - 1, characters) ? at : NOT_HERE
}

/** Counts characters. The result is never too low, because an escape counts twice. */
function count(at: usize, end: usize): i32 {
  let found = 0
  for (; at < end; at++) if ((load<u8>(at) & 0xc0) != 0x80) found++
  return found
}

export function bytes(at: usize, end: usize): usize {
  store<u16>(to, 0x5c5c)
  store<u8>(to, 120, 2)
  writeAt(to + 3)
  if (load<u16>(at) == 0x7830) return copyHex(at + 2, end)
  at = afterIntroducer(at)
  const quote = load<u8>(at)
  return isQuote(quote) ? hexString(at + 1, end, quote) : NOT_HERE
}

function isAscii(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) > 127) return false
  return true
}

/** Writes one of a list of labels. */
export function label(at: usize, end: usize, list: usize, validUntil: usize): usize {
  const quote = load<u8>(at++)
  if (!isQuote(quote)) return NOT_HERE
  const close = stringEnd(at, end, quote)
  if (close == NOT_HERE || (close > validUntil && !isAscii(at, close))) return NOT_HERE
  const entry = findLabel(list, at, <u32>(close - at))
  if (entry == 0) return NOT_HERE
  append(entry + 8 + load<u32>(entry), load<i32>(entry, 4))
  return close + 1
}

/** Writes 36 characters with dashes, which are quoted. */
export function uuid(at: usize, end: usize): usize {
  const quote = load<u8>(at++)
  if (at + 40 > end || !isQuote(quote) || load<u8>(at + 36) != quote) return NOT_HERE
  for (let index: usize = 0; index < 36; index++) {
    const byte = load<u8>(at + index)
    if (index == 8 || index == 13 || index == 18 || index == 23) {
      if (byte != MINUS) return NOT_HERE
    } else if (!isDigit(byte) && <u8>((byte | 32) - 97) > 5) return NOT_HERE
  }
  append(at, 36)
  return at + 37
}
