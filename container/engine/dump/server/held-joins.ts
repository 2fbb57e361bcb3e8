import { truthOf } from '../constants/comparing.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { joinedTables, type TableInJoin } from '../expressions/joined-tables.ts'
import { refuse } from '../expressions/translated.ts'
import { indexOfWord, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import {
  afterDelete,
  afterUpdate,
  type ColumnPlace,
  columnPlace,
  computed,
  type FindTable,
  scopeOf,
} from './held-statements.ts'
import type { ReadRow } from './held-groups.ts'
import type { JoinRow, RowsInJoin } from './derived-table.ts'
import { HeldTable } from './held-table.ts'

type JoinedTable = TableInJoin<RowsInJoin>

type NumberedRow = readonly [number, JoinRow]

/** One row of each table, or null for a table of an outer join without a matching row. */
type Combination = readonly (NumberedRow | null)[]

/** The number of combinations that the joins of a dump may still test. All of them take about ten seconds. */
export class JoinBudget {
  private left = 1_000_000

  spend(combinations: number): void {
    this.left -= combinations
    if (this.left < 0) refuse('too many combinations')
  }
}

/** The tables that a statement finds, and what its expressions may use. */
export interface JoinContext {
  readonly scope: ConstantScope
  readonly find: FindTable
  readonly budget: JoinBudget
  /** Runs a query that stands for a table. */
  readonly derive: (query: readonly Token[], context: JoinContext) => RowsInJoin
}

/** Parses the tables of a statement, and runs the queries among them. */
function tablesOf(from: readonly Token[], context: JoinContext): JoinedTable[] {
  const { column: _column, ...scope } = context.scope
  return joinedTables<RowsInJoin>(from, {
    find: context.find,
    columnNames: ({ columnNames }) => columnNames,
    derive: (query) => context.derive(query, { ...context, scope }),
  })
}

/** Returns the scope of an expression that is computed for a combination. */
const scopeOfCombination = (
  scope: ConstantScope,
  tables: readonly JoinedTable[],
  combination: Combination,
): ConstantScope =>
  scopeOf(
    scope,
    tables,
    combination.map((row) => row?.[1] ?? null),
  )

/** Returns the two columns of each `a.id = b.a_id` that a condition requires. */
function equalColumns(tables: readonly JoinedTable[], condition: readonly Token[]): ColumnPlace[][] {
  if (condition.some((token) => isWord(token, 'OR', 'XOR', 'BETWEEN') || isSymbol(token, '|'))) return []
  const parts: Token[][] = [[]]
  for (const token of condition) {
    if (isWord(token, 'AND')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.flatMap((part) => {
    const reader = new TokenReader(part)
    const one = reader.takeQualified()
    const other = reader.takeSymbol('=') ? reader.takeQualified() : null
    if (one === null || other === null || !reader.isDone) return []
    const places = [one, other].flatMap(({ database, name }) => columnPlace(tables, database, name) ?? [])
    return places.length === 2 ? [places] : []
  })
}

/** Equal values of such columns have equal keys. */
function haveSameKeys(tables: readonly JoinedTable[], places: readonly ColumnPlace[]): boolean {
  const kinds = places.map(({ index, at }) => tables[index]?.table.keyKind(at) ?? null)
  return kinds[0] !== null && kinds[0] === kinds[1]
}

/** Returns the rows of a table that may belong to a combination of rows of the tables before it. */
function candidatesOf(
  tables: readonly JoinedTable[],
  index: number,
  where: readonly Token[],
): (before: Combination) => readonly NumberedRow[] {
  const { table, on, isOuter } = tables[index] as JoinedTable
  const conditions = isOuter ? [on] : [on, where]
  const pairs = conditions.flatMap((condition) => equalColumns(tables, condition))
  const pair = pairs.find((places) => {
    const others = places.filter((place) => place.index < index)
    return others.length === 1 && places.some((place) => place.index === index) && haveSameKeys(tables, places)
  })
  const own = pair?.find((place) => place.index === index)
  const other = pair?.find((place) => place.index < index)
  if (own === undefined || other === undefined) {
    const all = [...table.rows]
    return () => all
  }
  const byKey = new Map<string, NumberedRow[]>()
  for (const row of table.rows) {
    const key = table.keyAt(row[1], [own.at])
    if (key === null) continue
    const rows = byKey.get(key)
    if (rows === undefined) byKey.set(key, [row])
    else rows.push(row)
  }
  return (before) => {
    const row = before[other.index] ?? null
    const key = row === null ? null : (tables[other.index]?.table.keyAt(row[1], [other.at]) ?? null)
    return key === null ? [] : (byKey.get(key) ?? [])
  }
}

/** Returns the combinations of rows that a join finds. */
function combinationsOf(
  tables: readonly JoinedTable[],
  where: readonly Token[],
  { scope, budget }: JoinContext,
): readonly Combination[] {
  const isMet = (condition: readonly Token[], combination: Combination): boolean =>
    condition.length === 0 || truthOf(computed(condition, scopeOfCombination(scope, tables, combination))) === true
  let found: Combination[] = [[]]
  for (const [index, { on, isOuter }] of tables.entries()) {
    const candidates = candidatesOf(tables, index, where)
    found = found.flatMap((before) => {
      const rows = candidates(before)
      budget.spend(rows.length)
      const met = rows.map((row) => [...before, row]).filter((combination) => isMet(on, combination))
      return met.length === 0 && isOuter ? [[...before, null]] : met
    })
  }
  return found.filter((combination) => isMet(where, combination))
}

/** Returns the rows of `a JOIN b ON a.id = b.a_id` that meet a condition. */
export function joinedRows(from: readonly Token[], where: readonly Token[], context: JoinContext): ReadRow[] {
  const tables = tablesOf(from, context)
  const isRearranged = tables.some(({ merged, isMoved }) => merged.length > 0 || isMoved)
  return combinationsOf(tables, where, context).map((combination) => ({
    scope: scopeOfCombination(context.scope, tables, combination),
    starred: (name) => {
      if (isRearranged && name === null) return refuse('a star over joined columns')
      return tables.flatMap(({ table, alias }, index) => {
        if (name !== null && !isSameName(alias, name)) return []
        const row = combination[index] ?? null
        return row === null ? table.visibleColumns.map((): Constant => ({ kind: 'null' })) : table.visibleValues(row[1])
      })
    },
  }))
}

/** Parses the condition after the tables. Several tables have neither an order nor a limit. */
function conditionAfter(tokens: readonly Token[]): readonly Token[] {
  if (indexOfWord(tokens, 'ORDER', 'LIMIT', 'RETURNING') < tokens.length) refuse('another clause')
  return tokens.slice(1)
}

/** Tests for `DELETE a FROM a JOIN b …` and `DELETE FROM a USING a JOIN b …`. */
export function isJoinedDeletion(tokens: readonly Token[]): boolean {
  const from = indexOfWord(tokens, 'FROM')
  return (
    !isWord(tokens[from - 1], 'DELETE', 'LOW_PRIORITY', 'QUICK', 'IGNORE') ||
    indexOfWord(tokens, 'USING') < tokens.length
  )
}

/** Returns the rows that such a statement deletes. */
export function joinedDeletion(
  tokens: readonly Token[],
  context: JoinContext,
): ReadonlyMap<HeldTable, ReadonlySet<number>> {
  const reader = afterDelete(tokens)
  const isUsing = reader.takeWords('FROM')
  const rest = tokens.slice(reader.at)
  const start = indexOfWord(rest, isUsing ? 'USING' : 'FROM')
  const end = indexOfWord(rest, 'WHERE', 'ORDER', 'LIMIT', 'RETURNING')
  const tables = tablesOf(rest.slice(start + 1, end), context)
  const combinations = combinationsOf(tables, conditionAfter(rest.slice(end)), context)
  const deleted = new Map<HeldTable, Set<number>>()
  for (const target of splitAtCommas(rest.slice(0, start))) {
    const name = target.findLast(({ kind }) => kind !== 'symbol')?.text ?? ''
    const index = tables.findIndex(({ alias }) => isSameName(alias, name))
    const table = changeable(tables[index])
    const ids = deleted.get(table) ?? new Set()
    for (const combination of combinations) {
      const row = combination[index] ?? null
      if (row !== null) ids.add(row[0])
    }
    deleted.set(table, ids)
  }
  return deleted
}

/** Returns a table whose rows a statement may change. */
const changeable = (joined: JoinedTable | undefined): HeldTable =>
  joined?.table instanceof HeldTable ? joined.table : refuse('a table that cannot change')

interface JoinedAssignment extends ColumnPlace {
  readonly name: string
  readonly value: readonly Token[]
}

/** The change of one row. A value of null is the default of its column. */
export interface JoinedChange {
  readonly table: HeldTable
  readonly id: number
  readonly set: readonly { readonly at: number; readonly constant: Constant | null }[]
}

function joinedAssignments(tables: readonly JoinedTable[], tokens: readonly Token[]): JoinedAssignment[] {
  const set = splitAtCommas(tokens).map((part) => {
    const reader = new TokenReader(part)
    const named = reader.takeQualified() ?? refuse('a missing column')
    const place = columnPlace(tables, named.database, named.name)
    if (place === null || !reader.takeSymbol('=')) return refuse('a missing assignment')
    return { ...place, name: named.name, value: part.slice(reader.at) }
  })
  // A server may change one column before it reads it for another.
  const isRead = (one: JoinedAssignment): boolean =>
    set.some((other) => other !== one && other.value.some(({ text }) => isSameName(text, one.name)))
  return set.some(isRead) ? refuse('assignments that depend on each other') : set
}

const spelled = (change: JoinedChange): string =>
  JSON.stringify(change.set, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Parses `UPDATE a JOIN b ON … SET a.x = b.y WHERE …`. Returns null for a single table. */
export function joinedUpdate(
  tokens: readonly Token[],
  context: JoinContext,
): { readonly changes: readonly JoinedChange[]; readonly isIgnored: boolean } | null {
  const { isIgnored, rest } = afterUpdate(tokens)
  const start = indexOfWord(rest, 'SET')
  const end = indexOfWord(rest, 'WHERE', 'ORDER', 'LIMIT', 'RETURNING')
  if (!rest.slice(0, start).some((token) => isSymbol(token, ',') || isWord(token, 'JOIN', 'STRAIGHT_JOIN'))) return null
  const tables = tablesOf(rest.slice(0, start), context)
  const set = joinedAssignments(tables, rest.slice(start + 1, end))
  const changes = new Map<HeldTable, Map<number, JoinedChange>>()
  for (const combination of combinationsOf(tables, conditionAfter(rest.slice(end)), context))
    for (const [index, joined] of tables.entries()) {
      const own = set.filter((one) => one.index === index)
      const row = combination[index] ?? null
      if (row === null || own.length === 0) continue
      const table = changeable(joined)
      const values = own.map(({ at, value }) => {
        const isDefault = value.length === 1 && isWord(value[0], 'DEFAULT')
        return {
          at,
          constant: isDefault ? null : computed(value, scopeOfCombination(context.scope, tables, combination)),
        }
      })
      const change = { table, id: row[0], set: values }
      const ofTable = changes.get(table) ?? new Map<number, JoinedChange>()
      changes.set(table, ofTable)
      const before = ofTable.get(change.id)
      // The order in which a server reads these rows is unknown.
      if (before !== undefined && spelled(before) !== spelled(change)) refuse('several values for a row')
      ofTable.set(change.id, change)
    }
  return { changes: Array.from(changes.values(), (ofTable) => [...ofTable.values()]).flat(), isIgnored }
}
