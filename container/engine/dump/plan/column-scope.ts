import type { ColumnTypePlan, ValueKind } from './column-plan.ts'
import type { FindColumn } from '../expressions/expressions.ts'
import type { PlannedColumn } from './plan-types.ts'
import { quoteName } from '../expressions/quoted-names.ts'
import { type ExpressionType, originOf, type Translated } from '../expressions/translated.ts'

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

/** Enums are no texts by themselves; spaces at the end of a char(n) are padding to both, but only its text has none. */
const needsText = ({ kind, sqlType }: ColumnTypePlan): boolean =>
  (kind === 'enum' && sqlType !== 'text') || sqlType === 'citext' || sqlType.startsWith('char(')

/** A text that ignores case compares exactly within an expression: LIKE knows no other way. */
function asText(sql: string, type: ColumnTypePlan): string {
  if (type.collation !== undefined) return `(${sql} COLLATE "default")`
  return needsText(type) ? `${sql}::text` : sql
}

/** MySQL sorts an enum by the order of its labels. */
const enumOrder = (sql: string, { sqlType }: ColumnTypePlan): string | null => (sqlType === 'text' ? null : sql)

/** A column where an expression names it. `sql`: its spelling there. */
export function columnValue(column: PlannedColumn, sql = quoteName(column.name)): Translated {
  const { type, isSealed, source, encoding } = column
  return {
    sql: asText(sql, type),
    type: isSealed ? 'sealed' : typeOf[type.kind],
    ...originOf({
      isExact: source.isExactText,
      isRecoded: (type.kind === 'text' || type.kind === 'enum') && encoding !== 'utf-8',
    }),
    ...(type.kind === 'enum' ? { order: enumOrder(sql, type) } : {}),
    isImmutable: !(type.kind === 'enum' && type.sqlType !== 'text') && type.kind !== 'timestamptz',
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The column that MySQL has under this name, whatever its case. */
export const columnNamed = (columns: readonly PlannedColumn[], name: string): PlannedColumn | undefined =>
  columns.find(({ source }) => sameName(source.name, name))

/** The columns of one table by MySQL's names, whatever they are qualified with. */
export const columnsOf =
  (columns: readonly PlannedColumn[]): FindColumn =>
  (_qualifier, name) => {
    const found = columnNamed(columns, name)
    return found === undefined ? null : columnValue(found)
  }

/** An expression's value stored in a column: null if PostgreSQL would have to guess. */
export function storedAs(value: Translated, type: ColumnTypePlan): string | null {
  const target = typeOf[type.kind]
  if (value.type === 'boolean' && type.kind === 'integer') return `(${value.sql})::integer`
  const isNumeric = (stored: ExpressionType): boolean =>
    stored === 'integer' || stored === 'number' || stored === 'float'
  if (target === value.type || (isNumeric(target) && isNumeric(value.type))) return value.sql
  return target === 'date' && value.type === 'timestamp' ? `(${value.sql})::date` : null
}
