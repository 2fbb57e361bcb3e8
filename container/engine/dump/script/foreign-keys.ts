import type { Reporter } from '../../report/reporter.ts'
import { orNotValid } from './constraints.ts'
import { type DumpPlan, type PlannedColumn, type PlannedTable, qualified, quoteName } from '../plan/plan-types.ts'
import { type DumpForeignKey, type DumpSchema, findColumn } from '../schema/schema.ts'

interface ForeignKeyRequest {
  readonly plan: DumpPlan
  readonly schema: DumpSchema
  readonly table: PlannedTable
  readonly reporter: Reporter
}

/** References of a table, after every table's keys: cycles and references to itself need no order then. */
export function foreignKeyStatements(request: ForeignKeyRequest): string[] {
  const { table } = request
  return table.source.foreignKeys.flatMap((key) => {
    const name = table.nameConstraint(
      key.name === '' ? `${table.name}_${key.columns[0] ?? 'reference'}_fkey` : key.name,
    )
    return foreignKeyStatement(request, key, name) ?? []
  })
}

function foreignKeyStatement(request: ForeignKeyRequest, key: DumpForeignKey, name: string): string | null {
  const { plan, schema, table, reporter } = request
  const source = schema.find(key.database ?? table.source.database, key.table)
  const target = source === undefined ? undefined : plan.tableOf(source)
  const drop = (why: string): null => {
    reporter.fix({ code: 'foreign_key_dropped', table: table.name, message: why, example: key.name })
    return null
  }
  if (target === undefined) return drop('Foreign keys to tables that are not in the script were left out.')
  const from = plannedColumns(table, key.columns)
  const to = plannedColumns(target, key.references)
  if (from === null || to === null || from.length !== to.length)
    return drop('Foreign keys of columns that are not in the script were left out.')
  if (!isUnique(target, to))
    return drop('Foreign keys to columns that are not unique were left out, because PostgreSQL does not allow them.')
  if (!from.every((column, at) => areComparable(column, to[at] as PlannedColumn)))
    return drop('Foreign keys between columns of types that PostgreSQL cannot compare were left out.')
  const names = (columns: readonly PlannedColumn[]): string =>
    columns.map((column) => quoteName(column.name)).join(', ')
  const add = `ALTER TABLE ${qualified(table.schema, table.name)} ADD CONSTRAINT ${quoteName(name)} FOREIGN KEY (${names(from)}) REFERENCES ${qualified(target.schema, target.name)} (${names(to)})${key.actions}`
  if (target.rows.rejected > 0) {
    reporter.fix({
      code: 'foreign_key_not_valid',
      table: table.name,
      message: 'Foreign keys to tables with rejected rows apply to new rows only (NOT VALID).',
      example: name,
    })
    return `${add} NOT VALID;\n`
  }
  return orNotValid(add, name, 'foreign_key_violation')
}

function plannedColumns(table: PlannedTable, names: readonly string[]): PlannedColumn[] | null {
  const columns = names.map((name) => {
    const source = findColumn(table.source, name)
    return table.columns.find((column) => column.source === source && source !== undefined)
  })
  return columns.every((column) => column !== undefined) && columns.length > 0 ? columns : null
}

function isUnique(target: PlannedTable, columns: readonly PlannedColumn[]): boolean {
  const wanted = columns
    .map(({ source }) => source.name.toLowerCase())
    .toSorted()
    .join('\0')
  return target.source.keys.some(
    (key) =>
      (key.kind === 'primary' || key.kind === 'unique') &&
      key.parts.every(({ prefix, column }) => prefix === null && column !== null) &&
      key.parts
        .map(({ column }) => (column ?? '').toLowerCase())
        .toSorted()
        .join('\0') === wanted,
  )
}

/** Types that PostgreSQL compares with each other. */
function family({ type }: PlannedColumn): string {
  if (/^(?:integer|decimal|float)$/.test(type.kind)) return 'number'
  if (/^(?:timestamp|timestamptz|date)$/.test(type.kind)) return 'time'
  return type.kind === 'enum' ? type.sqlType : type.kind
}
const areComparable = (one: PlannedColumn, other: PlannedColumn): boolean => family(one) === family(other)
