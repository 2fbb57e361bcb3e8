import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'

const folder = join(import.meta.dirname, '../../fixtures/dumps/scripts')

describe.runIf(hasBoth)('a hand-written script has the same result as in MariaDB', () => {
  const both = startBoth()

  test.each(readdirSync(folder).toSorted())('%s', async (name) => {
    const dump = readFileSync(join(folder, name), 'utf8')
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.problems).toEqual([])
    const loaded = await both.loaded(script)
    await expectSameRows(both.mariadb, database, loaded, report)
    const nullable = `SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema`
    const order = 'ORDER BY table_name, ordinal_position'
    expect(await loaded.query(`${nullable} = 'public' ${order}`)).toEqual(
      await both.mariadb.read(database, `${nullable} = '${database}' ${order}`),
    )
    // A table with numbers per prefix has no next number for the whole table.
    await expectSameStructure(both.mariadb, database, loaded, report, !dump.includes('MyISAM'))
  })

  test('except that a strict mode refuses values that do not fit', async () => {
    const dump = `SET sql_mode = 'STRICT_TRANS_TABLES';
CREATE TABLE t (a tinyint, b varchar(3), c decimal(4,1), d int unsigned, e varbinary(2));
INSERT INTO t VALUES (128, 'a', 1, 1, 'a');
INSERT INTO t VALUES (1, 'abcd', 1, 1, 'a');
INSERT INTO t VALUES (1, 'a', 1000, 1, 'a');
INSERT INTO t VALUES (1, 'a', 1, -1, 'a');
INSERT INTO t VALUES (1, 'a', 1, 1, 'abc');
INSERT INTO t VALUES ('12x', 'a', 1, 1, 'a');
INSERT INTO t VALUES (1.5, 'abc', 999.94, 1, 'ab');`
    const { report, script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems.map(({ column }) => column)).toEqual(['a', 'b', 'c', 'd', 'e', 'a'])
    expect(report.fixes).toMatchObject([{ code: 'number_rounded', column: 'a', count: 1 }])
    const loaded = await both.loaded(script)
    const forced = dump.replaceAll('INSERT INTO', 'INSERT IGNORE INTO').split('\n').toSpliced(2, 6).join('\n')
    const database = await both.ran(forced)
    expect(await loaded.query('SELECT a, b, c, d FROM t')).toEqual(
      await both.mariadb.read(database, 'SELECT a, b, c, d FROM t'),
    )
  })
})
