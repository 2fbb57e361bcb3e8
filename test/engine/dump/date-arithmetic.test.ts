import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const output = { dialect: 'postgresql', style: 'bulk' } as const
const units = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
const twoDigits = (count: number): string => String(count).padStart(2, '0')

const date = fc
  .tuple(
    fc.integer({ min: 1990, max: 2060 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(1, 15, 27, 28, 29, 30, 31),
    fc.constantFrom('', ' 00:00:00', ' 23:59:59', ' 10:20:30'),
  )
  .map(([year, month, day, time]) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return `${year}-${twoDigits(month)}-${twoDigits(Math.min(day, last))}${time}`
  })
const expression = fc
  .tuple(
    date,
    fc.constantFrom('+', '-', 'DATE_ADD', 'SUBDATE'),
    fc.integer({ min: -50, max: 500 }),
    fc.constantFrom(...units),
  )
  .map(([from, how, amount, unit]) =>
    how.length === 1 ? `'${from}' ${how} INTERVAL ${amount} ${unit}` : `${how}('${from}', INTERVAL ${amount} ${unit})`,
  )

describe.runIf(hasBoth)('computed dates', () => {
  const both = startBoth()

  test('are what MariaDB stores', async () => {
    const written = fc.sample(expression, 300)
    const dump = `CREATE TABLE t (id int PRIMARY KEY, d datetime, s varchar(30));\nINSERT INTO t VALUES ${written.map((sql, at) => `(${at}, ${sql}, ${sql})`).join(',')};\n`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 300, rejected: 0 })
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test.each(['+00:00', '+05:30', '-11:00', 'Europe/Berlin'])(
    "use the time in dump.now for NOW(), in the dump's zone %s",
    { timeout: 60_000 },
    async (zone) => {
      const now = '2026-03-31T22:30:15Z'
      const rows = `(1, NOW(), CURDATE(), CURTIME()),(2, NOW() - INTERVAL 1 MONTH, DATE_ADD(CURDATE(), INTERVAL 1 DAY), NULL),(3, NOW() + INTERVAL 90 MINUTE, NULL, NULL)`
      const dump = `SET time_zone = '${zone}';\nCREATE TABLE t (id int PRIMARY KEY, a datetime, b date, c time);\nINSERT INTO t VALUES ${rows};\n`
      // A server without a table of zones gets Berlin's summer offset.
      const forServer = dump.replace('Europe/Berlin', '+02:00')
      const database = await both.ran(`SET timestamp = ${Date.parse(now) / 1000};\n${forServer}`)
      const { script, report } = await converted(dump, { output, dump: { now } }, 'dump.sql')
      expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
      expect(report.fixes).toEqual([])
      await expectSameRows(both.mariadb, database, await both.loaded(script), report)
    },
  )
})

test.each([
  "'2024-02-30' + INTERVAL 1 DAY",
  "'9999-12-31' + INTERVAL 1 DAY",
  "'2024-01-01' + INTERVAL '1:2' MINUTE_SECOND",
  "'24-01-01' + INTERVAL 1 DAY",
  'NOW() - INTERVAL 1.5 DAY',
])('%s needs a server, so its row is rejected', async (sql) => {
  const dump = `CREATE TABLE t (d datetime);\nINSERT INTO t VALUES (${sql});\n`
  const { report } = await converted(dump, { output }, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 0, rejected: 1 })
})
