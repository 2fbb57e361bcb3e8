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
  /** Whether this is a string with a case-sensitive collation. */
  readonly isExact?: boolean
  /** Whether this is a string whose bytes in MySQL differ from those in PostgreSQL. */
  readonly isRecoded?: boolean
  /** Whether this is a bit. In a string of MySQL, a bit is a byte. */
  readonly isBit?: boolean
  /** Whether this is a year, which MySQL also compares with the last two digits. */
  readonly isYear?: boolean
  /** Whether this is a time with a fraction of a second. MySQL writes the zeros at its end. */
  readonly hasFraction?: boolean
  /** Whether this is a string whose collation is unknown, so it is not compared. */
  readonly isUncompared?: boolean
  /** Whether this is an unsigned integer. MySQL refuses a negative result of a calculation with it. */
  readonly isUnsigned?: boolean
  /** Whether this is a decimal in PostgreSQL, but a float in MySQL: the type `float(10,2)`. */
  readonly isFloat?: boolean
}

/** The maximum number of digits before the point and the number of digits after it, as MySQL declares the type. */
export interface Digits {
  readonly whole: number
  readonly scale: number
  /**
   * Whether PostgreSQL writes every value with all digits of the scale, because the values come from a column of this
   * type.
   */
  readonly isStored?: boolean
}

export interface Translated extends Origin {
  readonly sql: string
  readonly type: ExpressionType
  /** Whether PostgreSQL accepts it in generated columns and indexes. */
  readonly isImmutable: boolean
  /** The digits of an integer or a decimal. They are undefined if they are unknown. */
  readonly digits?: Digits
  /**
   * The maximum number of characters in a text column. It is zero if nothing limits it, and undefined for any other
   * value.
   */
  readonly length?: number
  /** Whether this is a column that MySQL writes with zeros before the number. */
  readonly isZerofill?: boolean
  /** Whether no value is negative. */
  readonly isNatural?: boolean
  /** A quotient before rounding, and its scale. MySQL computes with it, but compares the rounded value. */
  readonly exact?: { readonly sql: string; readonly scale: number }
  /** A float of this value, for a column that is a decimal only in PostgreSQL. */
  readonly float?: string
  /** The value to sort by, if it differs from the value itself. It is null if PostgreSQL cannot sort by it here. */
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
  ...(values.some(({ isBit }) => isBit === true) ? { isBit: true } : {}),
  ...(values.some(({ isYear }) => isYear === true) ? { isYear: true } : {}),
  ...(values.some(({ hasFraction }) => hasFraction === true) ? { hasFraction: true } : {}),
  ...(values.some(({ isUncompared }) => isUncompared === true) ? { isUncompared: true } : {}),
  ...(values.some(({ isUnsigned }) => isUnsigned === true) ? { isUnsigned: true } : {}),
  ...(values.some(({ isFloat }) => isFloat === true) ? { isFloat: true } : {}),
})

/** Sorts by a value. NULL comes first in MySQL, or last among descending values. */
export const sortedBy = (sql: string, isDescending: boolean): string =>
  `${sql}${isDescending ? ' DESC NULLS LAST' : ' NULLS FIRST'}`

/** Returns the value of a sort key. */
export const sortValue = (key: string): string => key.replace(/(?: DESC NULLS LAST| NULLS FIRST)$/, '')

export const isNumber = ({ type }: Translated): boolean => type === 'integer' || type === 'number' || type === 'float'

/** Returns a decimal as a float if it is one in MySQL. Its quotients and averages have more digits there. */
export function inFloats(value: Translated): Translated {
  if (value.isFloat !== true || value.type === 'float') return value
  return { ...value, type: 'float', sql: value.float ?? refuse('a float that is computed from decimals') }
}

/** Returns the value that MySQL computes with. */
export const unrounded = ({ exact, ...value }: Translated): Translated =>
  exact === undefined
    ? value
    : { ...value, sql: exact.sql, digits: { whole: value.digits?.whole ?? 0, scale: exact.scale } }

/** Sets the maximum number of digits of an integer. */
export const whole = (value: Translated, digits: number): Translated => ({
  ...value,
  digits: { whole: digits, scale: 0 },
})

/** The maximum number of digits of integers with 32 and 64 bits. */
export const integerDigits = 10
export const bigintDigits = 19

/** Returns the number of a value. In MySQL, truth is 1 or 0. */
export const asNumber = (value: Translated): Translated =>
  value.type === 'boolean' ? whole(made(`(${value.sql})::integer`, 'integer', value), 1) : value

/** Returns an integer with 64 bits. The smallest one of a shorter type has no equal without its sign. */
export const asBigint = (value: Translated): Translated =>
  value.type !== 'integer' || /^\d+$/.test(value.sql) || value.digits?.whole === bigintDigits
    ? value
    : { ...value, sql: `(${value.sql})::bigint` }

/** Returns a condition. MySQL also accepts numbers as conditions. */
export function asCondition(value: Translated): Translated {
  if (value.type === 'boolean') return value
  return isNumber(value) ? made(`(${value.sql} <> 0)`, 'boolean', value) : refuse('a missing condition')
}
