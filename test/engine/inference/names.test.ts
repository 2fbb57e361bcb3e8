import { expect, test } from 'vitest'
import { dialects } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

const file = 'a,b\n1,2\n'

test.each(dialects)(
  '%s: no control character of a schema reaches the script, nor ends a line of it',
  async (dialect) => {
    const schema = 'a\nGO\n!!id\n/\n\\! id\r\n\u0000\u001ab'
    const { script } = await converted(file, { output: { dialect, schema, table: 't' } })
    expect(script).toContain('a GO !!id / \\! id b')
    expect(script).not.toMatch(/^(?:GO\n!!|!!|\/$|\\!)|[\u0000\u001a\r]/m)
  },
)

test('oracle has no way to quote a double quote, in a schema as little as in a table', async () => {
  const { script } = await converted(file, { output: { dialect: 'oracle', schema: 'x"y', table: 'x"y' } })
  expect(script).toContain(`"x'y"."x'y"`)
})

test('a schema of a dump is written like any other', async () => {
  const dump = 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\n'
  const { script } = await converted(dump, { output: { dialect: 'postgresql', schema: 'a\u0000\n\\! id' } }, 'd.sql')
  expect(script).toContain('"a \\! id"."t"')
})

test.each([' ', '\u0001'])('a schema or table of %j is none', async (name) => {
  const output = { dialect: 'postgresql', schema: name, table: name } as const
  const { script, report } = await converted(file, { output }, 'Orders 2024.csv')
  expect(report.table).toBe('orders_2024')
  expect(script).toContain('CREATE TABLE "orders_2024"')
})
