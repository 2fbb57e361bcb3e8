import type { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { hexValue } from './json-scan.ts'

const simple: Readonly<Record<number, number>> = { 98: 8, 102: 12, 110: 10, 114: 13, 116: 9 }

/** Decodes the escapes of a JSON string into `out`. Returns the number of lone surrogates that became U+FFFD. */
export function unescapeJson(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): number {
  let lone = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte !== 92) {
      out.push(byte)
      continue
    }
    const escaped = bytes[++at] as number
    if (escaped !== 117) {
      out.push(simple[escaped] ?? escaped)
      continue
    }
    let point = unit(bytes, at + 1)
    at += 4
    if (point >= 0xd800 && point <= 0xdbff && bytes[at + 1] === 92 && bytes[at + 2] === 117) {
      const low = unit(bytes, at + 3)
      if (low >= 0xdc00 && low <= 0xdfff) {
        point = 0x1_0000 + ((point - 0xd800) << 10) + (low - 0xdc00)
        at += 6
      }
    }
    if (point >= 0xd800 && point <= 0xdfff) {
      lone++
      point = 0xfffd
    }
    pushCharacter(out, point)
  }
  return lone
}

const unit = (bytes: Uint8Array, at: number): number =>
  (hexValue(bytes[at] as number) << 12) |
  (hexValue(bytes[at + 1] as number) << 8) |
  (hexValue(bytes[at + 2] as number) << 4) |
  hexValue(bytes[at + 3] as number)

function pushCharacter(out: GrowingBytes, point: number): void {
  if (point < 0x80) out.push(point)
  else if (point < 0x800) {
    out.push(0xc0 | (point >> 6))
    out.push(0x80 | (point & 63))
  } else if (point < 0x1_0000) {
    out.push(0xe0 | (point >> 12))
    out.push(0x80 | ((point >> 6) & 63))
    out.push(0x80 | (point & 63))
  } else {
    out.push(0xf0 | (point >> 18))
    out.push(0x80 | ((point >> 12) & 63))
    out.push(0x80 | ((point >> 6) & 63))
    out.push(0x80 | (point & 63))
  }
}
