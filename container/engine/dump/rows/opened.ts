import type { LeftOutCode } from '../../../../src/contract/codes.ts'
import type { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { FastColumn } from './dump-accelerator.ts'
import type { Numbered } from './numbering.ts'
import type { Route } from './route.ts'

/** The state of an INSERT whose rows are being written. */
export interface Opened {
  /** Null: nothing of them is written. */
  readonly route: Route | null
  /** Why they are not written; null where they are. */
  readonly leftOut: RowsLeftOut | null
  /** How the blocks begin that they are written to. */
  readonly blockHead: string
  readonly fastColumns: readonly FastColumn[] | null
  /** The mode holds for the first row of a statement alone. */
  readonly isLaxAfterFirst?: boolean
}

interface RowsLeftOut {
  readonly counts: LeftOutCounts
  readonly code: LeftOutCode
  /** The table, where the dump drops or never defines it. */
  readonly undefinedTable: string | null
  /** Rows that are deleted later but still use up numbers. */
  readonly numbered: Numbered | null
}

/** The fast path skips rows that nobody wants, unless they use up numbers. */
export const unwanted = (leftOut: RowsLeftOut): Opened => ({
  route: null,
  leftOut,
  blockHead: '',
  fastColumns: leftOut.numbered === null ? [] : null,
})

/** The state before the first INSERT. */
export const nothingOpened: Opened = { route: null, leftOut: null, blockHead: '', fastColumns: [] }
