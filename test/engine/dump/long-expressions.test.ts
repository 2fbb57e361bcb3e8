import { expect, test } from 'vitest'
import { converted } from '../support.ts'

const times = 20_000
const nested = (open: string, inside: string, close: string): string =>
  open.repeat(times) + inside + close.repeat(times)

/** Unrealistic expressions that used to crash the process or take minutes. */
const expressions = [
  ['a sum', `(${'1+'.repeat(times)}1)`],
  ['parentheses', nested('(', '1', ')')],
  ['calls', `(${nested('ABS(', '1', ')')})`],
  ['CASE', `(${nested('CASE WHEN 1 THEN ', '1', ' END')})`],
  ['NOT', `(${'NOT '.repeat(times)}1)`],
  ['signs', `(${'- '.repeat(times)}1)`],
] as const

const rest = '\nINSERT INTO t (b) VALUES (2);\n'
const reportOf = async (dump: string) =>
  (await converted(`${dump}${rest}`, { output: { dialect: 'postgresql' } }, 'd.sql')).report
const leftOut = async (dump: string): Promise<readonly string[]> => {
  const report = await reportOf(dump)
  expect(report.rows).toMatchObject({ converted: 1, rejected: 0 })
  return report.fixes.map(({ code }) => code)
}

test.each(expressions)('an endless expression is left out with its object: %s', async (_, expression) => {
  // A row without a value for the column would need the server to compute it.
  const report = await reportOf(`CREATE TABLE t (a int DEFAULT ${expression}, b int);\nINSERT INTO t VALUES (1, 1);`)
  expect(report).toMatchObject({ rows: { converted: 1, rejected: 1 }, fixes: [{ code: 'default_dropped' }] })
  expect(await leftOut(`CREATE TABLE t (a int AS ${expression} STORED, b int);`)).toEqual(['generated_column_frozen'])
  expect(await leftOut(`CREATE TABLE t (b int, CHECK (b < ${expression}));`)).toEqual(['check_dropped'])
  const view = `CREATE VIEW v AS SELECT ${expression} AS a FROM t;`
  expect(await leftOut(`CREATE TABLE t (b int);\n${view}`)).toEqual(['view_left_out'])
})

test('MariaDB accepts queries in endless parentheses, and they are converted', async () => {
  const insertion = `INSERT INTO t ${nested('(', 'SELECT 7', ')')};`
  const view = `CREATE VIEW v AS ${nested('(', '(SELECT b FROM t) UNION (SELECT 2)', ')')};`
  const dump = `CREATE TABLE t (b int);\n${insertion}\n${view}\n`
  const { report, script } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'd.sql')
  expect(report).toMatchObject({ fixes: [], rows: { converted: 1, rejected: 0 } })
  expect(script).toContain('\n7\n')
  expect(script).toContain('AS (SELECT t.b AS b FROM t AS t) UNION (SELECT 2 AS "2");')
})

test('a long string in a column of bits sets all of them', async () => {
  const dump = `SET sql_mode = '';\nCREATE TABLE t (a bit(8));\nINSERT INTO t VALUES ('${'x'.repeat(1_000_000)}');\n`
  const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'd.sql')
  expect(report.fixes).toMatchObject([{ code: 'number_clipped', count: 1 }])
  expect(script).toContain('\n11111111\n')
})
