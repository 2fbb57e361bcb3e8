import type { HeldRows } from '../server/held-rows.ts'
import { isWithoutTransactions, type Numbering } from '../server/numbering.ts'
import type { RowSequences } from '../server/row-sequences.ts'
import type { Replay } from '../schema/replay.ts'
import { givenNames } from '../schema/schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { fastColumnsOf } from './fast-columns.ts'
import { type Opened, openedLeftOut, openedUndefined, unwrittenRows } from './opened.ts'
import { type Route, routeOf } from './route.ts'
import { RowRules, type RuleServices } from './row-rules.ts'
import type { RowWriterRequest } from './row-writer-request.ts'
import type { TriggersNotRun } from './triggers-not-run.ts'

interface OpeningsRequest extends RowWriterRequest {
  readonly replay: Replay
  readonly held: HeldRows
  readonly numbering: Numbering
  readonly sequences: RowSequences
  readonly triggers: TriggersNotRun
  readonly rules: RuleServices
}

/** Decides how the rows of each INSERT are written. */
export class Openings {
  private readonly request: OpeningsRequest

  constructor(request: OpeningsRequest) {
    this.request = request
  }

  open(head: InsertHead, values: number | null): Opened {
    if (values === 0) return this.open({ ...head, columns: [] }, null)
    const { plan, replay, numbering, sequences, triggers } = this.request
    const found = replay.destination(head)
    const given = head.columns === null ? givenNames(found?.columns ?? [], values) : null
    if (given !== null) return this.open({ ...head, columns: given }, null)
    if (found === null) return openedUndefined(plan.leftOut, head.table)
    triggers.noteInsert(found.now, head)
    const table = found.table === null ? undefined : plan.tableOf(found.table)
    if (table === undefined) return openedLeftOut(found, head, plan, numbering, sequences)
    const { block, settings, computed, held: rows, references } = this.request
    const isCounted = table.columns.some((column) => column.isCounted)
    const held = rows.forTable(table)
    const now = found.now ?? table.source
    const numbered = isCounted ? numbering.numberedOf(now, found.columns, table.source, held === null) : null
    const plain = routeOf(table, found, head, { fillsIn: this.isLax(head), isTimeGiven: computed.isTimeGiven })
    const watch = held === null ? references.watchFor(table, plain.columns, now) : null
    const rules = RowRules.rulesFor(table, plain.columns, found, this.request.rules, this.isLax(head))
    const route: Route = { ...plain, numbered, held, onDuplicate: head.onDuplicate, watch, rules }
    return {
      route,
      leftOut: unwrittenRows(table, found, head, plan),
      blockHead: block.headFor(table, plain.written),
      fastColumns: this.isFast(route) ? fastColumnsOf(route, settings.isBinary, settings.repertoire) : null,
      isLaxAfterFirst: settings.isStrictForTransactions && !this.isLax(head) && isWithoutTransactions(table.source),
      sequenceDefaults: sequences.defaultsOf(now, found.columns),
    }
  }

  private isFast({ rules, watch }: Route): boolean {
    return this.request.block.isBulk && rules === null && watch?.readsCells !== true
  }

  /** Tests whether values that do not fit are changed, because of the mode or because of IGNORE. */
  isLax({ onDuplicate }: InsertHead): boolean {
    return this.request.settings.fillsIn || onDuplicate === 'ignore'
  }
}
