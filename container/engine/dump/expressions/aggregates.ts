import { quoted } from './quoted.ts'
import { splitAtCommas } from '../text/token-reader.ts'
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
  sortValue,
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
  const value = parts.inside(isDistinct ? tokens.slice(1) : tokens)
  if (isDistinct && /^(?:json|sealed)$/.test(value.type)) return refuse('a comparison of documents')
  return aggregateOf(name, value, { distinct: isDistinct ? 'DISTINCT ' : '', over: '' })
}

/** The words before the value of an aggregate, and the window after it. */
interface Around {
  readonly distinct: string
  readonly over: string
}

/** Translates an aggregate of one value. */
export function aggregateOf(name: string, value: Translated, around: Around): Translated {
  const { distinct, over } = around
  if (name === 'count') return count(`count(${distinct}${value.sql})${over}`)
  if (name === 'sum' || name === 'avg')
    return total(name, around, name === 'avg' ? inFloats(asNumber(value)) : asNumber(value))
  if (!isOrdered(value)) return refuse('values without an order')
  const called = value.type === 'boolean' ? ofBooleans[name] : name
  return { ...result(`${called}(${value.sql})${over}`, value.type, value), ...digitsOf(name, value) }
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

function total(name: 'sum' | 'avg', { distinct, over }: Around, value: Translated): Translated {
  if (!isNumber(value)) return refuse('a sum of values that are not numbers')
  const exact = unrounded(value)
  if (value.type === 'float') return result(`${name}(${distinct}(${value.sql})::float8)${over}`, 'float', value)
  const sql = `sum(${distinct}${exact.sql})${over}`
  const { digits } = value
  if (digits === undefined || exact.digits === undefined)
    return name === 'sum' ? result(sql, 'number', value) : refuse('an average with unknown digits')
  const shown = { whole: digits.whole + sumDigits, scale: digits.scale }
  const sum =
    value.exact === undefined
      ? { ...result(sql, 'number', value), digits: shown }
      : rounded(sql, exact.digits.scale, shown, value)
  if (name === 'sum') return { ...sum, isImmutable: false }
  const counted = `count(${distinct}${exact.sql})${over}`
  return { ...quotient(sum, count(counted), counted), isImmutable: false }
}

function joined(tokens: readonly Token[], parts: Parts): Translated {
  const order = tokens.findIndex((token) => isWord(token, 'ORDER'))
  const separator = tokens.findIndex((token) => isWord(token, 'SEPARATOR'))
  const isDistinct = isWord(tokens[0], 'DISTINCT')
  const end = order >= 0 ? order : separator >= 0 ? separator : tokens.length
  const values = splitAtCommas(tokens.slice(isDistinct ? 1 : 0, end)).map(parts.inside)
  const value = callFunction('concat', values)
  const written = tokens[separator + 1]
  const between = separator < 0 ? ',' : written?.kind === 'string' ? written.text : refuse('a separator')
  const keys = order < 0 ? [] : tokens.slice(order + 2, separator < 0 ? undefined : separator)
  const sql =
    isDistinct && order >= 0
      ? joinedOnce(values, value.sql, keys, between, parts)
      : `string_agg(${isDistinct ? 'DISTINCT ' : ''}${value.sql}, ${quoted(between)}${order < 0 ? '' : ` ORDER BY ${parts.ordering(keys)}`})`
  return { ...originOf(value), sql, type: 'text', isImmutable: false }
}

/**
 * Joins distinct values in their own order, which is the only order that PostgreSQL accepts. Numbers and dates sort
 * before they become text.
 */
function joinedOnce(
  [value, ...more]: readonly Translated[],
  text: string,
  keys: readonly Token[],
  between: string,
  { ordering }: Parts,
): string {
  const by = ordering(keys)
  if (value === undefined || more.length > 0 || sortValue(by) !== value.sql) return refuse('an order of other values')
  if (value.type === 'text') return `string_agg(DISTINCT ${text}, ${quoted(between)} ORDER BY ${by})`
  // Only the text of an integer or a date is that of the value in the array.
  if (value.type !== 'integer' && value.type !== 'date') return refuse('distinct values that become text')
  return `array_to_string(array_agg(DISTINCT ${value.sql} ORDER BY ${by}) FILTER (WHERE ${value.sql} IS NOT NULL), ${quoted(between)})`
}
