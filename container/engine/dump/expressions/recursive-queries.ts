import { isWord, type Token } from '../text/tokens.ts'
import { splitAtUnions } from './query-parts.ts'
import { quoteName } from './quoted-names.ts'
import type { QueryScope, TranslatedQuery } from './relations.ts'
import { refuse, type Translated } from './translated.ts'

type Translate = (tokens: readonly Token[], scope: QueryScope) => TranslatedQuery

/** Clauses that PostgreSQL or MySQL does not allow in the term that reads the query itself. */
const refusedWords = ['LEFT', 'RIGHT', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'DISTINCT', 'OVER', 'WITH']

/**
 * Translates a query of `WITH RECURSIVE` that reads itself. Its last term reads the rows so far, and the terms before
 * it decide the types. MySQL cuts a value that does not fit, so only values that fit are translated.
 */
export function translateRecursive(
  name: string,
  tokens: readonly Token[],
  scope: QueryScope,
  translate: Translate,
): TranslatedQuery {
  const { parts, operators } = splitAtUnions(tokens)
  const last = parts.at(-1) ?? []
  if (parts.length < 2 || last.some((token) => isWord(token, ...refusedWords))) refuse('another recursion')
  if (last.filter((token) => isWord(token, 'SELECT')).length !== 1) refuse('a query within a recursive term')
  const operator = operators.at(-1) ?? 'UNION'
  const start = tokens.slice(0, tokens.length - last.length).findLastIndex((token) => isWord(token, 'UNION'))
  const first = translate(tokens.slice(0, start), { ...scope, termValue })
  let reads = 0
  const relation: QueryScope['relation'] = (database, wanted) => {
    if (database !== null || wanted.toLowerCase() !== name.toLowerCase()) return scope.relation(database, wanted)
    reads++
    return { sql: quoteName(name), columns: first.columns }
  }
  const next = translate(last, { ...scope, columns: [], relation, termValue })
  if (reads !== 1 || next.columns.length !== first.columns.length) refuse('another recursion')
  first.columns.forEach((column, at) => {
    const [fixed, grown] = [column, next.columns[at]].map((one) => one?.read(''))
    if (fixed?.type !== grown?.type || (fixed?.type === 'text' && !fits(fixed.length, grown?.length)))
      refuse('a value that may be cut')
  })
  return { sql: `${first.sql} ${operator} ${next.sql}`, columns: first.columns }
}

/**
 * Returns the value of the last term. Integers grow by sums only, so that they stay far from the limits of their type.
 * Strings come from columns.
 */
function termValue({ sql, type, length }: Translated): string {
  if (type === 'integer' && !sql.includes(' * ')) return `(${sql})::bigint`
  if (type === 'text' && length !== undefined) return `(${sql})::text`
  return type === 'date' ? sql : refuse('a value that may be cut')
}

/** Compares the lengths of two strings. Zero means that nothing limits the string. */
const fits = (first: number | undefined, next: number | undefined): boolean =>
  first === 0 || (first !== undefined && next !== undefined && next > 0 && next <= first)
