import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasMariadb, startMariadb } from '../../test/databases/mariadb.ts'
import { hasPostgresql, startPostgresql } from '../../test/databases/postgresql.ts'
import { freePort } from '../../scripts/local/ports.ts'
import type { Contender } from './contender.ts'
import { dataFolder } from './data.ts'

/** pgloader moves the same rows from a running MariaDB, which already has them, to a running PostgreSQL. */
export function pgloader(dump: string): Contender {
  const command = resolve(join(dataFolder, 'pgloader.load'))
  return {
    name: 'pgloader (two running servers)',
    needs: 'pgloader',
    command: `pgloader --quiet '${command}'`,
    async prepare() {
      if (!hasMariadb() || !hasPostgresql())
        throw new Error('pgloader needs MariaDB and PostgreSQL: apt-get install mariadb-server postgresql')
      const port = await freePort()
      const [mariadb, postgresql] = await Promise.all([startMariadb(port), startPostgresql()])
      await mariadb.administer(
        'CREATE DATABASE bench CHARACTER SET utf8mb4; GRANT ALL ON bench.* TO loader@localhost; GRANT PROCESS ON *.* TO loader@localhost;',
      )
      await mariadb.administer(readFileSync(dump), 'bench')
      const source = `mysql://loader@127.0.0.1:${port}/bench`
      writeFileSync(command, `LOAD DATABASE FROM ${source} INTO ${postgresql.url} WITH include drop, create tables;\n`)
      return async () => {
        await Promise.all([mariadb.stop(), postgresql.stop()])
      }
    },
  }
}
