import { expect, test } from 'vitest'
import { converted } from '../support.ts'

const triggers = ['INSERT', 'UPDATE', 'DELETE']
  .map((event) => `CREATE TRIGGER on_${event} AFTER ${event} ON t FOR EACH ROW INSERT INTO log VALUES (1);\n`)
  .join('')
const table =
  'CREATE TABLE t (id int PRIMARY KEY, n int);\nCREATE TABLE log (n int);\nINSERT INTO t VALUES (1, 1), (2, 2);\n'

test.each([
  ['', []],
  ['INSERT INTO log VALUES (5);', []],
  ['TRUNCATE TABLE t;', []],
  ['INSERT INTO t VALUES (3, 3);', ['INSERT']],
  ['INSERT INTO t SELECT id + 10, n FROM t;', ['INSERT']],
  ['REPLACE INTO t VALUES (1, 3);', ['INSERT', 'DELETE']],
  ['INSERT INTO t VALUES (1, 3) ON DUPLICATE KEY UPDATE n = 7;', ['INSERT', 'UPDATE']],
  ['UPDATE t SET n = 5 WHERE id = 2;', ['UPDATE']],
  ['UPDATE t SET n = 5 WHERE id = 9;', []],
  ['DELETE FROM t WHERE id = 2;', ['DELETE']],
  ['DELETE FROM t;', ['DELETE']],
  ['DROP TRIGGER on_INSERT;\nINSERT INTO t VALUES (3, 3);', []],
  ['RENAME TABLE t TO u;\nCREATE TABLE t (a int);\nINSERT INTO t VALUES (3);', []],
  ['RENAME TABLE t TO u;\nINSERT INTO u VALUES (3, 3);', ['INSERT']],
  ['DROP TABLE t;\nCREATE TABLE t (a int);\nINSERT INTO t VALUES (3);', []],
])('a trigger that a server runs is reported: %s', async (statement, events) => {
  const { report } = await converted(
    `${table}${triggers}${statement}\n`,
    { output: { dialect: 'postgresql' } },
    'dump.sql',
  )
  const found = report.fixes.filter(({ code }) => code === 'trigger_not_run')
  expect(found.flatMap(({ examples }) => examples ?? []).toSorted()).toEqual(
    events.map((one) => `on_${one}`).toSorted(),
  )
})
