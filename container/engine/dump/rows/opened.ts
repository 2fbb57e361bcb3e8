import type { LeftOutCode } from '../../../../src/contract/codes.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import type { Reporter } from '../../report/reporter.ts'
import type { Destination } from '../schema/replay.ts'
import { type DumpTable, isUniqueKey, type KeyPart } from '../schema/schema.ts'
import type { LeftOutCounts } from '../../report/left-out-counts.ts'
import type { FastColumn } from './dump-accelerator.ts'
import type { Numbered, Numbering } from '../server/numbering.ts'
import type { InsertHead } from '../text/statements.ts'
import { isSameName } from '../text/tokens.ts'
import type { Route } from './route.ts'
import type { RowSequences, SequenceDefault } from '../server/row-sequences.ts'

/** The state of an INSERT whose rows are being written. */
export interface Opened {
  /** This is null if the rows are not written. */
  readonly route: Route | null
  /** The reason why they are not written, or null. */
  readonly leftOut: RowsLeftOut | null
  /** The beginning of their blocks. */
  readonly blockHead: string
  readonly fastColumns: readonly FastColumn[] | null
  /** Columns that take numbers of sequences by default. */
  readonly sequenceDefaults: readonly SequenceDefault[]
  /** Whether the strict mode applies only to the first row of a statement. */
  readonly isLaxAfterFirst?: boolean
}

interface RowsLeftOut {
  readonly counts: LeftOutCounts
  readonly code: LeftOutCode
  /** The name of a table that the dump drops or never defines. */
  readonly undefinedTable: string | null
  /** Rows that are deleted later but still use up numbers. */
  readonly numbered: Numbered | null
  /** Whether the numbers of the rows are unknown. */
  readonly hidesNumbers: boolean
  /** Whether `ON DUPLICATE KEY UPDATE` after the rows makes their numbers unknown. */
  readonly hidesAfterUpdate: boolean
}

/** Returns the state for unneeded rows. The fast path skips them, unless they use up numbers. */
const unwanted = (leftOut: RowsLeftOut, sequenceDefaults: readonly SequenceDefault[]): Opened => ({
  route: null,
  leftOut,
  blockHead: '',
  fastColumns: leftOut.numbered === null && sequenceDefaults.length === 0 ? [] : null,
  sequenceDefaults,
})

/** The state before the first INSERT. */
export const nothingOpened: Opened = {
  route: null,
  leftOut: null,
  blockHead: '',
  fastColumns: [],
  sequenceDefaults: [],
}

/** Returns the state for rows that the dump later deletes, or whose table is not in the script. */
export function openedLeftOut(
  { table, last, now, columns }: Destination,
  head: InsertHead,
  plan: DumpPlan,
  numbering: Numbering,
  sequences: RowSequences,
): Opened {
  const numbered = numbering.numberedOf(now, columns)
  const isCompared = numbered !== null && now !== undefined && comparesRows(now, numbered)
  const hidesNumbers = isCompared && head.onDuplicate !== null
  const hidesAfterUpdate = isCompared || (numbered !== null && numbered.source >= 0)
  const defaults = sequences.defaultsOf(now ?? last, columns)
  return unwanted({ ...leftOutOf({ table, last }, head, plan), numbered, hidesNumbers, hidesAfterUpdate }, defaults)
}

/** Returns how the rows of a table are counted that the dump drops or empties, or that is not in the script. */
function leftOutOf(
  { table, last }: Pick<Destination, 'table' | 'last'>,
  head: InsertHead,
  plan: DumpPlan,
): Pick<RowsLeftOut, 'counts' | 'code' | 'undefinedTable'> {
  const counts = (last === null ? undefined : plan.tableOf(last)?.leftOut) ?? plan.leftOut
  const isDefined = last !== null && last.columns.length > 0
  const code = !isDefined ? 'no_table' : table === null ? 'deleted' : 'not_chosen'
  return { counts, code, undefinedTable: isDefined ? null : head.table }
}

/**
 * Tests whether a server may find a conflict for a row with a generated number. None of the rows is held to find it. A
 * key with a generated number has no duplicates.
 */
function comparesRows({ keys, foreignKeys, checks, partitioning }: DumpTable, { column }: Numbered): boolean {
  if (foreignKeys.length > 0 || checks.length > 0 || partitioning !== null) return true
  const isOwn = (part: KeyPart): boolean => isSameName(column.name, part.column)
  return keys.some((key) => isUniqueKey(key) && !key.parts.some(isOwn))
}

/** Returns how rows are counted that are held for other statements, but not written. Null means that they are written. */
export const unwrittenRows = (
  { isDropped }: PlannedTable,
  { last }: Destination,
  head: InsertHead,
  plan: DumpPlan,
): RowsLeftOut | null =>
  isDropped
    ? { ...leftOutOf({ table: null, last }, head, plan), numbered: null, hidesNumbers: false, hidesAfterUpdate: false }
    : null

/** Returns the state for rows of a table that the dump never defines. */
export const openedUndefined = (counts: LeftOutCounts, undefinedTable: string): Opened =>
  unwanted({ counts, code: 'no_table', undefinedTable, numbered: null, hidesNumbers: true, hidesAfterUpdate: true }, [])

/** Counts rows that are not written. */
export function leaveOut({ leftOut }: Opened, count: number, reporter: Reporter): void {
  if (leftOut === null) return
  const { counts, code, undefinedTable } = leftOut
  counts.add(code, count)
  if (undefinedTable === null) return
  reporter.fix({ code: 'rows_left_out', table: undefinedTable, message: dumpRowMessages.rows_left_out, count })
}

/** Counts an earlier version of a row. */
export function leaveOutHistory({ name, leftOut }: PlannedTable, reporter: Reporter): void {
  leftOut.add('history')
  reporter.fix({ code: 'history_left_out', table: name, message: dumpRowMessages.history_left_out })
}
