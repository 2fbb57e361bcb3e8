import { sortOrder, type Truth, truthOf } from '../constants/comparing.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { clausesOf, isColumn } from '../expressions/query-parts.ts'
import { evaluate } from '../constants/constants.ts'
import { joinedTables } from '../expressions/joined-tables.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import { indexOfWord, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { assignedVariable, assignsVariables, checkVariables, requireWholeNumber } from './assigned-variables.ts'
import type { JoinRow, RowsInJoin } from './derived-table.ts'
import type { HeldRow } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'

export type FindTable = (database: string | null, name: string) => HeldTable | null

/** The parts of `FROM t WHERE … ORDER BY … LIMIT …` with one table. */
interface Selection {
  readonly table: HeldTable
  readonly alias: string
  readonly where: readonly Token[]
  readonly order: readonly Token[]
  readonly limit: number
}

/** A table with its alias. Without a qualifier, a merged column means that of an earlier table. */
interface NamedTable {
  readonly table: RowsInJoin
  readonly alias: string
  readonly merged?: readonly string[]
}

export interface ColumnPlace {
  readonly index: number
  readonly at: number
}

/** Finds a column among the tables. Returns null if no table contains such a column. */
export function columnPlace(tables: readonly NamedTable[], qualifier: string | null, name: string): ColumnPlace | null {
  let found: ColumnPlace | null = null
  for (const [index, { table, alias, merged }] of tables.entries()) {
    const isHidden = qualifier === null && merged?.some((one) => isSameName(one, name)) === true
    const isMeant = qualifier === null ? !isHidden : isSameName(alias, qualifier)
    const at = isMeant ? table.placeOf(name) : -1
    if (at >= 0 && found !== null) refuse('a column of several tables')
    if (at >= 0) found = { index, at }
  }
  return found
}

/** Returns the scope of an expression that is computed for one row of each table. A missing row of a join is null. */
export const scopeOf = (
  scope: ConstantScope,
  tables: readonly NamedTable[],
  rows: readonly (JoinRow | null)[],
): ConstantScope => ({
  ...scope,
  inEachRow: undefined,
  column: (qualifier, name) => {
    const place = columnPlace(tables, qualifier, name)
    if (place === null) return scope.column?.(qualifier, name) ?? null
    const row = rows[place.index]
    if (row === undefined) return refuse('a column of a later table')
    if (row === null) return { kind: 'null' }
    return tables[place.index]?.table.constantOf(row, place.at) ?? refuse('a column that cannot be used here')
  },
})

/** Computes an expression, or refuses it. It never returns null. */
export const computed = (tokens: readonly Token[], scope: ConstantScope): Constant =>
  evaluate(tokens, scope) ?? scope.inEachRow?.(tokens) ?? refuse('an expression that a server would compute')

/** Computes the value of `a = (@i := @i + 1)`, and sets the variable. */
export function computedSetting(value: readonly Token[], scope: ConstantScope): Constant {
  const assigned = assignedVariable(value)
  if (assigned === null) return computed(value, scope)
  // The rows of an INSERT come from other code, which does not check their order.
  if (scope.setVariable === undefined || scope.proposed !== undefined) return refuse('a variable of an INSERT')
  const found = computed(assigned.value, scope)
  requireWholeNumber(found)
  scope.setVariable(assigned.name, found)
  return found
}

/** Computes an expression to sort by. Only the values of a column itself sort like labels. */
export function sortable(tokens: readonly Token[], scope: ConstantScope): Constant {
  const value = computed(tokens, scope)
  if (value.kind !== 'text' || value.label === undefined || isColumn(tokens)) return value
  const { label: _label, ...text } = value
  return text
}

/** Parses one table with its alias: `t`, `t AS a` or `t a`. */
export function tableIn(tokens: readonly Token[], find: FindTable): Pick<Selection, 'table' | 'alias'> {
  const [table, ...others] = joinedTables(tokens, { find })
  return table !== undefined && others.length === 0 ? table : refuse('several tables')
}

function selectionOf(
  clauses: ReadonlyMap<string, readonly Token[]>,
  from: readonly Token[],
  find: FindTable,
): Selection {
  for (const word of ['GROUP', 'HAVING', 'UNION', 'JOIN', 'FOR']) if (clauses.has(word)) refuse('another clause')
  const [limit, ...more] = clauses.get('LIMIT') ?? []
  const isPlain = limit === undefined || (limit.kind === 'number' && more.length === 0)
  return {
    ...tableIn(from, find),
    where: clauses.get('WHERE') ?? [],
    order: clauses.get('ORDER')?.slice(1) ?? [],
    limit: !isPlain ? refuse('a limit') : limit === undefined ? Number.MAX_SAFE_INTEGER : Number(limit.text),
  }
}

interface SortTerm {
  readonly tokens: readonly Token[]
  readonly sign: number
}

export type NumberedRow = readonly [number, HeldRow]

/** Returns a function that compares two rows by these terms. */
const comparison =
  (by: readonly SortTerm[], selection: Pick<Selection, 'table' | 'alias'>, scope: ConstantScope) =>
  ([, one]: NumberedRow, [, other]: NumberedRow): number => {
    for (const { tokens, sign } of by) {
      const found = sortOrder(
        sortable(tokens, scopeOf(scope, [selection], [one])),
        sortable(tokens, scopeOf(scope, [selection], [other])),
      )
      if (found !== 0) return found * sign
    }
    return 0
  }

/**
 * Returns the rows that a statement selects, in its order. If the order is relevant, it refuses rows that a server may
 * read in several orders.
 */
function chosen(selection: Selection, scope: ConstantScope, isOrderRelevant: boolean): NumberedRow[] {
  const { table, where, order, limit } = selection
  const isMet = (row: HeldRow): Truth =>
    where.length === 0 ? true : truthOf(computed(where, scopeOf(scope, [selection], [row])))
  const rows = table.inOrder().filter(([, row]) => isMet(row) === true)
  const by = splitAtCommas(order).map((part) => {
    const isDescending = isWord(part.at(-1), 'DESC')
    return {
      tokens: isDescending || isWord(part.at(-1), 'ASC') ? part.slice(0, -1) : part,
      sign: isDescending ? -1 : 1,
    }
  })
  if (limit < rows.length && limit > 1 && by.length === 0) refuse('a limit without an order')
  if (by.length === 0) {
    return isOrderRelevant ? [...inReadingOrder(selection, rows, [star], scope)].slice(0, limit) : rows.slice(0, limit)
  }
  const compared = comparison(by, selection, scope)
  const sorted = rows.toSorted(compared)
  const isTied = (at: number): boolean => {
    const [before, after] = [sorted[at - 1], sorted[at]]
    return before !== undefined && after !== undefined && compared(before, after) === 0
  }
  if (isOrderRelevant ? sorted.some((_, at) => at <= limit && isTied(at)) : isTied(limit))
    refuse('rows of several orders')
  return sorted.slice(0, limit)
}

/** A server reads whole rows to change them. */
const star: Token = { kind: 'symbol', text: '*' }

/** Returns the rows in each order in which a server may read them. */
export function readingOrders(
  selection: Pick<Selection, 'table' | 'alias' | 'where'>,
  found: readonly NumberedRow[],
  list: readonly Token[],
  scope: ConstantScope,
): readonly (readonly NumberedRow[])[] {
  const { table, where } = selection
  const names = (tokens: readonly Token[]): ((column: string) => boolean) => {
    const words = new Set(tokens.map(({ text }) => text.toLowerCase()))
    return (column) => words.has('*') || words.has(column.toLowerCase())
  }
  const paths = table.readingOrders(names([...list, ...where]), names(where)) ?? refuse('rows without an order')
  return paths.map((path) => {
    const by = path.map((name) => ({ tokens: [{ kind: 'name', text: name } as const], sign: 1 }))
    return found.toSorted(comparison(by, selection, scope))
  })
}

/**
 * Checks the reading order, in which rows get their numbers. It refuses the statement if the server may read the rows
 * in several orders.
 */
export function inReadingOrder(
  selection: Pick<Selection, 'table' | 'alias' | 'where'>,
  found: readonly NumberedRow[],
  list: readonly Token[],
  scope: ConstantScope,
): readonly NumberedRow[] {
  const orders = readingOrders(selection, found, list, scope)
  const [first = found] = orders
  const isSure = orders.every((order) => order.every((one, at) => one === first[at]))
  return isSure ? first : refuse('rows of several orders')
}

export interface Assignment {
  readonly at: number
  readonly value: readonly Token[]
}

export function assignmentsOf(table: HeldTable, tokens: readonly Token[]): Assignment[] {
  return splitAtCommas(tokens).map((part) => {
    const equals = part.findIndex((token) => isSymbol(token, '='))
    const at = table.placeOf(part[equals - 1]?.text ?? '')
    return equals < 1 || at < 0 ? refuse('a missing assignment') : { at, value: part.slice(equals + 1) }
  })
}

interface HeldUpdate {
  readonly selection: Selection
  readonly rows: NumberedRow[]
  readonly set: Assignment[]
  /** Whether a row stays unchanged if the change would give it the key of another row. */
  readonly isIgnored: boolean
}

/** Returns the tokens after `UPDATE IGNORE`. */
export function afterUpdate(tokens: readonly Token[]): {
  readonly isIgnored: boolean
  readonly rest: readonly Token[]
} {
  const reader = new TokenReader(tokens)
  reader.takeWords('UPDATE')
  reader.takeWords('LOW_PRIORITY')
  return { isIgnored: reader.takeWords('IGNORE'), rest: tokens.slice(reader.at) }
}

/** Returns a reader after `DELETE QUICK`. */
export function afterDelete(tokens: readonly Token[]): TokenReader {
  const reader = new TokenReader(tokens)
  reader.takeWords('DELETE')
  while (reader.takeWords('LOW_PRIORITY') || reader.takeWords('QUICK') || reader.takeWords('IGNORE'));
  return reader
}

/** Parses `UPDATE t SET a = 1 WHERE …`: the selected rows and their new values. */
export function updateOf(tokens: readonly Token[], scope: ConstantScope, find: FindTable): HeldUpdate {
  const { isIgnored, rest } = afterUpdate(tokens)
  const at = rest.findIndex((token) => isWord(token, 'SET'))
  if (at < 0) return refuse('a missing SET')
  const clauses = clausesOf(rest.slice(at + 1))
  if (clauses.has('FROM')) refuse('an unknown form of the statement')
  const selection = selectionOf(clauses, rest.slice(0, at), find)
  const set = assignmentsOf(selection.table, clauses.get('') ?? [])
  const isOrdered = assignsVariables(rest)
  if (isOrdered) checkVariables(rest, scope)
  return { selection, rows: chosen(selection, scope, isOrdered), set, isIgnored }
}

/** Returns the tables whose names are among these tokens. */
const tablesNamed = (tokens: readonly Token[], find: FindTable): HeldTable[] =>
  tokens.flatMap((token, at) => {
    const database = isSymbol(tokens[at - 1], '.') ? (tokens[at - 2]?.text ?? null) : null
    return attempt(() => find(database, token.text)) ?? []
  })

/** Marks the tables whose rows a statement that requires a server adds or deletes there. UPDATE only changes values. */
export function noteMissed(tokens: readonly Token[], find: FindTable): void {
  if (!isWord(tokens[0], 'INSERT', 'REPLACE', 'DELETE', 'LOAD')) return
  const named = tokens.slice(0, indexOfWord(tokens, 'SELECT', 'WITH', 'WHERE'))
  for (const table of tablesNamed(named, find)) table.isIncomplete = true
}

/** Tests for a statement that runs other ones or takes them back, so that any table may have other rows on the server. */
export const runsOthers = (tokens: readonly Token[]): boolean =>
  isWord(tokens[0], 'CALL', 'EXECUTE', 'ROLLBACK', 'XA') || (isWord(tokens[0], 'SET') && isWord(tokens[1], 'STATEMENT'))

/** Tests for `CREATE TRIGGER`, which may have other words between the two. */
export const definesTrigger = (tokens: readonly Token[]): boolean =>
  isWord(tokens[0], 'CREATE') && tokens.slice(1, 9).some((token) => isWord(token, 'TRIGGER'))

/** Returns the tables whose rows a trigger or the removal of a partition may change, by the names in the statement. */
export function unclearTables(tokens: readonly Token[], find: FindTable): HeldTable[] {
  const changesPartition = isWord(tokens[0], 'ALTER') && tokens.slice(1, 9).some((token) => isWord(token, 'PARTITION'))
  return definesTrigger(tokens) || changesPartition ? tablesNamed(tokens, find) : []
}

/** Returns the columns that an UPDATE of any form may change. */
function updatedColumns(tokens: readonly Token[], find: FindTable): [HeldTable, number][] {
  const setAt = indexOfWord(tokens, 'SET')
  const tables = tablesNamed(tokens.slice(0, setAt), find)
  const end = indexOfWord(tokens, 'WHERE', 'ORDER', 'LIMIT', 'RETURNING')
  const names = splitAtCommas(tokens.slice(setAt + 1, end)).flatMap(
    (part) => part[part.findIndex((token) => isSymbol(token, '=')) - 1]?.text ?? [],
  )
  return tables.flatMap((table) =>
    names.flatMap((name): [HeldTable, number][] => {
      const at = attempt(() => table.placeOf(name)) ?? -1
      return at < 0 ? [] : [[table, at]]
    }),
  )
}

/** Marks the values that an UPDATE that requires a server changes there. */
export function doubtUpdated(tokens: readonly Token[], scope: ConstantScope, find: FindTable): void {
  if (!isWord(tokens[0], 'UPDATE')) return
  const found = attempt(() => updateOf(tokens, scope, find))
  if (found === null) {
    for (const [table, at] of updatedColumns(tokens, find)) table.doubt(at, table.rows.values())
    return
  }
  const rows = found.rows.map(([, row]) => row)
  for (const { at } of found.set) found.selection.table.doubt(at, rows)
}

/** Parses `DELETE FROM t WHERE …`. */
export function deletionOf(
  tokens: readonly Token[],
  scope: ConstantScope,
  find: FindTable,
): { readonly table: HeldTable; readonly rows: NumberedRow[] } {
  const clauses = clausesOf(tokens.slice(afterDelete(tokens).at))
  if ((clauses.get('') ?? []).length > 0) refuse('several tables')
  const selection = selectionOf(clauses, clauses.get('FROM') ?? [], find)
  return { table: selection.table, rows: chosen(selection, scope, false) }
}
