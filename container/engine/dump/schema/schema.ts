import { examplesMax } from '../../report/reporter.ts'
import { sqlOf } from '../text/sql-of.ts'
import type { QualifiedName } from '../text/token-reader.ts'
import type { Token } from '../text/tokens.ts'
import type { DumpPartitioning } from './partitioning.ts'

/** A column as MySQL defines it. */
export interface DumpColumn {
  /** The identity of the column in its table: names and positions change, this does not. */
  id: number
  name: string
  /** Lower case: `int`, `varchar`, `enum`… */
  type: string
  /** Length, or precision and scale. */
  sizes: readonly number[]
  /** The values of an enum or set. */
  labels: readonly string[]
  unsigned: boolean
  notNull: boolean
  defaultTokens: readonly Token[] | null
  /** The default with which ALTER TABLE added the column: what the rows so far got. */
  firstDefault: readonly Token[] | null
  /** Definitions that the column had when rows were written. */
  earlier: readonly Pick<DumpColumn, 'type' | 'sizes' | 'defaultTokens'>[]
  autoIncrement: boolean
  onUpdate: boolean
  comment: string
  generated: readonly Token[] | null
  isJson: boolean
  /** No part of an INSERT that names no columns. */
  isInvisible: boolean
  /** The character set of its strings by MySQL's name; null for the table's default. */
  charset: string | null
  /** The collation of the column is case-sensitive, or the column has bytes. */
  isExactText: boolean
  /** The reference system that a spatial column of MySQL 8 is restricted to; zero without one. */
  srid: number
}

/** A column that no statement has changed. Hundreds of thousands of columns share the list. */
export const unaltered: DumpColumn['earlier'] = []

export interface KeyPart {
  readonly column: string | null
  /** The tokens of an expression in a key; null for a plain column. */
  readonly expression: readonly Token[] | null
  readonly prefix: number | null
  readonly descending: boolean
}

export interface DumpCheck {
  readonly name: string
  readonly tokens: readonly Token[]
  /** MySQL may keep a rule without heeding it. */
  readonly isEnforced: boolean
}

export interface DumpView {
  readonly database: string
  readonly name: string
  readonly columns: readonly string[]
  readonly query: readonly Token[]
}

export interface DumpKey {
  readonly kind: 'primary' | 'unique' | 'index' | 'fulltext' | 'spatial'
  readonly name: string
  readonly parts: readonly KeyPart[]
}

export interface DumpForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly database: string | null
  readonly table: string
  readonly references: readonly string[]
  readonly actions: string
}

export interface DumpTable {
  /** The identity of the table in the dump: names change, this does not. Deleting all rows changes it. */
  id: number
  /** The identity that deleting all rows does not change. */
  readonly originId: number
  /** Columns that the table has ever had. */
  columnsMade: number
  readonly database: string
  name: string
  columns: DumpColumn[]
  keys: DumpKey[]
  foreignKeys: DumpForeignKey[]
  checks: DumpCheck[]
  comment: string
  /** Lower case; empty if the server's default decides. */
  engine: string
  autoIncrement: bigint
  /** How often ALTER TABLE has said where to count on. */
  counterDefinitions: number
  /** The identity of the counter: TRUNCATE starts another one, deleting all rows does not. */
  counterId: number
  /** The collation of the table is case-sensitive. A column may have another one. */
  isExactText: boolean
  /** A statement changes or reads single rows: they are kept until the end. */
  needsRows: boolean
  /** Rows that the dump's statements write down for it, and their bytes. */
  rowsWritten: number
  rowBytes: number
  /** Rows were deleted: what is left does not tell where the table counts on. */
  hasLostRows: boolean
  partitioning: DumpPartitioning | null
  /** Gone with the session that made it. */
  readonly isTemporary: boolean
  charset: string | null
  /** The column with the end of a row's validity in a versioned table; null in other tables. */
  rowEnd: string | null
  /** The ways in which the INSERTs resolve duplicate keys; empty when a duplicate is an error. */
  readonly onDuplicate: Set<'replace' | 'ignore' | 'update'>
  /** Columns that `ON DUPLICATE KEY UPDATE` leaves as they are. */
  readonly keptOnUpdate: Set<string>
}

/** Column names in MySQL ignore case; an exact match is preferred. */
export function findColumn(table: DumpTable, name: string): DumpColumn | undefined {
  return (
    table.columns.find((column) => column.name === name) ??
    table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  )
}

/** The columns of an INSERT: those that it names, or all that are to be seen. */
export const insertedColumns = (
  table: DumpTable,
  named: readonly string[] | null,
): readonly (DumpColumn | undefined)[] =>
  named?.map((name) => findColumn(table, name)) ?? table.columns.filter(({ isInvisible }) => !isInvisible)

/**
 * The same, if rows that name no columns have as many values as there are columns that are not computed: phpMyAdmin leaves the
 * computed ones out, which no server takes. Null: the rows are of all columns.
 */
export function givenNames(
  columns: readonly (DumpColumn | undefined)[],
  values: number | null,
): readonly string[] | null {
  const given = columns.flatMap((column) => (column?.generated === null ? [column.name] : []))
  return given.length === values && values < columns.length ? given : null
}

/** The objects that a dump may create besides tables and views. The report has a code for each. */
export const otherKinds = ['trigger', 'function', 'procedure', 'event', 'package', 'sequence'] as const
export type OtherKind = (typeof otherKinds)[number]

/** `SETVAL(s, 7, 0)`: the value is the next one, or the next one comes after it. */
export interface SequenceValue {
  readonly value: bigint
  readonly isUsed: boolean
}

/** The options of ALTER SEQUENCE, or a SETVAL. */
export type SequenceChange = { readonly options: readonly Token[] } | SequenceValue

export interface OtherObject {
  readonly kind: OtherKind
  readonly database: string
  readonly name: string
  /** The table of a trigger. */
  readonly table: string | null
  /** The statement that creates it. */
  readonly tokens: readonly Token[]
  /** The statements that changed a sequence, in their order. */
  readonly changes: readonly SequenceChange[]
}

/** Statements of one kind that are not run. */
export interface IgnoredStatements {
  count: number
  /** The first ones. */
  readonly texts: string[]
}

/** Statements with passwords, which no report should show. */
const isOfAccounts = /^(?:GRANT|REVOKE|(?:CREATE|ALTER) (?:USER|ROLE|SERVER))$/

/** Whether a foreign key deletes or changes the rows that refer to a deleted or changed one. */
export const followsEvent = (event: 'DELETE' | 'UPDATE', actions: string): boolean =>
  new RegExp(`ON ${event} (?:CASCADE|SET)`).test(actions)

/** Everything the dump defines, after its last statement. */
export class DumpSchema {
  /** The tables by database and name. A dump without USE has the database ''. */
  readonly tables = new Map<string, DumpTable>()
  /** Tables after temporary ones of their name. */
  private readonly hidden = new Map<string, DumpTable>()
  private tablesMade = 0
  readonly views = new Map<string, DumpView>()
  /** Triggers, routines, events and the like, which are named and not translated: kind, then name. */
  readonly others = new Map<string, OtherObject>()
  /** Statements that change rows or tables in ways a script cannot repeat, by their kinds. */
  readonly ignored = new Map<string, IgnoredStatements>()
  database = ''
  /** The server heeds foreign keys: `foreign_key_checks`. */
  checksReferences = true

  key(database: string | null, name: string): string {
    return `${database ?? this.database}\0${name}`
  }

  /** The key in `others`. */
  keyOfOther(kind: string, { database, name }: QualifiedName): string {
    return `${kind} ${this.key(database, name)}`
  }

  /** Finds a table by its exact name first, because MySQL's names may be case-sensitive or not. */
  find(database: string | null, name: string): DumpTable | undefined {
    const exact = this.tables.get(this.key(database, name))
    if (exact !== undefined) return exact
    const wanted = this.key(database, name).toLowerCase()
    for (const [key, table] of this.tables) if (key.toLowerCase() === wanted) return table
    return undefined
  }

  /** Counts a statement for the report: it is not run. `name`: how its kind is called, null if nothing is lost without it. */
  ignore(name: string | null, tokens: readonly Token[]): void {
    if (name === null) return
    const kind = this.ignored.get(name) ?? { count: 0, texts: [] }
    kind.count++
    if (kind.texts.length < examplesMax) kind.texts.push(isOfAccounts.test(name) ? name : sqlOf(tokens))
    this.ignored.set(name, kind)
  }

  /** Statements change or read single rows of the tables that these words name. */
  needRows(words: Iterable<string>): void {
    const named = new Set(Array.from(words, (word) => word.toLowerCase()))
    for (const table of this.tables.values()) table.needsRows ||= named.has(table.name.toLowerCase())
  }

  /** Rows of other tables change when rows of this one are deleted. */
  isFollowed({ database, name }: DumpTable): boolean {
    const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
    if (!this.checksReferences) return false
    for (const child of this.tables.values())
      for (const { table, database: other, actions } of child.foreignKeys)
        if (isSame(table, name) && isSame(other ?? child.database, database) && followsEvent('DELETE', actions))
          return true
    return false
  }

  addTable(key: string, table: DumpTable): void {
    const before = this.tables.get(key)
    if (before !== undefined) this.hidden.set(key, before)
    this.tables.set(key, table)
  }

  /** Drops a table. A table that a temporary one hid becomes visible again. */
  dropTable(key: string): void {
    const before = this.hidden.get(key)
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
