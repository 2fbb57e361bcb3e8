import { ExpressionReader, isConstant, type ExpressionScope, type FindColumn } from './expressions.ts'
import { aliased, clausesOf, isJoinWord, joinKind, splitAtUnions, trimmed } from './query-parts.ts'
import { quoteName } from './quoted-names.ts'
import { namesIn, splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { alike, oneOf } from './agreeing.ts'
import type { QueryScope, Relation, RelationColumn, TranslatedQuery } from './relations.ts'
import { translateRecursive } from './recursive-queries.ts'
import { asCondition, type ExpressionType, originOf, refuse, type Translated } from './translated.ts'

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
  const { parts, operators } = splitAtUnions(tokens)
  const [first, ...more] = parts.map((part) => translatePart(part, scope))
  if (first === undefined) return refuse('a missing query')
  if (more.some((one) => one.columns.length !== first.columns.length)) refuse('unions of unlike queries')
  if (more.some((one) => one.columns.some((column, at) => column.type !== first.columns[at]?.type)))
    refuse('unions of unlike types')
  if (operators.includes('UNION')) refuseDocuments(first.columns)
  return {
    sql: [first.sql, ...more.map((one, at) => `${operators[at] ?? 'UNION'} ${one.sql}`)].join(' '),
    columns: first.columns.map((column, at) =>
      unified(
        column,
        [first, ...more].flatMap(({ columns }) => columns[at] ?? []),
      ),
    ),
  }
}

/** Returns a column of a union. Its values have every property that the values of one of its queries may have. */
const unified = (column: RelationColumn, columns: readonly RelationColumn[]): RelationColumn => ({
  ...column,
  read: (sql) => {
    const values = columns.map(({ read }) => read(sql))
    const order = values.some((value) => value.order !== undefined) ? { order: null } : {}
    const [length, ...others] = new Set(values.map((value) => value.length))
    const known = length === undefined || others.length > 0 ? {} : { length }
    return { ...oneOf(values, [], () => sql), ...order, ...known, isImmutable: false }
  },
})

/** Translates a query of a union. It keeps its parentheses, because its order and its limit apply only to itself. */
function translatePart(part: readonly Token[], scope: QueryScope): TranslatedQuery {
  if (!isSymbol(part[0], '(')) return new QueryReader(part, scope).query()
  const { sql, columns } = translateQuery(trimmed(part), scope)
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

/** Returns the scope of a query within a query. */
const withoutTerm = ({ termValue: _term, ...scope }: QueryScope): QueryScope => scope

const clauseWords = ['FROM', 'WHERE', 'GROUP', 'HAVING', 'ORDER', 'LIMIT'] as const

interface StarredColumn {
  readonly source: string
  readonly value: Translated
  readonly loose: readonly { readonly sql: string; readonly alias: string }[]
}

interface ListedColumn extends Translated {
  readonly source: string
  readonly name: string
  readonly loose: readonly { readonly sql: string; readonly alias: string }[]
}

/** Replaces the position of a column by its name, as in `ORDER BY 2 DESC`. */
function withoutPlace([key, ...more]: readonly Token[], columns: readonly ListedColumn[]): readonly Token[] {
  if (key === undefined) return []
  const isPlace = key.kind === 'number' && (more.length === 0 || isWord(more[0], 'ASC', 'DESC'))
  return [isPlace ? { kind: 'name', text: columns[Number(key.text) - 1]?.source ?? '' } : key, ...more]
}

/** PostgreSQL cannot compare JSON documents. */
function refuseDocuments(columns: readonly { readonly type: ExpressionType }[]): void {
  if (columns.some(({ type }) => type === 'json' || type === 'sealed')) refuse('a comparison of documents')
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
  private loose: { readonly sql: string; readonly alias: string }[] = []
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
    const grouping = this.grouping()
    const written = this.scope.termValue ?? (({ sql: value }: Translated): string => value)
    const columns = this.columns(select.tokens.slice(select.at))
    if (distinct !== '') refuseDocuments(columns)
    this.grouped ??= this.hasAggregate ? [] : null
    for (const { sql: value, loose } of columns) this.refuseUngrouped(value, loose)
    const sql = [
      `SELECT ${distinct}${columns.map((column) => `${written(column)} AS ${quoteName(column.name)}`).join(', ')}${read}`,
      this.condition('WHERE'),
      grouping,
      this.having(columns),
      this.ordering(columns),
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
    if (!this.isInAggregate) this.loose.push({ sql: value.sql, alias })
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

  /** The expressions of GROUP BY as written, or null without one. */
  private grouped: readonly string[] | null = null

  /**
   * Refuses a column with several values in a group. PostgreSQL does not accept it, while MySQL may choose any of them.
   */
  private refuseUngrouped(sql: string, loose: readonly { readonly sql: string; readonly alias: string }[]): void {
    const { grouped } = this
    if (grouped === null || grouped.includes(sql)) return
    for (const column of loose) {
      const source = this.sources.find(({ alias }) => alias === column.alias)
      const key = source?.relation.key?.map((name) => `${quoteName(column.alias)}.${quoteName(name)}`)
      const isDetermined =
        !this.isRolledUp && key !== undefined && key.length > 0 && key.every((part) => grouped.includes(part))
      if (!isDetermined && !grouped.includes(column.sql)) refuse('a column that is not grouped by')
    }
  }

  private expressionScope(find: FindColumn): ExpressionScope {
    const { withinAggregate, scope } = this
    const query = (tokens: readonly Token[]): TranslatedQuery =>
      translateQuery(tokens, { ...withoutTerm(scope), columns: [], outer: this.find })
    return { find, hasAggregates: true, withinAggregate, query, call: scope.call }
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
          name: name(source, `column_${at + 1}`),
          loose,
        }))
      const { tokens: written, alias } = aliased(part)
      this.loose = []
      const value = this.expression(written)
      const source = this.scope.columns[at] ?? alias ?? written.at(-1)?.text ?? ''
      return [{ ...value, source, name: name(source, `column_${at + 1}`), loose: this.loose }]
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
    const conditions = names.map((name) => {
      const own = this.find(right.alias, name) ?? refuse('an unknown column')
      right.merged.add(name.toLowerCase())
      const [one, other] = alike(this.find(null, name) ?? refuse('an unknown column'), own)
      return `${one.sql} = ${other.sql}`
    })
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
    const isOfTable = this.sources.some(({ relation }) => relation.columns.some((one) => isSameName(one.source, name)))
    const [column, ...others] = columns.filter(({ source }) => isSameName(source, name))
    if (qualifier !== null || isOfTable || column === undefined) return this.find(qualifier, name)
    if (others.length > 0 || this.isInAggregate) return refuse('a name of several values')
    if (this.grouped?.includes(column.sql) !== true) this.loose.push(...column.loose)
    const { source: _source, name: _name, loose: _loose, ...value } = column
    return { ...value, sql: `(${value.sql})` }
  }

  private grouping(): string {
    const tokens = this.clauses.get('GROUP')
    if (tokens === undefined) return ''
    if (!isWord(tokens[0], 'BY')) refuse('a grouping')
    this.isRolledUp = isWord(tokens.at(-2), 'WITH') && isWord(tokens.at(-1), 'ROLLUP')
    const parts = splitAtCommas(tokens.slice(1, this.isRolledUp ? -2 : undefined)).map((part) => {
      if (part.length === 1 && part[0]?.kind === 'number') refuse('a grouping by place')
      const { sql, type } = this.expression(part)
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
      const column = columns.find(({ source }) => source.toLowerCase() === name.toLowerCase())
      return column && { ...column, sql: quoteName(column.name), type: 'other', isImmutable: false }
    }
    const find: FindColumn = (qualifier, name) =>
      this.sortable((qualifier === null ? listed(name) : undefined) ?? this.find(qualifier, name))
    const reader = new ExpressionReader(new TokenReader([]), this.expressionScope(find))
    this.loose = []
    const keys = splitAtCommas(tokens.slice(1)).map((part) => withoutPlace(part, columns))
    if (keys.every(([key, ...more]) => isWord(key, 'NULL') && more.length === 0)) return ''
    if (isWord(this.clauses.get('')?.[1], 'DISTINCT')) this.refuseUnlisted(keys, columns)
    const sql = ` ORDER BY ${keys.map((key) => reader.ordering(key)).join(', ')}`
    this.refuseUngrouped('', this.loose)
    return sql
  }

  /** Refuses to sort distinct rows by other values. Each row may have several of them, and PostgreSQL accepts none. */
  private refuseUnlisted(keys: readonly (readonly Token[])[], columns: readonly ListedColumn[]): void {
    for (const key of keys) {
      const { database: qualifier, name } = new TokenReader(key).takeQualified() ?? refuse('an expression to sort by')
      const isNamed = qualifier === null && columns.some(({ source }) => isSameName(source, name))
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
    if (tokens === undefined) return ''
    const [first, between, second] = tokens
    if (first?.kind !== 'number' || (between !== undefined && second?.kind !== 'number')) return refuse('a limit')
    if (between === undefined) return ` LIMIT ${first.text}`
    return isSymbol(between, ',')
      ? ` LIMIT ${second?.text} OFFSET ${first.text}`
      : ` LIMIT ${first.text} OFFSET ${second?.text}`
  }
}
