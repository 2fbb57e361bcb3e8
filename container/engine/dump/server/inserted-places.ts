import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'

/** A column of an INSERT, at the end of the dump and at this point. */
interface InsertedPlace {
  readonly column: PlannedColumn | undefined
  readonly columnThen: DumpColumn | undefined
}

/** Returns the column of each value in a row of an INSERT. */
export function placesOf(
  head: InsertHead,
  { replay, plan }: { readonly replay: Replay; readonly plan: DumpPlan },
): readonly InsertedPlace[] {
  const found = replay.destination(head)
  if (found === null) return []
  const planned = found.table === null ? undefined : plan.tableOf(found.table)
  const columns = planned === undefined ? [] : [...planned.columns, ...planned.droppedColumns]
  return found.columns.map((source) => ({
    column: columns.find((column) => column.source === source),
    columnThen: source === undefined ? undefined : found.columnsThen.get(source),
  }))
}
