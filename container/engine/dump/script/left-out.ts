import { dumpMessages } from '../../catalog/dumps.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ColumnTypePlan } from '../plan/column-plan.ts'
import { isChosen, isOfServer } from '../plan/dump-options.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import type { DumpSchema } from '../schema/schema.ts'
import { shortened, sqlOf } from '../text/sql-of.ts'

/** Reports the statements that may have changed rows, whether the script contains the tables or only their rows. */
export function reportNotRun(ignored: DumpSchema['ignored'], reporter: Reporter): void {
  for (const [word, { count, texts }] of ignored) {
    const message = dumpMessages.statement_left_out(word)
    texts.forEach((example, at) => {
      reporter.fix({ code: 'statement_left_out', message, count: at === 0 ? count - texts.length + 1 : 1, example })
    })
  }
}

/** Reports a table whose partitions are not in the script, with their clause and the reason. */
function reportPartitions({ name, source, partitions }: PlannedTable, reporter: Reporter): void {
  if (source.partitioning === null) return
  const { hashed, plain, quoting } = dumpMessages.partitions_dropped
  if (partitions !== null && typeof partitions !== 'string') {
    const { method, submethod } = source.partitioning
    if ([method, submethod].some((used) => used?.kind === 'hash' || used?.kind === 'key')) reporter.note(hashed(name))
    return
  }
  const message = quoting(partitions ?? plain, `PARTITION BY ${sqlOf(source.partitioning.text)}`)
  reporter.fix({ code: 'partitions_dropped', table: name, message })
}

/** Reports everything else in the dump that the script does not contain. */
export function reportLeftOut(plan: DumpPlan, schema: DumpSchema, spec: Spec, reporter: Reporter): void {
  const isWanted = isChosen(spec)
  const leftOut = [...schema.tables.values()].filter((table) => table.columns.length > 0 && !isWanted(table))
  const ofServer = new Set(leftOut.filter(isOfServer).map(({ database }) => database))
  if (ofServer.size > 0) reporter.note(dumpMessages.notes.serverSchemas([...ofServer].join(', ')))
  const without = leftOut.filter((table) => !isOfServer(table)).length
  if (without > 0) reporter.note(dumpMessages.notes.notChosen(without, schema.tables.size))
  const isPlanned = new Set(plan.sequences.map(({ source }) => source))
  for (const other of schema.others.values()) {
    const { kind, name, table, database } = other
    if (isPlanned.has(other)) continue
    if (!isWanted({ database, name: table ?? name }) && (table !== null || isOfServer({ database }))) continue
    const { sequence_left_out: sequence, routine_left_out: routine } = dumpMessages
    const text = shortened(other.text)
    const message = kind === 'sequence' ? sequence(name, text) : routine(kind, name, table, text)
    reporter.fix({ code: `${kind}_left_out`, message, example: name })
  }
  for (const { name, columns } of schema.tables.values()) {
    const message = dumpMessages.table_left_out
    if (columns.length === 0) reporter.fix({ code: 'table_left_out', message, example: name })
  }
  for (const table of plan.tables) {
    const { name, columns } = table
    reportPartitions(table, reporter)
    if (columns.some(({ type }) => type.kind === 'spatial' && type.sqlType === 'bytea'))
      reporter.note(dumpMessages.notes.spatial(name))
  }
  const isExact = ({ kind, sqlType, collation }: ColumnTypePlan): boolean =>
    kind === 'text' && sqlType !== 'citext' && collation === undefined
  if (plan.tables.some(({ columns }) => columns.some(({ type }) => isExact(type))))
    reporter.note(dumpMessages.notes.collation)
}
