import { expect, test } from 'vitest'
import { converted } from '../support.ts'

const table = 'CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(20));\n'
const first = "INSERT INTO t VALUES (1,'a');\n"
const second = "INSERT INTO t VALUES (1,'b');\n"
const strings = (one: string, other: string): string =>
  `CREATE TABLE t (u VARCHAR(20) COLLATE utf8mb4_general_ci, v VARCHAR(20) COLLATE utf8mb4_general_ci, UNIQUE KEY k (u, v));
INSERT INTO t VALUES ${one};\nINSERT INTO t VALUES ${other};\n`

test.each([
  ['a rolled back row', `${table}START TRANSACTION;\n${first}ROLLBACK;\n${second}`],
  ['a row before a savepoint', `${table}START TRANSACTION;\nSAVEPOINT s;\n${first}ROLLBACK TO s;\n${second}COMMIT;\n`],
  ['a row that is not committed', `${table}SET autocommit=0;\n${first}ROLLBACK;\n${second}COMMIT;\n`],
  ['a row that a procedure may delete', `${table}${first}CALL clean_up();\n${second}`],
  [
    'a row of a trigger that changes its key',
    `${table}CREATE TRIGGER b BEFORE INSERT ON t FOR EACH ROW SET NEW.id = NEW.id + CHAR_LENGTH(NEW.v);\n${first}INSERT INTO t VALUES (1,'bc');\n`,
  ],
  ['a letter with a mark of its own', strings("('e','b')", "('e\u0301','b')")],
  ['letters of other scripts', strings("('ა','b')", "('Ა','b')")],
  ['a zero byte between the values', strings(String.raw`('a\0','b')`, String.raw`('a','\0b')`)],
])('a plain row keeps its place although its key looks taken by %s', async (_, dump) => {
  const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
})

test('a table without duplicates keeps the time zone of its session', async () => {
  const dump = `CREATE TABLE t (id BINARY(2) PRIMARY KEY, at TIMESTAMP);
SET time_zone = '+02:00';\nINSERT INTO t VALUES ('ab','2024-01-01 12:00:00');
SET time_zone = '+05:00';\nINSERT INTO t VALUES ('cd','2024-01-01 12:00:00');\n`
  const { script } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
  expect(script).toMatch(/INTERVAL '\+02:00'[^]*2024-01-01 12:00:00[^]*INTERVAL '\+05:00'[^]*2024-01-01 12:00:00/)
})
