import type { RoutineMode } from '../text/settings.ts'
import { asFloat } from './agreeing.ts'
import {
  asNumber,
  bigintDigits,
  type Digits,
  type ExpressionType,
  inFloats,
  isNumber,
  made,
  refuse,
  type Translated,
  unrounded,
} from './translated.ts'

const widest = (one: Translated, other: Translated): ExpressionType =>
  one.type === 'float' || other.type === 'float'
    ? 'float'
    : one.type === 'integer' && other.type === 'integer'
      ? 'integer'
      : 'number'

/** MySQL stores the digits of a decimal in groups of nine, and at most thirty of them follow the point. */
const groupDigits = 9
const scaleMax = 30
const inGroups = (digits: number): number => Math.ceil(digits / groupDigits) * groupDigits

/** The number of digits that a quotient has beyond those of the dividend: `div_precision_increment`. */
const quotientDigits = 4

/** The result of a division by zero: NULL, or an error in a routine with a strict mode. */
type ByZero = RoutineMode['byZero']

const divisorOf = (sql: string, byZero: ByZero): string => (byZero === 'error' ? sql : `nullif(${sql}, 0)`)

/** Refuses a calculation of integers that may be negative although MySQL computes it without a sign. */
function refuseUnsigned(operator: '+' | '-' | '*' | 'DIV', ...operands: readonly Translated[]): void {
  const isSure = ({ isUnsigned, sql }: Translated): boolean => isUnsigned === true || /^[\d.]+$/.test(sql)
  const hasSign = operator === '-' || !operands.every(isSure)
  if (hasSign && operands.some(({ isUnsigned }) => isUnsigned === true)) refuse('a number without a sign')
}

export function arithmetic(one: Translated, operator: '+' | '-' | '*', other: Translated): Translated {
  const [left, right] = numbers(one, other)
  const type = widest(left, right)
  refuseUnsigned(operator, left, right)
  // The sum of two `real` values would be a `real`.
  if (type === 'float') return made(`(${asFloat(left).sql} ${operator} ${right.sql})`, type, left, right)
  const write = (a: Translated, b: Translated): string => `(${wide(a)} ${operator} ${wide(b)})`
  const combined = (a: Digits, b: Digits): Digits =>
    operator === '*'
      ? { whole: a.whole + b.whole, scale: a.scale + b.scale }
      : { whole: Math.max(a.whole, b.whole) + 1, scale: Math.max(a.scale, b.scale) }
  if (type === 'integer') return { ...made(write(left, right), type, left, right), digits: bigint }
  return computed(left, right, write, combined)
}

const bigint: Digits = { whole: bigintDigits, scale: 0 }

function numbers(one: Translated, other: Translated): readonly [Translated, Translated] {
  const [left, right] = [asNumber(one), asNumber(other)]
  return isNumber(left) && isNumber(right) ? [left, right] : refuse('arithmetic with a value that is not a number')
}

/** MySQL computes with 64-bit integers. */
const wide = (value: Translated): string =>
  value.type === 'integer' && !/^-?\d+$/.test(value.sql) ? `(${value.sql})::bigint` : value.sql

/** Computes a decimal from the exact values. It shows the digits of its type. */
function computed(
  left: Translated,
  right: Translated,
  write: (left: Translated, right: Translated) => string,
  combined: (left: Digits, right: Digits) => Digits,
): Translated {
  const hasQuotient = left.exact !== undefined || right.exact !== undefined
  const digits = left.digits && right.digits && combined(left.digits, right.digits)
  if (!hasQuotient)
    return { ...made(write(left, right), 'number', left, right), ...(digits === undefined ? {} : { digits }) }
  const [a, b] = [unrounded(left), unrounded(right)]
  if (digits === undefined || a.digits === undefined || b.digits === undefined) return refuse('unknown digits')
  return rounded(write(a, b), combined(a.digits, b.digits).scale, digits, left, right)
}

/** Rounds a quotient to the digits that MySQL displays. MySQL computes with more of them. */
export function rounded(sql: string, scale: number, digits: Digits, ...operands: readonly Translated[]): Translated {
  if (scale > scaleMax || digits.scale > scale) return refuse('more digits than MySQL has')
  const shown = digits.scale < scale ? `round(${sql}, ${digits.scale})` : sql
  return { ...made(shown, 'number', ...operands), digits, exact: { sql, scale } }
}

export function division(one: Translated, other: Translated, byZero: ByZero = 'null'): Translated {
  const [written, by] = numbers(one, other)
  const [left, right] = [inFloats(written), inFloats(by)]
  if (widest(left, right) === 'float')
    return made(`(${asFloat(left).sql} / ${divisorOf(right.sql, byZero)})`, 'float', left, right)
  return quotient(left, unrounded(right), divisorOf(unrounded(right).sql, byZero))
}

/** Divides two decimals. MySQL cuts off the last digits and does not round them. `divisor` is the SQL of `right`. */
export function quotient(left: Translated, right: Translated, divisor: string): Translated {
  const [dividend, shown] = [unrounded(left), left.digits]
  if (dividend.digits === undefined || right.digits === undefined || shown === undefined)
    return refuse('a quotient of decimals with unknown digits')
  const [above, below] = [dividend.digits.scale, right.digits.scale]
  const spare = inGroups(above) - above + inGroups(below) - below
  const scale = inGroups(inGroups(above) + inGroups(below) + Math.max(quotientDigits - spare, 0))
  const digits = { whole: shown.whole + below, scale: shown.scale + quotientDigits }
  return rounded(`div(${dividend.sql} * 1e${scale}, ${divisor}) * 1e-${scale}`, scale, digits, left, right)
}

export function remainder(one: Translated, other: Translated, byZero: ByZero = 'null'): Translated {
  const [left, right] = numbers(one, other)
  const type = widest(left, right)
  if (type === 'float') return refuse('a remainder of floats')
  const write = (a: Translated, b: Translated): string =>
    `mod((${a.sql})::numeric, (${divisorOf(b.sql, byZero)})::numeric)`
  if (type === 'integer') return { ...made(write(left, right), type, left, right), digits: bigint }
  return computed(left, right, write, (a, b) => ({ whole: a.whole, scale: Math.max(a.scale, b.scale) }))
}

export function wholeDivision(left: Translated, right: Translated, byZero: ByZero = 'null'): Translated {
  if (left.type !== 'integer' || right.type !== 'integer') return refuse('a whole division of fractions')
  refuseUnsigned('DIV', left, right)
  const sql = `((${left.sql})::bigint / ${divisorOf(right.sql, byZero)})`
  return { ...made(sql, 'integer', left, right), digits: bigint }
}
