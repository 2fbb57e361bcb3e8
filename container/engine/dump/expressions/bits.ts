import { asNumber, bigintDigits, made, refuse, type Translated, whole } from './translated.ts'

/** The largest shift of 32 bits that stays within 63 bits. */
const shiftMax = 29
const shiftedDigits = 10

/** MySQL computes with 64 bits without a sign, so both sides of most operators must not be negative. */
export function bitwise(one: Translated, operator: '&' | '|' | '^' | '<<' | '>>', other: Translated): Translated {
  const [left, right] = [asNumber(one), asNumber(other)]
  if (left.type !== 'integer' || right.type !== 'integer') return refuse('bits of a value that is not a whole number')
  const naturals = [isNatural(left), isNatural(right)]
  // The common bits of two numbers are those of a number without a sign if one of them has none.
  if (operator === '&' ? !naturals.includes(true) : naturals.includes(false)) return refuse('bits of negative numbers')
  if (operator === '<<' || operator === '>>') return moved(left, operator, right)
  return natural(`(${wide(left)} ${operator === '^' ? '#' : operator} ${wide(right)})`, left, right)
}

function moved(left: Translated, operator: '<<' | '>>', { sql }: Translated): Translated {
  const isFit = /^\d{1,2}$/.test(sql) && Number(sql) <= shiftMax
  const isShort = operator === '>>' || (left.digits?.whole ?? bigintDigits) <= shiftedDigits
  return isFit && isShort ? natural(`(${wide(left)} ${operator} ${sql})`, left) : refuse('a shift of many bits')
}

const isNatural = ({ sql, isNatural: natural }: Translated): boolean => natural === true || /^\d+$/.test(sql)

const wide = ({ sql }: Translated): string => `(${sql})::bigint`

const natural = (sql: string, ...operands: readonly Translated[]): Translated => ({
  ...whole(made(sql, 'integer', ...operands), bigintDigits),
  isUnsigned: true,
  isNatural: true,
})
