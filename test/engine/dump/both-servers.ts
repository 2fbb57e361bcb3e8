import { afterAll, beforeAll } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import {
  hasPostgis,
  hasPostgresql,
  postgisMissing,
  type Postgresql,
  postgresqlMissing,
  startPostgresql,
} from '../../databases/postgresql.ts'

export type LoadedDatabase = Awaited<ReturnType<Postgresql['fresh']>>

/** MariaDB runs each dump and is the referee for PostgreSQL after our script is loaded. */
interface BothServers {
  readonly mariadb: Mariadb
  /** Runs the dump and returns its MariaDB database. */
  ran(dump: string | Uint8Array): Promise<string>
  /**
   * Returns the script without the lines that the server refuses, and the database in which it ran after the prologue.
   */
  ranWithoutRefused(lines: readonly string[], prologue?: string): Promise<{ dump: string; database: string }>
  /** Loads the script into an empty PostgreSQL database. */
  loaded(script: string, ...extensions: readonly string[]): Promise<LoadedDatabase>
}

export const hasBoth = [announced(hasMariadb(), mariadbMissing), announced(hasPostgresql(), postgresqlMissing)].every(
  Boolean,
)

export const hasBothAndPostgis = announced(hasPostgis(), postgisMissing) && hasBoth

/** Starts both servers for the tests of the calling block. */
export function startBoth(): BothServers {
  let mariadb: Mariadb
  let postgresql: Postgresql
  let databases = 0
  beforeAll(async () => {
    ;[mariadb, postgresql] = await Promise.all([startMariadb(), startPostgresql()])
  })
  afterAll(async () => {
    await Promise.all([mariadb?.stop(), postgresql?.stop()])
  })
  return {
    async ranWithoutRefused(lines, prologue = '') {
      const dump = lines.map((line) => `${line};\n`).join('')
      const database = `ran_${++databases}`
      await mariadb.create(database)
      const refused = await mariadb.refusedLines(`${prologue}${dump}`, database)
      if (refused.length === 0) return { dump, database }
      return this.ranWithoutRefused(
        lines.filter((_, at) => !refused.includes(at + 1)),
        prologue,
      )
    },
    get mariadb() {
      return mariadb
    },
    async ran(dump) {
      const database = `ran_${++databases}`
      await mariadb.create(database)
      await mariadb.administer(dump, database)
      return database
    },
    async loaded(script, ...extensions) {
      const database = await postgresql.fresh(...extensions)
      await database.load(script)
      return database
    },
  }
}
