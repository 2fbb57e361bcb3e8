import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { asCompared } from '../../../container/engine/dump/constants/comparing.ts'
import { foldingOf } from '../../../container/engine/dump/constants/foldings.ts'
import { runs } from '../../property-runs.ts'

describe.runIf(hasBoth)('rows that share keys within a dump end as in MariaDB', () => {
  const both = startBoth()
  const bothEndWith = async (dump: string, style: 'bulk' | 'inserts' = 'bulk') => {
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
    const loaded = await both.loaded(script)
    const query = 'SELECT a, b, c, d FROM t ORDER BY 1, 2, 3, 4'
    const theirs = (await both.mariadb.read(database, query)).map((row) => row.join('|'))
    const ours = (await loaded.query(query)).map((row) => row.join('|'))
    expect(ours.toSorted()).toEqual(theirs.toSorted())
    const columns = await loaded.query(
      "SELECT attname FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
    )
    expect(columns.flat()).toEqual(['a', 'b', 'c', 'd'])
    return report
  }
  const table =
    'CREATE TABLE t (a int NOT NULL, b int, c int, d varchar(3000), PRIMARY KEY (a), UNIQUE KEY b (b, c));\n'

  test.each([
    [
      'REPLACE keeps the last',
      "REPLACE INTO t VALUES (1,1,1,'x'),(1,2,2,'y');\nREPLACE INTO t VALUES (3,2,2,'z'),(4,NULL,1,'n'),(5,NULL,1,'n');",
    ],
    [
      'INSERT IGNORE keeps the first',
      "INSERT IGNORE INTO t VALUES (1,1,1,'x'),(1,2,2,'y'),(2,2,2,'z'),(3,1,1,'w'),(4,NULL,1,'n'),(5,NULL,1,'n');",
    ],
    [
      'ON DUPLICATE KEY UPDATE of everything',
      "INSERT INTO t (a, b, c, d) VALUES (1,1,1,'x'),(1,1,2,'y') ON DUPLICATE KEY UPDATE a = VALUES(a), b = VALUES(`b`), c = VALUES(c), d = VALUES(d);",
    ],
    [
      'ON DUPLICATE KEY UPDATE of nothing',
      "INSERT INTO t VALUES (1,1,1,'x'),(1,1,2,'y') ON DUPLICATE KEY UPDATE a = a;",
    ],
    [
      'plain rows first, then REPLACE',
      "INSERT INTO t VALUES (1,1,1,'x'),(2,2,2,'y');\nREPLACE INTO t VALUES (2,1,1,'z');",
    ],
  ])('%s', async (_name, statements) => {
    const report = await bothEndWith(`${table}${statements}\n`)
    expect(report.fixes.map(({ code }) => code)).toEqual(['duplicates_resolved'])
    expect(report.problems).toEqual([])
    await bothEndWith(`${table}${statements}\n`, 'inserts')
  })

  test('in other notations of their types', async () => {
    const types: readonly (readonly [string, readonly string[]])[] = [
      ['decimal(5,2)', ['1.5', '1.501', "'1.50'", '-0.001', '0', '1e1', '10', '1.505', '1.51']],
      ['double', ['1.5', '1.50', "'1.5e0'", '-0.0', '0', '1e1', '10.0']],
      ['float', ['0.1', "'0.10'", '0.100000001', '0.2']],
      [
        'datetime(2)',
        ["'2020-01-01 00:00:00.10'", "'2020-01-01 00:00:00.1'", "'2020-01-01'", '20200101', "'2020-1-1T0:0'"],
      ],
      ['timestamp NULL', ["'2020-01-01'", "'2020-01-01 00:00:00'", '20200101000000']],
      ['time(1)', ["'10:00:00.50'", "'10:00:00.5'", "'10:00'", '100000']],
      ['bigint unsigned', ['18446744073709551615', "'18446744073709551615'", '1.4', '1']],
      ['uuid', ["'123e4567-e89b-12d3-a456-426655440000'", "'123E4567-E89B-12D3-A456-426655440000'"]],
    ]
    const tables = types.flatMap(([type, values], at) =>
      ['INSERT IGNORE', 'REPLACE'].map((verb) => {
        const t = `${verb.charAt(0).toLowerCase()}${at}`
        const rows = values.map((value, id) => `(${id}, ${value}, 0)`).join()
        return `CREATE TABLE ${t} (id int PRIMARY KEY, k ${type}, n int, UNIQUE (k));\n${verb} INTO ${t} VALUES ${rows};\nUPDATE ${t} SET n = 1;\n`
      }),
    )
    const dump = `SET sql_mode = '', time_zone = '+00:00';\n${tables.join('')}`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.fixes.map(({ code }) => code)).not.toContain('statement_left_out')
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('with keys defined after the rows, and one that an update leaves alone', async () => {
    const rows =
      "INSERT INTO t VALUES (1,1,1,'x'),(1,2,2,'y') ON DUPLICATE KEY UPDATE b = VALUES(b), c = VALUES(c), d = VALUES(d);\n"
    const report = await bothEndWith(`CREATE TABLE t (a int NOT NULL PRIMARY KEY, b int, c int, d text);\n${rows}`)
    expect(report.fixes).toMatchObject([{ code: 'duplicates_resolved', count: 1 }])
  })

  test('except a row that needs a server, which is rejected', async () => {
    const { report } = await converted(
      `${table}INSERT INTO t VALUES (1,1,1,'x'),(1,2,2,'y') ON DUPLICATE KEY UPDATE c = FLOOR(RAND() * 9);\n`,
      { output: { dialect: 'postgresql' } },
      'dump.sql',
    )
    expect(report.problems).toMatchObject([{ code: 'row_rejected', table: 't', row: 2 }])
  })

  test('except a plain INSERT with the key of another row, which is rejected before psql sees it', async () => {
    const dump = `${table}INSERT IGNORE INTO t VALUES (1,1,1,'x');\nINSERT INTO t VALUES (2,2,2,'y'),(1,3,3,'z');\n`
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems).toMatchObject([{ row: 2 }, { row: 3, column: 'a', value: '1' }])
    expect(await (await both.loaded(script)).query('SELECT a FROM t')).toEqual([['1']])
  })

  test('even if they exceed memory, since PostgreSQL finds the collisions', async () => {
    const filler = 'm'.repeat(2200)
    const rows = Array.from({ length: 3200 }, (_, at) => `(${at % 3000},${at % 2500},${at % 7},'${filler}')`)
    for (const word of ['REPLACE', 'INSERT IGNORE']) {
      const report = await bothEndWith(`${table}${word} INTO t VALUES ${rows.join(',\n')};\n`)
      expect(report.fixes).toEqual([])
    }
  })

  test('with any rows under two keys', async () => {
    expect.hasAssertions()
    const cell = fc.oneof(
      { weight: 9, arbitrary: fc.nat(6).map(String) },
      { weight: 1, arbitrary: fc.constant('NULL') },
    )
    const row = fc.tuple(fc.nat(8), cell, cell, fc.constantFrom('s', 'm'.repeat(2000), ''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 20, maxLength: 60 }),
        fc.constantFrom('REPLACE', 'INSERT IGNORE'),
        async (rows, word) => {
          const values = rows.map(([a, b, c, d], at) => `(${a},${b},${c},'${d}${at}')`)
          await bothEndWith(`${table}${word} INTO t VALUES ${values.join(',\n')};\n`)
        },
      ),
      { numRuns: runs(6), endOnFailure: true },
    )
  }, 600_000)

  const computedTypes: readonly (readonly [string, string])[] = [
    ['VARCHAR(20)', 'LOWER(b)'],
    ['VARCHAR(40)', "CONCAT(b, '-', c)"],
    ['INT', 'c % 3'],
    ['DECIMAL(5,1)', 'c / 4'],
    ['TINYINT', 'IF(c IS NULL, 1, NULL)'],
    ['CHAR(32)', 'MD5(b)'],
    ['VARCHAR(20)', 'LEFT(b, 1)'],
    ['DATE', 'DATE(d)'],
    ['INT', 'CHAR_LENGTH(b)'],
  ]

  test('with keys that contain a generated column or the beginning of one', { timeout: 600_000 }, async () => {
    expect.hasAssertions()
    const letters = fc.constantFrom("'a'", "'A'", "'ab'", "'a-b'", "'é'", "'b '", 'NULL')
    const day = fc.constantFrom("'2024-01-01'", "'2024-01-01 10:00:00'", "'2024-01-02'", 'NULL')
    const row = fc.tuple(fc.nat(9), letters, fc.constantFrom('0', '1', '2', '5', '-7', 'NULL'), day)
    const verb = fc.constantFrom('INSERT IGNORE INTO', 'REPLACE INTO', 'UPDATE', 'INSERT INTO')
    const statement = fc.tuple(verb, fc.array(row, { minLength: 1, maxLength: 3 }))
    const keys = fc.constantFrom('UNIQUE (g)', 'UNIQUE (c, g)', 'UNIQUE (g), UNIQUE (b)', 'UNIQUE (b(1), g)')
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...computedTypes),
        fc.constantFrom('STORED', 'VIRTUAL'),
        keys,
        fc.array(statement, { minLength: 2, maxLength: 5 }),
        async ([type, expression], kind, unique, statements) => {
          const lines = statements.map(([word, rows]) => {
            const values = rows.map((cells) => `(${cells.join(', ')})`).join(', ')
            const isUpdate = word === 'UPDATE'
            return `${isUpdate ? 'INSERT INTO' : word} t (a, b, c, d) VALUES ${values}${isUpdate ? ' ON DUPLICATE KEY UPDATE c = 3' : ''}`
          })
          const create = `CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20), c INT, d DATETIME, g ${type} AS (${expression}) ${kind}, ${unique})`
          const { dump, database } = await both.ranWithoutRefused([create, ...lines, 'DELETE FROM t WHERE a > 8'])
          const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
          const loaded = await both.loaded(script)
          if (report.fixes.some(({ code }) => code === 'index_dropped')) return
          await expectSameRows(both.mariadb, database, loaded, report)
          compared++
        },
      ),
      { numRuns: runs(24), endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(runs(24) / 2)
  })

  test.each([
    ['of a generated column', 'l VARCHAR(9) AS (LOWER(b)), UNIQUE k (l)', "'a'", "'A'"],
    ['of an expression', 'UNIQUE k ((LOWER(b)))', "'a'", "'A'"],
    ['of the first characters', 'UNIQUE k (b(2))', "'éab'", "'éac'"],
    ['of the first bytes', 'l BLOB, UNIQUE k (l(2))', "'a', 'abc'", "'b', 'abd'"],
    ['of CHAR', 'l CHAR(9), UNIQUE k (l)', "'a', 'abc'", "'b', 'abc '"],
  ])('except a plain row that shares a key %s, which is rejected', async (_name, rest, one, other) => {
    const columns = /^l (?:BLOB|CHAR)/.test(rest) ? 'a, b, l' : 'a, b'
    const dump = `CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(9), ${rest});\nINSERT INTO t (${columns}) VALUES (1, ${one});\nINSERT INTO t (${columns}) VALUES (2, ${other});\n`
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.problems).toMatchObject([{ row: 2, message: expect.stringContaining('(k)') }])
    expect(await (await both.loaded(script)).query('SELECT a FROM t')).toEqual([['1']])
  })

  test('except that a key is left out with its text if only a server could compute it', async () => {
    const dump =
      'CREATE TABLE t (a INT PRIMARY KEY, b TIMESTAMP DEFAULT NOW(), l DATE AS (DATE(b)), UNIQUE k (l));\nINSERT IGNORE INTO t (a) VALUES (1), (2);\n'
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    const left = report.fixes.find(({ code }) => code === 'index_dropped')
    expect(left?.message).toContain('UNIQUE KEY `k` (`l`)')
    await both.loaded(script)
  })

  test('the collation decides which texts are equal', async () => {
    const from = (first: number, last: number): string[] =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    const latin = ['ss', 'ae', 'oe', 'a', 'A', 'i', 'o', 'u', 's', 'S', 'y', '[', ']', 'b', 'b  ', ...from(0xc0, 0xff)]
    const cyrillic = from(0x410, 0x44f)
    const wide = ['😀', '😁', ...latin, ...from(0x100, 0x17f), ...from(0x386, 0x3ce), ...cyrillic]
    const collations = {
      latin1_swedish_ci: latin,
      latin1_german1_ci: latin,
      latin1_general_ci: latin,
      latin1_danish_ci: latin,
      latin1_spanish_ci: latin,
      latin1_bin: latin,
      cp1251_general_ci: [...cyrillic, 'ё', 'ї', 'Ґ', 'ґ'],
      utf8mb4_general_ci: wide,
      utf8mb4_unicode_ci: wide,
      utf8mb4_unicode_520_ci: wide,
      utf8mb4_uca1400_ai_ci: wide,
      utf8mb4_general_nopad_ci: ['b', 'b ', 'É', 'e'],
      utf8mb4_nopad_bin: ['b', 'b ', 'É', 'e'],
    }
    const tables = Object.entries(collations).map(
      ([name, texts]) => `CREATE TABLE ${name} (c varchar(9) COLLATE ${name}, n int, UNIQUE KEY (c));
INSERT IGNORE INTO ${name} (c) VALUES ${texts.map((text) => `('${text}')`).join()};
UPDATE ${name} SET n = 1 WHERE c = 'e' OR c = 'o ' OR c = 'b';`,
    )
    const dump = `SET NAMES utf8mb4;
CREATE TABLE plain (c varchar(9), UNIQUE KEY (c)) CHARSET=latin1;
INSERT IGNORE INTO plain VALUES ('Malmö'), ('Malmo'), ('malmÖ'), ('Weiß'), ('Weiss'), ('Åre'), ('Are');
${tables.join('\n')}\n`
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.fixes.map(({ code }) => code)).not.toContain('statement_left_out')
    const loaded = await both.loaded(script)
    for (const name of ['plain', ...Object.keys(collations)]) {
      const n = name === 'plain' ? '' : ', n'
      const theirs = await both.mariadb.read(database, `SELECT CONVERT(c USING utf8mb4)${n} FROM ${name}`)
      const ours = await loaded.query(`SELECT c${n} FROM ${name}`)
      expect(ours.map(String).toSorted(), name).toEqual(theirs.map(String).toSorted())
    }
  })

  test('no letters are equal that MariaDB tells apart, in any collation', async () => {
    const names = await both.mariadb.read(
      'mysql',
      "SELECT CHARACTER_SET_NAME, FULL_COLLATION_NAME FROM information_schema.COLLATION_CHARACTER_SET_APPLICABILITY WHERE FULL_COLLATION_NAME REGEXP '^(utf8mb4_(general|unicode|unicode_520|uca1400_a[is]|uca1400_swedish_ai|swedish|spanish|polish|turkish|german2)|latin._[a-z0-9]+|cp125._[a-z]+|cp866_general|utf8mb3_general)_ci$'",
    )
    expect(names.length).toBeGreaterThan(30)
    const exact = new Set([
      'utf8mb4_general_ci',
      'latin1_swedish_ci',
      'latin1_german1_ci',
      'latin1_danish_ci',
      'cp1251_general_ci',
    ])
    // Servers differ in the default collation of UTF-8, so an undeclared one has to suit all of them.
    const defaults = new Set(['utf8mb4_general_ci', 'utf8mb4_uca1400_ai_ci', 'utf8mb3_general_ci'])
    const ranges = '(seq < 592 OR seq BETWEEN 880 AND 1327 OR seq BETWEEN 2304 AND 2431 OR seq BETWEEN 7680 AND 7935)'
    const classes = await both.mariadb.read(
      'mysql',
      names
        .map(([charset, name]) => {
          const letter = `CONVERT(CHAR(seq USING utf32) USING ${charset})`
          return `SELECT '${charset}', '${name}', GROUP_CONCAT(seq) FROM seq_33_to_7935 WHERE ${ranges} AND CONVERT(${letter} USING utf32) = CONVERT(CHAR(seq USING utf32) USING utf32) COLLATE utf32_bin GROUP BY HEX(WEIGHT_STRING(${letter} COLLATE ${name}))`
        })
        .join(' UNION ALL '),
    )
    const found = new Set<string>()
    const merged: string[] = []
    const apart: string[] = []
    for (const [charset = null, name, places] of classes) {
      const foldings = [foldingOf({ charset, collation: name })]
      if (defaults.has(name ?? '')) foldings.push(foldingOf({ charset, collation: null }))
      for (const [at, folding] of foldings.entries()) {
        const keys = new Set(
          (places ?? '').split(',').map((place) => asCompared(String.fromCodePoint(Number(place)), false, folding)),
        )
        for (const key of keys) {
          const id = `${name} ${at} ${key}`
          if (found.has(id)) merged.push(id)
          found.add(id)
        }
        const isWritten = (places ?? '').split(',').every((place) => Number(place) < 256)
        if (at === 0 && exact.has(name ?? '') && isWritten && keys.size > 1) apart.push(`${name} ${[...keys].join('')}`)
      }
    }
    expect(merged).toEqual([])
    expect(apart).toEqual([])
  })
})
