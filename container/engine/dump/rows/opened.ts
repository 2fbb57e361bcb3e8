import type { FastColumn } from './dump-accelerator.ts'
import type { Numbered } from './numbering.ts'
import type { Route } from './route.ts'

/** The state of an INSERT whose rows are being written. */
export interface Opened {
  /** Null: nothing of them is written. */
  readonly route: Route | null
  /** The table, where the dump never says what it is. */
  readonly undefinedTable: string | null
  /** How the blocks begin that they are written to. */
  readonly blockHead: string
  readonly fastColumns: readonly FastColumn[] | null
  /** Rows that are deleted later but still use up numbers. */
  readonly deleted: Numbered | null
  /** The mode holds for the first row of a statement alone. */
  readonly isLaxAfterFirst?: boolean
}

/** The fast path skips rows that nobody wants. */
export const unwanted: Opened = { route: null, undefinedTable: null, blockHead: '', fastColumns: [], deleted: null }
