import type { Token } from './tokens.ts'

/** A column as MySQL defines it. */
export interface DumpColumn {
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
  autoIncrement: boolean
  onUpdate: boolean
  comment: string
  generated: readonly Token[] | null
  isJson: boolean
}

export interface KeyPart {
  readonly column: string | null
  readonly prefix: number | null
  readonly descending: boolean
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
  readonly database: string
  readonly name: string
  columns: DumpColumn[]
  keys: DumpKey[]
  foreignKeys: DumpForeignKey[]
  checks: (readonly Token[])[]
  comment: string
  autoIncrement: bigint
  isPartitioned: boolean
  /** Which CREATE of this name the table is: rows of an earlier one, dropped since, are not its own. */
  incarnation: number
}

/** Everything the dump defines, after its last statement. */
export class DumpSchema {
  /** By database and name. A dump without USE has the database ''. */
  readonly tables = new Map<string, DumpTable>()
  readonly created = new Map<string, number>()
  /** Views, triggers, routines and events, which are named and not translated. */
  readonly others = new Set<string>()
  readonly databases = new Set<string>()
  database = ''
  timeZone = ''

  key(database: string | null, name: string): string {
    return `${database ?? this.database}\0${name}`
  }

  /** MySQL's names may or may not heed case: exact first. */
  find(database: string | null, name: string): DumpTable | undefined {
    const exact = this.tables.get(this.key(database, name))
    if (exact !== undefined) return exact
    const wanted = this.key(database, name).toLowerCase()
    for (const [key, table] of this.tables) if (key.toLowerCase() === wanted) return table
    return undefined
  }

  /** Counts a CREATE TABLE; answers which one of this name it is. */
  count(key: string): number {
    const incarnation = (this.created.get(key) ?? 0) + 1
    this.created.set(key, incarnation)
    return incarnation
  }
}
