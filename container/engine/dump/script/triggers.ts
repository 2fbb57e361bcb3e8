import { columnValue } from '../plan/column-scope.ts'
import type { FindColumn } from '../expressions/expressions.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import { quoted } from '../expressions/quoted.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import type { DumpSchema, OtherObject } from '../schema/schema.ts'
import { BodyReader, type BodyScope, columnOf, tableNamed } from './bodies.ts'
import { rowField, type TriggerRow } from './row-field.ts'
import type { StoredFunctions } from './stored-functions.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isSymbol, isWord, type Token } from '../text/tokens.ts'

interface TranslatedTrigger {
  readonly table: PlannedTable
  readonly statements: readonly string[]
}

/**
 * Translates the triggers of the dump to functions in PL/pgSQL. The others stay in `schema.others`, which the report
 * lists.
 */
export function* triggers(plan: DumpPlan, schema: DumpSchema, functions: StoredFunctions): Iterable<TranslatedTrigger> {
  const met = new Map<string, number>()
  const all = [...schema.others].filter(([, { kind }]) => kind === 'trigger')
  const eventOf = ({ tokens, table }: OtherObject): string => `${table} ${headOf(tokens).words}`.toLowerCase()
  for (const [, trigger] of all) met.set(eventOf(trigger), (met.get(eventOf(trigger)) ?? 0) + 1)
  for (const [key, trigger] of all) {
    // MySQL runs several triggers in the order of their creation, but PostgreSQL in the order of their names.
    const made = met.get(eventOf(trigger)) === 1 ? attempt(() => translated(plan, schema, trigger, functions)) : null
    if (made === null) continue
    schema.others.delete(key)
    yield made
  }
}

function headOf(tokens: readonly Token[]): { readonly words: string; readonly at: number } {
  const at = tokens.findIndex((token) => isWord(token, 'BEFORE', 'AFTER'))
  return { words: `${tokens[at]?.text} ${tokens[at + 1]?.text}`.toUpperCase(), at }
}

function translated(
  plan: DumpPlan,
  schema: DumpSchema,
  trigger: OtherObject,
  functions: StoredFunctions,
): TranslatedTrigger {
  const { words, at } = headOf(trigger.tokens)
  if (!/^(?:BEFORE|AFTER) (?:INSERT|UPDATE|DELETE)$/.test(words)) refuse('another event')
  const reader = new TokenReader(trigger.tokens.slice(at + 2))
  const { database } = trigger
  const named = (reader.takeWords('ON') ? reader.takeQualified() : null) ?? refuse('a missing table name')
  const table = tableNamed(plan, schema, named.database ?? database, named.name)
  if (!reader.takeWords('FOR', 'EACH', 'ROW') || isWord(reader.current, 'FOLLOWS', 'PRECEDES'))
    refuse('an unknown form of the statement')
  const isBefore = words.startsWith('BEFORE')
  const rows: TriggerRow[] = words.endsWith('INSERT') ? ['NEW'] : words.endsWith('DELETE') ? ['OLD'] : ['NEW', 'OLD']
  const scope: BodyScope = {
    plan,
    schema,
    database,
    ownTable: table,
    find: columnsOfRows(rows, table),
    expressions: { call: functions.calledFrom(database) },
  }
  const body = new TriggerBody(reader, scope, table, isBefore && rows.includes('NEW')).whole()
  const result = !isBefore ? 'NULL' : words.endsWith('DELETE') ? 'OLD' : 'NEW'
  const name = plan.nameIn(table.schema)(trigger.name, 'trigger_1')
  const called = qualified(table.schema, name)
  const statements = [
    `CREATE FUNCTION ${called}() RETURNS trigger LANGUAGE plpgsql AS ${quoted(`BEGIN ${body} RETURN ${result}; END`)};\n`,
    `CREATE TRIGGER ${quoteName(name)} ${words} ON ${qualified(table.schema, table.name)} FOR EACH ROW EXECUTE FUNCTION ${called}();\n`,
  ]
  return { table, statements }
}

/** Finds the columns of `NEW` and `OLD`, if the event has them. */
function columnsOfRows(rows: readonly TriggerRow[], table: PlannedTable): FindColumn {
  return (qualifier, name) => {
    const row = rows.find((one) => one === qualifier?.toUpperCase())
    if (row === undefined) return null
    const column = columnOf(table, name)
    return columnValue(column, rowField(row, column.name))
  }
}

class TriggerBody extends BodyReader {
  private readonly table: PlannedTable
  /** Whether a trigger that runs before the event may change the new row. */
  private readonly changesRow: boolean

  constructor(reader: TokenReader, scope: BodyScope, table: PlannedTable, changesRow: boolean) {
    super(reader, scope)
    this.table = table
    this.changesRow = changesRow
  }

  /** Translates `NEW.a = 1`. */
  protected assignment(target: readonly Token[], value: readonly Token[]): string {
    const [row, point, column, ...more] = target
    const isOwn = isWord(row, 'NEW') && isSymbol(point, '.') && more.length === 0 && this.changesRow
    if (!isOwn) return refuse('a variable')
    const into = columnOf(this.table, column?.text ?? '')
    return `${rowField('NEW', into.name)} := ${this.stored(value, into)};`
  }
}
