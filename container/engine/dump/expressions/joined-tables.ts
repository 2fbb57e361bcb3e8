import { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { refuse } from './translated.ts'

/** A table of a join, found by its name. */
export interface TableInJoin<T> {
  readonly table: T
  readonly alias: string
  readonly on: readonly Token[]
  readonly isOuter: boolean
}

type Find<T> = (database: string | null, name: string) => T | null

/** Tests for the beginning of another table. `LEFT(u, 3)` is a function. */
function isJoin({ tokens, at }: TokenReader): boolean {
  if (isWord(tokens[at], 'LEFT', 'RIGHT', 'NATURAL')) return isWord(tokens[at + 1], 'JOIN', 'OUTER', 'LEFT', 'RIGHT')
  return isSymbol(tokens[at], ',') || isWord(tokens[at], 'JOIN', 'INNER', 'CROSS', 'STRAIGHT_JOIN')
}

function takeTable<T>(reader: TokenReader, find: Find<T>): Pick<TableInJoin<T>, 'table' | 'alias'> {
  const { database, name } = reader.takeQualified() ?? refuse('a derived table')
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

/** Parses `a JOIN b ON a.id = b.a_id, c`. */
export function joinedTables<T>(tokens: readonly Token[], find: Find<T>): TableInJoin<T>[] {
  const reader = new TokenReader(tokens)
  const tables: TableInJoin<T>[] = [{ ...takeTable(reader, find), on: [], isOuter: false }]
  while (!reader.isDone) {
    const isOuter = reader.takeWords('LEFT')
    if (isOuter) reader.takeWords('OUTER')
    else if (!reader.takeWords('INNER')) reader.takeWords('CROSS')
    const isNext = reader.takeSymbol(',') || reader.takeWords('JOIN') || reader.takeWords('STRAIGHT_JOIN')
    if (!isNext) refuse('another join')
    tables.push({ ...takeTable(reader, find), on: takeCondition(reader), isOuter })
  }
  return tables
}
