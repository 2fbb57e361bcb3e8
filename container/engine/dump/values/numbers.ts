import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { asciiOf } from '../../bytes/ascii.ts'
import { type Resolver, take, writtenText } from './cell-value.ts'
import { halfEven } from '../constants/constant-numbers.ts'
import { fixedFloat, fixedText, isFixedFloat, safeFixedLength } from './floats.ts'
import { type ColumnTypePlan, safeDecimalLength, safeFloatLength } from '../plan/column-plan.ts'
import { cellKind, fractionMax, numberFlag, type RowCells } from '../text/row-cells.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import { rangeOf } from '../schema/integer-ranges.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { DumpText } from '../text/tokens.ts'
import { literalKinds, type Value } from './value.ts'
import { digitsMax, hasEndlessExponent, integerOfString, numberIn, rounded, type Written } from './written-number.ts'

/** The number of digits that always fit. */
const safeDigits: Readonly<Record<string, number>> = { tinyint: 2, smallint: 4, mediumint: 6, int: 9, bigint: 18 }

/** The number of digits of the largest unsigned 64-bit number. */
const longestUnsigned = 20

/** The number of zeros after the point with which a server certainly reads a decimal as zero. It keeps 81 digits. */
const tiniestPlaces = 90

const smallestBigint = -(1n << 63n)

const smallestYear = 1901n
const largestYear = 2155n

/**
 * Returns the number that a non-strict server stores for other text: the number at the beginning of the text, or zero.
 */
function lenient(text: string, value: Value, problem: Message): Written | null {
  const written = numberIn(text)
  if (written?.isWhole === true) return written
  if (value.isStrict) {
    value.reject(problem, true)
    return null
  }
  value.changes.push(text === '' ? 'empty_number' : 'number_cut')
  return written ?? { isNegative: false, digits: '0', point: 1, isWhole: true }
}

/** Tests for `0x1F` and `b'1'`, which are numbers in a column of numbers. `X'31'` is the string '1' for MariaDB. */
function isNumberOfBits({ bytes, server }: DumpText, cells: RowCells, at: number): boolean {
  const kind = cells.kinds[at]
  if (kind !== cellKind.hex) return kind === cellKind.bits
  return server.readsHexAsNumber || bytes[(cells.starts[at] as number) - 1] !== 39
}

/** Returns the number that a server reads, or null for a string that it rejects. */
function numberOf(text: DumpText, cells: RowCells, at: number, value: Value): Written | null {
  if (!isNumberOfBits(text, cells, at))
    return lenient(writtenText(text, cells, at, value), value, dumpRowMessages.row_rejected.notNumber)
  const digits = String(bitsOf(text, cells, at))
  return { isNegative: false, digits, point: digits.length, isWhole: true }
}

/** Rejects a number outside the range of its column, or writes the nearest one in range. */
const clipped = (value: Value, to: string, type: string): boolean => {
  if (value.isStrict) return value.reject(dumpRowMessages.row_rejected.range(type), true)
  value.changes.push('number_clipped')
  return value.setText(literalKinds.number, to)
}

export const integer: Resolver = (text, cells, at, column, value) => {
  const start = cells.starts[at] as number
  const end = cells.ends[at] as number
  const { source } = column
  const isPlain = cells.kinds[at] === cellKind.number && cells.flags[at] === 0
  const isSigned = source.unsigned && text.bytes[start] === 45
  if (isPlain && !isSigned && end - start <= (safeDigits[source.type] ?? 0))
    return value.set(literalKinds.number, text.bytes, start, end)
  const isYear = source.type === 'year'
  const number = (isYear ? truncatedInteger : roundedInteger)(text, cells, at, value, source.unsigned)
  if (number === null) return false
  if (isYear) return year(number, isZeroOfYears(text, cells, at, value), value)
  const [smallest, largest] = rangeOf(source)
  const limit = 1n << BigInt(column.type.width - 1)
  if (number < smallest) return clipped(value, String(smallest), source.type)
  if (number > largest && largest < limit) return clipped(value, String(largest), source.type)
  if (number >= limit) return value.reject(dumpRowMessages.row_rejected.range(column.type.sqlType))
  return value.setText(literalKinds.number, String(number))
}

/** Returns the number that a column of integers stores for a cell, or null if a strict mode refuses it. */
export function storedInteger(...[text, cells, at, source, value]: IntegerCell): bigint | null {
  const number = roundedInteger(text, cells, at, value, source.unsigned)
  if (number === null) return null
  const [smallest, largest] = rangeOf(source)
  if (number >= smallest && number <= largest) return number
  return value.isStrict ? null : number < smallest ? smallest : largest
}

/**
 * Tests for a string that begins with a number. If it is zero, it is the year 2000, except that four characters are the
 * year 0. Strings without a number are the year 0, too.
 */
function isZeroOfYears(text: DumpText, cells: RowCells, at: number, value: Value): boolean {
  const kind = cells.kinds[at]
  if (kind !== cellKind.string && (kind !== cellKind.hex || isNumberOfBits(text, cells, at))) return false
  const written = writtenText(text, cells, at, value)
  return written.length !== 4 && numberIn(written) !== null
}

/** Writes a year. Two digits are years around 2000. */
function year(number: bigint, isZeroOf2000: boolean, value: Value): boolean {
  const full = number > 0n && number < 70n ? number + 2000n : number >= 70n && number < 100n ? number + 1900n : number
  const fullYear = full === 0n && isZeroOf2000 ? 2000n : full
  if (fullYear !== 0n && (fullYear < smallestYear || fullYear > largestYear)) return clipped(value, '0', 'year')
  return value.setText(literalKinds.number, String(fullYear))
}

type IntegerReader = (text: DumpText, cells: RowCells, at: number, value: Value, isUnsigned: boolean) => bigint | null

/** Returns a reader of integers. `round` rounds a number with an exponent, which a server reads as a double. */
const integerReader =
  (round: (number: number) => number): IntegerReader =>
  (text, cells, at, value, isUnsigned) => {
    if (isNumberOfBits(text, cells, at)) return bitsOf(text, cells, at)
    const read = writtenText(text, cells, at, value)
    const written = lenient(read, value, dumpRowMessages.row_rejected.notInteger)
    if (written === null) return null
    if (/[1-9]/.test(written.digits.slice(Math.max(0, written.point)))) value.changes.push('number_rounded')
    // A string with an exponent is an exact number.
    if (cells.kinds[at] !== cellKind.number) {
      const stored = integerOfString(read, written, { isStrict: value.isStrict, isUnsigned })
      if (stored === null) value.reject(dumpRowMessages.row_rejected.notInteger, true)
      return stored
    }
    const isDouble = (cells.flags[at] as number) > numberFlag.point
    // Unlike a double, a negative decimal is out of range even if it is rounded to zero.
    const isBelowZero = isUnsigned && written.isNegative && /[1-9]/.test(written.digits)
    if (isBelowZero && !isDouble && value.isStrict) return rounded(written) || -1n
    const number = isDouble ? round(doubleOf(written)) : Infinity
    return Number.isFinite(number) ? BigInt(number) : rounded(written)
  }

const roundedInteger = integerReader(halfEven)
/** Years and bits lose the fraction of a double. */
const truncatedInteger = integerReader(Math.trunc)

function bitsOf(text: DumpText, cells: RowCells, at: number): bigint {
  const digits = asciiOf(text.bytes, cells.starts[at] as number, cells.ends[at] as number)
  if (digits === '') return 0n
  return BigInt(cells.kinds[at] === cellKind.hex ? `0x${digits}` : `0b${digits}`)
}

/** Counts the digits before the point without decoding the number. A number that a server wrote has no leading zeros. */
function digitsBefore(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === 45 ? start + 1 : start
  let at = first
  while (at < end && bytes[at] !== 46) at++
  return at - first
}

export const decimal: Resolver = (text, cells, at, column, value) => {
  const kind = cells.kinds[at]
  const { type, source } = column
  const start = cells.starts[at] as number
  if (source.type === 'bigint') return wideInteger(text, cells, at, source, value)
  if (isFixedFloat(source)) return fixed(text, cells, at, column, value)
  if (kind === cellKind.number && (cells.flags[at] as number) <= numberFlag.point) {
    const end = cells.ends[at] as number
    const isSafe =
      end - start <= safeDecimalLength(type) &&
      digitsBefore(text.bytes, start, end) <= type.size &&
      !(source.unsigned && text.bytes[start] === 45)
    if (isSafe) return value.set(literalKinds.number, text.bytes, start, end)
  }
  const written = numberOf(text, cells, at, value)
  if (written === null) return false
  const { digits, point } = written
  const isEndless = point > digitsMax && hasEndlessExponent(writtenText(text, cells, at, value))
  const isNegative = written.isNegative && !isEndless
  const isZero = !/[1-9]/.test(digits)
  const leading = digits.length - digits.replace(/^0+/, '').length
  const isStoredAsZero = isZero || point - leading < -tiniestPlaces
  if (isNegative && source.unsigned && !isStoredAsZero) return clipped(value, '0', `${source.type} unsigned`)
  if (!isZero && (point - leading > type.size || isCarriedBeyond(digits, point, type)))
    return clipped(value, `${isNegative ? '-' : ''}${largestDecimal(type)}`, type.sqlType)
  return value.setText(literalKinds.number, plainNumber(written))
}

/** Writes a number of `float(M,D)` or `double(M,D)`, with the digits that the server shows. */
const fixed: Resolver = (text, cells, at, column, value) => {
  if (isFixed(text, cells, at, column))
    return value.set(literalKinds.number, text.bytes, cells.starts[at] as number, cells.ends[at] as number)
  const { source, type } = column
  const written = numberOf(text, cells, at, value)
  if (written === null) return false
  const number = doubleOf(written)
  if (number < 0 && source.unsigned) return clipped(value, '0', `${source.type} unsigned`)
  const { stored, isClipped } = fixedFloat(number, source)
  const shown = fixedText(stored, type.width)
  // Single precision may round the largest number up.
  if (shown.replace(/^-?0*|\.\d+$/g, '').length > type.size)
    return value.reject(dumpRowMessages.row_rejected.range(type.sqlType))
  return isClipped ? clipped(value, shown, type.sqlType) : value.setText(literalKinds.number, shown)
}

/** Tests for a number that the server stores with the same digits. */
function isFixed({ bytes }: DumpText, cells: RowCells, at: number, { source, type }: PlannedColumn): boolean {
  const start = cells.starts[at] as number
  const end = cells.ends[at] as number
  const isPlain = cells.kinds[at] === cellKind.number && (cells.flags[at] as number) <= numberFlag.point
  if (!isPlain || end - start > safeFixedLength(source) || (source.unsigned && bytes[start] === 45)) return false
  const before = digitsBefore(bytes, start, end)
  const point = start + before + (bytes[start] === 45 ? 1 : 0)
  return before <= type.size && end - point - 1 <= type.width
}

const doubleOf = ({ isNegative, digits, point }: Written): number =>
  Number(`${isNegative ? '-' : ''}0.${digits}e${point}`)

/** Writes a `bigint unsigned` as a decimal. Any unusual number is rounded and clipped like other integers. */
function wideInteger(...[text, cells, at, source, value]: IntegerCell): boolean {
  const start = cells.starts[at] as number
  const end = cells.ends[at] as number
  const isPlain = cells.kinds[at] === cellKind.number && cells.flags[at] === 0 && text.bytes[start] !== 45
  if (isPlain && end - start < longestUnsigned) return value.set(literalKinds.number, text.bytes, start, end)
  const number = roundedInteger(text, cells, at, value, true)
  if (number === null) return false
  const [smallest, largest] = rangeOf(source)
  if (number < smallest) return clipped(value, String(smallest), 'bigint unsigned')
  return number > largest
    ? clipped(value, String(largest), 'bigint unsigned')
    : value.setText(literalKinds.number, String(number))
}

type IntegerCell = [text: DumpText, cells: RowCells, at: number, source: DumpColumn, value: Value]

/** Returns all digits, without an exponent. */
function plainNumber({ isNegative, digits, point }: Written): string {
  const sign = isNegative ? '-' : ''
  if (point <= 0) return `${sign}0.${'0'.repeat(Math.min(-point, digitsMax))}${digits}`
  const whole = digits
    .slice(0, point)
    .padEnd(point, '0')
    .replace(/^0+(?=\d)/, '')
  const fraction = digits.slice(point)
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

function largestDecimal({ size, width }: ColumnTypePlan): string {
  const whole = size === 0 ? '0' : '9'.repeat(size)
  return width === 0 ? whole : `${whole}.${'9'.repeat(width)}`
}

/**
 * Tests whether the digits are all nines up to the scale of the type and are rounded up, which adds a digit that does
 * not fit.
 */
function isCarriedBeyond(digits: string, point: number, { size, width }: ColumnTypePlan): boolean {
  if (point < 0) return false
  const kept = digits.slice(0, point + width).replace(/^0+/, '')
  return kept.length === size + width && /^9*$/.test(kept) && (digits[point + width] ?? '0') >= '5'
}

export const float: Resolver = (text, cells, at, column, value) => {
  const kind = cells.kinds[at]
  const { source } = column
  const start = cells.starts[at] as number
  const end = cells.ends[at] as number
  const isSigned = source.unsigned && text.bytes[start] === 45
  const isPlain = kind === cellKind.number && (cells.flags[at] as number) <= numberFlag.point
  if (isPlain && !isSigned && end - start <= safeFloatLength)
    return value.set(literalKinds.number, text.bytes, start, end)
  const written = numberOf(text, cells, at, value)
  if (written === null) return false
  return storedFloat(written, column, value)
}

function storedFloat(written: Written, { source, type }: PlannedColumn, value: Value): boolean {
  const { isNegative, digits, point } = written
  const isSingle = type.width === 32
  const sign = isNegative ? '-' : ''
  const number = doubleOf(written)
  if (number < 0 && source.unsigned) return clipped(value, '0', `${source.type} unsigned`)
  if (Math.abs(number) > (isSingle ? 3.4028235e38 : Number.MAX_VALUE))
    return clipped(value, `${sign}${isSingle ? '3.40282e38' : String(Number.MAX_VALUE)}`, type.sqlType)
  if ((isSingle ? Math.fround(number) : number) === 0 && /[1-9]/.test(digits)) {
    value.changes.push('number_rounded')
    return value.setText(literalKinds.number, `${sign}0`)
  }
  const isLong = digits.length > safeFloatLength || point > safeFloatLength || point < 0
  return value.setText(literalKinds.number, isLong ? String(number) : plainNumber(written))
}

/** Writes a bit. Non-strict modes set it for a value that does not fit. */
function oneBit(number: bigint, value: Value): boolean {
  const isFit = number === 0n || number === 1n
  if (!isFit && value.isStrict) return value.reject(dumpRowMessages.row_rejected.notBoolean, true)
  if (!isFit) value.changes.push('number_clipped')
  return value.setBoolean(number !== 0n)
}

/** Returns the number whose bytes a string has. More than nine bytes cannot fit into 64 bits either, so they are not read. */
function numberOfBytes(bytes: Uint8Array): bigint {
  const first = bytes.findIndex((byte) => byte !== 0)
  let number = 0n
  if (first !== -1) for (const byte of bytes.subarray(first, first + 9)) number = (number << 8n) | BigInt(byte)
  return number
}

/** Returns the number that a bit column stores for a value, or null for one that it refuses. */
export function bitsOfCell(text: DumpText, cells: RowCells, at: number, value: Value): bigint | null {
  const kind = cells.kinds[at]
  if (kind === cellKind.hex || kind === cellKind.bits) return bitsOf(text, cells, at)
  if (kind === cellKind.string) {
    take(text, cells, at, value)
    return numberOfBytes(value.bytes.subarray(value.start, value.end))
  }
  const number = truncatedInteger(text, cells, at, value, false)
  if (number === null || number >= 0n) return number
  // An exact number below zero has no bits, except for an integer of 64 bits.
  const isDouble = (cells.flags[at] as number) > numberFlag.point
  const isInteger = cells.flags[at] === 0 && number >= smallestBigint
  if (isDouble || isInteger) return BigInt.asUintN(64, number < smallestBigint ? smallestBigint : number)
  if (!value.isStrict) return 0n
  value.reject(dumpRowMessages.row_rejected.range('bit'), true)
  return null
}

export const boolean: Resolver = (text, cells, at, column, value) => {
  const kind = cells.kinds[at]
  const first = text.bytes[cells.starts[at] as number]
  const isOne = cells.ends[at] === (cells.starts[at] as number) + 1
  const isBit = column.source.type === 'bit'
  const isDigit = isOne && (first === 48 || first === 49)
  // The byte of a digit is a number of its own in a column of bits, as in hexadecimal.
  if (isDigit && kind !== cellKind.hex && !(isBit && kind === cellKind.string)) return value.setBoolean(first === 49)
  const number = isBit
    ? bitsOfCell(text, cells, at, value)
    : roundedInteger(text, cells, at, value, column.source.unsigned)
  if (number === null) return false
  if (isBit) return oneBit(number, value)
  return number === 0n || number === 1n
    ? value.setBoolean(number === 1n)
    : value.reject(dumpRowMessages.row_rejected.notBoolean)
}

/** Returns the digits of a number without an exponent, or null for any other text. */
export function plainDigits(written: string): string | null {
  const number = numberIn(written)
  return number === null || !number.isWhole || number.point > digitsMax ? null : plainNumber(number)
}

/**
 * Returns MySQL's text of an unquoted number in a column of strings or bytes. `width` is the number of characters of the
 * column.
 */
export function numberAsText(written: string, width = 0): string {
  const number = numberIn(written)
  if (number === null) return written
  if (/e/i.test(written)) return doubleAsText(Number(written), width)
  const { digits, point } = number
  const kept = digits.slice(0, point + fractionMax(digits.slice(0, point)))
  const plain = plainNumber({ ...number, digits: kept })
  return /[1-9]/.test(plain) ? plain : plain.replace('-', '')
}

/** Writes a double like MySQL, with an exponent from 1e15 on and below 1e-15. */
function doubleAsText(number: number, width: number): string {
  if (number === 0) return '0'
  const [mantissa = '', exponent = '0'] = number.toExponential().split('e')
  const power = Number(exponent)
  if (power >= 15 || power < -15) return `${mantissa}e${power}`
  const written = numberIn(`${mantissa}e${power}`)
  if (written === null) return String(number)
  const plain = plainNumber(written)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  const short = `${mantissa}e${power}`
  // A column that is too narrow for all digits contains the exponent.
  return width > 0 && plain.length > width && short.length <= width ? short : plain
}
