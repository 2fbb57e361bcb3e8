import { classifyTime, isUsableDate } from './dates.ts'
import { asNumber, type Digits, type ExpressionType, isNumber, made, refuse, type Translated } from './translated.ts'
import { toText } from './texts.ts'
import { unrounded } from './translated.ts'

/** Converts 0 and 1 to `false` and `true` if the other side is a boolean column. */
export function alike(one: Translated, other: Translated): readonly [Translated, Translated] {
  const boolean = (value: Translated): Translated =>
    value.sql === '1' || value.sql === '0'
      ? { ...value, sql: value.sql === '1' ? 'TRUE' : 'FALSE', type: 'boolean' }
      : value
  if (one.type === 'boolean' && other.type === 'integer') return agreeing(one, boolean(other))
  if (other.type === 'boolean' && one.type === 'integer') return agreeing(boolean(one), other)
  return agreeing(one, other)
}

/** Converts a string literal to the other side's type. Two typed values must be of one kind. */
function agreeing(one: Translated, other: Translated): readonly [Translated, Translated] {
  const kind = (value: Translated): string =>
    isNumber(value) ? 'number' : value.type === 'timestamp' ? 'date' : value.type
  if (one.type === 'json' || other.type === 'json') return refuse('a comparison of documents')
  if ([one, other].some(({ isYear }) => isYear === true) && [one, other].some(isShort)) return refuse('a short year')
  if (kind(one) !== kind(other)) return [literalAs(one, other), literalAs(other, one)]
  return one.type === 'text' ? [comparable(one), comparable(other)] : [one, other]
}

/** Returns a string that both servers compare alike, as far as the translation distinguishes it. */
export const comparable = (value: Translated): Translated =>
  value.isUncompared === true ? refuse('a comparison of texts with an unknown collation') : value

const isShort = ({ sql }: Translated): boolean => /^(?:'.*'|\d{1,2})$/.test(sql)

/** Converts a literal to the type of the value next to it. */
function literalAs(value: Translated, other: Translated): Translated {
  if (value.sql === 'NULL') return value
  if (!value.sql.startsWith("'")) return isLiteral(other) ? value : refuse('types differ')
  if (isNumber(other) && numberInQuotes.test(value.sql)) return unquoted(value)
  if (other.type === 'time' && classifyTime(value.sql.slice(1, -1)) === 'day') return value
  const literal = dateLiteral(value)
  if (literal === null || (other.type !== 'date' && other.type !== 'timestamp')) return refuse('types differ')
  return literal.type === other.type ? value : literal
}

const isLiteral = ({ sql }: Translated): boolean => sql === 'NULL' || sql.startsWith("'")

const numberInQuotes = /^'-?\d+(?:\.\d+)?'$/

/** PostgreSQL does not accept `'1.5'` as an integer. */
const unquoted = (literal: Translated): Translated => ({ ...literal, sql: literal.sql.slice(1, -1), type: 'number' })

/** Reads a string literal as a date or a timestamp. Returns null if the servers would disagree about it. */
export function dateLiteral(value: Translated): Translated | null {
  const [, written = '', time] = /^'(\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(?:\.\d{1,6})?)?)'$/.exec(value.sql) ?? []
  if (written === '' || !isUsableDate(written)) return null
  if (time === undefined) return { ...value, sql: `DATE ${value.sql}`, type: 'date' }
  const hasFraction = written.includes('.')
  return { ...value, sql: `TIMESTAMP ${value.sql}`, type: 'timestamp', ...(hasFraction ? { hasFraction } : {}) }
}

/**
 * Converts values to one kind. Among strings, every value becomes text. Among numbers, truth becomes a number. Among
 * floats, every number becomes a float.
 */
function ofOneKind(values: readonly Translated[]): readonly Translated[] {
  if (values.some(({ type }) => type === 'text'))
    return values.map((value) => (value.sql === 'NULL' ? value : toText(value)))
  if (!values.some(isNumber)) return values
  const numbers = values.map(asNumber)
  const isFloat = commonType(numbers) === 'float'
  if (isFloat && numbers.some(({ type }) => type !== 'float'))
    return numbers.map((value) => (value.sql === 'NULL' ? value : asFloat(value)))
  const digits = isFloat ? undefined : widestOf(numbers)
  return digits === undefined ? numbers : numbers.map((value) => withZeros(value, digits.scale))
}

/** Adds the digits that MySQL writes after a number with fewer digits than the others: zeros, or more of a quotient. */
export function withZeros(value: Translated, scale: number): Translated {
  const { digits, exact } = value
  const sql = exact?.sql ?? value.sql
  if (digits === undefined || digits.scale >= scale || sql === 'NULL') return value
  const isWritten = /^-?\d+(?:\.\d+)?$/.test(sql)
  const zeros = `${digits.scale === 0 ? '.' : ''}${'0'.repeat(scale - digits.scale)}`
  return { ...value, type: 'number', sql: isWritten ? `${sql}${zeros}` : `round((${sql})::numeric, ${scale})` }
}

export const asFloat = (value: Translated): Translated => made(`(${value.sql})::float8`, 'float', value)

/** Translates an expression that returns one of several values. It has the digits of the longest one. */
export function oneOf(
  values: readonly Translated[],
  others: readonly Translated[],
  write: (...sql: readonly string[]) => string,
): Translated {
  const kinds = ofOneKind(values)
  const chosen = made(write(...kinds.map(({ sql }) => sql)), commonType(kinds), ...kinds, ...others)
  const digits = widestOf(kinds)
  if (digits === undefined) return chosen
  if (kinds.every(({ exact }) => exact === undefined)) return { ...chosen, digits }
  const exact = kinds.map(unrounded)
  const scale = widestOf(exact)?.scale ?? refuse('digits that are not known')
  return { ...chosen, digits, exact: { sql: write(...exact.map(({ sql }) => sql)), scale } }
}

function widestOf(values: readonly Translated[]): Digits | undefined {
  const all = values.flatMap(({ sql, digits }) => (sql === 'NULL' ? [] : [digits]))
  const known = all.filter((digits) => digits !== undefined)
  if (known.length === 0 || known.length < all.length) return undefined
  const most = (read: (digits: Digits) => number): number => Math.max(...known.map(read))
  return { whole: most(({ whole }) => whole), scale: most(({ scale }) => scale) }
}

function commonType(values: readonly Translated[]): ExpressionType {
  const types = new Set(values.filter(({ sql }) => sql !== 'NULL').map(({ type }) => type))
  const [only] = types
  if (types.size === 1 && only !== undefined) return only
  if (types.size === 0 || !values.every((value) => isNumber(value) || value.sql === 'NULL'))
    return refuse('values of several types')
  return types.has('float') ? 'float' : 'number'
}
