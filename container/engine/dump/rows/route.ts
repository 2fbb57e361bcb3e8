import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Destination } from '../schema/replay.ts'
import type { InsertHead } from '../text/statements.ts'
import type { Resolver } from './cell-value.ts'
import type { HeldTable } from './held-table.ts'
import type { Numbered } from './numbering.ts'
import { impliedValue, resolvers } from './values.ts'

/** Which of an INSERT's values goes where. */
export interface Route {
  readonly table: PlannedTable
  readonly columns: readonly PlannedColumn[]
  readonly resolvers: readonly Resolver[]
  /** Which value of a row; -1 where a row has none and the column counts, or has what MySQL gives it. */
  readonly sources: Int32Array
  /** Values that a row of this INSERT has. */
  readonly width: number
  /** Where a row of a versioned table says until when it held; -1 where it does not. */
  readonly rowEnd: number
  /** What columns that the INSERT does not name had for a default, where it is another one in the end. */
  readonly defaults: Destination['defaults']
  /** A column that the INSERT does not name and that nothing fills. */
  readonly missing: PlannedColumn | undefined
  /** How its rows come to their numbers; null where none counts. */
  readonly numbered: Numbered | null
  /** Where its rows are kept; null where they are written at once. */
  readonly held: HeldTable | null
  readonly onDuplicate: InsertHead['onDuplicate']
}

export function routeOf(
  table: PlannedTable,
  { columns: named, lastColumn, defaults }: Destination,
  head: InsertHead,
  fillsIn: boolean,
): Omit<Route, 'numbered' | 'held' | 'onDuplicate'> {
  const names = head.columns ?? named.map((column) => column?.name)
  const rowEnd = table.source.rowEnd?.toLowerCase()
  const written = table.columns.filter((column) => column.generatedSql === null)
  const isRequired = (column: PlannedColumn): boolean =>
    !column.nullable && column.defaultSql === null && !column.isIdentity
  const isFilledIn = (column: PlannedColumn): boolean =>
    (fillsIn || column.source.id > lastColumn) && isRequired(column) && impliedValue(column) !== null
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
