import type { GrowingBytes } from './growing-bytes.ts'

/** Appends Latin-1 bytes (UTF-16 without its zero bytes) as UTF-8. */
export function appendLatin1(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): void {
  out.reserve((end - start) * 2)
  const to = out.bytes
  let length = out.length
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte < 0x80) to[length++] = byte
    else {
      to[length++] = 0xc0 | (byte >> 6)
      to[length++] = 0x80 | (byte & 63)
    }
  }
  out.length = length
}

/**
 * Appends UTF-16 little-endian as UTF-8. A string may come in parts. `high` is the first half of a surrogate pair at
 * the end of the previous part, or 0, and the result is that of this part. An unpaired half becomes U+FFFD.
 */
export function appendUtf16(out: GrowingBytes, bytes: Uint8Array, start: number, end: number, high = 0): number {
  out.reserve(((end - start) >> 1) * 3 + 3)
  const to = out.bytes
  let length = out.length
  let pending = high
  for (let at = start; at + 1 < end; at += 2) {
    const unit = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    if (pending === 0 && unit < 0x80) {
      to[length++] = unit
      continue
    }
    if (pending !== 0) {
      if ((unit & 0xfc00) === 0xdc00) {
        const point = 0x1_0000 + ((pending - 0xd800) << 10) + (unit - 0xdc00)
        to[length++] = 0xf0 | (point >> 18)
        to[length++] = 0x80 | ((point >> 12) & 63)
        to[length++] = 0x80 | ((point >> 6) & 63)
        to[length++] = 0x80 | (point & 63)
        pending = 0
        continue
      }
      length = replacement(to, length)
      pending = 0
    }
    if ((unit & 0xfc00) === 0xd800) pending = unit
    else if ((unit & 0xfc00) === 0xdc00) length = replacement(to, length)
    else if (unit < 0x80) to[length++] = unit
    else if (unit < 0x800) {
      to[length++] = 0xc0 | (unit >> 6)
      to[length++] = 0x80 | (unit & 63)
    } else {
      to[length++] = 0xe0 | (unit >> 12)
      to[length++] = 0x80 | ((unit >> 6) & 63)
      to[length++] = 0x80 | (unit & 63)
    }
  }
  out.length = length
  return pending
}

/** Ends a string, which may end with one half of a surrogate pair. */
export function endUtf16(out: GrowingBytes, high: number): void {
  if (high === 0) return
  out.reserve(3)
  out.length = replacement(out.bytes, out.length)
}

function replacement(to: Uint8Array, length: number): number {
  to[length] = 0xef
  to[length + 1] = 0xbf
  to[length + 2] = 0xbd
  return length + 3
}
