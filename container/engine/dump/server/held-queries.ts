import { hasAggregates } from '../expressions/aggregates.ts'
import { sortOrder, truthOf } from '../constants/comparing.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { aliased, clausesOf, isColumn, isStar, queryWords, splitAtUnions } from '../expressions/query-parts.ts'
import { usesSequence } from '../constants/sequence-calls.ts'
import { refuse } from '../expressions/translated.ts'
import { indexOfWord, splitAtCommas, TokenReader, withoutParentheses } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { areSame, groupsOf, type ReadRow, rowKeys } from './held-groups.ts'
import { DerivedTable } from './derived-table.ts'
import { type JoinContext, joinedRows } from './held-joins.ts'
import { inTypesOfUnion } from '../constants/common-types.ts'
import {
  computed,
  inReadingOrder,
  type NumberedRow,
  readingOrders,
  scopeOf,
  sortable,
  tableIn,
} from './held-statements.ts'

/** An expression in the list of a query. */
interface Item {
  readonly tokens: readonly Token[]
  readonly name: string | null
}

interface ResultRow {
  readonly row: ReadRow
  readonly values: Constant[]
}

type Clauses = ReadonlyMap<string, readonly Token[]>

/** Returns the rows of a query, or of several queries joined by UNION. */
export function selected(tokens: readonly Token[], context: JoinContext, isOrderRelevant: boolean): Constant[][] {
  const { parts, operators } = splitAtUnions(withoutParentheses(tokens))
  const isArranged = (part: readonly Token[]): boolean => indexOfWord(part, 'ORDER', 'LIMIT') < part.length
  if (parts.length > 1 && parts.some(isArranged)) refuse('an order of the whole union')
  if (operators.includes('UNION') && isOrderRelevant) refuse('the order of a union')
  const results = parts.map((part) => selectedOnce(withoutParentheses(part), context, isOrderRelevant))
  if (results.length <= 1) return results[0] ?? []
  let found: Constant[][] = []
  for (const [at, rows] of inTypesOfUnion(results).entries()) {
    for (const row of rows) found.push(row)
    // The last UNION also removes the repeated rows of all parts before it.
    if (at - 1 === operators.lastIndexOf('UNION') && at > 0) found = distinct(found, (values) => values)
  }
  return found
}

interface Query {
  readonly clauses: Clauses
  readonly list: readonly Token[]
  readonly items: readonly Item[]
  readonly isDistinct: boolean
  readonly isGrouped: boolean
}

function queryOf(tokens: readonly Token[]): Query {
  const clauses = clausesOf(tokens, queryWords)
  const [select, option, ...more] = clauses.get('') ?? []
  if (!isWord(select, 'SELECT') || isWord(option, 'SQL_CALC_FOUND_ROWS')) refuse('another query')
  const isDistinct = isWord(option, 'DISTINCT')
  const list = isDistinct || isWord(option, 'ALL') || option === undefined ? more : [option, ...more]
  const isGrouped =
    clauses.has('GROUP') || [list, clauses.get('HAVING') ?? [], clauses.get('ORDER') ?? []].some(hasAggregates)
  if (clauses.has('HAVING') && !isGrouped) refuse('HAVING without groups')
  if (clauses.has('FOR')) refuse('a lock')
  return { clauses, list, items: splitAtCommas(list).map(itemOf), isDistinct, isGrouped }
}

/** Returns the rows of `SELECT a, b FROM t WHERE …`, or of constants only. */
function selectedOnce(tokens: readonly Token[], context: JoinContext, isOrderRelevant: boolean): Constant[][] {
  const query = queryOf(tokens)
  const { clauses, items, isDistinct, isGrouped } = query
  const from = clauses.get('FROM')
  if (from === undefined || (from.length === 1 && isWord(from[0], 'DUAL'))) return constantRow(query, context.scope)
  // A server computes the numbers before it sorts the rows.
  const isArranged = isGrouped || isDistinct || clauses.has('ORDER') || clauses.has('LIMIT')
  if (usesSequence(isArranged ? tokens : [...(clauses.get('WHERE') ?? []), ...from])) refuse('numbers of other rows')
  const isJoined = splitAtCommas(from).length > 1 || indexOfWord(from, 'JOIN', 'STRAIGHT_JOIN') < from.length
  const isOneTable = !isJoined && !isSymbol(from[0], '(')
  const resultsOf = (rows: readonly ReadRow[]): ResultRow[] => {
    const read = isGrouped ? grouped(rows, query, context.scope) : rows
    const results = read.map((row) => ({ row, values: items.flatMap((item) => valuesOf(item, row)) }))
    return isDistinct ? distinct(results, ({ values }) => values) : results
  }
  const isUnsorted = isOrderRelevant && !clauses.has('ORDER') && isGrouped !== isDistinct
  if (isOneTable && isUnsorted) {
    const sure = inOneOrder(readInOrders(from, query, context).map(resultsOf), query)
    return arranged(sure, query, { isOrderRelevant: false, isScanned: false }).map(({ values }) => values)
  }
  const read = isJoined
    ? joinedRows(from, clauses.get('WHERE') ?? [], context)
    : rowsOf(from, query, context, isOrderRelevant)
  const isScanned = !isGrouped && !isDistinct && isOneTable
  return arranged(resultsOf(read), query, { isOrderRelevant, isScanned }).map(({ values }) => values)
}

/**
 * Returns groups, or rows without repetitions, whose order is certain although the query does not sort them. Servers
 * return them sorted, or in the order in which they read the first row of each.
 */
function inOneOrder(orders: readonly (readonly ResultRow[])[], query: Query): readonly ResultRow[] {
  const [first = []] = orders
  const by = groupedBy(query)
  const keysOf = ({ row, values }: ResultRow): Constant[] =>
    query.clauses.has('GROUP')
      ? by.map((keyOf) => keyOf(row))
      : query.items.map((_, at) => values[at] ?? refuse('a missing value'))
  const keyed = first.map((row) => ({ row, keys: keysOf(row) }))
  const sorted = keyed.toSorted((one, other) => compareKeys(one.keys, other.keys))
  const isSame = (order: readonly ResultRow[]): boolean =>
    order.every(({ values }, at) => areSame(values, first[at]?.values ?? []))
  return orders.every(isSame) && isSame(sorted.map(({ row }) => row)) ? first : refuse('groups of several orders')
}

/** Returns the row of `SELECT 1, 2 WHERE …` without a table. */
function constantRow({ clauses, items, isGrouped }: Query, scope: ConstantScope): Constant[][] {
  if (isGrouped || clauses.has('ORDER')) refuse('groups without rows')
  const where = clauses.get('WHERE') ?? []
  if (where.length > 0 && truthOf(computed(where, scope)) !== true) return []
  const { from, to } = limitOf(clauses.get('LIMIT') ?? [], 1)
  return [items.map((item) => computed(item.tokens, scope))].slice(from, to)
}

function itemOf(part: readonly Token[]): Item {
  const { tokens, alias } = aliased(part)
  return { tokens, name: alias ?? (isColumn(tokens) ? (tokens.at(-1)?.text ?? null) : null) }
}

const valuesOf = (item: Item, { scope, starred }: ReadRow): Constant[] =>
  isStar(item.tokens)
    ? starred(item.tokens.length === 1 ? null : (item.tokens[0]?.text ?? null))
    : [computed(item.tokens, scope)]

/** Returns the rows of a table that meet the condition, in the order in which a server reads them if that matters. */
function rowsOf(
  from: readonly Token[],
  { clauses, list, isGrouped, isDistinct }: Query,
  context: JoinContext,
  isOrderRelevant: boolean,
): ReadRow[] {
  const { scope } = context
  const where = clauses.get('WHERE') ?? []
  const isInReadingOrder = isOrderRelevant && !clauses.has('ORDER') && !isGrouped && !isDistinct
  if (isSymbol(from[0], '(')) return derivedRows(from, where, context, isInReadingOrder)
  const { source, met } = metRows(from, where, context)
  const found = isInReadingOrder && met.length > 1 ? inReadingOrder({ ...source, where }, met, list, scope) : met
  return found.map((row) => readRow(source, row, scope))
}

type Source = ReturnType<typeof tableIn>

/** Returns the rows of a table that meet a condition. */
function metRows(
  from: readonly Token[],
  where: readonly Token[],
  { scope, find, budget }: JoinContext,
): { readonly source: Source; readonly met: readonly NumberedRow[] } {
  const source = tableIn(from, find)
  // A query that uses the columns of another one runs once for each of its rows.
  if (scope.column !== undefined) budget.spend(source.table.rows.size)
  const met = source.table
    .inOrder()
    .filter(([, row]) => where.length === 0 || truthOf(computed(where, scopeOf(scope, [source], [row]))) === true)
  return { source, met }
}

const readRow = (source: Source, [, row]: NumberedRow, scope: ConstantScope): ReadRow => ({
  scope: scopeOf(scope, [source], [row]),
  starred: (table) =>
    table === null || isSameName(table, source.alias) ? source.table.visibleValues(row) : refuse('an unknown table'),
})

/** Returns the rows of a table in each order in which a server may read them. */
function readInOrders(from: readonly Token[], { clauses, list }: Query, context: JoinContext): readonly ReadRow[][] {
  const { scope } = context
  const where = clauses.get('WHERE') ?? []
  const { source, met } = metRows(from, where, context)
  const used = [...list, ...(clauses.get('GROUP') ?? []), ...(clauses.get('HAVING') ?? [])]
  return readingOrders({ ...source, where }, met, used, scope).map((rows) =>
    rows.map((row) => readRow(source, row, scope)),
  )
}

/** Returns the rows of a query that stands for a table, with the names of its columns. */
export function derivedTable(tokens: readonly Token[], context: JoinContext): DerivedTable {
  const { names, rows } = storedRows(tokens, context)
  const isNamed = names.every((name) => name !== '') && rows.every((row) => row.length === names.length)
  return isNamed ? new DerivedTable(names, rows) : refuse('columns without a name')
}

/** Returns the rows of a query, and the names of its columns. A column without a name has an empty one. */
function storedRows(
  tokens: readonly Token[],
  context: JoinContext,
): { readonly names: readonly string[]; readonly rows: readonly Constant[][] } {
  const query = withoutParentheses(tokens)
  refuseQuotients(query)
  const rows = selected(query, context, false)
  return { names: splitAtCommas(listOf(query)).map((part) => itemOf(part).name ?? ''), rows }
}

/** Refuses quotients and averages. A server stores the columns of such a table, and rounds them to their types. */
function refuseQuotients(query: readonly Token[]): void {
  if (query.some((token) => isSymbol(token, '/') || isWord(token, 'AVG'))) refuse('a quotient that is stored')
}

/** Returns the rows of `FROM (SELECT …) AS t WHERE …`. */
function derivedRows(
  from: readonly Token[],
  where: readonly Token[],
  context: JoinContext,
  isInReadingOrder: boolean,
): ReadRow[] {
  const reader = new TokenReader(from)
  const query = reader.takeParentheses() ?? []
  reader.takeWords('AS')
  const alias = reader.takeName() ?? refuse('a missing name')
  if (!reader.isDone) refuse('another join')
  const { column: _, ...scope } = context.scope
  const { names, rows: all } = storedRows(query, { ...context, scope })
  const rows = all.map((values): ReadRow => ({
    scope: {
      ...context.scope,
      column: (qualifier, name) => {
        const isOurs = qualifier === null || isSameName(alias, qualifier)
        const at = isOurs && names.length === values.length ? names.findIndex((one) => isSameName(one, name)) : -1
        return values[at] ?? context.scope.column?.(qualifier, name) ?? null
      },
    },
    starred: (table) => (table === null || isSameName(table, alias) ? [...values] : refuse('an unknown table')),
  }))
  const met = rows.filter((row) => where.length === 0 || truthOf(computed(where, row.scope)) === true)
  // A server may merge both queries, and read the rows in another order.
  return isInReadingOrder && met.length > 1 ? refuse('rows without an order') : met
}

/** Returns the list of a query, or of the first one in a union. */
function listOf(query: readonly Token[]): readonly Token[] {
  const first = withoutParentheses(splitAtUnions(query).parts[0] ?? [])
  return queryOf(first).list
}

/** Returns the terms of `GROUP BY a, b`. */
const groupedBy = ({ clauses, items }: Query): ((row: ReadRow) => Constant)[] =>
  splitAtCommas(clauses.get('GROUP')?.slice(1) ?? []).map((part) => (row) => termOf(part, items, row, false))

/** Returns the groups of `GROUP BY a, b HAVING …`, or all rows as one group. */
function grouped(rows: readonly ReadRow[], query: Query, scope: ConstantScope): ReadRow[] {
  const { items, clauses } = query
  if (isWord(clauses.get('GROUP')?.at(-1), 'ROLLUP')) refuse('subtotals')
  const groups = groupsOf(rows, clauses.has('GROUP') ? groupedBy(query) : null, scope)
  const having = clauses.get('HAVING')
  if (having === undefined) return groups
  return groups.filter((group) => truthOf(computed(having, withNames(items, group))) === true)
}

/** Lets an expression use the names of the list. A name that is also another column of the tables is refused. */
const withNames = (items: readonly Item[], { scope }: ReadRow): ConstantScope => ({
  ...scope,
  inEachRow: undefined,
  column: (qualifier, name) => {
    const named = qualifier === null ? items.filter((item) => item.name !== null && isSameName(item.name, name)) : []
    const isOwn = named.every(({ tokens }) => isColumn(tokens) && isSameName(tokens.at(-1)?.text ?? '', name))
    if (isOwn) return scope.column?.(qualifier, name) ?? null
    const [only] = named
    if (only === undefined || named.length > 1 || hasColumn(scope, name)) return refuse('a name with two meanings')
    return computed(only.tokens, scope)
  },
})

/** Tests for a name of the list that is not the name of its column. */
const namesItem = (part: readonly Token[], items: readonly Item[]): boolean =>
  items.some(
    ({ tokens, name }) =>
      name !== null &&
      part.some(({ text }) => isSameName(text, name)) &&
      !(isColumn(tokens) && isSameName(tokens.at(-1)?.text ?? '', name)),
  )

function hasColumn(scope: ConstantScope, name: string): boolean {
  return (scope.column?.(null, name) ?? null) !== null
}

/** Computes an item of GROUP BY or ORDER BY: the position of a value, a name of the list or an expression. */
function termOf(part: readonly Token[], items: readonly Item[], row: ReadRow, prefersList: boolean): Constant {
  const [only] = part
  if (part.length !== 1 || only === undefined)
    return sortable(part, namesItem(part, items) ? withNames(items, row) : row.scope)
  if (only.kind === 'number') {
    if (items.some((item) => isStar(item.tokens))) refuse('a position after a star')
    return sortable((items[Number(only.text) - 1] ?? refuse('an unknown position')).tokens, row.scope)
  }
  if (!prefersList) return sortable(part, withNames(items, row))
  const named = items.filter(({ name }) => name !== null && isSameName(name, only.text))
  if (named.length > 1) refuse('a name with two meanings')
  return sortable(named[0]?.tokens ?? part, row.scope)
}

/** Keeps the first of equal rows. Rows that only their collation makes equal are refused. */
function distinct<T>(rows: readonly T[], valuesIn: (row: T) => readonly Constant[]): T[] {
  const found = new Map<string, T>()
  const keys = rowKeys(rows.map(valuesIn))
  rows.forEach((row, at) => {
    const key = keys[at] ?? ''
    const first = found.get(key)
    if (first === undefined) found.set(key, row)
    else if (!areSame(valuesIn(first), valuesIn(row))) refuse('values in several spellings')
  })
  return [...found.values()]
}

interface Arrangement {
  readonly isOrderRelevant: boolean
  /** Whether the rows are in the order of a table scan. */
  readonly isScanned: boolean
}

/** Applies ORDER BY and LIMIT. It refuses a result that depends on an unknown order. */
function arranged(
  rows: readonly ResultRow[],
  query: Query,
  { isOrderRelevant, isScanned }: Arrangement,
): readonly ResultRow[] {
  const { clauses } = query
  const { from, to } = limitOf(clauses.get('LIMIT') ?? [], rows.length)
  const isCut = rows.length > 1 && (from > 0 || to < rows.length)
  const order = clauses.get('ORDER')
  if (order === undefined) {
    if (isCut && to > 0 && !(isScanned && from === 0 && to === 1)) refuse('a limit without an order')
    if (isOrderRelevant && !isScanned && to - from > 1) refuse('rows without an order')
    return rows.slice(from, to)
  }
  const { sorted, isTied } = sortedBy(rows, order, query)
  const cuts = [from, to].filter((at) => isCut && at > 0 && at < rows.length)
  if (cuts.some((at) => isTied(at))) refuse('a limit between equal rows')
  const isSure = !isOrderRelevant || sorted.every((_, at) => at <= from || at >= to || !isTied(at))
  return isSure ? sorted.slice(from, to) : refuse('rows of several orders')
}

/** Sorts rows. `isTied` returns whether a row may change places with the previous one, from which it differs. */
function sortedBy(
  rows: readonly ResultRow[],
  order: readonly Token[],
  { items, isDistinct }: Query,
): { readonly sorted: readonly ResultRow[]; readonly isTied: (at: number) => boolean } {
  const terms = splitAtCommas(order.slice(1)).map((part) => {
    const isDescending = isWord(part.at(-1), 'DESC')
    const tokens = isDescending || isWord(part.at(-1), 'ASC') ? part.slice(0, -1) : part
    const isListed =
      tokens.length === 1 && items.some(({ name }) => name !== null && isSameName(name, tokens[0]?.text ?? ''))
    if (isDistinct && !isListed && tokens[0]?.kind !== 'number') refuse('an order by other values')
    return { tokens, sign: isDescending ? -1 : 1 }
  })
  const keyed = rows.map((row) => ({ row, keys: terms.map(({ tokens }) => termOf(tokens, items, row.row, true)) }))
  const signs = terms.map(({ sign }) => sign)
  const comparedTo = (one: readonly Constant[], other: readonly Constant[]): number => compareKeys(one, other, signs)
  const sorted = keyed.toSorted((one, other) => comparedTo(one.keys, other.keys))
  return {
    sorted: sorted.map(({ row }) => row),
    isTied: (at) => {
      const [before, after] = [sorted[at - 1], sorted[at]]
      if (before === undefined || after === undefined || comparedTo(before.keys, after.keys) !== 0) return false
      return !areSame(before.row.values, after.row.values)
    },
  }
}

/** Compares rows by their keys. The sign of a descending key is -1. */
function compareKeys(one: readonly Constant[], other: readonly Constant[], signs: readonly number[] = []): number {
  for (const [at, key] of one.entries()) {
    const found = sortOrder(key, other[at] ?? { kind: 'null' })
    if (found !== 0) return found * (signs[at] ?? 1)
  }
  return 0
}

/** Parses `LIMIT 10`, `LIMIT 20, 10` and `LIMIT 10 OFFSET 20`. */
function limitOf(tokens: readonly Token[], count: number): { readonly from: number; readonly to: number } {
  if (tokens.length === 0) return { from: 0, to: count }
  const [first, between, second, ...more] = tokens
  const isPlain = between === undefined || (second?.kind === 'number' && more.length === 0)
  if (first?.kind !== 'number' || !isPlain) return refuse('a limit')
  const isOffset = isWord(between, 'OFFSET')
  const [size, skipped] = between === undefined ? [first, null] : isOffset ? [first, second] : [second, first]
  const from = Math.min(count, Number(skipped?.text ?? 0))
  return { from, to: Math.min(count, from + Number(size?.text)) }
}
