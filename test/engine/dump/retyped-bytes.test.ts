import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const changed = (then: string, last: string, ...values: readonly string[]): string =>
  `CREATE TABLE t (id int PRIMARY KEY, v ${then}) CHARSET=utf8mb4;
${values.map((value, id) => `INSERT INTO t VALUES (${id}, ${value});\n`).join('')}ALTER TABLE t MODIFY v ${last};
`

describe.runIf(hasBoth)('bytes of a column whose type changes are those of MariaDB', () => {
  const both = startBoth()

  const utf8 = ["'abc'", "'\xc3\xa9\xf0\x9f\x98\x80'", "''", '0x4142', "'a\\nb'"]
  const raw = ["'\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8'", "'\xe9'", '0xfffefd', "'a\\'b'"]
  test.each([
    ['blob', 'text', utf8],
    ['blob', 'varchar(200)', utf8],
    ['varbinary(90)', 'longtext', utf8],
    ['blob', 'text CHARACTER SET latin1', ["'abc'", '0x4142']],
    ['blob', 'json', [`'{"a": "\xc3\xa9"}'`, "'[1]'", '0x5b315d']],
    ['blob', 'text', [`'${'x'.repeat(5000)}'`, `'${'y'.repeat(4096)}\xc3\xa9'`]],
    ['binary(4)', 'varbinary(16)', ["'abcd'", "'\xff\xfe\xfd\xfc'", '0x01020304']],
    ['binary(4)', 'blob', ["'abcd'", '0x01020304']],
    ['binary(4)', 'text', ["'abcd'"]],
    ['binary(4)', 'binary(8)', ["'abcd'", "'a'"]],
    ['varbinary(8)', 'varbinary(32)', raw],
    ['varbinary(8)', 'blob', raw],
    ['tinyblob', 'longblob', [...raw, `'${'\xff'.repeat(255)}'`]],
  ])('%s to %s', async (then, last, values) => {
    for (const mode of ['', "SET sql_mode='';\n"]) {
      const dump = latin1(`SET NAMES utf8mb4;\n${mode}${changed(then, last, ...values)}`)
      const database = await both.ran(dump)
      for (const style of ['bulk', 'inserts'] as const) {
        const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
        expect(report.rows).toMatchObject({ converted: values.length, rejected: 0 })
        await expectSameRows(both.mariadb, database, await both.loaded(script), report)
      }
    }
  })
})

test.each([
  ['tinyblob', 'blob', `'${'x'.repeat(256)}'`],
  ['tinytext', 'text', `'${'x'.repeat(256)}'`],
  ['tinytext', 'text', `'${'\xc3\xa9'.repeat(128)}'`],
  ['text', 'longtext', `'${'x'.repeat(65_536)}'`],
  ['blob', 'longblob', `'${'x'.repeat(65_536)}'`],
  ['varbinary(4)', 'varbinary(8)', "'abcde'"],
  ['varbinary(4)', 'varbinary(8)', '0x0102030405'],
  ['binary(4)', 'varbinary(8)', "'abc'"],
  ['blob', 'text', "'\xff'"],
  ['blob', 'text CHARACTER SET latin1', "'\xc3\xa9'"],
])('a value that does not stay the same from %s to %s is rejected', async (then, last, value) => {
  for (const mode of ['', "SET sql_mode='';\n"])
    for (const style of ['bulk', 'inserts'] as const) {
      const dump = latin1(`SET NAMES utf8mb4;\n${mode}${changed(then, last, "'abcd'", value)}`)
      const { report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
    }
})

test('bytes are not read as text of two bytes each', async () => {
  const { report } = await converted(
    changed('blob', 'text CHARACTER SET utf16', "'ab'"),
    { output: { dialect: 'postgresql' } },
    'dump.sql',
  )
  expect(report.rows).toMatchObject({ converted: 0, rejected: 1 })
})
