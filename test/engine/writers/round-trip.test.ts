import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { asText, csvOf, texts, torture } from './torture.ts'
import { runs } from '../../property-runs.ts'

const plainSql = (script: string): string => script.replaceAll(/^\\set .*$/gm, '')

async function throughSqlite(rows: readonly (readonly string[])[]): Promise<unknown[][]> {
  const { script } = await converted(csvOf(rows), {
    output: { dialect: 'sqlite', batch_rows: 3 },
    columns: asText,
    input: { header_row: 1, delimiter: ',' },
  })
  const database = new DatabaseSync(':memory:')
  database.exec(script)
  const back = database
    .prepare('SELECT a, b, c FROM t')
    .all()
    .map((row) => Object.values(row))
  database.close()
  return back
}

let postgresql: PGlite
beforeAll(async () => {
  postgresql = await PGlite.create()
})
afterAll(() => postgresql.close())

async function throughPostgresql(rows: readonly (readonly string[])[]): Promise<unknown[][]> {
  const { script } = await converted(csvOf(rows), {
    output: { dialect: 'postgresql' },
    columns: asText,
    input: { header_row: 1, delimiter: ',' },
  })
  await postgresql.exec('DROP TABLE IF EXISTS t')
  await postgresql.exec(plainSql(script))
  const { rows: back } = await postgresql.query<unknown[]>('SELECT a, b, c FROM t', [], { rowMode: 'array' })
  return back
}

/** PGlite accepts COPY data as a blob, so the test extracts the script's blocks as psql would. */
async function throughCopy(rows: readonly (readonly string[])[]): Promise<unknown[][]> {
  const { script } = await converted(csvOf(rows), {
    output: { dialect: 'postgresql', style: 'bulk', batch_rows: 7 },
    columns: asText,
    input: { header_row: 1, delimiter: ',' },
  })
  await postgresql.exec('DROP TABLE IF EXISTS t')
  await postgresql.exec(plainSql(script.slice(0, script.indexOf('COPY '))))
  for (const [, head, data] of script.matchAll(/^(COPY .*) FROM stdin;\n([\s\S]*?)^\\\.\n/gm)) {
    await postgresql.query(`${head} FROM '/dev/blob'`, [], { blob: new Blob([data ?? '']) })
  }
  await postgresql.exec('COMMIT')
  const { rows: back } = await postgresql.query<unknown[]>('SELECT a, b, c FROM t', [], { rowMode: 'array' })
  return back
}

describe('every string is preserved', () => {
  const loaders = { 'PostgreSQL inserts': throughPostgresql, 'PostgreSQL COPY': throughCopy, SQLite: throughSqlite }

  test.each(Object.entries(loaders))('in the torture table through %s', async (_, load) => {
    const rows = torture.map((value, row) => [value, String(row), torture[(row * 7) % torture.length] ?? ''])
    expect(await load(rows)).toEqual(rows)
  })

  test.each(Object.entries(loaders))('in any table through %s', async (_, load) => {
    const cell = fc.oneof(
      fc.constantFrom(...torture),
      fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        expect(await load(rows)).toEqual(rows)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('typed values', () => {
  const csv =
    'i;d;b;day;t;at;tz;n\n-5;10.50;true;2024-02-29;10:30:00;2024-01-01 10:00:00.5;2024-01-01T10:00:00+02:00;\n7;-0.01;false;1999-12-31;23:59:59;2024-12-31 23:59:59;2024-01-01T10:00:00Z;x\n'

  test('are stored by PostgreSQL as in the file', async () => {
    const { script, report } = await converted(csv, { output: { dialect: 'postgresql' } })
    await postgresql.exec(`DROP TABLE IF EXISTS t; SET TIME ZONE 'UTC'; ${plainSql(script)}`)
    const { rows } = await postgresql.query('SELECT i, d::text, b, day::text, t::text, at::text, tz::text, n FROM t')
    expect(rows).toEqual([
      {
        i: -5,
        d: '10.50',
        b: true,
        day: '2024-02-29',
        t: '10:30:00',
        at: '2024-01-01 10:00:00.5',
        tz: '2024-01-01 08:00:00+00',
        n: null,
      },
      {
        i: 7,
        d: '-0.01',
        b: false,
        day: '1999-12-31',
        t: '23:59:59',
        at: '2024-12-31 23:59:59',
        tz: '2024-01-01 10:00:00+00',
        n: 'x',
      },
    ])
    expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
  })

  test('have every digit in JSON, and in CSV a NULL that differs from an empty string', async () => {
    const { script: json } = await converted('a;b\n10.10;\n1.5;x\n', {
      output: { dialect: 'postgresql', format: 'json' },
    })
    expect(json).toBe('[\n{"a":10.10,"b":null},\n{"a":1.5,"b":"x"}\n]\n')
    const { script } = await converted('a,b\n"",\n"x,y",1\n', { output: { dialect: 'postgresql', format: 'csv' } })
    expect(script).toBe('a,b\r\n"",\r\n"x,y",1\r\n')
  })

  test('are converted to UTC in MySQL if they are timestamps with an offset, and the report says so', async () => {
    const { script, report } = await converted(csv, { output: { dialect: 'mysql' } })
    expect(script).toContain("'2024-01-01 08:00:00'")
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'time_zone', column: 'tz', count: 2 }))
  })
})

/** Checks the script line by line against the rules of the clients in their vendors' documentation. */
describe('client programs do not change a script', () => {
  const rows = texts.map((value) => [value, ...Array.from({ length: 2 }, () => 'z'.repeat(1900))])

  test('literals for sqlcmd contain no variable, GO or line end', async () => {
    const { script } = await converted(csvOf(rows), {
      output: { dialect: 'sql_server' },
      columns: asText,
      input: { header_row: 1 },
    })
    expect(script).not.toContain('$(')
    expect(script).not.toContain('\r')
    for (const line of script.split('\n')) {
      // An even number of quotes shows that the line ends outside a literal.
      expect(line.split("'").length % 2, line.slice(0, 80)).toBe(1)
    }
    expect(script.split('\n').filter((line) => /^GO$/i.test(line.trim())).length).toBe(4)
  })

  test('lines for SQL*Plus end outside literals and within 2,499 characters', async () => {
    const { script } = await converted(csvOf(rows), {
      output: { dialect: 'oracle' },
      columns: asText,
      input: { header_row: 1 },
    })
    expect(script).toContain('SET DEFINE OFF')
    for (const line of script.split('\n')) {
      expect(line.split("'").length % 2, line.slice(0, 80)).toBe(1)
      expect(new TextEncoder().encode(line).length).toBeLessThan(2500)
      expect(line.trim()).not.toBe('/')
    }
  })

  test('INSERT ALL stays below 1,000 cells and VALUES lists below 1,001 rows', async () => {
    const many = Array.from({ length: 2500 }, (_, row) => [String(row), 'b', 'c'])
    const { script: oracle } = await converted(csvOf(many), {
      output: { dialect: 'oracle', batch_rows: 5000 },
      columns: asText,
      input: { header_row: 1 },
    })
    for (const statement of oracle.split('SELECT 1 FROM DUAL;'))
      expect(statement.split('INTO "t"').length - 1).toBeLessThanOrEqual(333)
    const { script: sqlServer } = await converted(csvOf(many), {
      output: { dialect: 'sql_server', batch_rows: 5000 },
      columns: asText,
      input: { header_row: 1 },
    })
    for (const statement of sqlServer.split('INSERT INTO'))
      expect(statement.split('\n(').length - 1).toBeLessThanOrEqual(1000)
  })

  test('a row of 1,000 cells gets its own statement, since INSERT ALL allows 999', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `c${at}`)
    const row = names.map((_, at) => at)
    const { script } = await converted(`${names.join(',')}\n${row.join(',')}\n${row.join(',')}\n`, {
      output: { dialect: 'oracle', table: 't' },
    })
    expect(script).not.toContain('INSERT ALL')
    expect(script.match(/^INSERT\nINTO T \(C0,\n[^;]*VALUES \(\n0,\n1,\n[^;]*999\)\n;\n/gm)).toHaveLength(2)
  })

  /** https://learn.microsoft.com/en-us/sql/t-sql/data-types/precision-scale-and-length-transact-sql, UNION */
  test('the exact numbers of a VALUES list fit into their common 38 digits', async () => {
    const tiny = `0.${'0'.repeat(40)}12`
    const floats = ['1e5', tiny, `-${tiny}`, '0.0000000000000012345', '1234567890123456', '0.1234567890123', '5']
    const { script, report } = await converted(`c\n${floats.join('\n')}\n`, {
      output: { dialect: 'sql_server', batch_rows: 1 },
      input: { header_row: 1 },
    })
    expect(report.columns[0]?.type).toBe('float')
    const written = [...script.matchAll(/^\((.*)\);$/gm)].map(([, literal = '']) => literal)
    expect(written.map(Number)).toEqual(floats.map(Number))
    for (const literal of written) expect(/e/.test(literal) || literal.length <= 19, literal).toBe(true)
  })
})
