import { expect, test } from 'vitest'
import { converted } from '../support.ts'

const dump = `SET sql_mode='', time_zone='+00:00';
CREATE TABLE t (id int, s timestamp NULL, n int);
INSERT INTO t VALUES (1, '2050-01-02 03:04:05', X'31');
INSERT INTO t VALUES (2, '2106-02-07 06:28:16', 0x31);
`

const rowsAfter = async (head: string): Promise<readonly string[]> => {
  const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const
  const { script } = await converted(`${head}\n${dump}`, spec, 'dump.sql')
  return script.split('\n').filter((line) => /^[12]\t/.test(line))
}

// The vendors' manuals are the referees: MariaDB stores timestamps until 2106-02-07 06:28:15 since version 11.5, and
// only MySQL reads X'31' as a number.
test.each([
  ['-- no version', '\\N', '1'],
  ['-- Server version\t10.11.6-MariaDB', '\\N', '1'],
  ['-- Server version\t11.4.2-MariaDB', '\\N', '1'],
  ['-- Server version\t11.5.2-MariaDB-log', '2050-01-02 03:04:05', '1'],
  ['-- Server version: 12.0.1-MariaDB', '2050-01-02 03:04:05', '1'],
  ['-- Adminer 4.8.1 MySQL 11.8.3-MariaDB dump', '2050-01-02 03:04:05', '1'],
  ['-- Server version\t8.0.36', '\\N', '49'],
  ['-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n-- Server version: 5.7.44-log', '\\N', '49'],
])('values depend on the server that wrote the dump: %s', async (head, stored, number) => {
  expect(await rowsAfter(head)).toEqual([`1\t${stored}\t${number}`, '2\t\\N\t49'])
})
