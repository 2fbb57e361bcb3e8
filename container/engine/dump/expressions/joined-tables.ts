import { namesIn, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { refuse } from './translated.ts'

/** A table of a join, found by its name. */
export interface TableInJoin<T> {
  readonly table: T
  readonly alias: string
  readonly on: readonly Token[]
  readonly isOuter: boolean
  /** Columns that USING merged with those of an earlier table. Without a qualifier, a name means the earlier one. */
  readonly merged: readonly string[]
  /** Whether the tables are written in another order, which is that of the columns of a star. */
  readonly isMoved: boolean
}

/** Finds the tables of a join. Without the last two functions, it has neither USING nor queries instead of tables. */
export interface JoinSources<T> {
  readonly find: (database: string | null, name: string) => T | null
  readonly columnNames?: (table: T) => readonly string[]
  readonly derive?: (query: readonly Token[]) => T
}

/** Tests for the beginning of another table. `LEFT(u, 3)` is a function. */
function isJoin({ tokens, at }: TokenReader): boolean {
  if (isWord(tokens[at], 'LEFT', 'RIGHT', 'NATURAL'))
    return isWord(tokens[at + 1], 'JOIN', 'INNER', 'OUTER', 'LEFT', 'RIGHT')
  return isSymbol(tokens[at], ',') || isWord(tokens[at], 'JOIN', 'INNER', 'CROSS', 'STRAIGHT_JOIN')
}

type Named<T> = Pick<TableInJoin<T>, 'table' | 'alias'>

function takeTable<T>(reader: TokenReader, { find, derive }: JoinSources<T>): Named<T> {
  const inside = reader.takeParentheses()
  if (inside !== null) {
    if (derive === undefined || !isWord(inside[0], 'SELECT')) return refuse('a derived table')
    reader.takeWords('AS')
    return { table: derive(inside), alias: reader.takeName() ?? refuse('a query without a name') }
  }
  const { database, name } = reader.takeQualified() ?? refuse('a missing table')
  const isNamed = reader.takeWords('AS') || (!isJoin(reader) && !isWord(reader.current, 'ON', 'USING'))
  const alias = isNamed ? (reader.takeName() ?? name) : name
  return { table: find(database, name) ?? refuse('a table whose rows are not kept'), alias }
}

function takeCondition(reader: TokenReader): readonly Token[] {
  if (reader.isDone || isJoin(reader)) return []
  if (!reader.takeWords('ON')) return refuse('columns of two tables')
  const start = reader.at
  for (let depth = 0; !reader.isDone && (depth > 0 || !isJoin(reader)); reader.at++) {
    if (isSymbol(reader.current, '(')) depth++
    if (isSymbol(reader.current, ')')) depth--
  }
  return reader.tokens.slice(start, reader.at)
}

const symbol = (text: string): Token => ({ kind: 'symbol', text })

/** Returns the condition `a.x = b.x AND …` that USING means. */
function equalNames<T>(
  tables: readonly TableInJoin<T>[],
  right: Named<T>,
  names: readonly string[],
  columnNames: (table: T) => readonly string[],
): readonly Token[] {
  const column = (alias: string, name: string): Token[] => [
    { kind: 'name', text: alias },
    symbol('.'),
    { kind: 'name', text: name },
  ]
  return names.flatMap((name, at) => {
    const isIn = (one: Named<T>): boolean => columnNames(one.table).some((own) => isSameName(own, name))
    const owners = tables.filter((one) => isIn(one) && !one.merged.some((own) => isSameName(own, name)))
    const [owner] = owners
    if (owner === undefined || owners.length > 1 || !isIn(right)) return refuse('columns of several tables')
    const and: Token[] = at === 0 ? [] : [{ kind: 'word', text: 'AND' }]
    return [...and, ...column(owner.alias, name), symbol('='), ...column(right.alias, name)]
  })
}

/** Returns the names that two tables share. */
function sharedNames<T>(
  tables: readonly TableInJoin<T>[],
  right: Named<T>,
  columnNames: (table: T) => readonly string[],
): readonly string[] {
  const names = tables.flatMap(({ table }) => columnNames(table))
  const shared = columnNames(right.table).filter((name) => names.some((one) => isSameName(one, name)))
  return shared.length === 0 ? refuse('a natural join without common columns') : shared
}

interface JoinKind {
  readonly isNatural: boolean
  readonly kind: 'LEFT' | 'RIGHT' | null
}

function takeJoin(reader: TokenReader): JoinKind {
  const isNatural = reader.takeWords('NATURAL')
  const kind = reader.takeWords('LEFT') ? 'LEFT' : reader.takeWords('RIGHT') ? 'RIGHT' : null
  if (kind !== null) reader.takeWords('OUTER')
  else if (!reader.takeWords('INNER')) reader.takeWords('CROSS')
  const isNext =
    (!isNatural && kind === null && reader.takeSymbol(',')) ||
    reader.takeWords('JOIN') ||
    reader.takeWords('STRAIGHT_JOIN')
  return isNext ? { isNatural, kind } : refuse('another join')
}

/** Parses `a JOIN b ON a.id = b.a_id, c`. */
export function joinedTables<T>(tokens: readonly Token[], sources: JoinSources<T>): TableInJoin<T>[] {
  const reader = new TokenReader(tokens)
  const plain = { on: [], isOuter: false, merged: [], isMoved: false }
  let tables: TableInJoin<T>[] = [{ ...takeTable(reader, sources), ...plain }]
  while (!reader.isDone) {
    const { isNatural, kind } = takeJoin(reader)
    const right = takeTable(reader, sources)
    const isUsing = !isNatural && reader.takeWords('USING')
    const columnNames = sources.columnNames ?? (isUsing || isNatural ? refuse('columns of two tables') : () => [])
    const merged = isUsing
      ? namesIn(reader.takeParentheses())
      : isNatural
        ? sharedNames(tables, right, columnNames)
        : []
    const on = merged.length > 0 ? equalNames(tables, right, merged, columnNames) : takeCondition(reader)
    const isOuter = kind !== null
    if (isOuter && on.length === 0) refuse('an outer join without a condition')
    if (kind !== 'RIGHT') tables.push({ ...right, on, isOuter, merged, isMoved: false })
    else {
      const [left, ...others] = tables
      if (left === undefined || others.length > 0) return refuse('a right join after another join')
      tables = [
        { ...right, ...plain, isMoved: true },
        { ...left, on, isOuter, merged, isMoved: true },
      ]
    }
  }
  return tables
}
