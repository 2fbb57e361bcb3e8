// Text with one or two bytes per character, converted to UTF-8 like in ../../../bytes/utf16.ts. It reads and writes up
// to 16 bytes too many.

export function appendUnit(to: usize, unit: u32): usize {
  if (unit < 0x80) {
    store<u8>(to, <u8>unit)
    return to + 1
  }
  if (unit < 0x800) {
    store<u8>(to, <u8>(0xc0 | (unit >> 6)))
    store<u8>(to, <u8>(0x80 | (unit & 63)), 1)
    return to + 2
  }
  store<u8>(to, <u8>(0xe0 | (unit >> 12)))
  store<u8>(to, <u8>(0x80 | ((unit >> 6) & 63)), 1)
  store<u8>(to, <u8>(0x80 | (unit & 63)), 2)
  return to + 3
}

export function appendPair(to: usize, point: u32): usize {
  store<u8>(to, <u8>(0xf0 | (point >> 18)))
  store<u8>(to, <u8>(0x80 | ((point >> 12) & 63)), 1)
  store<u8>(to, <u8>(0x80 | ((point >> 6) & 63)), 2)
  store<u8>(to, <u8>(0x80 | (point & 63)), 3)
  return to + 4
}

export function appendLatin1(to: usize, from: usize, end: usize): usize {
  while (from < end) {
    const letters = v128.load(from)
    const mask = i8x16.bitmask(letters)
    const left = end - from
    v128.store(to, letters)
    const plain: usize = mask == 0 ? 16 : <usize>ctz(mask)
    if (plain >= left) return to + left
    from += plain
    to += plain
    if (mask != 0) to = appendUnit(to, load<u8>(from++))
  }
  return to
}

/** Tests whether all bytes are ASCII. */
export function isAscii(from: usize, end: usize): bool {
  for (; from < end; from += 16) {
    const mask = i8x16.bitmask(v128.load(from))
    if (mask != 0) return from + <usize>ctz(mask) >= end
  }
  return true
}

/** A half of a surrogate pair without the other one becomes U+FFFD. */
export function appendUtf16(to: usize, from: usize, end: usize): usize {
  const beyondAscii = i16x8.splat(<i16>0xff80)
  while (from < end) {
    const units = v128.load(from)
    if (!v128.any_true(v128.and(units, beyondAscii))) {
      v128.store(to, i8x16.narrow_i16x8_u(units, units))
      const left = end - from
      if (left <= 16) return to + (left >> 1)
      from += 16
      to += 8
      continue
    }
    // Several characters are converted at once, because letters beyond ASCII rarely occur alone.
    for (let count = 0; count < 8 && from < end; count++) {
      const unit = <u32>load<u16>(from)
      from += 2
      if ((unit & 0xf800) != 0xd800) to = appendUnit(to, unit)
      else {
        const low = from < end ? <u32>load<u16>(from) : 0
        if ((unit & 0xfc00) == 0xd800 && (low & 0xfc00) == 0xdc00) {
          from += 2
          to = appendPair(to, 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
        } else to = appendUnit(to, 0xfffd)
      }
    }
  }
  return to
}
