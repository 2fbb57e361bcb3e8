const prime = 0x01000193

/** Returns a number for the bytes. Equal bytes have equal numbers, and different bytes hardly ever do. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    one = Math.imul(one ^ byte, prime)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ byte, 0x85ebca6b)
  }
  return joined(one, other)
}

/** Returns a number for several numbers in this order. */
export function hashOfAll(numbers: readonly number[]): number {
  if (numbers.length === 1) return numbers[0] as number
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (const number of numbers) {
    const high = Math.floor(number / 0x1_0000_0000)
    one = Math.imul(Math.imul(one ^ (number | 0), prime) ^ high, prime)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ (number | 0) ^ Math.imul(high, prime), 0x85ebca6b)
  }
  return joined(one, other)
}

/** Combines two numbers into 53 bits, which a number represents exactly. */
const joined = (one: number, other: number): number => (one >>> 0) * 0x20_0000 + (other & 0x1f_ffff)

/** Returns the integer in these bytes, or NaN if it is not an integer or has more than 15 digits. */
export function wholeNumberIn(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 45
  let number = 0
  const from = isNegative ? start + 1 : start
  if (from === end || end - from > 15) return Number.NaN
  for (let at = from; at < end; at++) {
    const digit = (bytes[at] as number) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return isNegative ? -number : number
}
