import type { TextLength } from './column-type.ts'

export const noText: TextLength = { bytes: 0, utf16Units: 0, codePoints: 0 }

/** Returns the length of the UTF-8 text from `start` to `end`. */
export function lengthOf(bytes: Uint8Array, start: number, end: number): TextLength {
  let codePoints = 0
  let astral = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if ((byte & 0xc0) !== 0x80) codePoints++
    if (byte >= 0xf0) astral++
  }
  return { bytes: end - start, utf16Units: codePoints + astral, codePoints }
}

/** Returns the larger value of each measure. */
export const longer = (a: TextLength, b: TextLength): TextLength => ({
  bytes: Math.max(a.bytes, b.bytes),
  utf16Units: Math.max(a.utf16Units, b.utf16Units),
  codePoints: Math.max(a.codePoints, b.codePoints),
})
