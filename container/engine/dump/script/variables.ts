import { callFunction } from '../expressions/functions.ts'
import { timestamp } from '../expressions/date-functions.ts'
import { asNumber, isNumber, refuse, type Translated, unrounded } from '../expressions/translated.ts'
import { bytesMax, type ColumnTypePlan, planType, type TypeRules } from '../plan/column-plan.ts'
import { noFacts } from '../plan/column-facts.ts'
import { columnValue, storedAs } from '../plan/column-scope.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import { readVariable } from '../schema/read-variable.ts'
import type { DumpColumn } from '../schema/schema.ts'
import { encodingOfMysql } from '../text/charsets.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { variableName } from './row-field.ts'

export type Direction = 'IN' | 'OUT' | 'INOUT'

/** A parameter, a variable or the result of a routine. */
export interface Variable {
  readonly column: PlannedColumn
  /** Whether a caller passes a value to a parameter, and receives one. */
  readonly direction: Direction
  /** The name as SQL. */
  readonly sql: string
  /** The type of the parameter or result in PostgreSQL, which ignores the sizes of such types. */
  readonly passedAs: string
  /** The smallest and the largest number. This is null for other types, and for floats. */
  readonly limits: Limits | null
}

interface Limits {
  readonly least: string
  readonly most: string
}

/** The types whose values mean the same in both databases. */
const types =
  /^(?:(?:tiny|small|medium|big)?int|decimal|float|double|(?:var)?char|(?:tiny|medium|long)?text|date|datetime)$/

/** Character sets that have every character of the strings, or whose columns become text in the same way. */
const charsets = /^(?:utf8(?:mb3|mb4)?|latin1)$/i

interface VariableRequest {
  readonly source: string
  readonly name: string
  readonly type: readonly Token[]
  readonly rules: TypeRules
  /** Whether the routine states that its strings are in UTF-8. */
  readonly isUtf8: boolean
}

export function variableOf({ source: name, name: written, type, rules, isUtf8 }: VariableRequest): Variable {
  if (type.some((token) => isWord(token, 'ZEROFILL') || isSymbol(token, ':')))
    refuse('zeros before a number, or a label')
  const source = readVariable(name, type) ?? refuse('a variable without a type')
  const { charset, sizes, ...others } = source
  const isFloat = source.type === 'float' || source.type === 'double'
  if (!types.test(source.type) || (charset !== null && !charsets.test(charset))) refuse('another type')
  if (isFloat && (sizes.length > 0 || source.unsigned)) refuse('a float with a size')
  if (others.notNull || others.defaultTokens !== null || others.generated !== null) refuse('a rule for a variable')
  const question = { column: source, facts: noFacts, isKey: false, enumType: '', rules: rulesOfRoutines(rules) }
  const planned = planType(question)
  const column: PlannedColumn = {
    source,
    index: 0,
    name: written,
    type: planned,
    encoding: charset === null ? (isUtf8 ? 'utf-8' : 'unknown') : encodingOfMysql(charset),
    isSealed: false,
    isChecked: false,
    nullable: true,
    defaultSql: null,
    isDefaultInRows: false,
    generatedSql: null,
    isIdentity: false,
    isCounted: false,
  }
  return {
    column,
    direction: 'IN',
    sql: variableName(written),
    passedAs: passedAs(planned),
    limits: limitsOf(source, planned),
  }
}

/** Returns the rules for types in routines, which have no rows that could decide a type. */
const rulesOfRoutines = (rules: TypeRules): TypeRules => ({ ...rules, infer: false, ci_text: 'text' })

function passedAs({ kind, sqlType, width }: ColumnTypePlan): string {
  if (kind === 'integer') return width === 64 ? 'bigint' : 'integer'
  if (kind === 'decimal') return 'numeric'
  return kind === 'text' || kind === 'timestamp' ? kind : sqlType
}

const bitsOf: ReadonlyMap<string, bigint> = new Map([
  ['tinyint', 8n],
  ['smallint', 16n],
  ['mediumint', 24n],
  ['int', 32n],
  ['bigint', 64n],
])

function limitsOf({ type, unsigned }: DumpColumn, { kind, size, width }: ColumnTypePlan): Limits | null {
  const bits = bitsOf.get(type)
  if (kind === 'boolean') return null
  if (bits !== undefined)
    return unsigned
      ? { least: '0', most: String(2n ** bits - 1n) }
      : { least: String(-(2n ** (bits - 1n))), most: String(2n ** (bits - 1n) - 1n) }
  if (kind !== 'decimal') return null
  const most = `${'9'.repeat(size) || '0'}${width === 0 ? '' : `.${'9'.repeat(width)}`}`
  return { least: unsigned ? '0' : `-${most}`, most }
}

/** Returns a variable in an expression. */
export function valueOf({ column }: Variable, sql: string): Translated {
  const { source } = column
  return {
    ...columnValue(column, sql),
    ...(bitsOf.has(source.type) && source.unsigned ? { isUnsigned: true } : {}),
  }
}

/** Returns the value that MySQL stores in a variable, as SQL. Without strict mode, it is the nearest one. */
export function storedIn({ column, limits }: Variable, value: Translated, isStrict: boolean): string {
  if (value.sql === 'NULL') return 'NULL'
  const { type, source } = column
  if (type.kind === 'text') {
    const text = asText(value)
    if (!isStrict && bytesMax(source) > 0) return refuse('a text with a maximum of bytes')
    return isStrict || type.size === 0 ? text : `left(${text}, ${type.size})`
  }
  const number = converted(value, column)
  if (isStrict || limits === null) return number
  const { least, most } = limits
  return `CASE WHEN ${number} >= ${most} THEN ${most} WHEN ${number} <= ${least} THEN ${least} ELSE (${number})::${type.sqlType} END`
}

/** Returns an argument of a call, as SQL. */
export function passedTo({ column, passedAs: to }: Variable, value: Translated): string {
  if (value.sql === 'NULL') return `NULL::${to}`
  return column.type.kind === 'text' ? asText(value) : `(${converted(value, column)})::${to}`
}

const asText = (value: Translated): string => callFunction('to_text', [value]).sql

/** Converts a value to the kind of a type, but not yet to its size. */
function converted(value: Translated, { type, source }: PlannedColumn): string {
  const refuseType = (): never => refuse('a value of another type')
  if (type.kind === 'boolean') {
    const isTruth = value.sql === '0' || value.sql === '1'
    return value.type === 'boolean' ? value.sql : isTruth ? String(value.sql === '1') : refuseType()
  }
  if (type.kind === 'date' || type.kind === 'timestamp') {
    const time = timestamp(value)
    if (type.kind === 'date' && time.hasFraction === true) return refuseType()
    return time.type === 'date' ? time.sql : (storedAs(time, type) ?? refuseType())
  }
  const number = unrounded(asNumber(value))
  if (!isNumber(number)) return refuseType()
  // PostgreSQL reads a float exactly as written only from its text.
  const { sql } =
    number.type === 'float' && type.kind === 'decimal' ? { sql: `(${number.sql})::float8::text::numeric` } : number
  // MySQL refuses -0.1 before it rounds it to 0.
  return source.unsigned && number.type !== 'integer' ? `CASE WHEN ${sql} < 0 THEN -1 ELSE ${sql} END` : sql
}

/** Returns the statement that fails if the variable has a value that strict mode refuses, or nothing. */
export function refusal({ column, sql, limits }: Variable): string {
  const { source } = column
  const bytes = bytesMax(source)
  if (bytes > 0) return ` IF octet_length(${sql}) > ${bytes} THEN RAISE string_data_right_truncation; END IF;`
  // PostgreSQL has the other limits in its types.
  const isEnforced = !source.unsigned && source.type !== 'tinyint' && source.type !== 'mediumint'
  if (limits === null || isEnforced) return ''
  return ` IF ${sql} NOT BETWEEN ${limits.least} AND ${limits.most} THEN RAISE numeric_value_out_of_range; END IF;`
}
