import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { errorsOfPlSql, errorsOfTSql, wordsOfPlSql } from '../../databases/grammars.ts'
import { converted } from '../support.ts'
import { asScript, tortureRows, typedScript } from './torture.ts'

const file = "Order No,customerName,total,when,ok\n1,Ann,1.50,2024-02-03,true\n2,O'Neil,2.50,2024-02-04,false\n"
const choices: readonly Partial<SpecInput['output']>[] = [
  {},
  { style: 'bulk' },
  { if_exists: 'drop' },
  { if_exists: 'append' },
  { if_exists: 'skip' },
  { transaction: false },
  { primary_key: ['order_no', 'customer_name'] },
  { schema: 'sales', create_table: false },
  { column_names: 'as_written' },
]

describe.each([
  ['sql_server', errorsOfTSql],
  ['oracle', errorsOfPlSql],
] as const)('the grammar of %s accepts', (dialect, errorsOf) => {
  test.each(choices)('the script of %j', async (choice) => {
    const { script } = await converted(file, { output: { dialect, table: 'orders', ...choice } })
    expect(errorsOf(script)).toEqual([])
  })

  test('a script with every type', async () => {
    expect(errorsOf(await typedScript({ dialect }))).toEqual([])
  })

  test('a script with every string', async () => {
    const shortRows = tortureRows.filter((row) => row.every((text) => text.length < 6000))
    expect(shortRows.length).toBeGreaterThan(10)
    expect(errorsOf(await asScript(shortRows, { dialect, batch_rows: 7 }))).toEqual([])
  })

  test('each grammar accepts only its own language', () => {
    expect(errorsOf('CREATE TABLE t (a serial primary key, b text[]);\nCOPY t FROM stdin;\n')).not.toEqual([])
    expect(errorsOf('INSERT INTO `t` (`a`) VALUES (1);\n')).not.toEqual([])
  })
})

test('a column may be named with any word of Oracle', async () => {
  const words = wordsOfPlSql()
  expect(words.length).toBeGreaterThan(1000)
  for (let at = 0; at < words.length; at += 400) {
    const some = words.slice(at, at + 400)
    const source = `${some.join(',')}\n${some.map((_, index) => index).join(',')}\n`
    const { script, report } = await converted(source, { output: { dialect: 'oracle' }, input: { header_row: 1 } })
    expect(report.columns).toHaveLength(some.length)
    expect(errorsOfPlSql(script)).toEqual([])
  }
})
