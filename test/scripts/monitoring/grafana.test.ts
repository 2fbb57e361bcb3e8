import { readdirSync, readFileSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alerts, monitoringFiles, queryOf } from '../../../scripts/monitoring/grafana.ts'
import type { AccountId } from '../../../src/contract/ids.ts'
import { type Measurement, pointOf } from '../../../src/metrics/measurement.ts'

// Analytics Engine runs only at Cloudflare. DuckDB reads the same SQL, with ClickHouse's functions as macros.

const folder = 'docs/operate/monitoring'
const queryNames = readdirSync(`${folder}/queries`).map((name) => name.replace('.sql', ''))
/** Functions that the SQL reference of Analytics Engine documents. */
const documentedFunctions = new Set(['intDiv', 'toUInt32', 'SUM', 'quantileWeighted', 'IF', 'NOW'])

let database: DuckDBInstance
let connection: DuckDBConnection

const columns = (name: string, type: string): string =>
  Array.from({ length: 20 }, (_, at) => `${name}${at + 1} ${type}`).join(', ')

beforeEach(async () => {
  database = await DuckDBInstance.create()
  connection = await database.connect()
  await connection.run(
    `CREATE TABLE rowmill (timestamp TIMESTAMP, _sample_interval BIGINT, index1 VARCHAR, ${columns('blob', 'VARCHAR')}, ${columns('double', 'DOUBLE')});
     CREATE MACRO intDiv(a, b) AS a // b;
     CREATE MACRO toUInt32(a) AS CAST(CASE WHEN typeof(a) = 'DOUBLE' THEN CAST(a AS VARCHAR) ELSE CAST(epoch(CAST(CAST(a AS VARCHAR) AS TIMESTAMP)) AS VARCHAR) END AS DOUBLE)::BIGINT;
     CREATE MACRO quantileWeighted(level, x, weight) AS quantile_disc(x, level);
     SET TimeZone = 'UTC';`,
  )
})

afterEach(() => {
  connection.closeSync()
  database.closeSync()
})

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Records measurements as the service does, with a time in the past. Each point stands for `sampled` points. */
async function measured(measurement: Measurement, minutesAgo: number, sampled = 1): Promise<void> {
  const { indexes, blobs, doubles } = pointOf(measurement)
  const names = ['index1', ...blobs.map((_, at) => `blob${at + 1}`), ...doubles.map((_, at) => `double${at + 1}`)]
  const values = [...[...indexes, ...blobs].map(quoted), ...doubles]
  await connection.run(
    `INSERT INTO rowmill (timestamp, _sample_interval, ${names.join(', ')})
     VALUES (CAST(NOW() AS TIMESTAMP) - INTERVAL '${minutesAgo}' MINUTE, ${sampled}, ${values.join(', ')})`,
  )
}

async function rowsOf(name: string): Promise<unknown[][]> {
  const rows = (await connection.runAndReadAll(queryOf(name))).getRowsJS()
  return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)))
}

const accountId = '01JAAAAAAAAAAAAAAAAAAAAAAA' as AccountId
const request = (status: number, ms = 10): Measurement => ({
  kind: 'request',
  accountId,
  method: 'GET',
  route: '/v1/conversions',
  status,
  code: null,
  ms,
})
const conversion = (given: Partial<Extract<Measurement, { kind: 'conversion' }>> = {}): Measurement => ({
  kind: 'conversion',
  accountId,
  status: 'done',
  code: null,
  format: 'csv',
  dialect: 'postgresql',
  bytes: 1000,
  outputBytes: 2000,
  waitedMs: 5,
  ranMs: 50,
  attempts: 1,
  rowsConverted: 9,
  rowsRejected: 1,
  ...given,
})
const delivery = (delivered: boolean): Measurement => ({
  kind: 'delivery',
  accountId,
  delivered,
  ms: 30,
  status: delivered ? 200 : 500,
  attempt: 1,
})

/** Returns the alerts whose queries fire. */
async function firing(): Promise<string[]> {
  const fired: string[] = []
  for (const { query, above } of alerts) {
    const [[value] = []] = await rowsOf(query)
    if (typeof value === 'number' && value > above) fired.push(query)
  }
  return fired
}

test('the generated files match the queries', () => {
  for (const [path, text] of Object.entries(monitoringFiles())) expect(readFileSync(path, 'utf8'), path).toBe(text)
})

test("every query is in a generated file, and every alert is in the operator's table", () => {
  const made = Object.values(monitoringFiles()).join('')
  for (const name of queryNames) expect(made).toContain(JSON.stringify(queryOf(name)).slice(1, -1))
  const page = readFileSync('docs/operate/alerts.md', 'utf8')
  for (const { title } of alerts) expect(page).toContain(`| ${title} |`)
})

test.each(queryNames)('%s uses only documented features of Analytics Engine', (name) => {
  const called = [...queryOf(name).matchAll(/([A-Za-z]\w*)\(/g)].map((match) => match[1] ?? '')
  expect(called.filter((each) => !documentedFunctions.has(each))).toEqual([])
})

test('panels show the measurements', async () => {
  await measured(request(200, 10), 2, 3)
  await measured(request(404, 30), 2)
  await measured(conversion(), 5, 2)
  await measured(conversion({ status: 'failed', code: 'corrupt_file', format: 'xlsx', bytes: 70 }), 5)
  await measured(delivery(true), 5)
  await measured(request(500), 24 * 60 + 1)
  expect((await rowsOf('requests')).map(([, status, count]) => [status, count])).toEqual([
    [200, 3],
    [400, 1],
  ])
  expect((await rowsOf('request-times')).map(([, median, p95]) => [median, p95])).toEqual([[10, 30]])
  expect(await rowsOf('slow-routes')).toEqual([['GET', '/v1/conversions', 4, 30]])
  expect((await rowsOf('conversions')).map(([, status, count]) => [status, count])).toEqual([
    ['done', 2],
    ['failed', 1],
  ])
  expect((await rowsOf('conversion-times')).map(([, waited, ran]) => [waited, ran])).toEqual([[5, 50]])
  expect(await rowsOf('failures')).toEqual([['corrupt_file', 1]])
  expect(await rowsOf('formats')).toEqual([
    ['csv', 'postgresql', 2, 2000, 18, 2],
    ['xlsx', 'postgresql', 1, 70, 9, 1],
  ])
  expect(await rowsOf('accounts')).toEqual([[accountId, 3, 2070]])
  expect((await rowsOf('deliveries')).map(([, outcome, calls]) => [outcome, calls])).toEqual([['delivered', 1]])
  const [[t] = []] = await rowsOf('conversions')
  expect(Number(t) % 300).toBe(0)
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(900)
})

test('no alert fires without points or problems', async () => {
  expect(await firing()).toEqual([])
  for (let at = 0; at < 200; at++) await measured(request(200), 3)
  await measured(request(500), 3)
  await measured(conversion({ status: 'failed', code: 'internal_error' }), 3)
  await measured(delivery(true), 3)
  await measured(delivery(false), 3)
  expect(await firing()).toEqual([])
})

test('an alert fires above its limit, and stops some time later', async () => {
  const troubles = (minutesAgo: number): Promise<void>[] => [
    measured(request(200), minutesAgo, 98),
    measured(request(503), minutesAgo, 2),
    measured(conversion({ status: 'failed', code: 'internal_error', waitedMs: 61_000 }), minutesAgo, 4),
    measured(conversion({ status: 'failed', code: 'timed_out', waitedMs: 61_000 }), minutesAgo),
    measured({ kind: 'dead_letter', accountId: null, queue: 'rowmill-conversions' }, minutesAgo),
    measured(delivery(false), minutesAgo),
  ]
  await Promise.all(troubles(61))
  expect(await firing()).toEqual([])
  await Promise.all(troubles(5))
  expect(await firing()).toEqual(alerts.map(({ query }) => query))
})
