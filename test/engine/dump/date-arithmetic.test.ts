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

const fractions = ['', '.0', '.000000', '.4', '.5', '.9', '.49', '.50', '.95', '.999', '.1234', '.999999', '.000001']
const days = ['2024-12-31 23:59:59', '2024-02-28 23:59:59', '2024-06-01 00:00:00']
const times = ['23:59:58', '10:20:59', '00:00:00']

/** Columns with fractions of seconds, each in its own table and with the values that it receives. */
const fractionColumns = [
  ...['datetime', 'datetime(1)', 'datetime(3)', 'datetime(6)', 'timestamp(2)'].map((type) => ({ type, values: days })),
  ...['time', 'time(3)'].map((type) => ({ type, values: times })),
  ...['time', 'time(2)', 'time(5)'].map((type) => ({ type, values: [...times, '-10:59:59', '0:9:59', '30:00:00'] })),
]

function fractionDump(mode: string): string {
  const tables = fractionColumns.flatMap(({ type, values }, at) => {
    const strings = fractions.flatMap((fraction) => values.map((value) => `'${value}${fraction}'`))
    const numbers = strings.map((value) => value.replaceAll(/[-: ']/g, ''))
    const rows = [...strings, ...(type.startsWith('time') ? [] : numbers), 'DEFAULT', `CONCAT(${strings[9]}, '7')`]
    return [
      `CREATE TABLE t${at} (id int PRIMARY KEY, v ${type} NULL DEFAULT ${mode === '' ? strings.at(-5) : 'NULL'})`,
      `INSERT INTO t${at} VALUES ${rows.map((value, row) => `(${row}, ${value})`).join(', ')}`,
      `INSERT INTO t${at} (id) VALUES (1000)`,
      ...(at % 2 === 0 ? [] : [`UPDATE t${at} SET v = ${strings.at(-4)} WHERE id = 3`]),
    ]
  })
  return [`SET sql_mode = 'STRICT_ALL_TABLES${mode}', time_zone = '+00:00'`, ...tables]
    .map((line) => `${line};\n`)
    .join('')
}

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

  test('are read from texts with names, two-digit years and hours of twelve', async () => {
    const read = [
      ["'5 March 2024', '%e %M %Y'", "'Mar 5, 2024', '%b %d, %Y'", "'mArCh 05 24', '%M %d %y'"],
      ["'05.03.69', '%d.%m.%y'", "'05.03.70', '%d.%m.%y'", "'05/03/9', '%d/%m/%y'", "'240305', '%y%m%d'"],
      ["'Tuesday 05 March 2024', '%W %d %M %Y'", "'Wed 05 Mar 2024', '%a %d %b %Y'", "'1st May 2024', '%D %M %Y'"],
      ["'03/05/2024 01:02 PM', '%m/%d/%Y %h:%i %p'", "'5/3/2024 1:2:3 pm', '%d/%c/%Y %l:%i:%S %p'"],
      ["'03/05/2024 12:02 AM', '%m/%d/%Y %h:%i %p'", "'03/05/2024 12:02:03 pm', '%m/%d/%Y %I:%i:%s %p'"],
      ["'2024-03-05 1 pm', '%Y-%m-%d %h %p'", "'Mar5,2024', '%b%d,%Y'", "' 5 March 2024 ', '%d %M %Y'"],
      ["'2024-01-02 03:04:05 PM', '%Y-%m-%d %r'", "'3:4:5 pm', '%r'", "'12:00:00AM', '%r'", "'10:11', '%H:%i'"],
      ["'2024 60', '%Y %j'", "'23 60', '%y %j'", "'2024 366 03', '%Y %j %H'", "'2024-01-02 .5', '%Y-%m-%d .%f'"],
      ["'2024-01-02 03:04:05.123', '%Y-%m-%d %T.%f'", "'03:04:05.5 am', '%h:%i:%s.%f %p'", "'07', '%H'"],
    ].flatMap((texts) => texts.map((text) => `STR_TO_DATE(${text})`))
    const weeks = ['2024-01-01', '2023-01-01', '2021-01-03', '2020-12-31', '2018-12-31', '2012-12-30'].flatMap(
      (day) => [
        `DATE_FORMAT('${day} 13:02:03', '%U %u %V %v %X %x %f %W %M %e %y %b %a %D %l %p %h %I %k %c')`,
        ...Array.from({ length: 8 }, (_, mode) => `CONCAT(WEEK('${day}', ${mode}), '-', YEARWEEK('${day}', ${mode}))`),
        `CONCAT(WEEK('${day}'), '-', WEEKOFYEAR('${day}'))`,
      ],
    )
    const rows = [...read, ...weeks].map((sql, at) => `(${at}, ${sql})`)
    const dump = `CREATE TABLE t (id int PRIMARY KEY, s varchar(200));\nINSERT INTO t VALUES ${rows.join(', ')};\n`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output }, 'dump.sql')
    expect(report.problems).toEqual([])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test.each(['+00:00', '+05:30', '-11:00', 'Europe/Berlin'])(
    "use the time in dump.now for NOW(), in the dump's zone %s",
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

  test.each([
    ['cut', ''],
    ['rounded if the mode says so', ',TIME_ROUND_FRACTIONAL'],
  ])('fractions of seconds are %s', async (_, mode) => {
    const dump = fractionDump(mode)
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output }, 'dump.sql')
    expect((await converted(dump, { output }, 'dump.sql', null)).script).toBe(script)
    const loaded = await both.loaded(script)
    const later = fractionColumns.map((_column, at) => `INSERT INTO t${at} (id) VALUES (2000);`).join('')
    await Promise.all([loaded.load(later), both.mariadb.administer(later, database)])
    await expectSameRows(both.mariadb, database, loaded, report)
  })
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

test('the report counts fractions that lost digits', async () => {
  const dump = `CREATE TABLE t (v time);\nINSERT INTO t VALUES ('10:00:00.0'), ('10:00:00.9'), ('10:00:00');\n`
  const { report } = await converted(dump, { output }, 'dump.sql')
  expect(report.fixes).toMatchObject([{ code: 'fraction_shortened', column: 'v', count: 1, first_row: 2 }])
})
