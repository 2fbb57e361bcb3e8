import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

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

  test('is found in the dump of a program, which somebody edited', async () => {
    const dump = `-- MySQL dump 10.13
-- Server version\t8.0.1
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
CREATE TABLE t (id INT PRIMARY KEY);
LOCK TABLES t WRITE;
INSERT INTO t VALUES (1),(2);
INSERT INTO t VALUES (2);
UNLOCK TABLES;
`
    const { report } = await read(dump)
    expect(report.problems).toMatchObject([{ row: 3, value: '2' }])
  })

  test.each([
    ['that some servers skip', 'INSERT INTO t VALUES (7)', '/*!80000 INSERT INTO t VALUES (7) */'],
    ['that has no rows yet', 'CREATE TABLE u LIKE t', 'INSERT DELAYED INTO t VALUES (7),(7)'],
  ])('is found beside a statement %s', async (_, ...statements) => {
    const { report } = await read(scriptOf(['CREATE TABLE t (id INT PRIMARY KEY)', ...statements]))
    expect(report.problems).toMatchObject([{ row: 2, message: expect.stringContaining('PRIMARY') }])
  })

  test.each(['CALL p()', 'ROLLBACK', 'SET STATEMENT max_statement_time=100 FOR DELETE FROM t', "EXECUTE p USING 'x'"])(
    'stays after a statement that may change any row, and the key is left out: %s',
    async (statement) => {
      const { report } = await read(
        scriptOf([create, "INSERT INTO t VALUES (1,'a')", statement, "INSERT INTO t VALUES (1,'b'),(2,'c')"]),
      )
      expect(report.problems).toEqual([])
      expect(report.fixes.filter(({ code }) => code === 'index_dropped')).toMatchObject([
        { first_row: 2, examples: ['PRIMARY'] },
      ])
    },
  )

  test('keeps the rows whose values a server computes while it loads them', async () => {
    const { report } = await read(
      scriptOf([
        'CREATE TABLE t (id INT PRIMARY KEY, c TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)',
        'INSERT INTO t VALUES (1,NULL),(2,NOW())',
        'INSERT INTO t VALUES (2,NULL)',
        'INSERT INTO t (id) VALUES (3)',
      ]),
    )
    expect(report.rows).toMatchObject({ converted: 3, rejected: 1 })
  })

  describe('among more rows than are compared before the conversion', () => {
    const many = 40_000
    const rows = Array.from({ length: many }, (_, at) => `(${at},'u${at}','\\n')`)
    const table = 'CREATE TABLE t (id INT PRIMARY KEY, u VARCHAR(20), d TEXT, UNIQUE (u))'
    const inserts = (own: readonly string[]): string[] =>
      [0, 10_000, 20_000, 30_000].map((at) => `INSERT INTO t VALUES ${own.slice(at, at + 10_000).join(',')}`)

    test.each(styles)('is rejected alone, in %s', async (style) => {
      const own = rows.with(25_000, "(-1,'u13','')").with(25_001, "(14,'x','')").with(39_999, "(-1,'y','')")
      const { report, script } = await read(scriptOf([table, ...inserts(own)]), style)
      expect(report.rows).toMatchObject({ converted: many - 2, rejected: 2 })
      expect(report.problems).toMatchObject([
        { row: 25_001, message: expect.stringContaining('(u)') },
        { row: 25_002, message: expect.stringContaining('(PRIMARY)') },
      ])
      const written = script.split('\n').filter((line) => /^(?:-?\d+\t|\s*\(-?\d+,|INSERT .*VALUES \(-?\d)/.test(line))
      expect(written.some((line) => line.includes('u13') && line.includes('-1'))).toBe(false)
      expect(script).toContain('u25003')
    })

    test.each(['CREATE TRIGGER b BEFORE INSERT ON t FOR EACH ROW SET NEW.id = NEW.id + 1', 'CALL p()'])(
      'stays after a statement that may change rows, and the key is left out: %s',
      async (statement) => {
        const own = rows.with(25_001, "(14,'x','')")
        const { report } = await read(scriptOf([table, statement, ...inserts(own)]))
        expect(report.rows).toMatchObject({ converted: many, rejected: 0 })
        expect(report.fixes.map(({ code }) => code)).toContain('index_dropped')
      },
    )

    test('stays if its key is added later, and the key is left out', async () => {
      const own = rows.with(25_001, "(14,'x','')")
      const later = [
        'CREATE TABLE t (id INT, u VARCHAR(20), d TEXT)',
        ...inserts(own),
        'ALTER TABLE t ADD PRIMARY KEY (id)',
      ]
      const { report } = await read(scriptOf(later))
      expect(report.rows).toMatchObject({ converted: many, rejected: 0 })
      expect(report.fixes).toMatchObject([{ code: 'index_dropped', message: expect.stringContaining('25002') }])
    })
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

  test('are those of MariaDB in tables of every kind', async () => {
    const dump = readFileSync('test/fixtures/dumps/duplicate-keys.sql', 'utf8')
    const database = `taken_${++count}`
    await both.mariadb.administer(`CREATE DATABASE ${database} CHARACTER SET utf8mb4;`)
    expect((await both.mariadb.refusedLines(dump, database)).length).toBeGreaterThan(40)
    const { script: output, report } = await read(dump)
    const loaded = await both.loaded(output)
    await expectSameRows(both.mariadb, database, loaded, report)
    // Tables of MyISAM with a number per prefix have no next number for the whole table.
    const ids =
      "SELECT table_name, auto_increment FROM information_schema.tables WHERE auto_increment > 0 AND table_name NOT LIKE 'myisam%' AND table_schema ="
    for (const [table, next] of await both.mariadb.read(database, `${ids} '${database}' ORDER BY 1`)) {
      const [[sequence] = []] = await loaded.query(`SELECT pg_get_serial_sequence('${table}', 'id')`)
      expect([table, ...(await loaded.query(`SELECT nextval('${sequence}')`))]).toEqual([table, [next]])
    }
  })

  test('are those of MariaDB in random scripts', { timeout: 3_600_000 }, async () => {
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
        const database = `taken_${++count}`
        await both.mariadb.create(database)
        const refused = await both.mariadb.refusedLines(dump, database)
        expect(report.problems.length === 0).toBe(refused.length === 0)
        const loaded = await both.loaded(output)
        if (dump.includes('ROLLBACK')) return
        compared++
        await expectSameRows(both.mariadb, database, loaded, report)
        if (!dump.includes('TRUNCATE')) await expectSameStructure(both.mariadb, database, loaded, report)
      }),
      { numRuns: runs(80), endOnFailure: true },
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
