import { asNumber, type ExpressionType, isNumber, made, refuse, type Translated, unrounded } from './translated.ts'

const widest = (one: Translated, other: Translated): ExpressionType =>
  one.type === 'float' || other.type === 'float'
    ? 'float'
    : one.type === 'integer' && other.type === 'integer'
      ? 'integer'
      : 'number'

export function arithmetic(one: Translated, operator: string, other: Translated): Translated {
  const [left, right] = [asNumber(one), asNumber(other)]
  if (!isNumber(left) || !isNumber(right)) return refuse('arithmetic with a value that is not a number')
  const isOfQuotients = left.exact !== undefined || right.exact !== undefined
  if (isOfQuotients && !isWholeBesideQuotient(left, operator, right)) return refuse('digits that are not known')
  // MySQL computes with 64-bit integers.
  const wide = (value: Translated): string =>
    value.type === 'integer' && !/^-?\d+$/.test(value.sql) ? `(${value.sql})::bigint` : unrounded(value).sql
  const sql = `(${wide(left)} ${operator} ${wide(right)})`
  const type = widest(left, right)
  return isOfQuotients ? rounded(sql, left, right) : made(sql, type, left, right)
}

/** A sum, or a product with an integer, has as many digits as the quotient. */
const isWholeBesideQuotient = (left: Translated, operator: string, right: Translated): boolean =>
  [left, right].every(({ type, exact }) => type === 'integer' || exact !== undefined) &&
  (operator !== '*' || left.type === 'integer' || right.type === 'integer')

/** Rounds a quotient to the four digits that MySQL displays. MySQL computes with more of them. */
const rounded = (exact: string, ...operands: readonly Translated[]): Translated => ({
  ...made(`round(${exact}, 4)`, 'number', ...operands),
  exact,
})

/**
 * Translates a division. MySQL's quotient has four more digits than the dividend. For decimals, the translation does
 * not know how many that are.
 */
export function division(one: Translated, other: Translated): Translated {
  const [left, right] = [asNumber(one), asNumber(other)]
  if (!isNumber(left) || !isNumber(right)) return refuse('arithmetic with a value that is not a number')
  const type = widest(left, right)
  if (type === 'number') return refuse('a quotient of decimals')
  if (type === 'float') return made(`(${left.sql} / nullif(${right.sql}, 0))`, 'float', left, right)
  // MySQL's decimals have their digits in groups of nine.
  return rounded(`trunc((${left.sql})::numeric(30,10) / nullif(${right.sql}, 0), 9)`, left, right)
}

export const remainder = (left: Translated, right: Translated): Translated =>
  widest(left, right) !== 'float' && isNumber(left) && isNumber(right)
    ? made(`mod((${left.sql})::numeric, nullif(${right.sql}, 0)::numeric)`, widest(left, right), left, right)
    : refuse('a remainder of floats')

export const wholeDivision = (left: Translated, right: Translated): Translated =>
  left.type === 'integer' && right.type === 'integer'
    ? made(`((${left.sql})::bigint / nullif(${right.sql}, 0))`, 'integer', left, right)
    : refuse('a whole division of fractions')
