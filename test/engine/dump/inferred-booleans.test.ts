import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { runs } from '../../property-runs.ts'

test('a query that ends at a semicolon is complete', async () => {
  const dump = 'CREATE TABLE a (id int);\nINSERT INTO a SELECT 1'
  const { report } = await converted(`${dump};`, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(report.rows.converted).toBe(1)
  await expect(converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')).rejects.toThrow('corrupt_file')
})

const tables = `CREATE TABLE a (id int PRIMARY KEY, f tinyint(1) DEFAULT 0, g tinyint(1) NOT NULL DEFAULT 1, n int);
CREATE TABLE b (id int PRIMARY KEY, f tinyint(1), n int);
INSERT INTO a VALUES (1, 0, 1, 7), (2, 1, 0, 1), (3, NULL, 1, 0);
INSERT INTO b VALUES (1, 1, 3), (2, 0, -1);
SET @f = NULL;
`

const typeOf = async (dump: string, table: string, column: string): Promise<string | undefined> => {
  const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(report.problems, dump).toEqual([])
  const found = report.tables.find(({ name }) => name === table)
  return found?.columns.find(({ name }) => name === column)?.sql_type
}

test.each([
  ['UPDATE a SET f = 1 WHERE id = 1;'],
  ['UPDATE a SET f = g;'],
  ['INSERT INTO b (id, f) SELECT id + 10, f FROM a;'],
  ['INSERT INTO a (id, f) SELECT id + 10, f FROM b;'],
  ['INSERT INTO a (id, f) SELECT 20, 1;'],
  ['INSERT INTO a VALUES (1, 0, 0, 0) ON DUPLICATE KEY UPDATE f = VALUES(f);'],
  ['ALTER TABLE a ALTER f SET DEFAULT 1;'],
])('a column stays boolean: %s', async (statement) => {
  expect(await typeOf(tables + statement, 'a', 'f')).toBe('boolean')
})

const changes = fc.constantFrom(
  'UPDATE a SET f = 5 WHERE id = 2',
  'UPDATE a SET f = n',
  'UPDATE a SET f = f + 1',
  'UPDATE a SET f = 1, g = n WHERE id < 3',
  'UPDATE b SET f = NULL',
  'INSERT INTO b SELECT id + 10, n, n FROM a',
  'INSERT INTO b SELECT * FROM b WHERE id > 90',
  'INSERT IGNORE INTO b (id, f) SELECT id + 5, f FROM a',
  'INSERT INTO a (id, g) SELECT id + 20, f + 1 FROM b',
  'REPLACE INTO b (f, id) SELECT 9, id FROM a',
  'INSERT INTO a (id, f) VALUES (1, 1) ON DUPLICATE KEY UPDATE f = n',
  'INSERT INTO a (id, f) VALUES (2, 1) ON DUPLICATE KEY UPDATE f = 3, g = 2',
  'INSERT IGNORE INTO b (id, f) VALUES (40, (SELECT max(n) FROM a))',
  'SET @f = (SELECT max(n) FROM a)',
  'INSERT IGNORE INTO b (id, f) VALUES (50, @f)',
  'ALTER TABLE a MODIFY n tinyint(1)',
  'ALTER TABLE b ADD h tinyint(1) NOT NULL DEFAULT 4, ALTER h SET DEFAULT 0',
  'ALTER TABLE a ALTER g SET DEFAULT 3',
  'INSERT IGNORE INTO a (id) VALUES (60), (61)',
  'ALTER TABLE a ALTER g SET DEFAULT 0',
)

describe.runIf(hasBoth)('types that depend on the rows also fit values that statements compute', () => {
  const both = startBoth()
  test('tinyint(1)', async () => {
    const scripts = fc.uniqueArray(changes, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(scripts, async (lines) => {
        const dump = `${tables}${lines.map((line) => `${line};\n`).join('')}`
        const database = await both.ran(dump).catch(() => null)
        fc.pre(database !== null)
        const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
        expect(report.problems, dump).toEqual([])
        expect(report.fixes.filter(({ code }) => code === 'statement_left_out')).toEqual([])
        await expectSameRows(both.mariadb, database ?? '', await both.loaded(script), report)
      }),
      { numRuns: runs(25) },
    )
  })
})
