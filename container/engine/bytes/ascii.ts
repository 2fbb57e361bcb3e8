export const lineFeed = 10
export const carriageReturn = 13

export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

const shortMax = 24

/**
 * Decodes words and names, which are ASCII in every encoding of dumps, in a fraction of a decoder's time. Returns null
 * for other bytes.
 */
export function shortAscii(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > shortMax) return null
  let text = ''
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte > 127) return null
    text += String.fromCharCode(byte)
  }
  return text
}

/** Returns bytes as text, one character each, for numbers, dates and names, which are ASCII or unknown. */
export function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}
