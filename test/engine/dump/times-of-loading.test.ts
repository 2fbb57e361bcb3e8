import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const dump = `SET time_zone = '+00:00';
CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, a datetime, b date, s varchar(30), n int, x text);
INSERT INTO t (a, b, s, n, x) VALUES (NOW() + INTERVAL 4 MINUTE, CURDATE() - INTERVAL 3 DAY, CURRENT_DATE, UNIX_TIMESTAMP(), 'it''s\\ta \\\\ tab'), (NOW(), CURDATE(), NOW(), UNIX_TIMESTAMP() - 3600 * 24, NULL);
INSERT INTO t (a, b) VALUES (DATE_SUB(NOW(), INTERVAL 1 QUARTER), NOW() - INTERVAL 2 MONTH);
INSERT INTO t (n, s, a) VALUES (UNIX_TIMESTAMP(NOW()) + 60, UNIX_TIMESTAMP() + 5, CURDATE() + INTERVAL 90 MINUTE), (7, 'plain', '2020-01-01');
UPDATE t SET x = 'changed' WHERE id = 5;
`

/** The difference from now in minutes, rounded to ten, because both servers run the script within a few minutes. */
const inMariadb = `SELECT id, round(timestampdiff(SECOND, now(), a) / 600), datediff(b, curdate()),
 if(s LIKE '____-__-__%', datediff(s, curdate()), if(s LIKE '17%' OR s LIKE '18%', round((s - unix_timestamp()) / 600), s)), round((n - unix_timestamp()) / 600), x FROM t WHERE id < 5 ORDER BY id`
const inPostgresql = `SELECT id, round(extract(epoch FROM a - LOCALTIMESTAMP) / 600), b - CURRENT_DATE,
 CASE WHEN s LIKE '____-__-__%' THEN (s::timestamp::date - CURRENT_DATE)::text WHEN s ~ '^1[78]' THEN round((s::numeric - extract(epoch FROM now())) / 600)::text ELSE s END, round((n - extract(epoch FROM now())) / 600), x FROM t WHERE id < 5 ORDER BY id`

const zero = (rows: (string | null)[][]): (string | null)[][] =>
  rows.map((row) => row.map((cell) => (cell === '-0' ? '0' : cell)))

describe.runIf(hasBoth)('computed loading times', () => {
  const both = startBoth()

  test.each(['bulk', 'inserts'] as const)('are the same as if MariaDB had loaded the script: %s', async (style) => {
    for (const script of [dump, dump.replace(/UPDATE[^;]*;/, '')]) {
      const { script: sql, report } = await converted(script, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      expect(report.problems).toEqual([])
      expect(report.fixes.map(({ code }) => code)).toContain('moment_of_loading')
      const loaded = await both.loaded(`SET TIME ZONE 'UTC';\n${sql}`)
      const database = await both.ran(script)
      const expected = await both.mariadb.read(database, `SET time_zone = '+00:00'; ${inMariadb}`)
      // The client prints a tab inside a value as an escape.
      const plain = expected.map((row) => row.map((cell) => cell?.replace('\\t', '\t').replace('\\\\', '\\') ?? null))
      expect(zero(await loaded.query(inPostgresql))).toEqual(zero(plain))
    }
  })
})

describe.runIf(hasBoth)('dump.now', () => {
  const both = startBoth()

  test('is the time of a changed row too', async () => {
    const script = `SET time_zone = '+00:00';
CREATE TABLE t (id int PRIMARY KEY, n int, at timestamp NULL ON UPDATE CURRENT_TIMESTAMP, kept datetime ON UPDATE NOW());
INSERT INTO t (id, n) VALUES (1, 1), (2, 2), (3, 3);
UPDATE t SET n = 5, kept = '2020-01-01 00:00:00' WHERE id = 1;
UPDATE t SET n = 2;
`
    const now = '2026-03-01T09:30:00Z'
    const spec = { output: { dialect: 'postgresql', style: 'bulk' }, dump: { now } } as const
    const loaded = await both.loaded((await converted(script, spec, 'dump.sql')).script)
    const database = await both.ran(`SET timestamp = ${Date.parse(now) / 1000};\n${script}`)
    const written = (column: string, type: string): string => `CAST(CAST(${column} AS ${type}) AS CHAR(19))`
    const query = (type: string): string =>
      `SELECT id, n, ${written('at', type)}, ${written('kept', type)} FROM t ORDER BY id`
    const expected = await both.mariadb.read(database, `SET time_zone = '+00:00'; ${query('datetime')}`)
    expect(await loaded.query(`SET TIME ZONE 'UTC'; ${query('timestamp')}`)).toEqual(expected)
  })

  test.each(['bulk', 'inserts'] as const)('is the value of NULL in a TIMESTAMP that is NOT NULL: %s', async (style) => {
    const script = `SET time_zone = '+00:00';
CREATE TABLE t (id int PRIMARY KEY, made timestamp NOT NULL, seen timestamp NOT NULL DEFAULT '0000-00-00 00:00:00', told timestamp NULL);
INSERT INTO t VALUES (1, NULL, NULL, NULL);
INSERT INTO t VALUES (2, NULL, '0000-00-00', NULL), (3, '2020-01-01', NULL, NOW());
INSERT IGNORE INTO t (id, made) VALUES (4, NULL);
`
    const changed = 'INSERT INTO t SELECT 5, NULL, NULL, NULL;\nUPDATE t SET made = NULL WHERE id = 3;\n'
    const now = '2026-03-01T09:30:00Z'
    const written = (column: string, type: string): string => `CAST(CAST(${column} AS ${type}) AS CHAR(19))`
    const query = (type: string): string =>
      `SELECT id, ${written('made', type)}, NULLIF(${written('seen', type)}, '0000-00-00 00:00:00'), ${written('told', type)} FROM t ORDER BY id`
    for (const rows of [script, script + changed]) {
      const lax = `SET sql_mode = '';\n${rows}`
      const spec = { output: { dialect: 'postgresql', style }, dump: { now } } as const
      const { script: sql, report } = await converted(lax, spec, 'dump.sql')
      expect(report.rows.rejected).toBe(0)
      expect(report.fixes.map(({ code }) => code)).toContain('null_implied')
      const loaded = await both.loaded(sql)
      const database = await both.ran(`SET timestamp = ${Date.parse(now) / 1000};\n${lax}`)
      const expected = await both.mariadb.read(database, `SET time_zone = '+00:00'; ${query('datetime')}`)
      expect(await loaded.query(`SET TIME ZONE 'UTC'; ${query('timestamp')}`)).toEqual(expected)
    }
  })

  const loads = (id: number): string => `INSERT INTO t VALUES (${id}, NULL);\n`
  const made = 'CREATE TABLE t (id int PRIMARY KEY, made timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);\n'

  test.each([
    ['a server that refuses it', `-- Server version\t8.0.36\n\n${made}${loads(1)}`],
    ['rows that later statements change', `${made}${loads(1)}UPDATE t SET made = '2020-01-01' WHERE id > 5;\n`],
  ])('is not the value of NULL for %s', async (_, rows) => {
    const { report } = await converted(rows, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ row }) => row)).toEqual([1])
    expect(report.rows.rejected).toBe(1)
  })

  test('is the value of NULL only while the TIMESTAMP is NOT NULL', async () => {
    const nullable = made.replace('NOT NULL DEFAULT CURRENT_TIMESTAMP', 'NULL')
    const dumps = [
      `${nullable}${loads(1)}DELETE FROM t;\nALTER TABLE t MODIFY made timestamp NOT NULL;\n`,
      `${made.replace('timestamp', 'datetime')}${loads(1)}ALTER TABLE t MODIFY made timestamp NOT NULL;\n`,
    ]
    for (const rows of dumps) {
      const { report } = await converted(rows, { output: { dialect: 'postgresql' } }, 'dump.sql')
      expect(report.fixes.map(({ code }) => code)).not.toContain('null_implied')
    }
  })

  test.each(['bulk', 'inserts'] as const)('is the default of columns that a row omits: %s', async (style) => {
    const script = `SET time_zone = '+00:00';
CREATE TABLE t (id int PRIMARY KEY, n int DEFAULT 3, made timestamp DEFAULT CURRENT_TIMESTAMP, seen datetime DEFAULT NOW() ON UPDATE NOW(), told datetime NULL);
INSERT INTO t (id) VALUES (1), (2);
INSERT INTO t (id, told, made) VALUES (3, DEFAULT, '2020-01-01 00:00:00'), (4, NOW(), DEFAULT);
INSERT INTO t VALUES (5, 5, DEFAULT, DEFAULT, NULL);
`
    const now = '2026-03-01T09:30:00Z'
    const spec = { output: { dialect: 'postgresql', style }, dump: { now } } as const
    const { script: sql, report } = await converted(script, spec, 'dump.sql')
    expect(report.problems).toEqual([])
    expect(report.fixes.map(({ code }) => code)).not.toContain('moment_of_loading')
    const loaded = await both.loaded(`SET TIME ZONE 'UTC';\n${sql}`)
    const database = await both.ran(`SET timestamp = ${Date.parse(now) / 1000};\n${script}`)
    const written = (type: string): string =>
      ['made', 'seen', 'told'].map((column) => `CAST(CAST(${column} AS ${type}) AS CHAR(19))`).join(', ')
    const query = (type: string): string => `SELECT id, n, ${written(type)} FROM t ORDER BY id`
    const expected = await both.mariadb.read(database, `SET time_zone = '+00:00'; ${query('datetime')}`)
    expect(await loaded.query(`SET TIME ZONE 'UTC'; ${query('timestamp')}`)).toEqual(expected)
  })
})

test('dump.now also sets the seconds', async () => {
  const { report, script } = await converted(
    dump,
    { output: { dialect: 'postgresql', style: 'bulk' }, dump: { now: '2026-03-01T09:30:00Z' } },
    'dump.sql',
  )
  expect(report.problems).toEqual([])
  expect(script).toContain(
    `2026-03-01 09:34:00\t2026-02-26\t2026-03-01\t${Date.parse('2026-03-01T09:30:00Z') / 1000}\t`,
  )
})
