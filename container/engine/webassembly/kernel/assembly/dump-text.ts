// Strings of a dump, processed 16 bytes at a time. It reads 15 bytes beyond the end and ignores them.

export const BACKSLASH: u8 = 92

/** Returned instead of an address: the bytes end too early, or the host must read them. */
export const NOT_HERE: usize = 0

/** The address for the next value. */
export let to: usize = 0
export function writeAt(address: usize): void {
  to = address
}

/** Whether the last written string has bytes beyond ASCII. */
export let hasHigh: bool = false
/** The largest byte of that string, or of the 15 bytes after it, as one of these limits. */
export let isBelowFour: bool = false
export let isBelowLatin: bool = false

/** Returns the closing quote of a string whose text begins at `at`. */
export function stringEnd(at: usize, end: usize, quote: u8): usize {
  const quotes = i8x16.splat(<i8>quote)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  while (at < end) {
    const bytes = v128.load(at)
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)))
    if (mask == 0) {
      at += 16
      continue
    }
    at += <usize>ctz(mask)
    if (at + 1 >= end) return NOT_HERE
    if (load<u8>(at) == quote && load<u8>(at + 1) != quote) return at
    at += 2
  }
  return NOT_HERE
}

/** Returns the letter that COPY writes after a backslash for this byte, 0 for a byte that needs none, or 1 for NUL. */
function spelling(byte: u8): u8 {
  switch (byte) {
    case 0:
      return 1
    case 8:
      return 98
    case 9:
      return 116
    case 10:
      return 110
    case 11:
      return 118
    case 12:
      return 102
    case 13:
      return 114
  }
  return 0
}

/** Writes a string as COPY text. Returns the address after its closing quote. */
export function copyString(at: usize, end: usize, quote: u8): usize {
  const quotes = i8x16.splat(<i8>quote)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  const spaces = i8x16.splat(32)
  let out = to
  let high: i32 = 0
  let largest = i8x16.splat(0)
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(out, bytes)
    largest = i8x16.max_u(largest, bytes)
    const special = v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)), i8x16.lt_u(bytes, spaces))
    const mask = i8x16.bitmask(special)
    const highMask = i8x16.bitmask(bytes)
    if (mask == 0) {
      high |= highMask
      at += 16
      out += 16
      continue
    }
    const clean = ctz(mask)
    high |= highMask & ((1 << clean) - 1)
    at += <usize>clean
    out += <usize>clean
    if (at + 1 >= end) return NOT_HERE
    const byte = load<u8>(at)
    const next = load<u8>(at + 1)
    if (byte == quote) {
      if (next != quote) {
        to = out
        hasHigh = high != 0
        isBelowFour = i8x16.bitmask(i8x16.ge_u(largest, i8x16.splat(<i8>0xf0))) == 0
        isBelowLatin = i8x16.bitmask(i8x16.ge_u(largest, i8x16.splat(<i8>0xc4))) == 0
        return at + 1
      }
      store<u8>(out++, quote)
      at += 2
    } else if (byte == BACKSLASH) {
      const count = copyEscape(next, out)
      if (count == 0) return NOT_HERE
      out += count
      at += 2
    } else {
      const letter = spelling(byte)
      if (letter == 1) return NOT_HERE
      if (letter != 0) {
        store<u8>(out++, BACKSLASH)
        store<u8>(out++, letter)
      } else store<u8>(out++, byte)
      at++
    }
  }
  return NOT_HERE
}

/**
 * Writes the escape after a backslash as COPY text. Returns the number of bytes, or 0 for an escape that the host
 * handles.
 */
function copyEscape(byte: u8, out: usize): usize {
  switch (byte) {
    case 98: // \b, \n, \r, \t and \\ mean the same in both.
    case 110:
    case 114:
    case 116:
    case BACKSLASH:
      store<u8>(out, BACKSLASH)
      store<u8>(out, byte, 1)
      return 2
    case 37: // \% and \_ keep their backslash.
    case 95:
      store<u8>(out, BACKSLASH)
      store<u8>(out, BACKSLASH, 1)
      store<u8>(out, byte, 2)
      return 3
    case 90:
      store<u8>(out, 26)
      return 1
  }
  if (byte == 48 || byte < 32 || byte > 127) return 0
  store<u8>(out, byte)
  return 1
}

// @inline
function hexOf(nibble: u8): u8 {
  return nibble < 10 ? nibble + 48 : nibble + 87
}

// @inline
function pushHex(byte: u8, out: usize): void {
  store<u8>(out, hexOf(byte >> 4))
  store<u8>(out, hexOf(byte & 15), 1)
}

/** Writes a string's bytes in hexadecimal. Returns the address after its closing quote. */
export function hexString(at: usize, end: usize, quote: u8): usize {
  const quotes = i8x16.splat(<i8>quote)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  const digits = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102)
  const nibble = i8x16.splat(15)
  let out = to
  while (at < end) {
    const bytes = v128.load(at)
    const high = i8x16.swizzle(digits, i8x16.shr_u(bytes, 4))
    const low = i8x16.swizzle(digits, v128.and(bytes, nibble))
    v128.store(out, i8x16.shuffle(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
    v128.store(out + 16, i8x16.shuffle(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)))
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    at += clean
    out += clean << 1
    if (mask == 0) continue
    if (at + 1 >= end) return NOT_HERE
    const byte = load<u8>(at)
    const next = load<u8>(at + 1)
    if (byte == quote && next != quote) {
      to = out
      return at + 1
    }
    if (byte == BACKSLASH && (next == 37 || next == 95)) {
      pushHex(BACKSLASH, out)
      out += 2
    }
    pushHex(byte == BACKSLASH ? unescaped(next) : quote, out)
    out += 2
    at += 2
  }
  return NOT_HERE
}

/** Writes a string without its escapes. Returns the address after its closing quote. */
export function plainString(at: usize, end: usize, quote: u8): usize {
  const quotes = i8x16.splat(<i8>quote)
  const backslashes = i8x16.splat(<i8>BACKSLASH)
  let out = to
  while (at < end) {
    const bytes = v128.load(at)
    v128.store(out, bytes)
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)))
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    at += clean
    out += clean
    if (mask == 0) continue
    if (at + 1 >= end) return NOT_HERE
    const byte = load<u8>(at)
    const next = load<u8>(at + 1)
    if (byte == quote && next != quote) {
      to = out
      return at + 1
    }
    if (byte == BACKSLASH && (next == 37 || next == 95)) store<u8>(out++, BACKSLASH)
    store<u8>(out++, byte == BACKSLASH ? unescaped(next) : quote)
    at += 2
  }
  return NOT_HERE
}

function unescaped(byte: u8): u8 {
  switch (byte) {
    case 48:
      return 0
    case 98:
      return 8
    case 110:
      return 10
    case 114:
      return 13
    case 116:
      return 9
    case 90:
      return 26
  }
  return byte
}

/** Writes an even number of hexadecimal digits in lowercase. Returns the address after them. */
export function copyHex(at: usize, end: usize): usize {
  const from = at
  let out = to
  const lowerBit = i8x16.splat(32)
  while (at < end) {
    const bytes = v128.load(at)
    const lower = v128.or(bytes, lowerBit)
    v128.store(out, lower)
    const isDigit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10))
    const isLetter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(97)), i8x16.splat(6))
    const mask = i8x16.bitmask(v128.or(isDigit, isLetter)) ^ 0xffff
    const clean: usize = mask == 0 ? 16 : <usize>ctz(mask)
    at += clean
    out += clean
    if (mask != 0) break
  }
  if (at >= end || ((at - from) & 1) != 0 || at == from) return NOT_HERE
  to = out
  return at
}
