import type { TokenReader } from '../text/token-reader.ts'
import { bigintDigits, made, refuse, type Translated, unrounded, whole } from './translated.ts'

/**
 * Translates `CAST(x AS SIGNED)` and `CAST(x AS DECIMAL(5, 2))` of a number, from the type on. `isStrict` means that a
 * number that does not fit is an error, as in PostgreSQL.
 */
export function castNumber(value: Translated, to: TokenReader, isStrict = false): Translated {
  const exact = unrounded(value)
  if (to.takeWords('SIGNED')) {
    to.takeWords('INTEGER')
    if (value.type === 'float' || !to.isDone) return refuse('a cast of a float')
    // MySQL changes a number beyond 64 bits.
    const isWithin = value.type === 'integer' || (value.digits?.whole ?? bigintDigits) < bigintDigits
    return isWithin ? whole(made(`(${exact.sql})::bigint`, 'integer', value), bigintDigits) : refuse('an overflow')
  }
  if (!to.takeWords('DECIMAL')) return refuse('a conversion')
  const [precision = 10, scale = 0] =
    to.takeParentheses()?.flatMap(({ kind, text }) => (kind === 'number' ? [Number(text)] : [])) ?? []
  if (!to.isDone) return refuse('a conversion')
  const digits = { whole: precision - scale, scale }
  const decimal = `numeric(${precision},${scale})`
  // PostgreSQL reads a float exactly as written only from its text.
  const source = value.type === 'float' ? `(${exact.sql})::float8::text::numeric` : `(${exact.sql})`
  const isWithin = isStrict || (value.digits !== undefined && value.digits.whole < digits.whole)
  return { ...made(isWithin ? `${source}::${decimal}` : clipped(source, precision, scale), 'number', value), digits }
}

/** Casts to a decimal. MySQL replaces a number that is too large by the largest one of the type. */
function clipped(sql: string, precision: number, scale: number): string {
  const nines = '9'.repeat(precision)
  const most = `${nines.slice(0, precision - scale) || '0'}${scale === 0 ? '' : `.${nines.slice(0, scale)}`}`
  return `CASE WHEN ${sql} > ${most} THEN ${most} WHEN ${sql} < -${most} THEN -${most} ELSE ${sql}::numeric(${precision},${scale}) END`
}
