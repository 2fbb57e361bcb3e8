import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOutComments } from '../../../container/engine/dump/script/left-out-comments.ts'
import { quotedText } from '../../../container/engine/catalog/dumps.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const objects: Readonly<Record<string, string>> = {
  procedure: 'CREATE PROCEDURE p(IN a int) BEGIN DECLARE i int; WHILE i < a DO SELECT i; SET i = i + 1; END WHILE; END',
  function: "CREATE FUNCTION f(a varchar(10)) RETURNS int DETERMINISTIC RETURN IF(a = 'x;\ny', 1, 2)",
  trigger: 'CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN DECLARE b int; SET b = NEW.a; END',
  event: 'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM t',
  view: 'CREATE VIEW v AS SELECT SOUNDEX(a) AS s FROM t',
}
const dump = `CREATE TABLE t (a int);\nINSERT INTO t VALUES (1);\nDELIMITER ;;\n${Object.values(objects).join(';;\n')};;\nDELIMITER ;\n`

/** Returns the words and symbols of a statement, without spaces. */
const wordsOf = (text: string): string => text.replaceAll(/[\s`()]+/g, '')

test('the text of an object is the one of the dump, with its lines and comments', async () => {
  const procedure = "CREATE PROCEDURE p()\nBEGIN\n  -- first\n  SELECT 'a''b',   \"c\"; # second\nEND"
  const trigger =
    '/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`%`*/ /*!50003 TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN\n  /* third */ SELECT 1;\nEND */'
  const sequence = ['CREATE SEQUENCE s START 9 MAXVALUE 4', 'ALTER SEQUENCE s /* fourth */ RESTART 2']
  const long = `CREATE PROCEDURE q() SELECT '${'x'.repeat(100_000)}'`
  const routines = [procedure, trigger, long].map((text) => `-- before\n${text};;\n`).join('')
  const source = `CREATE TABLE t (a int);\n${sequence.join(';\n')};\nDELIMITER ;;\n${routines}DELIMITER ;\n`
  const { report } = await converted(source, { output: { dialect: 'postgresql' } }, 'dump.sql')
  const texts = report.fixes.map(({ message }) => message.slice(message.indexOf(quotedText) + quotedText.length))
  expect(texts).toHaveLength(4)
  expect(texts).toEqual(expect.arrayContaining([procedure, trigger, sequence.join(';\n')]))
  const cut = texts.find((text) => text.startsWith('CREATE PROCEDURE q'))
  expect(cut).toBe(`${long.slice(0, 100_000)}… (the first 100000 of ${long.length} characters)`)
})

describe.runIf(hasBoth)('objects that are left out', () => {
  const both = startBoth()

  test('are comments at the end of the script, and in the report', async () => {
    await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    await both.loaded(script)
    const comments = script.slice(script.indexOf('-- '))
    expect(comments).toMatch(/^(?:--.*\n)+$/)
    for (const [kind, text] of Object.entries(objects)) {
      const [, body = ''] = /^CREATE \w+ \w+ *(?:AS )?([\s\S]*)$/.exec(text) ?? []
      const message = report.fixes.find(({ code }) => code === `${kind}_left_out`)?.message ?? ''
      expect(wordsOf(message)).toContain(wordsOf(body))
      expect(wordsOf(comments.replaceAll(/^-- +/gm, ''))).toContain(wordsOf(body))
    }
  })

  test('have text that MariaDB runs like the original', async () => {
    const values = String.raw`'C:\\new\\', n, '\\_', "it's", '"', '\n|\0|é', SUBSTRING('abc', 2), x'4d'`
    const body = `RETURNS varchar(99) DETERMINISTIC BEGIN DECLARE n int; SELECT COUNT(*) INTO n FROM t; RETURN CONCAT(${values}); END`
    const source = `CREATE TABLE t (a int);\nDELIMITER ;;\nCREATE FUNCTION f() ${body};;\nDELIMITER ;\n`
    const database = await both.ran(source)
    const { report } = await converted(source, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const [, quotedBody = ''] = /(RETURNS [\s\S]* END)/.exec(report.fixes[0]?.message ?? '') ?? []
    await both.mariadb.administer(`DELIMITER ;;\nCREATE FUNCTION g() ${quotedBody};;\nDELIMITER ;\n`, database)
    const [row] = await both.mariadb.read(database, 'SELECT hex(f()), hex(g())')
    expect(row?.[1]).toBe(row?.[0])
  })

  test('are comments, and psql runs no word of them', async () => {
    const hostile = ['a\n\\! touch x\nSELECT 1/0;', '*/\r; SELECT 1/0; --', "'\u2028;\\q", '\0SELECT 1/0;', '\\.\n$$']
    const messages = [...hostile, ...fc.sample(fc.string({ unit: 'binary', maxLength: 50 }), 200)]
    const fixes = messages.map((text) => ({
      code: 'view_left_out' as const,
      message: `A view.${quotedText}${text}`,
      count: 1,
    }))
    const comments = [...leftOutComments(fixes as never)].join('')
    for (const line of comments.split(/[\r\n]/).slice(0, -1)) expect(line).toMatch(/^--/)
    const loaded = await both.loaded(`${comments.toWellFormed()}CREATE TABLE reached (a int);\n`)
    expect(await loaded.query('SELECT count(*) FROM reached')).toEqual([['0']])
  })
})
