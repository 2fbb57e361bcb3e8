import type { GrowingBytes } from './growing-bytes.ts'

const hexDigits = new TextEncoder().encode('0123456789abcdef')

export function appendHex(bytes: Uint8Array, start: number, end: number, out: GrowingBytes): void {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    out.push(hexDigits[byte >> 4] as number)
    out.push(hexDigits[byte & 15] as number)
  }
}
