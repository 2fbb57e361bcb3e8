import { define, defineChange } from './ddl.ts'
import { type DumpColumn, DumpSchema, type DumpTable, findColumn, insertedColumns } from './schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { TokenReader } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'

/** The destination of an INSERT's rows. */
export interface Destination {
  /** Null: rows that the dump itself takes away again. */
  readonly table: DumpTable | null
  /** The table that has the name when the dump ends: it may have been emptied or made again since. */
  readonly last: DumpTable
  /** The table at this point of the dump, whose counter goes on. */
  readonly now: DumpTable | undefined
  /** The column of each value in a row; undefined for a column that is dropped later. */
  readonly columns: readonly (DumpColumn | undefined)[]
  /** The last column by its id that is there yet: ALTER TABLE, which adds the others, gives the rows so far zero or an empty text, whatever the mode. */
  readonly lastColumn: number
  /** Defaults that ALTER TABLE changes later: rows have the one of their time, or the one that the column came with. */
  readonly defaults: ReadonlyMap<number, readonly Token[] | null>
}

/** A foreign key as it is now, by the tables and columns that the dump ends with. */
export interface ReferenceNow {
  readonly child: DumpTable
  readonly parent: DumpTable
  /** Undefined: a column that is dropped later. */
  readonly from: readonly (DumpColumn | undefined)[]
  readonly to: readonly (DumpColumn | undefined)[]
  readonly actions: string
}

const written = (tokens: readonly Token[] | null): string | undefined =>
  tokens?.map(({ kind, text }) => `${kind} ${text}`).join(' ')

function changedDefaults(now: DumpTable | undefined, last: DumpTable): Destination['defaults'] {
  const defaults = new Map<number, readonly Token[] | null>()
  if (now === undefined) return defaults
  for (const { id, defaultTokens, firstDefault } of last.columns) {
    const column = now.columns.find((one) => one.id === id)
    const before = column === undefined ? firstDefault : column.defaultTokens
    if (written(before) !== written(defaultTokens)) defaults.set(id, before)
  }
  return defaults
}

/** Follows, in the second pass, what names mean at each point of the dump: tables and columns change. */
export class Replay {
  private readonly schema: DumpSchema
  private readonly now = new DumpSchema()
  /** The foreign keys at this point; null after a definition. */
  private references: Record<'parent' | 'child', Map<DumpTable, ReferenceNow[]>> | null = null
  private readonly last: ReadonlyMap<number, DumpTable>
  /** Tables whose rows are kept, also while rows are there that a later statement deletes. */
  private readonly kept: ReadonlyMap<number, DumpTable>

  constructor(schema: DumpSchema, isKept: (table: DumpTable) => boolean) {
    this.schema = schema
    this.kept = new Map(
      Array.from(schema.tables.values())
        .filter(isKept)
        .map((table) => [table.originId, table]),
    )
    this.last = new Map(Array.from(schema.tables.values(), (table) => [table.id, table]))
  }

  statement(tokens: readonly Token[], checksReferences: boolean): void {
    this.now.checksReferences = checksReferences
    define(this.now, tokens)
    if (isWord(tokens[0], 'CREATE', 'ALTER', 'DROP', 'RENAME', 'TRUNCATE', 'DELETE')) this.references = null
  }

  /** The foreign keys that name a table, or stand in it. */
  referencesOf(table: DumpTable, side: 'parent' | 'child'): readonly ReferenceNow[] {
    this.references ??= this.referencesNow()
    return this.references[side].get(table) ?? []
  }

  private referencesNow(): Record<'parent' | 'child', Map<DumpTable, ReferenceNow[]>> {
    const found = { parent: new Map<DumpTable, ReferenceNow[]>(), child: new Map<DumpTable, ReferenceNow[]>() }
    for (const now of this.now.tables.values())
      for (const { database, table, columns, references, actions } of now.foreignKeys) {
        const parentNow = this.now.find(database ?? now.database, table)
        const parent = parentNow === undefined ? undefined : this.lastOf(parentNow)
        const child = this.lastOf(now)
        if (parentNow === undefined || parent === undefined || child === undefined) continue
        const inLast = (last: DumpTable, then: DumpTable, name: string): DumpColumn | undefined => {
          const id = findColumn(then, name)?.id
          return last.columns.find((column) => column.id === id)
        }
        const from = columns.map((name) => inLast(child, now, name))
        const to = references.map((name) => inLast(parent, parentNow, name))
        const reference = { child, parent, from, to, actions }
        for (const side of ['parent', 'child'] as const) {
          const others = found[side].get(reference[side])
          if (others === undefined) found[side].set(reference[side], [reference])
          else others.push(reference)
        }
      }
    return found
  }

  /** The table that `DELETE FROM t` empties. */
  emptied(tokens: readonly Token[]): DumpTable | undefined {
    const reader = new TokenReader(tokens)
    const named = reader.takeWords('DELETE', 'FROM') ? reader.takeQualified() : null
    return named !== null && reader.isDone ? this.now.find(named.database, named.name) : undefined
  }

  /** A statement that is run on rows that are kept. */
  change(tokens: readonly Token[]): void {
    defineChange(this.now, tokens)
  }

  /** The statements so far that are not run. */
  get ignored(): DumpSchema['ignored'] {
    return this.now.ignored
  }

  /** The table that a name means now, as the dump ends with it. */
  table(database: string | null, name: string): DumpTable | undefined {
    const now = this.now.find(database, name)
    return now === undefined ? undefined : this.lastOf(now)
  }

  private lastOf(now: DumpTable): DumpTable | undefined {
    return this.last.get(now.id) ?? this.kept.get(now.originId)
  }

  /** The table of this counter, as it is now. */
  counting(counterId: number): DumpTable | undefined {
    for (const table of this.now.tables.values()) if (table.counterId === counterId) return table
    return undefined
  }

  /** Null if the dump has no such table, or ends without it. */
  destination({ database, table: name, columns: named }: InsertHead): Destination | null {
    const now = this.now.find(database, name)
    // A definition may come after the rows.
    const table = now === undefined ? this.schema.find(database ?? this.now.database, name) : this.lastOf(now)
    if (table === undefined) {
      const last = now === undefined ? undefined : this.schema.find(now.database, now.name)
      if (now === undefined || last === undefined) return null
      return { table: null, last, now, columns: insertedColumns(now, named), lastColumn: 0, defaults: new Map() }
    }
    const columns = insertedColumns(now ?? table, named).map((column, at) =>
      column === undefined ? findColumn(table, named?.[at] ?? '') : table.columns.find(({ id }) => id === column.id),
    )
    const defaults = changedDefaults(now, table)
    return { table, last: table, now, columns, lastColumn: (now ?? table).columnsMade, defaults }
  }
}
