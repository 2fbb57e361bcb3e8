import { withoutParentheses } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'
import { quoteName } from './quoted-names.ts'
import type { Relation } from './relations.ts'

/** A column of a table in a query. */
export interface LooseColumn {
  readonly sql: string
  readonly alias: string
  /** Whether PostgreSQL can group by it. */
  readonly isComparable: boolean
}

type Pair = readonly [LooseColumn, LooseColumn]

/** Returns the conditions that must all be true: those between the words AND outside of parentheses. */
function requiredBy(condition: readonly Token[]): (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of withoutParentheses(condition)) {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    if (depth === 0 && isWord(token, 'OR', 'XOR', 'BETWEEN', 'NOT', 'CASE')) return []
    if (depth === 0 && isWord(token, 'AND')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.length === 1 ? parts : parts.flatMap(requiredBy)
}

/** Returns the sides of each `a.x = b.y` that a condition requires, and whether it requires nothing else. */
function equalitiesIn(condition: readonly Token[]): {
  readonly sides: readonly (readonly [readonly Token[], readonly Token[]])[]
  readonly isWhole: boolean
} {
  const parts = requiredBy(condition).map(withoutParentheses)
  const sides = parts.flatMap((part) => {
    const at = part.findIndex((token) => isSymbol(token, '='))
    const [left, right] = [part.slice(0, at), part.slice(at + 1)]
    const isName = (tokens: readonly Token[]): boolean =>
      tokens.length > 0 && tokens.every(({ kind }, place) => (place % 2 === 0 ? kind !== 'symbol' : kind === 'symbol'))
    return at > 0 && isName(left) && isName(right) ? [[left, right] as const] : []
  })
  return { sides, isWhole: parts.length > 0 && sides.length === parts.length }
}

/** The columns of a query whose values follow from those of other columns. */
export class Dependencies {
  private readonly equal: Pair[] = []
  /** Tables of outer joins, whose rows follow from their keys and the columns of other tables. */
  private readonly partners: { readonly alias: string; readonly pairs: readonly Pair[] }[] = []
  private readonly columnIn: (tokens: readonly Token[]) => LooseColumn | null

  /** `columnIn` returns the column that these tokens are, or null for anything else. */
  constructor(columnIn: (tokens: readonly Token[]) => LooseColumn | null) {
    this.columnIn = columnIn
  }

  /** Notes the columns that a condition of all rows, or of a join with the last table, makes equal. */
  note(condition: readonly Token[], kind: string, alias: string): void {
    const { sides, isWhole } = equalitiesIn(condition)
    const pairs = sides.flatMap(([left, right]): Pair[] => {
      const [one, other] = [this.columnIn(left), this.columnIn(right)]
      return one === null || other === null ? [] : [[one, other]]
    })
    if (kind === 'JOIN' || (isWhole && pairs.length === sides.length)) this.notePairs(pairs, kind, alias)
  }

  /**
   * Notes the columns that a join makes equal. In a left join, the rows of the last table are those with equal columns,
   * or no row.
   */
  notePairs(pairs: readonly Pair[], kind: string, alias: string): void {
    if (kind === 'JOIN') this.equal.push(...pairs)
    if (kind !== 'LEFT JOIN') return
    const own = pairs.map((pair): Pair => (pair[0].alias === alias ? pair : [pair[1], pair[0]]))
    if (own.every(([one, other]) => one.alias === alias && other.alias !== alias))
      this.partners.push({ alias, pairs: own })
  }

  /** Returns a test for columns that have one value among all rows with the same values of the given columns. */
  determinedBy(
    columns: readonly string[],
    keys: ReadonlyMap<string, readonly string[]>,
  ): (column: LooseColumn) => boolean {
    const known = new Set(columns)
    const tables = new Set<string>()
    const isKnown = ({ sql, alias }: LooseColumn): boolean => known.has(sql) || tables.has(alias)
    for (let before = -1; before !== known.size + tables.size;) {
      before = known.size + tables.size
      for (const [alias, key] of keys) if (key.length > 0 && key.every((sql) => known.has(sql))) tables.add(alias)
      for (const [one, other] of this.equal) {
        if (isKnown(one)) known.add(other.sql)
        if (isKnown(other)) known.add(one.sql)
      }
      for (const { alias, pairs } of this.partners) {
        const key = keys.get(alias) ?? []
        const isFound = key.length > 0 && key.every((sql) => pairs.some(([own]) => own.sql === sql))
        if (isFound && pairs.every(([, other]) => isKnown(other))) tables.add(alias)
      }
    }
    return isKnown
  }
}

/** Returns the columns of the primary key of each table, as expressions read them. */
export const keysOf = (
  sources: readonly { readonly alias: string; readonly relation: Relation }[],
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    sources.map(({ alias, relation: { key, columns } }) => [
      alias,
      (key ?? []).map((name) => {
        const sql = `${quoteName(alias)}.${quoteName(name)}`
        return columns.find((column) => column.name === name)?.read(sql).sql ?? sql
      }),
    ]),
  )
