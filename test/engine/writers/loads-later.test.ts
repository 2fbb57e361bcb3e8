import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { withDecimalValues } from '../../databases/decimal-value.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'
import type { Dialect } from '../../../src/contract/spec.ts'

/** A small file for one month, and the values of the next month. */
const thisMonth =
  'id,qty,price,ratio,at,label\n1,3,9.50,0.5,2024-05-01 10:00:00.5,tea\n2,4,1.25,0.25,2024-05-02 11:00:00.25,jam\n'
const nextRows = [
  ['5000000000', '1000000000', '12345678.1234', '-0.125', '2024-06-01 10:00:00.123456', 'x'.repeat(250)],
  ['3', '-40000', '-99999.9999', '1234.0625', '2024-06-02 23:59:59', 'ß'.repeat(200)],
]
const nextMonth = `id,qty,price,ratio,at,label\n${nextRows.map((row) => row.join(',')).join('\n')}\n`

/** Converts this month's file, and appends next month's rows to its table. */
async function bothMonths(dialect: Dialect): Promise<string> {
  const first = await converted(thisMonth, { output: { dialect, table: 'later' } })
  const second = await converted(nextMonth, { output: { dialect, table: 'later', create_table: false } })
  return first.script + second.script
}

const decimals = [2, 3]
const query = 'SELECT id, qty, price, ratio, at, label FROM later WHERE label NOT IN ($, $) ORDER BY id DESC'
  .replace('$', "'tea'")
  .replace('$', "'jam'")
/** Databases print different numbers of trailing zeros in fractions. */
const withoutZeros = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  withDecimalValues(rows, decimals).map((row) => row.map((cell) => String(cell).replace(/(:\d\d)\.0+$/, '$1')))

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('PostgreSQL', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop())

  test('stores the values of the next month in the table of this month', async () => {
    await server.load(await bothMonths('postgresql'))
    expect(withoutZeros(await server.query(query))).toEqual(nextRows)
  })
})

describe.runIf(announced(hasMariadb(), mariadbMissing))('MariaDB', () => {
  let server: Mariadb
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  test.each(['mysql', 'mariadb'] as const)('stores the values of the next month: %s', async (dialect) => {
    await server.load(`DROP TABLE IF EXISTS later;\n${await bothMonths(dialect)}`)
    expect(withoutZeros(await server.query(query))).toEqual(nextRows)
  })
})

test('SQLite stores the values of the next month', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(await bothMonths('sqlite'))
  const rows = database.prepare(query).all() as Record<string, unknown>[]
  expect(withoutZeros(rows.map((row) => Object.values(row).map(String)))).toEqual(nextRows)
  database.close()
})
