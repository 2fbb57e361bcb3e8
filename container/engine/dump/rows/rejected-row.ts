import type { Message } from '../../../../src/contract/catalog/message.ts'
import type { Reporter } from '../../report/reporter.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Route } from './route.ts'

/** The number of a row in its table, and the reason why it is not written. */
export type RejectedRow = [row: number, column: PlannedColumn | undefined, message: Message, shown?: string]

/** Counts and reports a row that is not written. */
export function reportRejected(
  reporter: Reporter,
  table: PlannedTable,
  ...[row, column, message, shown]: RejectedRow
): void {
  // Rows that are not written are left out in any case. Statements that read them are reported.
  if (table.isDropped) return
  table.rows.rejected++
  reporter.problem({
    code: 'row_rejected',
    table: table.name,
    row,
    message,
    ...(column === undefined ? {} : { column: column.name }),
    ...(shown === undefined ? {} : { value: shown }),
  })
}

/** Rejects a row of an INSERT that a server refuses. Returns false for any other row. */
export function rejectsRefused(
  { table, refused }: Pick<Route, 'table' | 'refused'>,
  row: number,
  reporter: Reporter,
): boolean {
  const refusal = refused?.at(row) ?? null
  if (refusal === null) return false
  const { keyTakenIn, withKeyTaken } = dumpRowMessages.row_rejected
  const column = table.columns.find(({ source }) => source === refusal.column)
  if (row === refusal.row) reportRejected(reporter, table, row, column, keyTakenIn(refusal.key), refusal.value)
  else reportRejected(reporter, table, row, undefined, withKeyTaken(refusal.row))
  return true
}

/** Counts and reports rows that are left out, because a statement resolves their key. */
export function reportResolved(reporter: Reporter, { name, leftOut, isDropped }: PlannedTable, count: number): void {
  if (isDropped) return
  leftOut.add('duplicate', count)
  reporter.fix({ code: 'duplicates_resolved', table: name, message: dumpRowMessages.duplicates_resolved, count })
}
