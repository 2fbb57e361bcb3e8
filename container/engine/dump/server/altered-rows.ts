import { clusteredBy } from './clustered-by.ts'
import { sortedRows } from './clustered-rows.ts'
import type { HeldTable } from './held-table.ts'
import type { Numbering } from './numbering.ts'
import type { DumpPlan, PlannedTable } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { DumpColumn, DumpTable } from '../schema/schema.ts'
import { isWord, type Token } from '../text/tokens.ts'

export interface AlteredRowsRequest {
  readonly plan: DumpPlan
  readonly numbering: Numbering
  readonly replay: Replay
  /** Called when ALTER TABLE numbers rows that are not held, although the server sorts them by their key. */
  readonly numberedAsWritten: (table: PlannedTable) => void
  /** Receives the number of rows that had the key of another row, or that were replaced. */
  readonly resolved: (table: PlannedTable, count: number) => void
}

const isCounted = ({ columns }: DumpTable): boolean => columns.some(({ autoIncrement }) => autoIncrement)

/** Tests for an ALTER TABLE that makes InnoDB copy the rows. */
const isCopied = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => isWord(token, 'MODIFY', 'CHANGE', 'ORDER', 'COPY'))

/** The effects of definitions on held rows. */
export class AlteredRows {
  private readonly request: AlteredRowsRequest
  private readonly tables: ReadonlyMap<PlannedTable, HeldTable>

  constructor(request: AlteredRowsRequest, tables: ReadonlyMap<PlannedTable, HeldTable>) {
    this.request = request
    this.tables = tables
  }

  /** Applies a definition. Nothing reads the rows of a table after it was dropped. */
  define(tokens: readonly Token[], apply: () => void): void {
    this.alter(tokens, apply)
    for (const dropped of this.request.replay.takeDropped()) this.heldOf(dropped)?.clear()
  }

  /** Applies ALTER TABLE. The counter of the table follows it, and an added counter numbers the rows. */
  private alter(tokens: readonly Token[], apply: () => void): void {
    const now = this.request.replay.altered(tokens)
    const held = now === undefined ? null : this.heldOf(now)
    if (tokens.some((token) => isWord(token, 'UNIQUE', 'PRIMARY'))) this.retryKeys(tokens, held)
    if (now === undefined) return apply()
    const { columnsMade, counterDefinitions } = now
    const wasCounted = isCounted(now)
    const order = clusteredBy(now)
    apply()
    const isNumbering = now.columns.some(({ id, autoIncrement }) => autoIncrement && id > columnsMade)
    if (isNumbering && held !== null) this.numberRows(now, held, order, tokens)
    if (isNumbering && held === null) this.numberUnheld(now, order, tokens)
    if (held !== null && isWord(tokens[1], 'IGNORE')) this.removeDuplicates(now, held)
    this.request.numbering.altered(now, held?.largestNumber ?? null)
    const isRestarted = isCounted(now) !== wasCounted && now.counterDefinitions === counterDefinitions
    if (isRestarted && !isNumbering) this.request.numbering.restart(now)
  }

  private plannedOf(now: DumpTable): PlannedTable | undefined {
    const source = this.request.replay.lastOf(now)
    return source === undefined ? undefined : this.request.plan.tableOf(source)
  }

  private heldOf(now: DumpTable): HeldTable | null {
    const planned = this.plannedOf(now)
    return planned === undefined ? null : (this.tables.get(planned) ?? null)
  }

  /** Tries the refused keys of the altered table again, or of all tables for `CREATE OR REPLACE UNIQUE INDEX`. */
  private retryKeys(tokens: readonly Token[], altered: HeldTable | null): void {
    const isIndex = isWord(tokens[1], 'UNIQUE') || isWord(tokens[3], 'UNIQUE')
    if (altered !== null) altered.retryKeys()
    else if (isIndex) for (const held of this.tables.values()) held.retryKeys()
  }

  /** Removes the rows that have an added key of an earlier row in the order of the server. */
  private removeDuplicates(now: DumpTable, held: HeldTable): void {
    const sorted = sortedRows(held, clusteredBy(now))
    if (sorted !== null) this.request.resolved(held.table, held.removeDuplicates(sorted))
  }

  /** Continues after rows that have their numbers, because they are not held. */
  private numberUnheld(now: DumpTable, order: readonly DumpColumn[], tokens: readonly Token[]): void {
    const planned = this.plannedOf(now)
    const hasRows = planned?.source.columns.some(({ autoIncrement, isAddedToRows }) => autoIncrement && isAddedToRows)
    if (hasRows !== true) this.request.numbering.addedNumbers(now, 0, isCopied(tokens))
    else if (planned !== undefined && order.length > 0) this.request.numberedAsWritten(planned)
  }

  /** Numbers the rows of a table in the order in which the server reads them. */
  private numberRows(now: DumpTable, held: HeldTable, order: readonly DumpColumn[], tokens: readonly Token[]): void {
    const { numbering } = this.request
    const rows = sortedRows(held, order) ?? [...held.rows]
    const { first, increment } = numbering.addedNumbers(now, rows.length, isCopied(tokens))
    held.numberRows(rows, first, increment)
  }
}
