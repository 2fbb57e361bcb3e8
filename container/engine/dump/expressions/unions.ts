import { indexOfWord, splitAtCommas } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { oneOf, withZeros } from './agreeing.ts'
import { clausesOf, splitAtUnions } from './query-parts.ts'
import { quoteName } from './quoted-names.ts'
import type { QueryScope, RelationColumn, TranslatedQuery } from './relations.ts'
import { type ExpressionType, refuse, sortedBy, type Translated } from './translated.ts'

/** Returns the scope of a query within a query. */
export const withoutTerm = ({ termValue: _term, ...scope }: QueryScope): QueryScope => withoutValue(scope)

/** Returns the scope of a query that is not one of a union itself. */
export const withoutValue = ({ unionValue: _value, ...scope }: QueryScope): QueryScope => scope

/** Writes a value of a list so that it fits the same column of other queries. */
type WriteValue = (value: Translated, at: number) => string

type TranslatePart = (part: readonly Token[], write?: WriteValue) => TranslatedQuery

/** Translates one query, or several with UNION between them. ORDER BY and LIMIT after the last one apply to all rows. */
export function translateUnionOf(tokens: readonly Token[], translatePart: TranslatePart): TranslatedQuery {
  const { parts, operators } = splitAtUnions(tokens)
  const last = parts.at(-1) ?? []
  const hasEnd = parts.length > 1 || isSymbol(last[0], '(')
  const end = hasEnd ? last.slice(indexOfWord(last, 'ORDER', 'LIMIT')) : []
  const all = [...parts.slice(0, -1), last.slice(0, last.length - end.length)]
  const { queries, columns } =
    all.length > 1 ? translatedAlike(all, translatePart) : only(all.map((part) => translatePart(part)))
  if (operators.includes('UNION')) refuseDocuments(columns)
  const sql = queries.map((one, at) => (at === 0 ? one.sql : `${operators[at - 1] ?? 'UNION'} ${one.sql}`)).join(' ')
  return { sql: `${sql}${ending(end, columns)}`, columns }
}

interface Alike {
  readonly queries: readonly TranslatedQuery[]
  readonly columns: readonly RelationColumn[]
}

const only = (queries: readonly TranslatedQuery[]): Alike => ({
  queries,
  columns: (queries[0] ?? refuse('a missing query')).columns.map((column) => unified(column, [column])),
})

/**
 * Translates the queries of a union. If their columns differ, it translates them again, with the digits of all of them
 * and a type for NULL.
 */
function translatedAlike(parts: readonly (readonly Token[])[], translatePart: TranslatePart): Alike {
  const written: Translated[][] = parts.map(() => [])
  const queries = parts.map((part, row) =>
    translatePart(part, (value, at) => {
      const values = written[row]
      if (values !== undefined) values[at] = value
      return value.sql
    }),
  )
  const [first] = queries
  if (first === undefined || queries.some((one) => one.columns.length !== first.columns.length))
    return refuse('unions of unlike queries')
  const isNull = (row: number, at: number): boolean => written[row]?.[at]?.sql === 'NULL'
  const writers: ((value: Translated) => string)[] = []
  const columns = first.columns.map((column, at) => {
    const some = queries.flatMap((one, row) => (isNull(row, at) ? [] : (one.columns[at] ?? [])))
    const values = some.length === 0 ? queries.flatMap((one) => one.columns[at] ?? []) : some
    const type = commonType(values)
    const hasNull = some.length > 0 && some.length < queries.length
    if (hasNull && type === 'float' && isNull(0, at) && isNull(1, at)) refuse('a float after several NULL')
    const writer = some.length === 0 ? null : writerOf(values, type, hasNull)
    if (writer !== null) writers[at] = writer
    return { ...unified(column, values), type }
  })
  if (writers.length === 0) return { queries, columns }
  if (written.some((values) => values.length === 0)) return refuse('a query in parentheses')
  const write: WriteValue = (value, at) => writers[at]?.(value) ?? value.sql
  return { queries: parts.map((part) => translatePart(part, write)), columns }
}

/** Returns the type of several columns. Whole numbers and decimals are decimals together. */
function commonType(columns: readonly RelationColumn[]): ExpressionType {
  const types = new Set(columns.map(({ type }) => type))
  const [type = 'other'] = types
  if (types.size === 1) return type
  return types.size === 2 && types.has('integer') && types.has('number') ? 'number' : refuse('unions of unlike types')
}

/**
 * The types of PostgreSQL that NULL gets. Among floats, it has none, because it would give its longer type to them, and
 * more digits.
 */
const typeNames: Readonly<Partial<Record<ExpressionType, string>>> = {
  integer: 'bigint',
  number: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
}

/** Returns what makes the values of a column alike, or null if they are. */
function writerOf(
  columns: readonly RelationColumn[],
  type: ExpressionType,
  hasNull: boolean,
): ((value: Translated) => string) | null {
  const values = type === 'number' ? columns.map(({ read }) => read('')) : []
  const digits = values.map((value) => value.digits)
  if (new Set(values.map(({ isFloat }) => isFloat === true)).size > 1) return refuse('a float among decimals')
  const scales = digits.map((one) => one?.scale ?? -1)
  const isMixed = new Set(scales).size > 1
  if (isMixed && scales.includes(-1)) return refuse('unknown digits')
  if (type === 'float' || (!isMixed && !hasNull)) return null
  const name = typeNames[type] ?? refuse('NULL of an unknown type')
  const scale = scales.reduce((most, one) => Math.max(most, one), 0)
  return (value) => (value.sql === 'NULL' ? `NULL::${name}` : isMixed ? withZeros(value, scale).sql : value.sql)
}

/** PostgreSQL cannot compare JSON documents. */
export function refuseDocuments(columns: readonly Pick<RelationColumn, 'type'>[]): void {
  if (columns.some(({ type }) => type === 'json' || type === 'sealed')) refuse('a comparison of documents')
}

/** Returns a column of a union. Its values have every property that the values of one of its queries may have. */
const unified = (column: RelationColumn, columns: readonly RelationColumn[]): RelationColumn => ({
  ...column,
  read: (sql) => {
    const values = columns.map(({ read }) => read(sql))
    const order = values.some((value) => value.order !== undefined) ? { order: null } : {}
    const [length, ...others] = new Set(values.map((value) => value.length))
    const known = length === undefined || others.length > 0 ? {} : { length }
    return { ...oneOf(values, [], () => sql), ...order, ...known, isImmutable: false }
  },
})

function ending(tokens: readonly Token[], columns: readonly RelationColumn[]): string {
  if (tokens.length === 0) return ''
  const clauses = clausesOf(tokens, ['ORDER', 'LIMIT'])
  const order = clauses.get('ORDER')
  const limit = clauses.get('LIMIT')
  const sorted = order === undefined ? '' : ` ORDER BY ${sortKeys(order.slice(1), columns, limit !== undefined)}`
  return `${sorted}${limit === undefined ? '' : limited(limit)}`
}

/** Translates the names and positions of columns that sort the rows of a union. */
function sortKeys(tokens: readonly Token[], columns: readonly RelationColumn[], hasLimit: boolean): string {
  const keys = splitAtCommas(tokens).map(([key, direction, ...others]) => {
    const isPlain = key !== undefined && (direction === undefined || isWord(direction, 'ASC', 'DESC'))
    if (!isPlain || others.length > 0) return refuse('an expression that sorts a union')
    const found =
      key.kind === 'number'
        ? columns.slice(Number(key.text) - 1, Number(key.text))
        : columns.filter(({ source }) => isSameName(source, key.text))
    const [column] = found
    if (column === undefined || found.length > 1) return refuse('an unknown column that sorts a union')
    refuseDocuments([column])
    const name = quoteName(column.name)
    // Labels sort as text here, which decides the rows only with a limit.
    if (hasLimit && column.read(name).order !== undefined) refuse('an order of labels')
    return sortedBy(name, isWord(direction, 'DESC'))
  })
  return keys.length === 0 ? refuse('an order without a column') : keys.join(', ')
}

/** Translates `5`, `10, 5` and `5 OFFSET 10` after LIMIT. */
export function limited([first, between, second]: readonly Token[]): string {
  if (first?.kind !== 'number' || (between !== undefined && second?.kind !== 'number')) return refuse('a limit')
  if (between === undefined) return ` LIMIT ${first.text}`
  return isSymbol(between, ',')
    ? ` LIMIT ${second?.text} OFFSET ${first.text}`
    : ` LIMIT ${first.text} OFFSET ${second?.text}`
}
