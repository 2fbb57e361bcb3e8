import { ExpressionReader, isConstant, type ExpressionScope, type FindColumn } from './expressions.ts'
import { aliased, clausesOf, groupedItem, isJoinWord, joinKind, isOneQuery, trimmed } from './query-parts.ts'
import { quoteName } from './quoted-names.ts'
import { namesIn, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { alike } from './agreeing.ts'
import { Dependencies, keysOf, type LooseColumn } from './dependencies.ts'
import type { QueryScope, Relation, RelationColumn, TranslatedQuery } from './relations.ts'
import { translateRecursive } from './recursive-queries.ts'
import { asCondition, originOf, refuse, sortValue, type Translated } from './translated.ts'
import { type Windows, windowsIn } from './windows.ts'
import { limited, refuseDocuments, translateUnionOf, withoutTerm, withoutValue } from './unions.ts'

interface Source {
  readonly alias: string
  readonly relation: Relation
  /** Columns that USING merged with those of an earlier table, in lowercase. */
  readonly merged: Set<string>
}

/** Translates `SELECT … FROM … WHERE … GROUP BY … HAVING … ORDER BY … LIMIT …`, unions, and queries in WITH. */
export function translateQuery(tokens: readonly Token[], scope: QueryScope): TranslatedQuery {
  const plain = trimmed(tokens)
  return isWord(plain[0], 'WITH') ? withQueries(plain, scope) : translateUnion(plain, scope)
}

function translateUnion(tokens: readonly Token[], scope: QueryScope): TranslatedQuery {
  const unions = (scope.unions ?? 0) + 1
  // The queries of a union may be translated twice, which takes long for many unions within each other.
  const isRewritable = scope.termValue === undefined && unions <= 4
  return translateUnionOf(tokens, (part, unionValue) =>
    translatePart(part, { ...scope, unions, ...(isRewritable && unionValue !== undefined ? { unionValue } : {}) }),
  )
}

/** Translates a query of a union. It keeps its parentheses, because its order and its limit apply only to itself. */
function translatePart(part: readonly Token[], scope: QueryScope): TranslatedQuery {
  if (!isSymbol(part[0], '(')) return new QueryReader(part, scope).query()
  const inside = trimmed(part)
  if (inside.length === part.length) return refuse('words after a query in parentheses')
  const { sql, columns } = translateQuery(inside, isOneQuery(inside) ? scope : withoutValue(scope))
  return { sql: `(${sql})`, columns }
}

/** Translates `WITH a AS (SELECT …), b (c, d) AS (SELECT …) SELECT …`. */
function withQueries(tokens: readonly Token[], scope: QueryScope): TranslatedQuery {
  const reader = new TokenReader(tokens.slice(1))
  const isRecursive = reader.takeWords('RECURSIVE')
  const named = new Map<string, Relation>()
  const inner: QueryScope = {
    ...scope,
    columns: [],
    relation: (database, name) =>
      (database === null ? named.get(name.toLowerCase()) : undefined) ?? scope.relation(database, name),
  }
  const written: string[] = []
  do {
    const name = reader.takeName() ?? refuse('a query without a name')
    const columns = namesIn(reader.takeParentheses())
    if (!reader.takeWords('AS')) refuse('no query for a name')
    const inParentheses = reader.takeParentheses() ?? []
    const isOwn = (token: Token): boolean => isRecursive && token.text.toLowerCase() === name.toLowerCase()
    const query = inParentheses.some(isOwn)
      ? translateRecursive(name, inParentheses, { ...inner, columns }, translateUnion)
      : translateQuery(inParentheses, { ...inner, columns })
    written.push(`${quoteName(name)} AS (${query.sql})`)
    named.set(name.toLowerCase(), { sql: quoteName(name), columns: query.columns })
  } while (reader.takeSymbol(','))
  const query = translateUnion(reader.tokens.slice(reader.at), { ...inner, columns: scope.columns })
  return { sql: `WITH ${isRecursive ? 'RECURSIVE ' : ''}${written.join(', ')} ${query.sql}`, columns: query.columns }
}

const clauseWords = ['FROM', 'WHERE', 'GROUP', 'HAVING', 'WINDOW', 'ORDER', 'LIMIT'] as const

interface StarredColumn {
  readonly source: string
  readonly value: Translated
  readonly loose: readonly LooseColumn[]
}

interface ListedColumn extends Translated {
  readonly source: string
  /** The name within the query. A view may give its columns other names. */
  readonly own: string
  readonly name: string
  readonly loose: readonly LooseColumn[]
}

/** Replaces the position of a column by its name, as in `ORDER BY 2 DESC`. */
function withoutPlace([key, ...more]: readonly Token[], columns: readonly ListedColumn[]): readonly Token[] {
  if (key === undefined) return []
  const isPlace = key.kind === 'number' && (more.length === 0 || isWord(more[0], 'ASC', 'DESC'))
  return [isPlace ? { kind: 'name', text: columns[Number(key.text) - 1]?.own ?? '' } : key, ...more]
}

/**
 * Returns a column of a query for another query to read. An enum becomes text there and no longer sorts by its labels.
 */
function readable(column: ListedColumn): RelationColumn {
  const { source, name, type, digits, length } = column
  const facts = {
    type,
    isImmutable: false,
    ...originOf(column),
    ...(column.order === undefined ? {} : { order: null }),
    ...(digits === undefined ? {} : { digits }),
    ...(length === undefined ? {} : { length }),
  }
  return { source, name, type, read: (sql) => ({ ...facts, sql }) }
}

class QueryReader {
  private readonly clauses: ReadonlyMap<string, readonly Token[]>
  private readonly sources: Source[] = []
  private readonly scope: QueryScope
  /** Columns outside of aggregates in the current part. */
  private loose: LooseColumn[] = []
  private isInAggregate = false
  private hasAggregate = false

  constructor(tokens: readonly Token[], scope: QueryScope) {
    this.scope = scope
    this.clauses = clausesOf(tokens, clauseWords)
  }

  query(): TranslatedQuery {
    const select = new TokenReader(this.clauses.get('') ?? [])
    if (!select.takeWords('SELECT')) refuse('a missing SELECT')
    const distinct = select.takeWords('DISTINCT') ? 'DISTINCT ' : ''
    if (isWord(select.current, 'SQL_CALC_FOUND_ROWS', 'STRAIGHT_JOIN', 'ALL', 'HIGH_PRIORITY'))
      refuse('a word of MySQL')
    const from = this.clauses.get('FROM')
    const read = from === undefined ? '' : ` FROM ${this.from(from)}`
    const where = this.condition('WHERE')
    this.dependencies.note(this.clauses.get('WHERE') ?? [], 'JOIN', '')
    const grouping = this.grouping()
    const written = this.scope.unionValue ?? this.scope.termValue ?? (({ sql: value }: Translated): string => value)
    const columns = this.columns(select.tokens.slice(select.at))
    if (distinct !== '') refuseDocuments(columns)
    this.grouped ??= this.hasAggregate ? [] : null
    for (const { sql: value, loose } of columns) this.refuseUngrouped(value, loose)
    const [having, ordering] = [this.having(columns), this.ordering(columns)]
    const sql = [
      `SELECT ${distinct}${columns.map((column, at) => `${written(column, at)} AS ${quoteName(column.name)}`).join(', ')}${read}`,
      where,
      `${grouping}${Array.from(this.added, (column) => `, ${column}`).join('')}`,
      having,
      ordering,
      this.limit(),
    ].join('')
    return { sql, columns: columns.map(readable) }
  }

  private readonly find: FindColumn = (qualifier, name) => {
    const isVariable = qualifier === null && this.scope.isVariable?.(name) === true
    const found = this.sources
      .filter(({ alias }) => qualifier === null || isSameName(alias, qualifier))
      .filter(({ merged }) => qualifier !== null || !merged.has(name.toLowerCase()))
      .flatMap((source) =>
        source.relation.columns.filter((one) => isSameName(one.source, name)).map((column) => ({ source, column })),
      )
    const [only] = found
    if (only === undefined) return this.scope.outer?.(qualifier, name) ?? null
    if (isVariable) return refuse('a variable with the name of a column')
    return found.length > 1 ? null : this.value(only.source, only.column)
  }

  private value({ alias }: Source, { name, read }: RelationColumn): Translated {
    const value = read(`${quoteName(alias)}.${quoteName(name)}`)
    const isComparable = !/^(?:json|sealed|other)$/.test(value.type)
    if (!this.isInAggregate) this.loose.push({ sql: value.sql, alias, isComparable })
    return { ...value, isImmutable: false, ...(value.order === undefined ? {} : { order: this.orderOf(value.order) }) }
  }

  /**
   * Returns the value to sort by: an aggregate for groups, and null for distinct rows, which PostgreSQL sorts only by
   * their own columns.
   */
  private orderOf(order: string | null): string | null {
    if (this.isInAggregate || order === null) return order
    if (isWord(this.clauses.get('')?.[1], 'DISTINCT')) return null
    return this.clauses.has('GROUP') ? `min(${order})` : order
  }

  private readonly withinAggregate = (isWithin: boolean): void => {
    this.isInAggregate = isWithin
    if (isWithin) this.hasAggregate = true
  }

  /** Whether rows with subtotals follow the groups. In them, a column of the groups is NULL. */
  private isRolledUp = false

  private readonly dependencies = new Dependencies((tokens) => this.columnIn(tokens))
  private determined: ((column: LooseColumn) => boolean) | null = null
  /** Columns that follow from those of GROUP BY. */
  private readonly added = new Set<string>()

  /** The expressions of GROUP BY as written, or null without one. */
  private grouped: readonly string[] | null = null

  /**
   * Refuses a column with several values in a group. PostgreSQL does not accept it, while MySQL may choose any of them.
   */
  private refuseUngrouped(sql: string, loose: readonly LooseColumn[]): void {
    const { grouped } = this
    if (grouped === null || grouped.includes(sql)) return
    for (const column of loose) {
      if (grouped.includes(column.sql) || (!this.isRolledUp && this.hasKey(column.alias, grouped))) continue
      this.determined ??= this.dependencies.determinedBy(grouped, keysOf(this.sources))
      const isDetermined = !this.isRolledUp && grouped.length > 0 && column.isComparable && this.determined(column)
      if (!isDetermined) refuse('a column that is not grouped by')
      // PostgreSQL needs the column in GROUP BY. It makes no other groups, because it has one value in each of them.
      this.added.add(column.sql)
    }
  }

  /** Tests whether PostgreSQL accepts all columns of a table, because the groups have its primary key. */
  private hasKey(alias: string, grouped: readonly string[]): boolean {
    const key = this.sources.find((one) => one.alias === alias)?.relation.key ?? []
    return key.length > 0 && key.every((name) => grouped.includes(`${quoteName(alias)}.${quoteName(name)}`))
  }

  /** Returns a column of the tables, or null for anything else. */
  private readonly columnIn = (tokens: readonly Token[]): LooseColumn | null => {
    const reader = new TokenReader(tokens)
    const named = tokens[0]?.kind === 'name' || tokens[0]?.kind === 'word' ? reader.takeQualified() : null
    this.loose = []
    const value = named === null || !reader.isDone ? null : this.find(named.database, named.name)
    const [column] = this.loose
    return value !== null && column?.isComparable === true ? column : null
  }

  private expressionScope(find: FindColumn): ExpressionScope {
    const { withinAggregate, scope } = this
    const query = (tokens: readonly Token[]): TranslatedQuery =>
      translateQuery(tokens, { ...withoutTerm(scope), columns: [], outer: this.find })
    const windows = (): Windows => windowsIn(this.clauses.get('WINDOW') ?? [])
    return { find, hasAggregates: true, withinAggregate, query, windows, call: scope.call }
  }

  private expression(tokens: readonly Token[], find = this.find): Translated {
    const reader = new TokenReader(tokens)
    const value = new ExpressionReader(reader, this.expressionScope(find)).expression()
    return reader.isDone ? value : refuse('unexpected tokens at the end')
  }

  private columns(tokens: readonly Token[]): ListedColumn[] {
    const name = this.scope.nameColumns()
    return splitAtCommas(tokens).flatMap((part, at) => {
      const star = this.star(part)
      if (star !== null)
        return star.map(({ source, value, loose }) => ({
          ...value,
          source,
          own: source,
          name: name(source, `column_${at + 1}`),
          loose,
        }))
      const { tokens: written, alias } = aliased(part)
      this.loose = []
      const value = this.expression(written)
      const own = alias ?? written.at(-1)?.text ?? ''
      const source = this.scope.columns[at] ?? own
      return [{ ...value, source, own, name: name(source, `column_${at + 1}`), loose: this.loose }]
    })
  }

  /** Expands `*` and `t.*` to the columns that exist at this point. */
  private star(part: readonly Token[]): StarredColumn[] | null {
    if (!isSymbol(part.at(-1), '*')) return null
    const tables =
      part.length === 1
        ? this.sources
        : this.sources.filter(({ alias }) => alias === part[0]?.text && isSymbol(part[1], '.'))
    if (part.length !== 1 && part.length !== 3) return null
    const { merged } = this.sources.at(-1) ?? refuse('a star without tables')
    const isMerged = part.length === 1 && this.sources.some((one) => one.merged.size > 0)
    if (isMerged && this.sources.length > 2) return refuse('a star over joined columns')
    const all = tables.flatMap((source) => source.relation.columns.map((column) => ({ source, column })))
    const isCommon = ({ column }: (typeof all)[number]): boolean => merged.has(column.source.toLowerCase())
    // The common columns come first, and only once.
    const shown = isMerged
      ? [
          ...all.filter((one) => one.source === this.sources[0] && isCommon(one)),
          ...all.filter((one) => !isCommon(one)),
        ]
      : all
    return shown.map(({ source, column }) => {
      this.loose = []
      return { source: column.source, value: this.value(source, column), loose: this.loose }
    })
  }

  private from(tokens: readonly Token[]): string {
    return splitAtCommas(tokens)
      .map((part) => {
        const reader = new TokenReader(part)
        const joined = this.joins(reader)
        return reader.isDone ? joined : refuse('an unknown source in FROM')
      })
      .join(' CROSS JOIN ')
  }

  private joins(reader: TokenReader): string {
    let sql = this.factor(reader)
    for (;;) {
      const isNatural = reader.takeWords('NATURAL')
      const kind = joinKind(reader)
      if (kind === null) return sql
      const right = this.factor(reader)
      if (isNatural) sql = `(${sql} ${kind} ${right} ON ${this.using(this.commonNames(), kind)})`
      else if (reader.takeWords('ON')) {
        const condition: Token[] = []
        for (let depth = 0; !reader.isDone && !(depth === 0 && isJoinWord(reader.current));) {
          const token = reader.take()
          if (token === undefined) break
          if (isSymbol(token, '(')) depth++
          if (isSymbol(token, ')')) depth--
          condition.push(token)
        }
        sql = `(${sql} ${kind} ${right} ON ${asCondition(this.expression(condition)).sql})`
        this.dependencies.note(condition, kind, this.sources.at(-1)?.alias ?? '')
      } else if (reader.takeWords('USING'))
        sql = `(${sql} ${kind} ${right} ON ${this.using(namesIn(reader.takeParentheses()), kind)})`
      else if (kind === 'JOIN') sql = `(${sql} CROSS JOIN ${right})`
      else return refuse('an outer join without ON')
    }
  }

  /** Returns the names that the two tables of a natural join share. */
  private commonNames(): string[] {
    const [left, right, ...others] = this.sources
    if (left === undefined || right === undefined || others.length > 0)
      return refuse('a natural join of several tables')
    const names = left.relation.columns.map(({ source }) => source)
    return names.filter((name) => right.relation.columns.some(({ source }) => isSameName(source, name)))
  }

  /** Translates the condition `USING (a, b)`. After it, the names mean the columns of the earlier tables. */
  private using(names: readonly string[], kind: string): string {
    const right = this.sources.at(-1)
    if (right === undefined || kind === 'RIGHT JOIN' || names.length === 0) return refuse('a join by names')
    const pairs: (readonly [LooseColumn, LooseColumn])[] = []
    const conditions = names.map((name) => {
      this.loose = []
      const own = this.find(right.alias, name) ?? refuse('an unknown column')
      right.merged.add(name.toLowerCase())
      const [one, other] = alike(this.find(null, name) ?? refuse('an unknown column'), own)
      const [ownColumn, otherColumn] = this.loose
      if (ownColumn !== undefined && otherColumn !== undefined) pairs.push([ownColumn, otherColumn])
      return `${one.sql} = ${other.sql}`
    })
    if (pairs.length === names.length) this.dependencies.notePairs(pairs, kind, right.alias)
    return conditions.join(' AND ')
  }

  private factor(reader: TokenReader): string {
    if (isSymbol(reader.current, '(')) {
      const inside = reader.takeParentheses() ?? []
      return isWord(inside[0], 'SELECT', 'WITH') ? this.derived(inside, reader) : this.from(inside)
    }
    const named = reader.takeQualified() ?? refuse('a missing table name')
    const relation = this.scope.relation(named.database, named.name) ?? refuse('an unknown table')
    return this.source(relation, this.alias(reader) ?? named.name)
  }

  /** Translates a query that stands for a table. */
  private derived(tokens: readonly Token[], reader: TokenReader): string {
    const { sql, columns } = translateQuery(tokens, { ...withoutTerm(this.scope), columns: [], outer: () => null })
    const alias = this.alias(reader) ?? refuse('a query without a name')
    return this.source({ sql: `(${sql})`, columns }, alias)
  }

  private source(relation: Relation, alias: string): string {
    this.sources.push({ alias, relation, merged: new Set() })
    return `${relation.sql} AS ${quoteName(alias)}`
  }

  private alias(reader: TokenReader): string | null {
    reader.takeWords('AS')
    const hasAlias =
      reader.current !== undefined &&
      reader.current.kind !== 'symbol' &&
      !isJoinWord(reader.current) &&
      !isWord(reader.current, 'ON', 'USING', 'USE', 'FORCE', 'IGNORE')
    return hasAlias ? reader.takeName() : null
  }

  private condition(clause: 'WHERE' | 'HAVING', find = this.find): string {
    const tokens = this.clauses.get(clause)
    return tokens === undefined ? '' : ` ${clause} ${asCondition(this.expression(tokens, find)).sql}`
  }

  private having(columns: readonly ListedColumn[]): string {
    this.loose = []
    const sql = this.condition('HAVING', (qualifier, name) => this.named(columns, qualifier, name))
    if (sql !== '' && this.grouped === null) refuse('HAVING without groups')
    this.refuseUngrouped('', this.loose)
    if (!this.isRolledUp) return sql
    // PostgreSQL returns a total even if there are no rows. MySQL does not.
    return sql === '' ? ' HAVING count(*) > 0' : `${sql.replace(' HAVING ', ' HAVING (')}) AND count(*) > 0`
  }

  /** Finds a column for HAVING, or else an expression of the list by its name. */
  private named(columns: readonly ListedColumn[], qualifier: string | null, name: string): Translated | null {
    const [column, ...others] = columns.filter(({ own }) => isSameName(own, name))
    if (qualifier !== null || this.isOfTable(name) || column === undefined) return this.find(qualifier, name)
    if (others.length > 0 || this.isInAggregate) return refuse('a name of several values')
    if (this.grouped?.includes(column.sql) !== true) this.loose.push(...column.loose)
    const { source: _source, own: _own, name: _name, loose: _loose, ...value } = column
    return { ...value, sql: `(${value.sql})` }
  }

  private isOfTable(name: string): boolean {
    return this.sources.some(({ relation }) => relation.columns.some(({ source }) => isSameName(source, name)))
  }

  private grouping(): string {
    const tokens = this.clauses.get('GROUP')
    if (tokens === undefined) return ''
    if (!isWord(tokens[0], 'BY')) refuse('a grouping')
    this.isRolledUp = isWord(tokens.at(-2), 'WITH') && isWord(tokens.at(-1), 'ROLLUP')
    const parts = splitAtCommas(tokens.slice(1, this.isRolledUp ? -2 : undefined)).map((part) => {
      const { sql, type } = this.expression(
        this.isOfTable(part[0]?.text ?? '') ? part : groupedItem(part, this.clauses.get('') ?? []),
      )
      return isConstant(sql) || type === 'json' ? refuse('a grouping by a constant or a document') : sql
    })
    this.grouped = parts
    return this.isRolledUp ? ` GROUP BY ROLLUP (${parts.join(', ')})` : ` GROUP BY ${parts.join(', ')}`
  }

  /** Translates an ORDER BY item: a column of the list, or an expression of the tables. */
  private ordering(columns: readonly ListedColumn[]): string {
    const tokens = this.clauses.get('ORDER')
    if (tokens === undefined) return ''
    const listed = (name: string): Translated | undefined => {
      const column = columns.find(({ own }) => isSameName(own, name))
      return column && { ...column, sql: quoteName(column.name), type: 'other', isImmutable: false }
    }
    const find: FindColumn = (qualifier, name) =>
      this.sortable((qualifier === null ? listed(name) : undefined) ?? this.find(qualifier, name))
    const reader = new ExpressionReader(new TokenReader([]), this.expressionScope(find))
    const keys = splitAtCommas(tokens.slice(1)).map((part) => withoutPlace(part, columns))
    if (keys.every(([key, ...more]) => isWord(key, 'NULL') && more.length === 0)) return ''
    if (isWord(this.clauses.get('')?.[1], 'DISTINCT')) this.refuseUnlisted(keys, columns)
    const sorted = keys.map((key) => {
      this.loose = []
      const sql = reader.ordering(key)
      this.refuseUngrouped(sortValue(sql), this.loose)
      return sql
    })
    return ` ORDER BY ${sorted.join(', ')}`
  }

  /** Refuses to sort distinct rows by other values. Each row may have several of them, and PostgreSQL accepts none. */
  private refuseUnlisted(keys: readonly (readonly Token[])[], columns: readonly ListedColumn[]): void {
    for (const key of keys) {
      const { database: qualifier, name } = new TokenReader(key).takeQualified() ?? refuse('an expression to sort by')
      const isNamed = qualifier === null && columns.some(({ own }) => isSameName(own, name))
      const isAlone = key.length === (qualifier === null ? 1 : 3) || isWord(key.at(-1), 'ASC', 'DESC')
      const sql = isNamed ? '' : this.find(qualifier, name)?.sql
      if (!isAlone || !(isNamed || columns.some((column) => column.sql === sql))) refuse('an order by other values')
    }
  }

  /** Without a limit, the order does not decide which rows there are, so labels may sort as text. */
  private sortable(value: Translated | null): Translated | null {
    if (value?.order !== null || this.clauses.has('LIMIT')) return value
    const { order: _none, ...asText } = value
    return asText
  }

  private limit(): string {
    const tokens = this.clauses.get('LIMIT')
    return tokens === undefined ? '' : limited(tokens)
  }
}
