import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { shownCell } from '../values/cell-bytes.ts'
import { ChangeLog } from './change-log.ts'
import type { Computed } from '../server/computed-values.ts'
import { keepsZero } from '../values/retyped.ts'
import { HeadMemory } from '../text/head-memory.ts'
import { isFirstRow } from './fast-rows.ts'
import { writeLines } from './fast-lines.ts'
import { noNumber, Numbering } from '../server/numbering.ts'
import { setsLastInsertId } from '../constants/call-forms.ts'
import type { Constant } from '../constants/constant.ts'
import { writeHeld } from './held-output.ts'
import { HeldRows } from '../server/held-rows.ts'
import { OpenTransaction } from './open-transaction.ts'
import { reportRejected, reportResolved } from './rejected-row.ts'
import type { RuleServices } from './row-rules.ts'
import type { RowWriterRequest } from './row-writer-request.ts'
import { RowPlace, shownValue } from './row-place.ts'
import { type HeldRow, heldCell, type StoredCell } from '../server/held-cell.ts'
import type { HeldTable } from '../server/held-table.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { cellKind, isLiteral, type RowCells } from '../text/row-cells.ts'
import { type DumpKey, type DumpSchema, nameOfKey } from '../schema/schema.ts'
import { Replay } from '../schema/replay.ts'
import type { DumpVisitor, InsertHead } from '../text/statements.ts'
import { type DumpText, isWord, type Token } from '../text/tokens.ts'
import { TriggersNotRun } from './triggers-not-run.ts'
import { literalKinds, Value, type ValueChange } from '../values/value.ts'
import type { Resolver } from '../values/cell-value.ts'
import { currentTimestamp, setLoadTime, takesTimeForNull } from '../values/load-time.ts'
import { leaveOut, leaveOutHistory, nothingOpened, type Opened } from './opened.ts'
import { Openings } from './openings.ts'
import { hasImpliedDefault, impliedValue, setImplied } from '../values/values.ts'
import { hasNoDefault, isNullableNow, isRequiredDate, keepsTimeNow, resolverOf, targetNow } from './route.ts'
import { endless, fitsRoute, refusesNull, type Route } from './route.ts'
import { RowSequences } from '../server/row-sequences.ts'
import { RowGroups } from '../plan/transactions.ts'
import { UpdateRoutes } from './update-routes.ts'

const { nullNotAllowed, retyped } = dumpRowMessages.row_rejected

function remember({ watch, rules }: Route, column: number, value: Value): void {
  watch?.cell(column, value)
  rules?.cell(column, value)
}

/** The second pass. It writes every row of the chosen tables to the script, or reports why it leaves the row out. */
export class RowWriter implements DumpVisitor {
  readonly out = new GrowingBytes()
  private readonly request: RowWriterRequest
  private readonly replay: Replay
  private readonly value: Value
  private readonly log: ChangeLog
  private readonly numbering: Numbering
  private readonly sequences: RowSequences
  private readonly memory = new HeadMemory<Opened>()
  private opened = nothingOpened
  private readonly groups: RowGroups
  private readonly held: HeldRows
  private lastTable: PlannedTable | null = null
  private readonly place = new RowPlace()
  private readonly triggers: TriggersNotRun
  private readonly transaction = new OpenTransaction()
  private readonly openings: Openings
  private readonly updates: UpdateRoutes
  /** The columns of the table in which a statement stores a value, or null while rows are inserted. */
  private updated: Route | null = null
  /** Whether the current row came from a query, or a statement changes rows. */
  private isQuery = false
  private rowsOfStatement = 0

  constructor(request: RowWriterRequest) {
    this.request = request
    this.replay = new Replay(request.schema, (table) => request.plan.tableOf(table)?.isHeld === true)
    this.triggers = new TriggersNotRun(this.replay, request.reporter)
    this.value = new Value(request.repair)
    const rules: RuleServices = {
      scope: () => request.computed.scope,
      settings: request.settings,
      value: this.value,
      stores: (constant, column) => this.stores(constant, column),
      note: (message) => request.reporter.note(message),
      triggersOf: (now) => this.replay.triggersOf(now),
    }
    this.updates = new UpdateRoutes(this.replay, rules)
    this.log = new ChangeLog(request.reporter)
    this.numbering = new Numbering(request.computed, this.value)
    this.groups = new RowGroups(request.plan)
    // The session has not inserted any rows yet.
    request.computed.lastInsertId = 0n
    this.held = new HeldRows({
      plan: request.plan,
      numbering: this.numbering,
      scope: () => request.computed.scope,
      replay: this.replay,
      settings: request.settings,
      store: (constant, column, held) => this.storeConstant(constant, column, held),
      keepsRules: (held, row) => this.keepsRules(held, row),
      reject: (table, ...row) => reportRejected(request.reporter, table, ...row),
      numberedAsWritten: ({ name }) => request.reporter.note(dumpRowMessages.numberedAsWritten(name)),
      changed: (table, event) => this.triggers.note(this.replay.current(table), event),
      resolved: (table, count) => reportResolved(request.reporter, table, count),
    })
    this.sequences = new RowSequences(request.schema, this.replay, request.computed)
    const { replay, held, numbering, sequences, triggers } = this
    this.openings = new Openings({ ...request, replay, held, numbering, sequences, triggers, rules })
    request.computed.sequence = this.sequences.find
    request.computed.rows = (tokens, scope, isOrderRelevant) => this.held.query(tokens, scope, isOrderRelevant)
  }

  /** Returns the statements so far that do not run. */
  get ignored(): DumpSchema['ignored'] {
    return this.replay.ignored
  }

  statement(tokens: readonly Token[], text: () => string): void {
    const { settings, computed, block } = this.request
    const before = settings.timeZone
    const isInsert = isWord(tokens[0], 'INSERT', 'REPLACE')
    this.transaction.statement(tokens)
    this.insertBegins()
    const emptied = this.replay.emptied(tokens)
    this.numbering.forgetRows(emptied)
    this.triggers.note(emptied, 'DELETE')
    if (this.change(tokens)) return this.replay.change(tokens)
    if ((isInsert && this.insertQuery(tokens)) || this.sequences.run(tokens)) return
    // The numbers that such a statement inserted are unknown.
    const isOfServer = isInsert || isWord(tokens[0], 'CALL', 'EXECUTE', 'LOAD')
    if (isOfServer || setsLastInsertId(tokens)) computed.lastInsertId = null
    settings.apply(tokens)
    this.transaction.setAutocommit(settings.commitsAtOnce)
    this.numbering.useSettings(settings)
    computed.statement(tokens)
    if (settings.timeZone !== before) block.useTimeZone(settings.timeZone, this.out)
    this.held.alter(tokens, () => this.replay.statement(tokens, text, settings.checksReferences))
    this.memory.forget()
    this.replay.fill((insertion) => this.insertQuery(insertion, true))
  }

  /** Runs UPDATE, DELETE and TRUNCATE on held rows. */
  private change(tokens: readonly Token[]): boolean {
    this.value.isStrict = !this.request.settings.fillsIn && !isWord(tokens[1], 'IGNORE')
    this.isQuery = true
    const isRun = this.held.run(tokens)
    this.isQuery = false
    return isRun
  }

  /** Ends the previous statement. */
  insertBegins(): void {
    this.request.computed.forgetRow()
    this.held.flush()
    if (this.opened.leftOut?.hidesNumbers === true) this.numbering.forgetLast(this.opened.leftOut.numbered)
    this.numbering.begin(this.rowsOfStatement)
    this.rowsOfStatement = 0
    if (this.opened.isLaxAfterFirst === true) this.value.isStrict = true
  }

  /** Runs `INSERT … SELECT` from held rows, or from none. */
  private insertQuery(tokens: readonly Token[], isOfDefinition = false): boolean {
    this.numbering.beginQuery(isOfDefinition)
    const found = this.held.queried(tokens)
    if (found === null) return false
    this.memory.forget()
    for (const values of found.rows) {
      this.insert(found.head, found.head.columns === null ? values.length : null)
      const { text, cells } = this.request.computed.row(values)
      this.isQuery = true
      this.row(text, cells)
      this.isQuery = false
    }
    this.held.flush()
    this.numbering.endOfQuery()
    this.memory.forget()
    return true
  }

  insert(head: InsertHead, values: number | null): void {
    const { block, fastRows } = this.request
    this.transaction.change()
    this.value.isStrict = !this.openings.isLax(head)
    this.opened = this.memory.lookUp(head, values, () => this.openings.open(head, values))
    if (this.route !== null && this.opened.leftOut === null) {
      if (this.route.table !== this.lastTable) block.append(this.groups.next(), this.out)
      this.lastTable = this.route.table
      block.use(this.opened.blockHead, this.out)
    }
    fastRows.open(this.opened.fastColumns)
  }

  private get route(): Route | null {
    return this.updated ?? this.opened.route
  }

  insertEnd(tokens: readonly Token[]): void {
    // If a row changes another one, the server numbers the following rows later than this code does.
    if (this.rowsOfStatement > 1) this.sequences.forget(tokens)
    const { leftOut } = this.opened
    const isUpdate = leftOut?.hidesAfterUpdate === true && tokens.some((token) => isWord(token, 'UPDATE'))
    if (isUpdate) this.numbering.forgetLast(leftOut.numbered)
    this.held.end(tokens)
  }

  rows(text: DumpText, head: Uint8Array): void {
    const { block, fastRows } = this.request
    const { route } = this
    const rows = fastRows.take(text, head, route !== null, block.rowsLeft)
    if (rows === 0) return
    this.rowsOfStatement = isFirstRow(text) ? 0 : this.rowsOfStatement + rows
    if (this.opened.isLaxAfterFirst === true) this.value.isStrict = this.rowsOfStatement === 0
    if (route === null) return leaveOut(this.opened, rows, this.request.reporter)
    writeLines({ route, block, out: this.out }, rows, fastRows.written, (row, key) => this.rejectShared(row, key))
  }

  row(text: DumpText, cells: RowCells): void {
    const { route, out, value } = this
    this.sequences.takeRow(text, cells, this.opened.sequenceDefaults)
    // Only the first row of the statement may be strict.
    if (this.rowsOfStatement++ > 0 && this.opened.isLaxAfterFirst === true) this.value.isStrict = false
    if (route === null) return this.passRow(text, cells)
    const { block } = this.request
    this.place.take(text, cells)
    leaveOut(this.opened, 1, this.request.reporter)
    if (route.held !== null) return this.holdRow(text, cells, route, route.held)
    const { table, columns, sources } = route
    const row = table.rows.converted + table.rows.rejected + 1
    if (route.numbered !== null) this.numbering.take(route.numbered, text, cells)
    if (!fitsRoute(cells.count, route, value))
      return this.reject(row, cells.count === route.width ? route.missing : undefined)
    if (route.rowEnd >= 0 && !endless.test(shownCell(text, cells, route.rowEnd)))
      return leaveOutHistory(table, this.request.reporter)
    const start = out.length
    block.beginRow(out)
    for (let column = 0; column < columns.length; column++) {
      const planned = columns[column] as PlannedColumn
      const at = sources[column] as number
      // Only a value that a server would fill in needs a second check.
      const isPlain = isLiteral[cells.kinds[at] as number] === 1 && !planned.isCounted
      const isResolved = isPlain
        ? (route.resolvers[column] as Resolver)(text, cells, at, planned, value) && this.fits(planned)
        : this.resolve(text, cells, at, planned)
      if (!isResolved) {
        out.length = start
        value.changes.length = 0
        return this.reject(row, planned, shownValue(text, cells, at, planned))
      }
      remember(route, column, value)
      if (value.changes.length > 0)
        this.log.take(table, planned, row, value, () => shownValue(text, cells, at, planned))
      block.cell(value, column, out)
    }
    if (this.rejectsWhole(row, route)) {
      out.length = start
      return
    }
    block.endRow(start, out)
    table.rows.converted++
    this.numbering.stored()
  }

  /** Rejects a row whose values fit, but that breaks a rule of the table or has the key of another row. */
  private rejectsWhole(row: number, { rules, watch }: Route): boolean {
    if (rules?.holds() === false) {
      this.reject(row, rules.brokenColumn)
      return true
    }
    const shared = watch?.row(row) ?? null
    if (shared !== null) this.rejectShared(row, shared)
    return shared !== null
  }

  /** Rejects a row with the key of another row. A server refuses its whole statement. */
  private rejectShared(row: number, key: DumpKey): void {
    const message = dumpRowMessages.row_rejected.keyTakenIn(nameOfKey(key))
    this.numbering.keyShared()
    if (this.route !== null) reportRejected(this.request.reporter, this.route.table, row, undefined, message)
  }

  /** Holds a row until its statement ends, and then until the dump ends. */
  private holdRow(text: DumpText, cells: RowCells, route: Route, held: HeldTable): void {
    const { value } = this
    const { table, columns, sources, numbered, onDuplicate } = route
    const place = held.nextPlace()
    const given = numbered === null ? noNumber : this.numbering.inspect(numbered, text, cells)
    const reject = (column: PlannedColumn | undefined, shown?: string): void => {
      value.changes.length = 0
      const { isRefused } = value
      const own = { row: null, given: column?.isCounted === true ? noNumber : given, place, isRefused }
      this.held.add(held, numbered, onDuplicate, own)
      reportRejected(this.request.reporter, table, place, column, value.problem, shown)
    }
    if (!fitsRoute(cells.count, route, value)) return reject(cells.count === route.width ? route.missing : undefined)
    const row: HeldRow = []
    for (let column = 0; column < columns.length; column++) {
      const planned = columns[column] as PlannedColumn
      const at = sources[column] as number
      const shown = (): string => shownValue(text, cells, at, planned)
      if (!this.resolve(text, cells, at, planned)) return reject(planned, shown())
      row.push(heldCell(value))
      if (value.changes.length > 0) this.log.take(table, planned, place, value, shown)
    }
    if (route.rules?.holds(row) === false) return reject(route.rules.brokenColumn)
    this.held.add(held, numbered, onDuplicate, { row, given, place })
  }

  /** Tests a changed row for the rules of its table. */
  private keepsRules(held: HeldTable, row: HeldRow): boolean {
    this.updated = this.updates.routeIn(held)
    const isKept = this.updated.rules?.holds(row) !== false
    this.updated = null
    return isKept
  }

  /** Converts a constant to a cell of the column. */
  private storeConstant(constant: Constant | null, column: PlannedColumn, held: HeldTable): StoredCell {
    const { value } = this
    this.updated = this.updates.routeIn(held)
    try {
      return this.stores(constant, column) ? heldCell(value) : undefined
    } finally {
      this.updated = null
      value.changes.length = 0
    }
  }

  private stores(constant: Constant | null, column: PlannedColumn): boolean {
    if (constant === null) return this.setDefault(column)
    if (constant.kind === 'null') return this.setGivenNull(column)
    return this.take(this.request.computed.computedOf(constant), column, true)
  }

  /** Ends the data: closes the last block and reports changes. */
  finish(): void {
    this.held.flush()
    const { block, references, plan } = this.request
    this.sequences.finish(plan)
    writeHeld(this.held.all, { block, references, groups: this.groups, value: this.value, out: this.out })
    block.close(this.out)
    this.log.report()
    if (this.request.computed.hasAssumedZone) this.request.reporter.note(dumpRowMessages.assumedZone)
    this.numbering.finish(plan, this.replay)
    this.transaction.noteUnfinished(plan, this.request.reporter)
  }

  private passRow(text: DumpText, cells: RowCells): void {
    const { leftOut } = this.opened
    if (leftOut?.numbered != null) this.numbering.pass(leftOut.numbered, text, cells)
    leaveOut(this.opened, 1, this.request.reporter)
  }

  private setZero(why: ValueChange, column: PlannedColumn): boolean {
    if (!keepsZero(this.route?.retyped?.get(column.source), column.source)) return this.value.reject(retyped)
    this.value.changes.push(why)
    return setImplied(column, this.value)
  }

  /** Tests for a value. One that PostgreSQL cannot store is NULL in a nullable column. */
  private fits(column: PlannedColumn): boolean {
    return this.value.literalKind !== literalKinds.null || column.nullable || this.value.reject(nullNotAllowed)
  }

  private resolve(text: DumpText, cells: RowCells, at: number, column: PlannedColumn): boolean {
    const { value } = this
    const kind = cells.kinds[at]
    if (at < 0 && !column.isCounted) return this.imply(column)
    // A later statement adds the column, and numbers the rows.
    if (at < 0 && this.route !== null && this.route.held !== null && this.route.numbered === null)
      return value.setNull()
    if (column.isCounted && this.numbering.isGenerated) return this.count(column)
    if (kind === cellKind.null) return this.setGivenNull(column)
    if (kind === cellKind.default)
      return column.isCounted ? value.setText(literalKinds.number, '0') : this.setDefault(column)
    if (kind === cellKind.expression && column.type.kind !== 'spatial')
      return this.take(this.request.computed.valueOf({ text, cells, at }, targetNow(column, this.route)), column)
    return resolverOf(column, this.route?.retyped ?? null)(text, cells, at, column, value) && this.fits(column)
  }

  /** Writes a NULL that the statement itself contains. */
  private setGivenNull(column: PlannedColumn): boolean {
    const { computed, settings } = this.request
    // Later statements compare the times of such rows, which must be known.
    const isUnknown = this.route?.table.source.needsRows === true && !computed.isTimeGiven
    const isTime = takesTimeForNull(column, this.route?.columnsThen.get(column.source))
    if (!isTime || isUnknown || settings.refusesNullTime) return this.setNull(column)
    const isSet = this.take(computed.valueOfTokens(currentTimestamp, 'date'), column)
    if (isSet) this.value.changes.push('null_implied')
    return isSet
  }

  private setNull(column: PlannedColumn): boolean {
    if (isNullableNow(column, this.route)) return this.value.setNull()
    // In non-strict mode, a server stores zero for NULL in a statement with several rows, but rejects a single row.
    const isLax = this.route?.onDuplicate === 'ignore' || this.isQuery || this.place.isOneOfSeveral()
    const isImplied = !this.value.isStrict && isLax && impliedValue(column) !== null
    return isImplied
      ? this.setZero('null_implied', column)
      : this.value.reject(nullNotAllowed, refusesNull(column, this.route))
  }

  private setDefault(column: PlannedColumn): boolean {
    const before = this.route?.defaults.get(column.source)
    const isNull = before === undefined ? column.isIdentity || hasNoDefault(column) : before === null
    // In non-strict mode, a server stores zero for the DEFAULT of a column that has none.
    const isFilled = !this.value.isStrict || hasImpliedDefault(column)
    const isImplied = !isNullableNow(column, this.route) && isFilled && impliedValue(column) !== null
    if (!isNull) return this.takeDefault(before ?? column.source.defaultTokens ?? [], column)
    if (isImplied) return this.setZero('default_implied', column)
    return isFilled && isRequiredDate(column, this.route) ? this.value.setZeroDate() : this.setNull(column)
  }

  private takeDefault(tokens: readonly Token[], column: PlannedColumn): boolean {
    const target = targetNow(column, this.route)
    return this.take(this.request.computed.valueOfDefault(column.source.id, tokens, target), column)
  }

  /** Computes an expression if it needs no server. */
  private take(computed: Computed | null, column: PlannedColumn, isUpdate = false): boolean {
    const { value } = this
    if (computed !== null && 'cells' in computed) {
      const { text, cells } = computed
      // A number that a statement sets is not counted.
      if (isUpdate && column.isCounted)
        return resolverOf(column, this.route?.retyped ?? null)(text, cells, 0, column, value)
      return this.resolve(text, cells, 0, column)
    }
    const time = computed?.loadTime
    const isSet = time !== undefined && keepsTimeNow(column, this.route, time) && setLoadTime(column, time, value)
    return isSet || value.reject(dumpRowMessages.row_rejected.expression)
  }

  /** Writes the value of a column that the row omits: its default at that time, or zero. */
  private imply(column: PlannedColumn): boolean {
    const { value, route } = this
    const { defaultTokens } = column.source
    const before = route?.defaults.has(column.source) === true ? route.defaults.get(column.source) : defaultTokens
    if (before != null) return this.takeDefault(before, column)
    if (isRequiredDate(column, route)) return value.setZeroDate()
    return isNullableNow(column, this.route) ? value.setNull() : this.setZero('default_implied', column)
  }

  /** Writes the number of a row that contains none. A server refuses the row if the numbers are used up. */
  private count({ source, type }: PlannedColumn): boolean {
    const { value, numbering } = this
    if (numbering.isZero) value.changes.push('zero_counted')
    const problem = numbering.problemOf(source, type.sqlType, this.route?.held != null)
    return problem === null ? value.setText(literalKinds.number, String(numbering.number)) : value.reject(problem)
  }

  private reject(row: number, column: PlannedColumn | undefined, shown?: string): void {
    const { route, value, numbering } = this
    if (route === null) return
    if (route.numbered !== null) numbering.rejected(value.isRefused, column?.isCounted === true)
    reportRejected(this.request.reporter, route.table, row, column, value.problem, shown)
  }
}
