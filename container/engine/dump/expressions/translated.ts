/** The PostgreSQL type of an expression, as far as the translation depends on it. */
export type ExpressionType =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'float'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'json'
  /** A value that can only be checked for NULL. */
  | 'sealed'
  | 'other'

/** The properties that a value inherits from its column. */
export interface Origin {
  /** A text with a case-sensitive collation. */
  readonly isExact?: boolean
  /** A text whose bytes in MySQL differ from those in PostgreSQL. */
  readonly isRecoded?: boolean
}

export interface Translated extends Origin {
  readonly sql: string
  readonly type: ExpressionType
  /** PostgreSQL accepts it in generated columns and indexes. */
  readonly isImmutable: boolean
  /** A quotient before rounding. MySQL computes with it, but compares the rounded one. */
  readonly exact?: string
  /** The value to sort by, if it differs from the value itself. Null if PostgreSQL cannot sort by it here. */
  readonly order?: string | null
}

/**
 * The expression is outside the translated subset. The error never leaves this folder, because `translateExpression`
 * returns null instead.
 */
class Untranslatable extends Error {}

export const refuse = (why: string): never => {
  throw new Untranslatable(why)
}

export function attempt<T>(translate: () => T): T | null {
  try {
    return translate()
  } catch (error) {
    if (error instanceof Untranslatable) return null
    throw error
  }
}

export const made = (sql: string, type: ExpressionType, ...operands: readonly Translated[]): Translated => ({
  sql,
  type,
  isImmutable: operands.every(({ isImmutable }) => isImmutable),
  ...originOf(...operands),
})

export const originOf = (...values: readonly Origin[]): Origin => ({
  ...(values.some(({ isExact }) => isExact === true) ? { isExact: true } : {}),
  ...(values.some(({ isRecoded }) => isRecoded === true) ? { isRecoded: true } : {}),
})

export const isNumber = ({ type }: Translated): boolean => type === 'integer' || type === 'number' || type === 'float'

/** Returns the value that MySQL computes with. */
export const unrounded = ({ exact, ...value }: Translated): Translated =>
  exact === undefined ? value : { ...value, sql: exact }

/** Returns the number of a value. In MySQL, truth is 1 or 0. */
export const asNumber = (value: Translated): Translated =>
  value.type === 'boolean' ? made(`(${value.sql})::integer`, 'integer', value) : value

/** Returns a condition. MySQL also accepts numbers as conditions. */
export function asCondition(value: Translated): Translated {
  if (value.type === 'boolean') return value
  return isNumber(value) ? made(`(${value.sql} <> 0)`, 'boolean', value) : refuse('a missing condition')
}

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
  const isLiteral = (value: Translated): boolean => value.sql.startsWith("'") || value.sql === 'NULL'
  if (one.type === 'json' || other.type === 'json') return refuse('a comparison of documents')
  if (kind(one) === kind(other)) return [one, other]
  if (isNumber(one) && numberInQuotes.test(other.sql)) return [one, unquoted(other)]
  if (isNumber(other) && numberInQuotes.test(one.sql)) return [unquoted(one), other]
  const fits = (literal: Translated, value: Translated): boolean =>
    isLiteral(literal) && (literal.sql === 'NULL' || /^(?:date|timestamp|time)$/.test(value.type))
  return fits(one, other) || fits(other, one) ? [one, other] : refuse('types differ')
}

const numberInQuotes = /^'-?\d+(?:\.\d+)?'$/

/** PostgreSQL does not accept `'1.5'` as an integer. */
const unquoted = (literal: Translated): Translated => ({ ...literal, sql: literal.sql.slice(1, -1), type: 'number' })

/** Converts values to one kind. Among numbers, truth becomes a number. */
export const ofOneKind = (values: readonly Translated[]): readonly Translated[] =>
  values.some(isNumber) ? values.map(asNumber) : values

export function commonType(values: readonly Translated[]): ExpressionType {
  const types = new Set(values.filter(({ sql }) => sql !== 'NULL').map(({ type }) => type))
  const [only] = types
  if (types.size === 1 && only !== undefined) return only
  return values.every((value) => isNumber(value) || value.sql === 'NULL') && types.size > 0
    ? 'number'
    : refuse('values of several types')
}
