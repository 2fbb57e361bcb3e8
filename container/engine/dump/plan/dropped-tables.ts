import { LeftOutCounts } from '../../report/left-out-counts.ts'
import { type DumpColumn, type DumpSchema, type DumpTable, findColumn, isUniqueKey } from '../schema/schema.ts'
import type { PlannedColumn, PlannedTable } from './plan-types.ts'

/** Tests for a unique key whose values only a server computes, so it may refuse rows that this code keeps. */
const hasComputedKey = (table: DumpTable): boolean =>
  table.keys.some(
    (key) =>
      isUniqueKey(key) &&
      key.parts.some(({ column }) => column === null || findColumn(table, column)?.generated !== null),
  )

/** Returns the dropped tables whose rows other statements may read before. A server may refuse rows for no partition. */
export const readableTables = ({ dropped }: DumpSchema): DumpTable[] =>
  dropped.filter(
    (table) =>
      table.needsRows &&
      !table.hasUnknownRows &&
      table.columns.length > 0 &&
      table.partitioning === null &&
      !hasComputedKey(table),
  )

/** Returns the columns that a table of the script has before DROP COLUMN, beginning with the last one. */
export const droppedColumnsOf = ({ droppedColumns }: DumpTable): DumpColumn[] =>
  droppedColumns.filter(({ autoIncrement }) => !autoIncrement).toReversed()

/** Plans tables that the script does not contain. Their rows are left out, whatever happens to them in the meantime. */
export const unwrittenTables = (
  tables: readonly DumpTable[],
  plan: (table: DumpTable, columns: readonly DumpColumn[]) => readonly PlannedColumn[],
): ReadonlyMap<DumpTable, PlannedTable> =>
  new Map(
    tables.map((source) => [
      source,
      {
        source,
        schema: null,
        name: source.name,
        columns: plan(source, source.columns),
        droppedColumns: plan(source, droppedColumnsOf(source)),
        nameConstraint: (wanted) => wanted,
        duplicates: null,
        partitions: null,
        isHeld: true,
        isDropped: true,
        rows: { converted: 0, rejected: 0 },
        leftOut: new LeftOutCounts(),
        sharedKeys: new Map(),
        counter: { next: null },
      },
    ]),
  )
