import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDecimalValues } from '../../databases/decimal-value.ts'
import { converted } from '../support.ts'
import {
  asScript,
  asText,
  columnNames,
  csvOf,
  decimalColumns,
  fromHex,
  texts,
  tortureRows,
  typedScript,
} from './torture.ts'
import { runs } from '../../property-runs.ts'

describe('DuckDB loads', () => {
  let connection: DuckDBConnection
  beforeAll(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect()
  })
  afterAll(() => connection?.closeSync())
  const query = async (sql: string): Promise<unknown[][]> => {
    const result = await connection.runAndReadAll(sql)
    return result.getRowsJson()
  }
  const hexOf = async (columns: readonly string[]): Promise<(string | null)[][]> => {
    const cells = columns.map((name) => `hex(encode(${name}))`).join(', ')
    return (await query(`SELECT ${cells} FROM t ORDER BY rowid`)) as (string | null)[][]
  }

  test.each(['inserts', 'bulk'] as const)('every string as %s', async (style) => {
    await connection.run('DROP TABLE IF EXISTS t')
    await connection.run(await asScript(tortureRows, { dialect: 'duckdb', style, batch_rows: 7 }))
    expect(fromHex(await hexOf(columnNames))).toEqual(tortureRows)
  })

  test('every type, to the last digit', async () => {
    await connection.run(await typedScript({ dialect: 'duckdb' }))
    const shown = [
      ...['small', 'big', 'huge', 'd', 'exact', 'f', 'b', 'day', 't', 'at', 'fine'].map((name) => `"${name}"::VARCHAR`),
      `strftime(tz AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S')`,
      ...['id', 'doc', 'word'].map((name) => `"${name}"::VARCHAR`),
    ]
    const rows = await query(`SELECT ${shown.join(', ')} FROM typed ORDER BY rowid`)
    expect(withDecimalValues(rows, decimalColumns)).toEqual([
      [
        '-5',
        '9007199254740993',
        '12345678901234567890',
        '10.5',
        '0.1234567890123456789',
        '1.5e-07',
        'true',
        '2024-02-29',
        '10:30:00',
        '2024-01-01 10:00:00',
        '2024-01-01 10:00:00.123456',
        '2024-01-01 08:00:00',
        '0f8fad5b-d9cb-469f-a165-70867728950e',
        '{"a": [1, 2.50]}',
        "it's",
      ],
      [
        '32767',
        '-9223372036854775808',
        '-99999999999999999999',
        '-0.01',
        '-1.00000000000000000001',
        '-2.5e+300',
        'false',
        '1000-01-01',
        '23:59:59',
        '9999-12-31 23:59:59',
        '1999-12-31 23:59:59.999999',
        '2025-01-01 05:00:00',
        'ffffffff-ffff-4fff-8fff-ffffffffffff',
        '[]',
        '',
      ],
      [
        '1',
        '2',
        '3',
        '4',
        '5.5',
        '65.0',
        'true',
        '2000-01-01',
        '00:00:00',
        '2000-01-01 00:00:00',
        '2000-01-01 00:00:00.000001',
        '2000-01-01 00:00:00',
        '00000000-0000-4000-8000-000000000000',
        '{}',
        'é😀',
      ],
      [...Array.from({ length: 14 }, () => null), 'x'],
    ])
  })

  test('every double as JavaScript reads it', async () => {
    const doubles = fc.array(fc.double({ noDefaultInfinity: true, noNaN: true }), { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(doubles, async (values) => {
        const spelled = [...values.map((value) => value.toExponential()), 'NaN', '-Infinity', 'Infinity']
        await connection.run('DROP TABLE IF EXISTS t')
        const file = `k,f\n${spelled.map((value, row) => `k${row},${value}\n`).join('')}`
        await connection.run((await converted(file, { output: { dialect: 'duckdb', table: 't' } })).script)
        const result = await connection.runAndReadAll('SELECT f FROM t ORDER BY rowid')
        expect(result.getRowsJS().flat()).toEqual(spelled.map(Number))
      }),
      { numRuns: runs(10) },
    )
  })

  test('NUL and carriage returns, one or thousands in a value', async () => {
    const rows = ['a\0b\0', '\0'.repeat(3000), '\r'.repeat(150), '\r\n'.repeat(3000), "'\0'\r"].map((value) => [value])
    const { script } = await converted(csvOf(rows.map(([value = '']) => [value, value, value])), {
      output: { dialect: 'duckdb', table: 't' },
      columns: asText,
      input: { header_row: 1, delimiter: ',', encoding: 'utf-8' },
    })
    expect(script).not.toMatch(/[\r\0]/)
    await connection.run('DROP TABLE IF EXISTS t')
    await connection.run(script)
    expect(fromHex(await hexOf(['a']))).toEqual(rows)
  })

  test('nested JSON exactly, even a lone surrogate', async () => {
    const documents = ['{"b":12345678901234567890123,"a":1.10, "a":2}', '{"lone":"\\ud800"}', '{"it\'s":"a\\nb\\\\"}']
    const file = documents.map((document) => `{"doc":${document}}\n`).join('')
    await connection.run('DROP TABLE IF EXISTS t')
    await connection.run((await converted(file, { output: { dialect: 'duckdb', table: 't' } }, 't.ndjson')).script)
    expect((await query('SELECT doc FROM t ORDER BY rowid')).flat()).toEqual(documents)
  })

  test('names that differ only by case, reserved words and quotes, in a schema with a quote', async () => {
    const names = ['select', 'SELECT', 'rowid', 'a"b', '漢字', '😀', 'x'.repeat(300)]
    const output = { dialect: 'duckdb', column_names: 'as_written', schema: 's"x', table: 'order "1"' } as const
    const { script, report } = await converted(
      `${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',')}\n${names.map((_, at) => at).join(',')}\n`,
      { output, input: { header_row: 1, delimiter: ',' } },
    )
    await connection.run('CREATE SCHEMA "s""x"')
    await connection.run(script)
    const found = await connection.runAndReadAll('SELECT * FROM "s""x"."order ""1"""')
    expect(found.columnNames()).toEqual(report.columns.map(({ name }) => name))
    expect(report.columns.map(({ name }) => name)).toEqual(['select', 'SELECT_2', ...names.slice(2)])
  })

  test('a script only once, because the table exists the second time', async () => {
    const script = await asScript(
      texts.slice(0, 5).map((text) => [text, '', '']),
      { dialect: 'duckdb' },
    )
    await connection.run('DROP TABLE IF EXISTS t')
    await connection.run(script)
    await expect(connection.run(script)).rejects.toThrow('already exists')
    await connection.run('ROLLBACK')
    expect(await query('SELECT count(*) FROM t')).toEqual([['5']])
  })
})
