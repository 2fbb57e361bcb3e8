import { timestamp } from '../expressions/date-functions.ts'
import { ExpressionReader, type ExpressionScope, type FindColumn } from '../expressions/expressions.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import { asCondition, refuse, type Translated } from '../expressions/translated.ts'
import { columnNamed, columnValue, storedAs } from '../plan/column-scope.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { DumpSchema } from '../schema/schema.ts'
import { splitAtCommas, TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'

export interface BodyScope {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly database: string
  /** The table of a trigger. MySQL requires its statements to change other tables. */
  readonly ownTable: PlannedTable | null
  /** Finds a name that is not a column of the changed table: a column of the trigger's row, or a variable. */
  readonly find: FindColumn
  readonly expressions: Omit<ExpressionScope, 'find' | 'hasAggregates'>
}

const depthMax = 20

/**
 * Translates statements with the same meaning in both databases: assignments, plain changes of other tables, and
 * conditions around them.
 */
export abstract class BodyReader {
  protected readonly reader: TokenReader
  protected readonly scope: BodyScope
  private depth = 0

  constructor(reader: TokenReader, scope: BodyScope) {
    this.reader = reader
    this.scope = scope
  }

  /** Translates the assignment of a value, which follows the sign, to the target before it. */
  protected abstract assignment(target: readonly Token[], value: readonly Token[]): string

  /** Translates the declarations at the beginning of the block. A trigger may have none. */
  protected declarations(): string {
    return ''
  }

  /** Reads the label after the block. A trigger has none. */
  protected afterBlock(): void {}

  whole(): string {
    const { reader } = this
    const isBlock = reader.takeWords('BEGIN')
    const body = isBlock ? this.declarations() + this.statements('END') : this.statement()
    if (isBlock && !reader.takeWords('END')) refuse('a block without an end')
    this.afterBlock()
    reader.takeSymbol(';')
    return reader.isDone ? body : refuse('unexpected tokens at the end')
  }

  protected statements(...ends: readonly string[]): string {
    if (++this.depth > depthMax) refuse('nested too deeply')
    const parts: string[] = []
    while (!this.reader.isDone && !isWord(this.reader.current, ...ends)) {
      parts.push(this.statement())
      if (!this.reader.takeSymbol(';')) refuse('a statement without an end')
    }
    this.depth--
    return parts.join(' ')
  }

  protected statement(): string {
    const { reader } = this
    if (reader.takeWords('SET')) return this.assignments()
    if (reader.takeWords('IF')) return this.choice()
    if (reader.takeWords('INSERT', 'INTO')) return this.insertion()
    if (reader.takeWords('UPDATE')) return this.update()
    return reader.takeWords('DELETE', 'FROM') ? this.deletion() : refuse('another statement')
  }

  /** Returns the tokens before one of these words, or before the end of the statement. */
  protected until(...words: readonly string[]): readonly Token[] {
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

  /** Translates `a = 1, b := 2`. */
  private assignments(): string {
    return splitAtCommas(this.until())
      .map((part) => {
        const equals = part.findIndex((token) => isSymbol(token, '='))
        const target = part.slice(0, isSymbol(part[equals - 1], ':') ? equals - 1 : Math.max(equals, 0))
        return this.assignment(target, part.slice(equals + 1))
      })
      .join(' ')
  }

  /** Translates a condition and returns its SQL. */
  protected condition(...ends: readonly string[]): string {
    return asCondition(this.value(this.until(...ends))).sql
  }

  private choice(): string {
    const { reader } = this
    const arms: string[] = []
    let word = 'IF'
    do {
      const condition = this.condition('THEN')
      if (!reader.takeWords('THEN')) refuse('IF without THEN')
      arms.push(`${word} ${condition} THEN ${this.statements('ELSEIF', 'ELSE', 'END')}`)
      word = 'ELSIF'
    } while (reader.takeWords('ELSEIF'))
    if (reader.takeWords('ELSE')) arms.push(`ELSE ${this.statements('END')}`)
    return reader.takeWords('END', 'IF') ? `${arms.join(' ')} END IF;` : refuse('IF without its end')
  }

  private insertion(): string {
    const table = this.target()
    const columns = splitAtCommas(this.reader.takeParentheses() ?? refuse('columns without names'))
    if (!this.reader.takeWords('VALUES') && !this.reader.takeWords('VALUE')) refuse('rows of a query')
    const values = splitAtCommas(this.reader.takeParentheses() ?? [])
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

  /** Returns the table that a statement changes. */
  private target(): PlannedTable {
    const { plan, schema, database, ownTable } = this.scope
    const named = this.reader.takeQualified() ?? refuse('a missing table name')
    const found = tableNamed(plan, schema, named.database ?? database, named.name)
    return found === ownTable ? refuse('a query of its own table') : found
  }

  protected value(
    tokens: readonly Token[],
    table?: PlannedTable,
    expressions: BodyScope['expressions'] = this.scope.expressions,
  ): Translated {
    const reader = new TokenReader(tokens)
    const find = this.find(table)
    const value = new ExpressionReader(reader, { ...expressions, find, hasAggregates: false }).expression()
    return reader.isDone ? value : refuse('unexpected tokens at the end')
  }

  protected stored(tokens: readonly Token[], column: PlannedColumn, table?: PlannedTable): string {
    if (column.generatedSql !== null) return refuse('a column that is computed')
    const value = this.value(tokens, table)
    if (value.sql === 'NULL') return 'NULL'
    const isDate = /^(?:date|timestamp|timestamptz)$/.test(column.type.kind)
    return storedAs(isDate ? timestamp(value) : value, column.type) ?? refuse('a value of another type')
  }

  private find(table?: PlannedTable): FindColumn {
    return (qualifier, name) => {
      const found = this.scope.find(qualifier, name)
      if (found !== null && qualifier === null && table !== undefined && columnNamed(table.columns, name) !== undefined)
        return refuse('a variable with the name of a column')
      if (found !== null || table === undefined) return found
      const isOfTable = qualifier === null || isSameName(table.source.name, qualifier)
      return isOfTable ? columnValue(columnOf(table, name)) : null
    }
  }
}

export function tableNamed(plan: DumpPlan, schema: DumpSchema, database: string, name: string): PlannedTable {
  const source = schema.find(database, name)
  return (source === undefined ? undefined : plan.tableOf(source)) ?? refuse('an unknown table')
}

export const columnOf = ({ columns }: PlannedTable, name: string): PlannedColumn =>
  columnNamed(columns, name) ?? refuse('an unknown column')
