import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

test.each([
  ["json NOT NULL DEFAULT ('{}')", "DEFAULT '{}'"],
  ["json NOT NULL DEFAULT (_utf8mb4'{}')", "DEFAULT '{}'"],
  ['json DEFAULT (json_object())', "DEFAULT '{}'"],
  ['json DEFAULT (json_array())', "DEFAULT '[]'"],
  ["text DEFAULT ('abc')", "DEFAULT 'abc'"],
  ["text DEFAULT (_utf8mb4'abc')", "DEFAULT 'abc'"],
  ['int DEFAULT 0x0A', 'DEFAULT 10'],
  ['INT1 DEFAULT 7', 'smallint DEFAULT 7'],
])('the default %s is kept', async (column, written) => {
  const dump = `CREATE TABLE t (id int, c ${column});\nINSERT INTO t (id) VALUES (1);\n`
  const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(script).toContain(written)
  expect(report.fixes.map(({ code }) => code)).not.toContain('default_dropped')
})

test('a default with a fraction of a second, which MariaDB cuts off and PostgreSQL rounds, is left out', async () => {
  const column = "datetime DEFAULT (nullif('2023-12-31 23:59:59.5', cast('2000-01-31' as date)))"
  const { report } = await converted(
    `CREATE TABLE t (c ${column});\n`,
    { output: { dialect: 'postgresql' } },
    'dump.sql',
  )
  expect(report.fixes.map(({ code }) => code)).toEqual(['default_dropped'])
})

const now = '2026-03-01T09:30:00Z'
const clock = `SET time_zone = '+00:00', timestamp = ${Date.parse(now) / 1000};`

/** Defaults that people write and that servers store in another way. */
const written = [
  "time DEFAULT '08:30'",
  'time DEFAULT 83000',
  "time DEFAULT '25:00'",
  "time(3) DEFAULT '8:5:1.5'",
  'time DEFAULT 0',
  "time DEFAULT ' 08:30 '",
  "date DEFAULT '2024-2-9'",
  'date DEFAULT 20240209',
  "date DEFAULT '24-02-09'",
  "date DEFAULT '2024-02-09 10:11:12'",
  'date DEFAULT (CURRENT_DATE + INTERVAL 1 DAY)',
  'date DEFAULT CURRENT_TIMESTAMP',
  "date DEFAULT '0000-00-00'",
  "datetime DEFAULT '2024/02/09 1:2:3'",
  "datetime DEFAULT '2024-02-09 10:11'",
  'datetime DEFAULT 20240209101112',
  "datetime(3) DEFAULT '2024-02-09 10:11:12.34567'",
  'datetime DEFAULT CURRENT_DATE',
  "year DEFAULT '99'",
  'year DEFAULT 70',
  'year DEFAULT 0',
  "year DEFAULT '0'",
  "year DEFAULT '2024'",
  'bit(8) DEFAULT 0x05',
  "bit(64) DEFAULT x'05'",
  'bit(8) DEFAULT 5',
  "bit(8) DEFAULT b'101'",
  "varchar(5) DEFAULT X'41'",
  'varchar(5) DEFAULT 0x4142',
  "varchar(5) DEFAULT b'1000001'",
  'varchar(9) DEFAULT 1e3',
  'varchar(9) DEFAULT 007',
  'varchar(9) DEFAULT -1.50',
  'varchar(30) DEFAULT CURRENT_TIMESTAMP',
  'varbinary(5) DEFAULT 5',
  'int DEFAULT 1.5',
  "int DEFAULT ' 7 '",
  "int DEFAULT '+7'",
  'int DEFAULT +7',
  "int DEFAULT x'05'",
  "int DEFAULT b'101'",
  "double DEFAULT '.5'",
  'decimal(5,2) DEFAULT .5',
  "enum('a','b') DEFAULT 2",
  "enum('1','0') DEFAULT 1",
  "enum('a ','b') DEFAULT 'a'",
  "set('a','b') DEFAULT 3",
  "set('a','b','c') DEFAULT 'c,A'",
  "uuid DEFAULT '550E8400E29B41D4A716446655440000'",
  'varchar(5) DEFAULT (NULL)',
]

describe.runIf(hasBoth)('rows without a value have the default of the server', () => {
  const both = startBoth()

  test.each(['inserts', 'bulk'] as const)('as %s', async (style) => {
    // The server refuses some types and defaults in other versions.
    const lines = written.flatMap((column, at) => [
      `CREATE TABLE t${at} (id int, c ${column})`,
      `INSERT INTO t${at} (id) VALUES (1)`,
      `INSERT INTO t${at} VALUES (2, DEFAULT)`,
    ])
    const { dump, database } = await both.ranWithoutRefused(lines, clock)
    expect(dump.match(/^CREATE/gm)?.length).toBeGreaterThan(written.length - 5)
    const spec = { output: { dialect: 'postgresql', style }, dump: { now } } as const
    const { script, report } = await converted(dump, spec, 'dump.sql')
    expect(report.problems).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })
})

test('a row whose default only a server knows is rejected', async () => {
  const dump = 'CREATE TABLE t (id int, c varchar(9) DEFAULT (soundex(uuid())));\nINSERT INTO t (id) VALUES (1);\n'
  const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 0, rejected: 1 })
  expect(report.problems).toMatchObject([{ column: 'c' }])
})
