import { hasAggregates } from '../expressions/aggregates.ts'
import type { CallStored } from '../expressions/expressions.ts'
import { translateQuery } from '../expressions/queries.ts'
import type { RelationColumn, TranslatedQuery } from '../expressions/relations.ts'
import { asCondition, refuse, type Translated } from '../expressions/translated.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { laxMode } from '../text/settings.ts'
import { indexOfWord, splitAtCommas, type TokenReader } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import { BodyReader, type BodyScope } from './bodies.ts'
import type { Relations } from './relations-of-tables.ts'
import { refusal, storedIn, valueOf, type Variable } from './variables.ts'

interface RoutineScope {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly database: string
  readonly mode: OtherObject['mode']
  readonly parameters: readonly Variable[]
  /** The variable for the result. It is null for a procedure. */
  readonly result: Variable | null
  /** Creates a variable with this name and type. */
  readonly variable: (name: string, type: readonly Token[]) => Variable
  readonly call: CallStored
  /** The tables that its queries may read. */
  readonly relations: Relations
}

interface TranslatedBody {
  readonly sql: string
  readonly volatility: 'IMMUTABLE' | 'STABLE' | 'VOLATILE'
}

/** A string of a routine. The collation of its database decides how it is compared. */
const uncompared = { isUncompared: true }

const textOf = (value: Translated): Translated => (value.type === 'text' ? { ...value, ...uncompared } : value)

/** Words in a query whose result may depend on an order, a collation or the mode. */
const unsureWords = [
  'DISTINCT',
  'GROUP',
  'ORDER',
  'LIMIT',
  'UNION',
  'OVER',
  'WITH',
  'HAVING',
  'GROUP_CONCAT',
  'DIV',
  'MOD',
] as const

/** The label of the body of a procedure. */
const wholeBody = 'whole_body'

/** Tests whether a query has one row in any case, even without a row in its tables, because it aggregates them. */
function isAggregated(items: readonly (readonly Token[])[]): boolean {
  const found = items.map(hasAggregates)
  if (!found.includes(true)) return false
  if (items.some((item) => item.some((token) => isWord(token, 'SELECT')))) refuse('aggregates beside a query')
  return found.includes(false) ? refuse('aggregates beside other values') : true
}

const symbol = (text: string): Token => ({ kind: 'symbol', text })
const select: Token = { kind: 'word', text: 'SELECT' }

/** Cuts the fraction of a second, because PostgreSQL would round it. */
const cutTo = (sqlType: string, argument: string): string =>
  sqlType === 'timestamp(0)' ? `date_trunc('second', ${argument})` : argument

/** Translates the body of a function or procedure. */
export class RoutineBody extends BodyReader {
  private readonly routine: RoutineScope
  /** The variables by name, in lowercase. */
  private readonly variables: Map<string, Variable>
  private readonly declared: string[] = []
  /** The labels of the loops around a statement, in lowercase, and their names in PostgreSQL. */
  private readonly labels = new Map<string, string>()
  private loops = 0
  private isImmutable = true
  private changesRows = false

  constructor(reader: TokenReader, routine: RoutineScope) {
    const variables = new Map(routine.parameters.map((one) => [one.column.source.name.toLowerCase(), one]))
    if (variables.size < routine.parameters.length) refuse('two parameters with the same name')
    const { plan, schema, database, mode, call } = routine
    const scope: BodyScope = {
      plan,
      schema,
      database,
      ownTable: null,
      find: (qualifier, name) => {
        const found = qualifier === null ? variables.get(name.toLowerCase()) : undefined
        return found === undefined ? null : textOf(valueOf(found, found.sql))
      },
      expressions: {
        literal: uncompared,
        mode,
        call: (named, name, args) => {
          const called = call(named, name, args)
          return called === null ? null : textOf(called)
        },
        query: (tokens) => this.query(tokens),
      },
    }
    super(reader, scope)
    this.routine = routine
    this.variables = variables
  }

  translated(): TranslatedBody {
    const { parameters, result } = this.routine
    const label = this.takeLabel()
    if (label !== null) this.labels.set(label, wholeBody)
    const statements = this.whole()
    const returned = parameters.flatMap(({ sql, direction }, at) =>
      direction === 'IN' ? [] : [` $${at + 1} := ${sql};`],
    )
    const isLeft = statements.includes(`EXIT ${wholeBody};`)
    if (isLeft && result !== null) refuse('a function without a result')
    const isWrapped = isLeft || returned.length > 0
    const body = isWrapped ? `<<${wholeBody}>> BEGIN ${statements} END;${returned.join('')}` : statements
    const sized = parameters.flatMap(({ sql, passedAs, direction, column: { type } }, at) => {
      if (direction === 'OUT') return [`${sql} ${type.sqlType};`]
      const isAsPassed = passedAs === type.sqlType && direction === 'IN'
      return isAsPassed ? [] : [`${sql} ${type.sqlType} := ${cutTo(type.sqlType, `$${at + 1}`)};`]
    })
    const own =
      result !== null && body.includes(`${result.sql} := `) ? [`${result.sql} ${result.column.type.sqlType};`] : []
    const variables = [...sized, ...own, ...this.declared]
    const declarations = variables.length === 0 ? '' : `DECLARE ${variables.join(' ')} `
    const checks = parameters.map((parameter) => refusal(parameter)).join('')
    const volatility = this.changesRows ? 'VOLATILE' : this.isImmutable ? 'IMMUTABLE' : 'STABLE'
    return { sql: `${declarations}BEGIN${checks} ${body} END`, volatility }
  }

  /** Reads `DECLARE a, b int DEFAULT 1;`. */
  protected override declarations(): string {
    const parts: string[] = []
    while (this.reader.takeWords('DECLARE')) {
      parts.push(this.declaration())
      if (!this.reader.takeSymbol(';')) refuse('a declaration without an end')
    }
    return parts.join('')
  }

  private declaration(): string {
    const { reader, routine } = this
    const names: string[] = []
    do names.push(reader.takeName() ?? refuse('a variable without a name'))
    while (reader.takeSymbol(','))
    const type = this.until('DEFAULT')
    const initial = reader.takeWords('DEFAULT') ? this.value(this.until()) : null
    const made = names.map((name) => [name.toLowerCase(), routine.variable(name, type)] as const)
    for (const [name, variable] of made) {
      this.declared.push(`${variable.sql} ${variable.column.type.sqlType};`)
      this.variables.set(name, variable)
    }
    return initial === null ? '' : made.map(([, variable]) => `${this.assigned(variable, initial)} `).join('')
  }

  /** Translates a query in parentheses. Its strings are not compared, because their collations ignore case. */
  private query(tokens: readonly Token[]): TranslatedQuery {
    const isUnsure = (token: Token): boolean =>
      isWord(token, ...unsureWords) || isSymbol(token, '/') || isSymbol(token, '%')
    if (tokens.some(isUnsure)) refuse('a query that may depend on an order, a collation or the mode')
    const { plan, database, relations, call } = this.routine
    return translateQuery(tokens, {
      relation(named, name) {
        const found = relations.find(named ?? database, name)
        if (found === null) return null
        const read = (column: RelationColumn): RelationColumn => ({
          ...column,
          read: (sql) => textOf(column.read(sql)),
        })
        return { ...found, columns: found.columns.map(read) }
      },
      nameColumns: plan.nameColumns,
      columns: [],
      outer: this.scope.find,
      isVariable: (name) => this.variables.has(name.toLowerCase()),
      call,
    })
  }

  /** Translates `SELECT a, b INTO x, y FROM t`. Both databases refuse several rows. Without a row, nothing changes. */
  private selection(): string {
    const tokens = this.until()
    const into = indexOfWord(tokens, 'INTO')
    const from = indexOfWord(tokens, 'FROM')
    if (into >= tokens.length || from >= tokens.length) return refuse('a query without a variable')
    const rest = tokens.slice(into + 1)
    const end = into < from ? indexOfWord(rest, 'FROM') : rest.length
    const names = splitAtCommas(rest.slice(0, end))
    const items = splitAtCommas(tokens.slice(0, Math.min(into, from)))
    const source = into < from ? rest.slice(end) : tokens.slice(from, into)
    if (names.length !== items.length) refuse('another number of variables')
    const read = [...items.flat(), ...source]
    const readsVariable = read.some(({ text }) => names.some(([name]) => isSameName(name?.text ?? '', text)))
    // MySQL reads all values before it sets the first variable.
    if (readsVariable && names.length > 1) refuse('variables that the query reads')
    const assigned = items.map((item, at) => {
      const value = this.value([symbol('('), select, ...item, ...source, symbol(')')])
      return this.assignment(names[at] ?? [], [], value)
    })
    const isOneRow = isAggregated(items)
    if (isOneRow) return assigned.join(' ')
    const exists = this.query([select, { kind: 'number', text: '1' }, ...source]).sql
    return `IF EXISTS (${exists}) THEN ${assigned.join(' ')} END IF;`
  }

  protected override statement(): string {
    const { reader } = this
    if (reader.takeWords('SELECT')) return this.selection()
    if (reader.takeWords('RETURN')) return this.returned()
    if (reader.takeWords('LEAVE')) return `EXIT ${this.labelNamed()};`
    if (reader.takeWords('ITERATE')) return this.iteration()
    if (reader.takeWords('CASE')) return this.cases()
    const label = this.takeLabel()
    if (isWord(reader.current, 'WHILE', 'LOOP', 'REPEAT')) return this.labeledLoop(label)
    if (label !== null) return refuse('a block within the block')
    this.changesRows ||= isWord(reader.current, 'INSERT', 'UPDATE', 'DELETE')
    return super.statement()
  }

  private returned(): string {
    const { result, mode } = this.routine
    if (result === null) return refuse('RETURN in a procedure')
    const value = this.value(this.until())
    const { type } = result.column
    const isPlain = type.sqlType === result.passedAs && refusal(result) === ''
    if (isPlain) return `RETURN ${storedIn(result, value, mode.isStrict)};`
    return `${this.assigned(result, value)} RETURN ${result.sql};`
  }

  /** Reads the label before a loop or a block. */
  private takeLabel(): string | null {
    const { tokens, at } = this.reader
    const name = tokens[at]
    if (name?.kind === 'symbol' || !isSymbol(tokens[at + 1], ':') || isSymbol(tokens[at + 2], '=')) return null
    this.reader.at += 2
    return name?.text.toLowerCase() ?? null
  }

  private labelNamed(): string {
    const name = this.reader.takeName()?.toLowerCase() ?? ''
    return this.labels.get(name) ?? refuse('an unknown label')
  }

  private iteration(): string {
    const label = this.labelNamed()
    return label === wholeBody ? refuse('an iteration of the whole body') : `CONTINUE ${label};`
  }

  /** Reads the label that may be repeated at the end of the block. */
  protected override afterBlock(): void {
    if (this.reader.current?.kind !== 'symbol') this.reader.takeName()
  }

  private labeledLoop(label: string | null): string {
    const name = `loop_${++this.loops}`
    if (label !== null && this.labels.has(label)) refuse('two labels with one name')
    if (label !== null) this.labels.set(label, name)
    const loop = this.loop()
    this.afterBlock()
    if (label !== null) this.labels.delete(label)
    return loop.includes(` ${name};`) ? `<<${name}>> ${loop}` : loop
  }

  /** Translates `WHILE … DO`, `LOOP` and `REPEAT … UNTIL`. */
  private loop(): string {
    const { reader } = this
    const ended = (word: string, sql: string): string =>
      reader.takeWords('END', word) ? sql : refuse('a loop without its end')
    if (reader.takeWords('LOOP')) {
      const body = this.statements('END')
      return ended('LOOP', `LOOP ${body} END LOOP;`)
    }
    if (reader.takeWords('REPEAT')) {
      const body = this.statements('UNTIL')
      if (!reader.takeWords('UNTIL')) refuse('REPEAT without UNTIL')
      return ended('REPEAT', `LOOP ${body} EXIT WHEN ${this.condition('END')}; END LOOP;`)
    }
    reader.takeWords('WHILE')
    const condition = this.condition('DO')
    if (!reader.takeWords('DO')) return refuse('WHILE without DO')
    const body = this.statements('END')
    return ended('WHILE', `WHILE ${condition} LOOP ${body} END LOOP;`)
  }

  /** Translates `CASE WHEN a THEN …; ELSE …; END CASE`, and `CASE a WHEN 1 THEN …`. Both databases fail if no condition is true. */
  private cases(): string {
    const { reader } = this
    const arms: string[] = []
    const subject = this.until('WHEN')
    if (subject.length > 1) refuse('CASE with an expression')
    while (reader.takeWords('WHEN')) {
      const condition = this.equality(subject, 'THEN')
      if (!reader.takeWords('THEN')) refuse('WHEN without THEN')
      arms.push(`WHEN ${condition} THEN ${this.statements('WHEN', 'ELSE', 'END')}`)
    }
    if (arms.length === 0) return refuse('CASE without WHEN')
    if (reader.takeWords('ELSE')) arms.push(`ELSE ${this.statements('END')}`)
    return reader.takeWords('END', 'CASE') ? `CASE ${arms.join(' ')} END CASE;` : refuse('CASE without its end')
  }

  /** Translates the condition of a WHEN, which is compared with the value after CASE if there is one. */
  private equality(subject: readonly Token[], end: string): string {
    if (subject.length === 0) return this.condition(end)
    const compared = [...subject, symbol('='), symbol('('), ...this.until(end), symbol(')')]
    return asCondition(this.value(compared, undefined, { ...this.scope.expressions, mode: laxMode })).sql
  }

  protected assignment(target: readonly Token[], value: readonly Token[], known?: Translated): string {
    const [name, ...more] = target
    const variable = more.length > 0 ? undefined : this.variables.get(name?.text.toLowerCase() ?? '')
    return this.assigned(variable ?? refuse('another variable'), known ?? this.value(value))
  }

  /** Returns the statements that assign a value. */
  private assigned(variable: Variable, value: Translated): string {
    const { isStrict } = this.routine.mode
    const check = isStrict ? refusal(variable) : ''
    return `${variable.sql} := ${storedIn(variable, value, isStrict)};${check}`
  }

  /** MySQL evaluates a condition without the errors of strict mode. */
  protected override condition(...ends: readonly string[]): string {
    return asCondition(this.value(this.until(...ends), undefined, { ...this.scope.expressions, mode: laxMode })).sql
  }

  protected override value(
    tokens: readonly Token[],
    table?: PlannedTable,
    expressions?: BodyScope['expressions'],
  ): Translated {
    const value = super.value(tokens, table, expressions)
    this.isImmutable &&= value.isImmutable
    return value
  }
}
