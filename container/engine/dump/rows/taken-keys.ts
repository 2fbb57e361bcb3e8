import { asciiOf } from '../../bytes/ascii.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { type DumpColumn, type DumpKey, type DumpSchema, type DumpTable, findColumn } from '../schema/schema.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isWithoutTransactions } from '../server/numbering.ts'
import { cellFlag, cellKind, type RowCells } from '../text/row-cells.ts'
import { type DumpText, isWord, type Token } from '../text/tokens.ts'
import { appendCell } from '../values/cell-bytes.ts'
import { rangeOf } from '../values/numbers.ts'

/** The rows of an INSERT, by their numbers in the table. */
interface InsertedRows {
  readonly first: number
  last: number
}

/** An INSERT that a server refuses, because a row of it has the key of another row. */
export interface RefusedInsert {
  readonly rows: InsertedRows
  /** The number of the row with the key. */
  readonly row: number
  readonly key: string
  readonly column: DumpColumn
  readonly value: string
  /** The INSERT with the other row, which may be the same one. */
  readonly owner: InsertedRows
}

/** The rows that are compared in a script. They are read without the fast path, and scripts by hand have fewer. */
const rowsMax = 10_000

interface TableKeys {
  readonly refused: RefusedInsert[]
  readonly keys: Map<DumpKey, KeyValues>
  /** Whether it is uncertain which rows the server has. */
  isUncertain: boolean
}

interface KeyValues {
  /** The values by a form that some collations compare. */
  readonly known: Map<string, { readonly value: string; readonly rows: InsertedRows }>
  /** The forms of the current INSERT. */
  added: string[]
}

/** A key of a table, with the positions of its columns in the rows of an INSERT. */
interface WatchedKey {
  readonly key: DumpKey
  readonly parts: readonly { readonly column: DumpColumn; readonly at: number }[]
  readonly values: KeyValues
  readonly hasText: boolean
}

export interface WatchedInsert {
  readonly table: DumpTable
  readonly known: TableKeys
  readonly keys: readonly WatchedKey[]
  readonly width: number
}

/**
 * Finds the plain INSERTs that a server refuses for a duplicate key. Only certain ones are found: of integers and equal
 * strings, in scripts that create tables and fill them, and do nothing else with their rows.
 */
export class TakenKeys {
  private readonly text: DumpText
  private readonly tables = new Map<DumpTable, TableKeys>()
  private readonly scratch = new GrowingBytes(64)
  private rowsLeft = rowsMax
  private isOff = false
  private hasInserts = false
  private current: WatchedInsert | null = null
  private rows: InsertedRows | null = null
  private refusal: RefusedInsert | null = null

  constructor(text: DumpText) {
    this.text = text
  }

  /** Returns the refused INSERTs of each table that has some. */
  get refused(): ReadonlyMap<DumpTable, RefusedRows> {
    this.endInsert()
    const found = [...this.tables].filter(([, { refused }]) => refused.length > 0)
    return new Map(found.map(([table, { refused }]) => [table, new RefusedRows(refused)]))
  }

  /** Whether the rows of the current INSERT must be read. */
  get isWatching(): boolean {
    return !this.isOff && this.current?.known.isUncertain === false
  }

  /** Takes a statement other than a plain INSERT, before the schema does. */
  statement(tokens: readonly Token[], schema: DumpSchema): void {
    this.endInsert()
    if (!this.isOff && !keepsRows(tokens, schema, !this.hasInserts)) this.turnOff()
  }

  insertBegins(): void {
    this.endInsert()
    this.hasInserts = true
  }

  insert(watched: WatchedInsert | null): void {
    // A row of defaults, as in VALUES (1), (), has columns of its own.
    if (this.rows !== null && this.current !== null) makeUncertain(this.current.known)
    this.current = watched
  }

  /** Prepares to compare the rows of an INSERT with these columns. Returns null if there is nothing to compare. */
  watch(
    table: DumpTable,
    columns: readonly (DumpColumn | undefined)[],
    { isPlain }: { readonly isPlain: boolean },
  ): WatchedInsert | null {
    if (this.isOff || this.text.server.hasDistinctKeys) return null
    let known = this.tables.get(table)
    if (known === undefined) this.tables.set(table, (known = { refused: [], keys: new Map(), isUncertain: false }))
    if (!isPlain || isWithoutTransactions(table)) makeUncertain(known)
    if (known.isUncertain) return null
    const keys: WatchedKey[] = []
    for (const key of table.keys) {
      if (key.kind !== 'primary' && key.kind !== 'unique') continue
      const parts = key.parts.flatMap(({ column: name, prefix }) => {
        const column = name === null || prefix !== null ? undefined : findColumn(table, name)
        return column !== undefined && isComparable(column) ? [{ column, at: columns.indexOf(column) }] : []
      })
      const omitted = parts.filter(({ at }) => at < 0)
      const isGenerated = omitted.some(
        ({ column }) => column.autoIncrement || column.notNull || column.defaultTokens !== null,
      )
      if (parts.length < key.parts.length || isGenerated) {
        makeUncertain(known)
        return null
      }
      if (omitted.length > 0) continue
      let values = known.keys.get(key)
      if (values === undefined) known.keys.set(key, (values = { known: new Map(), added: [] }))
      keys.push({ key, parts, values, hasText: !parts.every(({ column }) => isInteger(column)) })
    }
    return keys.length === 0 ? null : { table, known, keys, width: columns.length }
  }

  /** Compares a row, which its table has counted. */
  row(cells: RowCells): void {
    const { current } = this
    if (current === null || !this.isWatching) return
    if (--this.rowsLeft < 0) return this.turnOff()
    const { known, keys, width } = current
    const row = current.table.rowsWritten
    const rows = (this.rows ??= { first: row, last: row })
    rows.last = row
    if (cells.count !== width || !keys.every((key) => this.compare(key, cells, rows))) makeUncertain(known)
  }

  /** Called with the end of an INSERT, such as ON DUPLICATE KEY UPDATE. */
  insertEnd(): void {
    if (this.current !== null) makeUncertain(this.current.known)
  }

  /** Compares a row by one of its keys. Returns false if the result is uncertain. */
  private compare({ key, parts, values, hasText }: WatchedKey, cells: RowCells, rows: InsertedRows): boolean {
    const found: string[] = []
    for (const { column, at } of parts) {
      // No NULL equals another one.
      if (cells.kinds[at] === cellKind.null) return key.kind === 'unique' && !column.notNull
      const value = this.valueOf(column, cells, at)
      if (value === null) return false
      found.push(value)
    }
    const value = found.length === 1 ? (found[0] as string) : JSON.stringify(found)
    const form = hasText ? folded(value) : value
    const known = values.known.get(form)
    if (known === undefined) {
      values.known.set(form, { value, rows })
      values.added.push(form)
    }
    const [{ column } = {}] = parts
    if (known?.value === value && column !== undefined)
      this.refusal ??= { rows, row: rows.last, key: nameOf(key), column, value: found.join(', '), owner: known.rows }
    return known === undefined || known.value === value
  }

  /** Returns the value that a server certainly stores, or null. */
  private valueOf(column: DumpColumn, cells: RowCells, at: number): string | null {
    const isString = cells.kinds[at] === cellKind.string
    if ((!isString && cells.kinds[at] !== cellKind.number) || ((cells.flags[at] as number) & cellFlag.bytes) !== 0)
      return null
    const written = this.writtenAt(cells, at)
    if (isInteger(column)) return isStoredInteger(column, written) ? written : null
    const isStored = isString && !written.includes('\ufffd') && written.length <= (column.sizes[0] ?? 1)
    return isStored ? written : null
  }

  private writtenAt(cells: RowCells, at: number): string {
    if (cells.flags[at] === 0) return asciiOf(this.text.bytes, cells.starts[at] as number, cells.ends[at] as number)
    this.scratch.clear()
    appendCell(this.text, cells, at, this.scratch)
    return decoder.decode(this.scratch.bytes.subarray(0, this.scratch.length))
  }

  private endInsert(): void {
    const { current, refusal, rows } = this
    this.current = null
    this.refusal = null
    this.rows = null
    if (current === null || rows === null || this.isOff || current.known.isUncertain) return
    if (refusal !== null) current.known.refused.push(refusal)
    for (const { values } of current.keys) {
      if (refusal !== null) for (const form of values.added) values.known.delete(form)
      values.added = []
    }
  }

  private turnOff(): void {
    this.isOff = true
    this.tables.clear()
  }
}

/** The refused INSERTs of a table in the second pass. */
export class RefusedRows {
  private readonly byRow = new Map<number, RefusedInsert>()
  private readonly rejected = new Set<number>()

  constructor(refused: readonly RefusedInsert[]) {
    for (const one of refused) for (let row = one.rows.first; row <= one.rows.last; row++) this.byRow.set(row, one)
  }

  /** Returns why a server refuses a row. If rows of the other INSERT were rejected, the server may not have its key. */
  at(row: number): RefusedInsert | null {
    const found = this.byRow.get(row)
    if (found === undefined) return null
    const { owner, rows } = found
    if (owner !== rows)
      for (let other = owner.first; other <= owner.last; other++) if (this.rejected.has(other)) return null
    return found
  }

  /** Notes a row that was rejected for another reason. */
  noteRejected(row: number): void {
    this.rejected.add(row)
  }
}

const nameOf = ({ kind, name }: DumpKey): string => (kind === 'primary' ? 'PRIMARY' : name)

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const isInteger = ({ type }: DumpColumn): boolean => /^(?:tiny|small|medium|big)?int$/.test(type)
const isComparable = (column: DumpColumn): boolean =>
  column.generated === null && (isInteger(column) || column.type === 'char' || column.type === 'varchar')

const digitsOfNumber = 15

/** Tests for an integer as a server writes it. Zero makes a counter generate a number. */
function isStoredInteger(column: DumpColumn, written: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(written) || (written === '0' && column.autoIncrement)) return false
  const [smallest, largest] = rangeOf(column)
  const number = written.length > digitsOfNumber ? BigInt(written) : Number(written)
  return number >= smallest && number <= largest
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Returns a form that is the same for strings that some collation may compare as equal. */
const folded = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase())
    .toLowerCase()
    .replaceAll(/\s+(?="|$)/g, '')

function makeUncertain(known: TableKeys): void {
  known.isUncertain = true
  known.refused.length = 0
  known.keys.clear()
}

/** Statements that change no row and no key. */
const harmless = ['USE', 'LOCK', 'UNLOCK', 'BEGIN', 'START', 'COMMIT']
/** Parts of ALTER TABLE that change keys or columns, or remove rows. */
const changesTable = [
  'UNIQUE',
  'PRIMARY',
  'DROP',
  'MODIFY',
  'CHANGE',
  'RENAME',
  'COLUMN',
  'CONVERT',
  'ENGINE',
  'PARTITION',
]
const added = ['CONSTRAINT', 'FOREIGN', 'INDEX', 'KEY', 'FULLTEXT', 'SPATIAL']

/** Tests whether a statement leaves the rows and keys of all tables as they are. */
function keepsRows(tokens: readonly Token[], schema: DumpSchema, isBeforeRows: boolean): boolean {
  const [first, second] = tokens
  const has = (...words: readonly string[]): boolean => tokens.some((token) => isWord(token, ...words))
  if (isWord(first, ...harmless)) return true
  if (isWord(first, 'SET')) return !has('AUTOCOMMIT', 'SELECT')
  if (isWord(first, 'CREATE'))
    return isWord(second, 'TABLE', 'TEMPORARY', 'DATABASE', 'SCHEMA', 'INDEX') && !has('SELECT', 'LIKE')
  if (isWord(first, 'DROP')) return isBeforeRows || dropsNoRows(tokens, schema)
  if (!isWord(first, 'ALTER') || !isWord(second, 'TABLE') || has(...changesTable)) return false
  const adds = tokens.flatMap((token, at) => (isWord(token, 'ADD') ? [tokens[at + 1]] : []))
  return adds.length === 0 ? has('KEYS', 'AUTO_INCREMENT') : adds.every((token) => isWord(token, ...added))
}

/** Tests for `DROP TABLE` of one table without rows, such as one above its definition. */
function dropsNoRows(tokens: readonly Token[], schema: DumpSchema): boolean {
  const from = isWord(tokens[2], 'IF') ? 4 : 2
  if (!isWord(tokens[1], 'TABLE')) return false
  const reader = new TokenReader(tokens.slice(from))
  const named = reader.takeQualified()
  if (named === null || tokens.length - from > 3) return false
  return (schema.find(named.database, named.name)?.rowsWritten ?? 0) === 0
}
