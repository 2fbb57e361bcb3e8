import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

const folder = join(import.meta.dirname, '../../fixtures/dumps/scripts')

describe.runIf(hasBoth)('a hand-written script has the same result as in MariaDB', () => {
  const both = startBoth()

  test.each(readdirSync(folder).toSorted())('%s', async (name) => {
    const dump = readFileSync(join(folder, name), 'utf8')
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.problems).toEqual([])
    const loaded = await both.loaded(script)
    await expectSameRows(both.mariadb, database, loaded, report)
    const nullable = `SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema`
    const order = 'ORDER BY table_name, ordinal_position'
    expect(await loaded.query(`${nullable} = 'public' ${order}`)).toEqual(
      await both.mariadb.read(database, `${nullable} = '${database}' ${order}`),
    )
    // A table with numbers per prefix has no next number for the whole table.
    await expectSameStructure(both.mariadb, database, loaded, report, !dump.includes('MyISAM'))
  })

  test.each([
    'INSERT INTO lists (v) SELECT v FROM unsorted GROUP BY v',
    'INSERT INTO lists (v) SELECT DISTINCT v FROM unsorted',
    'INSERT INTO lists (v) SELECT MIN(k) + v FROM unsorted GROUP BY v DIV 10',
  ])('except for numbers of groups whose order a server chooses: %s', async (statement) => {
    const dump = `CREATE TABLE unsorted (k int PRIMARY KEY, v int);
INSERT INTO unsorted VALUES (1, 9), (2, 5), (3, 9);
CREATE TABLE lists (id int AUTO_INCREMENT PRIMARY KEY, v int);
${statement};
INSERT INTO lists (v) VALUES (7);`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const [left] = report.fixes.filter(({ code }) => code === 'statement_left_out')
    expect(left?.examples).toEqual([statement])
    expect(left?.message).toContain(
      'Later rows of their tables may have other AUTO_INCREMENT numbers than on a server.',
    )
  })

  test('except for numbers that depend on rows that are not kept', async () => {
    const dump = `CREATE TABLE last_ids (k int);
CREATE TEMPORARY TABLE passing (id int AUTO_INCREMENT PRIMARY KEY, a int, b int AS (a) UNIQUE);
INSERT IGNORE INTO passing (a) VALUES (1), (1), (2);
INSERT INTO last_ids VALUES (LAST_INSERT_ID());
INSERT INTO passing (a) VALUES (3);
INSERT INTO last_ids VALUES (LAST_INSERT_ID());
CREATE TEMPORARY TABLE updated (id int AUTO_INCREMENT PRIMARY KEY, a int UNIQUE);
INSERT INTO updated (a) VALUES (1);
INSERT INTO last_ids VALUES (LAST_INSERT_ID());
INSERT INTO updated (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2;
INSERT INTO last_ids VALUES (LAST_INSERT_ID());
INSERT INTO updated (a) VALUES (3);
INSERT INTO last_ids VALUES (LAST_INSERT_ID());`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ table, row }) => [table, row])).toEqual([
      ['last_ids', 1],
      ['last_ids', 2],
      ['last_ids', 4],
      ['last_ids', 5],
    ])
  })

  test.each([
    'INSERT INTO passing SELECT CONNECTION_ID() FROM kept',
    'INSERT INTO passing VALUES (2), (CONNECTION_ID())',
    'DELETE FROM passing WHERE id = CONNECTION_ID()',
    "LOAD DATA INFILE 'rows.txt' INTO TABLE passing",
  ])('except for rows from a dropped table, whose own rows depend on a server: %s', async (statement) => {
    const dump = `CREATE TABLE kept (id int);
INSERT INTO kept VALUES (1);
CREATE TABLE passing (id int PRIMARY KEY);
INSERT INTO passing VALUES (1);
${statement};
INSERT INTO kept SELECT id FROM passing;
DROP TABLE passing;`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 1, rejected: 0 })
    const examples = report.fixes.flatMap((fix) => (fix.code === 'statement_left_out' ? fix.examples : []))
    expect(examples).toContain('INSERT INTO kept SELECT id FROM passing')
  })

  test('except for rows of a dropped table that a server may refuse for their partition', async () => {
    const dump = `CREATE TABLE kept (id int);
CREATE TABLE parted (id int AUTO_INCREMENT PRIMARY KEY, a int) PARTITION BY RANGE (id) (PARTITION p VALUES LESS THAN (3));
INSERT IGNORE INTO parted (a) VALUES (2), (3), (4);
INSERT INTO kept SELECT id FROM parted;
INSERT INTO kept VALUES (LAST_INSERT_ID());
DROP TABLE parted;`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ table }) => table)).toEqual(['kept'])
    const [left] = report.fixes.filter(({ code }) => code === 'statement_left_out')
    expect(left?.examples).toEqual(['INSERT INTO kept SELECT id FROM parted'])
  })

  test('except for a dump without a table that stays', async () => {
    const dump = `CREATE TEMPORARY TABLE passing (id int);\nINSERT INTO passing VALUES (1);\n`
    await expect(converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')).rejects.toThrow(
      /Every table of the dump is temporary or dropped/,
    )
  })

  test('except that NULL replaces the zeros of added dates', async () => {
    const dump = `CREATE TABLE t (id int);
INSERT INTO t VALUES (1), (2);
ALTER TABLE t ADD made date NOT NULL, ADD seen datetime NOT NULL, ADD done date NOT NULL DEFAULT '2020-01-01';
ALTER TABLE t MODIFY made date NOT NULL FIRST;
INSERT INTO t VALUES ('2020-01-01', 3, '2020-01-02 03:04:05', '2020-02-02');
CREATE TABLE u LIKE t;
`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.problems).toEqual([])
    const dropped = report.fixes.filter(({ code }) => code === 'not_null_dropped')
    expect(dropped.map(({ table, column }) => `${table}.${column}`)).toEqual(['t.made', 't.seen'])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('except that it leaves out what a server refuses: an unsigned number below zero', async () => {
    const dump = `CREATE TABLE t (id int, n int unsigned, v int);
INSERT INTO t VALUES (1, 5, 1);
UPDATE t SET v = n - 6;
UPDATE t SET v = n + -6;
UPDATE t SET v = n * -1;
INSERT INTO t VALUES (2, 5, CAST(1 AS UNSIGNED) - 2);
INSERT INTO t VALUES (3, 5, (4 | 1) - 6);
UPDATE t SET v = -n WHERE id = 1;`
    const { dump: accepted, database } = await both.ranWithoutRefused(dump.split(/;\n?/).slice(0, -1))
    expect(accepted.split('\n').length).toBe(4)
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ row }) => row)).toEqual([2, 3])
    expect(report.fixes).toMatchObject([{ code: 'statement_left_out', count: 3 }])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('except that it leaves out the largest value of a table that the statement has filled already', async () => {
    const dump = `CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, n int);
INSERT INTO t (n) VALUES (10), ((SELECT MAX(id) FROM t x)), ((SELECT COUNT(*) FROM t x));
INSERT INTO t (n) VALUES ((SELECT MAX(id) FROM t x));
`
    const database = await both.ran(dump)
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.problems.map(({ row }) => row)).toEqual([2])
    const rows = 'SELECT id, n FROM t WHERE id IN (1, 4) ORDER BY id'
    expect(await (await both.loaded(script)).query(rows)).toEqual(await both.mariadb.read(database, rows))
  })

  test('except that it leaves out what a server refuses: numbers beyond a double', async () => {
    const columns = [
      'int',
      'bigint unsigned',
      'decimal(30,5)',
      'double',
      'varchar(40)',
      'blob',
      'date',
      'json',
      'bit(8)',
    ]
    const columnOf = (type: string, at: number): string => `c${at} ${type}`
    const values = ['1e400', '-1.8e308', '1e-400', '99999999999999999999', '-1e20', '18446744073709551616']
    const lines = columns.flatMap((_, at) =>
      values.map((value, id) => `INSERT INTO t (id, c${at}) VALUES (${at * 10 + id}, ${value})`),
    )
    const table = `CREATE TABLE t (id int PRIMARY KEY, ${columns.map(columnOf).join(', ')})`
    const all = ["SET sql_mode = ''", table, ...lines]
    const { database, dump: accepted } = await both.ranWithoutRefused(all)
    const dump = all.map((line) => `${line};\n`).join('')
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems).toHaveLength(all.length - accepted.split('\n').length + 1)
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('with queries that read a column that is dropped later', async () => {
    const dump = `CREATE TABLE s (id int PRIMARY KEY, name varchar(20), n int);
INSERT INTO s VALUES (1, 'a', 5);
CREATE TABLE c (a int, b varchar(20), d int);
INSERT INTO c SELECT * FROM s;
INSERT INTO c (a, b) SELECT id, name FROM s;
INSERT INTO c (a, d) SELECT s.id, (SELECT n FROM s t WHERE t.name = 'a') FROM s;
INSERT INTO c (a, d) SELECT id, n FROM s;
ALTER TABLE s DROP name, ADD extra int DEFAULT 7, CHANGE n name int;`
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.fixes).toEqual([])
    const database = await both.ran(dump)
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('except that a strict mode refuses values that do not fit', async () => {
    const dump = `SET sql_mode = 'STRICT_TRANS_TABLES';
CREATE TABLE t (a tinyint, b varchar(3), c decimal(4,1), d int unsigned, e varbinary(2));
INSERT INTO t VALUES (128, 'a', 1, 1, 'a');
INSERT INTO t VALUES (1, 'abcd', 1, 1, 'a');
INSERT INTO t VALUES (1, 'a', 1000, 1, 'a');
INSERT INTO t VALUES (1, 'a', 1, -1, 'a');
INSERT INTO t VALUES (1, 'a', 1, 1, 'abc');
INSERT INTO t VALUES ('12x', 'a', 1, 1, 'a');
INSERT INTO t VALUES (1.5, 'abc', 999.94, 1, 'ab');`
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ column }) => column)).toEqual(['a', 'b', 'c', 'd', 'e', 'a'])
    expect(report.fixes).toMatchObject([{ code: 'number_rounded', column: 'a', count: 1 }])
    const loaded = await both.loaded(script)
    const forced = dump.replaceAll('INSERT INTO', 'INSERT IGNORE INTO').split('\n').toSpliced(2, 6).join('\n')
    const database = await both.ran(forced)
    expect(await loaded.query('SELECT a, b, c, d FROM t')).toEqual(
      await both.mariadb.read(database, 'SELECT a, b, c, d FROM t'),
    )
  })
})
