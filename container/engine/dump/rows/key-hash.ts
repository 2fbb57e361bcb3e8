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

/** A hash of 64 bits, which several values form. Two of a million rows have the same one once in 40 million dumps. */
export class KeyHash {
  low = 0
  high = 0

  begin(): void {
    this.low = 0x811c9dc5
    this.high = 0x9e3779b9
  }

  /** Adds a value. Its length separates it from the next one. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let low = Math.imul(this.low ^ (end - start), prime)
    let high = this.high ^ (end - start)
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      low = Math.imul(low ^ byte, prime)
      high = Math.imul((high << 5) ^ (high >>> 27) ^ byte, 0x85ebca6b)
    }
    this.low = low
    this.high = high
  }
}

/** A slot has two words for the hash and one for the row, which is 0 in an empty slot. */
const wordsOfSlot = 3
const slotsMin = 16

/** The numbers of rows by the hashes of their keys. */
export class RowsByHash {
  private words: Int32Array
  private shift: number
  private count = 0

  constructor(rowsExpected: number) {
    const bits = Math.ceil(Math.log2(Math.max(slotsMin, 2 * rowsExpected)))
    this.shift = 32 - bits
    this.words = new Int32Array(2 ** bits * wordsOfSlot)
  }

  /** Returns the row with this hash, or 0. */
  find(hash: KeyHash): number {
    return this.words[this.placeOf(hash.low, hash.high) + 2] as number
  }

  add(hash: KeyHash, row: number): void {
    if (2 * wordsOfSlot * ++this.count > this.words.length) this.grow()
    this.put(hash.low, hash.high, row)
  }

  private put(low: number, high: number, row: number): void {
    const at = this.placeOf(low, high)
    this.words[at] = low
    this.words[at + 1] = high
    this.words[at + 2] = row
  }

  /** Returns the place of a hash, or the free one where it belongs. At least half of the slots stay free. */
  private placeOf(low: number, high: number): number {
    const { words } = this
    let at = (Math.imul(low ^ (high >>> 13), 0x9e3779b1) >>> this.shift) * wordsOfSlot
    while (words[at + 2] !== 0 && (words[at] !== low || words[at + 1] !== high))
      at = at + wordsOfSlot === words.length ? 0 : at + wordsOfSlot
    return at
  }

  private grow(): void {
    const { words } = this
    this.shift--
    this.words = new Int32Array(2 * words.length)
    for (let at = 0; at < words.length; at += wordsOfSlot)
      if (words[at + 2] !== 0) this.put(words[at] as number, words[at + 1] as number, words[at + 2] as number)
  }
}
