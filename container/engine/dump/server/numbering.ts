import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpRowMessages } from '../../catalog/dump-rows.ts'
import { asCompared } from '../constants/comparing.ts'
import { foldingOf } from '../constants/foldings.ts'
import { shownCell } from '../values/cell-bytes.ts'
import type { DumpPlan } from '../plan/plan-types.ts'
import type { Replay } from '../schema/replay.ts'
import type { ComputedValues } from './computed-values.ts'
import { Counter, PrefixCounter, type RowsOfQuery } from './counter.ts'
import { singleSteps } from './number-steps.ts'
import { isInteger, rangeOf } from '../schema/integer-ranges.ts'
import { storedInteger } from '../values/numbers.ts'
import type { Value } from '../values/value.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import { type DumpColumn, type DumpTable, findColumn } from '../schema/schema.ts'
import type { Settings } from '../text/settings.ts'
import type { NumberSteps } from '../text/step-settings.ts'
import { type DumpText, isSameName } from '../text/tokens.ts'

/** The way in which the rows of one INSERT get their numbers. */
export interface Numbered {
  readonly counterId: number
  readonly counter: Counter
  readonly prefixes: PrefixCounter | null
  /** The column with the number, as it is at this point of the dump. */
  readonly column: DumpColumn
  /** The index of the number among the row's values, or -1 if rows do not contain it. */
  readonly source: number
  /** The columns that precede the number in its key. */
  readonly prefixColumns: readonly string[]
  /** The values that precede the number in its key, by their index in the row. Each combination is counted separately. */
  readonly prefixSources: readonly PrefixSource[]
}

interface PrefixSource {
  readonly at: number
  /** Returns the text of a value. Values that are equal for the server have the same text. */
  readonly textOf: (value: string) => string
}

/** Engines whose tables continue with the largest stored number. */
const withoutReservation = /^(?:myisam|aria|memory|heap|csv|archive|merge|mrg_myisam|rocksdb|ndb|ndbcluster)$/

export const isWithoutTransactions = ({ engine }: DumpTable): boolean => withoutReservation.test(engine)

/** Returns the columns that precede the number in its key, if no key begins with the number. */
function prefixOf(table: DumpTable, column: DumpColumn): readonly string[] {
  const isNumber = (name: string | null): boolean => isSameName(column.name, name)
  if (table.keys.some(({ parts }) => isNumber(parts[0]?.column ?? null))) return []
  for (const { parts } of table.keys) {
    const at = parts.findIndex((part) => isNumber(part.column))
    if (at > 0) return parts.slice(0, at).flatMap((part) => (part.column === null ? [] : [part.column]))
  }
  return []
}

/** Returns how the server compares the values of a column. */
function comparisonOf(column: DumpColumn | undefined): (value: string) => string {
  if (column === undefined || !/char|text|enum/.test(column.type)) return (value) => value
  return (value) => asCompared(value, column.isExactText, foldingOf(column))
}

/** The number that a row contains. The number is null if the row has none, and undefined if it cannot be computed. */
export interface GivenNumber {
  readonly number: bigint | null | undefined
  /** Whether the row contains a zero, which means the next number. */
  readonly isZero: boolean
  readonly prefix: string
}

/** Tests for a generated number that its column cannot store, so that a server refuses the row. */
export const isUsedUp = (column: DumpColumn, number: bigint | null): boolean =>
  number !== null && isInteger(column) && number > rangeOf(column)[1]

export const noNumber: GivenNumber = { number: undefined, isZero: false, prefix: '' }

/**
 * The numbers of AUTO_INCREMENT columns. It generates the number that the server gives to each row of the dump,
 * including rejected ones.
 */
export class Numbering {
  private readonly counters = new Map<number, { counter: Counter; prefixes: PrefixCounter }>()
  private readonly computed: ComputedValues
  private current: Numbered | null = null
  private prefix = ''
  private isNewStatement = false
  private query: RowsOfQuery | null = null
  /** The number of rows that the last INSERT lists. A server keeps it for CREATE TABLE … SELECT. */
  private rowsOfLast = 1
  private isFirstRow = false
  /** Whether a server refuses the statement's first row. Its number is used only if other rows follow. */
  private isFirstRefused = false
  /** The current row's number. It is null if the number that it contains is unknown. */
  number: bigint | null = null
  /** The number that SET insert_id gives to the next generated one. Zero and null give none. */
  private insertId: bigint | null = null
  /** The steps between generated numbers. They are null if the script sets them to an unknown value. */
  private steps: NumberSteps | null = singleSteps
  /** Whether the row gets its number from the counter. */
  isGenerated = false
  /** Whether the row contains a zero and still gets a number. */
  isZero = false
  /** The number of SET insert_id that the last row took, or null if it took another one. */
  private takenId: bigint | null = null

  /** The value of the current cell. Only its mode and its buffers matter here. */
  private readonly value: Value

  constructor(computed: ComputedValues, value: Value) {
    this.computed = computed
    this.value = value
  }

  /** Applies the settings of a statement that is not an INSERT. */
  useSettings(settings: Settings): void {
    this.insertId = settings.takeInsertId() ?? this.insertId
    this.steps = settings.numberSteps
  }

  private readonly currentSteps = (): NumberSteps => this.steps ?? singleSteps

  /** Begins another statement with rows. */
  begin(rows: number): void {
    // A query in CREATE TABLE does not change this, because of how the server parses it.
    if (rows > 0 && this.query === null) this.rowsOfLast = rows
    this.cancelRefused()
    this.noteFirst()
    this.current = null
    this.isNewStatement = true
    this.query = null
  }

  /** Begins a statement whose rows come from a query. In CREATE TABLE, a server expects as many rows as the last INSERT lists. */
  beginQuery(isOfDefinition: boolean): void {
    if (!isOfDefinition) this.rowsOfLast = 1
    this.query = { expected: this.rowsOfLast, isOfDefinition }
  }

  /** Ends a statement whose numbers are unknown, and with them LAST_INSERT_ID() and the later numbers of the table. */
  forgetLast(numbered: Numbered | null): void {
    if (numbered !== null) numbered.counter.isCertain = false
    this.current = null
    this.computed.lastInsertId = null
  }

  /** LAST_INSERT_ID() returns the first number of a statement. */
  private noteFirst(): void {
    if (this.current === null) return
    const { firstGenerated, isCertain } = this.current.counter
    if (firstGenerated !== null) this.computed.lastInsertId = isCertain ? firstGenerated : null
  }

  /** Returns the numbers of a statement whose only row is refused. */
  private cancelRefused(): void {
    if (!this.isFirstRefused || this.current === null) return
    this.isFirstRefused = false
    this.insertId ??= this.takenId
    this.current.counter.cancel()
  }

  /** Ends a statement whose rows came from a query. */
  endOfQuery(): void {
    if (this.isNewStatement) return
    this.cancelRefused()
    this.noteFirst()
    this.current = null
  }

  /**
   * Returns the numbering of the rows of a statement, or null if it needs none. `last` is the table at the end of the
   * dump. Rows are numbered even before ALTER TABLE makes their column AUTO_INCREMENT, and even before it adds the
   * column if `isAddedLater` is set. Otherwise ALTER TABLE numbers them.
   */
  numberedOf(
    now: DumpTable | undefined,
    names: readonly (DumpColumn | undefined)[],
    last = now,
    isAddedLater = false,
  ): Numbered | null {
    const isCounted = ({ autoIncrement }: DumpColumn): boolean => autoIncrement
    const counted = now?.columns.find(isCounted) ?? last?.columns.find(isCounted)
    const column = now?.columns.find(({ id }) => id === counted?.id) ?? (isAddedLater ? counted : undefined)
    return now === undefined || column === undefined ? null : this.numberedColumn(now, column, names)
  }

  private numberedColumn(now: DumpTable, column: DumpColumn, names: readonly (DumpColumn | undefined)[]): Numbered {
    const { counter, prefixes } = this.counterOf(now)
    const columns = prefixOf(now, column)
    return {
      counterId: now.counterId,
      counter,
      prefixes: columns.length === 0 ? null : prefixes,
      column,
      source: names.findIndex((one) => one?.id === column.id),
      prefixColumns: columns,
      prefixSources: columns.map((name) => {
        const found = findColumn(now, name)
        return { at: names.findIndex((one) => one?.id === found?.id), textOf: comparisonOf(found) }
      }),
    }
  }

  counterOf(now: DumpTable): { readonly counter: Counter; readonly prefixes: PrefixCounter } {
    const reserves = !withoutReservation.test(now.engine)
    let found = this.counters.get(now.counterId)
    if (found === undefined) {
      const counter = new Counter(now.autoIncrement, reserves, now.counterDefinitions, this.currentSteps)
      this.counters.set(now.counterId, (found = { counter, prefixes: new PrefixCounter(this.currentSteps) }))
    }
    found.counter.useEngine(reserves)
    found.counter.define(now.autoIncrement, now.counterDefinitions)
    return found
  }

  /** Continues after the rows. InnoDB forgets the next number of a column that loses AUTO_INCREMENT. */
  restart(now: DumpTable): void {
    if (isWithoutTransactions(now)) return
    now.autoIncrement = 0n
    if (this.counters.has(now.counterId)) this.counterOf(now).counter.restart()
  }

  /** Returns the numbers that ALTER TABLE gives to the rows of a table. */
  addedNumbers(
    now: DumpTable,
    count: number,
    isCopied: boolean,
  ): { readonly first: bigint; readonly increment: bigint } {
    const { counter } = this.counterOf(now)
    const { increment } = this.currentSteps()
    const first = counter.firstAdded(now.autoIncrement, isCopied)
    if (count > 0 || !isCopied) counter.noteAdded(first, count)
    counter.isUnknown ||= this.steps === null
    return { first, increment }
  }

  /** Notes the largest number of a table whose rows a statement has changed. */
  noteLargest(now: DumpTable | undefined, largest: bigint | null): void {
    if (now !== undefined && largest !== null) this.counters.get(now.counterId)?.counter.noteLargest(largest)
  }

  /** Applies ALTER TABLE at once, because a later statement may delete the row with the largest number. */
  altered(now: DumpTable, largest: bigint | null): void {
    this.noteLargest(now, largest)
    if (this.counters.has(now.counterId)) this.counterOf(now).counter.reopen()
  }

  /** Deletes all rows of the table, if there is one. */
  forgetRows(now: DumpTable | undefined): void {
    if (now !== undefined) this.counters.get(now.counterId)?.counter.forgetRows()
  }

  /** Sets the next number of every table at the end of the dump. */
  finish({ tables }: DumpPlan, replay: Replay): void {
    this.cancelRefused()
    for (const { source, columns, counter } of tables) {
      const now = replay.counting(source.counterId)
      if (columns.some(({ isCounted }) => isCounted) && now !== undefined) counter.next = this.nextOf(now)
    }
  }

  /** Returns the next number of a table that had rows, or null if no row of it was numbered here. */
  private nextOf(now: DumpTable): bigint | null {
    return this.counters.has(now.counterId) ? this.counterOf(now).counter.nextNumber : null
  }

  /** Decides the row's number. */
  take(numbered: Numbered, text: DumpText, cells: RowCells): void {
    this.assign(numbered, this.inspect(numbered, text, cells))
  }

  /** Counts a row that is not written. */
  pass(numbered: Numbered, text: DumpText, cells: RowCells): void {
    this.take(numbered, text, cells)
    this.stored()
  }

  /** Reads the number that the row contains, before its final number is decided. */
  inspect(numbered: Numbered, text: DumpText, cells: RowCells): GivenNumber {
    this.useRefused()
    this.isZero = false
    const number = numbered.source < 0 ? null : this.givenNumber(numbered.column, [text, cells, numbered.source])
    const prefix =
      numbered.prefixes === null
        ? ''
        : numbered.prefixSources.map(({ at, textOf }) => (at < 0 ? '' : textOf(shownCell(text, cells, at)))).join('\0')
    this.isGenerated = number === null
    this.number = number ?? null
    return { number, isZero: this.isZero, prefix }
  }

  assign(numbered: Numbered, { number, isZero: isGivenZero, prefix }: GivenNumber): void {
    this.current = numbered
    this.takenId = null
    if (this.isNewStatement) numbered.counter.begin(this.query)
    this.isFirstRow = this.isNewStatement
    this.isNewStatement = false
    this.isZero = isGivenZero
    this.isGenerated = number === null
    this.prefix = prefix
    this.number = number === null ? (numbered.prefixes?.take(prefix) ?? this.next(numbered.counter)) : (number ?? null)
    if (number === null && this.isBeyondUnknown(numbered)) this.number = null
  }

  /** Tests whether the generated number is unknown. Then the later numbers of the table are unknown, too. */
  private isBeyondUnknown({ counter }: Numbered): boolean {
    counter.isUnknown ||= this.steps === null
    if (counter.isUnknown) this.computed.lastInsertId = null
    return counter.isUnknown
  }

  /** Returns why the row cannot have its generated number, or null if it can. A held row gets its number later. */
  problemOf(column: DumpColumn, sqlType: string, isHeld: boolean): Message | null {
    const { numberUnknown, range } = dumpRowMessages.row_rejected
    if (isUsedUp(column, this.number)) return range(sqlType)
    return this.isUnknown && !isHeld ? numberUnknown : null
  }

  /** Whether the row gets a number that is unknown. */
  get isUnknown(): boolean {
    return this.isGenerated && this.number === null
  }

  private next(counter: Counter): bigint {
    const given = counter.isStarted || this.insertId === 0n ? null : this.insertId
    if (given !== null) this.insertId = null
    this.takenId = given
    return counter.take(given)
  }

  /** Counts a row that is in the table, at least on the server. */
  stored(): void {
    const { current, number, isGenerated } = this
    if (current === null || number === null) return
    if (current.prefixes !== null) current.prefixes.stored(this.prefix, number)
    current.counter.stored(number, isGenerated)
  }

  /** Ends a rejected row. On the server, the row exists and has its number, unless a value or the number does not fit. */
  rejected(isRefused: boolean, isNumber: boolean): void {
    if (isRefused) this.refused()
    else if (!isNumber) this.stored()
  }

  /** Ends a row with a value that a server refuses, before it gives the row a number. */
  private refused(): void {
    if (this.isFirstRow) this.isFirstRefused = true
    else this.stored()
  }

  /** Counts a refused row, because another row of its statement follows. */
  private useRefused(): void {
    if (this.isFirstRefused) this.stored()
    this.isFirstRefused = false
  }

  /** Ends a statement with one row, which a server refuses for its key. */
  keyTaken(): void {
    const { current, isGenerated } = this
    if (current !== null && isGenerated) current.counter.keyTaken()
  }

  /** Ends a row with the key of another one, although the other rows of its statement stay. */
  keyShared(): void {
    if (this.current?.counter.keepsNumbers === true) this.stored()
    else this.notStored(null)
  }

  /** Ends a statement that a server refuses for the key of a row, with this many rows from that one on. */
  skip(rows: number): void {
    this.current?.counter.skip(rows)
  }

  /** Ends a row that was ignored, or that changed another one. `changed` is a number that it gave to the other row. */
  notStored(changed: bigint | null): void {
    const { current, number, isGenerated } = this
    if (current === null || current.prefixes !== null) return
    if (number !== null) current.counter.notStored(number, isGenerated)
    if (changed !== null) current.counter.noteChanged(changed)
  }

  /** Returns null if the row contains no number, and undefined if it is unknown, or if a server refuses it. */
  private givenNumber(column: DumpColumn, [text, cells, at]: Cell): bigint | null | undefined {
    const kind = cells.kinds[at]
    if (kind === cellKind.null || at >= cells.count) return null
    // A server that does not count for zero stores zero for DEFAULT.
    if (kind === cellKind.default) return text.countsZero ? null : 0n
    if (kind === cellKind.expression) {
      const computed = this.computed.valueOf({ text, cells, at })
      const isCell = computed !== null && 'cells' in computed
      return isCell ? this.givenNumber(column, [computed.text, computed.cells, 0]) : undefined
    }
    const stored = storedInteger(text, cells, at, column, this.value)
    this.value.changes.length = 0
    this.isZero = stored === 0n && text.countsZero
    return this.isZero ? null : (stored ?? undefined)
  }
}

type Cell = readonly [text: DumpText, cells: RowCells, at: number]
