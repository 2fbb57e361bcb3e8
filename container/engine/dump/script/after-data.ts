import { dumpMessages } from '../../catalog/dumps.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import type { Reporter } from '../../report/reporter.ts'
import { dumpOptions, isChosen } from '../plan/dump-options.ts'
import type { ReferenceCheck } from '../rows/reference-check.ts'
import { rowCounts } from './row-counts.ts'
import { quoted } from '../expressions/quoted.ts'
import { checkStatements } from './constraints.ts'
import { duplicateStatements } from './duplicates.ts'
import { foreignKeyStatements } from './foreign-keys.ts'
import { keyStatements } from './keys.ts'
import type { DumpPlan, PlannedColumn, PlannedSequence, PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'
import type { DumpSchema } from '../schema/schema.ts'
import type { Existing } from './existing.ts'
import { rowField, type TriggerRow } from './row-field.ts'
import { inGroups, isInGroups, nextTransaction, transaction } from '../plan/transactions.ts'
import { routines } from './routines.ts'
import type { StoredFunctions } from './stored-functions.ts'
import { triggers } from './triggers.ts'
import { viewStatements } from './views.ts'

export interface AfterData {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly spec: Spec
  readonly reporter: Reporter
  readonly references: ReferenceCheck
  readonly existing: Existing
}

/**
 * Returns the statements after the rows: keys, indexes, references, sequences, routines, triggers and comments. Views
 * follow separately.
 */
export function* afterData(request: AfterData): Iterable<string> {
  const { plan, schema, spec, reporter, existing } = request
  const { functions, statements } = routines({ plan, schema, spec, isChosen: isChosen(spec), existing })
  yield* inGroups(plan, ofTables(request, statements, functions))
  const { mode, verify, parts } = dumpOptions(spec)
  const isWhole = spec.output.if_exists !== 'append'
  if (verify && isWhole && mode === 'everything' && parts.includes('data')) yield rowCounts(plan)
  const views = [...viewStatements({ plan, schema, isChosen: isChosen(spec), reporter, existing, functions })]
  if (views.length > 0) yield [transaction(plan, nextTransaction), ...views].join('')
  if (isInGroups(plan)) reporter.note(dumpMessages.notes.commitsInGroups(plan.tables.length))
}

function* ofTables(
  { plan, schema, reporter, references, existing, spec }: AfterData,
  routineStatements: readonly string[],
  functions: StoredFunctions,
): Iterable<string> {
  function* completed(statementsOf: (table: PlannedTable) => Iterable<string>): Iterable<string> {
    for (const table of plan.tables) yield* existing.completed(table, statementsOf(table))
  }
  yield* completed(duplicateStatements)
  yield* completed((table) => keyStatements({ plan, table, reporter }))
  yield* completed((table) => checkStatements(table, reporter))
  yield* completed((table) => foreignKeyStatements({ plan, schema, table, reporter, references }))
  yield* sequenceStatements(plan, spec.output.if_exists === 'append')
  yield* completed((table) => touchTrigger(plan, table, reporter))
  yield* routineStatements
  for (const { table, statements } of triggers(plan, schema, functions)) yield* existing.completed(table, statements)
  yield* completed(comments)
}

const maxOf: Readonly<Record<number, string>> = { 16: '32767', 32: '2147483647', 64: '9223372036854775807' }

/** The maximum number of sequences that one block sets. psql prints a line for each SELECT, but none for a block. */
const sequencesInBlock = 200

/**
 * Sets each sequence to the next number of the dump's server, but at least beyond the existing rows. `isFromScript` means
 * that the script creates the dump's own sequences. Otherwise it sets those that exist.
 */
export function* sequenceStatements(plan: DumpPlan, hasOtherRows: boolean, isFromScript = true): Iterable<string> {
  const statements = plan.tables.flatMap((table) =>
    table.columns
      .filter(({ isIdentity }) => isIdentity)
      .map((column) => sequenceStatement(table, column, hasOtherRows)),
  )
  for (const sequence of plan.sequences) {
    const statement = ownSequenceStatement(sequence, hasOtherRows)
    if (statement !== null)
      statements.push(
        isFromScript ? statement : `IF to_regclass(${quoted(sequence.name)}) IS NOT NULL THEN ${statement} END IF;`,
      )
  }
  for (let at = 0; at < statements.length; at += sequencesInBlock) {
    yield `DO ${quoted(`BEGIN ${statements.slice(at, at + sequencesInBlock).join(' ')} END`)};\n`
    // Each block locks its tables with all their indexes.
    if (isInGroups(plan)) yield nextTransaction
  }
}

/**
 * Returns the statement for a sequence of the dump. The sequence continues after the numbers that rows took from it. An
 * existing one may be ahead.
 */
function ownSequenceStatement({ name, created, numbers }: PlannedSequence, hasOtherRows: boolean): string | null {
  const { nearestNext, isUsedUp, increment } = numbers.last
  if (nearestNext === created.nearestNext && !isUsedUp) return null
  const farthest = increment > 0n ? 'greatest' : 'least'
  const own = hasOtherRows ? `${farthest}(${nearestNext}, last_value)` : String(nearestNext)
  const isCalled = hasOtherRows ? `${isUsedUp} OR (is_called AND last_value = ${own})` : String(isUsedUp)
  return `PERFORM setval(${quoted(name)}, ${own}, ${isCalled})${hasOtherRows ? ` FROM ${name}` : ''};`
}

function sequenceStatement(table: PlannedTable, column: PlannedColumn, hasOtherRows: boolean): string {
  const name = qualified(table.schema, table.name)
  const counted = hasOtherRows ? table.counter.next : null
  const fromRows = `greatest(coalesce(max(${quoteName(column.name)}), 0)::numeric + 1, ${counted ?? table.source.autoIncrement}, 1)`
  const next = hasOtherRows ? fromRows : (table.counter.next ?? fromRows)
  const sequence = `pg_get_serial_sequence(${quoted(name)}, ${quoted(column.name)})`
  const from = next === fromRows ? ` FROM ${name}` : ''
  return `PERFORM setval(${sequence}, least(${next}, ${maxOf[column.type.width] ?? '32767'})::bigint, false)${from};`
}

/**
 * Returns a trigger for `ON UPDATE CURRENT_TIMESTAMP`. It sets the column when another column changes, unless the
 * statement sets it.
 */
function touchTrigger(plan: DumpPlan, table: PlannedTable, reporter: Reporter): string[] {
  const touched = table.columns.filter(
    ({ source, type }) => source.onUpdate && (type.kind === 'timestamp' || type.kind === 'timestamptz'),
  )
  if (touched.length === 0) return []
  const others = table.columns.filter((column) => !touched.includes(column) && column.generatedSql === null)
  const rowOf = (row: TriggerRow): string => `ROW(${others.map(({ name }) => rowField(row, name)).join(', ')})::text`
  const sets = touched.map(({ name, type }) => {
    const now = type.kind === 'timestamptz' ? 'CURRENT_TIMESTAMP' : 'LOCALTIMESTAMP'
    const field = rowField('NEW', name)
    return `IF ${field} IS NOT DISTINCT FROM ${rowField('OLD', name)} THEN ${field} := ${now}; END IF;`
  })
  const body = `BEGIN IF ${rowOf('NEW')} IS DISTINCT FROM ${rowOf('OLD')} THEN ${sets.join(' ')} END IF; RETURN NEW; END`
  const name = plan.nameIn(table.schema)(`${table.name}_on_update`, 'on_update')
  const message = dumpMessages.on_update_trigger
  for (const column of touched)
    reporter.fix({ code: 'on_update_trigger', table: table.name, column: column.name, message })
  return [
    `CREATE FUNCTION ${qualified(table.schema, name)}() RETURNS trigger LANGUAGE plpgsql AS ${quoted(body)};\n`,
    `CREATE TRIGGER ${quoteName(name)} BEFORE UPDATE ON ${qualified(table.schema, table.name)} FOR EACH ROW EXECUTE FUNCTION ${qualified(table.schema, name)}();\n`,
  ]
}

function comments(table: PlannedTable): string[] {
  const on = qualified(table.schema, table.name)
  const ofTable = table.source.comment === '' ? [] : [`COMMENT ON TABLE ${on} IS ${quoted(table.source.comment)};\n`]
  const isCommented = ({ source }: PlannedColumn): boolean => source.comment !== ''
  const ofColumns = table.columns
    .filter(isCommented)
    .map((column) => `COMMENT ON COLUMN ${on}.${quoteName(column.name)} IS ${quoted(column.source.comment)};\n`)
  return [...ofTable, ...ofColumns]
}
