import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const

describe.runIf(hasBoth)('a plain row with the key of another one is rejected before the load', () => {
  const both = startBoth()
  let count = 0

  /** Runs the script in MariaDB, which refuses some lines, and loads its conversion. Returns the report. */
  const bothEndWith = async (lines: readonly string[]) => {
    const dump = lines.map((line) => `${line};\n`).join('')
    const database = `plain_${++count}`
    await both.mariadb.administer(`CREATE DATABASE ${database} CHARACTER SET utf8mb4;`)
    const refused = await both.mariadb.refusedLines(dump, database)
    const { script, report } = await converted(dump, spec, 'dump.sql')
    const loaded = await both.loaded(script)
    await expectSameRows(both.mariadb, database, loaded, report)
    await expectSameStructure(both.mariadb, database, loaded, report)
    return { refused, report }
  }

  test('with its row, its column, its value and the key in the report', async () => {
    const { report } = await bothEndWith([
      'CREATE TABLE t (id INT PRIMARY KEY, u VARCHAR(20) COLLATE utf8mb4_general_ci UNIQUE)',
      "INSERT INTO t VALUES (1,'a'),(2,'b')",
      "INSERT INTO t VALUES (1,'c')",
      "INSERT INTO t VALUES (3,'B ')",
      'INSERT INTO t VALUES (4,NULL),(5,NULL)',
    ])
    expect(report.problems).toMatchObject([
      {
        code: 'row_rejected',
        table: 't',
        row: 3,
        column: 'id',
        value: '1',
        message: expect.stringContaining('PRIMARY'),
      },
      { code: 'row_rejected', table: 't', row: 4, column: 'u', value: 'B ', message: expect.stringContaining('(u)') },
    ])
    expect(report.rows).toMatchObject({ converted: 4, rejected: 2 })
  })

  test('unless the key is added after the rows: then a server refuses the key', async () => {
    const { refused, report } = await bothEndWith([
      'CREATE TABLE t (id INT NOT NULL, u VARCHAR(20), n INT)',
      "INSERT INTO t VALUES (1,'a',1),(1,'b',2)",
      'ALTER TABLE t ADD PRIMARY KEY (id), ADD UNIQUE KEY n (n)',
      'ALTER TABLE t ADD UNIQUE KEY u (u)',
      "INSERT INTO t VALUES (2,'A',3)",
      'CREATE TABLE s (id INT NOT NULL)',
      'INSERT INTO s VALUES (1),(1)',
      'CREATE UNIQUE INDEX i ON s (id)',
    ])
    expect(refused).toEqual([3, 5, 8])
    expect(report.problems).toMatchObject([{ table: 't', row: 3, value: 'A' }])
    expect(report.fixes.filter(({ code }) => code === 'index_dropped')).toMatchObject([
      { table: 't', count: 2, examples: ['PRIMARY', 'n'] },
      { table: 's', count: 1, examples: ['i'] },
    ])
  })

  test('in a collation that tells more strings apart', async () => {
    for (const collation of [
      'utf8mb4_general_ci',
      'utf8mb4_bin',
      'utf8mb4_general_nopad_ci',
      'utf8mb4_uca1400_as_ci',
    ]) {
      const values = ["'a'", "'A'", "'á'", "'ä'", "'a '", "'b '", "'b'"]
      const { refused, report } = await bothEndWith([
        `CREATE TABLE t (u VARCHAR(20) CHARACTER SET ${collation.split('_')[0]} COLLATE ${collation} UNIQUE)`,
        ...values.map((value) => `INSERT INTO t VALUES (${value})`),
      ])
      expect(report.rows.rejected).toBe(refused.length)
    }
  })

  test('unless only some servers refuse it: such a row stays', async () => {
    const lines = ["'a'", "'a '", "'ä'", "'A'", "'A '"].map((value) => `INSERT INTO t VALUES (${value});\n`)
    const { script, report } = await converted(
      `CREATE TABLE t (u VARCHAR(9) UNIQUE);\n${lines.join('')}`,
      spec,
      'dump.sql',
    )
    expect(report.problems.map(({ row }) => row)).toEqual([4, 5])
    expect(await (await both.loaded(script)).query('SELECT count(*) FROM t')).toEqual([['3']])
  })

  test('except in a table that is too large: a note names it', async () => {
    const row = `(1,'${'x'.repeat(1000)}')`
    const rows = `INSERT INTO t (n, v) VALUES ${Array.from({ length: 6400 }, () => row).join(',')};\n`
    const { report } = await converted(
      `CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, n INT, v TEXT);\n${rows}`,
      spec,
      'dump.sql',
    )
    expect(report.notes.filter((note) => note.includes('not compared'))).toEqual([expect.stringContaining(': t.')])
    const dump = `-- MySQL dump 10.13\n-- Server version\t8.0.1\nCREATE TABLE t (id INT PRIMARY KEY, n INT, v TEXT);\n${rows}`
    const { report: ofServer } = await converted(dump, spec, 'dump.sql')
    expect(ofServer.notes.filter((note) => note.includes('not compared'))).toEqual([])
  })

  const given = fc.constantFrom('1', '2', '3', '5', "'7'", '9', '0')
  const lateKey = fc.constantFrom(
    'ALTER TABLE t ADD UNIQUE KEY late (n)',
    'CREATE UNIQUE INDEX late ON t (u)',
    'ALTER TABLE t ADD UNIQUE KEY late (n, d)',
  )
  const id = fc.constantFrom('1', '2', '3', '5', "'7'", '9', 'NULL', 'DEFAULT', '0')
  const u = fc.constantFrom("'a'", "'A'", "'b'", "'b '", "'é'", "'e'", 'NULL', "'cab'", "'cat'", '12')
  const n = fc.constantFrom('1', '2', 'NULL', "'01'", '1.4', '-1')
  const d = fc.constantFrom("'2024-01-01'", "'2024-1-1'", "'2024-01-02'", 'NULL')
  const columns = ['id', 'u', 'n', 'd'] as const
  /** A row needs a number in the first column if nothing else gives it one. */
  const insertFor = (isNeeded: boolean) =>
    fc
      .tuple(
        fc.array(fc.tuple(isNeeded ? given : id, u, n, d), { minLength: 1, maxLength: 3 }),
        fc.subarray([...columns], { minLength: 1 }),
      )
      .map(([rows, some]) => {
        const named = isNeeded && !some.includes('id') ? ['id' as const, ...some] : some
        const written = rows.map((values) => `(${named.map((name) => values[columns.indexOf(name)]).join(', ')})`)
        return `INSERT INTO t (${named.join(', ')}) VALUES ${written.join(', ')}`
      })
  const other = fc.constantFrom(
    'DELETE FROM t',
    'TRUNCATE t',
    'DELETE FROM t WHERE n = 1',
    "UPDATE t SET n = 1 WHERE u = 'a'",
  )
  const ids = fc.constantFrom('id INT PRIMARY KEY', 'id INT AUTO_INCREMENT PRIMARY KEY', 'id INT UNIQUE', 'id INT')
  const keys = fc.subarray(['UNIQUE KEY uk (u)', 'UNIQUE KEY pk (u(2))', 'UNIQUE KEY ck (n, u)', 'UNIQUE KEY dk (d)'])
  const script = ids.chain((first) =>
    fc.tuple(
      fc.constant(first),
      keys,
      fc.constantFrom('InnoDB', 'InnoDB', 'MyISAM'),
      fc.array(
        fc.oneof(
          { weight: 9, arbitrary: insertFor(first === 'id INT PRIMARY KEY') },
          { weight: 1, arbitrary: other },
          { weight: 1, arbitrary: lateKey },
        ),
        { minLength: 2, maxLength: 9 },
      ),
    ),
  )

  test('in any script', { timeout: 3_600_000 }, async () => {
    expect.hasAssertions()
    await fc.assert(
      fc.asyncProperty(script, async ([first, unique, engine, statements]) => {
        const parts = [first, 'u VARCHAR(20)', 'n INT', 'd DATE', ...unique]
        const { report } = await bothEndWith([
          `CREATE TABLE t (${parts.join(', ')}) ENGINE=${engine} DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`,
          ...statements.map((one, at) => one.replace(' late ', ` late${at} `)),
        ])
        for (const { message } of report.problems) expect(message).toContain('key')
      }),
      { numRuns: runs(200) },
    )
  })
})
