import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const notRun = async (dump: string, createTable = true): Promise<readonly string[]> => {
  const { report } = await converted(dump, { output: { dialect: 'postgresql', create_table: createTable } }, 'dump.sql')
  return report.fixes.filter(({ code }) => code === 'statement_left_out').flatMap(({ examples }) => examples ?? [])
}

/** The report separates all words by spaces. */
const withoutSpaces = (text: string): string => text.replaceAll(' ', '')

const parts =
  'CREATE TABLE p (a int) PARTITION BY RANGE (a) (PARTITION p0 VALUES LESS THAN (10));\nINSERT INTO p VALUES (2);\n'
const plain = 'CREATE TABLE t (a int, b int);\nINSERT INTO t VALUES (1, 2);\n'

const rollBack = 'START TRANSACTION;\nINSERT INTO t VALUES (3, 4);\nROLLBACK;'
const cascading =
  'CREATE TABLE c (a int, FOREIGN KEY (a) REFERENCES t (a) ON DELETE CASCADE);\nDELETE FROM t WHERE a < RAND();'

test.each([
  ['CREATE TABLE u (x int) SELECT a, UUID() AS b FROM t;'],
  ['CREATE TABLE u (x int) AS (SELECT a FROM t WHERE a > RAND());'],
  ['CREATE TABLE u AS SELECT a, a + UUID() AS b FROM t;'],
  [`${parts}ALTER TABLE p TRUNCATE PARTITION p0;`, 'ALTER TABLE p TRUNCATE PARTITION p0'],
  [`${parts}ALTER TABLE p DROP PARTITION p0;`, 'ALTER TABLE p DROP PARTITION p0'],
  [`${parts}ALTER TABLE p EXCHANGE PARTITION p0 WITH TABLE t;`, 'ALTER TABLE p EXCHANGE PARTITION p0 WITH TABLE t'],
  ['ALTER TABLE t IMPORT TABLESPACE;'],
  ['IMPORT TABLE FROM "t.sdi";'],
  [rollBack, 'ROLLBACK'],
  ['DELIMITER $$\nBEGIN NOT ATOMIC UPDATE t SET a = 9; END$$', 'BEGIN NOT ATOMIC UPDATE t SET a = 9; END'],
  ['DELIMITER $$\nIF 1 THEN UPDATE t SET a = 9; END IF$$', 'IF 1 THEN UPDATE t SET a = 9; END IF'],
  ["EXECUTE IMMEDIATE 'DELETE FROM t';"],
  ['UPDATE t SET a = RAND();'],
  ['CREATE SEQUENCE s;\nDO SETVAL(s, UUID_SHORT());', 'DO SETVAL(s, UUID_SHORT())'],
  ['SELECT SETVAL(unknown, 4);'],
  ['UPDATE t JOIN t AS u SET t.a = RAND();'],
  // A server stores 0.3333, and 99990 would become 100000.
  ['UPDATE t JOIN (SELECT a, 1/3 AS u FROM t GROUP BY a) d USING (a) SET b = ROUND(d.u * 300000);'],
  ['INSERT INTO t SELECT a, v * 300000 FROM (SELECT a, AVG(b) / 7 AS v FROM t GROUP BY a) d;'],
  ['INSERT INTO t (a) SELECT a FROM t EXCEPT SELECT b FROM t;'],
  ['INSERT INTO t (a) SELECT a FROM t x INTERSECT (SELECT b FROM t);'],
  ['CREATE TABLE u AS SELECT a FROM t EXCEPT ALL SELECT b FROM t;'],
  ['DELETE FROM t WHERE a IN (SELECT a FROM t EXCEPT SELECT b FROM t);'],
  [cascading, 'DELETE FROM t WHERE a < RAND()'],
  ["INSERT INTO t SELECT a, SLEEP(0) FROM t WHERE b = 'x y';"],
  ['GRANT SELECT ON *.* TO someone;', 'GRANT'],
  ["CREATE USER someone IDENTIFIED BY 'secret';", 'CREATE USER'],
])('a statement that is not run is quoted: %s', async (statement, text = statement.slice(0, -1)) => {
  const named = await notRun(`${plain}${statement}\n`)
  expect(named.map(withoutSpaces)).toContain(withoutSpaces(text))
})

test('a statement that is not run is quoted even if only the rows are wanted', async () => {
  expect(await notRun(`${plain}DELETE FROM t WHERE RAND() > 1;\n`, false)).toHaveLength(1)
})

test('repeated statements are quoted by the first of them', async () => {
  const statements = [1, 2, 3, 4, 5].map(
    (one) => `DELETE FROM t WHERE a = ${one};\nDELETE FROM t WHERE RAND() > ${one};\n`,
  )
  const { report } = await converted(
    `${plain}INSERT INTO t VALUES (9, 9);\n${statements.join('')}`,
    { output: { dialect: 'postgresql' } },
    'dump.sql',
  )
  const [fix] = report.fixes
  expect(fix).toMatchObject({ code: 'statement_left_out', count: 5 })
  expect(fix?.examples?.map(withoutSpaces)).toEqual([1, 2, 3].map((one) => `DELETEFROMtWHERERAND()>${one}`))
})

test.each([
  'LOCK TABLES t WRITE;\nUNLOCK TABLES;\nSTART TRANSACTION;\nCOMMIT;\nSET autocommit = 0;\nFLUSH TABLES;\nBEGIN WORK;',
  "PREPARE p FROM 'SELECT 1';\nDEALLOCATE PREPARE p;\nSELECT 1;\nSHOW WARNINGS;\nANALYZE TABLE t;",
  'CREATE SEQUENCE s;\nDO SETVAL(s, 4, 0);',
  `${parts}ALTER TABLE p ADD PARTITION (PARTITION p1 VALUES LESS THAN (20));`,
])('statements without an effect on the result are not reported: %s', async (statements) => {
  expect(await notRun(`${plain}${statements}\n`)).toEqual([])
})

test("rows written with MySQL 8's ROW() are converted", async () => {
  const { report } = await converted(
    'CREATE TABLE t (a int, b int);\nINSERT INTO t VALUES ROW(3, 4), row (5, 6);\nINSERT INTO t VALUES (7, 8);\n',
    { output: { dialect: 'postgresql' } },
    'dump.sql',
  )
  expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
})

describe.runIf(hasBoth)('a statement has the same effect as in MariaDB', () => {
  const both = startBoth()
  test.each([
    ['an index less', `${plain}ALTER TABLE t ADD UNIQUE u (a);\nDROP INDEX u ON t;\nINSERT INTO t VALUES (1, 3);`, 't'],
    [
      'a view of another query',
      `${plain}CREATE VIEW v AS SELECT a FROM t;\nALTER VIEW v AS SELECT a + 1 AS a FROM t;`,
      'v',
    ],
    ['a default set later', `${plain}ALTER TABLE t ALTER COLUMN b SET DEFAULT 7;\nINSERT INTO t (a) VALUES (2);`, 't'],
    [
      'defaults of their time',
      [
        `${plain}ALTER TABLE t ADD c varchar(9) DEFAULT 'x', ADD d date DEFAULT '2020-01-01';\nINSERT INTO t (a) VALUES (2);`,
        `ALTER TABLE t MODIFY b int DEFAULT 5, ALTER c SET DEFAULT 'y', ALTER d DROP DEFAULT;\nINSERT INTO t (a, d) VALUES (3, NULL);`,
      ].join('\n'),
      't',
    ],
    [
      'a default dropped',
      `${plain}ALTER TABLE t ADD c int DEFAULT 3, ALTER c DROP DEFAULT;\nINSERT INTO t (a, c) VALUES (2, NULL);`,
      't',
    ],
    [
      'columns that must not be NULL, added to rows',
      `${plain}ALTER TABLE t ADD c int NOT NULL, ADD (d varchar(5) NOT NULL);`,
      't',
    ],
    ['a temporary table', `${plain}CREATE TEMPORARY TABLE tmp (a int);\nINSERT INTO tmp VALUES (5);`, 't'],
  ])('%s', async (_, dump, table) => {
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const query = `SELECT * FROM ${table}`
    expect(await (await both.loaded(script)).query(query)).toEqual(await both.mariadb.read(database, query))
    expect(report.tables.map(({ name }) => name)).toEqual(['t'])
  })

  test('if it drops a database again', async () => {
    const dump = (name: string): string =>
      `CREATE DATABASE ${name};\nUSE ${name};\n${plain}DROP DATABASE ${name};\nCREATE DATABASE ${name}_2;\nUSE ${name}_2;\nCREATE TABLE t (a int);\nINSERT INTO t VALUES (7);\n`
    await both.ran(dump('passing'))
    const { script } = await converted(dump('passing'), { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(await (await both.loaded(script)).query('SELECT * FROM t')).toEqual(
      await both.mariadb.read('passing_2', 'SELECT * FROM t'),
    )
  })
})
