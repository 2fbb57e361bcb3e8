import { type Constant, numberText } from './constant.ts'
import { secondsPlus } from './date-arithmetic.ts'
import { refuse } from '../expressions/translated.ts'

type Exact = Constant & { readonly kind: 'number' }

/** Returns the digits of two numbers with as many of them after the point. */
export function onOneScale(left: Exact, right: Exact): { readonly scale: number; readonly digits: [bigint, bigint] } {
  const scale = Math.max(left.scale, right.scale)
  const scaled = ({ digits, scale: own }: Exact): bigint => digits * 10n ** BigInt(scale - own)
  return { scale, digits: [scaled(left), scaled(right)] }
}

/** Limits a number to 64 bits or MySQL's widest decimal. */
function fitting(digits: bigint, scale: number, isUnsigned = false): Constant {
  const size = digits < 0n ? -digits : digits
  if (size > (scale === 0 ? 2n ** 63n - 1n : 10n ** 38n) || scale > 30) return refuse('too large')
  if (isUnsigned && digits < 0n) return refuse('an unsigned number below zero')
  return { kind: 'number', digits, scale, ...(isUnsigned ? { isUnsigned } : {}) }
}

export const double = (number: number): Constant =>
  Number.isFinite(number) ? { kind: 'double', number } : refuse('a number beyond a double')

/**
 * Returns a value as a double, or null if it is not a number. A server also parses strings as doubles. It computes
 * with the digits of a date, and with the number of a label.
 */
export function doubleOf(value: Constant): number | null {
  if (value.kind === 'double') return value.number
  if (value.kind === 'number') return Number(numberText(value.digits, value.scale))
  const isPlain = value.kind === 'text' && value.temporal === undefined && value.label === undefined
  return isPlain && /^-?\d{1,30}(?:\.\d{1,30})?$/.test(value.text) ? Number(value.text) : null
}

/** Computes with exact numbers, or with doubles if one of the values is not exact. */
function combined(
  left: Constant,
  right: Constant,
  exact: (left: Exact, right: Exact) => Constant,
  inexact: (left: number, right: number) => number,
): Constant {
  if (left.kind === 'null' || right.kind === 'null') return { kind: 'null' }
  if (left.kind === 'number' && right.kind === 'number') return exact(left, right)
  const [one, other] = [doubleOf(left), doubleOf(right)]
  return one === null || other === null ? refuse('not a number') : double(inexact(one, other))
}

/** Tests for a calculation of integers without a sign. Its result has none either. */
const isUnsigned = (left: Exact, right: Exact): boolean =>
  left.scale === 0 && right.scale === 0 && (left.isUnsigned === true || right.isUnsigned === true)

export function added(left: Constant, right: Constant, sign: 1n | -1n): Constant {
  if (left.kind === 'load_time' && right.kind === 'number' && right.scale === 0)
    return secondsPlus(left, sign * right.digits)
  return combined(
    left,
    right,
    (one, other) => {
      const { scale, digits } = onOneScale(one, other)
      return fitting(digits[0] + sign * digits[1], scale, isUnsigned(one, other))
    },
    (one, other) => one + Number(sign) * other,
  )
}

export const multiplied = (left: Constant, right: Constant): Constant =>
  combined(
    left,
    right,
    (one, other) => {
      // A negative zero loses its digits after the point.
      const isNegativeZero = one.digits * other.digits === 0n && (one.digits < 0n || other.digits < 0n)
      const scale = isNegativeZero ? 0 : one.scale + other.scale
      return fitting(one.digits * other.digits, scale, isUnsigned(one, other))
    },
    (one, other) => one * other,
  )

export function negated(value: Constant): Constant {
  if (value.kind === 'null') return value
  if (value.kind === 'number') return fitting(-value.digits, value.scale)
  const number = doubleOf(value)
  return number === null ? refuse('not a number') : double(-number)
}

const isZero = (value: Constant): boolean => value.kind !== 'null' && doubleOf(value) === 0

/** Rounds up a scale, because MySQL stores digits in words of nine. */
const wholeWords = (scale: number): number => Math.ceil(scale / 9) * 9

/**
 * Divides two numbers. MySQL displays a quotient with four more digits than the dividend. Until then, it keeps all
 * digits of its nine-digit words.
 */
export function divided(left: Constant, right: Constant): Constant {
  if (isZero(right)) return { kind: 'null' }
  return combined(
    left,
    right,
    (one, other) => {
      const words = wholeWords(one.scale) + wholeWords(other.scale)
      const more = Math.max(0, 4 - (words - one.scale - other.scale))
      const scale = wholeWords(words + more)
      const dividend = one.digits * 10n ** BigInt(scale - one.scale + other.scale)
      return fitting(dividend / other.digits, scale)
    },
    (one, other) => one / other,
  )
}

export function dividedWhole(left: Constant, right: Constant): Constant {
  if (isZero(right)) return { kind: 'null' }
  return combined(
    left,
    right,
    (one, other) =>
      fitting(
        (one.digits * 10n ** BigInt(other.scale)) / (other.digits * 10n ** BigInt(one.scale)),
        0,
        isUnsigned(one, other),
      ),
    () => refuse('a whole division of doubles'),
  )
}

export function remainder(left: Constant, right: Constant): Constant {
  if (isZero(right)) return { kind: 'null' }
  return combined(
    left,
    right,
    (one, other) => {
      const { scale, digits } = onOneScale(one, other)
      return fitting(digits[0] % digits[1], scale, isUnsigned(one, one))
    },
    (one, other) => one % other,
  )
}

/** Rounds half to even, as the processor does for doubles. */
export function halfEven(number: number): number {
  const floor = Math.floor(number)
  const rest = number - floor
  return rest < 0.5 || (rest === 0.5 && floor % 2 === 0) ? floor : floor + 1
}
