import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpKey } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'
import type { HeldRow, HeldTable } from './held-table.ts'
import { type GivenNumber, isWithoutTransactions, type Numbered } from './numbering.ts'

/** A row of the current statement. It is null if it was rejected, but still uses its number. */
export interface Waiting {
  readonly row: HeldRow | null
  readonly given: GivenNumber
  readonly place: number
}

/** The rows of the current statement. */
export interface Pending {
  readonly held: HeldTable
  readonly numbered: Numbered | null
  readonly onDuplicate: InsertHead['onDuplicate']
  readonly rows: Waiting[]
  /** The rows of a plain INSERT that are in the table, by their ids. */
  readonly stored: Map<number, number>
}

export interface RefusalRequest {
  readonly replay: Replay
  readonly reject: (table: PlannedTable, row: number, message: Message, column?: PlannedColumn, value?: string) => void
  /** Called when a server refuses a statement that adds keys, because two rows share one of them. */
  readonly keysRefused: (table: PlannedTable, keys: readonly DumpKey[]) => void
}

/**
 * Rejects the rows of a statement from the one whose key is in the table. InnoDB also takes back the rows before it. The
 * numbers remain used.
 */
export function refuseStatement(
  { reject, replay }: RefusalRequest,
  { held, numbered, rows, stored }: Pending,
  at: number,
): void {
  const { row, place } = rows[at] as Waiting
  const { source } = held.table
  const { keyTaken, keyTakenIn, withKeyTaken } = dumpRowMessages.row_rejected
  if (!isWithoutTransactions(replay.current(source) ?? source))
    for (const [id, earlier] of stored) {
      held.takeBack(id)
      reject(held.table, earlier, withKeyTaken(place))
    }
  const shared = row === null ? null : held.takenKey(row)
  reject(held.table, place, shared === null ? keyTaken : keyTakenIn(shared.name), shared?.column, shared?.value)
  for (const later of rows.slice(at + 1)) {
    numbered?.counter.notReached()
    if (later.row !== null) reject(held.table, later.place, withKeyTaken(place))
  }
}

/** Adds the keys that a table has from this point on, except those that a server refuses. */
export function takeKeys({ replay, keysRefused }: RefusalRequest, held: HeldTable): void {
  if (!held.awaitsKeys) return
  const { source } = held.table
  const now = replay.current(source)
  if (now === undefined) return
  const refused = held.takeKeys(now.keys)
  if (refused.length === 0) return
  source.keys = source.keys.filter((key) => !refused.includes(key))
  keysRefused(held.table, refused)
}
