import type { Constant } from '../constants/constant.ts'
import { refuse } from '../expressions/translated.ts'
import type { DumpPlan, PlannedColumn } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpColumn } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { retypedFrom } from '../values/retyped.ts'
import { storedAs } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'

/** A column of an INSERT. */
interface InsertedPlace {
  readonly column: PlannedColumn | undefined
  /** The column at this point of the dump, if its type then may store other values than its type at the end. */
  readonly retyped: DumpColumn | undefined
}

/** Returns the column of each value in a row of an INSERT. */
function placesOf(
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

/** The rows of a query, which a statement inserts. */
export interface QueriedRows {
  readonly head: InsertHead
  readonly rows: readonly (readonly Constant[])[]
}

/** Returns the rows of a query in the types of the columns. */
export function queriedRows(
  head: InsertHead,
  rows: readonly (readonly Constant[])[],
  request: Parameters<typeof placesOf>[1],
): QueriedRows {
  const isComputed = rows.flat().some((value) => value.kind === 'load_time' && value.sql !== undefined)
  if (isComputed) refuse('arithmetic with the time of the load')
  const places = placesOf(head, request)
  const stored = rows.map((row) => row.map((value, at) => storedAs(value, places[at]?.column, places[at]?.retyped)))
  return { head, rows: stored }
}

/** Tests whether the order of new rows decides their numbers, or which rows of a key remain. */
export function ordersRows({ table }: HeldTable, { onDuplicate }: InsertHead, replay: Replay): boolean {
  const { keys } = replay.definitionOf(table.source)
  return table.columns.some(({ isCounted }) => isCounted) || (onDuplicate !== null && keys.length > 0)
}
