import { asciiOf } from '../../bytes/ascii.ts'
import { unpadded } from '../constants/comparing.ts'
import { withoutAccents } from '../constants/foldings.ts'
import { normalizeDate } from '../expressions/dates.ts'
import { type DumpColumn, type DumpKey, type DumpTable, findColumn, isUniqueKey } from '../schema/schema.ts'
import { beginningOf } from '../server/held-key.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import type { ComputedValues } from '../server/computed-values.ts'
import type { DumpText, Token } from '../text/tokens.ts'
import { shownCell } from '../values/cell-bytes.ts'
import { isInteger, rangeOf } from '../schema/integer-ranges.ts'

/** The rows that are compared in a script. They are read without the fast path, and scripts by hand have fewer. */
const rowsMax = 10_000

interface WatchedPart {
  readonly column: DumpColumn
  /** The position of the column in the rows, or -1 if they omit it. */
  readonly at: number
  readonly prefix: number | null
}

interface WatchedKey {
  readonly parts: readonly WatchedPart[]
  /** The values of the rows so far. */
  readonly values: Set<string>
}

/** The unique keys to compare in the rows of an INSERT. */
export interface WatchedInsert {
  readonly table: DumpTable
  readonly keys: readonly WatchedKey[]
  /** Whether a key was not compared in the rows so far: it is new, or only a server computes it. */
  readonly isUncertain: boolean
}

/**
 * Finds the tables in which a plain INSERT probably has the key of another row. Their rows are held, and held rows are
 * compared as a server compares them, so a table that is found without need costs only memory.
 */
export class TakenKeys {
  private readonly known = new Map<DumpKey, Set<string>>()
  private readonly computed: ComputedValues
  private readonly text: DumpText
  /** The time zone of the first rows of each table. */
  private readonly zones = new Map<DumpTable, string>()
  /** The tables with rows whose numbers a server generates. */
  private readonly counting = new Set<DumpTable>()
  private rowsLeft = rowsMax
  private current: WatchedInsert | null = null

  constructor(text: DumpText, computed: ComputedValues) {
    this.text = text
    this.computed = computed
  }

  /** Whether the rows of the current INSERT must be read. */
  get isWatching(): boolean {
    return this.current !== null && this.rowsLeft > 0 && !this.current.table.sharesKeys
  }

  insert(watched: WatchedInsert | null): void {
    this.current = watched
  }

  /** Prepares to compare the rows of a plain INSERT with these columns. Returns null if there is nothing to compare. */
  watch(table: DumpTable, columns: readonly (DumpColumn | undefined)[], isByHand: boolean): WatchedInsert | null {
    this.noteZone(table)
    if (this.rowsLeft <= 0 || table.sharesKeys || table.hasSeveralZones) return null
    const unique = table.keys.filter(isUniqueKey)
    const isNew = table.rowsWritten > 0 && unique.some((key) => !this.known.has(key))
    const keys = unique.flatMap((key) => {
      const parts = partsOf(table, key, columns)
      const values = this.known.get(key) ?? new Set()
      this.known.set(key, values)
      return parts === null ? [] : [{ parts, values }]
    })
    const isUncertain = isByHand && (isNew || keys.length < unique.length)
    return unique.length === 0 ? null : { table, keys, isUncertain }
  }

  /** Notes the time zone in which a table gets rows. Held rows keep none, so a table with several zones is not held. */
  private noteZone(table: DumpTable): void {
    if (!table.columns.some(({ type }) => type === 'timestamp')) return
    const { timeZone } = this.text
    const first = this.zones.get(table) ?? timeZone
    this.zones.set(table, first)
    table.hasSeveralZones ||= first !== timeZone
  }

  /** Compares a row with those before it. */
  row(text: DumpText, cells: RowCells): void {
    const { current } = this
    // Some servers skip the content of a comment with a version.
    if (current === null || !this.isWatching || text.openVersioned > 0) return
    this.rowsLeft--
    const { table, keys, isUncertain } = current
    if (isUncertain && table.rowsWritten > 1) table.sharesKeys = true
    for (const { parts, values } of keys) {
      const value = this.valueOf(table, parts, text, cells)
      if (value === null) continue
      table.sharesKeys ||= values.has(value)
      values.add(value)
    }
    if (table.sharesKeys) for (const key of table.keys) this.known.delete(key)
  }

  /** Returns the value of a key, or null if it is NULL or unknown. */
  private valueOf(table: DumpTable, parts: WatchedKey['parts'], text: DumpText, cells: RowCells): string | null {
    let value = ''
    for (const { column, at, prefix } of parts) {
      const part = at < 0 || at >= cells.count ? valueOfDefault(column) : this.valueOfCell(column, [text, cells, at])
      if (column.autoIncrement) this.noteNumber(table, part)
      if (part === null) return null
      value += `${beginningOf(part, prefix)}\0`
    }
    return value
  }

  private valueOfCell(column: DumpColumn, [text, cells, at]: Cell): string | null {
    const kind = cells.kinds[at]
    if (kind === cellKind.default) return valueOfDefault(column)
    if (kind === cellKind.null) return null
    if (kind === cellKind.expression) {
      const found = this.computed.valueOf({ text, cells, at })
      return found !== null && 'cells' in found ? this.valueOfCell(column, [found.text, found.cells, 0]) : null
    }
    const compared = comparedText(column, textOf(text, cells, at))
    return column.autoIncrement && compared === '0' && text.countsZero ? null : compared
  }

  /** A number that a row contains may be one that the server gave to another row. */
  private noteNumber(table: DumpTable, number: string | null): void {
    if (number === null) this.counting.add(table)
    else table.sharesKeys ||= this.counting.has(table)
  }
}

type Cell = readonly [text: DumpText, cells: RowCells, at: number]

/** Returns the parts of a key, or null if one is computed. */
function partsOf(
  table: DumpTable,
  { parts }: DumpKey,
  columns: readonly (DumpColumn | undefined)[],
): WatchedPart[] | null {
  const found = parts.flatMap(({ column: name, prefix }) => {
    const column = name === null ? undefined : findColumn(table, name)
    return column === undefined || column.generated !== null ? [] : [{ column, at: columns.indexOf(column), prefix }]
  })
  return found.length < parts.length ? null : found
}

function valueOfDefault(column: DumpColumn): string | null {
  const { defaultTokens, notNull, autoIncrement } = column
  if (autoIncrement) return null
  if (defaultTokens === null) return notNull ? '' : null
  const [only] = defaultTokens
  return defaultTokens.length === 1 && only !== undefined && isLiteral(only) ? comparedText(column, only.text) : null
}

const isLiteral = ({ kind }: Token): boolean => kind === 'string' || kind === 'number'

function textOf(text: DumpText, cells: RowCells, at: number): string {
  const isPlain = (cells.flags[at] as number) === 0
  return isPlain
    ? asciiOf(text.bytes, cells.starts[at] as number, cells.ends[at] as number)
    : shownCell(text, cells, at)
}

/** Returns the same text for values that the column stores as equal ones, at least in the notations that are common. */
function comparedText(column: DumpColumn, text: string): string {
  const { type, sizes, isExactText } = column
  const number = Number(text)
  if (isInteger(column)) {
    const [smallest, largest] = rangeOf(column)
    return Number.isSafeInteger(number) ? String(Math.min(Math.max(number, Number(smallest)), Number(largest))) : text
  }
  if (type === 'decimal') return Number.isNaN(number) ? text : number.toFixed(sizes[1] ?? 0)
  if (type === 'float') return String(Math.fround(number))
  if (type === 'double') return String(number)
  if (/^(?:date|datetime|timestamp)$/.test(type))
    return (normalizeDate(text) ?? text).replace(/[ T]00:00:00(?:\.0*)?$/, '')
  const size = type === 'char' || type === 'varchar' ? (sizes[0] ?? 1) : null
  const cut = beginningOf(text, size)
  return unpadded(isExactText ? cut : withoutAccents(cut))
}
