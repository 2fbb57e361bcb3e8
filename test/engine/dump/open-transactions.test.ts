import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const insert = (id: number): string => `INSERT INTO t VALUES (${id});\n`

describe.runIf(hasBoth)('changes that a dump does not commit', () => {
  const both = startBoth()

  test.each([
    ['START TRANSACTION', `START TRANSACTION;\n${insert(2)}`],
    ['START TRANSACTION', `BEGIN;\n${insert(2)}COMMIT AND CHAIN;\n${insert(3)}`],
    ['START TRANSACTION', 'BEGIN WORK;\nUPDATE t SET id = 9;\n'],
    ['SET autocommit = 0', `SET autocommit = 0;\n${insert(2)}COMMIT;\n${insert(3)}`],
    ['SET autocommit = 0', `SET @old = @@autocommit, autocommit = OFF;\nDELETE FROM t;\n`],
    ['START TRANSACTION', `START TRANSACTION;\n${insert(2)}CREATE TEMPORARY TABLE u (a int);\n`],
    [null, `START TRANSACTION;\n${insert(2)}COMMIT;\n${insert(3)}`],
    [null, `START TRANSACTION;\nCOMMIT AND NO CHAIN;\n${insert(3)}`],
    [null, `START TRANSACTION;\n${insert(2)}CREATE TABLE u (a int);\n`],
    [null, `SET autocommit = 0;\n${insert(2)}SET autocommit = 1;\n${insert(3)}`],
    [null, `SET @old = @@autocommit, @@autocommit = 0;\n${insert(2)}SET autocommit = @old;\n`],
    ['START TRANSACTION', `START TRANSACTION;\n${insert(2)}UNLOCK TABLES;\n`],
    ['SET autocommit = 0', `SET autocommit = 0;\n${insert(2)}UNLOCK TABLES;\n`],
    [null, `SET autocommit = 0;\nLOCK TABLES t WRITE;\n${insert(2)}UNLOCK TABLES;\n`],
    [null, `START TRANSACTION;\n${insert(2)}FLUSH TABLES;\n`],
    [null, `START TRANSACTION;\n${insert(2)}CHECK TABLE t;\n`],
    [null, `START TRANSACTION;\n${insert(2)}REPAIR TABLE t;\n`],
    ['SET autocommit = 0', `SET autocommit = 0;\n${insert(2)}SET GLOBAL autocommit = 1;\n`],
    ['SET autocommit = 0', `SET autocommit = 0;\n${insert(2)}SET @@global.autocommit = 1;\n`],
    [null, `LOCK TABLES t WRITE;\nSET autocommit = 0;\n${insert(2)}UNLOCK TABLES;\nCOMMIT;\n`],
  ])('are noted: %s', async (statement, dump) => {
    const made = `CREATE TABLE t (id int);\n${insert(1)}`
    const database = await both.ran(`${made}${dump}`)
    const stored = await both.mariadb.read(database, 'SELECT id FROM t ORDER BY id')
    const { report, script } = await converted(`${made}${dump}`, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const loaded = await (await both.loaded(script)).query('SELECT id FROM t ORDER BY id')
    const note = `The dump does not commit its last transaction, so a server discards the changes after ${statement}. The script keeps them.`
    expect(report.notes.filter((one) => one.includes('commit'))).toEqual(statement === null ? [] : [note])
    if (statement === null) expect(loaded).toEqual(stored)
    else expect(loaded).not.toEqual(stored)
  })

  test('are stored without a note in tables without transactions', async () => {
    const dump = `CREATE TABLE t (id int) ENGINE=MyISAM;\nSTART TRANSACTION;\n${insert(1)}`
    const database = await both.ran(dump)
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(await both.mariadb.read(database, 'SELECT id FROM t')).toEqual([['1']])
    expect(report.notes.filter((one) => one.includes('commit'))).toEqual([])
  })
})
