import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { retypedFrom } from '../values/retyped.ts'

/** A column of an INSERT. */
interface InsertedPlace {
  readonly column: PlannedColumn | undefined
  /** The column at this point of the dump, if its type then may store other values than its type at the end. */
  readonly retyped: DumpColumn | undefined
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
  return found.columns.map((source) => {
    const retyped = source === undefined ? undefined : retypedFrom(found.columnsThen.get(source), source)
    return { column: columns.find((column) => column.source === source), retyped }
  })
}
