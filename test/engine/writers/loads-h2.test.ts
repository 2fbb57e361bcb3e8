import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { withDecimalValues } from '../../databases/decimal-value.ts'
import { h2Missing, hasH2, throughH2 } from '../../databases/h2.ts'
import { asScript, columnNames, decimalColumns, fromHex, tortureRows, typedScript } from './torture.ts'

/**
 * H2 supports much of both SQL dialects. Everything else is removed or rewritten here line by line, since our literals
 * contain no raw line ends: client commands, session settings, transactions and `datetimeoffset`. INSERT ALL becomes
 * one INSERT for each INTO. The suffix `d` of Oracle's double literals and the longer name of a literal with offset are
 * rewritten. Binary literals are cast to nvarchar, which H2 reads as UTF-8.
 */
const forSqlServerMode = (script: string): string =>
  script
    .replaceAll(/^(GO|SET |IF |BEGIN TRANSACTION|COMMIT TRANSACTION).*$/gm, '')
    .replaceAll(/datetimeoffset(\(\d\))/g, 'TIMESTAMP$1 WITH TIME ZONE')
    .replaceAll(
      /CAST\(0x([0-9a-f]*) AS nvarchar\(max\)\)/g,
      (_, hex: string) => `N'${Buffer.from(hex, 'hex').toString('utf16le').replaceAll("'", "''")}'`,
    )

/** SQL Server ignores case when it compares names, unless configured otherwise. */
const throughSqlServer = async (script: string, query: string): Promise<(string | null)[][]> =>
  throughH2('MSSQLServer', forSqlServerMode(script), query, { isCaseSensitive: false })

const forOracleMode = (script: string): string =>
  script
    .replaceAll(/^(SET |WHENEVER |ALTER SESSION |COMMIT).*$/gm, '')
    .replaceAll(/^INSERT ALL\nINTO /gm, 'INSERT INTO ')
    .replaceAll(/^(-?\d[\d.]*(?:e[-+]?\d+)?)d(,|\)?)$/gm, '$1$2')
    .replaceAll(/TIMESTAMP '([^']*) ([-+]\d\d:\d\d)'/g, "TIMESTAMP WITH TIME ZONE '$1$2'")
    .replaceAll(/^INTO /gm, ';INSERT INTO ')
    .replaceAll(/^SELECT 1 FROM DUAL;$/gm, ';')

const inHex = (column: string): string => `RAWTOHEX(STRINGTOUTF8("${column}"))`
const allInHex = `SELECT ${columnNames.map(inHex).join(', ')} FROM "t" ORDER BY CAST("b" AS INT)`
/** Oracle stores snake_case names in upper case. */
const inUpperCase = (query: string): string => query.replaceAll(/"\w+"/g, (name) => name.toUpperCase())
const hexOf = (text: string): string => Buffer.from(text).toString('hex')

describe.runIf(announced(hasH2(), h2Missing))('H2 loads', () => {
  test.each(['inserts', 'bulk'] as const)('every string in its SQL Server mode, as %s', async (style) => {
    const script = await asScript(tortureRows, { dialect: 'sql_server', style, batch_rows: 7 })
    expect(fromHex(await throughSqlServer(script, allInHex))).toEqual(tortureRows)
  })

  test.each(['inserts', 'bulk'] as const)('every string in its Oracle mode, as %s', async (style) => {
    const script = await asScript(tortureRows, { dialect: 'oracle', style, batch_rows: 7 })
    const rows = tortureRows.map((row) => row.map((value) => (value === '' ? null : value)))
    expect(fromHex(await throughH2('Oracle', forOracleMode(script), inUpperCase(allInHex)))).toEqual(rows)
  })

  const plain = 'small, big, huge, d, exact, f, b, day, t, at, fine, tz, id'.replaceAll(/\w+/g, '"$&"')

  test('every type in its SQL Server mode', async () => {
    const script = await typedScript({ dialect: 'sql_server' })
    const query = `SELECT ${plain}, ${inHex('doc')}, ${inHex('word')} FROM "typed"`
    const rows = await throughSqlServer(script, query)
    expect(withDecimalValues(rows, decimalColumns)).toEqual(expectedTypes('TRUE', 'FALSE', ''))
  })

  test('every type in its Oracle mode', async () => {
    const script = forOracleMode(await typedScript({ dialect: 'oracle' }))
    const query = inUpperCase(`SELECT ${plain}, ${inHex('doc')}, ${inHex('word')} FROM "typed"`)
    const rows = withDecimalValues(await throughH2('Oracle', script, query), decimalColumns)
    // DATE includes a time of day here, as in Oracle.
    expect(rows.map((row) => row.map((value) => value?.replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1') ?? null))).toEqual(
      expectedTypes('1', '0', null).map((row, index) => (index === 2 ? row.with(9, '2000-01-01') : row)),
    )
  })
})

function expectedTypes(yes: string, no: string, empty: string | null): (string | null)[][] {
  return [
    [
      '-5',
      '9007199254740993',
      '12345678901234567890',
      '10.5',
      '0.1234567890123456789',
      '1.5E-7',
      yes,
      '2024-02-29',
      '10:30:00',
      '2024-01-01 10:00:00',
      '2024-01-01 10:00:00.123456',
      '2024-01-01 10:00:00+02',
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      hexOf('{"a": [1, 2.50]}'),
      hexOf("it's"),
    ],
    [
      '32767',
      '-9223372036854775808',
      '-99999999999999999999',
      '-0.01',
      '-1.00000000000000000001',
      '-2.5E300',
      no,
      '1000-01-01',
      '23:59:59',
      '9999-12-31 23:59:59',
      '1999-12-31 23:59:59.999999',
      '2024-12-31 23:30:00-05:30',
      'ffffffff-ffff-4fff-8fff-ffffffffffff',
      hexOf('[]'),
      empty,
    ],
    [
      '1',
      '2',
      '3',
      '4',
      '5.5',
      '65.0',
      yes,
      '2000-01-01',
      '00:00:00',
      '2000-01-01 00:00:00',
      '2000-01-01 00:00:00.000001',
      '2000-01-01 00:00:00+00',
      '00000000-0000-4000-8000-000000000000',
      hexOf('{}'),
      hexOf('é😀'),
    ],
    [...Array.from({ length: 14 }, () => null), hexOf('x')],
  ]
}
