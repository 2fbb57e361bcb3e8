import { asNumber, type ExpressionType, isNumber, made, refuse, type Translated } from './translated.ts'

const widest = (one: Translated, other: Translated): ExpressionType =>
  one.type === 'float' || other.type === 'float'
    ? 'float'
    : one.type === 'integer' && other.type === 'integer'
      ? 'integer'
      : 'number'

export function arithmetic(one: Translated, operator: string, other: Translated): Translated {
  const [left, right] = [asNumber(one), asNumber(other)]
  if (!isNumber(left) || !isNumber(right)) return refuse('arithmetic with a value that is not a number')
  // MySQL computes with 64-bit integers.
  const wide = (value: Translated): string =>
    value.type === 'integer' && !/^-?\d+$/.test(value.sql) ? `(${value.sql})::bigint` : value.sql
  return made(`(${wide(left)} ${operator} ${wide(right)})`, widest(left, right), left, right)
}

/** MySQL's quotient has four digits more than the dividend: of decimals the translation does not know how many. */
export function division(one: Translated, other: Translated): Translated {
  const [left, right] = [asNumber(one), asNumber(other)]
  if (!isNumber(left) || !isNumber(right)) return refuse('arithmetic with a value that is not a number')
  const type = widest(left, right)
  if (type === 'number') return refuse('a quotient of decimals')
  if (type === 'float') return made(`(${left.sql} / nullif(${right.sql}, 0))`, 'float', left, right)
  return made(`round((${left.sql})::numeric(24,4) / nullif(${right.sql}, 0), 4)`, 'number', left, right)
}

export const remainder = (left: Translated, right: Translated): Translated =>
  widest(left, right) !== 'float' && isNumber(left) && isNumber(right)
    ? made(`mod((${left.sql})::numeric, nullif(${right.sql}, 0)::numeric)`, widest(left, right), left, right)
    : refuse('a remainder of floats')

export const wholeDivision = (left: Translated, right: Translated): Translated =>
  left.type === 'integer' && right.type === 'integer'
    ? made(`((${left.sql})::bigint / nullif(${right.sql}, 0))`, 'integer', left, right)
    : refuse('a whole division of fractions')
