import { type DumpForeignKey, type DumpSchema, findColumn } from '../schema/schema.ts'
import type { DumpPlan, PlannedColumn, PlannedTable } from './plan-types.ts'

/** A foreign key between tables of the script. */
export interface Reference {
  readonly table: PlannedTable
  readonly from: readonly PlannedColumn[]
  readonly target: PlannedTable
  readonly to: readonly PlannedColumn[]
}

/** Returns null if a table of the foreign key is not in the script, or `columns` if one of its columns is not. */
export function referenceOf(
  plan: DumpPlan,
  schema: DumpSchema,
  table: PlannedTable,
  key: DumpForeignKey,
): Reference | 'columns' | null {
  const source = schema.find(key.database ?? table.source.database, key.table)
  const target = source === undefined ? undefined : plan.tableOf(source)
  if (target === undefined) return null
  const from = plannedColumns(table, key.columns)
  const to = plannedColumns(target, key.references)
  return from === null || to === null || from.length !== to.length ? 'columns' : { table, from, target, to }
}

function plannedColumns(table: PlannedTable, names: readonly string[]): PlannedColumn[] | null {
  const columns = names.map((name) => {
    const source = findColumn(table.source, name)
    return table.columns.find((column) => column.source === source && source !== undefined)
  })
  return columns.every((column) => column !== undefined) && columns.length > 0 ? columns : null
}
