/** The bytes of a value. */
export interface Span {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

const backslash = 92

const escapes: ReadonlyMap<number, number> = new Map([
  [98, 8],
  [102, 12],
  [110, 10],
  [114, 13],
  [116, 9],
  [118, 11],
])

/** Returns the value that COPY reads. */
export function unescaped(bytes: Uint8Array, start: number, end: number): Span {
  if (!bytes.subarray(start, end).includes(backslash)) return { bytes, start, end }
  const plain: number[] = []
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === backslash) at++
    plain.push(byte === backslash ? (escapes.get(bytes[at] as number) ?? (bytes[at] as number)) : byte)
  }
  return { bytes: Uint8Array.from(plain), start: 0, end: plain.length }
}
