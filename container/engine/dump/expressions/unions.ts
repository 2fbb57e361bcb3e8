import { indexOfWord, splitAtCommas } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { oneOf } from './agreeing.ts'
import { clausesOf, splitAtUnions } from './query-parts.ts'
import { quoteName } from './quoted-names.ts'
import type { RelationColumn, TranslatedQuery } from './relations.ts'
import { refuse, sortedBy } from './translated.ts'

/** Translates one query, or several with UNION between them. ORDER BY and LIMIT after the last one apply to all rows. */
export function translateUnionOf(
  tokens: readonly Token[],
  translatePart: (part: readonly Token[]) => TranslatedQuery,
): TranslatedQuery {
  const { parts, operators } = splitAtUnions(tokens)
  const last = parts.at(-1) ?? []
  const hasEnd = parts.length > 1 || isSymbol(last[0], '(')
  const end = hasEnd ? last.slice(indexOfWord(last, 'ORDER', 'LIMIT')) : []
  const [first, ...more] = [...parts.slice(0, -1), last.slice(0, last.length - end.length)].map(translatePart)
  if (first === undefined) return refuse('a missing query')
  if (more.some((one) => one.columns.length !== first.columns.length)) refuse('unions of unlike queries')
  if (more.some((one) => one.columns.some((column, at) => column.type !== first.columns[at]?.type)))
    refuse('unions of unlike types')
  if (operators.includes('UNION')) refuseDocuments(first.columns)
  const columns = first.columns.map((column, at) =>
    unified(
      column,
      [first, ...more].flatMap((one) => one.columns[at] ?? []),
    ),
  )
  const queries = [first.sql, ...more.map((one, at) => `${operators[at] ?? 'UNION'} ${one.sql}`)].join(' ')
  return { sql: `${queries}${ending(end, columns)}`, columns }
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
