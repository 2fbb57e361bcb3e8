import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Destination } from '../schema/replay.ts'
import type { InsertHead } from '../text/statements.ts'
import type { Resolver } from './cell-value.ts'
import type { HeldTable } from './held-table.ts'
import type { Numbered } from './numbering.ts'
import type { RowWatch } from './reference-check.ts'
import { hasImpliedDefault, impliedValue, resolvers } from './values.ts'

/** The mapping from an INSERT's values to columns. */
export interface Route {
  readonly table: PlannedTable
  readonly columns: readonly PlannedColumn[]
  readonly resolvers: readonly Resolver[]
  /** The index of each column's value in a row; -1 for a column without one, which counts or has MySQL's default. */
  readonly sources: Int32Array
  /** Values that a row of this INSERT has. */
  readonly width: number
  /** The index of a versioned row's end; -1 when the table has no versions. */
  readonly rowEnd: number
  /** The defaults of unnamed columns when the INSERT ran, if they differ from the final ones. */
  readonly defaults: Destination['defaults']
  /** A column that the INSERT does not name and that nothing fills. */
  readonly missing: PlannedColumn | undefined
  /** How its rows come to their numbers; null if none counts. */
  readonly numbered: Numbered | null
  /** The store of the table's rows; null when rows are written at once. */
  readonly held: HeldTable | null
  readonly onDuplicate: InsertHead['onDuplicate']
  /** Remembers the keys of the rows; null if none is needed, or where the rows are not written yet. */
  readonly watch: RowWatch | null
}

export function routeOf(
  table: PlannedTable,
  { columns: named, lastColumn, defaults }: Destination,
  head: InsertHead,
  fillsIn: boolean,
): Omit<Route, 'numbered' | 'held' | 'onDuplicate' | 'watch'> {
  const names = head.columns ?? named.map((column) => column?.name)
  const rowEnd = table.source.rowEnd?.toLowerCase()
  const written = table.columns.filter((column) => column.generatedSql === null)
  const isRequired = (column: PlannedColumn): boolean =>
    !column.nullable && column.defaultSql === null && !column.isIdentity
  const isFilledIn = (column: PlannedColumn): boolean =>
    (fillsIn || column.source.id > lastColumn || hasImpliedDefault(column)) &&
    isRequired(column) &&
    impliedValue(column) !== null
  const columns = written.filter(
    (column) =>
      table.isHeld ||
      named.includes(column.source) ||
      column.isCounted ||
      defaults.has(column.source.id) ||
      isFilledIn(column),
  )
  // A row needs some column: where all have their defaults, the first one does.
  if (columns.length === 0) columns.push(...written.slice(0, 1))
  const missing = written.find(
    (column) =>
      isRequired(column) &&
      !named.includes(column.source) &&
      !column.isCounted &&
      !defaults.has(column.source.id) &&
      !isFilledIn(column),
  )
  return {
    table,
    columns,
    resolvers: columns.map(({ type }) => resolvers[type.kind]),
    sources: Int32Array.from(columns, (column) => named.indexOf(column.source)),
    width: named.length,
    rowEnd: rowEnd === undefined ? -1 : names.findIndex((name) => name?.toLowerCase() === rowEnd),
    defaults,
    missing,
  }
}
