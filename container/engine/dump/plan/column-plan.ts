import type { ColumnTypeName } from '../../../../src/contract/spec-values.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { classifyTime, normalizeTime } from '../expressions/dates.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { DumpColumn } from '../schema/schema.ts'

/** The way in which a column's values are read and written. */
export type ValueKind =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'bits'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'time'
  | 'interval'
  | 'text'
  | 'enum'
  | 'set'
  | 'json'
  | 'uuid'
  | 'inet'
  | 'bytes'
  | 'spatial'

export interface ColumnTypePlan {
  readonly kind: ValueKind
  readonly sqlType: string
  readonly reportType: ColumnTypeName
  /**
   * The limit: characters of text, bits of a bit string, digits of a decimal before the point, digits of a fraction of
   * a second. For strings, 0 means no limit.
   */
  readonly size: number
  /** The bits of an integer, or the digits of a decimal after the point. */
  readonly width: number
  /** A collation of PostgreSQL other than that of the database. */
  readonly collation?: string
}

/** The rules for converting types of MySQL to types of PostgreSQL: `spec.dump.types`. */
export type TypeRules = Spec['dump']['types']

const plans = new Map<string, ColumnTypePlan>()
/** The maximum number of cached plans. A large dump has many kinds of columns, and repeats a few of them. */
const plansMax = 1000

function plan(kind: ValueKind, sqlType: string, reportType: ColumnTypeName, size = 0, width = 0): ColumnTypePlan {
  const key = `${kind} ${sqlType} ${reportType} ${size} ${width}`
  const known = plans.get(key)
  if (known !== undefined) return known
  const made = { kind, sqlType, reportType, size, width }
  if (plans.size < plansMax) plans.set(key, made)
  return made
}

const smallint = plan('integer', 'smallint', 'integer', 0, 16)
const integer = plan('integer', 'integer', 'integer', 0, 32)
const bigint = plan('integer', 'bigint', 'integer', 0, 64)
/** Returns a decimal type. The size is the number of digits before the point. */
const exact = (precision: number, scale: number): ColumnTypePlan =>
  plan('decimal', `numeric(${precision},${scale})`, 'decimal', precision - scale, scale)

/**
 * Returns the maximum length of a decimal that fits regardless of its digits. If it is one character longer, rounding
 * may carry it beyond its type.
 */
export const safeDecimalLength = ({ size, width }: ColumnTypePlan): number => size + width + 1

/** The maximum number of characters of a float without an exponent that is always in range. */
export const safeFloatLength = 30

/** Tests for a type of dates, whose zeros PostgreSQL cannot store. */
export const isDate = ({ kind }: ColumnTypePlan): boolean =>
  kind === 'date' || kind === 'timestamp' || kind === 'timestamptz'

export const unlimitedText = plan('text', 'text', 'text')

export interface TypeQuestion {
  readonly column: DumpColumn
  readonly facts: ColumnFacts
  /** Whether the column is part of a key or reference, so its numbers have to be comparable with other keys. */
  readonly isKey: boolean
  /** The type of an enum, which is created before the table. */
  readonly enumType: string
  readonly rules: TypeRules
}

/** The collation ignores case and accents, like most collations of MySQL. The script creates it. */
export const caseBlindCollation = 'mysql_ci'

/**
 * Converts a type of MySQL to PostgreSQL, based on the facts about the whole column. `docs/guide/mysql-schema.md` has
 * the table.
 */
export function planType(question: TypeQuestion): ColumnTypePlan {
  const { column, rules } = question
  const type = planByDefinition(question)
  return type.kind === 'text' && !column.isExactText && !column.isJson ? compared(type, rules.ci_text) : type
}

/** Returns the type of a text column under the rule for text that ignores case. */
function compared(type: ColumnTypePlan, rule: TypeRules['ci_text']): ColumnTypePlan {
  if (rule === 'icu') return { ...type, collation: caseBlindCollation }
  return rule === 'citext' ? { ...type, sqlType: 'citext' } : type
}

/** Plans a type with the facts of the rows, or without them if the rows must not decide. */
function planByDefinition(question: TypeQuestion): ColumnTypePlan {
  const { column, facts, enumType, rules } = question
  const [size = 0] = column.sizes
  const digits = size <= 6 ? size : 0
  if (column.isJson) return facts.hasInvalidJson ? unlimitedText : planJson(facts, rules)
  const number = planNumber(question)
  if (number !== null) return number
  switch (column.type) {
    case 'bit':
      return size <= 1 ? plan('boolean', 'boolean', 'boolean', 1) : plan('bits', `bit(${size})`, 'text', size)
    case 'date':
      return plan('date', 'date', 'date')
    case 'datetime':
    case 'timestamp':
      if (column.type === 'datetime' && rules.datetime === 'timestamp')
        return plan('timestamp', `timestamp(${digits})`, 'timestamp', digits)
      return plan('timestamptz', `timestamp(${digits}) with time zone`, 'timestamptz', digits)
    case 'time':
      return !rules.infer || facts.hasDuration || hasLongDefault(column)
        ? plan('interval', 'interval', 'text', digits)
        : plan('time', `time(${digits})`, 'time', digits)
    case 'char':
    case 'varchar':
      return textOf(column.type, column.type === 'char' && size === 0 ? 1 : size)
    case 'enum':
      if (rules.enum !== 'type') return plan('enum', 'text', 'text')
      return isFitForType(column.labels) ? plan('enum', enumType, 'text') : unlimitedText
    case 'set':
      return plan('set', 'text[]', 'text')
    case 'uuid':
      return plan('uuid', 'uuid', 'uuid')
    case 'inet4':
    case 'inet6':
      return plan('inet', 'inet', 'text')
    default:
      return planBytes(column, rules)
  }
}

/** Plans bytes, geometries, and all other types as text. */
function planBytes(column: DumpColumn, rules: TypeRules): ColumnTypePlan {
  const { type, sizes } = column
  if (isSpatial(type)) return planSpatial(column, rules)
  if (rules['binary(16)'] === 'uuid' && type === 'binary' && sizes[0] === 16) return plan('uuid', 'uuid', 'uuid')
  return isBinary(type) ? plan('bytes', 'bytea', 'binary') : unlimitedText
}

/** A document that no text in PostgreSQL can represent is stored as `json`, which does not process it. */
const planJson = (facts: ColumnFacts, { json }: TypeRules): ColumnTypePlan =>
  plan('json', facts.hasSealedJson ? 'json' : json, 'json')

function planSpatial({ type, srid }: DumpColumn, { spatial }: TypeRules): ColumnTypePlan {
  if (spatial === 'postgis') return plan('spatial', `geometry(${type}${srid === 0 ? '' : `,${srid}`})`, 'binary')
  return spatial === 'point' && type === 'point' ? plan('spatial', 'point', 'text') : plan('spatial', 'bytea', 'binary')
}

function planNumber({ column, facts, isKey, rules }: TypeQuestion): ColumnTypePlan | null {
  const [size = 0, scale = 0] = column.sizes
  switch (column.type) {
    case 'tinyint':
      return isBoolean(column, facts, isKey, rules) ? plan('boolean', 'boolean', 'boolean') : smallint
    case 'smallint':
      return column.unsigned ? integer : smallint
    case 'mediumint':
      return integer
    case 'int':
      return column.unsigned ? bigint : integer
    case 'bigint':
      return column.unsigned && (facts.exceedsBigint || !isKey) ? exact(20, 0) : bigint
    case 'year':
      return smallint
    case 'decimal':
      return exact(size === 0 ? 10 : size, scale)
    case 'float':
    case 'double':
      if (column.sizes.length === 2) return exact(size, scale)
      return column.type === 'float' && size <= 24
        ? plan('float', 'real', 'float', 0, 32)
        : plan('float', 'double precision', 'float', 0, 64)
    default:
      return null
  }
}

function textOf(type: string, size: number): ColumnTypePlan {
  return size === 0 ? unlimitedText : plan('text', `${type}(${size})`, 'text', size)
}

/** Tests the labels of an enum. PostgreSQL stores up to 63 bytes of a label, and no label twice. */
const isFitForType = (labels: readonly string[]): boolean =>
  labels.length > 0 &&
  new Set(labels).size === labels.length &&
  labels.every((label) => !label.includes('\0') && new TextEncoder().encode(label).length <= 63)

/** The maximum number of bytes in types of MySQL, for limits that a dump may well exceed. */
const bytesOfType: ReadonlyMap<string, number> = new Map(
  ['text', 'blob'].flatMap((kind) => [
    [`tiny${kind}`, 255],
    [kind, 65_535],
    [`medium${kind}`, 16_777_215],
  ]),
)

/** Returns the maximum bytes of the column. 0 means that its type does not limit them, or limits characters instead. */
export const bytesMax = ({ type, sizes, isJson }: DumpColumn): number =>
  sizes.length > 0 || isJson ? 0 : (bytesOfType.get(type) ?? 0)

const isBinary = (type: string): boolean => /^(?:binary|varbinary|vector|(?:tiny|medium|long)?blob)$/.test(type)

/** Tests for the text types. Any other unknown type is stored as text and reported. */
export const isKnownText = (type: string): boolean => /^(?:char|varchar|enum|set|(?:tiny|medium|long)?text)$/.test(type)

const isSpatial = (type: string): boolean =>
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection)$/.test(type)

function isBoolean(column: DumpColumn, facts: ColumnFacts, isKey: boolean, rules: TypeRules): boolean {
  if (column.sizes[0] !== 1 || column.unsigned || column.autoIncrement || isKey) return false
  if (rules['tinyint(1)'] !== null || !rules.infer) return rules['tinyint(1)'] === 'boolean'
  if (facts.hasOtherThanBoolean) return false
  const added = { ...column, defaultTokens: column.firstDefault }
  return [column, added, ...column.earlier].every(mayBeBoolean)
}

function mayBeBoolean({ type, sizes, defaultTokens }: DumpColumn['earlier'][number]): boolean {
  const [token] = defaultTokens ?? []
  return type === 'tinyint' && sizes[0] === 1 && (token === undefined || /^(?:0|1|null|true|false)$/i.test(token.text))
}

/** Tests for a default that exceeds a day, which is a value like any other. */
function hasLongDefault({ defaultTokens }: DumpColumn): boolean {
  const written = defaultTokens?.length === 1 ? (defaultTokens[0]?.text ?? '') : ''
  return classifyTime(normalizeTime(written) ?? written) === 'duration'
}

/** Returns PostgreSQL's text form of an array, with every element quoted. */
export const arrayLiteral = (labels: readonly string[]): string =>
  `{${labels.map((label) => `"${label.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
