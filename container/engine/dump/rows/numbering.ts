import { asciiOf } from '../../bytes/ascii.ts'
import { isZero, shownCell } from './cell-bytes.ts'
import type { ComputedValues } from './computed-values.ts'
import { Counter, PrefixCounter } from './counter.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import { type DumpColumn, type DumpTable, findColumn } from '../schema/schema.ts'
import type { DumpText } from '../text/tokens.ts'

/** How the rows of one INSERT come to their numbers. */
export interface Numbered {
  readonly counterId: number
  readonly counter: Counter
  readonly prefixes: PrefixCounter | null
  /** The index of the row's value for the number; -1 when rows bring none. */
  readonly source: number
  /** The columns before the number in its key. */
  readonly prefixColumns: readonly string[]
  /** The indexes of the values before the number in its key: each combination counts separately. */
  readonly prefixSources: readonly number[]
}

/** Engines whose tables count on from the largest number that they stored. */
const withoutReservation = /^(?:myisam|aria|memory|heap|csv|archive|merge|mrg_myisam|rocksdb|ndb|ndbcluster)$/

export const isWithoutTransactions = ({ engine }: DumpTable): boolean => withoutReservation.test(engine)

/** The columns before the number in its key, where no key begins with the number. */
function prefixOf(table: DumpTable, column: DumpColumn): readonly string[] {
  const isNumber = (name: string | null): boolean => name?.toLowerCase() === column.name.toLowerCase()
  if (table.keys.some(({ parts }) => isNumber(parts[0]?.column ?? null))) return []
  for (const { parts } of table.keys) {
    const at = parts.findIndex((part) => isNumber(part.column))
    if (at > 0) return parts.slice(0, at).flatMap((part) => (part.column === null ? [] : [part.column]))
  }
  return []
}

/** The number that a row brings. Null: the row brings none. Undefined: the number cannot be computed. */
export interface Brought {
  readonly number: bigint | null | undefined
  /** The row has a zero, which means the next number. */
  readonly isZero: boolean
  readonly prefix: string
}

/** The numbers of AUTO_INCREMENT columns: what each row of the dump gets from the server, rejected rows included. */
export class Numbering {
  private readonly counters = new Map<number, { counter: Counter; prefixes: PrefixCounter }>()
  private readonly computed: ComputedValues
  private current: Numbered | null = null
  private prefix = ''
  private isNewStatement = false
  /** The current row's number; null if nobody can tell the one that it brings. */
  number: bigint | null = null
  /** The row gets its number from the counter. */
  isGenerated = false
  /** True if the row has a zero and still gets a number. */
  isZero = false

  constructor(computed: ComputedValues) {
    this.computed = computed
  }

  /** Begins another statement of rows. */
  begin(): void {
    const first = this.current?.counter.firstGenerated
    if (first != null) this.computed.lastInsertId = first
    this.isNewStatement = true
  }

  /** The rows of the statement came from a query. */
  endOfQuery(): void {
    if (this.isNewStatement) return
    const first = this.current?.counter.firstGenerated
    if (first != null) this.computed.lastInsertId = first
    this.current?.counter.endOfQuery()
    this.current = null
  }

  numberedColumn(now: DumpTable, column: DumpColumn, names: readonly (DumpColumn | undefined)[]): Numbered {
    const { counter, prefixes } = this.counterOf(now)
    const columns = prefixOf(now, column)
    return {
      counterId: now.counterId,
      counter,
      prefixes: columns.length === 0 ? null : prefixes,
      source: names.findIndex((one) => one?.id === column.id),
      prefixColumns: columns,
      prefixSources: columns.map((name) => {
        const id = findColumn(now, name)?.id
        return names.findIndex((one) => one?.id === id)
      }),
    }
  }

  counterOf(now: DumpTable): { readonly counter: Counter; readonly prefixes: PrefixCounter } {
    const reserves = !withoutReservation.test(now.engine)
    let found = this.counters.get(now.counterId)
    if (found === undefined) {
      const counter = new Counter(now.autoIncrement, reserves, now.counterDefinitions)
      this.counters.set(now.counterId, (found = { counter, prefixes: new PrefixCounter() }))
    }
    found.counter.useEngine(reserves)
    found.counter.define(now.autoIncrement, now.counterDefinitions)
    return found
  }

  /** All rows of the table are deleted, if there is one. */
  forgetRows(now: DumpTable | undefined): void {
    if (now !== undefined) this.counters.get(now.counterId)?.counter.forgetRows()
  }

  /** The next number of a table that had rows; null when no row of it was numbered here. */
  nextOf(now: DumpTable): bigint | null {
    return this.counters.has(now.counterId) ? this.counterOf(now).counter.nextNumber : null
  }

  /** Decides the row's number. */
  take(numbered: Numbered, text: DumpText, cells: RowCells): void {
    this.assign(numbered, this.inspect(numbered, text, cells))
  }

  /** Reads the number that the row brings, before its final number is decided. */
  inspect(numbered: Numbered, text: DumpText, cells: RowCells): Brought {
    this.isZero = false
    const number = numbered.source < 0 ? null : this.brought(text, cells, numbered.source)
    const prefix =
      numbered.prefixes === null
        ? ''
        : numbered.prefixSources.map((at) => (at < 0 ? '' : shownCell(text, cells, at))).join('\0')
    this.isGenerated = number === null
    this.number = number ?? null
    return { number, isZero: this.isZero, prefix }
  }

  assign(numbered: Numbered, { number, isZero: isBroughtZero, prefix }: Brought): void {
    this.current = numbered
    if (this.isNewStatement) numbered.counter.begin()
    this.isNewStatement = false
    this.isZero = isBroughtZero
    this.isGenerated = number === null
    this.prefix = prefix
    this.number = number === null ? (numbered.prefixes?.take(prefix) ?? numbered.counter.take()) : (number ?? null)
  }

  /** The row is one of the table's, if only on the server. */
  stored(): void {
    const { current, number, isGenerated } = this
    if (current === null || number === null) return
    if (current.prefixes !== null) current.prefixes.stored(this.prefix, number)
    current.counter.stored(number, isGenerated)
  }

  /** The row was ignored, or changed another. */
  notStored(): void {
    const { current, number, isGenerated } = this
    if (current !== null && number !== null && current.prefixes === null) current.counter.notStored(number, isGenerated)
  }

  /** Null: none. Undefined: one that nobody can tell. */
  private brought(text: DumpText, cells: RowCells, at: number): bigint | null | undefined {
    const kind = cells.kinds[at]
    if (kind === cellKind.null || at >= cells.count) return null
    // A server that does not count for zero stores zero for DEFAULT.
    if (kind === cellKind.default) return text.countsZero ? null : 0n
    if (kind === cellKind.expression) {
      const computed = this.computed.valueOf({ text, cells, at })
      return computed !== null && 'cells' in computed ? this.brought(computed.text, computed.cells, 0) : undefined
    }
    if (isZero(text, cells, at)) {
      this.isZero = true
      return null
    }
    const start = cells.starts[at] as number
    const written = asciiOf(text.bytes, start, Math.min(cells.ends[at] as number, start + 40))
    const [digits] = /^\s*[+-]?\d+/.exec(written) ?? []
    return digits === undefined ? undefined : BigInt(digits.trim())
  }
}
