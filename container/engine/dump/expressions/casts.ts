import type { TokenReader } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'
import { dateLiteral } from './agreeing.ts'
import { startOf, timeOf } from './date-functions.ts'
import { callFunction } from './functions.ts'
import { toText } from './texts.ts'
import { bigintDigits, isNumber, made, refuse, type Translated, unrounded, whole } from './translated.ts'

/**
 * Translates a conversion to the type that follows in `to`. `isStrict` means that a number that does not fit is an
 * error, as in PostgreSQL.
 */
export function convertedTo(value: Translated, to: TokenReader, isStrict = false): Translated {
  if (to.takeWords('CHAR')) {
    const size = to.takeParentheses()
    const charset = to.takeWords('CHARSET') || to.takeWords('CHARACTER', 'SET') ? to.takeName() : null
    if (!to.isDone) return refuse('a text of some length')
    return size === null ? toText(value) : cut(value, size, charset, isStrict)
  }
  if (isNumber(value) && isWord(to.current, 'SIGNED', 'UNSIGNED', 'DECIMAL')) return castNumber(value, to, isStrict)
  return castDate(value, to)
}

function castDate(value: Translated, to: TokenReader): Translated {
  const dated = dateLiteral(value) ?? value
  if (dated.type !== 'date' && dated.type !== 'timestamp') return refuse('a conversion')
  const cast = to.takeWords('DATETIME')
    ? startOf(dated)
    : to.takeWords('TIME')
      ? timeOf(dated)
      : to.takeWords('DATE')
        ? made(`(${dated.sql})::date`, 'date', dated)
        : refuse('a conversion')
  return to.isDone ? cast : refuse('fractions of seconds')
}

/** Translates `cast(a as char(3))`, which is an error in a routine with a strict mode if the text is longer. */
function cut(value: Translated, size: readonly Token[], charset: string | null, isStrict: boolean): Translated {
  const [length, ...more] = size
  if (length?.kind !== 'number' || more.length > 0 || isStrict) return refuse('a text of another length')
  if (charset !== null && !/^utf8/i.test(charset)) return refuse('bytes of another encoding')
  return callFunction('left', [toText(value), { sql: length.text, type: 'integer', isImmutable: true }])
}

/**
 * Translates `CAST(x AS SIGNED)`, `CAST(x AS UNSIGNED)` and `CAST(x AS DECIMAL(5, 2))` of a number, from the type on.
 */
function castNumber(value: Translated, to: TokenReader, isStrict: boolean): Translated {
  const exact = unrounded(value)
  if (to.takeWords('SIGNED')) {
    to.takeWords('INTEGER')
    if (value.type === 'float' || !to.isDone) return refuse('a cast of a float')
    // MySQL changes a number beyond 64 bits.
    const isWithin = value.type === 'integer' || (value.digits?.whole ?? bigintDigits) < bigintDigits
    return isWithin ? whole(made(`(${exact.sql})::bigint`, 'integer', value), bigintDigits) : refuse('an overflow')
  }
  if (to.takeWords('UNSIGNED')) return castUnsigned(value, to)
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

/** Casts a number that is not negative. MySQL would read a negative one as a large one. */
function castUnsigned(value: Translated, to: TokenReader): Translated {
  to.takeWords('INTEGER')
  const isWhole = value.type === 'integer' || value.digits?.scale === 0
  if (value.isNatural !== true || !isWhole || !to.isDone) return refuse('a number that may be negative')
  return { ...value, isUnsigned: true }
}

/** Casts to a decimal. MySQL replaces a number that is too large by the largest one of the type. */
function clipped(sql: string, precision: number, scale: number): string {
  const nines = '9'.repeat(precision)
  const most = `${nines.slice(0, precision - scale) || '0'}${scale === 0 ? '' : `.${nines.slice(0, scale)}`}`
  return `CASE WHEN ${sql} > ${most} THEN ${most} WHEN ${sql} < -${most} THEN -${most} ELSE ${sql}::numeric(${precision},${scale}) END`
}
