import type { Message } from '../../../../src/contract/catalog/message.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'

/** The number of a row in its table, and the reason why it is not written. */
export type RejectedRow = [row: number, column: PlannedColumn | undefined, message: Message, shown?: string]

/** Counts and reports a row that is not written. */
export function reportRejected(
  reporter: Reporter,
  table: PlannedTable,
  ...[row, column, message, shown]: RejectedRow
): void {
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
