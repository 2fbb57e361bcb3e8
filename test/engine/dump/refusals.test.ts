import { expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

const plain: SpecInput = { output: { dialect: 'postgresql' } }
const table = 'CREATE TABLE `t` (`a` int, `b` text);\n'

test.each([
  ['in the middle of a row', "INSERT INTO `t` VALUES (1,'x'),(2,'y"],
  ['after a row', "INSERT INTO `t` VALUES (1,'x'),"],
  ['inside the values', 'INSERT INTO `t` VALUES (1,'],
  ['in the middle of a definition', 'CREATE TABLE `u` (`a` int,'],
  ['inside an executable comment', '/*!50001 CREATE TABLE `u` (`a` int'],
])('a dump that is cut short %s is corrupt', async (_, end) => {
  await expect(converted(`${table}${end}`, plain, 'd.sql')).rejects.toThrow(/^corrupt_file: .*incomplete/)
})

test('a dump that is cut short in its first statement is recognized by its name', async () => {
  const cut = 'CREATE TABLE `t` (`a` int, `b` text'
  await expect(converted(cut, plain, 'd.sql')).rejects.toThrow(/^corrupt_file: .*incomplete/)
})

const rows = "INSERT INTO `t` VALUES (1,'x')"

test.each([
  ['a comment that never ends', `/* made by hand\n${`${rows};\n`.repeat(100)}`],
  ['an INSERT without its semicolon', `${rows}\n${`${rows};\n`.repeat(100)}`],
  ['words after the rows', `${rows} and more;\n`],
  ['a definition without its semicolon', `CREATE TABLE u (a int) ENGINE=InnoDB\n${rows};\n`],
  ['a setting without its semicolon', `SET NAMES utf8mb4\n${rows};\n`],
  ['a definition without its parenthesis', `CREATE TABLE u (a int\n${rows};\n`],
  ['a query without its semicolon', `SELECT 1\n${rows};\n`],
  ['a change without its semicolon', `UPDATE t SET a = 5 WHERE b = 'x'\n${rows};\n`],
  ['a call without its semicolon', `CALL fill()\n${rows};\n`],
  ['an INSERT of a query without its semicolon', `INSERT INTO t SELECT * FROM t\n${rows};\n`],
  [
    'a trigger whose delimiter is missing',
    `CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; END\n${rows};\n`,
  ],
  ['a semicolon before the last row', `${rows};,(2,'y');\n`],
  ['a row without its INSERT', `${rows};\n(2,'y');\n`],
])('%s never loses rows silently', async (_, end) => {
  await expect(converted(`${table}${end}`, plain, 'd.sql')).rejects.toThrow(/^corrupt_file: /)
})

test('a versioned comment that never ends is reported', async () => {
  const { report } = await converted(`${table}/*!50001 ${rows};\n`, plain, 'd.sql')
  expect(report.notes.join()).toMatch(/comment .* does not end/)
})

test.each([
  ['a query in parentheses', '(SELECT 1);'],
  ['a statement that is explained', 'EXPLAIN INSERT INTO t SELECT 1, 2;'],
  ['a function of this name', "SELECT REPLACE(b, 'x', 'y') FROM t;"],
])('%s is not an INSERT', async (_, statement) => {
  const { report } = await converted(`${table}${rows};\n${statement}\n`, plain, 'd.sql')
  expect(report.rows.converted).toBe(1)
})

const longer = 300 * 1024

test.each([
  ['/*', `/*\n${'* some words, and more of it\n'.repeat(longer / 28)}*/\n`],
  ['--', '-- some words, and more of it\n'.repeat(longer / 30)],
  ['#', '# some words, and more of it\n'.repeat(longer / 29)],
  ['one line', `-- ${'some words, '.repeat(longer / 12)}\n`],
])('a comment longer than the head is refused: %s', async (_kind, comment) => {
  const dump = `${comment}CREATE TABLE t (id int);\nINSERT INTO t VALUES (7);\n`
  const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'shop.sql')
  expect(report).toMatchObject({ table: 't', rows: { converted: 1 } })
})

test('a dump with nothing but comments has no rows to read', async () => {
  const refused = converted('-- shop\n-- id, name\n', { output: { dialect: 'postgresql' } }, 'shop.sql')
  await expect(refused).rejects.toThrow('CREATE TABLE')
})

test('a dump of mysqldump without its last line is reported as incomplete', async () => {
  const whole = `-- MySQL dump 10.13  Distrib 8.0.36\n${table}INSERT INTO \`t\` VALUES (1,'x');\n`
  const { report } = await converted(whole, plain, 'd.sql')
  expect(report.notes.join()).toMatch(/incomplete/)
  const { report: complete } = await converted(`${whole}-- Dump completed on 2026-01-01\n`, plain, 'd.sql')
  expect(complete.notes.join()).not.toMatch(/incomplete/)
})

test.each([
  [
    'a PostgreSQL dump',
    '--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\nCREATE TABLE public.t (a integer);\nCOPY public.t (a) FROM stdin;\n1\n\\.\n',
  ],
  [
    'a SQL Server script',
    'USE [shop]\nGO\nSET ANSI_NULLS ON\nGO\nCREATE TABLE [dbo].[t]([a] [int] NOT NULL)\nGO\nINSERT [dbo].[t] ([a]) VALUES (1)\nGO\n',
  ],
  [
    'an SQLite dump',
    'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a INTEGER);\nINSERT INTO t VALUES(1);\nCOMMIT;\n',
  ],
])('%s is named and refused', async (kind, dump) => {
  await expect(converted(dump, plain, 'd.sql')).rejects.toThrow(`unsupported_format: The file is ${kind}`)
})

test.each([
  ['settings only', 'SET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS=0;\n'],
  ['rows without a definition', 'INSERT INTO `t` VALUES (1);\n'],
  ['a table that is dropped again', `${table}DROP TABLE t;\n`],
])('%s is not a table', async (_, dump) => {
  await expect(converted(dump, plain, 'd.sql')).rejects.toThrow(/^no_columns/)
})

test.each([
  ['another dialect', { output: { dialect: 'mysql' } }],
  ['another format', { output: { dialect: 'postgresql', format: 'csv' } }],
] satisfies [string, SpecInput][])('a dump for %s is refused', async (_, spec) => {
  await expect(converted(table, spec, 'd.sql')).rejects.toThrow(/^invalid_spec: .*postgresql/)
})

test.each([
  [
    'a table that is not there',
    { output: { dialect: 'postgresql', table: 'nobody' } },
    /nobody|no table with this name/,
  ],
  [
    'columns without a table',
    { output: { dialect: 'postgresql' }, columns: [{ index: 0, name: 'x' }] },
    /several tables/,
  ],
  [
    'a column that is not there',
    { output: { dialect: 'postgresql', table: 't' }, columns: [{ index: 9, name: 'x' }] },
    /index 9/,
  ],
] satisfies [string, SpecInput, RegExp][])('%s is an invalid spec', async (_, spec, reason) => {
  await expect(converted(`${table}CREATE TABLE u (a int);`, spec, 'd.sql')).rejects.toThrow(reason)
})

test('a statement that never ends is refused, whatever its size', async () => {
  const endless = `${table}INSERT INTO t VALUES (1,'${'x'.repeat(1 << 20)}`
  await expect(converted(endless, plain, 'd.sql')).rejects.toThrow(/^corrupt_file/)
})

test('a table with more columns than PostgreSQL allows is refused, and converted without some of them', async () => {
  const names = Array.from({ length: 1601 }, (_, at) => `c${at}`)
  const wide = `CREATE TABLE wide (${names.map((name) => `${name} bit`).join(', ')});\n`
  await expect(converted(wide, plain, 'd.sql')).rejects.toThrow(/^invalid_spec: .*1601 columns.* allows 1600/)
  const { report } = await converted(wide, { ...plain, columns: [{ index: 7, exclude: true }] }, 'd.sql')
  expect(report.columns.filter(({ excluded }) => excluded !== true)).toHaveLength(1600)
  await expect(
    converted(`${wide}${table}`, { output: { ...plain.output, table: 't' } }, 'd.sql'),
  ).resolves.toBeDefined()
})

test('a table with more columns than any server allows is refused at once', async () => {
  const many = Array.from({ length: 5000 }, (_, at) => `ALTER TABLE t ADD COLUMN c${at} int;\n`).join('')
  await expect(converted(`${table}${many}`, plain, 'd.sql')).rejects.toThrow(/^corrupt_file: .*4096 columns/)
})

test('rows of an INSERT that names a column without a definition are rejected', async () => {
  const dump = `CREATE TABLE t (id int PRIMARY KEY, a int);
INSERT INTO t (id, b) VALUES (1, 5), (2, 6);
INSERT INTO t (t.ID, A) VALUES (3, 7);
ALTER TABLE t CHANGE a c int;
INSERT INTO t (id, c) VALUES (4, 8);
REPLACE INTO t SET id = 5, a = 9;
CREATE TABLE h (id int) WITH SYSTEM VERSIONING;
INSERT INTO h (id, row_start, row_end) VALUES (1, '2020-01-01', '2038-01-19 03:14:07.999999');
`
  const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'inserts' } }, 'd.sql')
  expect(report.problems.map(({ row, message }) => [row, /the column (\w)/.exec(message)?.[1]])).toEqual([
    [1, 'b'],
    [2, 'b'],
    [5, 'a'],
  ])
  expect(script).toMatch(/\(3, 7\),\n\(4, 8\);/)
  expect(report.rows).toMatchObject({ converted: 3, rejected: 3 })
})
