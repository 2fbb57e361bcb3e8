import { expect, test } from 'vitest'
import type { Report } from '../../../src/contract/report.ts'
import { converted } from '../support.ts'

// Commands that the clients mysql and mariadb run themselves, and that no server receives.
const read = async (dump: string): Promise<{ script: string; report: Report }> =>
  converted(dump, { output: { dialect: 'postgresql' } }, 'd.sql')
const rowsOf = ({ tables }: Report): Record<string, number> =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows.converted]))

const both =
  'CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\nCREATE TABLE b (id int);\nINSERT INTO b VALUES (2);\n'

test.each([
  ['a ruler', '--########\n--\n-- Tables\n--########\n'],
  ['a word', '--Tables of the shop\n'],
  ['a quote that does not end', "--don't\n"],
  ['after a statement', 'SET NAMES utf8; --Tables\n'],
])('two dashes at the start of a statement begin a comment, even without a space: %s', async (_, comment) => {
  const { report } = await read(`${comment}${both.replace('CREATE TABLE b', `${comment}CREATE TABLE b`)}`)
  expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
})

test('two dashes inside a statement are two minus signs', async () => {
  const { script } = await read('CREATE TABLE a (id int, k int DEFAULT 5);\nINSERT INTO a VALUES (1,2--1\n);\n')
  expect(script).toContain('(1, 3)')
})

test.each([
  ['at the end of its line', 'USE shop\n'],
  ['with Windows line ends', 'use shop\r\n'],
  ['on a line of its own', 'USE shop\n;\n'],
  ['in quotes', 'USE `shop`\n\n'],
])('USE needs no semicolon: %s', async (_, use) => {
  const { report } = await read(`CREATE DATABASE shop;\n${use}${both}`)
  expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
})

test('USE without a semicolon chooses the database', async () => {
  const { script } = await read(`USE \`shop\`\n${both}USE \`store\`\n${both}`)
  for (const name of ['shop.a', 'shop.b', 'store.a', 'store.b']) expect(script).toContain(`CREATE TABLE ${name}`)
})

test.each(['\\u shop', '\\u `shop`;', '\\u shop \r'])('%j chooses the database', async (use) => {
  const { script } = await read(`${use}\n${both}\\u store\n${both}`)
  for (const name of ['shop.a', 'shop.b', 'store.a', 'store.b']) expect(script).toContain(`CREATE TABLE ${name}`)
})

test('USE with a semicolon leaves the rest of its line', async () => {
  const { report } = await read(`USE shop; ${both}`)
  expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
})

test.each([['source rows.sql'], ['SOURCE rows.sql;'], ['\\. rows.sql']])(
  'rows in another file are reported as missing: %s',
  async (line) => {
    const { report } = await read(both.replace('CREATE TABLE b', `${line}\nCREATE TABLE b`))
    expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
    expect(report.fixes).toMatchObject([
      { code: 'statement_left_out', count: 1, examples: [expect.stringMatching(/^source .?rows\.sql/i)] },
    ])
  },
)

test.each(['warnings', 'tee log.txt', 'system date', '\\! date', '\\W'])(
  'a client command ends with its line: %s',
  async (line) => {
    const { report } = await read(
      `SET NAMES utf8;\n${line}\n${both.replace('CREATE TABLE b', `${line}\nCREATE TABLE b`)}`,
    )
    expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
  },
)

test.each(['\\g', '\\G', ' \\g'])('%s ends a statement like a semicolon', async (end) => {
  const { report } = await read(both.replaceAll(';', end))
  expect(rowsOf(report)).toEqual({ a: 1, b: 1 })
})

test.each([
  ['40101', 2],
  ['80036', 2],
  ['90400', 2],
  ['101100', 2],
  ['99999', 1],
  ['999999', 1],
])('a comment for version %s has rows if there is such a server', async (version, rows) => {
  const { report } = await read(`CREATE TABLE a (id int);\nINSERT INTO a VALUES (1) /*!${version} , (2) */;\n`)
  expect(rowsOf(report)).toEqual({ a: rows })
})
