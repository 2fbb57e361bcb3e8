/** Removes spaces around a value, including no-break spaces (U+00A0, U+202F). */
export function trimmed(bytes: Uint8Array, start: number, end: number): [number, number] {
  let from = start
  let to = end
  for (let length = spaceAt(bytes, from, to); length > 0; length = spaceAt(bytes, from, to)) from += length
  for (let length = spaceBefore(bytes, from, to); length > 0; length = spaceBefore(bytes, from, to)) to -= length
  return [from, to]
}

/** Tests whether a value may begin or end with a space. Most values do not, so there is nothing to trim. */
export const mayHaveSpaces = (first: number, last: number): boolean =>
  first <= 32 || last <= 32 || first === 0xc2 || first === 0xe2 || last === 0xa0 || last === 0xaf

/** Returns the length of the space at `at`, or 0 if there is none. */
function spaceAt(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return 0
  if (isSpace(bytes[at] as number)) return 1
  if (at + 1 < end && isNoBreak(bytes, at)) return 2
  return at + 2 < end && isNarrowNoBreak(bytes, at) ? 3 : 0
}

function spaceBefore(bytes: Uint8Array, start: number, at: number): number {
  if (at <= start) return 0
  if (isSpace(bytes[at - 1] as number)) return 1
  if (at - 2 >= start && isNoBreak(bytes, at - 2)) return 2
  return at - 3 >= start && isNarrowNoBreak(bytes, at - 3) ? 3 : 0
}

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)
const isNoBreak = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0xc2 && bytes[at + 1] === 0xa0
const isNarrowNoBreak = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0xaf
