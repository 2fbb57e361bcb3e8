import { quoted } from './quoted.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { callFunction } from './functions.ts'
import { quotient, rounded } from './arithmetic.ts'
import {
  asNumber,
  bigintDigits,
  type ExpressionType,
  inFloats,
  isNumber,
  made,
  originOf,
  refuse,
  type Translated,
  unrounded,
  whole,
} from './translated.ts'

interface Parts {
  readonly inside: (tokens: readonly Token[]) => Translated
  readonly ordering: (tokens: readonly Token[]) => string
}

export const isAggregate = (name: string): boolean => /^(?:count|sum|avg|min|max|group_concat)$/.test(name)

/** Tests for a call such as `COUNT(*)`. */
export const hasAggregates = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ kind, text }, at) => kind === 'word' && isAggregate(text.toLowerCase()) && isSymbol(tokens[at + 1], '('),
  )

/** In PostgreSQL, booleans have no maximum and minimum. */
const ofBooleans: Readonly<Record<string, string>> = { max: 'bool_or', min: 'bool_and' }

const result = (sql: string, type: ExpressionType, ...values: readonly Translated[]): Translated => ({
  ...made(sql, type, ...values),
  isImmutable: false,
})

const count = (sql: string): Translated => whole(result(sql, 'integer'), bigintDigits)

/** Translates aggregates such as `sum(a)`, `count(DISTINCT a)` and `group_concat(a ORDER BY b SEPARATOR ';')`. */
export function aggregated(name: string, tokens: readonly Token[], parts: Parts): Translated {
  if (name === 'group_concat') return joined(tokens, parts)
  if (name === 'count' && tokens.length === 1 && isSymbol(tokens[0], '*')) return count('count(*)')
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  const distinct = isDistinct ? 'DISTINCT ' : ''
  const value = parts.inside(isDistinct ? tokens.slice(1) : tokens)
  if (isDistinct && /^(?:json|sealed)$/.test(value.type)) return refuse('a comparison of documents')
  if (name === 'count') return count(`count(${distinct}${value.sql})`)
  if (name === 'sum' || name === 'avg')
    return total(name, distinct, name === 'avg' ? inFloats(asNumber(value)) : asNumber(value))
  if (!isOrdered(value)) return refuse('values without an order')
  const called = value.type === 'boolean' ? ofBooleans[name] : name
  return { ...result(`${called}(${value.sql})`, value.type, value), ...digitsOf(name, value) }
}

/** PostgreSQL does not order documents, and orders bytes and sets differently. */
const isOrdered = ({ type, isUncompared }: Translated): boolean =>
  !/^(?:json|sealed|other)$/.test(type) && isUncompared !== true

const digitsOf = (name: string, { digits, exact }: Translated): Pick<Translated, 'digits' | 'exact'> => ({
  ...(digits === undefined ? {} : { digits }),
  ...(exact === undefined ? {} : { exact: { ...exact, sql: `${name}(${exact.sql})` } }),
})

/** The maximum number of digits that a sum has beyond those of its values. */
const sumDigits = 22

function total(name: 'sum' | 'avg', distinct: string, value: Translated): Translated {
  if (!isNumber(value)) return refuse('a sum of values that are not numbers')
  const exact = unrounded(value)
  if (value.type === 'float') return result(`${name}(${distinct}(${value.sql})::float8)`, 'float', value)
  const sql = `sum(${distinct}${exact.sql})`
  const { digits } = value
  if (digits === undefined || exact.digits === undefined)
    return name === 'sum' ? result(sql, 'number', value) : refuse('an average with unknown digits')
  const shown = { whole: digits.whole + sumDigits, scale: digits.scale }
  const sum =
    value.exact === undefined
      ? { ...result(sql, 'number', value), digits: shown }
      : rounded(sql, exact.digits.scale, shown, value)
  if (name === 'sum') return { ...sum, isImmutable: false }
  const counted = `count(${distinct}${exact.sql})`
  return { ...quotient(sum, count(counted), counted), isImmutable: false }
}

function joined(tokens: readonly Token[], { inside, ordering }: Parts): Translated {
  const order = tokens.findIndex((token) => isWord(token, 'ORDER'))
  const separator = tokens.findIndex((token) => isWord(token, 'SEPARATOR'))
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  if (isDistinct && order >= 0) refuse('both DISTINCT and ORDER BY')
  const end = order >= 0 ? order : separator >= 0 ? separator : tokens.length
  const value = callFunction('to_text', [inside(tokens.slice(isDistinct ? 1 : 0, end))])
  const written = tokens[separator + 1]
  const between = separator < 0 ? ',' : written?.kind === 'string' ? written.text : refuse('a separator')
  const by = order < 0 ? '' : ` ORDER BY ${ordering(tokens.slice(order + 2, separator < 0 ? undefined : separator))}`
  return {
    ...originOf(value),
    sql: `string_agg(${isDistinct ? 'DISTINCT ' : ''}${value.sql}, ${quoted(between)}${by})`,
    type: 'text',
    isImmutable: false,
  }
}
