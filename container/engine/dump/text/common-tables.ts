import { namesIn, splitAtCommas, TokenReader } from './token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from './tokens.ts'

/** Queries that use each other several times would grow exponentially. */
const tokensMax = 20_000

/** Words that may follow a table in FROM without being its alias. */
const afterTable =
  'ON USING JOIN INNER LEFT RIGHT CROSS NATURAL STRAIGHT_JOIN WHERE GROUP HAVING ORDER LIMIT UNION FOR WINDOW'.split(
    ' ',
  )

/** Words that end the list of tables. `ON` does not. */
const afterTables = ['WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'UNION', 'FOR', 'WINDOW']

const symbol = (text: string): Token => ({ kind: 'symbol', text })
const as: Token = { kind: 'word', text: 'AS' }

/** The tables of WITH, and the queries for which they stand. */
type CommonTables = readonly { readonly name: string; readonly query: readonly Token[] }[]

/** A level of parentheses. */
interface Level {
  isQuery: boolean
  isInFrom: boolean
  /** Whether a table comes next. */
  expectsTable: boolean
}

function advance(level: Level, token: Token): void {
  if (isWord(token, 'SELECT')) Object.assign(level, { isQuery: true, isInFrom: false })
  if (isWord(token, ...afterTables)) level.isInFrom = false
  if (isWord(token, 'FROM') && level.isQuery) level.isInFrom = true
  level.expectsTable = level.isInFrom && (isSymbol(token, ',') || isWord(token, 'FROM', 'JOIN', 'STRAIGHT_JOIN'))
}

const isAlias = (token: Token | undefined): boolean =>
  token?.kind === 'name' || (token?.kind === 'word' && !isWord(token, ...afterTable))

/** Replaces the tables of WITH by their queries. */
function replaced(tokens: readonly Token[], tables: CommonTables): Token[] {
  const outside: Level = { isQuery: false, isInFrom: false, expectsTable: false }
  const levels: Level[] = []
  let level = outside
  return tokens.flatMap((token, at) => {
    if (isSymbol(token, '(')) {
      levels.push(level)
      level = { isQuery: false, isInFrom: level.expectsTable, expectsTable: level.expectsTable }
      return token
    }
    if (isSymbol(token, ')')) {
      level = levels.pop() ?? outside
      level.expectsTable = false
      return token
    }
    const isTable = level.expectsTable && token.kind !== 'symbol' && !isSymbol(tokens[at + 1], '.')
    const found = isTable ? tables.findLast(({ name }) => isSameName(name, token.text)) : undefined
    advance(level, token)
    if (found === undefined) return token
    const query = [symbol('('), ...found.query, symbol(')')]
    return isAlias(tokens[at + 1]) ? query : [...query, as, { kind: 'name', text: found.name } as const]
  })
}

/** Gives the columns of a query the names of `WITH t (a, b) AS (…)`. Returns null for queries of another kind. */
function renamed(query: readonly Token[], names: readonly string[]): readonly Token[] | null {
  if (names.length === 0) return query
  const from = query.findIndex((token) => isWord(token, 'FROM', 'UNION'))
  const list = query.slice(1, from < 0 ? query.length : from)
  const isPlain = isWord(query[0], 'SELECT') && !isWord(list[0], 'DISTINCT', 'ALL')
  const items = splitAtCommas(list)
  const isNamed = (item: readonly Token[]): boolean => {
    const [before, last] = [item.at(-2), item.at(-1)]
    const mayBeAlias =
      last?.kind !== 'symbol' && (isSymbol(before, ')') || (before !== undefined && before.kind !== 'symbol'))
    return isSymbol(last, '*') || mayBeAlias
  }
  if (!isPlain || items.length !== names.length || items.some(isNamed)) return null
  const named = items.flatMap((item, at): Token[] => [
    ...(at === 0 ? [] : [symbol(',')]),
    ...item,
    as,
    { kind: 'name', text: names[at] ?? '' },
  ])
  return [...query.slice(0, 1), ...named, ...query.slice(1 + list.length)]
}

/**
 * Returns a query with the queries of `WITH t AS (…)` in the places of its tables. Returns null for recursive queries
 * and other kinds.
 */
export function withoutCommonTables(tokens: readonly Token[]): readonly Token[] | null {
  const reader = new TokenReader(tokens)
  if (!reader.takeWords('WITH') || reader.takeWords('RECURSIVE')) return null
  const tables: { name: string; query: readonly Token[] }[] = []
  do {
    const name = reader.takeName()
    const names = isSymbol(reader.current, '(') ? namesIn(reader.takeParentheses()) : []
    const query = reader.takeWords('AS') ? reader.takeParentheses() : null
    const own = query === null ? null : renamed(replaced(query, tables), names)
    if (name === null || own === null || own.length > tokensMax) return null
    tables.push({ name, query: own })
  } while (reader.takeSymbol(','))
  const found = replaced(tokens.slice(reader.at), tables)
  return found.length > tokensMax ? null : found
}
