import { expect, test } from 'vitest'
import { converted } from '../support.ts'

/** Returns the values of a table after an INSERT and other statements. */
async function valuesAfter(...statements: readonly string[]): Promise<string[]> {
  const table = `CREATE TABLE t (id int PRIMARY KEY, j json, v text);\nINSERT INTO t VALUES (1, '{"a": {"b": [1, "X"]}}', NULL);\n`
  const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const
  const { script, report } = await converted(`${table}${statements.join(';\n')};\n`, spec, 'dump.sql')
  expect(report.problems).toEqual([])
  expect(report.fixes.filter(({ code }) => code === 'statement_left_out')).toEqual([])
  return Array.from(script.matchAll(/^1\t(.*)$/gm), ([, values = '']) => values)
}

// The expectations are examples and rules of MySQL's manual. MariaDB has neither the operators nor the type.
test.each([
  [`UPDATE t SET v = j->'$.a.b'`, '[1, "X"]'],
  [`UPDATE t SET v = j->'$.a.b[1]'`, '"X"'],
  [`UPDATE t SET v = j->>'$.a.b[1]'`, 'X'],
  [`UPDATE t SET v = t.j ->> "$.a.c"`, '\\N'],
  [`UPDATE t SET v = 'found' WHERE j->>'$.a.b[1]' = 'X' AND j->'$.a.b[0]' = 1`, 'found'],
  [`UPDATE t SET v = 'found' WHERE j->>'$.a.b[1]' = 'x'`, '\\N'],
  [`UPDATE t SET v = JSON_OBJECT('k', j->'$.a.b', 's', j->>'$.a.b[1]')`, '{"k": [1, "X"], "s": "X"}'],
  [
    `UPDATE t SET v = JSON_SET('{}', '$.k', CAST('{"x":1}' AS JSON), '$.t', CAST(TRUE AS JSON))`,
    '{"k": {"x": 1}, "t": true}',
  ],
  [`UPDATE t SET v = CONVERT('[1,2]', JSON)`, '[1, 2]'],
])('%s', async (statement, value) => {
  expect(await valuesAfter(statement)).toEqual([`{"a": {"b": [1, "X"]}}\t${value}`])
})
