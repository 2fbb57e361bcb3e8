/** The number at the beginning of a text. */
export interface Written {
  readonly isNegative: boolean
  readonly digits: string
  /** The number of digits before the point. It is negative if zeros follow the point. */
  readonly point: number
  /** Whether the value has no text after the number. */
  readonly isWhole: boolean
}

/** The largest exponent that is read. Any larger one has the same effect. */
const exponentMax = 9999

/** The maximum number of zeros that are written for an exponent. */
export const digitsMax = 400

/** Parses the number at the beginning of a string, like MySQL. */
export function numberIn(text: string): Written | null {
  const found = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?(.?)/s.exec(text.trimEnd())
  const [, sign, whole = '', fraction = '', exponent = '0', end] = found ?? []
  if (found === null || whole.length + fraction.length === 0) return null
  return {
    isNegative: sign === '-',
    digits: `${whole}${fraction}`,
    point: whole.length + Math.max(-exponentMax, Math.min(exponentMax, Number(exponent))),
    isWhole: end === '',
  }
}

/** Rounds half away from zero, as MySQL does for exact numbers. */
export function rounded({ isNegative, digits, point }: Written): bigint {
  if (point < 0) return 0n
  const whole = digits.slice(0, point).padEnd(Math.min(point, digitsMax), '0')
  const number = BigInt(whole === '' ? '0' : whole) + ((digits[point] ?? '0') >= '5' ? 1n : 0n)
  return isNegative ? -number : number
}

/** The largest exponent of a decimal. */
const decimalExponentMax = 2 ** 30 - 1

/** Tests for an exponent that makes a decimal the largest number, even if it is negative. */
export const hasEndlessExponent = (text: string): boolean =>
  Number(/e\+?(\d+)/i.exec(text)?.[1] ?? 0) > decimalExponentMax

/** The first of the two limits of 64 bits has 19 digits, and one digit up to 9 may follow it. */
const largestOfNineteen = '1844674407370955161'

/** The number of zeros that a server moves its point by before it stops to read an exponent. */
const pointMax = 20

/** Returns the number of digits between the point and the end of those that a server keeps in 64 bits. */
function shiftOf(whole: string, fraction: string): number {
  const digits = `${whole}${fraction}`
  const zeros = digits.length - digits.replace(/^0+/, '').length
  const kept = zeros + (digits.slice(zeros, zeros + 19) <= largestOfNineteen ? 20 : 19)
  return whole.length - Math.min(digits.length, kept)
}

/**
 * Tests for an exponent that a server does not read to its end. A positive one makes the number too large, even if it
 * is zero. A negative one makes it zero, and a strict mode refuses the digits that are left.
 */
function endlessExponent(text: string): 'positive' | 'negative' | null {
  const [, whole = '', fraction = '', sign, digits] = /^\s*[+-]?(\d*)(?:\.(\d*))?e([+-]?)(\d+)/i.exec(text) ?? []
  if (digits === undefined) return null
  const shift = shiftOf(whole, fraction)
  // The server tests the exponent before it reads its last digit.
  const exponent = Number(digits.slice(0, -1))
  if (sign === '-') return exponent - shift > pointMax ? 'negative' : null
  return exponent + shift > pointMax ? 'positive' : null
}

/** The first number that 64 bits cannot store. */
const beyondBits = 1n << 64n

/**
 * Returns the integer of a string, or null for one that a strict mode refuses. A number beyond 64 bits is a positive
 * number for an unsigned column, regardless of its sign.
 */
export function integerOfString(text: string, written: Written, mode: IntegerMode): bigint | null {
  const exponent = /e/i.test(text) ? endlessExponent(text) : null
  if (exponent === 'negative') return mode.isStrict ? null : 0n
  const number = rounded(written)
  if (exponent === null && number < beyondBits && -number < beyondBits) return number
  return written.isNegative && !mode.isUnsigned ? -beyondBits : beyondBits
}

interface IntegerMode {
  readonly isStrict: boolean
  readonly isUnsigned: boolean
}
