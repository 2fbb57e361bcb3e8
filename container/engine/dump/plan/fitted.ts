import { quoteName } from '../expressions/quoted-names.ts'
import type { Translated } from '../expressions/translated.ts'
import type { Token } from '../text/tokens.ts'
import { rangeOf } from '../schema/integer-ranges.ts'
import type { ColumnTypePlan } from './column-plan.ts'
import { columnNamed } from './column-scope.ts'
import type { PlannedColumn } from './plan-types.ts'
import { longestText } from './text-lengths.ts'

/** An expression of a type that never raises an error for a value outside of it. */
export interface Fitted {
  readonly sql: string
  /** Whether every value fits, so that nothing is cut. */
  readonly isCertain: boolean
}

interface Source {
  readonly tokens: readonly Token[]
  readonly columns: readonly PlannedColumn[]
}

const certain = ({ sql }: Translated): Fitted => ({ sql, isCertain: true })

/**
 * Returns the value that a column stores for an expression: as a server without a strict mode does, a longer text is
 * cut, and a number is limited to the range of the type. Returns null if PostgreSQL would refuse the expression.
 */
export function fitted(value: Translated, column: PlannedColumn, source: Source): Fitted | null {
  const { type } = column
  switch (type.kind) {
    case 'text':
      return fittedText(value, type, source)
    case 'integer':
    case 'decimal':
      return isShort(value, column, source) ? certain(value) : fittedNumber(value, column)
    case 'float':
      return fittedFloat(value, column)
    case 'enum':
      // A text is not a label of a type in PostgreSQL, and other texts than its labels would break its check.
      return null
    case 'bits':
    case 'set':
    case 'uuid':
    case 'inet':
    case 'bytes':
    case 'spatial':
      return hasOnlyType(type, source) ? certain(value) : null
    case 'boolean':
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'time':
    case 'interval':
    case 'json':
      return certain(value)
  }
}

/** Tests whether every column of an expression has this type. */
function hasOnlyType({ sqlType }: ColumnTypePlan, { tokens, columns }: Source): boolean {
  const read = tokens.flatMap(({ kind, text }) =>
    kind === 'word' || kind === 'name' ? (columnNamed(columns, text) ?? []) : [],
  )
  return read.every(({ type }) => type.sqlType === sqlType)
}

function fittedText(value: Translated, { size, sqlType }: ColumnTypePlan, { tokens, columns }: Source): Fitted {
  if (size === 0 || sqlType === 'citext') return certain(value)
  const longest = longestText(tokens, (name) => columnNamed(columns, name))
  return longest !== null && longest <= size ? certain(value) : { sql: `(${value.sql})::${sqlType}`, isCertain: false }
}

function fittedNumber(value: Translated, { type, source }: PlannedColumn): Fitted | null {
  const { digits } = value
  const isNatural = value.isNatural === true || value.isUnsigned === true
  const isInRange = digits !== undefined && isWithin(digits, type, source)
  if (isInRange && (isNatural || !source.unsigned)) return certain(value)
  // A year outside of its range is zero, and two digits are another year.
  if (source.type === 'year') return null
  const [smallest, largest] = bounds(type, source)
  const { sql } = value
  const isAbove = isInRange ? '' : `WHEN ${sql} >= ${largest} THEN ${largest} `
  const isBelow = isNatural ? '' : `WHEN ${sql} <= ${smallest} THEN ${smallest} `
  return { sql: `CASE ${isAbove}${isBelow}ELSE (${sql})::${type.sqlType} END`, isCertain: false }
}

/** Tests for a value of a type with 32 bits, or of a column with a range that the column contains. */
function isShort({ sql }: Translated, { source, type }: PlannedColumn, { columns }: Source): boolean {
  if (type.kind !== 'integer' || source.type === 'year') return false
  const [smallest, largest] = rangeOf(source)
  if (/^(?:char_length|octet_length|strpos)\(/.test(sql)) return largest >= (1n << 31n) - 1n
  const copied = columns.find(({ name }) => quoteName(name) === sql)
  if (copied?.type.kind !== 'integer' || copied.source.type === 'year') return false
  const [from, to] = rangeOf(copied.source)
  return from >= smallest && to <= largest
}

/** Tests whether every number with these digits is in the range of a column, even if it is rounded. */
function isWithin(
  { whole, scale }: NonNullable<Translated['digits']>,
  { kind, size, width }: ColumnTypePlan,
  source: PlannedColumn['source'],
): boolean {
  if (source.type === 'year') return scale === 0 && whole <= 4
  if (kind === 'decimal' && source.type !== 'bigint') return whole < size || (whole === size && scale <= width)
  return 10n ** BigInt(whole) <= (scale === 0 ? rangeOf(source)[1] + 1n : rangeOf(source)[1])
}

/** Returns the smallest and the largest number that a column stores, as SQL. */
function bounds(
  { kind, size, width }: ColumnTypePlan,
  source: PlannedColumn['source'],
): readonly [smallest: string, largest: string] {
  if (kind === 'decimal' && source.type !== 'bigint') {
    const largest = `${'9'.repeat(size) || '0'}${width === 0 ? '' : `.${'9'.repeat(width)}`}`
    return [source.unsigned ? '0' : `-${largest}`, largest]
  }
  const [smallest, largest] = rangeOf(source)
  const limit = kind === 'decimal' ? largest : (1n << BigInt(width - 1)) - 1n
  return [String(smallest), String(largest < limit ? largest : limit)]
}

/** The largest number of a `real` in PostgreSQL and of a FLOAT in MySQL, and one that both round to zero. */
const largestReal = '3.4028234e38'
const smallestReal = '1e-46'

function fittedFloat(value: Translated, { type, source }: PlannedColumn): Fitted {
  const { sql } = value
  const isReal = type.width === 32 && value.type === 'float'
  const isSigned = !source.unsigned || value.isNatural === true || value.isUnsigned === true
  if (!isReal && isSigned) return certain(value)
  const smallest = isSigned ? `-${largestReal}` : '0'
  const limit = (number: string): string => `${number}::${type.sqlType}`
  const ofReal = isReal
    ? `WHEN ${sql} >= ${largestReal} THEN ${limit(largestReal)} WHEN abs(${sql}) <= ${smallestReal} THEN ${limit('0')} `
    : ''
  return {
    sql: `CASE ${ofReal}WHEN ${sql} <= ${smallest} THEN ${limit(smallest)} ELSE (${sql})::${type.sqlType} END`,
    isCertain: false,
  }
}
