import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { withDecimalValues } from '../../databases/decimal-value.ts'
import { hasMariadb, type Mariadb, mariadbMissing, startMariadb } from '../../databases/mariadb.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import { runOrThrow, temporaryFolder } from '../../databases/processes.ts'
import type { Dialect } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { asScript, columnNames, decimalColumns, fromHex, texts, tortureRows, typedScript } from './torture.ts'

const oddNames =
  '😀 count,b𠮷,ΟΔΟΣ,οδοσ,i,İ,xmin,xmax,ctid,tableoid,db_row_id,FTS_DOC_ID,rowid,' +
  `résumé,resume,${'x'.repeat(63)} y,"q""x",q\\x,q\`x,%,漢字`

/** Returns a table of one row with a long name, and names that some databases do not accept unchanged. */
const oddlyNamed = (dialect: Dialect): ReturnType<typeof converted> => {
  const row = oddNames.replaceAll(/[^,]+/g, '1')
  const output = { dialect, column_names: 'as_written', table: `odd ${'漢'.repeat(60)}` } as const
  return converted(`${oddNames}\n${row}\n`, { output, input: { header_row: 1, delimiter: ',' } })
}

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('PostgreSQL loads through psql', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop())

  test.each(['inserts', 'bulk'] as const)('every string as %s', async (style) => {
    await server.load(
      `DROP TABLE IF EXISTS t;\n${await asScript(tortureRows, { dialect: 'postgresql', style, batch_rows: 7 })}`,
    )
    const columns = columnNames.map((name) => `encode(convert_to(${name}, 'UTF8'), 'hex')`).join(', ')
    expect(fromHex(await server.query(`SELECT ${columns} FROM t ORDER BY b::int`))).toEqual(tortureRows)
  })

  test.each(['inserts', 'bulk'] as const)('every type as %s', async (style) => {
    await server.load(`DROP TABLE IF EXISTS typed;\n${await typedScript({ dialect: 'postgresql', style })}`)
    const rows = await server.query(
      `SET TIME ZONE 'UTC'; SELECT small, big, huge, d, exact, f, b, day, t, at, fine, tz, id, doc, word FROM typed`,
    )
    expect(withDecimalValues(rows, decimalColumns)).toEqual([
      [
        '-5',
        '9007199254740993',
        '12345678901234567890',
        '10.5',
        '0.1234567890123456789',
        '1.5e-07',
        't',
        '2024-02-29',
        '10:30:00',
        '2024-01-01 10:00:00',
        '2024-01-01 10:00:00.123456',
        '2024-01-01 08:00:00+00',
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
        'f',
        '1000-01-01',
        '23:59:59',
        '9999-12-31 23:59:59',
        '1999-12-31 23:59:59.999999',
        '2025-01-01 05:00:00+00',
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
        '65',
        't',
        '2000-01-01',
        '00:00:00',
        '2000-01-01 00:00:00',
        '2000-01-01 00:00:00.000001',
        '2000-01-01 00:00:00+00',
        '00000000-0000-4000-8000-000000000000',
        '{}',
        'é😀',
      ],
      [...Array.from({ length: 14 }, () => null), 'x'],
    ])
  })

  test('names that it does not accept unchanged', async () => {
    const { script, report } = await oddlyNamed('postgresql')
    await server.load(script)
    expect(await server.query(`SELECT * FROM "${report.table}"`)).toEqual([report.columns.map(() => '1')])
  })

  test('no data if the table already exists, because the script stops', async () => {
    await server.load('DROP TABLE IF EXISTS t; CREATE TABLE t (z int);')
    const script = await asScript([['1', '\\! touch /tmp/rowmill-ran', ';']], { dialect: 'postgresql', style: 'bulk' })
    await expect(server.load(script)).rejects.toThrow('already exists')
    expect(existsSync('/tmp/rowmill-ran')).toBe(false)
  })
})

describe.runIf(announced(hasMariadb(), mariadbMissing))('MariaDB loads through its client', () => {
  let server: Mariadb
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  const ways = (['mysql', 'mariadb'] as const).flatMap((dialect) =>
    (['inserts', 'bulk'] as const).map((style) => ({ dialect, style })),
  )

  test.each(ways)('every string as $dialect $style', async (output) => {
    await server.load(`DROP TABLE IF EXISTS t;\n${await asScript(tortureRows, { ...output, batch_rows: 7 })}`)
    const columns = columnNames.map((name) => `HEX(${name})`).join(', ')
    expect(fromHex(await server.query(`SELECT ${columns} FROM t ORDER BY CAST(b AS SIGNED)`))).toEqual(tortureRows)
  })

  test.each(['mysql', 'mariadb'] as const)('names that it does not accept unchanged, as %s', async (dialect) => {
    const { script, report } = await oddlyNamed(dialect)
    await server.load(`DROP TABLE IF EXISTS \`${report.table}\`;\n${script}`)
    expect(await server.query(`SET NAMES utf8mb4; SELECT * FROM \`${report.table}\``)).toEqual([
      report.columns.map(() => '1'),
    ])
  })

  test.each(['mysql', 'mariadb'] as const)('nested JSON exactly, as %s', async (dialect) => {
    const documents = [
      '{"b":12345678901234567890123,"a":1.10, "a":2}',
      '{"lone":"\\ud800"}',
      `${'['.repeat(150)}${']'.repeat(150)}`,
      '{"it\'s":"a\\nb\\\\"}',
    ]
    const file = documents.map((document) => `{"doc":${document}}\n`).join('')
    const { script } = await converted(file, { output: { dialect, table: 'nested' } }, 't.ndjson')
    await server.load(`DROP TABLE IF EXISTS nested;\n${script}`)
    expect(fromHex(await server.query('SELECT HEX(doc) FROM nested')).flat()).toEqual(documents)
    expect(script).toContain('doc LONGTEXT')
  })

  /** InnoDB counts the longest possible row, so it refuses more than 382 text columns or 55 UUID columns. */
  test.each([
    ['mysql', 1017, 'né'],
    ['mariadb', 1017, 'né'],
    ['mysql', 200, '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['mariadb', 200, '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ] as const)('for %s a table of %i columns such as %s', async (dialect, count, value) => {
    const names = Array.from({ length: count }, (_, at) => `c${at}`)
    const file = `${names.join(',')}\n${names.map(() => value).join(',')}\n`
    const { script } = await converted(file, { output: { dialect, table: 'wide' } })
    await server.load(`DROP TABLE IF EXISTS wide;\n${script}`)
    expect(await server.query('SET NAMES utf8mb4; SELECT * FROM wide; SELECT @@innodb_strict_mode')).toEqual([
      names.map(() => value),
      ['1'],
    ])
  })

  /** The client's character set on a machine in China, Taiwan, Japan or Korea. */
  test.each(['gbk', 'gb2312', 'big5', 'sjis', 'cp932', 'ujis', 'euckr', 'latin1'])(
    'every string through a client that reads %s',
    async (charset) => {
      const letters = Array.from('漢字表ソ能한글éяΩ', (letter) => [
        `${letter}\\`,
        `${letter}'`,
        `${letter}\r; DROP TABLE t;\n`,
      ])
      const rows = [...letters.flat(), ...texts].map((text, row) => [text, String(row), `a${text}`])
      for (const style of ['inserts', 'bulk'] as const) {
        const script = await asScript(rows, { dialect: 'mysql', style, table: '漢字', batch_rows: 7 })
        const options = [`--default-character-set=${charset}`]
        await server.load('SET NAMES utf8mb4; DROP TABLE IF EXISTS `漢字`;')
        await server.load(script, ...options)
        const back = await server.query(
          'SET NAMES utf8mb4; SELECT HEX(a), HEX(b), HEX(c) FROM `漢字` ORDER BY CAST(b AS SIGNED)',
        )
        expect(fromHex(back)).toEqual(rows)
      }
    },
  )

  /** SQL modes that an administrator may have set, from MariaDB's own list. */
  const modes = [
    'NO_BACKSLASH_ESCAPES,ANSI_QUOTES',
    '',
    'TRADITIONAL',
    'ANSI',
    'ORACLE',
    'MSSQL',
    'DB2',
    'MAXDB',
    'POSTGRESQL',
    'EMPTY_STRING_IS_NULL',
    'PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE,IGNORE_SPACE,NO_UNSIGNED_SUBTRACTION',
    'PAD_CHAR_TO_FULL_LENGTH,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO',
  ]

  test.each(modes)(
    'every string and every type in a session with sql_mode %j, as a user who may only create and fill tables',
    async (mode) => {
      const output = { dialect: 'mysql', style: 'bulk' } as const
      const before = `SET SESSION sql_mode = '${mode}';\nDROP TABLE IF EXISTS t, typed;\n`
      await server.load(before + (await asScript(tortureRows, output)) + (await typedScript(output)))
      expect(fromHex(await server.query('SELECT HEX(a) FROM t ORDER BY CAST(b AS SIGNED)'))).toEqual(
        texts.map((text) => [text]),
      )
      expect(await server.query('SELECT COUNT(*), SUM(big), MIN(fine) FROM typed')).toEqual([
        ['4', '-9214364837600034813', '1999-12-31 23:59:59.999999'],
      ])
    },
  )

  test.each(ways)('every string as $dialect $style if backslashes are not escapes by default', async (output) => {
    const script = await asScript(tortureRows, output)
    await server.load(`SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES';\nDROP TABLE IF EXISTS t;\n${script}`)
    expect(fromHex(await server.query('SELECT HEX(a) FROM t ORDER BY CAST(b AS SIGNED)'))).toEqual(
      texts.map((text) => [text]),
    )
  })

  test.each(ways)('every type as $dialect $style', async (output) => {
    await server.load(`DROP TABLE IF EXISTS typed;\n${await typedScript(output)}`)
    const rows = await server.query(
      'SELECT small, big, huge, d, exact, f, b, day, t, at, fine, tz, id, HEX(doc), HEX(word) FROM typed',
    )
    const inHex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase()
    expect(withDecimalValues(rows, decimalColumns)).toEqual([
      [
        '-5',
        '9007199254740993',
        '12345678901234567890',
        '10.5',
        '0.1234567890123456789',
        '0.00000015',
        '1',
        '2024-02-29',
        '10:30:00',
        '2024-01-01 10:00:00',
        '2024-01-01 10:00:00.123456',
        '2024-01-01 08:00:00',
        '0f8fad5b-d9cb-469f-a165-70867728950e',
        inHex('{"a": [1, 2.50]}'),
        inHex("it's"),
      ],
      [
        '32767',
        '-9223372036854775808',
        '-99999999999999999999',
        '-0.01',
        '-1.00000000000000000001',
        '-2.5e300',
        '0',
        '1000-01-01',
        '23:59:59',
        '9999-12-31 23:59:59',
        '1999-12-31 23:59:59.999999',
        '2025-01-01 05:00:00',
        'ffffffff-ffff-4fff-8fff-ffffffffffff',
        inHex('[]'),
        '',
      ],
      [
        '1',
        '2',
        '3',
        '4',
        '5.5',
        '65',
        '1',
        '2000-01-01',
        '00:00:00',
        '2000-01-01 00:00:00',
        '2000-01-01 00:00:00.000001',
        '2000-01-01 00:00:00',
        '00000000-0000-4000-8000-000000000000',
        inHex('{}'),
        inHex('é😀'),
      ],
      [...Array.from({ length: 14 }, () => null), inHex('x')],
    ])
  })
})

const hasSqlite = existsSync('/usr/bin/sqlite3')

describe.runIf(announced(hasSqlite, 'SQLite is not installed: apt-get install sqlite3'))(
  'the sqlite3 client loads',
  () => {
    let folder = ''
    beforeAll(() => {
      folder = temporaryFolder('sqlite', {})
    })
    const sqlite = (input: string): Promise<string> =>
      runOrThrow('/usr/bin/sqlite3', ['-batch', '-bail', join(folder, 'database')], input)
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each(['inserts', 'bulk'] as const)('every string as %s', async (style) => {
      await sqlite(
        `DROP TABLE IF EXISTS t;\n${await asScript(tortureRows, { dialect: 'sqlite', style, batch_rows: 7 })}`,
      )
      const lines = await sqlite('SELECT hex(a), hex(b), hex(c) FROM t ORDER BY CAST(b AS INTEGER);')
      expect(
        fromHex(
          lines
            .split('\n')
            .slice(0, -1)
            .map((line) => line.split('|')),
        ),
      ).toEqual(tortureRows)
    })

    test('a script only once, because the table exists the second time', async () => {
      const { script } = await converted('a\n1\n2\n', { output: { dialect: 'sqlite', table: 'once' } })
      await sqlite(script)
      await expect(sqlite(script)).rejects.toThrow('already exists')
      expect(await sqlite('SELECT count(*) FROM once;')).toBe('2\n')
    })

    test('names that it does not accept unchanged', async () => {
      const { script, report } = await oddlyNamed('sqlite')
      await sqlite(script)
      expect(await sqlite(`SELECT count(*) FROM "${report.table}";`)).toBe('1\n')
      await sqlite((await converted('a,b\n1,2\n', { output: { dialect: 'sqlite', table: 'sqlite_t' } })).script)
      expect(await sqlite('SELECT b FROM _sqlite_t;')).toBe('2\n')
    })

    test.each(['inserts', 'bulk'] as const)('every type as %s', async (style) => {
      await sqlite(`DROP TABLE IF EXISTS typed;\n${await typedScript({ dialect: 'sqlite', style })}`)
      const lines = await sqlite(
        '.nullvalue NULL\nSELECT small, big, huge, d, exact, f, b, day, t, at, fine, tz, id, doc, word FROM typed;',
      )
      expect(
        lines
          .split('\n')
          .slice(0, -1)
          .map((line) => line.split('|')),
      ).toEqual([
        [
          '-5',
          '9007199254740993',
          '12345678901234567890',
          '10.5',
          '0.12345678901234567890',
          '1.5e-07',
          '1',
          '2024-02-29',
          '10:30:00',
          '2024-01-01 10:00:00',
          '2024-01-01 10:00:00.123456',
          '2024-01-01 10:00:00+02:00',
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
          '0',
          '1000-01-01',
          '23:59:59',
          '9999-12-31 23:59:59',
          '1999-12-31 23:59:59.999999',
          '2024-12-31 23:30:00-05:30',
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
          '1',
          '2000-01-01',
          '00:00:00',
          '2000-01-01 00:00:00',
          '2000-01-01 00:00:00.000001',
          '2000-01-01 00:00:00+00:00',
          '00000000-0000-4000-8000-000000000000',
          '{}',
          'é😀',
        ],
        [...Array.from({ length: 14 }, () => 'NULL'), 'x'],
      ])
    })
  },
)
