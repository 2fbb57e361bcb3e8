import { hasAggregates } from '../expressions/aggregates.ts'
import { compare, or, type Truth } from './comparing.ts'
import { type Constant, shortNumberText } from './constant.ts'
import { text, unsigned } from './constant-values.ts'
import { refuse } from '../expressions/translated.ts'
import { indexOfWord } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'

type Rows = readonly (readonly Constant[])[]

/** Returns the single value of a query, which is NULL if it has no row. */
export function scalarOf(rows: Rows): Constant {
  if (rows.length > 1 || rows.some((row) => row.length !== 1)) return refuse('more than one value')
  return asOperand(rows[0]?.[0] ?? { kind: 'null' })
}

/** Returns the value of a query in a computation. Only a column itself has labels, bits and zeros before its number. */
function asOperand(value: Constant): Constant {
  if (value.kind === 'text') {
    const { label: _, ...unlabeled } = value
    return unlabeled
  }
  if (value.kind === 'digits' && value.base === 'bits') return unsigned(BigInt(`0b${value.digits || '0'}`))
  if (value.kind === 'copied' && value.columnKind === 'set') return text(value.text)
  return value.kind === 'number' && value.isYear !== true ? { ...value, isPadded: false } : value
}

/** The length up to which each value of a list is compared. */
const comparedMax = 1000

interface LongList {
  readonly numbers: ReadonlySet<string>
  readonly hasNull: boolean
}

/** The lists of queries that each row of a statement is compared with. */
const longLists = new WeakMap<Rows, LongList>()

/** Reads a long list, which consists of exact numbers and NULL. */
function longListOf(rows: Rows): LongList {
  const known = longLists.get(rows)
  if (known !== undefined) return known
  const values = rows.map(onlyValue)
  const numbers = new Set<string>()
  for (const value of values) {
    if (value.kind === 'number') numbers.add(shortNumberText(value.digits, value.scale))
    else if (value.kind !== 'null') refuse('a long list of other values')
  }
  const list = { numbers, hasNull: values.some(({ kind }) => kind === 'null') }
  longLists.set(rows, list)
  return list
}

const onlyValue = (row: readonly Constant[]): Constant =>
  (row.length === 1 ? row[0] : undefined) ?? refuse('several columns')

/** Computes `value IN (SELECT …)`. Without a match, NULL on one of the sides makes the result NULL. */
export function isAmong(value: Constant, rows: Rows): Truth {
  if (rows.length <= comparedMax || value.kind === 'null') {
    const values = rows.map(onlyValue)
    if (values.length > 0 && value.kind === 'null') return null
    return values.map((one) => isEqual(value, one)).reduce<Truth>(or, false)
  }
  if (value.kind !== 'number') return refuse('a long list of other values')
  const { numbers, hasNull } = longListOf(rows)
  return numbers.has(shortNumberText(value.digits, value.scale)) || (hasNull ? null : false)
}

function isEqual(value: Constant, other: Constant): Truth {
  const found = compare(value, asOperand(other))
  return found === null ? null : found === 0
}

const one: Token = { kind: 'number', text: '1' }

/** Returns a query with the same number of rows, whose values are not needed. */
export function withoutValues(query: readonly Token[]): readonly Token[] {
  const from = indexOfWord(query, 'FROM', 'WHERE')
  const isPlain = indexOfWord(query, 'GROUP', 'HAVING', 'UNION', 'LIMIT', 'ORDER') === query.length
  return isPlain && !hasAggregates(query.slice(0, from)) ? [...query.slice(0, 1), one, ...query.slice(from)] : query
}
