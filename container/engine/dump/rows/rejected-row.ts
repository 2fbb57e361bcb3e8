import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { DumpKey } from '../schema/schema.ts'
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

/** Reports rows that had the key of another row, or that were replaced. */
export function reportResolved(reporter: Reporter, { name, leftOut }: PlannedTable, count: number): void {
  leftOut.add('duplicate', count)
  reporter.fix({ code: 'duplicates_resolved', table: name, message: dumpRowMessages.duplicates_resolved, count })
}

/** Reports keys that the table does not get, because two rows share one of them. */
export function reportKeysRefused(reporter: Reporter, { name }: PlannedTable, keys: readonly DumpKey[]): void {
  const message = dumpMessages.index_dropped.repeated
  for (const { kind, name: key } of keys)
    reporter.fix({ code: 'index_dropped', table: name, message, example: kind === 'primary' ? 'PRIMARY' : key })
}
