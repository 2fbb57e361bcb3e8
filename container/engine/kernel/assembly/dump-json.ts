// Whether a value of a dump is JSON in UTF-8. Only yes is an answer: whatever else is for the host to judge.
import { BACKSLASH, NOT_HERE } from './dump-text'

const QUOTE: u8 = 34
const COMMA: u8 = 44
const MINUS: u8 = 45
const POINT: u8 = 46
const COLON: u8 = 58
const OPEN_ARRAY: u8 = 91
const CLOSE_ARRAY: u8 = 93
const OPEN_OBJECT: u8 = 123
const CLOSE_OBJECT: u8 = 125
const DEPTH_MAX: i32 = 64

// @ts-ignore: decorator
@inline
function behindSpace(at: usize): usize {
  let byte = load<u8>(at)
  while (byte == 32 || byte == 10 || byte == 13 || byte == 9) byte = load<u8>(++at)
  return at
}

// @ts-ignore: decorator
@inline
function isDigit(byte: u8): bool {
  return <u8>(byte - 48) < 10
}

function behindDigits(at: usize): usize {
  const from = at
  while (isDigit(load<u8>(at))) at++
  return at == from ? NOT_HERE : at
}

function behindNumber(at: usize): usize {
  if (load<u8>(at) == MINUS) at++
  at = load<u8>(at) == 48 ? at + 1 : behindDigits(at)
  if (at != NOT_HERE && load<u8>(at) == POINT) at = behindDigits(at + 1)
  if (at == NOT_HERE || (load<u8>(at) | 32) != 101) return at
  const sign = load<u8>(++at)
  return behindDigits(sign == 43 || sign == MINUS ? at + 1 : at)
}

function isHex(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 32) - 97) < 6
}

/** Behind an escape; a NUL stands behind the text, so that nothing beyond it can belong to one. */
function behindEscape(at: usize): usize {
  switch (load<u8>(at + 1)) {
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
      for (let digit: usize = 2; digit < 6; digit++) if (!isHex(load<u8>(at + digit))) return NOT_HERE
      return at + 6
  }
  return NOT_HERE
}

function behindString(at: usize): usize {
  const quotes = i8x16.splat(<i8>QUOTE)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  const spaces = i8x16.splat(32)
  while (at != NOT_HERE) {
    const bytes = v128.load(at)
    const special = v128.or(
      v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)),
      i8x16.lt_u(bytes, spaces),
    )
    const mask = i8x16.bitmask(special)
    if (mask == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(mask)
    const byte = load<u8>(at)
    if (byte == QUOTE) return at + 1
    at = byte == BACKSLASH ? behindEscape(at) : NOT_HERE
  }
  return NOT_HERE
}

/** Behind `"key" :`. */
function behindKey(at: usize): usize {
  if (load<u8>(at) != QUOTE) return NOT_HERE
  at = behindString(at + 1)
  if (at == NOT_HERE) return NOT_HERE
  at = behindSpace(at)
  return load<u8>(at) == COLON ? behindSpace(at + 1) : NOT_HERE
}

function behindScalar(at: usize): usize {
  const byte = load<u8>(at)
  if (byte == QUOTE) return behindString(at + 1)
  if (byte == MINUS || isDigit(byte)) return behindNumber(at)
  const word = load<u32>(at)
  if (word == 0x65757274 || word == 0x6c6c756e) return at + 4 // true, null
  return word == 0x736c6166 && load<u8>(at + 4) == 101 ? at + 5 : NOT_HERE // false
}

/** Whether the text up to `end`, behind which 16 NULs stand, is one JSON value. */
export function isJson(at: usize, end: usize): bool {
  let depth: i32 = 0
  // The innermost is the lowest bit: 1 for an object.
  let objects: u64 = 0
  at = behindSpace(at)
  while (at < end) {
    const open = load<u8>(at)
    if (open == OPEN_OBJECT || open == OPEN_ARRAY) {
      const inside = behindSpace(at + 1)
      const isObject = open == OPEN_OBJECT
      if (load<u8>(inside) != (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        if (++depth > DEPTH_MAX) return false
        objects = (objects << 1) | (isObject ? 1 : 0)
        at = isObject ? behindKey(inside) : inside
        if (at == NOT_HERE) return false
        continue
      }
      at = inside + 1
    } else at = behindScalar(at)
    if (at == NOT_HERE) return false
    at = behindSpace(at)
    while (depth > 0 && load<u8>(at) == ((objects & 1) == 1 ? CLOSE_OBJECT : CLOSE_ARRAY)) {
      depth--
      objects >>= 1
      at = behindSpace(at + 1)
    }
    if (depth == 0) return at == end
    if (load<u8>(at) != COMMA) return false
    at = behindSpace(at + 1)
    if ((objects & 1) == 1) at = behindKey(at)
    if (at == NOT_HERE) return false
  }
  return false
}

// @ts-ignore: decorator
@inline
function isTail(byte: u8): bool {
  return (byte & 0xc0) == 0x80
}

/** Well-formed by RFC 3629. */
export function isUtf8(at: usize, end: usize): bool {
  while (at < end) {
    const highs = i8x16.bitmask(v128.load(at))
    if (highs == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(highs)
    if (at >= end) return true
    const first = load<u8>(at)
    const second = load<u8>(at + 1)
    if (first < 0xc2 || first > 0xf4) return false
    if (first < 0xe0) {
      if (!isTail(second)) return false
      at += 2
      continue
    }
    const low: u8 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80
    const high: u8 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf
    if (second < low || second > high || !isTail(load<u8>(at + 2))) return false
    at += 3
    if (first < 0xf0) continue
    if (!isTail(load<u8>(at))) return false
    at++
  }
  return true
}
