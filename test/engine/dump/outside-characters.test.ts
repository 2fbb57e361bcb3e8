import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const strings = ['Zoe', 'Zoë', '€', 'Ž', '日本', 'a😀b', 'Жук', '₯', 'ͺ', 'Ω', '\u0081']
const charsets = ['ascii', 'latin1', 'latin2', 'cp1251', 'utf8mb3', 'utf8mb4', 'greek']

const scriptOf = (charset: string): string =>
  `SET NAMES utf8mb4;
SET sql_mode = '';
CREATE TABLE t (id int, s varchar(9)) CHARSET=${charset};
INSERT INTO t VALUES ${strings.map((text, at) => `(${at}, '${text}')`).join(', ')};
`

describe.runIf(hasBoth)('characters that a column of a server cannot store', () => {
  const both = startBoth()

  test.each(charsets)('stay, with a note if MariaDB stores another string: %s', async (charset) => {
    const query = 'SELECT id, HEX(CONVERT(s USING utf8mb4)) FROM t ORDER BY id'
    const stored = await both.mariadb.read(await both.ran(scriptOf(charset)), query)
    for (const [at, text] of strings.entries()) {
      const one = scriptOf(charset).replace(/VALUES .*;/, `VALUES (1, '${text}');`)
      const { report, script } = await converted(one, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
      const isKept = stored[at]?.[1] === Buffer.from(text).toString('hex').toUpperCase()
      const note = `Strings in t.s have characters that its character set ${charset} cannot store. A server refuses them or stores "?". The script keeps them.`
      expect([text, report.notes.filter((line) => line.includes('cannot store'))]).toEqual([text, isKept ? [] : [note]])
      expect(script).toContain(`\t${text}\n`)
    }
  })

  test('are not looked for in the dump of a server', async () => {
    const dump = `-- MySQL dump 10.13\n${scriptOf('latin1')}`
    const { report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.notes.filter((line) => line.includes('cannot store'))).toEqual([])
  })
})
