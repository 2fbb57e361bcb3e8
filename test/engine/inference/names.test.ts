import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { dialects } from '../../../src/contract/spec-values.ts'
import { converted } from '../support.ts'

const file = 'a,b\n1,2\n'

test.each(dialects)(
  '%s: no control character of a schema reaches the script or ends one of its lines',
  async (dialect) => {
    const schema = 'a\nGO\n!!id\n/\n\\! id\r\n\u0000\u001ab'
    const { script } = await converted(file, { output: { dialect, schema, table: 't' } })
    expect(script).toContain('a GO !!id / \\! id b')
    expect(script).not.toMatch(/^(?:GO\n!!|!!|\/$|\\!)|[\u0000\u001a\r]/m)
  },
)

test('oracle cannot quote a double quote, in schemas or tables', async () => {
  const { script } = await converted(file, { output: { dialect: 'oracle', schema: 'x"y', table: 'x"y' } })
  expect(script).toContain(`"x'y"."x'y"`)
})

test('a schema of a dump is written like any other', async () => {
  const dump = 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\n'
  const { script } = await converted(dump, { output: { dialect: 'postgresql', schema: 'a\u0000\n\\! id' } }, 'd.sql')
  expect(script).toContain('"a \\! id".t (')
})

test.each([' ', '\u0001'])('a schema or table named %j is left out', async (name) => {
  const output = { dialect: 'postgresql', schema: name, table: name } as const
  const { script, report } = await converted(file, { output }, 'Orders 2024.csv')
  expect(report.table).toBe('orders_2024')
  expect(script).toContain('CREATE TABLE orders_2024 (')
})

describe('a name in the spec that cannot be written unchanged', () => {
  const changed = async (source: string, spec: SpecInput, name?: string) => {
    const { report } = await converted(source, spec, name)
    return report.fixes.map(({ code, message }) => [code, message])
  }
  const odd = { dialect: 'postgresql', schema: 'a\u0000b', table: 'x\ny' } as const

  test('is reported with the name that is written', async () => {
    expect(await changed(file, { output: odd })).toEqual([
      ['table_renamed', expect.stringContaining('so "x y" was written instead')],
      ['schema_renamed', expect.stringContaining('so "a b" was written instead')],
    ])
  })

  test.each([
    ['too long', { dialect: 'postgresql', table: 'x'.repeat(64) }, 'table_renamed'],
    ['the database’s own', { dialect: 'sqlite', table: 'sqlite_x' }, 'table_renamed'],
    ['a variable of sqlcmd', { dialect: 'sql_server', schema: '$(x)' }, 'schema_renamed'],
    ['nothing', { dialect: 'postgresql', table: '\u0001' }, 'table_renamed'],
    ['no schema', { dialect: 'postgresql', schema: '\u0001' }, 'schema_renamed'],
  ] as const)('%s', async (_, output, code) => {
    expect(await changed(file, { output })).toMatchObject([[code, expect.any(String)]])
  })

  test.each(dialects)('is reported only if it changes: %s', async (dialect) => {
    const columns = [{ index: 0, name: 'Full Name' }]
    expect(await changed(file, { output: { dialect, schema: 'My Schema', table: 'My Table' }, columns })).toEqual([])
  })

  test('is reported in a dump too', async () => {
    const dump = 'CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\n'
    const columns = [{ index: 0, name: 'c\td' }]
    expect(await changed(dump, { output: odd, columns }, 'd.sql')).toEqual([
      ['schema_renamed', expect.any(String)],
      ['table_renamed', expect.any(String)],
      ['column_renamed', expect.any(String)],
    ])
  })
})

test('names in the spec are written unchanged for a dump, and a chosen table keeps its own name', async () => {
  const [t1, t2] = ['USE `shop`;\nCREATE TABLE `T1` (`a` int, `b` int);\n', 'CREATE TABLE `t2` (`a` int);\n']
  const columns = [{ index: 0, name: 'Full Name' }]
  const renamed = await converted(t1, { output: { dialect: 'postgresql', table: 'My Table' }, columns }, 'd.sql')
  expect(renamed.script).toContain('CREATE TABLE "My Table" (\n  "Full Name" integer,\n  b integer\n);')
  expect(renamed.report.fixes).toEqual([])
  const chosen = await converted(t1 + t2, { output: { dialect: 'postgresql', table: 'shop.t2' } }, 'd.sql')
  expect([chosen.report.table, chosen.report.fixes]).toEqual(['t2', []])
})
