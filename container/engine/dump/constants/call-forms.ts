import { charsetEncoding } from '../text/charsets.ts'
import { splitAtCommas } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { bytesOf, type Constant, type ConstantScope, isAscii, type TimeShape } from './constant.ts'
import type { CallContext, CallForm } from './call-form.ts'
import { parsedDate, timestampDifference } from './constant-dates.ts'
import { callConstant } from './constant-functions.ts'
import { asString, exactNumber, number, temporal, text, textOf, unsigned } from './constant-values.ts'
import { localTime, secondsInZone, shifted } from './date-arithmetic.ts'
import { castToJson, jsonCalls } from './json-calls.ts'
import { sequenceCalls } from './sequence-calls.ts'
import { refuse } from '../expressions/translated.ts'

export const timestampWords: ReadonlyMap<string, TimeShape> = new Map([
  ...['NOW', 'CURRENT_TIMESTAMP', 'LOCALTIME', 'LOCALTIMESTAMP', 'SYSDATE'].map((word) => [word, 'timestamp'] as const),
  ...['CURDATE', 'CURRENT_DATE'].map((word) => [word, 'day'] as const),
  ...['CURTIME', 'CURRENT_TIME'].map((word) => [word, 'time'] as const),
])
export const dated = {
  DATE: /^\d{4}-\d\d-\d\d$/,
  D: /^\d{4}-\d\d-\d\d$/,
  TIMESTAMP: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  TS: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
} as const

/** Functions of dates and numbers do not need the bytes of a string. */
const noBytes = (): never => refuse('bytes')

/** Computes `DATE_ADD(date, INTERVAL 1 DAY)`. */
const shiftedBy =
  (sign: 1n | -1n): CallForm =>
  (inParentheses, { name, inside, interval }) => {
    const [date = [], by = []] = splitAtCommas(inParentheses)
    if (isWord(by[0], 'INTERVAL')) return interval(inside(date), by.slice(1), sign)
    return name === 'ADDDATE' || name === 'SUBDATE'
      ? shifted(inside(date), inside(by), 'DAY', sign)
      : refuse('no interval')
  }

const convert: CallForm = (inParentheses, { inside, scope }) => {
  const using = inParentheses.findIndex((token) => isWord(token, 'USING'))
  const [value, type] = splitAtCommas(inParentheses)
  if (using < 0 && value !== undefined && type !== undefined) return castTo(type, value, { inside, scope })
  if (using < 0 || using !== inParentheses.length - 2) return null
  return converted(inside(inParentheses.slice(0, using)), inParentheses[using + 1]?.text ?? '', scope)
}

const castAs: CallForm = (inParentheses, { inside, scope }) => {
  const as = inParentheses.findIndex((token) => isWord(token, 'AS'))
  return as < 0 ? null : castTo(inParentheses.slice(as + 1), inParentheses.slice(0, as), { inside, scope })
}

const castTo = (
  type: readonly Token[],
  value: readonly Token[],
  { inside, scope }: Pick<CallContext, 'inside' | 'scope'>,
): Constant => (isWord(type[0], 'JSON') ? castToJson(value, inside) : cast(inside(value), type, scope))

const proposed: CallForm = (inParentheses, { scope }) =>
  scope.proposed?.(inParentheses.at(-1)?.text ?? '') ?? refuse('a value without a row')

/** Computes `POSITION('b' IN 'abc')`. */
const position: CallForm = (inParentheses, { inside }) => {
  const at = inParentheses.findIndex((token) => isWord(token, 'IN'))
  if (at < 0) return refuse('POSITION without IN')
  return callConstant('LOCATE', [inParentheses.slice(0, at), inParentheses.slice(at + 1)].map(inside), noBytes)
}

/** Computes `TRIM(LEADING 'x' FROM 'xxa')`. */
const trimmed: CallForm = (inParentheses, { inside }) => {
  const [side] = inParentheses
  const from = inParentheses.findIndex((token) => isWord(token, 'FROM'))
  if (from < 0) return null
  const isSided = isWord(side, 'LEADING', 'TRAILING', 'BOTH')
  const removed = inParentheses.slice(isSided ? 1 : 0, from)
  const [value, sought] = [inside(inParentheses.slice(from + 1)), removed.length === 0 ? text(' ') : inside(removed)]
  if (value.kind === 'null' || sought.kind === 'null') return { kind: 'null' }
  let written = textOf(value)
  const part = textOf(sought)
  if (part === '') return refuse('nothing to remove')
  if (!isWord(side, 'TRAILING')) while (written.startsWith(part)) written = written.slice(part.length)
  if (!isWord(side, 'LEADING')) while (written.endsWith(part)) written = written.slice(0, -part.length)
  return text(written)
}

/** Computes `SUBSTRING('abc' FROM 2 FOR 1)`. */
const partOfText: CallForm = (inParentheses, { inside }) => {
  const from = inParentheses.findIndex((token) => isWord(token, 'FROM'))
  if (from < 0) return null
  const end = inParentheses.findIndex((token) => isWord(token, 'FOR'))
  const parts = [inParentheses.slice(0, from), inParentheses.slice(from + 1, end < 0 ? undefined : end)]
  if (end >= 0) parts.push(inParentheses.slice(end + 1))
  return callConstant('SUBSTRING', parts.map(inside), noBytes)
}

/** Computes `TIMESTAMPDIFF(DAY, one, other)` and `TIMESTAMPADD(DAY, 3, date)`. */
const betweenTimes: CallForm = (inParentheses, { name, inside }) => {
  const [unit, one, other, ...more] = splitAtCommas(inParentheses)
  if (one === undefined || other === undefined || more.length > 0) return refuse('a wrong number of values')
  const word = unit?.[0]?.text.toUpperCase().replace(/^SQL_TSI_/, '') ?? ''
  return name === 'TIMESTAMPADD'
    ? shifted(inside(other), inside(one), word, 1n)
    : timestampDifference(word, inside(one), inside(other))
}

const extract: CallForm = (inParentheses, { inside }) => {
  const [unit, from] = inParentheses
  if (!isWord(from, 'FROM')) return refuse('no part of a date')
  return callConstant(unit?.text.toUpperCase() ?? '', [inside(inParentheses.slice(2))], noBytes)
}

/** Returns the time zone of the dump. Reading it records that a value depends on it. */
const zoneOf = ({ zone }: ConstantScope): string => zone?.() ?? refuse('an unknown time zone')

const endOfSeconds = 2 ** 31

/** Computes `FROM_UNIXTIME(0)` in the time zone of the dump. */
const fromUnixTime: CallForm = (inParentheses, { inside, scope }) => {
  const [seconds, format, ...more] = splitAtCommas(inParentheses).map(inside)
  if (seconds?.kind === 'null') return seconds
  const at = Number(seconds?.kind === 'number' && seconds.scale === 0 ? seconds.digits : refuse('not in seconds'))
  if (at < 0 || at >= endOfSeconds || more.length > 0) return refuse('a time beyond the calendar')
  const local = temporal(localTime(new Date(at * 1000).toISOString(), zoneOf(scope), 'timestamp'))
  return format === undefined ? local : callConstant('DATE_FORMAT', [local, format], noBytes)
}

/** Computes `UNIX_TIMESTAMP()`, and the seconds of a time in the time zone of the dump. */
const unixTime: CallForm = (inParentheses, { inside, scope }) => {
  const [word, ...parentheses] = inParentheses
  const isNow =
    timestampWords.get(word?.text.toUpperCase() ?? '') === 'timestamp' &&
    parentheses.every(({ kind }) => kind === 'symbol')
  if (word !== undefined && !isNow) return secondsOf(inside(inParentheses), scope)
  const now = scope.now?.('seconds') ?? null
  return now === null ? { kind: 'load_time', shape: 'seconds' } : number(BigInt(now))
}

function secondsOf(value: Constant, scope: ConstantScope): Constant {
  if (value.kind === 'null') return value
  const seconds = secondsInZone(parsedDate(text(textOf(value))).at, zoneOf(scope))
  return seconds > 0 && seconds < endOfSeconds ? number(seconds) : refuse('seconds beyond the calendar')
}

/** Tests for `LAST_INSERT_ID(5)`, which sets the number that `LAST_INSERT_ID()` returns from then on. */
export const setsLastInsertId = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, at) => isWord(token, 'LAST_INSERT_ID') && isSymbol(tokens[at + 1], '(') && !isSymbol(tokens[at + 2], ')'),
  )

const lastInsertId: CallForm = (inParentheses, { inside, scope }) => {
  if (inParentheses.length === 0)
    return scope.lastInsertId == null ? refuse('an unknown number') : unsigned(scope.lastInsertId)
  const value = inside(inParentheses)
  const isKnown = value.kind === 'number' && value.scale === 0 && value.digits >= 0n
  scope.setLastInsertId?.(isKnown ? value.digits : null)
  return value
}

/** Calls with words between their values, or that depend on more than their values. */
export const callForms: Readonly<Record<string, CallForm>> = {
  CONVERT: convert,
  CAST: castAs,
  TRIM: trimmed,
  SUBSTRING: partOfText,
  SUBSTR: partOfText,
  VALUES: proposed,
  VALUE: proposed,
  DATE_ADD: shiftedBy(1n),
  ADDDATE: shiftedBy(1n),
  DATE_SUB: shiftedBy(-1n),
  SUBDATE: shiftedBy(-1n),
  EXTRACT: extract,
  POSITION: position,
  TIMESTAMPDIFF: betweenTimes,
  TIMESTAMPADD: betweenTimes,
  FROM_UNIXTIME: fromUnixTime,
  UNIX_TIMESTAMP: unixTime,
  LAST_INSERT_ID: lastInsertId,
  ...jsonCalls,
  ...sequenceCalls,
}

export function inCharset(bytes: Uint8Array, charset: string): Constant {
  if (charset.toLowerCase() === 'binary') return { kind: 'bytes', bytes }
  const encoding = charsetEncoding(charset)
  if (encoding === null) return refuse('an unknown character set')
  try {
    const written = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'text', text: written, bytes }
  } catch {
    return refuse('bytes that are not text')
  }
}

/** Computes `CONVERT(x USING utf8mb4)`. */
function converted(value: Constant, charset: string, scope: ConstantScope): Constant {
  if (value.kind === 'null') return value
  if (value.kind !== 'text') return inCharset(bytesOf(value, scope), charset)
  if (charset.toLowerCase() === 'binary') return { kind: 'bytes', bytes: bytesOf(value, scope) }
  const isKept = isAscii(value.text) || /^utf8(?:mb4)?$/i.test(charset)
  return isKept && charsetEncoding(charset) !== null ? value : refuse('characters that another set may not have')
}

/** Rounds half away from zero. */
function rounded(value: Constant, places: number): bigint {
  const { digits, scale } = exactNumber(value)
  if (scale <= places) return digits * 10n ** BigInt(places - scale)
  const unit = 10n ** BigInt(scale - places)
  return (digits + (digits < 0n ? -(unit / 2n) : unit / 2n)) / unit
}

/** Computes `CAST(1.7 AS SIGNED)` and `CAST(1 AS DECIMAL(5,2))`. */
function castNumber(value: Constant, [word, ...more]: readonly Token[]): Constant {
  const sizes = more.flatMap(({ kind, text: size }) => (kind === 'number' ? [Number(size)] : []))
  if (isWord(word, 'DECIMAL')) {
    const [precision = 10, scale = 0] = sizes
    const found = rounded(value, scale)
    return String(found).length <= precision && scale <= 30 ? number(found, scale) : refuse('a number out of range')
  }
  if (!isWord(word, 'SIGNED', 'UNSIGNED', 'INT', 'INTEGER')) return refuse('another type')
  const whole = rounded(value, 0)
  if (whole >= 2n ** 63n || whole < -(2n ** 63n)) return refuse('a number out of range')
  return isWord(word, 'UNSIGNED') ? unsigned(BigInt.asUintN(64, whole)) : number(whole)
}

function cast(value: Constant, type: readonly Token[], scope: ConstantScope): Constant {
  if (value.kind === 'null') return value
  const [word, more] = type
  if (isWord(word, 'CHAR') && more === undefined) {
    if (value.kind === 'text') return asString(value)
    return inCharset(bytesOf(value, scope), value.kind === 'number' || scope.isUtf8 ? 'utf8mb4' : refuse('bytes'))
  }
  if (isWord(word, 'BINARY') && more === undefined) return { kind: 'bytes', bytes: bytesOf(value, scope) }
  if (value.kind === 'number') return castNumber(value, type)
  const written = value.kind === 'text' ? value.text : refuse('a cast of bytes')
  if (isWord(word, 'DATE') && dated.DATE.test(written)) return temporal(written)
  if (isWord(word, 'DATETIME') && more === undefined && dated.TIMESTAMP.test(written) && !written.includes('.'))
    return temporal(written)
  const isWhole = isWord(word, 'SIGNED', 'UNSIGNED', 'INT', 'INTEGER') && /^\d{1,18}$/.test(written)
  if (!isWhole) return refuse('another type')
  return isWord(word, 'UNSIGNED') ? unsigned(BigInt(written)) : number(BigInt(written))
}
