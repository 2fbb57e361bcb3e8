import type { ColumnTypePlan, ValueKind } from './column-plan.ts'
import type { FindColumn } from '../expressions/expressions.ts'
import type { PlannedColumn } from './plan-types.ts'
import { quoteName } from '../expressions/quoted-names.ts'
import { isSameName } from '../text/tokens.ts'
import {
  bigintDigits,
  type ExpressionType,
  integerDigits,
  originOf,
  type Translated,
} from '../expressions/translated.ts'

const typeOf: Readonly<Record<ValueKind, ExpressionType>> = {
  integer: 'integer',
  decimal: 'number',
  float: 'float',
  boolean: 'boolean',
  bits: 'other',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  time: 'time',
  interval: 'time',
  text: 'text',
  enum: 'text',
  set: 'other',
  json: 'json',
  uuid: 'other',
  inet: 'other',
  bytes: 'other',
  spatial: 'other',
}

/**
 * Tests for types that need a conversion to text. Enums are not text in PostgreSQL. Trailing spaces of a char(n) are
 * padding in both databases, but only the text of PostgreSQL has none.
 */
const needsText = ({ kind, sqlType }: ColumnTypePlan): boolean =>
  (kind === 'enum' && sqlType !== 'text') || sqlType === 'citext' || sqlType.startsWith('char(')

/**
 * Returns a string for use in an expression. If it ignores case, it is compared exactly, because LIKE supports nothing
 * else.
 */
function asText(sql: string, type: ColumnTypePlan): string {
  if (type.collation !== undefined) return `(${sql} COLLATE "default")`
  return needsText(type) ? `${sql}::text` : sql
}

/** Returns the value to sort an enum by, or null for an enum stored as text. MySQL sorts by the order of the labels. */
const enumOrder = (sql: string, { sqlType }: ColumnTypePlan): string | null => (sqlType === 'text' ? null : sql)

/** Translates a column in an expression. `sql` is its name there. */
export function columnValue(column: PlannedColumn, sql = quoteName(column.name)): Translated {
  const { type, isSealed, source, encoding } = column
  const isFloat = type.kind === 'decimal' && /^(?:float|double|real)/.test(source.type)
  return {
    sql: asText(sql, type),
    type: isSealed ? 'sealed' : typeOf[type.kind],
    ...digitsOf(type),
    ...(isFloat ? { float: `${sql}${source.type === 'float' ? '::float4' : ''}::float8` } : {}),
    ...(source.unsigned ? { isNatural: true } : {}),
    ...(source.isZerofill ? { isZerofill: true } : {}),
    ...(type.kind === 'text' ? { length: type.size } : {}),
    ...originOf({
      isBit: source.type === 'bit',
      isYear: source.type === 'year',
      hasFraction: /^(?:timestamp|time)\([1-6]\)/.test(type.sqlType),
      isExact: source.isExactText,
      isFloat,
      isRecoded: (type.kind === 'text' || type.kind === 'enum') && encoding !== 'utf-8',
    }),
    ...(type.kind === 'enum' ? { order: enumOrder(sql, type) } : {}),
    isImmutable: !(type.kind === 'enum' && type.sqlType !== 'text') && type.kind !== 'timestamptz',
  }
}

/** The digits of integers with 16, 32 and 64 bits. */
const digitsOfBits: ReadonlyMap<number, number> = new Map([
  [16, 5],
  [32, integerDigits],
  [64, bigintDigits],
])

function digitsOf({ kind, size, width }: ColumnTypePlan): Pick<Translated, 'digits'> {
  if (kind === 'decimal') return { digits: { whole: size, scale: width, isStored: true } }
  const whole = kind === 'integer' ? digitsOfBits.get(width) : undefined
  return whole === undefined ? {} : { digits: { whole, scale: 0 } }
}

/** Returns the column with this name in MySQL, ignoring case. */
export const columnNamed = (columns: readonly PlannedColumn[], name: string): PlannedColumn | undefined =>
  columns.find(({ source }) => isSameName(source.name, name))

/** Returns a function that finds the columns of one table by their names in MySQL, with any qualifier. */
export const columnsOf =
  (columns: readonly PlannedColumn[]): FindColumn =>
  (_qualifier, name) => {
    const found = columnNamed(columns, name)
    return found === undefined ? null : columnValue(found)
  }

/** Converts an expression to the type of its column. Returns null if PostgreSQL would have to guess. */
export function storedAs(value: Translated, type: ColumnTypePlan): string | null {
  const target = typeOf[type.kind]
  if (value.type === 'boolean' && type.kind === 'integer') return `(${value.sql})::integer`
  const isNumeric = (stored: ExpressionType): boolean =>
    stored === 'integer' || stored === 'number' || stored === 'float'
  // A fraction that the column does not have is cut off in MariaDB and rounded in MySQL and PostgreSQL.
  if (value.hasFraction === true && target === 'timestamp' && !type.sqlType.includes('(6)')) return null
  if (target === value.type || (isNumeric(target) && isNumeric(value.type))) return value.sql
  return target === 'date' && value.type === 'timestamp' ? `(${value.sql})::date` : null
}
