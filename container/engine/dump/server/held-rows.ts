import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { setsLastInsertId } from '../constants/call-forms.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { clausesOf } from '../expressions/query-parts.ts'
import { attempt, refuse } from '../expressions/translated.ts'
import type { DumpTable } from '../schema/schema.ts'
import type { Settings } from '../text/settings.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { insertedQuery } from '../text/insertion-head.ts'
import type { InsertHead } from '../text/statements.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isSameName, isWord, type Token } from '../text/tokens.ts'
import { currentTimestamp } from '../values/load-time.ts'
import {
  doubtUpdated,
  noteMissed,
  runsOthers,
  unclearTables,
  type Assignment,
  assignmentsOf,
  computed,
  computedSetting,
  deletionOf,
  type FindTable,
  scopeOf,
  tableIn,
  updateOf,
} from './held-statements.ts'
import {
  isJoinedDeletion,
  JoinBudget,
  type JoinContext,
  type JoinedChange,
  joinedDeletion,
  joinedUpdate,
} from './held-joins.ts'
import { AlteredRows, type AlteredRowsRequest } from './altered-rows.ts'
import { derivedTable, selected } from './held-queries.ts'
import { HeldReferences } from './held-references.ts'
import { refuseStatement } from './refused-statement.ts'
import { ordersRows, type QueriedRows, queriedRows } from './queried-rows.ts'
import { type HeldCell, type HeldRow, type StoredCell, storedAs } from './held-cell.ts'
import { numberRow } from './held-numbers.ts'
import { HeldTable } from './held-table.ts'
import { numberIn } from './largest-numbers.ts'
import { isWithoutTransactions, type Numbered } from './numbering.ts'
import type { OnDuplicate, Pending, RejectedRow, Waiting } from './pending-rows.ts'

/** A table and the name by which a statement calls it. */
interface NamedTable {
  readonly table: HeldTable
  readonly alias: string
}

interface ChangedTable extends NamedTable {
  /** Whether a row stays that the server refuses to change. */
  readonly isIgnored?: boolean
}

interface Replacing {
  readonly set: readonly { readonly at: number }[]
  readonly isIgnored: boolean
}

const asItself = (table: HeldTable): NamedTable => ({ table, alias: table.table.source.name })

interface HeldRowsRequest extends AlteredRowsRequest {
  readonly scope: () => ConstantScope
  /** Tests a changed row for the rules of its table. */
  readonly keepsRules: (held: HeldTable, row: HeldRow) => boolean
  readonly settings: Settings
  /** Converts a constant, or null for the default, to a cell of the column as the table has it at this point. */
  readonly store: (value: Constant | null, column: PlannedColumn, held: HeldTable) => StoredCell
  /** Called when a statement changes or deletes rows of a table. */
  readonly changed: (table: DumpTable, event: 'UPDATE' | 'DELETE') => void
  readonly reject: (table: PlannedTable, ...row: RejectedRow) => void
}

/** Tests for the first column of a key in a query. */
const usesKey = (query: readonly Token[], { keys }: DumpTable): boolean =>
  keys.some(({ parts: [first] }) => first?.column != null && query.some(({ text }) => isSameName(text, first.column)))

const isPlainInsert = ({ onDuplicate }: Pending, update: OnDuplicate | null): boolean =>
  update === null && onDuplicate === null

/** The rows of tables that later statements change or read. It applies the statements in order. */
export class HeldRows {
  private readonly tables = new Map<PlannedTable, HeldTable>()
  private readonly request: HeldRowsRequest
  private readonly references: HeldReferences
  private readonly altered: AlteredRows
  private readonly joinBudget = new JoinBudget()
  private pending: Pending | null = null
  private update: readonly Token[] | null = null
  /** The number that ON DUPLICATE KEY UPDATE of the current row gave to another row. */
  private changedNumber: bigint | null = null

  /** The table that the current UPDATE changes. */
  private updated: HeldTable | null = null
  /** The rows of queries within the current statement that are the same for each of its rows, by their first tokens. */
  private nested: Map<Token | undefined, Constant[][]> | null = null

  /** The tables whose rows the current statement has changed. A statement may change thousands of rows. */
  private readonly changed = new Set<HeldTable>()

  constructor(request: HeldRowsRequest) {
    this.request = request
    this.altered = new AlteredRows(request, this.tables)
    this.references = new HeldReferences(request, (source) => this.forSource(source))
    const { plan, replay, scope } = request
    for (const table of [...plan.tables, ...plan.dropped]) {
      const state = { version: () => replay.version, definition: () => replay.definitionOf(table.source), scope }
      if (table.isHeld) this.tables.set(table, new HeldTable(table, state))
    }
  }

  /** Returns the held rows of the table with this name at this point of the dump. */
  private readonly findAny: FindTable = (database, name) => {
    const source = this.request.replay.table(database, name)
    return source === undefined ? null : this.forSource(source)
  }

  /** Does the same, but refuses rows of a dropped table that differ from those of a server. */
  readonly find: FindTable = (database, name) => {
    const held = this.findAny(database, name)
    return held?.isIncomplete === true && held.table.isDropped ? refuse('rows that a statement left out') : held
  }

  private forSource(source: DumpTable): HeldTable | null {
    const table = this.request.plan.tableOf(source)
    return table === undefined ? null : this.forTable(table)
  }

  forTable(table: PlannedTable): HeldTable | null {
    return this.tables.get(table) ?? null
  }

  /** Applies a definition, or notes a statement that requires a server. */
  alter(tokens: readonly Token[], apply: () => void): void {
    noteMissed(tokens, this.find)
    const isRunning = runsOthers(tokens)
    for (const held of isRunning ? this.tables.values() : unclearTables(tokens, this.find)) held.isIncomplete = true
    this.altered.define(tokens, apply)
  }

  get all(): Iterable<HeldTable> {
    return this.tables.values()
  }

  add(held: HeldTable, numbered: Numbered | null, onDuplicate: InsertHead['onDuplicate'], waiting: Waiting): void {
    this.pending ??= { held, numbered, onDuplicate, rows: [], inserted: [], count: 0 }
    this.pending.rows.push(waiting)
    this.pending.count++
  }

  /** Parses the clause after the rows: `ON DUPLICATE KEY UPDATE …`. */
  end(tokens: readonly Token[]): void {
    if (tokens.some((token) => isWord(token, 'UPDATE'))) this.update = tokens
  }

  /** Inserts the rows of a complete statement. */
  flush(): void {
    const { pending, update } = this
    this.pending = null
    this.update = null
    this.changed.clear()
    if (pending === null) return
    const { held } = pending
    const set =
      update === null
        ? null
        : attempt(() => assignmentsOf(held, update.slice(update.findIndex((token) => isWord(token, 'UPDATE')) + 1)))
    const onDuplicate = update === null ? null : { tokens: update, set }
    pending.rows.every((waiting) => this.insert(pending, waiting, onDuplicate))
    if (set !== null) this.noteNumbers(held, set)
  }

  /**
   * Inserts the rows of the current statement so far, if a query in its next row reads them. In InnoDB, that is a query
   * that gives the table another name. With a condition, it depends on the plan of the server.
   */
  private flushFor(query: readonly Token[]): void {
    const { pending } = this
    if (pending === null || isWithoutTransactions(pending.held.table.source)) return
    const { held, rows } = pending
    const now = this.request.replay.current(held.table.source) ?? held.table.source
    const { name } = now
    if (!query.some(({ text }) => isSameName(text, name))) return
    const clauses = clausesOf(query)
    const { table, alias } = tableIn(clauses.get('FROM') ?? [], this.find)
    if (isSameName(alias, name)) return
    // A server may look up the largest value in an index before it inserts the first row.
    const isLookedUp = rows.length > 0 && query.some((token) => isWord(token, 'MAX', 'MIN')) && usesKey(query, now)
    if (table !== held || clauses.has('WHERE') || isLookedUp) refuse('rows from before or during the statement')
    for (let waiting = rows[0]; waiting !== undefined; waiting = rows[0]) {
      if (waiting.row !== null && held.conflicts(waiting.row).length > 0)
        refuse('rows that wait for the whole statement')
      rows.shift()
      this.insert(pending, waiting, null)
    }
  }

  /** Returns false if the server refuses the row for its key, and with it the statement. */
  private insert(pending: Pending, waiting: Waiting, update: OnDuplicate | null): boolean {
    const { held, numbered } = pending
    const { numbering } = this.request
    const { row, given, place } = waiting
    const isAlone = pending.count === 1
    const isPlain = isPlainInsert(pending, update)
    // The server reads all values before it gives the row a number.
    if (waiting.isRefused === true && (isAlone || pending.onDuplicate === 'ignore')) return true
    held.isIncomplete ||= row === null || (isPlain && this.lacksParent(held, row))
    if (numbered !== null) numbering.assign(numbered, given)
    const problem = row === null || numbered === null ? null : numberRow(row, held, numbered, numbering)
    if (problem !== null) {
      this.reject(pending, place, problem)
      return true
    }
    // On the server, another statement may have removed the row with the same key.
    const shared = row === null || !isPlain || held.isIncomplete ? null : held.takenKey(row)
    if (shared !== null) {
      refuseStatement(pending, waiting, shared, this.request)
      return false
    }
    if (row !== null && isPlain) pending.inserted.push({ id: held.insert(row), place })
    this.changedNumber = null
    const isStored = row === null || isPlain || this.place(pending, row, update, place)
    if (isStored) numbering.stored()
    else numbering.notStored(this.changedNumber)
    return true
  }

  /** Tests for a row that a server refuses, and with it its statement. The script keeps it. */
  private lacksParent(held: HeldTable, row: HeldRow): boolean {
    return attempt(() => this.references.hasParents(held, row)) === false
  }

  /** Returns false if the row does not enter the table, because it was ignored or changed another row. */
  private place(pending: Pending, row: HeldRow, update: OnDuplicate | null, place: number): boolean {
    const { held, onDuplicate } = pending
    const { resolved } = this.request
    const conflicts = held.conflicts(row)
    const [first] = conflicts
    if (first === undefined) {
      if (onDuplicate === 'ignore' && this.lacksParent(held, row)) {
        this.reject(pending, place, dumpRowMessages.row_rejected.noParent)
        return false
      }
      held.insert(row)
      return true
    }
    if (update !== null) {
      const { set } = update
      const isDone =
        set === null
          ? null
          : this.whole(() => this.change(asItself(held), first, set, this.newRow(held, row, update.tokens)))
      if (isDone === null && setsLastInsertId(update.tokens)) this.request.scope().setLastInsertId?.(null)
      if (isDone === true) this.noteChangedNumber(held, first, set)
      if (isDone === true || (isDone === false && onDuplicate === 'ignore')) resolved(held.table, 1)
      else
        this.reject(
          pending,
          place,
          isDone === null ? dumpRowMessages.row_rejected.changesAnother : dumpRowMessages.row_rejected.keyTaken,
        )
      return false
    }
    if (onDuplicate === 'replace') {
      const isRemoved = attempt(() => {
        this.references.remove(held, conflicts)
        return true
      })
      if (isRemoved === null) {
        this.reject(pending, place, dumpRowMessages.row_rejected.replacesParent)
        return true
      }
      held.insert(row)
    }
    resolved(held.table, onDuplicate === 'replace' ? conflicts.length : 1)
    return onDuplicate === 'replace'
  }

  /** Notes the number that ON DUPLICATE KEY UPDATE gives to a row. The statement continues after it. */
  private noteChangedNumber(held: HeldTable, id: number, set: readonly Assignment[] | null): void {
    const at = set?.find((one) => held.columns[one.at]?.isCounted)?.at
    this.changedNumber = at === undefined ? null : numberIn(held.rows.get(id) ?? [], at)
  }

  /** Rejects a row. A server that refuses the row refuses its whole statement, but this code keeps the other rows. */
  private reject({ held, count }: Pending, place: number, message: Message): void {
    const { keyTaken, noParent } = dumpRowMessages.row_rejected
    held.isIncomplete ||= message !== noParent && (count > 1 || message !== keyTaken)
    this.request.reject(held.table, place, undefined, message)
  }

  /** Returns the scope of `VALUES(a)`, and of `new.a` if the row has an alias. */
  private newRow(held: HeldTable, row: HeldRow, tokens: readonly Token[]): ConstantScope {
    const scope = this.request.scope()
    const proposed = (name: string): Constant | null => held.constantOf(row, held.placeOf(name)) ?? null
    const alias = isWord(tokens[0], 'AS') ? tokens[1]?.text.toLowerCase() : undefined
    const column: ConstantScope['column'] = (qualifier, name) =>
      qualifier?.toLowerCase() === alias && alias !== undefined ? proposed(name) : null
    return { ...scope, proposed, column }
  }

  /** Changes a row. Each assignment sees the results of the previous ones. */
  private change(source: ChangedTable, id: number, set: readonly Assignment[], scope: ConstantScope): boolean {
    const { table: held } = source
    const row = [...(held.rows.get(id) ?? refuse('a missing row'))]
    for (const { at, value } of set) {
      const isDefault = value.length === 1 && isWord(value[0], 'DEFAULT')
      const constant = isDefault ? null : computedSetting(value, scopeOf(scope, [source], [row]))
      row[at] = this.cellOf(held, at, constant)
    }
    return this.replace(held, id, row, { set, isIgnored: source.isIgnored === true })
  }

  /** Converts a constant, or null for the default, to a cell. */
  private cellOf(held: HeldTable, at: number, constant: Constant | null): HeldCell | null {
    const column = held.columns[at] as PlannedColumn
    const cell = this.request.store(
      constant === null ? null : storedAs(constant, column, held.retypedAt(at)),
      column,
      held,
    )
    return cell === undefined ? refuse('a value that does not fit') : cell
  }

  /** Changes a row of a join, whose values are known. */
  private changeJoined({ table: held, id, set }: JoinedChange, isIgnored: boolean): boolean {
    const row = [...(held.rows.get(id) ?? refuse('a missing row'))]
    for (const { at, constant } of set) row[at] = this.cellOf(held, at, constant)
    return this.replace(held, id, row, { set, isIgnored })
  }

  /** Replaces a row by its changed copy. Returns false if another row has its new key, or if `IGNORE` keeps it. */
  private replace(held: HeldTable, id: number, row: HeldRow, { set, isIgnored }: Replacing): boolean {
    if (!this.changed.has(held)) this.request.changed(held.table.source, 'UPDATE')
    this.changed.add(held)
    const before = held.rows.get(id) ?? refuse('a missing row')
    const isChanged = row.some((cell, at) => cell?.text !== before[at]?.text)
    held.columns.forEach(({ source, type }, at) => {
      const isTouched = source.onUpdate && isChanged && !set.some((one) => one.at === at)
      if (isTouched && type.kind.startsWith('timestamp'))
        row[at] = this.cellOf(held, at, computed(currentTimestamp, this.request.scope()))
    })
    if (isChanged && !this.request.keepsRules(held, row)) refuse('a row that a server refuses')
    if (isIgnored && this.references.losesParent(held, before, row)) return false
    return this.references.change(held, id, row)
  }

  /** Changes rows completely, or not at all. */
  private whole(change: () => boolean): boolean | null {
    const isDone = attempt(change)
    this.references.endChanges(isDone === true)
    return isDone
  }

  /** Runs UPDATE and DELETE. Returns false if they require a server. */
  run(tokens: readonly Token[]): boolean {
    const isRun = this.withNested(() => this.runs(tokens))
    if (!isRun) doubtUpdated(tokens, this.request.scope(), this.find)
    return isRun
  }

  /** Runs a statement. Its queries keep their rows until it ends. */
  private withNested<T>(compute: () => T): T {
    this.nested = new Map()
    const found = compute()
    this.nested = null
    return found
  }

  private runs(tokens: readonly Token[]): boolean {
    const { find } = this
    const { scope } = this.request
    this.changed.clear()
    if (isWord(tokens[0], 'TRUNCATE')) {
      const reader = new TokenReader(tokens.slice(isWord(tokens[1], 'TABLE') ? 2 : 1))
      const named = reader.takeQualified()
      const held = named === null || !reader.isDone ? null : this.findAny(named.database, named.name)
      held?.table.leftOut.add('deleted', held.rows.size)
      held?.clear()
      // The counter starts again. The definition of the table handles that.
      return false
    }
    if (isWord(tokens[0], 'DELETE')) {
      return attempt(() => this.remove(this.deleted(tokens))) === true
    }
    if (!isWord(tokens[0], 'UPDATE')) return false
    const isDone = this.whole(() => {
      const joined = joinedUpdate(tokens, this.joinContext(scope(), find))
      if (joined !== null) {
        const isEach = joined.changes.every((change) => this.changeJoined(change, joined.isIgnored) || joined.isIgnored)
        const changed = new Map(joined.changes.map(({ table, set }) => [table, set]))
        for (const [table, set] of changed) this.noteNumbers(table, set)
        return isEach
      }
      const { selection, rows, set, isIgnored } = updateOf(tokens, scope(), find)
      this.updated = selection.table
      const isWhole = rows.every(([id]) => this.change({ ...selection, isIgnored }, id, set, scope()) || isIgnored)
      this.noteNumbers(selection.table, set)
      return isWhole
    })
    this.updated = null
    return isDone === true
  }

  private joinContext(scope: ConstantScope, find: FindTable): JoinContext {
    return { scope, find, budget: this.joinBudget, derive: derivedTable }
  }

  /** Returns the rows that DELETE names. */
  private deleted(tokens: readonly Token[]): ReadonlyMap<HeldTable, ReadonlySet<number>> {
    const scope = this.request.scope()
    if (isJoinedDeletion(tokens)) return joinedDeletion(tokens, this.joinContext(scope, this.find))
    const { table, rows } = deletionOf(tokens, scope, this.find)
    return new Map([[table, new Set(rows.map(([id]) => id))]])
  }

  private remove(deleted: ReadonlyMap<HeldTable, ReadonlySet<number>>): true {
    if (deleted.size > 1 && this.references.areAmong(deleted.keys())) refuse('rows that refer to each other')
    for (const [held, ids] of deleted) {
      if (ids.size > 0) this.request.changed(held.table.source, 'DELETE')
      this.references.remove(held, [...ids])
      held.table.leftOut.add('deleted', ids.size)
    }
    return true
  }

  /** Passes numbers that a statement has set to the counter of a table. */
  private noteNumbers(held: HeldTable, set: readonly { readonly at: number }[]): void {
    if (!set.some(({ at }) => held.columns[at]?.isCounted)) return
    const { replay, numbering } = this.request
    numbering.noteLargest(replay.current(held.table.source), held.largestNumber)
  }

  /** Returns the rows of a query. The scope has columns if the query belongs to a row of another one. */
  query(tokens: readonly Token[], scope: ConstantScope, isOrderRelevant: boolean): Constant[][] {
    const isNested = scope.column !== undefined
    const known = isNested ? this.nested?.get(tokens[0]) : undefined
    if (known !== undefined) return known
    this.flushFor(tokens)
    let usesRow = false
    const column: ConstantScope['column'] = (qualifier, name) => {
      usesRow = true
      return scope.column?.(qualifier, name) ?? null
    }
    const within = isNested ? { ...scope, column } : scope
    const rows = selected(tokens, this.joinContext(within, this.findUnchanged), isOrderRelevant)
    if (isNested && !usesRow) this.nested?.set(tokens[0], rows)
    return rows
  }

  /** Finds the table of a query. A server may read a table before or while it updates it. */
  private readonly findUnchanged: FindTable = (database, name) => {
    const found = this.find(database, name)
    return found !== null && found === this.updated ? refuse('rows that the statement changes') : found
  }

  /** Returns the rows of `INSERT … SELECT`, or null if they require a server. */
  queried(tokens: readonly Token[]): QueriedRows | null {
    const found = this.computedRows(tokens)
    if (found === null) noteMissed(tokens, this.find)
    return found
  }

  private computedRows(tokens: readonly Token[]): QueriedRows | null {
    const found = insertedQuery(tokens)
    if (found === null || tokens.some((token) => isWord(token, 'DUPLICATE', 'RETURNING'))) return null
    const { head, query } = found
    return this.withNested(() =>
      attempt(() => {
        const target = this.find(head.database, head.table)
        const isOrderRelevant = target === null || ordersRows(target, head, this.request.replay)
        return queriedRows(head, this.query(query, this.request.scope(), isOrderRelevant), this.request)
      }),
    )
  }
}
