import type { Reporter } from '../../report/reporter.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { PlannedTable } from '../plan/plan-types.ts'
import type { RejectedRow } from '../server/pending-rows.ts'

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

/** Counts and reports rows that are left out, because a statement resolves their key. */
export function reportResolved(reporter: Reporter, { name, leftOut, isDropped }: PlannedTable, count: number): void {
  if (isDropped) return
  leftOut.add('duplicate', count)
  reporter.fix({ code: 'duplicates_resolved', table: name, message: dumpRowMessages.duplicates_resolved, count })
}
