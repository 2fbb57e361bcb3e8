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
  ['a letter of another language', strings("('київ','b')", "('киів','b')").replaceAll('general', 'unicode')],
  ['a letter of Turkish', strings("('sik','b')", "('SIK','b')").replaceAll('general', 'turkish')],
  [
    'a letter in a collation that is not known',
    strings("('ano','b')", "('año','b')").replaceAll('general', 'es_0900_ai'),
  ],
  [
    'a date with zeros',
    `CREATE TABLE t (b INT, d DATE, UNIQUE (b, d));\nUPDATE t SET b = 2;\nINSERT INTO t VALUES (1,'2020-00-00'),(1,'2021-00-00');\n`,
  ],
  [
    'the time of the load',
    `CREATE TABLE t (id INT, d DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6) UNIQUE);\nUPDATE t SET id = 2;\nINSERT INTO t (id) VALUES (1);\nINSERT INTO t (id) VALUES (9);\n`,
  ],
  [
    'a value that a later type changes',
    'CREATE TABLE t (d DECIMAL(6,2), UNIQUE k (d));\nUPDATE t SET d = 2;\nINSERT INTO t VALUES (1.10),(1.40);\nALTER TABLE t DROP INDEX k;\nALTER TABLE t MODIFY d INT;\n',
  ],
  [
    'a row that a server refuses for its parent',
    'CREATE TABLE p (id INT PRIMARY KEY);\nCREATE TABLE t (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id));\nINSERT INTO t VALUES (1,9);\nINSERT INTO t VALUES (1,NULL);\n',
  ],
  [
    'a row of an emptied partition',
    'CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p VALUES LESS THAN (9));\nINSERT INTO t VALUES (1);\nALTER TABLE t TRUNCATE PARTITION p;\nINSERT INTO t VALUES (1);\n',
  ],
  [
    'a time in another zone',
    "CREATE TABLE t (d TIMESTAMP NULL UNIQUE);\nSET time_zone = '+00:00';\nINSERT INTO t VALUES ('2024-01-01 12:00:00');\nSET time_zone = '+05:00';\nINSERT INTO t VALUES ('2024-01-01 12:00:00');\n",
  ],
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
