import { withoutCommonTables } from './common-tables.ts'
import type { InsertHead } from './statements.ts'
import { indexOfWord, withoutParentheses } from './token-reader.ts'
import { isSymbol, isWord, type Token } from './tokens.ts'

/** Parses `INSERT IGNORE INTO t (a, b)`, before its query. */
function insertionHead(tokens: readonly Token[]): InsertHead | null {
  let at = 1
  let onDuplicate: InsertHead['onDuplicate'] = isWord(tokens[0], 'REPLACE') ? 'replace' : null
  while (isWord(tokens[at], 'LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'IGNORE', 'INTO'))
    if (isWord(tokens[at++], 'IGNORE')) onDuplicate = 'ignore'
  const isQualified = isSymbol(tokens[at + 1], '.')
  const database = isQualified ? (tokens[at]?.text ?? null) : null
  const table = tokens[isQualified ? at + 2 : at]?.text
  const rest = tokens.slice(at + (isQualified ? 3 : 1))
  if (table === undefined) return null
  if (rest.length === 0) return { database, table, columns: null, onDuplicate }
  if (!isSymbol(rest[0], '(') || !isSymbol(rest.at(-1), ')')) return null
  const columns = rest
    .slice(1, -1)
    .filter(({ kind }) => kind !== 'symbol')
    .map(({ text }) => text)
  return { database, table, columns, onDuplicate }
}

/**
 * Parses `INSERT INTO t (a, b) SELECT …`, or the same with the query in parentheses or after WITH. Returns null for any
 * other statement.
 */
export function insertedQuery(
  tokens: readonly Token[],
): { readonly head: InsertHead; readonly query: readonly Token[] } | null {
  const withAt = indexOfWord(tokens, 'WITH', 'SELECT')
  if (isWord(tokens[withAt], 'WITH')) {
    const query = withoutCommonTables(tokens.slice(withAt))
    const head = insertionHead(tokens.slice(0, withAt))
    return query === null || head === null ? null : { head, query: withoutParentheses(query) }
  }
  let start = tokens.findIndex((token) => isWord(token, 'SELECT'))
  while (isSymbol(tokens[start - 1], '(')) start--
  const head = start < 0 ? null : insertionHead(tokens.slice(0, start))
  return head === null ? null : { head, query: withoutParentheses(tokens.slice(start)) }
}
