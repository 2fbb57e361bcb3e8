import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

const corpus = join(import.meta.dirname, '../../../../shared/corpus/dumps')

function announced(isThere: boolean, missing: string): boolean {
  if (!isThere) console.log(missing)
  return isThere
}

const sources = [
  { name: 'Chinook', file: 'chinook/DataSources_Chinook_MySql.sql', database: 'Chinook' },
  {
    name: 'Chinook, counted',
    file: 'chinook/DataSources_Chinook_MySql_AutoIncrementPKs.sql',
    database: 'Chinook_AutoIncrement',
  },
  { name: 'Sakila, without rows', file: 'sakila/mysql-sakila-schema.sql', database: 'sakila' },
  { name: "pgloader's circuits", file: 'pgloader/mysql_f1db.circuits.my.sql', database: 'circuits' },
  { name: "pgloader's bytes", file: 'pgloader/mysql_hex.sql', database: 'hex' },
] as const

const optionSets = [
  { name: 'as it comes', options: [], style: 'bulk' },
  {
    name: 'row by row, whole names, hexadecimal',
    options: ['--complete-insert', '--skip-extended-insert', '--hex-blob'],
    style: 'bulk',
  },
  {
    name: 'in ANSI quotes, without comments',
    options: [
      '--compatible=ansi',
      '--default-character-set=utf8mb4',
      '--skip-comments',
      '--skip-opt',
      '--create-options',
    ],
    style: 'inserts',
  },
] as const

const isReady =
  announced(hasMariadb(), mariadbMissing) &&
  announced(hasPostgresql(), postgresqlMissing) &&
  announced(existsSync(corpus), 'The corpus of dumps is not beside the project.')

describe.runIf(isReady)('a database dumped by mariadb-dump arrives whole in PostgreSQL', () => {
  let mariadb: Mariadb
  let postgresql: Postgresql
  beforeAll(async () => {
    ;[mariadb, postgresql] = await Promise.all([startMariadb(), startPostgresql()])
    for (const { file, database } of sources) {
      await mariadb.administer(
        `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4;`,
      )
      const script = readFileSync(join(corpus, file), 'utf8')
      await mariadb.administer(script.replaceAll(/^(?:DROP|CREATE) (?:DATABASE|SCHEMA) .*$/gm, ''), database)
    }
  }, 120_000)
  afterAll(async () => {
    await Promise.all([mariadb?.stop(), postgresql?.stop()])
  })

  describe.each(optionSets)('$name', ({ options, style }) => {
    test.each(sources)('$name', async ({ database }) => {
      const dump = await mariadb.dump(...options, '--routines', database)
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const loaded = await postgresql.fresh()
      await loaded.load(script)
      expect(report.rows.rejected).toBe(0)
      await expectSameRows(mariadb, database, loaded, report)
      await expectSameStructure(mariadb, database, loaded, report)
    })
  })
})
