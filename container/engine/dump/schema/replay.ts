import { takeAltered } from './alter-table.ts'
import { define, defineChange } from './ddl.ts'
import { type DumpColumn, DumpSchema, type DumpTable, findColumn, insertedColumns, type OtherObject } from './schema.ts'
import type { InsertHead } from '../text/statements.ts'
import { type QualifiedName, TokenReader } from '../text/token-reader.ts'
import { isWord, type Token } from '../text/tokens.ts'

/** The destination of an INSERT's rows. */
export interface Destination {
  /** This is null for rows that the dump itself deletes again. */
  readonly table: DumpTable | null
  /**
   * The table with this name at the end of the dump. It may have been emptied or created again after these rows, and it
   * is null if the dump drops it, or if it is temporary.
   */
  readonly last: DumpTable | null
  /** The table at this point of the dump, whose counter continues. */
  readonly now: DumpTable | undefined
  /** The column of each value in a row. It is undefined for a column that is dropped later. */
  readonly columns: readonly (DumpColumn | undefined)[]
  /** A name that the INSERT gives to a column, but that no column has. */
  readonly unknown: string | undefined
  /**
   * The highest id among the columns that already exist. ALTER TABLE adds the others, and fills earlier rows with zero
   * or an empty text, regardless of the mode.
   */
  readonly lastColumn: number
  /** Defaults that ALTER TABLE changes later. Rows get the default of their time, or the column's first one. */
  readonly defaults: ReadonlyMap<DumpColumn, readonly Token[] | null>
  /** The columns that are NOT NULL without a default at this point, or when ALTER TABLE adds them. */
  readonly required: ReadonlySet<DumpColumn>
  /** The columns at this point, found by the same columns at the end. */
  readonly columnsThen: ReadonlyMap<DumpColumn, DumpColumn>
}

/** A foreign key at this point, with the tables and columns that exist at the end of the dump. */
export interface ReferenceNow {
  readonly child: DumpTable
  readonly parent: DumpTable
  /** This is undefined for a column that is dropped later. */
  readonly from: readonly (DumpColumn | undefined)[]
  readonly to: readonly (DumpColumn | undefined)[]
  readonly actions: string
}

const written = (tokens: readonly Token[] | null): string | undefined =>
  tokens?.map(({ kind, text }) => `${kind} ${text}`).join(' ')

/** The columns of a table at the end of the dump, and those of held rows that are dropped before. */
type Columns = Pick<DumpTable, 'columns'>

function changedDefaults(now: DumpTable | undefined, last: Columns): Destination['defaults'] {
  const defaults = new Map<DumpColumn, readonly Token[] | null>()
  if (now === undefined) return defaults
  for (const column of last.columns) {
    const then = now.columns.find(({ id }) => id === column.id)
    const before = then === undefined ? column.firstDefault : then.defaultTokens
    if (written(before) !== written(column.defaultTokens)) defaults.set(column, before)
  }
  return defaults
}

const noColumns: Destination['required'] = new Set()

function requiredColumns(now: DumpTable | undefined, last: Columns): Destination['required'] {
  if (now === undefined) return noColumns
  const required = new Set<DumpColumn>()
  for (const column of last.columns) {
    if (column.autoIncrement || column.generated !== null) continue
    const then = now.columns.find(({ id }) => id === column.id)
    const isNotNull = then === undefined ? column.isFirstNotNull : then.notNull && !then.autoIncrement
    const before = then === undefined ? column.firstDefault : then.defaultTokens
    if (isNotNull && before === null) required.add(column)
  }
  return required
}

function earlierColumns(now: DumpTable | undefined, last: Columns): Destination['columnsThen'] {
  const byId = new Map(last.columns.map((column) => [column.id, column]))
  const then = new Map<DumpColumn, DumpColumn>()
  for (const column of now?.columns ?? []) {
    const atEnd = byId.get(column.id)
    if (atEnd !== undefined) then.set(atEnd, column)
  }
  return then
}

/**
 * Tracks, during the second pass, the meaning of names at each point of the dump, because tables and columns change.
 */
export class Replay {
  private readonly schema: DumpSchema
  private readonly now = new DumpSchema()
  /** The foreign keys at this point. It is null after a definition, which may change them. */
  private references: Record<'parent' | 'child', Map<DumpTable, ReferenceNow[]>> | null = null
  /** The tables at this point. They are forgotten after each definition, which may change them. */
  private readonly tablesNow = new Map<DumpTable, DumpTable>()
  /** The number of definitions so far. */
  version = 0
  private readonly last: ReadonlyMap<number, DumpTable>
  /** Tables whose rows are held, even while they contain rows that a later statement deletes. */
  private readonly kept: ReadonlyMap<number, DumpTable>

  constructor(schema: DumpSchema, isKept: (table: DumpTable) => boolean) {
    this.schema = schema
    this.kept = new Map(
      [...schema.tables.values(), ...schema.dropped].filter(isKept).map((table) => [table.originId, table]),
    )
    this.last = new Map(Array.from(schema.tables.values(), (table) => [table.id, table]))
  }

  /** Applies a statement. */
  statement(tokens: readonly Token[], text: () => string, checksReferences: boolean): void {
    this.now.checksReferences = checksReferences
    define(this.now, tokens, text)
    if (!isWord(tokens[0], 'CREATE', 'ALTER', 'DROP', 'RENAME', 'TRUNCATE', 'DELETE')) return
    this.references = null
    this.tablesNow.clear()
    this.version++
  }

  /** Returns the foreign keys that refer to a table, or those that it contains. */
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

  /** Returns the table that `DELETE FROM t` empties. */
  emptied(tokens: readonly Token[]): DumpTable | undefined {
    const reader = new TokenReader(tokens)
    const named = reader.takeWords('DELETE', 'FROM') ? reader.takeQualified() : null
    return named !== null && reader.isDone ? this.now.find(named.database, named.name) : undefined
  }

  /** Returns the table of `ALTER TABLE t …` before the statement, which may rename it. */
  altered(tokens: readonly Token[]): DumpTable | undefined {
    return takeAltered(this.now, new TokenReader(tokens))
  }

  /** Applies a statement that runs on held rows. */
  change(tokens: readonly Token[]): void {
    defineChange(this.now, tokens)
  }

  /** Fills the table of `CREATE TABLE … SELECT`. `insert` returns false for a query that it cannot compute. */
  fill(insert: (insertion: readonly Token[]) => boolean): void {
    const { filling } = this.now
    if (filling !== null && !insert(filling.insertion)) this.now.ignoreQueryOf(filling.table)
  }

  /** Returns the tables that the current statement has dropped. */
  takeDropped(): readonly DumpTable[] {
    return this.now.dropped.splice(0)
  }

  /** Returns the statements so far that do not run. */
  get ignored(): DumpSchema['ignored'] {
    return this.now.ignored
  }

  /** Returns the triggers that a table has at this point. */
  triggersOf(now: DumpTable): readonly OtherObject[] {
    return this.now.triggersOf(now).map(([, trigger]) => trigger)
  }

  /** Returns the sequence that a name currently means. */
  sequence(named: QualifiedName): OtherObject | undefined {
    return this.now.others.get(this.now.keyOfOther('sequence', named))
  }

  /** Returns the table that a name currently means, in its state at the end of the dump. */
  table(database: string | null, name: string): DumpTable | undefined {
    const now = this.now.find(database, name)
    return now === undefined ? undefined : this.lastOf(now)
  }

  /** Returns the state at this point of a table at the end of the dump. */
  current({ originId }: DumpTable): DumpTable | undefined {
    for (const table of this.now.tables.values()) if (table.originId === originId) return table
    return undefined
  }

  /** Returns the definition of a table at this point. It may follow the rows. */
  definitionOf(table: DumpTable): DumpTable {
    const known = this.tablesNow.get(table)
    if (known !== undefined) return known
    const now = this.current(table) ?? table
    this.tablesNow.set(table, now)
    return now
  }

  lastOf(now: DumpTable): DumpTable | undefined {
    return this.last.get(now.id) ?? this.kept.get(now.originId)
  }

  /** Returns the current table with this counter. */
  counting(counterId: number): DumpTable | undefined {
    for (const table of this.now.tables.values()) if (table.counterId === counterId) return table
    return undefined
  }

  /** Returns the destination of an INSERT, or null if the dump has no such table. */
  destination({ database, table: name, columns: named }: InsertHead): Destination | null {
    const now = this.now.find(database, name)
    // The definition may follow the rows.
    const table = now === undefined ? this.schema.find(database ?? this.now.database, name) : this.lastOf(now)
    if (table === undefined) {
      if (now === undefined) return null
      return {
        table: null,
        last: this.schema.find(now.database, now.name) ?? null,
        now,
        columns: insertedColumns(now, named),
        unknown: undefined,
        lastColumn: 0,
        defaults: new Map(),
        required: noColumns,
        columnsThen: new Map(),
      }
    }
    const found = this.destinationIn(table, now, named)
    const isDropped = this.schema.tables.get(this.schema.key(table.database, table.name)) !== table
    return isDropped && now !== undefined ? { ...found, last: this.schema.find(now.database, now.name) ?? null } : found
  }

  /** Returns the destination of values that UPDATE sets in a table. */
  updatedIn(table: DumpTable): Destination {
    return this.destinationIn(table, this.definitionOf(table), null)
  }

  private destinationIn(table: DumpTable, now: DumpTable | undefined, named: InsertHead['columns']): Destination {
    const isKept = this.kept.has(table.originId)
    const all = { columns: isKept ? [...table.columns, ...table.droppedColumns] : table.columns }
    const columnsNow = insertedColumns(now ?? table, named).map(
      (column, at) => column ?? findColumn(table, named?.[at] ?? ''),
    )
    const columns = columnsNow.map((column) => all.columns.find(({ id }) => id === column?.id))
    // A versioned table has columns that its definition need not name.
    const unknown = table.rowEnd === null ? named?.find((_, at) => columnsNow[at] === undefined) : undefined
    const defaults = changedDefaults(now, all)
    const required = requiredColumns(now, all)
    const columnsThen = earlierColumns(now, all)
    const { columnsMade: lastColumn } = now ?? table
    return { table, last: table, now, columns, unknown, lastColumn, defaults, required, columnsThen }
  }
}
