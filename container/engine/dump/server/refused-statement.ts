import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { PlannedTable } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { NamedKey } from './held-key.ts'
import { isWithoutTransactions, type Numbering } from './numbering.ts'
import type { Pending, RejectedRow, Waiting } from './pending-rows.ts'

interface Refusal {
  readonly replay: Replay
  readonly numbering: Numbering
  readonly reject: (table: PlannedTable, ...row: RejectedRow) => void
}

/**
 * Rejects a row with the key of another row, and with it the other rows of its statement. Without transactions, the rows
 * before it stay.
 */
export function refuseStatement(
  { held, rows, inserted, count }: Pending,
  refused: Waiting,
  key: NamedKey,
  { replay, numbering, reject }: Refusal,
): void {
  const { table } = held
  const { keyTakenIn, withKeyTaken } = dumpRowMessages.row_rejected
  const others = withKeyTaken(refused.place)
  const after = rows.slice(rows.indexOf(refused) + 1)
  for (const { id, place } of isWithoutTransactions(replay.definitionOf(table.source)) ? [] : inserted) {
    held.remove(id)
    reject(table, place, undefined, others)
  }
  reject(table, refused.place, key.column, keyTakenIn(key.name), refused.row?.[key.at]?.text)
  for (const { row, place } of after) if (row !== null) reject(table, place, undefined, others)
  if (count === 1) numbering.keyTaken()
  else numbering.skip(after.length + 1)
}
