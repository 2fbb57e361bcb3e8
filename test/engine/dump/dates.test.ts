import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { converted } from '../support.ts'

/** Values for a DATE column, the stored date, and whether a time is dropped. */
const literals = [
  ["'2024-01-15'", '2024-01-15', false],
  ["'2024-01-15 10:30:00'", '2024-01-15', true],
  ["'2024-01-15T00:00:01'", '2024-01-15', true],
  ["'2024-01-15 23:59:59.499'", '2024-01-15', true],
  ["'2024/1/15 8:30'", '2024-01-15', true],
  ["'20240115103000'", '2024-01-15', true],
  ['20240115103000', '2024-01-15', true],
  ["'2024-01-15 00:00:00'", '2024-01-15', false],
  ["'2024-01-15 00:00:00.000'", '2024-01-15', false],
  ["'2024/1/15 0:00'", '2024-01-15', false],
  ['20240115000000', '2024-01-15', false],
] as const
const table = 'CREATE TABLE `t` (`d` date)'
const inserted = (rows: readonly string[]): string =>
  `INSERT INTO \`t\` VALUES ${rows.map((one) => `(${one})`).join(',')};`
const dump = (rows: readonly string[]): string =>
  `-- MySQL dump 10.13\n${table};\n${inserted(rows)}\n-- Dump completed\n`
const spec = { output: { dialect: 'postgresql', style: 'bulk' } } as const

describe('a DATE column that receives times', () => {
  test('keeps the day, and the report counts dropped times and changed formats', async () => {
    const { script, report } = await converted(dump(literals.map(([literal]) => literal)), spec, 'dump.sql')
    const days = /FROM stdin;\n([\s\S]*?)\n\\\./.exec(script)?.[1]?.split('\n')
    expect(days).toEqual(literals.map(([, day]) => day))
    const fixes = Object.fromEntries(report.fixes.map((fix) => [fix.code, fix]))
    expect(Object.keys(fixes).toSorted()).toEqual(['date_rewritten', 'time_dropped'])
    expect(fixes['time_dropped']).toMatchObject({ table: 't', column: 'd', count: 6, first_row: 2 })
    expect(fixes['time_dropped']?.examples).toContain('2024-01-15 10:30:00')
    // Three values change their format, and four times are midnight.
    expect(fixes['date_rewritten']).toMatchObject({ count: 7 })
  })

  test('is not reported if it has dates only, or times that are kept', async () => {
    const { report } = await converted(dump(["'2024-01-15'"]), spec, 'dump.sql')
    expect(report.fixes).toEqual([])
    const timestamps = dump(["'2024-01-15 10:30:00'"]).replace('`d` date', '`d` datetime')
    expect((await converted(timestamps, spec, 'dump.sql')).report.fixes).toEqual([])
  })

  describe.runIf(announced(hasMariadb(), mariadbMissing))('has the same values as a server that reads the dump', () => {
    let mariadb: Mariadb
    beforeAll(async () => {
      mariadb = await startMariadb()
      await mariadb.administer(table)
    })
    afterAll(() => mariadb?.stop(), 60_000)

    test.each(literals)('%s', async (literal, day, isCut) => {
      const strict = "SET sql_mode = 'STRICT_ALL_TABLES'; DELETE FROM t;"
      const read = await mariadb.read('tests', `${strict} ${inserted([literal])} SHOW WARNINGS; SELECT d FROM t`)
      const note = ['Note', '1265', "Data truncated for column 'd' at row 1"]
      expect(read).toEqual(isCut ? [note, [day]] : [[day]])
    })
  })
})
