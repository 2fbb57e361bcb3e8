import { examplesMax } from '../../report/reporter.ts'
import { type RoutineMode, strictMode } from '../text/settings.ts'
import { shortened, sqlOf } from '../text/sql-of.ts'
import type { QualifiedName } from '../text/token-reader.ts'
import { isSameName, isSymbol, isWord, type Token } from '../text/tokens.ts'
import type { DumpPartitioning } from './partitioning.ts'

/** A column with its MySQL definition. */
export interface DumpColumn {
  /** Identifies the column within its table. Names and positions may change, but not the id. */
  id: number
  name: string
  /** The type in lowercase: `int`, `varchar`, `enum`… */
  type: string
  /** The length, or the precision and scale. */
  sizes: readonly number[]
  /** The values of an enum or set. */
  labels: readonly string[]
  unsigned: boolean
  notNull: boolean
  defaultTokens: readonly Token[] | null
  /** The default with which ALTER TABLE added the column. Existing rows got this value. */
  firstDefault: readonly Token[] | null
  /** Whether ALTER TABLE added the column with NOT NULL. */
  isFirstNotNull: boolean
  /** Earlier definitions of the column, from the time when rows were written. */
  earlier: readonly Pick<DumpColumn, 'type' | 'sizes' | 'defaultTokens'>[]
  /** Whether strings that contain a number of the column have zeros before it. */
  isZerofill: boolean
  /** Whether ALTER TABLE adds the column to a table with rows. */
  isAddedToRows: boolean
  autoIncrement: boolean
  onUpdate: boolean
  comment: string
  generated: readonly Token[] | null
  /** Whether a generated column is stored with its row, rather than computed when it is read. */
  isStored: boolean
  isJson: boolean
  /** Whether an INSERT without a column list does not include the column. */
  isInvisible: boolean
  /** The MySQL name of the character set of its strings, or null for the table's default. */
  charset: string | null
  /** The collation of its strings, if the dump names one. */
  collation?: string | null | undefined
  /** Whether the collation of the column is case-sensitive, or the column has bytes. */
  isExactText: boolean
  /** The reference system (SRID) to which MySQL 8 restricts a spatial column, or zero. */
  srid: number
}

/** An empty list for columns that no statement has changed. Hundreds of thousands of columns share it. */
export const unaltered: DumpColumn['earlier'] = []

export interface KeyPart {
  readonly column: string | null
  /** The tokens of an expression in a key, or null for a plain column. */
  readonly expression: readonly Token[] | null
  readonly prefix: number | null
  readonly descending: boolean
}

export interface DumpCheck {
  readonly name: string
  readonly tokens: readonly Token[]
  /** Whether MySQL enforces the rule. It only stores others. */
  readonly isEnforced: boolean
  /** The id of the column whose definition contains the check. */
  readonly ofColumn?: number
  /** Whether a later statement may have dropped the check, or renamed its columns. */
  readonly isDoubtful?: boolean
}

export interface DumpView {
  readonly database: string
  readonly name: string
  readonly columns: readonly string[]
  readonly query: readonly Token[]
  /** The original statement. */
  readonly text: string
}

export interface DumpKey {
  readonly kind: 'primary' | 'unique' | 'index' | 'fulltext' | 'spatial'
  readonly name: string
  readonly parts: readonly KeyPart[]
}

/** Tests whether no two rows may share a key. */
export const isUniqueKey = ({ kind }: DumpKey): boolean => kind === 'primary' || kind === 'unique'

/** Returns the name of a key as servers print it. */
export const nameOfKey = ({ kind, name }: DumpKey): string => (kind === 'primary' ? 'PRIMARY' : name)

export interface DumpForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly database: string | null
  readonly table: string
  readonly references: readonly string[]
  readonly actions: string
}

export interface DumpTable {
  /** Identifies the table in the dump, even if its name changes. Deleting all rows changes the id. */
  id: number
  /** Identifies the table even after all rows were deleted. */
  readonly originId: number
  /** The number of columns that the table has had in total. */
  columnsMade: number
  readonly database: string
  name: string
  columns: DumpColumn[]
  /** Columns that the dump drops again. Earlier statements still read and write them. */
  readonly droppedColumns: DumpColumn[]
  keys: DumpKey[]
  foreignKeys: DumpForeignKey[]
  /** Foreign keys that the dump drops again. Earlier statements still follow them. */
  readonly droppedForeignKeys: DumpForeignKey[]
  checks: DumpCheck[]
  comment: string
  /** The engine in lowercase. It is empty if the server's default decides. */
  engine: string
  autoIncrement: bigint
  /** The number of times that ALTER TABLE set the counter. */
  counterDefinitions: number
  /** Identifies the counter. TRUNCATE starts another one, but deleting all rows does not. */
  counterId: number
  /** The collation of the table, if the dump names one. */
  collation?: string | null | undefined
  /** Whether the collation of the table is case-sensitive. A column may have a different one. */
  isExactText: boolean
  /** Whether a statement changes or reads single rows, so they are held until the end. */
  needsRows: boolean
  /** Whether a plain INSERT probably has the key of another row, so the rows are held and compared. */
  sharesKeys: boolean
  /** Whether a script inserts rows in a mode that changes values that do not fit. Programs always use such a mode. */
  hasLaxRows: boolean
  /** Whether rows with times were inserted in several time zones. */
  hasSeveralZones: boolean
  /** Whether only a server can run the query that creates the table's rows. */
  hasUnknownRows: boolean
  /** The number of rows that the dump lists for the table. The next field is their size in bytes. */
  rowsWritten: number
  rowBytes: number
  /** Whether rows were deleted, so the remaining rows do not show where the counter continues. */
  hasLostRows: boolean
  partitioning: DumpPartitioning | null
  /** Whether the table exists only in the session that created it. */
  readonly isTemporary: boolean
  charset: string | null
  /** The column with the end of a row's validity in a versioned table. It is null in other tables. */
  rowEnd: string | null
  /** The ways in which the INSERTs resolve duplicate keys. The set is empty if a duplicate is an error. */
  readonly onDuplicate: Set<'replace' | 'ignore' | 'update'>
  /** Columns that UPDATE sets, in lower case. */
  readonly updatedColumns: Set<string>
  /** Columns that `ON DUPLICATE KEY UPDATE` leaves unchanged. */
  readonly keptOnUpdate: Set<string>
}

/** Tests whether a table has this unique key of another state of the table. */
export function hasKey(now: DumpTable, then: DumpTable, { parts }: DumpKey): boolean {
  const labelIn = (table: DumpTable, { column, prefix, expression }: KeyPart): string =>
    `${column === null ? sqlOf(expression ?? []) : findColumn(table, column)?.id} ${prefix}`
  const wanted = parts.map((part) => labelIn(then, part)).join()
  return now.keys.some((key) => isUniqueKey(key) && key.parts.map((part) => labelIn(now, part)).join() === wanted)
}

/** Finds a column, preferably by its exact name. In MySQL, the names of columns ignore case. */
export function findColumn(table: DumpTable, name: string): DumpColumn | undefined {
  return (
    table.columns.find((column) => column.name === name) ??
    table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  )
}

/** Returns the columns of an INSERT: those in its list, or all visible ones. */
export const insertedColumns = (
  table: DumpTable,
  named: readonly string[] | null,
): readonly (DumpColumn | undefined)[] =>
  named?.map((name) => findColumn(table, name)) ?? table.columns.filter(({ isInvisible }) => !isInvisible)

/**
 * Returns the names of the stored columns if rows without a column list have exactly that many values. phpMyAdmin
 * leaves out the computed columns, which no server accepts. Returns null if the rows contain all columns.
 */
export function givenNames(
  columns: readonly (DumpColumn | undefined)[],
  values: number | null,
): readonly string[] | null {
  const given = columns.flatMap((column) => (column?.generated === null ? [column.name] : []))
  return given.length === values && values < columns.length ? given : null
}

/** The objects that a dump may create in addition to tables and views. The report has a code for each. */
export const otherKinds = ['trigger', 'function', 'procedure', 'event', 'package', 'sequence'] as const
export type OtherKind = (typeof otherKinds)[number]

/**
 * A call of `SETVAL(s, 7, 0)`. `isUsed` decides whether the value is the next one or whether the next one follows it.
 */
export interface SequenceValue {
  readonly value: bigint
  readonly isUsed: boolean
  /** The number of times that the numbers have begun again. */
  readonly round: bigint
}

/** The options of ALTER SEQUENCE, or a SETVAL. */
export type SequenceChange = { readonly options: readonly Token[] } | SequenceValue

/** Returns the index of the table's name in `CREATE TRIGGER t BEFORE INSERT ON d.t`. */
export function triggerTableAt(tokens: readonly Token[]): number {
  const event = tokens.findIndex((token) => isWord(token, 'BEFORE', 'AFTER'))
  const on = tokens.findIndex((token, at) => at > event && isWord(token, 'ON'))
  return on + (isSymbol(tokens[on + 2], '.') ? 3 : 1)
}

export interface OtherObject {
  readonly kind: OtherKind
  readonly database: string
  readonly name: string
  /** The table of a trigger. */
  readonly table: string | null
  /** The statement that creates it. */
  readonly tokens: readonly Token[]
  readonly mode: RoutineMode
  /** The statements that changed a sequence, in order. */
  readonly changes: readonly SequenceChange[]
  /** The original statements. */
  readonly text: string
}

/** Statements of one kind that do not run. */
export interface IgnoredStatements {
  count: number
  /** The texts of the first statements. */
  readonly texts: string[]
}

/** Statements that may contain passwords. A report must not show them. */
const isOfAccounts = /^(?:GRANT|REVOKE|(?:CREATE|ALTER) (?:USER|ROLE|SERVER))$/

/** Tests whether a foreign key deletes or changes the rows that refer to a deleted or changed row. */
export const followsEvent = (event: 'DELETE' | 'UPDATE', actions: string): boolean =>
  new RegExp(`ON ${event} (?:CASCADE|SET)`).test(actions)

/** The name of a statement that the report quotes if its query is not computed. */
const createTableSelect = 'CREATE TABLE … SELECT'

interface TableFilling {
  readonly table: DumpTable
  readonly insertion: readonly Token[]
}

/** Everything that the dump defines up to its last statement. */
export class DumpSchema {
  /** The tables by database and name. In a dump without USE, the database is ''. */
  readonly tables = new Map<string, DumpTable>()
  /** Tables that are hidden by a temporary table of the same name. */
  private readonly hidden = new Map<string, DumpTable>()
  /** The tables that the dump drops, and those that end with its session. */
  readonly dropped: DumpTable[] = []
  private tablesMade = 0
  readonly views = new Map<string, DumpView>()
  /** Triggers, routines, events and other objects that are listed but not translated, by kind and name. */
  readonly others = new Map<string, OtherObject>()
  /** Returns the text of the current statement. */
  currentText: () => string = () => ''
  /** Whether the dump creates sequences, even if it drops them. */
  hasSequences = false
  /** Statements that change rows or tables in ways that a script cannot repeat, by kind. */
  readonly ignored = new Map<string, IgnoredStatements>()
  /** The `INSERT … SELECT` that fills the table of the current `CREATE TABLE … SELECT`, or null. */
  filling: TableFilling | null = null
  database = ''
  /** Databases with a case-sensitive collation. */
  readonly exactDatabases = new Set<string>()
  /** Whether the server enforces foreign keys: `foreign_key_checks`. */
  checksReferences = true
  /** Whether a statement may change or remove rows, so that the keys of the rows so far are uncertain. */
  changesRows = false
  /** The mode of the routines that are created now. */
  mode = strictMode

  key(database: string | null, name: string): string {
    return `${database ?? this.database}\0${name}`
  }

  /** Returns the key in `others`. */
  keyOfOther(kind: string, { database, name }: QualifiedName): string {
    return `${kind} ${this.key(database, name)}`
  }

  /** Finds a table, preferably by its exact name, because names in MySQL may be case-sensitive or not. */
  find(database: string | null, name: string): DumpTable | undefined {
    const exact = this.tables.get(this.key(database, name))
    if (exact !== undefined) return exact
    const wanted = this.key(database, name).toLowerCase()
    for (const [key, table] of this.tables) if (key.toLowerCase() === wanted) return table
    return undefined
  }

  /**
   * Counts a statement that does not run, for the report. `name` is the name of its kind, or null if it has no effect
   * on the result.
   */
  ignore(name: string | null): void {
    if (name === null) return
    const kind = this.ignored.get(name) ?? { count: 0, texts: [] }
    kind.count++
    if (kind.texts.length < examplesMax) kind.texts.push(isOfAccounts.test(name) ? name : shortened(this.currentText()))
    this.ignored.set(name, kind)
  }

  /** Marks the tables whose names are among these words, because statements change or read single rows of them. */
  needRows(words: Iterable<string>): void {
    const named = new Set(Array.from(words, (word) => word.toLowerCase()))
    for (const table of this.tables.values()) table.needsRows ||= named.has(table.name.toLowerCase())
  }

  /** Holds the rows to which those of a table refer, because a server refuses rows without a parent. */
  holdParents({ foreignKeys, database }: DumpTable): void {
    for (const key of foreignKeys) {
      const parent = this.find(key.database ?? database, key.table)
      if (parent === undefined || parent.sharesKeys) continue
      parent.sharesKeys = true
      this.holdParents(parent)
    }
  }

  /** Tests whether deleting rows of this table changes rows of other tables. */
  isFollowed({ database, name }: DumpTable): boolean {
    if (!this.checksReferences) return false
    for (const child of this.tables.values())
      for (const { table, database: other, actions } of child.foreignKeys)
        if (isSameName(table, name) && isSameName(other ?? child.database, database) && followsEvent('DELETE', actions))
          return true
    return false
  }

  /** Counts a `CREATE TABLE … SELECT` that does not run. The rows of a temporary table matter only to their readers. */
  ignoreQueryOf({ isTemporary }: DumpTable): void {
    if (!isTemporary) this.ignore(createTableSelect)
  }

  addTable(key: string, table: DumpTable): void {
    const before = this.tables.get(key)
    if (before !== undefined) this.hidden.set(key, before)
    this.tables.set(key, table)
  }

  /** Returns the triggers of a table with their keys in `others`. */
  triggersOf({ database, name }: DumpTable): (readonly [string, OtherObject])[] {
    return Array.from(this.others).filter(
      ([, { kind, table, database: other }]) =>
        kind === 'trigger' && isSameName(name, table) && isSameName(database, other),
    )
  }

  /** Lets the triggers of a table follow its new name. */
  renameTriggers(table: DumpTable, name: string): void {
    for (const [key, trigger] of this.triggersOf(table)) {
      const tokens = trigger.tokens.with(triggerTableAt(trigger.tokens), { kind: 'name', text: name })
      this.others.set(key, { ...trigger, table: name, tokens })
    }
  }

  /** Drops a table. If it hid another one as a temporary table, that one becomes visible again. */
  dropTable(key: string): void {
    const before = this.hidden.get(key)
    const dropped = this.tables.get(key)
    if (dropped?.isTemporary === false) for (const [trigger] of this.triggersOf(dropped)) this.others.delete(trigger)
    if (dropped !== undefined) this.dropped.push(dropped)
    if (before === undefined) this.tables.delete(key)
    else this.tables.set(key, before)
    this.hidden.delete(key)
  }

  endSession(): void {
    for (const [key, { isTemporary }] of this.tables) if (isTemporary) this.dropTable(key)
  }

  nextId(): number {
    return ++this.tablesMade
  }
}
