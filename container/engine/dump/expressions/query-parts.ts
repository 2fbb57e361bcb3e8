import { splitAtCommas, type TokenReader, withoutParentheses } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { hasAggregates } from './aggregates.ts'
import { refuse } from './translated.ts'

/**
 * Removes `with cascaded check option` and parentheses around the whole query, because the translated view has no use
 * for them.
 */
export function trimmed(tokens: readonly Token[]): readonly Token[] {
  const option = isWord(tokens.at(-1), 'OPTION') ? tokens.findLastIndex((token) => isWord(token, 'WITH')) : -1
  return withoutParentheses(option >= 0 && option > tokens.length - 5 ? tokens.slice(0, option) : tokens)
}

/** Tests for EXCEPT, INTERSECT or MINUS between two queries. Without a query after it, the word is a name. */
const isOtherSet = (token: Token, next: Token | undefined): boolean =>
  isWord(token, 'EXCEPT', 'INTERSECT', 'MINUS') &&
  (isSymbol(next, '(') || isWord(next, 'SELECT', 'ALL', 'DISTINCT', 'VALUES', 'TABLE', 'WITH'))

export function splitAtUnions(tokens: readonly Token[]): { readonly parts: Token[][]; readonly operators: string[] } {
  const parts: Token[][] = [[]]
  const operators: string[] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    if (depth === 0 && isOtherSet(token, tokens[at + 1])) refuse('another operator between queries')
    if (depth === 0 && isWord(token, 'UNION')) {
      operators.push('UNION')
      parts.push([])
    } else if (parts.length > 1 && parts.at(-1)?.length === 0 && isWord(token, 'ALL', 'DISTINCT')) {
      if (isWord(token, 'ALL')) operators[operators.length - 1] = 'UNION ALL'
    } else parts.at(-1)?.push(token)
  }
  return { parts, operators }
}

/** Tests for a query without WITH and UNION. */
export const isOneQuery = (tokens: readonly Token[]): boolean =>
  isWord(tokens[0], 'SELECT') && splitAtUnions(tokens).parts.length === 1

/** Tests for one token, or one with a qualifier: `a` or `t.a`. */
export const isColumn = (tokens: readonly Token[]): boolean =>
  tokens.length === 1 || (tokens.length === 3 && isSymbol(tokens[1], '.'))

/** Tests for `*` and `t.*`. */
export const isStar = (tokens: readonly Token[]): boolean => isSymbol(tokens.at(-1), '*') && isColumn(tokens)

export const queryWords = ['FROM', 'WHERE', 'ORDER', 'LIMIT', 'GROUP', 'HAVING', 'FOR'] as const

/** A change of one table has none of the last words. */
const changeWords = [...queryWords, 'UNION', 'JOIN'] as const

/**
 * Splits a statement into clauses by the word with which each begins. The part before the first one has the name ''.
 */
export function clausesOf(
  tokens: readonly Token[],
  clauseWords: readonly string[] = changeWords,
): Map<string, readonly Token[]> {
  const clauses = new Map<string, readonly Token[]>()
  let depth = 0
  let clause = ''
  let start = 0
  tokens.forEach((token, at) => {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    const isOfSequence = isWord(token, 'FOR') && isWord(tokens[at - 1], 'VALUE')
    if (depth !== 0 || isOfSequence || !isWord(token, ...clauseWords)) return
    if (clauses.has(clause)) refuse('a repeated clause')
    clauses.set(clause, tokens.slice(start, at))
    clause = token.text.toUpperCase()
    start = at + 1
  })
  if (clauses.has(clause)) refuse('a repeated clause')
  clauses.set(clause, tokens.slice(start))
  return clauses
}

const operatorWords = [
  'AND',
  'OR',
  'NOT',
  'IS',
  'IN',
  'LIKE',
  'DIV',
  'MOD',
  'BETWEEN',
  'XOR',
  'REGEXP',
  'RLIKE',
  'DISTINCT',
  'OVER',
]

/** Tests for an expression such as `day + INTERVAL 1 DAY`, whose last word is a unit and not a name. */
function endsInInterval(part: readonly Token[]): boolean {
  const at = part.findLastIndex((token) => isWord(token, 'INTERVAL'))
  const amount = part.slice(at + 1, -1)
  const isOne = amount.length === 1 || (isSymbol(amount[0], '(') && isSymbol(amount.at(-1), ')'))
  return at >= 0 && isOne && part.at(-1)?.kind === 'word'
}

/** Returns the expression of a list item and its alias. */
export function aliased(part: readonly Token[]): { readonly tokens: readonly Token[]; readonly alias: string | null } {
  const last = part.at(-1)
  const before = part.at(-2)
  if (isWord(before, 'AS') && last !== undefined) return { tokens: part.slice(0, -2), alias: last.text }
  if (endsInInterval(part)) return { tokens: part, alias: null }
  // A name may follow a parenthesis or another name without AS, as in `count(*) n`.
  const isNamed = last?.kind === 'name' || (last?.kind === 'word' && !isWord(last, 'END', 'NULL', 'TRUE', 'FALSE'))
  const ends =
    isSymbol(before, ')') ||
    isWord(before, 'END') ||
    (before !== undefined && before.kind !== 'symbol' && !isWord(before, ...operatorWords))
  if (isNamed && ends && last !== undefined) return { tokens: part.slice(0, -1), alias: last.text }
  return { tokens: part, alias: null }
}

export const isJoinWord = (token: Token | undefined): boolean =>
  isWord(token, 'JOIN', 'INNER', 'LEFT', 'RIGHT', 'CROSS', 'STRAIGHT_JOIN', 'NATURAL')

export function joinKind(reader: TokenReader): string | null {
  const kind = reader.takeWords('LEFT') ? 'LEFT JOIN' : reader.takeWords('RIGHT') ? 'RIGHT JOIN' : 'JOIN'
  if (kind === 'JOIN' && !reader.takeWords('INNER')) reader.takeWords('CROSS')
  reader.takeWords('OUTER')
  if (reader.takeWords('JOIN') || reader.takeWords('STRAIGHT_JOIN')) return kind
  return kind === 'JOIN' ? null : refuse('an incomplete join')
}

/** Returns the expression of the list that an item of GROUP BY names or gives the position of, or else the item. */
export function groupedItem(part: readonly Token[], select: readonly Token[]): readonly Token[] {
  const [only, ...others] = part
  const isPlace = only?.kind === 'number'
  if (only === undefined || others.length > 0 || !(isPlace || only.kind === 'name' || only.kind === 'word')) return part
  const items = splitAtCommas(select.slice(isWord(select[1], 'DISTINCT') ? 2 : 1)).map(aliased)
  if (isPlace && items.some(({ tokens }) => isStar(tokens))) refuse('a position after a star')
  const [item, ...more] = isPlace
    ? items.slice(Number(only.text) - 1, Number(only.text))
    : items.filter(({ alias }) => alias !== null && isSameName(alias, only.text))
  if (item === undefined || more.length > 0) return refuse('a grouping by an unknown name')
  const isComputed = hasAggregates(item.tokens) || item.tokens.some((token) => isWord(token, 'OVER', 'SELECT'))
  return isComputed ? refuse('a grouping by an aggregate') : item.tokens
}
