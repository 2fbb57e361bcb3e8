import { type DumpColumn, type DumpKey, type DumpSchema, type DumpTable, findColumn } from '../schema/schema.ts'
import { cellKind, type RowCells } from '../text/row-cells.ts'
import { TokenReader } from '../text/token-reader.ts'
import { type DumpText, isWord, type Token } from '../text/tokens.ts'
import { certainValue, isInteger } from '../values/certain-values.ts'

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
  readonly known: Map<string, string>
  /** The forms of the current INSERT. */
  added: string[]
}

/** A key of a table, with the positions of its columns in the rows of an INSERT. */
interface WatchedKey {
  readonly key: DumpKey
  readonly parts: readonly { readonly column: DumpColumn; readonly at: number }[]
  readonly values: KeyValues
}

export interface WatchedInsert {
  readonly table: DumpTable
  readonly columns: readonly DumpColumn[]
  readonly known: TableKeys
  readonly keys: readonly WatchedKey[]
}

/**
 * Finds the plain INSERTs that a server refuses for a duplicate key. Only certain ones are found: in scripts that create
 * tables and fill them, and do nothing else with their rows, and in tables whose rows a server certainly stores.
 */
export class TakenKeys {
  private readonly text: DumpText
  private readonly tables = new Map<DumpTable, TableKeys>()
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
    const given = columns.filter((column) => column !== undefined)
    const isCertain = isPlain && isSimple(table) && given.length === columns.length && areGiven(table, given)
    const keys = isCertain && !known.isUncertain ? watchedKeys(table, given, known) : null
    if (keys !== null) return keys.length === 0 ? null : { table, columns: given, known, keys }
    makeUncertain(known)
    return null
  }

  /** Compares a row, which its table has counted. */
  row(cells: RowCells): void {
    const { current, text } = this
    if (current === null || !this.isWatching) return
    // Some servers skip the content of such a comment.
    if (--this.rowsLeft < 0 || text.openVersioned > 0) return this.turnOff()
    const { table, columns, known, keys } = current
    const row = table.rowsWritten
    const rows = (this.rows ??= { first: row, last: row })
    rows.last = row
    const isStored =
      cells.count === columns.length &&
      columns.every((column, at) => isNull(column, cells, at) || certainValue(column, text, cells, at) !== null)
    if (!isStored || !keys.every((key) => this.compare(key, cells, rows))) makeUncertain(known)
  }

  /** Called with the end of an INSERT, such as ON DUPLICATE KEY UPDATE. */
  insertEnd(): void {
    if (this.current !== null) makeUncertain(this.current.known)
  }

  /** Compares a row by one of its keys. Returns false if the result is uncertain. */
  private compare({ key, parts, values }: WatchedKey, cells: RowCells, rows: InsertedRows): boolean {
    const found: string[] = []
    for (const { column, at } of parts) {
      // No NULL equals another one.
      if (cells.kinds[at] === cellKind.null) return key.kind === 'unique'
      found.push(certainValue(column, this.text, cells, at) ?? '')
    }
    const value = found.length === 1 ? (found[0] as string) : JSON.stringify(found)
    const form = value.toLowerCase().replaceAll(/ +(?="|$)/g, '')
    const known = values.known.get(form)
    const [{ column } = {}] = parts
    if (known === undefined) {
      values.known.set(form, value)
      values.added.push(form)
    } else if (known === value && column !== undefined) {
      this.refusal ??= { rows, row: rows.last, key: nameOf(key), column, value: found.join(', ') }
    }
    return known === undefined || known === value
  }

  /** Ends the current INSERT. The next one may have the same columns. */
  private endInsert(): void {
    const { current, refusal } = this
    this.refusal = null
    this.rows = null
    if (current === null || this.isOff || current.known.isUncertain) return
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
  private hasOthers = false

  constructor(refused: readonly RefusedInsert[]) {
    for (const one of refused) for (let row = one.rows.first; row <= one.rows.last; row++) this.byRow.set(row, one)
  }

  /** Returns why a server refuses a row. After another rejected row, it is uncertain which keys a server has. */
  at(row: number): RefusedInsert | null {
    return this.hasOthers ? null : (this.byRow.get(row) ?? null)
  }

  /** Notes that a row was rejected for another reason. */
  noteRejected(): void {
    this.hasOthers = true
  }
}

const nameOf = ({ kind, name }: DumpKey): string => (kind === 'primary' ? 'PRIMARY' : name)

/** Tests for a table whose rows nothing else refuses or changes. */
const isSimple = ({ engine, foreignKeys, checks, partitioning, rowEnd, isTemporary }: DumpTable): boolean =>
  (engine === '' || engine === 'innodb') &&
  foreignKeys.length === 0 &&
  checks.length === 0 &&
  partitioning === null &&
  rowEnd === null &&
  !isTemporary

/** Tests whether a server needs no other values than those of these columns. */
const areGiven = ({ columns }: DumpTable, given: readonly DumpColumn[]): boolean =>
  new Set(given).size === given.length &&
  given.every(({ generated }) => generated === null) &&
  columns.every((column) => given.includes(column) || !column.notNull || column.defaultTokens !== null)

const isNull = ({ notNull }: DumpColumn, { kinds }: RowCells, at: number): boolean =>
  kinds[at] === cellKind.null && !notNull

/** Returns the keys of a table that the columns of an INSERT have, or null if one cannot be compared. */
function watchedKeys(table: DumpTable, given: readonly DumpColumn[], known: TableKeys): WatchedKey[] | null {
  const keys: WatchedKey[] = []
  for (const key of table.keys) {
    if (key.kind !== 'primary' && key.kind !== 'unique') continue
    const parts = key.parts.flatMap(({ column: name, prefix }) => {
      const column = name === null || prefix !== null ? undefined : findColumn(table, name)
      return column !== undefined && isComparable(column) ? [{ column, at: given.indexOf(column) }] : []
    })
    const omitted = parts.filter(({ at }) => at < 0)
    const hasValue = omitted.some(
      ({ column }) => column.autoIncrement || column.defaultTokens !== null || column.generated !== null,
    )
    if (parts.length < key.parts.length || hasValue || (omitted.length > 0 && key.kind === 'primary')) return null
    // NULL equals no other value.
    if (omitted.length > 0) continue
    let values = known.keys.get(key)
    if (values === undefined) known.keys.set(key, (values = { known: new Map(), added: [] }))
    keys.push({ key, parts, values })
  }
  return keys
}

const isComparable = (column: DumpColumn): boolean =>
  isInteger(column) || column.type === 'char' || column.type === 'varchar'

function makeUncertain(known: TableKeys): void {
  known.isUncertain = true
  known.refused.length = 0
  known.keys.clear()
}

/** Settings that decide which rows a server has. */
const decidingSettings = [
  'AUTOCOMMIT',
  'SELECT',
  'STATEMENT',
  'UNIQUE_CHECKS',
  'DEFAULT_STORAGE_ENGINE',
  'STORAGE_ENGINE',
  'TRANSACTION',
]
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
  const [first, second, third] = tokens
  const has = (...words: readonly string[]): boolean => tokens.some((token) => isWord(token, ...words))
  if (isWord(first, 'USE')) return true
  if (isWord(first, 'BEGIN', 'COMMIT')) return second === undefined
  if (isWord(first, 'START')) return third === undefined
  if (isWord(first, 'SET')) return !has(...decidingSettings)
  if (isWord(first, 'CREATE'))
    return isWord(second, 'TABLE', 'DATABASE', 'SCHEMA', 'INDEX') && !has('SELECT', 'LIKE', 'PERIOD')
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
