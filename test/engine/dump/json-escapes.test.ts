import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'

/** Returns a table with expressions that read the document, and one row for each document with the expected part. */
const dumpOf = (documents: readonly string[], type: string): string =>
  [
    '-- MySQL dump 10.13  Distrib 8.0.36\nSET NAMES utf8mb4;\n',
    `CREATE TABLE \`t\` (\`n\` int NOT NULL, \`doc\` ${type}, \`other\` json, `,
    "`part` varchar(99) GENERATED ALWAYS AS (json_unquote(json_extract(`doc`,_utf8mb4'$.a'))) STORED, ",
    "PRIMARY KEY (`n`), KEY `k` ((json_unquote(json_extract(`doc`,_utf8mb4'$.a')))), UNIQUE KEY `u` (`n`,`part`), ",
    "CONSTRAINT `c` CHECK ((json_unquote(json_extract(`doc`,_utf8mb4'$.a')) <> _utf8mb4'never')));\n",
    'INSERT INTO `t` (`n`, `doc`, `other`) VALUES ',
    documents.map((document, n) => `(${n},'${document.replaceAll('\\', '\\\\')}','{"a":"\\\\u0000"}')`).join(','),
    ";\nCREATE VIEW `v` AS SELECT `n`, json_unquote(json_extract(`doc`,_utf8mb4'$.a')) AS `part` FROM `t`;\n",
    'CREATE VIEW `w` AS SELECT `n` FROM `t` WHERE `doc` IS NOT NULL;\n-- Dump completed\n',
  ].join('')

// PostgreSQL's json keeps every escape as written. PostgreSQL's text can contain neither NUL nor half a surrogate pair,
// so such parts cannot be extracted.
describe.runIf(announced(hasPostgresql(), postgresqlMissing))('escapes in JSON', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop(), 60_000)

  const arrived = async (documents: readonly string[], type: string, style: 'bulk' | 'inserts') => {
    const spec = { output: { dialect: 'postgresql', style } } as const
    const { script, report } = await converted(dumpOf(documents, type), spec, 'dump.sql')
    const loaded = await server.fresh()
    await loaded.load(script)
    expect(report.problems).toEqual([])
    expect(await loaded.query('SELECT doc::text FROM t ORDER BY n')).toEqual(documents.map((one) => [one]))
    expect(await loaded.query('SELECT count(*) FROM w')).toEqual([[String(documents.length)]])
    return { loaded, fixes: report.fixes.map(({ code }) => code) }
  }

  const plain = '{"a": "plain"}'
  describe.each(['json', 'longtext CHECK (json_valid(`doc`))'])('in a column %s', (type) => {
    test.each([
      ['NUL', '{"a": "x\\u0000y"}'],
      ['NUL elsewhere in the document', '{"b": ["\\u0000"], "a": "x"}'],
      ['NUL in a name', '{"\\u0000": 1, "a": "x"}'],
      ['NUL after a backslash', '{"a": "\\\\\\u0000"}'],
      ['the first half of a pair', '{"a": "\\ud83d"}'],
      ['the first half before another escape', '{"a": "\\uD83D\\u0041"}'],
      ['the second half of a pair', '{"a": "\\uDE00"}'],
    ])('turn the column into an ordinary one, and name the expressions that would read it: %s', async (_, document) => {
      for (const style of ['bulk', 'inserts'] as const) {
        const { loaded, fixes } = await arrived([plain, document, plain], type, style)
        for (const code of ['generated_column_frozen', 'index_dropped', 'check_dropped', 'view_left_out'])
          expect(fixes).toContain(code)
        expect(
          await loaded.query(
            "SELECT attgenerated FROM pg_attribute WHERE attname = 'part' AND attrelid = 't'::regclass",
          ),
        ).toEqual([['']])
      }
    })

    test.each([
      ['none', '{"a": "x"}', 'x'],
      ['a complete pair', '{"a": "\\ud83d\\uDE00"}', '\u{1F600}'],
      ['a backslash before digits', '{"a": "\\\\u0000"}', '\\u0000'],
      ['a character close to NUL', '{"a": "\\u0001"}', '\u0001'],
      ['a control character of the dump', '{"a": "\\t\\n"}', '\t\n'],
    ])('keep the column computed: %s', async (_, document, part) => {
      const { loaded, fixes } = await arrived([plain, document], type, 'bulk')
      expect(fixes).not.toContain('generated_column_frozen')
      const hex = Buffer.from(part).toString('hex')
      const read = `encode(convert_to(part, 'UTF8'), 'hex')`
      expect(
        await loaded.query(`SELECT ${read} FROM t WHERE n = 1 UNION ALL SELECT ${read} FROM v WHERE n = 1`),
      ).toEqual([[hex], [hex]])
    })
  })
})
