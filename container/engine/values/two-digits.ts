import type { GrowingBytes } from '../bytes/growing-bytes.ts'
import { isDigit } from '../bytes/ascii.ts'

/** Parses the two digits at `at`. Returns −1 if they are not digits. */
export function two(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at]) || !isDigit(bytes[at + 1])) return -1
  return ((bytes[at] as number) - 48) * 10 + (bytes[at + 1] as number) - 48
}

/** Writes two digits and the byte after them, if it is not 0. */
export function writeTwo(out: GrowingBytes, value: number, after = 0): void {
  out.push(48 + Math.floor(value / 10))
  out.push(48 + (value % 10))
  if (after !== 0) out.push(after)
}
