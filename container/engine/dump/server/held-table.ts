import { sortOrder, unpadded } from '../constants/comparing.ts'
import type { Constant, ConstantScope } from '../constants/constant.ts'
import { refuse } from '../expressions/translated.ts'
import type { PlannedColumn, PlannedTable } from '../plan/plan-types.ts'
import { clusteredBy } from './clustered-by.ts'
import { type ComputedPart, comparedText, computedKey, expressionOf } from './computed-key.ts'
import { constantOfCell, type HeldCell, type HeldRow } from './held-cell.ts'
import { beginningOf, columnsOf, type KeyPart, labelOf, type NamedKey, type UniqueKey } from './held-key.ts'
import { areSurelySame, keyText } from './key-text.ts'
import { LargestNumbers, numberIn } from './largest-numbers.ts'
import { isUsedUp } from './numbering.ts'
import { areReadAlike } from './read-alike.ts'
import { withGenerated } from './stored-constant.ts'
import {
  type DumpColumn,
  type DumpKey,
  type DumpTable,
  findColumn,
  isUniqueKey,
  nameOfKey,
  type KeyPart as DumpPart,
} from '../schema/schema.ts'
import { isSameName } from '../text/tokens.ts'
import { isCut, retypedFrom } from '../values/retyped.ts'
import { literalKinds } from '../values/value.ts'

/** The definition of a table at this point of the dump. */
export interface TableState {
  /** Changes with each definition. */
  readonly version: () => number
  readonly definition: () => DumpTable
  /** Returns the scope of the expressions that the server computes at this point. */
  readonly scope: () => ConstantScope
}

/** The rows of one table, held until the dump has been read because later statements may change them. */
export class HeldTable {
  readonly table: PlannedTable
  /** The columns that are written. */
  readonly written: readonly PlannedColumn[]
  /** These columns and those that a later statement drops. */
  readonly columns: readonly PlannedColumn[]
  readonly rows = new Map<number, HeldRow>()
  private keysNow: ReadonlyMap<string, UniqueKey> = new Map()
  private enforced: readonly UniqueKey[] = []
  /** The version of the definition from which the keys come. */
  private version = -1
  /** The columns that are read in another way than at the end, by the version of the definition. */
  private otherwise: readonly boolean[] = []
  /** The columns at this point that a later statement gives another type. */
  private retyped: readonly (DumpColumn | undefined)[] = []
  private otherwiseVersion = -1
  /** Whether a server has other rows, because a row or a statement was left out. */
  isIncomplete = false
  private made = 0
  /** The number of rows that the dump lists for the table so far. */
  private places = 0
  private hasHoles = false
  private readonly counted: number
  /** Whether a row with a number was removed, or its number was changed. */
  private hasLostNumbers = false
  /** This is null before the first use, and after a row was changed or removed. */
  private largest: LargestNumbers | null = null

  /** Values that a statement would have changed on the server, and the columns with such values. */
  private readonly doubtful = new WeakSet<HeldCell>()
  private readonly doubtfulColumns = new Set<number>()
  /** The columns in which empty values and NULL are such values. */
  private readonly doubtfulBlanks = new Set<number>()
  /** The labels of the parts of keys that could not be computed in some row. */
  private readonly unknownParts = new Set<string>()

  private readonly state: TableState

  constructor(table: PlannedTable, state: TableState) {
    this.table = table
    this.state = state
    this.written = table.columns.filter(({ generatedSql }) => generatedSql === null)
    this.columns = [...this.written, ...table.droppedColumns]
    this.counted = this.columns.findIndex(({ isCounted }) => isCounted)
  }

  private get columnsNow(): readonly DumpColumn[] {
    return this.state.definition().columns
  }

  /** Returns the unique keys at this point of the dump, beginning with the primary key. */
  private get keys(): readonly UniqueKey[] {
    if (this.version !== this.state.version()) this.renewKeys()
    return this.enforced
  }

  /** Forgets the keys that a server refused, because a statement may add them again. */
  retryKeys(): void {
    this.keysNow = new Map(Array.from(this.keysNow).filter(([, { isRefused }]) => !isRefused))
  }

  /** Adds the keys that the definition has by now, and drops those that it no longer has. */
  private renewKeys(): void {
    this.version = this.state.version()
    const now = this.state.definition()
    const ordered = ['primary', 'unique'].flatMap((kind) => now.keys.filter((key) => key.kind === kind))
    const found = ordered.flatMap((definition): (readonly [string, UniqueKey])[] => {
      const { parts: written } = definition
      const parts = written.flatMap((part) => this.partOf(now, part) ?? [])
      const label = parts.map(({ at, prefix, computed }) => `${computed?.label ?? at} ${prefix}`).join()
      const named = { name: nameOfKey(definition), parts }
      return parts.length < written.length ? [] : [[label, this.renewedKey(this.keysNow.get(label), named)]]
    })
    this.keysNow = new Map(found)
    this.enforced = found.flatMap(([, key]) => (key.isRefused ? [] : [key]))
  }

  private partOf(now: DumpTable, part: DumpPart): KeyPart | null {
    const { column: name, prefix } = part
    const then = name === null ? undefined : findColumn(now, name)
    const at = this.placeOfId(then?.id)
    const tokens = expressionOf(part, then)
    const column = this.table.columns.find(({ source }) => source.id === then?.id) ?? null
    const isReadAlike = then === undefined ? column === null : column !== null && areReadAlike(then, column.source)
    const isKnown = at >= 0 || (tokens !== null && isReadAlike)
    const computed = tokens === null ? null : { tokens, column, label: labelOf(then, tokens) }
    return isKnown ? { at, prefix, isExact: then?.isExactText, computed } : null
  }

  /** The unique keys whose values in some rows are unknown, so that the rows may share them. */
  get uncomparedKeys(): DumpKey[] {
    const { source } = this.table
    if (this.unknownParts.size === 0 || source.onDuplicate.size === 0 || this.rows.size < 2) return []
    return source.keys.filter(
      (key) =>
        isUniqueKey(key) &&
        key.parts.some((part) => {
          const column = part.column === null ? undefined : findColumn(source, part.column)
          const tokens = expressionOf(part, column)
          return tokens !== null && this.unknownParts.has(labelOf(column, tokens))
        }),
    )
  }

  /** Keeps a key unless its text is compared in another way by now. A server refuses that for rows with equal text. */
  private renewedKey(known: UniqueKey | undefined, key: Pick<UniqueKey, 'name' | 'parts'>): UniqueKey {
    if (known?.parts.every(({ isExact }, at) => isExact === key.parts[at]?.isExact) === true) return known
    const renewed = this.newKey(key)
    return known !== undefined && renewed.isRefused ? known : renewed
  }

  /** Creates a key of the rows so far. A server refuses a key whose value several rows have. */
  private newKey(key: Pick<UniqueKey, 'name' | 'parts'>): UniqueKey {
    const rows = new Map<string, number>()
    let isRefused = false
    for (const [id, row] of this.rows) {
      if (isRefused) break
      const own = this.keyOf(key, row)
      if (own === null) continue
      isRefused ||= rows.has(own)
      rows.set(own, id)
    }
    return { ...key, rows: isRefused ? new Map() : rows, isRefused }
  }

  /** Removes the rows that have an added key of an earlier row, as ALTER IGNORE TABLE does. Returns their number. */
  removeDuplicates(sorted: readonly (readonly [number, HeldRow])[]): number {
    this.renewKeys()
    const refused = Array.from(this.keysNow.values()).filter(({ isRefused }) => isRefused)
    const known = refused.map(() => new Set<string>())
    let removed = 0
    for (const [id, row] of sorted) {
      const own = refused.map((key) => this.keyOf(key, row))
      const isDuplicate = own.some((key, at) => key !== null && known[at]?.has(key))
      if (isDuplicate) {
        this.remove(id)
        removed++
      } else own.forEach((key, at) => key !== null && known[at]?.add(key))
    }
    this.retryKeys()
    this.renewKeys()
    return removed
  }

  /**
   * Returns the position of the column that has this name at this point of the dump, or -1 if there is none. A column
   * that is computed is refused.
   */
  placeOf(name: string): number {
    const now = this.columnsNow.find((column) => isSameName(column.name, name))
    return now === undefined ? -1 : this.placeOfColumn(now)
  }

  /** Returns the position of the column with this id, or -1 if it is not held. */
  placeOfId(id: number | undefined): number {
    return this.columns.findIndex(({ source }) => source.id === id)
  }

  private placeOfColumn({ id }: DumpColumn): number {
    const at = this.placeOfId(id)
    return at < 0 ? refuse('a column that is not held') : at
  }

  /**
   * Returns the column in this position as it is at this point of the dump, if its type then may store other values than
   * its type at the end.
   */
  retypedAt(at: number): DumpColumn | undefined {
    this.compareTypes()
    return this.retyped[at]
  }

  /** Returns the position of the column that has this name at the end of the dump, or -1 if there is none. */
  placeAtEnd(name: string): number {
    return this.columns.findIndex(({ source }) => isSameName(source.name, name))
  }

  /** Returns the rows that share a key with this one, beginning with those of the first key. */
  conflicts(row: HeldRow): number[] {
    const found = new Set<number>()
    for (const key of this.keys) {
      const other = this.keyOf(key, row)
      const id = other === null ? undefined : key.rows.get(other)
      if (id !== undefined) found.add(id)
    }
    return [...found]
  }

  /** Returns the first key of this row that another row certainly has, or null if there is none. */
  takenKey(row: HeldRow): NamedKey | null {
    for (const key of this.keys) {
      const own = this.keyOf(key, row)
      const other = own === null ? undefined : this.rows.get(key.rows.get(own) ?? 0)
      if (other === undefined || !key.parts.every((part) => this.isSurelySame(part, row, other))) continue
      const at = key.parts[0]?.at ?? -1
      return { name: key.name, column: this.columns[at], at }
    }
    return null
  }

  /** Tests whether a server certainly considers two values equal that have the same key here. */
  private isSurelySame(part: KeyPart, one: HeldRow, other: HeldRow): boolean {
    const { at, prefix, computed } = part
    const column = this.columns[at]
    if (column !== undefined && !this.isSure(at, one, other)) return false
    if (column !== undefined && column.type.kind !== 'text') return true
    const textOf = (row: HeldRow): string => {
      const text = computed == null ? row[at]?.text : this.computedKey(computed, row)?.text
      const beginning = beginningOf(text ?? '', prefix)
      return column?.source.type === 'char' ? unpadded(beginning) : beginning
    }
    return areSurelySame(textOf(one), textOf(other), column?.source, part.isExact)
  }

  /** Tests whether the values of two rows are those of the server. */
  private isSure(at: number, ...rows: readonly HeldRow[]): boolean {
    const isKnown = rows.every((row) => row[at] === null || this.constantOf(row, at) !== undefined)
    return isKnown && this.retypedAt(at) === undefined
  }

  /** Returns the place of the next row among those that the dump lists. */
  nextPlace(): number {
    return ++this.places
  }

  /** Inserts a row and returns its id. */
  insert(row: HeldRow): number {
    const id = ++this.made
    this.largest?.note(row)
    this.rows.set(id, row)
    this.index(id, row)
    return id
  }

  remove(id: number): void {
    this.hasHoles = true
    this.hasLostNumbers = true
    this.largest = null
    this.forgetKeys(id)
    this.rows.delete(id)
  }

  clear(): void {
    this.rows.clear()
    this.isIncomplete = false
    this.hasHoles = false
    this.hasLostNumbers = false
    this.largest = null
    for (const key of this.keysNow.values()) key.rows.clear()
  }

  /**
   * Returns the largest number among the rows with the same prefix, for tables that count each key prefix separately.
   */
  largestOfPrefix(row: HeldRow, prefix: readonly number[]): bigint {
    if (this.largest === null) {
      this.largest = new LargestNumbers(prefix, this.counted, this.columns)
      for (const one of this.rows.values()) this.largest.note(one)
    }
    return this.largest.numberOf(row)
  }

  /** Returns the largest number, or null if every row still has the number with which it was inserted. */
  get largestNumber(): bigint | null {
    if (!this.hasLostNumbers) return null
    let largest = 0n
    for (const row of this.rows.values()) {
      const number = numberIn(row, this.counted)
      if (number > largest) largest = number
    }
    return largest
  }

  /** Sets the number of a row. Returns false if the numbers are used up. */
  setNumber(row: HeldRow, number: bigint | null): boolean {
    const column = this.columns[this.counted]
    if (column === undefined) return true
    row[this.counted] = { literalKind: literalKinds.number, text: String(number) }
    return !isUsedUp(column.source, number)
  }

  get typeOfNumbers(): string {
    return this.columns[this.counted]?.type.sqlType ?? ''
  }

  /** Compares two rows by these columns. It refuses an order that depends on the collation. */
  ordered(places: readonly number[], one: HeldRow, other: HeldRow): number {
    const valueAt = (row: HeldRow, at: number): Constant =>
      this.constantOf(row, at) ?? refuse('an order of other values')
    for (const at of places) {
      const found = sortOrder(valueAt(one, at), valueAt(other, at))
      if (found !== 0) return found
    }
    return 0
  }

  /** Numbers rows in this order. */
  numberRows(rows: readonly (readonly [number, HeldRow])[], first: bigint, increment: bigint): void {
    rows.forEach(([id, row], at) => {
      this.setNumber(row, first + BigInt(at) * increment)
      this.index(id, row)
    })
    this.largest = null
    this.hasLostNumbers = true
  }

  private forgetKeys(id: number): void {
    const row = this.rows.get(id)
    if (row === undefined) return
    for (const key of this.keys) {
      const own = this.keyOf(key, row)
      if (own !== null && key.rows.get(own) === id) key.rows.delete(own)
    }
  }

  /** Returns the rows in the order of a server's table scan, if that is the order of one number. */
  inOrder(): (readonly [number, HeldRow])[] {
    const rows = [...this.rows]
    const [only, ...others] = clusteredBy(this.state.definition())
    const at = others.length === 0 ? this.placeOfId(only?.id) : -1
    if (this.columns[at]?.type.kind !== 'integer') return rows
    const keyNumber = (row: HeldRow): bigint => BigInt(/^[+-]?\d+$/.exec(row[at]?.text ?? '')?.[0] ?? 0)
    return rows.toSorted(([, one], [, other]) => (keyNumber(one) < keyNumber(other) ? -1 : 1))
  }

  /**
   * Returns the columns that may determine the order in which a server reads the rows for a query of these columns. It
   * uses its table scan, or an index that contains all of the columns or begins with one in a condition. Null means
   * that the order cannot be predicted.
   */
  readingOrders(isUsed: (column: string) => boolean, isConditional: (column: string) => boolean): string[][] | null {
    const now = this.state.definition()
    const { keys, columns } = now
    const own = clusteredBy(now).map(({ name }) => name)
    const used = columns.filter(({ name }) => isUsed(name))
    const indexes = keys.filter(({ kind }) => kind !== 'fulltext' && kind !== 'spatial').map(columnsOf)
    const isCovering = (index: readonly string[]): boolean =>
      used.every(({ name }) => index.includes(name) || own.includes(name))
    const covering = indexes.filter((index) => isCovering(index) && index.join() !== own.join())
    const conditional = indexes.filter(([first = '']) => isConditional(first))
    const isScanned = covering.length === 0 || conditional.length > 0
    // A table without such a key has its rows in the order of insertion, but reuses the space of deleted ones.
    if (isScanned && own.length === 0 && this.hasHoles) return null
    return [...(isScanned ? [own] : []), ...[...covering, ...conditional].map((index) => [...index, ...own])]
  }

  /** Returns false if another row has the new row's key. */
  update(id: number, row: HeldRow): boolean {
    if (this.conflicts(row).some((other) => other !== id)) return false
    this.forgetKeys(id)
    this.largest = null
    this.hasLostNumbers ||= this.rows.get(id)?.[this.counted]?.text !== row[this.counted]?.text
    this.rows.set(id, row)
    this.index(id, row)
    return true
  }

  /** Returns the positions of the columns that `*` means. */
  get visibleColumns(): readonly number[] {
    return this.columnsNow.flatMap((column) => (column.isInvisible ? [] : [this.placeOfColumn(column)]))
  }

  visibleValues(row: HeldRow): Constant[] {
    return this.visibleColumns.map((at) => this.constantOf(row, at) ?? refuse('a column that cannot be used here'))
  }

  /** Returns the constant that an expression reads from a cell, or undefined if it cannot be used in computations. */
  constantOf(row: HeldRow, at: number): Constant | undefined {
    const cell = row[at]
    return cell === undefined || this.isReadOtherwise(at) || this.isDoubtful(cell, at)
      ? undefined
      : constantOfCell(cell, this.columns[at] as PlannedColumn)
  }

  /** Marks values that a statement would have changed on the server. Later statements do not compute with them. */
  doubt(at: number, rows: Iterable<HeldRow>): void {
    for (const row of rows) {
      this.doubtfulColumns.add(at)
      const cell = row[at] ?? null
      // Rows may share the object of an empty value.
      if (cell === null || cell.text === '') this.doubtfulBlanks.add(at)
      else this.doubtful.add(cell)
    }
  }

  private isDoubtful(cell: HeldCell | null, at: number): boolean {
    if (!this.doubtfulColumns.has(at)) return false
    return cell === null || cell.text === '' ? this.doubtfulBlanks.has(at) : this.doubtful.has(cell)
  }

  /** Tests whether a later statement changes the type of a column so that its values cannot be read as of now. */
  private isReadOtherwise(at: number): boolean {
    this.compareTypes()
    const isCutLater = this.retyped[at] !== undefined && isCut((this.columns[at] as PlannedColumn).source)
    return isCutLater || this.otherwise[at] === true
  }

  /** Compares the types of the columns at this point with those at the end, after each definition. */
  private compareTypes(): void {
    if (this.otherwiseVersion === this.state.version()) return
    this.otherwiseVersion = this.state.version()
    const now = new Map(this.columnsNow.map((column) => [column.id, column]))
    this.otherwise = this.columns.map(({ source }) => !areReadAlike(now.get(source.id) ?? source, source))
    this.retyped = this.columns.map(({ source }) => retypedFrom(now.get(source.id), source))
  }

  private index(id: number, row: HeldRow): void {
    for (const key of this.keys) {
      const own = this.keyOf(key, row)
      if (own !== null) key.rows.set(own, id)
    }
  }

  /** Returns how the values of a column form keys, or null for a type whose equal values may have different keys. */
  keyKind(at: number): string | null {
    const column = this.isReadOtherwise(at) || this.doubtfulColumns.has(at) ? undefined : this.columns[at]
    if (column?.type.kind === 'text') return `text ${column.source.isExactText}`
    return column?.type.kind === 'integer' ? 'integer' : null
  }

  /** Returns the names of the columns at this point of the dump. */
  get columnNames(): string[] {
    return this.columnsNow.map(({ name }) => name)
  }

  /** Returns the value of these columns as a key, or null if one of them is NULL. */
  keyAt(row: HeldRow, places: readonly number[]): string | null {
    return this.keyOf({ parts: places.map((at) => ({ at, prefix: null })) }, row)
  }

  /** Tests whether a row has this value in the columns of a unique key. Returns null if there is no such key. */
  hasKey(places: readonly number[], key: string): boolean | null {
    const unique = this.keys.find(
      ({ parts }) =>
        parts.length === places.length && parts.every(({ at, prefix }, part) => at === places[part] && prefix === null),
    )
    const isOther = unique?.parts.some(({ at, isExact }) => isExact !== this.columns[at]?.source.isExactText)
    return isOther === false ? (unique?.rows.has(key) ?? null) : null
  }

  /** Returns null if a part is NULL, because such rows have no key. */
  private keyOf({ parts }: Pick<UniqueKey, 'parts'>, row: HeldRow): string | null {
    let key = ''
    for (const part of parts) {
      const cell = row[part.at] ?? null
      const text =
        cell === null
          ? this.computedText(part, row)
          : keyText(beginningOf(cell.text, part.prefix), this.columns[part.at] as PlannedColumn, part.isExact)
      if (text === null) return null
      key += `${text}\0`
    }
    return key
  }

  private computedText({ prefix, isExact, computed }: KeyPart, row: HeldRow): string | null {
    if (computed == null) return null
    const found = this.computedKey(computed, row)
    if (found === undefined) this.unknownParts.add(computed.label)
    if (found == null) return null
    return comparedText({ ...found, text: beginningOf(found.text, prefix) }, computed.column, isExact)
  }

  private computedKey(part: ComputedPart, row: HeldRow): ReturnType<typeof computedKey> {
    const stored = (name: string): Constant | undefined => this.constantOf(row, this.placeOf(name))
    return computedKey(part, withGenerated(this.state.scope(), this.table, this.columnsNow, stored))
  }
}
