import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** Node has these methods, but its types lack them. */
type CopyingDatabase = DatabaseSync & {
  readonly serialize: () => Uint8Array
  readonly deserialize: (copied: Uint8Array) => void
}

type Row = Readonly<Record<string, string | number | null>>

/** Reports that the object died during a write. Nothing of its turn is stored, and it does nothing more. */
class Crashed extends Error {}

/**
 * A Durable Object's SQLite storage on top of Node's: rows, transactions, a few values by key, and one alarm. The
 * writes of one turn are stored completely or not at all, as on the platform.
 */
export class SqliteStorage {
  private readonly database = new DatabaseSync(':memory:')
  private readonly statements = new Map<string, StatementSync>()
  private depth = 0
  private alarmMs: number | null = null
  private alarmBeforeMs: number | null = null
  private isInTransaction = false
  /** The number of the write that kills the object. */
  fatalWrite = 0
  hasCrashed = false
  private readonly onAlarmSet: () => void
  /** Counts writes, so that an observer can detect changes. */
  writes = 0

  /** Begins empty, or as a copy of another storage. */
  constructor(onAlarmSet: () => void, copied?: Uint8Array) {
    this.onAlarmSet = onAlarmSet
    if (copied === undefined) this.database.exec('create table kept_values (key text primary key, value text not null)')
    else (this.database as CopyingDatabase).deserialize(copied)
  }

  copy(): Uint8Array {
    return (this.database as CopyingDatabase).serialize()
  }

  /** Only the part of the interface that an object uses. The rest would be dead code. */
  // The rest would be dead code.
  readonly forObject = {
    sql: { exec: (query: string, ...bindings: SQLInputValue[]) => this.exec(query, bindings) },
    kv: {
      get: (key: string): unknown => {
        const [row] = this.rows<{ value: string }>('select value from kept_values where key = ?', [key])
        return row === undefined ? undefined : JSON.parse(row.value)
      },
      put: (key: string, value: unknown) => {
        this.rows('insert or replace into kept_values values (?, ?)', [key, JSON.stringify(value)])
      },
    },
    transactionSync: <T>(work: () => T): T => this.transaction(work),
    getAlarm: () => Promise.resolve(this.alarmMs),
    setAlarm: (atMs: number) => {
      this.refuseTheDead()
      this.beginTurn()
      this.alarmMs = atMs
      this.onAlarmSet()
      return Promise.resolve()
    },
  } as unknown as DurableObjectStorage

  get nextAlarmMs(): number | null {
    return this.alarmMs
  }

  takeAlarm(): void {
    this.beginTurn()
    this.alarmMs = null
  }

  /** Only the caller has the columns of its query. */
  rows<Found extends object = Row>(query: string, bindings: readonly SQLInputValue[] = []): Found[] {
    this.refuseTheDead()
    if (!query.startsWith('select')) this.write()
    let statement = this.statements.get(query)
    if (statement === undefined) this.statements.set(query, (statement = this.database.prepare(query)))
    return statement.all(...bindings) as Found[]
  }

  /** Ends the turn. Returns false if the object died in it, so that none of it has happened. */
  endTurn(): boolean {
    const isKept = !this.hasCrashed
    if (this.isInTransaction) this.database.exec(isKept ? 'commit' : 'rollback')
    if (!isKept) this.alarmMs = this.alarmBeforeMs
    this.isInTransaction = false
    this.hasCrashed = false
    return isKept
  }

  private beginTurn(): void {
    if (this.isInTransaction) return
    this.isInTransaction = true
    this.alarmBeforeMs = this.alarmMs
    this.database.exec('begin')
  }

  private write(): void {
    this.beginTurn()
    this.writes++
    if (this.writes !== this.fatalWrite) return
    this.hasCrashed = true
    throw new Crashed()
  }

  private refuseTheDead(): void {
    if (this.hasCrashed) throw new Crashed()
  }

  close(): void {
    this.statements.clear()
    this.database.close()
  }

  private exec(query: string, bindings: readonly SQLInputValue[]): Iterable<Row> & { toArray(): Row[]; one(): Row } {
    // Only a migration has several statements and no binding.
    const isScript = bindings.length === 0 && query.includes(';')
    if (isScript) {
      this.beginTurn()
      this.database.exec(query)
    }
    const found = isScript ? [] : this.rows(query, bindings)
    return {
      [Symbol.iterator]: () => found[Symbol.iterator](),
      toArray: () => found,
      one: () => {
        const [row] = found
        if (row === undefined || found.length > 1) throw new Error(`${found.length} rows instead of one: ${query}`)
        return row
      },
    }
  }

  private transaction<T>(work: () => T): T {
    this.refuseTheDead()
    this.beginTurn()
    const name = `level_${this.depth++}`
    this.database.exec(`savepoint ${name}`)
    try {
      const done = work()
      this.database.exec(`release ${name}`)
      return done
    } catch (error) {
      this.database.exec(`rollback to ${name}; release ${name}`)
      throw error
    } finally {
      this.depth--
    }
  }
}
