import type { Message } from '../../../../src/contract/catalog/message.ts'
import type { PlannedColumn } from '../plan/plan-types.ts'
import type { InsertHead } from '../text/statements.ts'
import type { Token } from '../text/tokens.ts'
import type { Assignment } from './held-statements.ts'
import type { HeldRow } from './held-cell.ts'
import type { HeldTable } from './held-table.ts'
import type { GivenNumber, Numbered } from './numbering.ts'

/** The number of a row in its table, and the reason why it is not written. */
export type RejectedRow = [row: number, column: PlannedColumn | undefined, message: Message, shown?: string]

/** A row that the current statement has inserted, and its place among the rows that the dump lists. */
export interface InsertedRow {
  readonly id: number
  readonly place: number
}

/** A row of the current statement. It is null if it was rejected, but still uses its number. */
export interface Waiting {
  readonly row: HeldRow | null
  readonly given: GivenNumber
  readonly place: number
  /** Whether the server refuses a value of the row. */
  readonly isRefused?: boolean
}

export interface Pending {
  readonly held: HeldTable
  readonly numbered: Numbered | null
  readonly onDuplicate: InsertHead['onDuplicate']
  readonly rows: Waiting[]
  readonly inserted: InsertedRow[]
  /** The number of rows that the statement has had so far. */
  count: number
}

/** The clause `ON DUPLICATE KEY UPDATE`. `set` is null if a server has to run it. */
export interface OnDuplicate {
  readonly tokens: readonly Token[]
  readonly set: Assignment[] | null
}
