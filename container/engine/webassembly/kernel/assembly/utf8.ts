// @inline
function isTail(byte: u8): bool {
  return (byte & 0xc0) == 0x80
}

/** Tests for well-formed UTF-8 (RFC 3629). */
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
