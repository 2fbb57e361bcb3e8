import { asciiOf } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { folded } from '../constants/comparing.ts'
import { takeAltered } from '../schema/alter-table.ts'
import {
  type DumpColumn,
  type DumpKey,
  type DumpSchema,
  type DumpTable,
  findColumn,
  insertedColumns,
} from '../schema/schema.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import { TokenReader } from '../text/token-reader.ts'
import { type DumpText, isWord, type Token } from '../text/tokens.ts'
import { wholeNumberIn } from './key-hash.ts'
import { appendCell, isZero } from '../values/cell-bytes.ts'

/** The maximum bytes of the rows of one table, and of all tables, that are compared. Larger tables are not held. */
const tableBytesMax = 6 << 20
const bytesMax = 16 << 20
/** The maximum number of keys in memory. */
const keysMax = 200_000

/** A value in a comparable form. Null is NULL, and undefined is a value that only the second pass can compare. */
type KeyValue = string | number | null | undefined

interface Part {
  readonly column: DumpColumn
  /** The index of the value in a row, or -1 if rows omit the column. */
  readonly at: number
  readonly prefix: number | null
}

interface WatchedKey {
  readonly isPrimary: boolean
  readonly parts: readonly Part[]
  readonly values: Set<string | number>
}

/** The keys of the rows of one table so far. */
interface TableKeys {
  readonly values: Map<DumpKey, Set<string | number>>
  /** Whether a row got its number from the counter. A later row may contain that number. */
  isCounted: boolean
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const isUnique = ({ kind }: DumpKey): boolean => kind === 'primary' || kind === 'unique'

/** The largest absolute values that columns of integers certainly store as they are. */
const integers: ReadonlyMap<string, number> = new Map([
  ['tinyint', 127],
  ['smallint', 32_767],
  ['mediumint', 8_388_607],
  ['int', 2_147_483_647],
  ['bigint', Number.MAX_SAFE_INTEGER],
])

/** The number of characters that these types certainly store. */
const longest: ReadonlyMap<string, number> = new Map([
  ['tinytext', 60],
  ['text', 16_000],
  ['mediumtext', 4_000_000],
  ['longtext', 4_000_000],
])

/**
 * Finds tables in which two rows may have the same key, during the first pass. The second pass holds the rows of such a
 * table, and compares them exactly. Dumps that a program read from a server are not checked, because their keys differ.
 */
export class RepeatedKeys {
  private readonly text: DumpText
  private readonly tables = new Map<DumpTable, TableKeys>()
  private bytesLeft = bytesMax
  private keysLeft = keysMax

  constructor(text: DumpText) {
    this.text = text
  }

  /** Returns a watch for rows with these columns, or null if no key of them needs it. */
  watch(table: DumpTable, columns: readonly string[] | null): KeyWatch | null {
    const { keys } = table
    if (this.text.server.hasDistinctKeys || table.repeatsKeys !== 'no' || !keys.some(isUnique)) return null
    let known = this.tables.get(table)
    if (known === undefined) this.tables.set(table, (known = { values: new Map(), isCounted: false }))
    const given = insertedColumns(table, columns)
    const watched: WatchedKey[] = []
    for (const key of keys.filter(isUnique)) {
      const found = key.parts.map(({ column, prefix }) => ({ column: findColumn(table, column ?? ''), prefix }))
      // A server computes these values.
      if (found.some(({ column }) => column === undefined || column.generated !== null)) continue
      const parts = found.flatMap(({ column, prefix }) =>
        column === undefined ? [] : [{ column, prefix, at: given.indexOf(column) }],
      )
      let values = known.values.get(key)
      // Rows from before the key may have equal values.
      if (values === undefined && table.rowsWritten > 0) table.repeatsKeys = 'maybe'
      if (values === undefined) known.values.set(key, (values = new Set()))
      watched.push({ isPrimary: key.kind === 'primary', parts, values })
    }
    return new KeyWatch(table, known, watched, given.length, this)
  }

  /** Lets the second pass compare the rows of a table that gets a key only now. */
  addKeys(schema: DumpSchema, tokens: readonly Token[]): void {
    const isKey = tokens.some((token) => isWord(token, 'UNIQUE', 'PRIMARY'))
    if (!isKey || !isWord(tokens[0], 'ALTER', 'CREATE') || this.text.server.hasDistinctKeys) return
    const on = tokens.findIndex((token) => isWord(token, 'ON'))
    const named = new TokenReader(on < 0 ? [] : tokens.slice(on + 1)).takeQualified()
    const table =
      takeAltered(schema, new TokenReader(tokens)) ??
      (named === null ? undefined : schema.find(named.database, named.name))
    if (table === undefined || table.rowsWritten === 0 || table.repeatsKeys !== 'no') return
    table.repeatsKeys = table.rowBytes <= tableBytesMax ? 'maybe' : 'unchecked'
  }

  /** Forgets the rows of a table that a statement empties. */
  empty(table: DumpTable | undefined): void {
    const known = table === undefined ? undefined : this.tables.get(table)
    if (known !== undefined) for (const values of known.values.values()) values.clear()
  }

  /** Releases the memory after the pass. */
  clear(): void {
    this.tables.clear()
  }

  /** Counts a row with a number of keys. Returns false if there is no memory for more. */
  take(table: DumpTable, bytes: number, keys: number): boolean {
    this.bytesLeft -= bytes
    this.keysLeft -= keys
    return table.rowBytes <= tableBytesMax && this.bytesLeft >= 0 && this.keysLeft >= 0
  }
}

/** Compares the keys of the rows of one INSERT. */
export class KeyWatch {
  private readonly table: DumpTable
  private readonly known: TableKeys
  private readonly keys: readonly WatchedKey[]
  private readonly width: number
  private readonly all: RepeatedKeys
  private readonly scratch = new GrowingBytes(64)

  constructor(table: DumpTable, known: TableKeys, keys: readonly WatchedKey[], width: number, all: RepeatedKeys) {
    this.table = table
    this.known = known
    this.keys = keys
    this.width = width
    this.all = all
  }

  /** Whether the next row must be read. */
  get isOpen(): boolean {
    return this.table.repeatsKeys === 'no' && this.keys.length > 0
  }

  row(text: DumpText, cells: RowCells, bytes: number): void {
    if (!this.isOpen || cells.count !== this.width) return
    const { table } = this
    if (!this.all.take(table, bytes, this.keys.length)) {
      table.repeatsKeys = 'unchecked'
      this.known.values.clear()
      return
    }
    if (this.keys.some((key) => this.mayRepeat(key, text, cells))) table.repeatsKeys = 'maybe'
  }

  private mayRepeat({ isPrimary, parts, values }: WatchedKey, text: DumpText, cells: RowCells): boolean {
    let joined: string | number = ''
    for (const { column, at, prefix } of parts) {
      if (column.autoIncrement) {
        if (isCounted(text, cells, at)) {
          this.known.isCounted = true
          // The number is a new one.
          return false
        }
        if (this.known.isCounted) return true
      }
      const value = at < 0 ? defaultOf(column) : this.valueOf(column, text, cells, at)
      if (value === undefined) return true
      // A server may store zero for NULL.
      if (value === null) return isPrimary || column.notNull
      const compared = prefix === null ? value : Array.from(String(value)).slice(0, prefix).join('')
      joined = parts.length === 1 ? compared : `${joined}${compared}\0`
    }
    if (values.has(joined)) return true
    values.add(joined)
    return false
  }

  private valueOf(column: DumpColumn, text: DumpText, cells: RowCells, at: number): KeyValue {
    const kind = cells.kinds[at]
    if (kind === cellKind.null) return null
    if (kind === cellKind.default) return defaultOf(column)
    if (kind !== cellKind.string && kind !== cellKind.number) return undefined
    const start = cells.starts[at] as number
    const end = cells.ends[at] as number
    if (integers.has(column.type)) {
      const number = wholeNumberIn(text.bytes, start, end)
      return isStored(column, number) ? number + 0 : undefined
    }
    if (cells.flags[at] === 0) return comparable(column, asciiOf(text.bytes, start, end), kind === cellKind.number)
    this.scratch.clear()
    appendCell(text, cells, at, this.scratch)
    const written = decoder.decode(this.scratch.bytes.subarray(0, this.scratch.length))
    return comparable(column, written, kind === cellKind.number)
  }
}

/** Tests for a row that gets its number from the counter. */
const isCounted = (text: DumpText, cells: RowCells, at: number): boolean =>
  at < 0 || cells.kinds[at] === cellKind.null || cells.kinds[at] === cellKind.default || isZero(text, cells, at)

/** Returns the default of a column if it is a literal. */
function defaultOf(column: DumpColumn): KeyValue {
  const [token, another] = column.defaultTokens ?? []
  if (token === undefined) return column.notNull ? undefined : null
  if (another !== undefined || (token.kind !== 'string' && token.kind !== 'number')) return undefined
  return comparable(column, token.text, token.kind === 'number')
}

/** Tests whether a column stores an integer as it is. NaN stands for any other value. */
const isStored = ({ type, unsigned }: DumpColumn, number: number): boolean =>
  Math.abs(number) <= (integers.get(type) ?? -1) && (!unsigned || number >= 0)

/**
 * Returns a value that equal values share. Different values may share it, too. Returns undefined for a value that a
 * server may convert.
 */
function comparable(column: DumpColumn, text: string, isNumber: boolean): KeyValue {
  const {
    type,
    sizes: [size, scale = 0],
  } = column
  if (integers.has(type)) {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return isStored(column, number) ? number + 0 : undefined
  }
  switch (type) {
    case 'char':
    case 'varchar':
    case 'tinytext':
    case 'text':
    case 'mediumtext':
    case 'longtext':
      if (isNumber ? !/^(?:0|-?[1-9]\d{0,8})$/.test(text) : text.length > (size ?? longest.get(type) ?? 1))
        return undefined
      return folded(text)
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined
    case 'datetime':
    case 'timestamp':
      return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : undefined
    case 'decimal':
      return decimal(text, (size ?? 10) - scale, scale)
    default:
      return undefined
  }
}

/** Returns a decimal without zeros at its ends. */
function decimal(text: string, digits: number, scale: number): KeyValue {
  const [, sign = '', whole, fraction = ''] = /^(-?)0*(\d*)(?:\.(\d+?)0*)?$/.exec(text) ?? []
  if (whole === undefined || whole.length > digits || fraction.length > scale) return undefined
  const value = `${whole}.${fraction === '0' ? '' : fraction}`
  return value === '.' ? value : `${sign}${value}`
}
