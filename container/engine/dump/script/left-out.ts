import type { Spec } from '../../../../src/contract/spec.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { ColumnTypePlan } from '../plan/column-plan.ts'
import { isChosen, isOfServer } from '../plan/dump-options.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import type { DumpSchema } from '../schema/schema.ts'
import type { Token } from '../text/tokens.ts'

/** Names the statements that may have changed rows, whether the script has the tables or their rows alone. */
export function reportNotRun({ ignored }: DumpSchema, reporter: Reporter): void {
  for (const [word, count] of ignored) {
    const others = word === 'INSERT' || word === 'REPLACE' ? ' other than INSERT … VALUES' : ''
    const message = `${word} statements${others} were not converted, because only a database server can run them.`
    reporter.fix({ code: 'statement_left_out', message, count, example: word })
  }
}

/** The longest text of one object in the report. */
const textMax = 20_000

/** The statement as SQL again. */
function sqlOf(tokens: readonly Token[]): string {
  const written = tokens.map(({ kind, text }) => {
    if (kind === 'string') return `'${text.replaceAll("'", "''")}'`
    if (kind === 'name') return `\`${text.replaceAll('`', '``')}\``
    return kind === 'hex' ? `0x${text}` : text
  })
  const whole = written.join(' ')
  return whole.length > textMax ? `${whole.slice(0, textMax)}…` : whole
}

/** Names everything else of the dump that the script does not have. */
export function reportLeftOut(plan: DumpPlan, schema: DumpSchema, spec: Spec, reporter: Reporter): void {
  const isWanted = isChosen(spec)
  const leftOut = [...schema.tables.values()].filter((table) => table.columns.length > 0 && !isWanted(table))
  const ofServer = new Set(leftOut.filter(isOfServer).map(({ database }) => database))
  if (ofServer.size > 0)
    reporter.note(
      `The schemas of the server itself were left out: ${[...ofServer].join(', ')}. They have its accounts and settings. To convert them, name them in dump.tables.include, such as mysql.*.`,
    )
  const without = leftOut.filter((table) => !isOfServer(table)).length
  if (without > 0) reporter.note(`dump.tables leaves out ${without} of ${schema.tables.size} tables.`)
  for (const { kind, name, table, database, tokens } of schema.others.values()) {
    if (!isWanted({ database, name: table ?? name }) && (table !== null || isOfServer({ database }))) continue
    const where = table === null ? '' : ` of ${table}`
    const why = kind === 'sequence' ? 'no column of the script counts by it' : "its body is MySQL's own language"
    const message = `The ${kind} ${name}${where} was left out: ${why}. Its text: ${sqlOf(tokens)}`
    reporter.fix({ code: `${kind}_left_out`, message, example: name })
  }
  for (const { name, columns } of schema.tables.values()) {
    const message = 'A table made by a query, or without columns, was left out.'
    if (columns.length === 0) reporter.fix({ code: 'table_left_out', message, example: name })
  }
  for (const { name, source, columns } of plan.tables) {
    if (source.isPartitioned)
      reporter.fix({ code: 'partitions_dropped', table: name, message: 'The table is not partitioned in PostgreSQL.' })
    if (columns.some(({ type }) => type.kind === 'spatial' && type.sqlType === 'bytea'))
      reporter.note(`Spatial values of ${name} are well-known binary (WKB) in bytea columns, without their SRID.`)
  }
  const isExact = ({ kind, sqlType, collation }: ColumnTypePlan): boolean =>
    kind === 'text' && sqlType !== 'citext' && collation === undefined
  if (plan.tables.some(({ columns }) => columns.some(({ type }) => isExact(type))))
    reporter.note("Strings are compared and sorted by the database's collation, which is case-sensitive.")
}
