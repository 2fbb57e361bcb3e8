import { asciiOf } from '../bytes/ascii.ts'
import type { GrowingBytes } from '../bytes/growing-bytes.ts'

/**
 * The result for a string: not a number, a number whose first fifteen digits are the same double, or one that is rounded
 * to them.
 */
export const StoredNumber = { none: 0, exact: 1, rounded: 2 } as const
export type StoredNumber = (typeof StoredNumber)[keyof typeof StoredNumber]

/**
 * Appends a number from a workbook with the 15 significant digits that the user sees. This removes the rounding error
 * of 0.1 + 0.2. Integers keep all of their digits, because long ones are only written by other programs than Excel.
 */
export function appendStoredNumber(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): StoredNumber {
  if (isPlainNumber(bytes, start, end)) {
    out.append(bytes, start, end)
    return StoredNumber.exact
  }
  const from = out.length
  if (appendRounded(out, bytes, start, end)) {
    const isSame =
      !losesMoreThanNoise(bytes, start, end) && numberIn(out.bytes, from, out.length) === numberIn(bytes, start, end)
    return isSame ? StoredNumber.exact : StoredNumber.rounded
  }
  const text = asciiOf(bytes, start, end).trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return StoredNumber.none
  const value = Number(text)
  if (!Number.isFinite(value)) return StoredNumber.none
  return appendNumber(out, value) ? StoredNumber.exact : StoredNumber.rounded
}

/**
 * The maximum distance between doubles, relative to the number, in units of the fifteenth digit divided by the first
 * three digits.
 */
const stepShare = 2.3e-4

/**
 * Tests whether the digits after the fifteenth certainly exceed the distance between doubles. Parsing would take
 * longer.
 */
function losesMoreThanNoise(bytes: Uint8Array, start: number, end: number): boolean {
  let [digits, lead, lost, unit] = [0, 0, 0, 1]
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 48
    // Skips the sign, the point, and zeros before the first digit.
    if (digit < 0 || (digits === 0 && digit === 0)) continue
    digits++
    if (digits <= 3) lead = lead * 10 + digit
    else if (digits > significantDigits) {
      lost = lost * 10 + digit
      unit *= 10
    }
  }
  const share = lost / unit
  return Math.min(share, 1 - share) > (lead + 1) * stepShare
}

const numberIn = (bytes: Uint8Array, start: number, end: number): number => Number(asciiOf(bytes, start, end))

/**
 * Tests whether a number is already in our output format: no plus sign, no extra zeros, at most 15 digits with a point.
 */
function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === 45 ? start + 1 : start
  let pointAt = -1
  for (let at = first; at < end; at++) {
    const byte = bytes[at] as number
    if (byte >= 48 && byte <= 57) continue
    if (byte !== 46 || pointAt >= 0) return false
    pointAt = at
  }
  const digits = end - first
  if (digits === 0 || pointAt === first) return false
  if (bytes[first] === 48 && digits > 1 && pointAt !== first + 1) return false
  if (pointAt < 0) return digits < 40 && (first === start || bytes[first] !== 48)
  return digits <= 16 && bytes[end - 1] !== 48 && pointAt !== end - 1
}

const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
const exactMax = 1e15
/** Less than half of the fifteenth digit, whatever the first digit is. */
const noise = 4e-16
const smallMax = 2 ** 31

const significantDigits = 15

/**
 * Rounds a number with more digits than the cell displays, digit by digit. Returns false for harder cases: a carry
 * through nines, trailing zeros, an exponent.
 */
function appendRounded(out: GrowingBytes, bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === 45 ? start + 1 : start
  if (bytes[first] === 48 && bytes[first + 1] !== 46) return false
  let digits = 0
  let cut = -1
  let pointAt = -1
  for (let at = first; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === 46 && pointAt < 0) pointAt = at
    else if (byte < 48 || byte > 57) return false
    else if (digits > 0 || byte !== 48) {
      digits++
      if (digits === significantDigits + 1) cut = at
    }
  }
  // The last digits to keep must follow the point, and the point must not be the first or last byte.
  if (pointAt <= first || pointAt + 1 >= cut) return false
  let last = cut - 1
  if ((bytes[cut] as number) >= 53) {
    if (bytes[last] === 57) return false
    out.append(bytes, start, cut)
    out.bytes[out.length - 1] = (bytes[last] as number) + 1
    return true
  }
  while (bytes[last] === 48) last--
  out.append(bytes, start, bytes[last] === 46 ? last : last + 1)
  return true
}

/**
 * Appends a binary number with the 15 digits that a spreadsheet displays. Small exponents are written out. Returns
 * false if these digits are not the same double.
 */
export function appendNumber(out: GrowingBytes, value: number): boolean {
  const size = Math.abs(value)
  // A number with at most fifteen digits is found at the first scale that reproduces it, apart from rounding errors.
  const scales = size < exactMax ? powers.length : 0
  for (let scale = 0; scale < scales; scale++) {
    const power = powers[scale] as number
    const digits = Math.round(size * power)
    if (digits >= exactMax) break
    const written = digits / power
    if (Math.abs(written - size) > size * noise) continue
    appendDigits(out, digits, scale, value < 0)
    return written === size
  }
  const text = fifteenDigits(value)
  appendAscii(out, text)
  return Number(text) === value
}

/** Appends `digits` with the point before the last `scale` of them. */
function appendDigits(out: GrowingBytes, digits: number, scale: number, isNegative: boolean): void {
  out.reserve(20)
  const { bytes } = out
  const start = isNegative ? out.length + 1 : out.length
  let count = scale + 1
  for (let limit = powerOfTen(count); digits >= limit; limit *= 10) count++
  let at = start + count + (scale > 0 ? 1 : 0)
  out.length = at
  let rest = digits
  let left = scale
  for (; rest >= smallMax; left--) {
    const next = Math.floor(rest / 10)
    bytes[--at] = 48 + (rest - next * 10)
    if (left === 1) bytes[--at] = 46
    rest = next
  }
  for (; at > start; left--) {
    const next = (rest / 10) | 0
    bytes[--at] = 48 + (rest - next * 10)
    if (left === 1) bytes[--at] = 46
    rest = next
  }
  if (isNegative) bytes[start - 1] = 45
}

const powerOfTen = (exponent: number): number => powers[exponent] ?? 10 ** exponent

function fifteenDigits(value: number): string {
  const [mantissa = '', exponentText = '0'] = value.toExponential(14).split('e')
  const exponent = Number(exponentText)
  const digits = mantissa.replace('-', '').replace('.', '').replace(/0+$/, '') || '0'
  const sign = value < 0 ? '-' : ''
  if (exponent < -30 || exponent > 30) return `${sign}${digits[0]}.${digits.slice(1) || '0'}e${exponent}`
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits + '0'.repeat(exponent + 1 - digits.length)
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

export function appendAscii(out: GrowingBytes, text: string): void {
  out.reserve(text.length)
  const { bytes } = out
  let to = out.length
  for (let at = 0; at < text.length; at++) bytes[to++] = text.charCodeAt(at)
  out.length = to
}
