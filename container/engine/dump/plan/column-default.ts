import { dumpMessages } from '../../catalog/dumps.ts'
import type { Reporter } from '../../report/reporter.ts'
import {
  classifyDate,
  classifyTime,
  dateKinds,
  datedNumber,
  isUsableDate,
  normalizeDate,
  normalizeTime,
} from '../expressions/dates.ts'
import { translateExpression } from '../expressions/expressions.ts'
import { shortFraction } from '../expressions/fractions.ts'
import { quoted } from '../expressions/quoted.ts'
import { labelOf } from '../schema/labels.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'
import { arrayLiteral, type ColumnTypePlan, isDate } from './column-plan.ts'
import { storedAs } from './column-scope.ts'
import type { PlannedColumn } from './plan-types.ts'

type ColumnDefault = Pick<PlannedColumn, 'defaultSql' | 'isDefaultInRows'>

export const defaultAs = (sql: string | null): ColumnDefault => ({ defaultSql: sql, isDefaultInRows: false })

/** Translates the default of a column, and reports one that PostgreSQL cannot have. */
export function defaultOf(
  type: ColumnTypePlan,
  source: DumpColumn,
  place: { readonly table: string; readonly column: string },
  reporter: Reporter,
): ColumnDefault {
  if (source.generated !== null || source.autoIncrement) return defaultAs(null)
  const written = writtenDefault(source)
  const translated = translateDefault(type, written, source.labels)
  if (translated !== undefined) return defaultAs(translated === null ? null : filled(translated, source))
  const computed = translateExpression(source.defaultTokens ?? [], { find: () => null, hasAggregates: false })
  const stored = computed === null ? null : storedAs(computed, type)
  if (stored !== null) return defaultAs(`(${stored})`)
  const example = source.defaultTokens?.map(({ text }) => text).join(' ')
  const message = dumpMessages.default_dropped
  reporter.fix({ code: 'default_dropped', ...place, message, ...(example === undefined ? {} : { example }) })
  return { defaultSql: null, isDefaultInRows: !isZeroDate(type, written) }
}

/** Tests for the default of a date that is NULL in PostgreSQL. */
function isZeroDate(type: ColumnTypePlan, written: readonly Token[] | null): boolean {
  const [token] = written ?? []
  if (token === undefined || written?.length !== 1 || !isDate(type)) return false
  const bytes = new TextEncoder().encode(dated(token))
  return /^0*$/.test(token.text) || classifyDate(bytes, 0, bytes.length) === dateKinds.zero
}

/** Returns the default of a `binary(4)`, which the server pads with zeros. */
function filled(sql: string, { type, sizes }: DumpColumn): string {
  const digits = type === 'binary' ? /^'\\x([\da-f]*)'$/i.exec(sql)?.[1] : undefined
  return digits === undefined ? sql : `'\\x${digits.padEnd(2 * (sizes[0] ?? 1), '0')}'`
}

/** Returns the default as the server stores it: a label in the column's spelling, and a year with four digits. */
function writtenDefault({ type, defaultTokens, labels }: DumpColumn): readonly Token[] | null {
  const [token] = defaultTokens ?? []
  if (token === undefined || defaultTokens?.length !== 1) return defaultTokens
  if (type === 'year') return [{ ...token, text: fullYear(token) }]
  return labels.length === 0 ? defaultTokens : [labelDefault(type, token, labels)]
}

function labelDefault(type: string, token: Token, labels: readonly string[]): Token {
  if (token.kind === 'number' && /^\d{1,19}$/.test(token.text)) {
    const number = BigInt(token.text)
    const chosen = labels.filter((_, at) =>
      type === 'set' ? ((number >> BigInt(at)) & 1n) === 1n : number === BigInt(at + 1),
    )
    return { kind: 'string', text: chosen.join(',') }
  }
  if (token.kind !== 'string') return token
  const asLabel = (part: string): string => labelOf(labels, part) ?? part
  if (type !== 'set') return { ...token, text: asLabel(token.text) }
  const parts = token.text.split(',').map(asLabel)
  return { ...token, text: labels.filter((label) => parts.includes(label)).join(',') }
}

/** Writes a year of two digits with four. A zero in a string is the year 2000. */
function fullYear({ kind, text }: Token): string {
  if (!/^\d{1,2}$/.test(text)) return text
  const year = Number(text)
  if (year === 0) return kind === 'string' ? '2000' : '0'
  return String(year + (year < 70 ? 2000 : 1900))
}

/**
 * Returns a default in PostgreSQL's notation, null if the column has no default, or undefined if it cannot be
 * translated.
 */
function translateDefault(
  type: ColumnTypePlan,
  written: readonly Token[] | null,
  labels: readonly string[],
): string | null | undefined {
  if (written === null || written.length === 0) return null
  const tokens = plainDefault(written, type)
  const words = tokens.map(({ text }) => text).join('')
  if (/^null$/i.test(words) && tokens[0]?.kind === 'word') return null
  const literal = literalOf(tokens, words)
  return literal === null ? computedDefault(type, words) : literalDefault(type, literal, labels)
}

/** Converts `('{}')`, `(_utf8mb4'{}')`, `(json_object())` and `0x0A` to the literals that they mean. */
function plainDefault(written: readonly Token[], type: ColumnTypePlan): readonly Token[] {
  const isInParentheses = written[0]?.text === '(' && written.at(-1)?.text === ')' && written.length > 2
  const inside = isInParentheses ? written.slice(1, -1) : written
  const [first, second] = inside
  if (first === undefined) return written
  const isNumber = /^(?:integer|decimal|float)$/.test(type.kind)
  const number = inside.length === 1 && isNumber ? digitsOfBits(first) : null
  if (number !== null) return [{ kind: 'number', text: number }]
  if (inside.length === 1 && first.kind === 'string') return inside
  if (inside.length === 2 && first.kind === 'word' && first.text.startsWith('_') && second?.kind === 'string')
    return [second]
  const empty = new Map([
    ['json_object()', '{}'],
    ['json_array()', '[]'],
  ]).get(
    inside
      .map(({ text }) => text)
      .join('')
      .toLowerCase(),
  )
  return empty === undefined || type.kind !== 'json' ? written : [{ kind: 'string', text: empty }]
}

/** Returns the number of `0x0A` or `b'101'`. */
function digitsOfBits({ kind, text }: Token): string | null {
  if (kind === 'hex') return /^[\da-f]*$/i.test(text) ? String(BigInt(`0x${text || '0'}`)) : null
  return kind === 'bits' && /^[01]*$/.test(text) ? String(BigInt(`0b${text || '0'}`)) : null
}

/** Returns a single value, or a number with its sign. Returns null if something has to be computed. */
function literalOf(tokens: readonly Token[], words: string): Token | null {
  const [first, second] = tokens
  if (first !== undefined && first.kind !== 'word' && first.kind !== 'symbol' && tokens.length === 1) return first
  const isNegative = first?.text === '-' && second?.kind === 'number' && tokens.length === 2
  return isNegative ? { ...second, text: words } : null
}

/** Translates functions and words that PostgreSQL also has. */
function computedDefault(type: ColumnTypePlan, words: string): string | undefined {
  if (/^\(?(?:current_timestamp|now|localtime|localtimestamp)(?:\(\d?\))?\)?$/i.test(words)) {
    if (type.kind === 'timestamptz') return 'CURRENT_TIMESTAMP'
    return type.kind === 'timestamp' ? 'LOCALTIMESTAMP' : undefined
  }
  if (/^\(?(?:curdate\(\)|current_date(?:\(\))?)\)?$/i.test(words))
    return type.kind === 'date' ? 'CURRENT_DATE' : undefined
  if (/^\(?uuid\(\)\)?$/i.test(words)) {
    if (type.kind === 'uuid') return 'gen_random_uuid()'
    return type.kind === 'text' && (type.size === 0 || type.size >= 36) ? 'gen_random_uuid()::text' : undefined
  }
  if (/^(?:true|false)$/i.test(words))
    return literalDefault(type, { kind: 'number', text: /^t/i.test(words) ? '1' : '0' }, [])
  return undefined
}

function literalDefault(type: ColumnTypePlan, token: Token, labels: readonly string[]): string | undefined {
  const { text } = token
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? text : undefined
    case 'boolean':
      return /^0*1$/.test(text) ? 'true' : /^0+$/.test(text) ? 'false' : undefined
    case 'bits':
      return bitsDefault(type.size, token)
    case 'bytes':
      return bytesDefault(token)
    case 'spatial':
      return undefined
    case 'inet':
      return /^[\da-f:.]+$/i.test(text) ? quoted(text) : undefined
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return isUsableDate(dated(token)) ? quoted(shortFraction(dated(token), type.size, false)) : undefined
    case 'time':
    case 'interval':
      return timeDefault(type, normalizeTime(text) ?? text)
    case 'set':
      return quoted(arrayLiteral(text === '' ? [] : text.split(',')))
    case 'enum':
      return labels.includes(text) ? quoted(text) : undefined
    case 'uuid':
      if (token.kind === 'hex') return /^[\da-f]{32}$/i.test(text) ? quoted(text) : undefined
      return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? quoted(text) : undefined
    case 'json':
    case 'text':
      return textDefault(type.size, token)
  }
}

/** Writes a date as servers do. */
const dated = ({ kind, text }: Token): string => normalizeDate(kind === 'number' ? datedNumber(text) : text) ?? text

function timeDefault({ kind, size }: ColumnTypePlan, text: string): string | undefined {
  const length = classifyTime(text)
  if (length === 'malformed' || (length === 'duration' && kind === 'time')) return undefined
  return quoted(shortFraction(text, size, false))
}

/** Writes a string, or a number that its column prints as it is. Bytes and other numbers are values of the rows. */
function textDefault(size: number, { kind, text }: Token): string | undefined {
  if (kind === 'hex' || kind === 'bits') return undefined
  if (kind === 'number' && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return undefined
  return size > 0 && Array.from(text).length > size ? undefined : quoted(text)
}

function bitsDefault(size: number, { kind, text }: Token): string | undefined {
  const number = kind === 'number' ? (/^\d+$/.exec(text)?.[0] ?? null) : digitsOfBits({ kind, text })
  if (number === null) return undefined
  const bits = BigInt(number).toString(2)
  return `B'${bits.padStart(size, '0').slice(-size)}'`
}

function bytesDefault({ kind, text }: Token): string | undefined {
  if (kind === 'hex') return /^[\da-f]*$/i.test(text) ? `'\\x${text.length % 2 === 1 ? '0' : ''}${text}'` : undefined
  if (kind !== 'string') return undefined
  const bytes = new TextEncoder().encode(text)
  return `'\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}'`
}
