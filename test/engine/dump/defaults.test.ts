import { expect, test } from 'vitest'
import { converted } from '../support.ts'

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
