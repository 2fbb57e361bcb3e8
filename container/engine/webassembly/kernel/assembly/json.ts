// The grammar of JSON: where its values end, and what its escapes mean.
import { input } from './batch'
import { digitsEnd, isDigit, isHex } from './bytes'
import { appendPair, appendUnit } from './utf16'

export const QUOTE: u8 = 34
const BACKSLASH: u8 = 92
export const OPEN_OBJECT: u8 = 123
export const CLOSE_OBJECT: u8 = 125
export const OPEN_ARRAY: u8 = 91
const CLOSE_ARRAY: u8 = 93
export const COMMA: u8 = 44
export const COLON: u8 = 58

/** Returned instead of an address: the bytes end too early, or the host must read them. */
export const CUT: usize = 0
export const STRANGE: usize = 1

/** Whether the last string had an escape. */
export let hasEscape: bool = false

/** Whether the JSON text is stored unchanged. The host then reads NUL, because databases do not accept it in text. */
let isKept: bool = false

// @inline
export function skipSpace(at: usize, end: usize): usize {
  while (at < end) {
    const byte = load<u8>(at)
    if (byte != 32 && byte != 10 && byte != 13 && byte != 9) break
    at++
  }
  return at
}

function hexValue(byte: u8): u32 {
  return byte < 58 ? byte - 48 : (byte | 32) - 87
}

// @inline
function isSurrogateAt(at: usize): bool {
  return (load<u8>(at) | 32) == 100 && hexValue(load<u8>(at + 1)) >= 8
}

/**
 * Returns the end of a surrogate pair. Its first half is at `at` and has hexadecimal digits, and the second half must
 * follow.
 */
function pairEnd(at: usize, end: usize): usize {
  if (at + 12 > end) return CUT
  const isPair =
    hexValue(load<u8>(at + 3)) < 12 &&
    load<u16>(at + 6) == 0x755c &&
    (load<u8>(at + 8) | 32) == 100 &&
    isHex(load<u8>(at + 9)) &&
    hexValue(load<u8>(at + 9)) >= 12 &&
    isHex(load<u8>(at + 10)) &&
    isHex(load<u8>(at + 11))
  return isPair ? at + 12 : STRANGE
}

/** Returns the end of the escape after a backslash at `at`. The host reads half a surrogate pair. */
function escapeEnd(at: usize, end: usize): usize {
  if (at + 6 > end) return CUT
  const byte = load<u8>(at + 1)
  switch (byte) {
    case 34:
    case 92:
    case 47:
    case 98:
    case 102:
    case 110:
    case 114:
    case 116:
      return at + 2
    case 117:
      break
    default:
      return STRANGE
  }
  for (let digit: usize = 2; digit < 6; digit++) if (!isHex(load<u8>(at + digit))) return STRANGE
  if (isSurrogateAt(at + 2)) return pairEnd(at, end)
  return isKept && load<u32>(at + 2) == 0x30303030 ? STRANGE : at + 6
}

/** Returns the position of the closing quote of a string whose first character is at `at`. */
export function stringEnd(at: usize, end: usize): usize {
  const quotes = i8x16.splat(<i8>QUOTE)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  const firstPrintable = i8x16.splat(32)
  hasEscape = false
  while (at < end) {
    const bytes = v128.load(at)
    const mask = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)), i8x16.lt_u(bytes, firstPrintable)),
    )
    if (mask == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(mask)
    if (at >= end) return CUT
    const byte = load<u8>(at)
    if (byte == QUOTE) return at
    if (byte != BACKSLASH) return STRANGE
    hasEscape = true
    at = escapeEnd(at, end)
    if (at <= STRANGE) return at
  }
  return CUT
}

export function numberEnd(at: usize, end: usize): usize {
  if (load<u8>(at) == 45) at++
  const whole = at
  at = digitsEnd(at, end)
  if (at == whole || (load<u8>(whole) == 48 && at - whole > 1)) return at == end ? CUT : STRANGE
  if (at < end && load<u8>(at) == 46) {
    const fraction = at + 1
    at = digitsEnd(fraction, end)
    if (at == fraction) return at == end ? CUT : STRANGE
  }
  if (at < end && (load<u8>(at) | 32) == 101) {
    at++
    if (at < end && (load<u8>(at) == 43 || load<u8>(at) == 45)) at++
    const exponent = at
    at = digitsEnd(exponent, end)
    if (at == exponent) return at == end ? CUT : STRANGE
  }
  return at == end ? CUT : at
}

/** Returns the end of `true`, `false` or `null`. */
export function wordEnd(at: usize, end: usize): usize {
  if (at + 5 > end) return CUT
  const word = load<u32>(at)
  if (word == 0x65757274 || word == 0x6c6c756e) return at + 4
  return word == 0x736c6166 && load<u8>(at + 4) == 101 ? at + 5 : STRANGE
}

function scalarEnd(at: usize, end: usize): usize {
  const byte = load<u8>(at)
  if (byte == QUOTE) {
    const closing = stringEnd(at + 1, end)
    return closing <= STRANGE ? closing : closing + 1
  }
  if (byte == 45 || isDigit(byte)) return numberEnd(at, end)
  return wordEnd(at, end)
}

const DEPTH_MAX: i32 = 100

/**
 * Returns the end of an object or array, following the strict grammar. `stack` has one byte for each level. The host
 * reads deeper ones.
 */
// oxlint-disable-next-line complexity -- a call would cost the loop its registers
export function nestedEnd(at: usize, end: usize, stack: usize): usize {
  let depth: i32 = 0
  // The expected token: 0 for a value, 1 for a value or the end, 2 for a key, 3 for a key or the end, 4 for a comma or
  // the end.
  let expects: i32 = 0
  while (true) {
    at = skipSpace(at, end)
    if (at >= end) return CUT
    const byte = load<u8>(at)
    const isObject = load<u8>(stack + depth) != 0
    if (expects == 4) {
      at++
      if (byte == COMMA) expects = isObject ? 2 : 0
      else if (byte != (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return STRANGE
      else if (--depth == 0) return at
      continue
    }
    if ((expects == 3 && byte == CLOSE_OBJECT) || (expects == 1 && byte == CLOSE_ARRAY)) {
      at++
      if (--depth == 0) return at
      expects = 4
      continue
    }
    if (expects >= 2) {
      if (byte != QUOTE) return STRANGE
      at = stringEnd(at + 1, end)
      if (at <= STRANGE) return at
      at = skipSpace(at + 1, end)
      if (at >= end) return CUT
      if (load<u8>(at++) != COLON) return STRANGE
      expects = 0
      continue
    }
    if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
      if (++depth > DEPTH_MAX) return STRANGE
      store<u8>(stack + depth, byte == OPEN_OBJECT ? 1 : 0)
      expects = byte == OPEN_OBJECT ? 3 : 1
      at++
      continue
    }
    at = scalarEnd(at, end)
    if (at <= STRANGE) return at
    expects = 4
  }
}

/** Tests whether the text up to `end`, which is followed by 64 NULs, is one value. If false, the host decides. */
export function isJson(at: usize, end: usize, stack: usize): bool {
  const beyond = end + 64
  at = skipSpace(at, beyond)
  const byte = load<u8>(at)
  isKept = true
  at = byte == OPEN_OBJECT || byte == OPEN_ARRAY ? nestedEnd(at, beyond, stack) : scalarEnd(at, beyond)
  isKept = false
  return at > STRANGE && skipSpace(at, beyond) == end
}

/** Decodes a string's escapes in place. Returns its new end. */
export function unescape(start: i32, end: i32): i32 {
  let to = input + start
  const last = input + end
  for (let from = to; from < last; from++) {
    const byte = load<u8>(from)
    if (byte != BACKSLASH) {
      store<u8>(to++, byte)
      continue
    }
    const escaped = load<u8>(++from)
    if (escaped != 117) {
      store<u8>(to++, plainOf(escaped))
      continue
    }
    const point = unitAt(from + 1)
    from += 4
    if ((point & 0xf800) == 0xd800) {
      to = appendPair(to, 0x10000 + ((point & 0x3ff) << 10) + (unitAt(from + 3) & 0x3ff))
      from += 6
    } else to = appendUnit(to, point)
  }
  return <i32>(to - input)
}

function unitAt(at: usize): u32 {
  return (
    (hexValue(load<u8>(at)) << 12) |
    (hexValue(load<u8>(at + 1)) << 8) |
    (hexValue(load<u8>(at + 2)) << 4) |
    hexValue(load<u8>(at + 3))
  )
}

function plainOf(escaped: u8): u8 {
  switch (escaped) {
    case 98:
      return 8
    case 102:
      return 12
    case 110:
      return 10
    case 114:
      return 13
    case 116:
      return 9
  }
  return escaped
}
