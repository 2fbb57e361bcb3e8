import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const styles = ['bulk', 'inserts'] as const
const read = (dump: string, style: (typeof styles)[number] = 'bulk') =>
  converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
const scriptOf = (lines: readonly string[]): string => lines.map((line) => `${line};\n`).join('')

const create = 'CREATE TABLE t (id INT PRIMARY KEY, u VARCHAR(20) UNIQUE)'

describe('a plain INSERT with the key of another row', () => {
  const lines = [
    create,
    "INSERT INTO t VALUES (1,'a'),(2,'b')",
    "INSERT INTO t VALUES (3,'c'),(1,'d'),(4,'e')",
    "INSERT INTO t VALUES (3,'x')",
    "INSERT INTO t VALUES (5,'b')",
    'INSERT INTO t VALUES (6,NULL),(7,NULL)',
  ]

  test.each(styles)('is rejected with each of its rows, in %s', async (style) => {
    const { report } = await read(scriptOf(lines), style)
    expect(report.rows).toMatchObject({ converted: 5, rejected: 4 })
    expect(report.problems).toMatchObject([
      { row: 3, message: expect.stringContaining('row 4') },
      { row: 4, column: 'id', value: '1', message: expect.stringContaining('PRIMARY') },
      { row: 5 },
      { row: 7, column: 'u', value: 'b' },
    ])
  })

  test('is found among one-row INSERTs of a long script', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `INSERT INTO t VALUES (${at},'u${at}')`)
    const { report } = await read(scriptOf([create, ...many, "INSERT INTO t VALUES (17,'z')"]))
    expect(report.rows).toMatchObject({ converted: 5000, rejected: 1 })
    expect(report.problems).toMatchObject([{ row: 5001, value: '17' }])
  })

  test.each([
    [
      'a program wrote the script',
      ['-- MySQL dump 10.13\n-- Server version\t8.0.1\nCREATE TABLE t (id INT PRIMARY KEY)'],
    ],
    ['the table has no transactions', ['CREATE TABLE t (id INT PRIMARY KEY) ENGINE=MyISAM']],
    [
      'a server generates numbers',
      ['CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY)', 'INSERT INTO t VALUES (NULL)'],
    ],
    [
      'rows need a parent',
      ['CREATE TABLE p (id INT PRIMARY KEY)', 'CREATE TABLE t (id INT PRIMARY KEY REFERENCES p (id))'],
    ],
    ['rows have a check', ['CREATE TABLE t (id INT PRIMARY KEY, CHECK (id > 0))']],
    ['a setting changes the engine', ['SET default_storage_engine = MyISAM', 'CREATE TABLE t (id INT PRIMARY KEY)']],
    [
      'a server may refuse another statement',
      ['CREATE TABLE t (id INT PRIMARY KEY)', 'INSERT DELAYED INTO t VALUES (7)'],
    ],
    ['keys are not checked', ['SET unique_checks = 0', 'CREATE TABLE t (id INT PRIMARY KEY)']],
    [
      'another statement is in a setting',
      ['CREATE TABLE t (id INT PRIMARY KEY)', 'SET STATEMENT max_statement_time=100 FOR DELETE FROM t'],
    ],
    ['a transaction may end without them', ['CREATE TABLE t (id INT PRIMARY KEY)', 'SET autocommit = 0']],
  ])('stays if %s', async (_, before) => {
    const { report } = await read(scriptOf([...before, 'INSERT INTO t VALUES (7)', 'INSERT INTO t VALUES (7),(8)']))
    expect(report.problems).toEqual([])
  })

  test.each([
    ['a date that is none', 'd DATE', "(1,'2024-02-30')"],
    ['JSON that is none', 'd JSON', "(1,'{bad')"],
    ['letters that not every character set has', 'd VARCHAR(9)', "(1,'é')"],
    ['an expression', 'd INT', '(1,1/0)'],
    ['an invalid label', "d ENUM('a')", "(1,'b')"],
  ])('stays if a server may refuse %s in the other INSERT', async (_, column, row) => {
    const { report } = await read(
      scriptOf([
        `CREATE TABLE t (id INT PRIMARY KEY, ${column})`,
        `INSERT INTO t VALUES ${row}`,
        'INSERT INTO t (id) VALUES (1)',
      ]),
    )
    expect(report.problems.filter(({ message }) => message.includes('Another row'))).toEqual([])
  })

  test('stays in a comment that some servers skip', async () => {
    const { report } = await read(
      'CREATE TABLE t (id INT PRIMARY KEY);\n/*!80000 INSERT INTO t VALUES (1) */;\nINSERT INTO t VALUES (1),(2);\n',
    )
    expect(report.problems).toEqual([])
  })

  test('stays if a row of the other INSERT was rejected', async () => {
    const { report } = await read(
      scriptOf([
        'CREATE TABLE t (id INT PRIMARY KEY, n TINYINT)',
        'INSERT INTO t VALUES (1,1000)',
        'INSERT INTO t VALUES (1,1)',
      ]),
    )
    expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
    expect(report.problems).toMatchObject([{ row: 1, column: 'n' }])
  })
})

describe.runIf(hasBoth)('the rows of scripts with duplicate keys', () => {
  const both = startBoth()
  let count = 0

  const id = fc.oneof(fc.integer({ min: 1, max: 9 }).map(String), fc.constantFrom("'3'", '-1', '12345678901'))
  const letter = fc.constantFrom(...Array.from('abcdefgh')).map((one) => `'${one}'`)
  const u = fc.oneof(
    { weight: 40, arbitrary: letter },
    { weight: 3, arbitrary: fc.constant('NULL') },
    { weight: 1, arbitrary: fc.constantFrom("'A'", "'b '", "'é'", '12', "'it''s'") },
  )
  const n = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) }, fc.constant('NULL'))
  const insert = fc
    .array(fc.tuple(id, u, n), { minLength: 1, maxLength: 3 })
    .map((rows) => `INSERT INTO t (id, u, n) VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}`)
  const other = fc.constantFrom(
    'DELETE FROM t WHERE id = 1',
    'ALTER TABLE t ADD INDEX i (n)',
    'ALTER TABLE t DISABLE KEYS',
    'START TRANSACTION',
    'COMMIT',
    'ROLLBACK',
    'TRUNCATE t',
    'UPDATE t SET id = id + 10',
    "REPLACE INTO t (id, u, n) VALUES (1, 'z', 9)",
    'SET @x = 1',
  )
  const keys = fc.subarray(['UNIQUE KEY uk (u)', 'UNIQUE KEY nk (n)', 'UNIQUE KEY ck (n, u)'])
  const script = fc.tuple(
    fc.constantFrom('id BIGINT PRIMARY KEY', 'id BIGINT UNIQUE', 'id BIGINT AUTO_INCREMENT PRIMARY KEY'),
    keys,
    fc.array(fc.oneof({ weight: 30, arbitrary: insert }, { weight: 1, arbitrary: other }), {
      minLength: 2,
      maxLength: 8,
    }),
  )

  test('are those of MariaDB wherever rows are rejected', { timeout: 3_600_000 }, async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(script, fc.constantFrom(...styles), async ([first, unique, statements], style) => {
        const parts = [first, 'u VARCHAR(20)', 'n INT', ...unique]
        const dump = scriptOf([
          `CREATE TABLE t (${parts.join(', ')}) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`,
          ...statements.map((one, at) => one.replace(' i (', ` i${at} (`)),
          'COMMIT',
        ])
        const { script: output, report } = await read(dump, style)
        const isRefused = ({ message }: { readonly message: string }): boolean => message.includes('a server refuses')
        const database = `taken_${++count}`
        await both.mariadb.create(database)
        const refused = await both.mariadb.refusedLines(dump, database)
        if (refused.length === 0) expect(report.problems.filter(isRefused)).toEqual([])
        const isLeftOut = report.fixes.some(({ code }) => code === 'index_dropped')
        if (!isLeftOut && !report.problems.some(isRefused)) return
        // Without a proof, both rows stay in the script, and the key is left out.
        const loaded = await both.loaded(output)
        if (isLeftOut || /DELETE|TRUNCATE|UPDATE|REPLACE|ROLLBACK/.test(dump)) return
        compared++
        await expectSameRows(both.mariadb, database, loaded, report)
      }),
      { numRuns: runs(80) },
    )
    expect(compared).toBeGreaterThan(4)
  })
})

test('the collation of a database decides whether keys differ in case', async () => {
  const insert = ["INSERT IGNORE INTO t VALUES (1,'a')", "INSERT IGNORE INTO t VALUES (2,'A')"]
  const database = (collation: string) => [`CREATE DATABASE d ${collation}`, 'USE d', create, ...insert]
  expect((await read(scriptOf(database('CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')))).report.rows.converted).toBe(2)
  expect((await read(scriptOf(database('COLLATE = utf8mb4_general_ci')))).report.rows.converted).toBe(1)
})
