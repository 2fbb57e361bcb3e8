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
  /** How many of this name were dropped before it: rows of those are not its own. */
  incarnation: number
}

/** Everything the dump defines, after its last statement. */
export class DumpSchema {
  /** By database and name. A dump without USE has the database ''. */
  readonly tables = new Map<string, DumpTable>()
  readonly dropped = new Map<string, number>()
  /** Views, triggers, routines and events, which are named and not translated. */
  readonly others = new Set<string>()
  readonly databases = new Set<string>()
  database = ''

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

  /** Counts a DROP TABLE: what is created after it is another table of this name. */
  drop(key: string): void {
    this.dropped.set(key, (this.dropped.get(key) ?? 0) + 1)
    this.tables.delete(key)
  }
}
