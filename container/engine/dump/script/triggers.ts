import { columnNamed, columnValue, storedAs } from '../plan/column-scope.ts'
import { timestamp } from '../expressions/date-functions.ts'
import { ExpressionReader, type FindColumn } from '../expressions/expressions.ts'
import { asCondition, attempt, refuse, type Translated } from '../expressions/translated.ts'
import { quoted } from '../expressions/quoted.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { rowField, type TriggerRow } from './row-field.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

interface TriggerScope {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly database: string
  readonly table: PlannedTable
  /** The rows that the event has: `NEW`, `OLD`, or both. */
  readonly rows: readonly TriggerRow[]
  /** A trigger that runs before the event may change its row. */
  readonly isBefore: boolean
}

interface TranslatedTrigger {
  readonly table: PlannedTable
  readonly statements: readonly string[]
}

/**
 * Translates the triggers of the dump to functions in PL/pgSQL. The others stay in `schema.others`, which the report
 * lists.
 */
export function* triggers(plan: DumpPlan, schema: DumpSchema): Iterable<TranslatedTrigger> {
  const met = new Map<string, number>()
  const all = [...schema.others].filter(([, { kind }]) => kind === 'trigger')
  const eventOf = ({ tokens, table }: OtherObject): string => `${table} ${headOf(tokens).words}`.toLowerCase()
  for (const [, trigger] of all) met.set(eventOf(trigger), (met.get(eventOf(trigger)) ?? 0) + 1)
  for (const [key, trigger] of all) {
    // MySQL runs several triggers in the order of their creation, but PostgreSQL in the order of their names.
    const made = met.get(eventOf(trigger)) === 1 ? attempt(() => translated(plan, schema, trigger)) : null
    if (made === null) continue
    schema.others.delete(key)
    yield made
  }
}

function headOf(tokens: readonly Token[]): { readonly words: string; readonly at: number } {
  const at = tokens.findIndex((token) => isWord(token, 'BEFORE', 'AFTER'))
  return { words: `${tokens[at]?.text} ${tokens[at + 1]?.text}`.toUpperCase(), at }
}

function translated(plan: DumpPlan, schema: DumpSchema, trigger: OtherObject): TranslatedTrigger {
  const { words, at } = headOf(trigger.tokens)
  if (!/^(?:BEFORE|AFTER) (?:INSERT|UPDATE|DELETE)$/.test(words)) refuse('another event')
  const reader = new TokenReader(trigger.tokens.slice(at + 2))
  const named = reader.takeWords('ON') ? reader.takeQualified() : null
  const source = named === null ? undefined : schema.find(named.database ?? trigger.database, named.name)
  const table = (source === undefined ? undefined : plan.tableOf(source)) ?? refuse('an unknown table')
  if (!reader.takeWords('FOR', 'EACH', 'ROW') || isWord(reader.current, 'FOLLOWS', 'PRECEDES'))
    refuse('an unknown form of the statement')
  const isBefore = words.startsWith('BEFORE')
  const rows: TriggerRow[] = words.endsWith('INSERT') ? ['NEW'] : words.endsWith('DELETE') ? ['OLD'] : ['NEW', 'OLD']
  const scope: TriggerScope = { plan, schema, database: trigger.database, table, rows, isBefore }
  const body = new BodyReader(reader, scope).whole()
  const result = !isBefore ? 'NULL' : words.endsWith('DELETE') ? 'OLD' : 'NEW'
  const name = plan.nameIn(table.schema)(trigger.name, 'trigger_1')
  const called = qualified(table.schema, name)
  const statements = [
    `CREATE FUNCTION ${called}() RETURNS trigger LANGUAGE plpgsql AS ${quoted(`BEGIN ${body} RETURN ${result}; END`)};\n`,
    `CREATE TRIGGER ${quoteName(name)} ${words} ON ${qualified(table.schema, table.name)} FOR EACH ROW EXECUTE FUNCTION ${called}();\n`,
  ]
  return { table, statements }
}

const depthMax = 20

/**
 * Translates statements with the same meaning in both databases: assignments, plain changes of other tables, and
 * conditions around them.
 */
class BodyReader {
  private readonly reader: TokenReader
  private readonly scope: TriggerScope
  private depth = 0

  constructor(reader: TokenReader, scope: TriggerScope) {
    this.reader = reader
    this.scope = scope
  }

  whole(): string {
    const { reader } = this
    const isBlock = reader.takeWords('BEGIN')
    const body = isBlock ? this.statements('END') : this.statement()
    if (isBlock && !reader.takeWords('END')) refuse('a block without an end')
    reader.takeSymbol(';')
    return reader.isDone ? body : refuse('unexpected tokens at the end')
  }

  private statements(...ends: readonly string[]): string {
    if (++this.depth > depthMax) refuse('nested too deeply')
    const parts: string[] = []
    while (!this.reader.isDone && !isWord(this.reader.current, ...ends)) {
      parts.push(this.statement())
      if (!this.reader.takeSymbol(';')) refuse('a statement without an end')
    }
    this.depth--
    return parts.join(' ')
  }

  private statement(): string {
    const { reader } = this
    if (reader.takeWords('SET')) return this.assignments()
    if (reader.takeWords('IF')) return this.choice()
    if (reader.takeWords('INSERT', 'INTO')) return this.insertion()
    if (reader.takeWords('UPDATE')) return this.update()
    return reader.takeWords('DELETE', 'FROM') ? this.deletion() : refuse('another statement')
  }

  /** Returns the tokens before one of these words, or before the end of the statement. */
  private until(...words: readonly string[]): readonly Token[] {
    const { reader } = this
    const start = reader.at
    for (let depth = 0, cases = 0; !reader.isDone; reader.at++) {
      const token = reader.current
      if (depth === 0 && cases === 0 && (isSymbol(token, ';') || isWord(token, ...words))) break
      if (isSymbol(token, '(')) depth++
      if (isSymbol(token, ')')) depth--
      if (isWord(token, 'CASE')) cases++
      if (isWord(token, 'END') && cases > 0) cases--
    }
    return reader.tokens.slice(start, reader.at)
  }

  /** Translates `NEW.a = 1, NEW.b = 2`. */
  private assignments(): string {
    const { isBefore, rows, table } = this.scope
    return splitAtCommas(this.until())
      .map((part) => {
        const [row, point, column] = part
        const isOwn = isWord(row, 'NEW') && isSymbol(point, '.') && isBefore && rows.includes('NEW')
        const equals = isSymbol(part[3], ':') ? 4 : 3
        if (!isOwn || !isSymbol(part[equals], '=')) return refuse('a variable')
        const target = columnOf(table, column?.text ?? '')
        return `${rowField('NEW', target.name)} := ${this.stored(part.slice(equals + 1), target)};`
      })
      .join(' ')
  }

  private choice(): string {
    const { reader } = this
    const arms: string[] = []
    let word = 'IF'
    do {
      const condition = asCondition(this.value(this.until('THEN'))).sql
      if (!reader.takeWords('THEN')) refuse('IF without THEN')
      arms.push(`${word} ${condition} THEN ${this.statements('ELSEIF', 'ELSE', 'END')}`)
      word = 'ELSIF'
    } while (reader.takeWords('ELSEIF'))
    if (reader.takeWords('ELSE')) arms.push(`ELSE ${this.statements('END')}`)
    return reader.takeWords('END', 'IF') ? `${arms.join(' ')} END IF;` : refuse('IF without its end')
  }

  private insertion(): string {
    const table = this.target()
    const columns = splitAtCommas(this.reader.takeBrackets() ?? refuse('columns without names'))
    if (!this.reader.takeWords('VALUES') && !this.reader.takeWords('VALUE')) refuse('rows of a query')
    const values = splitAtCommas(this.reader.takeBrackets() ?? [])
    if (values.length !== columns.length || !this.isAtEnd()) refuse('several rows')
    const targets = columns.map(([name]) => columnOf(table, name?.text ?? ''))
    const written = targets.map((target, at) => this.stored(values[at] ?? [], target))
    const names = targets.map(({ name }) => quoteName(name)).join(', ')
    return `INSERT INTO ${qualified(table.schema, table.name)} (${names}) VALUES (${written.join(', ')});`
  }

  private update(): string {
    const table = this.target()
    if (!this.reader.takeWords('SET')) return refuse('UPDATE without SET')
    const set = splitAtCommas(this.until('WHERE')).map((part) => {
      const equals = part.findIndex((token) => isSymbol(token, '='))
      const target = columnOf(table, part[equals - 1]?.text ?? '')
      return `${quoteName(target.name)} = ${this.stored(part.slice(equals + 1), target, table)}`
    })
    return `UPDATE ${qualified(table.schema, table.name)} SET ${set.join(', ')}${this.whereClause(table)};`
  }

  private deletion(): string {
    const table = this.target()
    return `DELETE FROM ${qualified(table.schema, table.name)}${this.whereClause(table)};`
  }

  private whereClause(table: PlannedTable): string {
    if (!this.reader.takeWords('WHERE')) return this.isAtEnd() ? '' : refuse('another clause')
    return ` WHERE ${asCondition(this.value(this.until('ORDER', 'LIMIT'), table)).sql}`
  }

  private isAtEnd(): boolean {
    return this.reader.isDone || isSymbol(this.reader.current, ';')
  }

  /** Returns the table that the trigger changes. MySQL requires it to be a different one. */
  private target(): PlannedTable {
    const { plan, schema, database, table } = this.scope
    const named = this.reader.takeQualified() ?? refuse('a missing table name')
    const source = schema.find(named.database ?? database, named.name)
    const found = (source === undefined ? undefined : plan.tableOf(source)) ?? refuse('an unknown table')
    return found === table ? refuse('a query of its own table') : found
  }

  private value(tokens: readonly Token[], table?: PlannedTable): Translated {
    const reader = new TokenReader(tokens)
    const value = new ExpressionReader(reader, { find: this.find(table), hasAggregates: false }).expression()
    return reader.isDone ? value : refuse('unexpected tokens at the end')
  }

  private stored(tokens: readonly Token[], column: PlannedColumn, table?: PlannedTable): string {
    if (column.generatedSql !== null) return refuse('a column that is computed')
    const value = this.value(tokens, table)
    if (value.sql === 'NULL') return 'NULL'
    const isDate = /^(?:date|timestamp|timestamptz)$/.test(column.type.kind)
    return storedAs(isDate ? timestamp(value) : value, column.type) ?? refuse('a value of another type')
  }

  private find(table?: PlannedTable): FindColumn {
    return (qualifier, name) => {
      const row = this.scope.rows.find((one) => one === qualifier?.toUpperCase())
      if (row !== undefined) {
        const column = columnOf(this.scope.table, name)
        return columnValue(column, rowField(row, column.name))
      }
      const isOther =
        table !== undefined && (qualifier === null || qualifier.toLowerCase() === table.source.name.toLowerCase())
      return isOther ? columnValue(columnOf(table, name)) : null
    }
  }
}

const columnOf = ({ columns }: PlannedTable, name: string): PlannedColumn =>
  columnNamed(columns, name) ?? refuse('an unknown column')
