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
  /** A value that only supports a check for NULL. */
  | 'sealed'
  | 'other'

export interface Translated {
  readonly sql: string
  readonly type: ExpressionType
  /** PostgreSQL takes it in generated columns and indexes. */
  readonly isImmutable: boolean
  /** A text whose collation is case-sensitive. */
  readonly isExact?: boolean
}

/** An expression outside the translated subset. The error never leaves this folder: `translateExpression` returns null. */
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
  ...(operands.some(({ isExact }) => isExact === true) ? { isExact: true } : {}),
})

export const isNumber = ({ type }: Translated): boolean => type === 'integer' || type === 'number' || type === 'float'

/** A condition: MySQL takes numbers for one, too. */
export function asCondition(value: Translated): Translated {
  if (value.type === 'boolean') return value
  return isNumber(value) ? made(`(${value.sql} <> 0)`, 'boolean', value) : refuse('a missing condition')
}

/** `true` and `false` where a boolean column meets 0 and 1. */
export function alike(one: Translated, other: Translated): readonly [Translated, Translated] {
  const boolean = (value: Translated): Translated =>
    value.sql === '1' || value.sql === '0'
      ? { ...value, sql: value.sql === '1' ? 'TRUE' : 'FALSE', type: 'boolean' }
      : value
  if (one.type === 'boolean' && other.type === 'integer') return agreeing(one, boolean(other))
  if (other.type === 'boolean' && one.type === 'integer') return agreeing(boolean(one), other)
  return agreeing(one, other)
}

/** A text literal takes the other side's type; two real types must be of one kind. */
function agreeing(one: Translated, other: Translated): readonly [Translated, Translated] {
  const kind = (value: Translated): string =>
    isNumber(value) ? 'number' : value.type === 'timestamp' ? 'date' : value.type
  const isLiteral = (value: Translated): boolean => value.sql.startsWith("'") || value.sql === 'NULL'
  if (kind(one) === kind(other)) return [one, other]
  const fits = (literal: Translated, value: Translated): boolean =>
    isLiteral(literal) &&
    (literal.sql === 'NULL' ||
      value.type === 'date' ||
      value.type === 'timestamp' ||
      value.type === 'time' ||
      value.type === 'other' ||
      (isNumber(value) && /^'-?\d+(?:\.\d+)?'$/.test(literal.sql)))
  return fits(one, other) || fits(other, one) ? [one, other] : refuse('types differ')
}

export function commonType(values: readonly Translated[]): ExpressionType {
  const types = new Set(values.filter(({ sql }) => sql !== 'NULL').map(({ type }) => type))
  const [only] = types
  if (types.size === 1 && only !== undefined) return only
  return values.every((value) => isNumber(value) || value.sql === 'NULL') && types.size > 0
    ? 'number'
    : refuse('values of several types')
}
