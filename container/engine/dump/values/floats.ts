import { halfEven } from '../constants/constant-numbers.ts'
import type { Constant } from '../constants/constant.ts'
import type { DumpColumn } from '../schema/schema.ts'

/** Tests for `float(M,D)` or `double(M,D)`, which a server rounds to D digits as a float. */
export const isFixedFloat = ({ type, sizes }: DumpColumn): boolean =>
  (type === 'float' || type === 'double') && sizes.length === 2

/** The digits that a float and a double keep of any number. */
const exactDigits = { float: 6, double: 15 } as const

/** The maximum length of a number that `float(M,D)` stores with the same digits, if D digits follow its point at most. */
export const safeFixedLength = ({ type }: DumpColumn): number => exactDigits[type === 'float' ? 'float' : 'double']

/** Returns the number that a server computes with for the text of a cell. */
export function floatOf(text: string, source: DumpColumn): Constant | undefined {
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  if (!isFixedFloat(source))
    return source.type === 'float'
      ? { kind: 'double', number: Math.fround(number), isShortened: true }
      : { kind: 'double', number }
  const digits = text.replaceAll(/\D|^0+/g, '').length
  // From this length on, several doubles have the same digits.
  if (digits > exactDigits.double) return undefined
  const { stored } = fixedFloat(number, source)
  return { kind: 'double', number: stored, isShortened: true, places: source.sizes[1] ?? 0 }
}

/** The largest number of single precision. */
const largestSingle = 3.4028234663852886e38

interface FixedFloat {
  /** The number that a server stores. */
  readonly stored: number
  readonly isClipped: boolean
}

/** Rounds a number like a server. It rounds the fraction alone, and then the sum to single precision. */
export function fixedFloat(number: number, { type, sizes }: DumpColumn): FixedFloat {
  const [length = 0, places = 0] = sizes
  const unit = Number(`1e${places}`)
  const floor = Math.floor(number)
  const rounded = Number.isFinite(number) ? floor + halfEven((number - floor) * unit) / unit : number
  const limit = Number(`1e${length - places}`) - 1 / unit
  const largest = type === 'float' ? Math.min(limit, largestSingle) : limit
  const clipped = Math.max(-largest, Math.min(largest, rounded))
  return { stored: type === 'float' ? Math.fround(clipped) : clipped, isClipped: clipped !== rounded }
}

/** The places after which the exact digits of a tie are all zeros. */
const tiePlaces = 100

/** JavaScript rounds a tie up. Returns the smaller number for a tie, or the text for any other number. */
function downIfTied(size: number, places: number, text: string): string {
  if (!size.toFixed(places + 1).endsWith('5')) return text
  const exact = size.toFixed(tiePlaces)
  const end = exact.length - (tiePlaces - places)
  return /^50*$/.test(exact.slice(end)) ? exact.slice(0, end).replace(/\.$/, '') : text
}

/** Writes a float with this many digits after its point. If two numbers are equally near, its last digit is even. */
export function fixedText(number: number, places: number): string {
  const size = Math.abs(number)
  if (size >= 1e21) return `${BigInt(number)}${places === 0 ? '' : `.${'0'.repeat(places)}`}`
  const text = size.toFixed(places)
  const shown = /[13579]$/.test(text) ? downIfTied(size, places, text) : text
  return number < 0 && /[1-9]/.test(shown) ? `-${shown}` : shown
}
