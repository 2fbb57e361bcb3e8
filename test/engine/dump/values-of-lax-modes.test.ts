import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const bulk = { output: { dialect: 'postgresql', style: 'bulk' } } as const

/** Scripts that MariaDB accepts, each with a query whose rows must be the same in PostgreSQL. */
const scripts: readonly (readonly [string, string, string])[] = [
  [
    'NULL in a NOT NULL column of several rows, and of one',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL, v varchar(9) NOT NULL, e enum('x','y') NOT NULL, d decimal(5,2) NOT NULL DEFAULT 7);
INSERT INTO t VALUES (1, NULL, NULL, NULL, NULL), (2, 5, 'a', 'y', NULL), (3, NULL, 'c', NULL, 1);
INSERT INTO t (id, n, v, e) VALUES (4, 1, 'b', 'x') , (5, NULL, NULL, NULL);
INSERT IGNORE INTO t VALUES (6, NULL, NULL, NULL, NULL);
`,
    'SELECT * FROM t ORDER BY id',
  ],
  [
    'omitted values of columns that PostgreSQL needs to be nullable',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, e enum('x','y') NOT NULL, d date NOT NULL, dt datetime NOT NULL);
INSERT INTO t VALUES (1, '', '0000-00-00', '0000-00-00 00:00:00');
INSERT INTO t (id) VALUES (2);
INSERT INTO t VALUES (3, DEFAULT, DEFAULT, DEFAULT), (4, 'y', '2024-01-02', '2024-01-02 03:04:05');
`,
    'SELECT id, e FROM t WHERE id > 1 ORDER BY id',
  ],
  [
    'decimals with exponents beyond all limits',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, d decimal(5,2), u decimal(5,2) unsigned);
INSERT INTO t VALUES (1, '-1e9999999999', '-1e9999999999'), (2, '1e9999999999', '1e9999999999'), (3, '0e9999999999', '-0e9999999999');
INSERT INTO t VALUES (4, -1e300, -1e300), (5, '-1e400', '-1e400'), (6, '1e400', '1e400'), (7, '-1e99999', '-1e-99999'), (8, '-1e20', 0);
SET sql_mode='STRICT_ALL_TABLES';
INSERT INTO t VALUES (11, '-1e-400', '-1e-400'), (12, 0, -1e-300);
`,
    'SELECT * FROM t ORDER BY id',
  ],
  [
    'IGNORE makes a strict script lax',
    `CREATE TABLE t (id int PRIMARY KEY, n tinyint NOT NULL, v varchar(3) NOT NULL);
INSERT IGNORE INTO t VALUES (1, 300, 'too long'), (2, NULL, NULL);
INSERT IGNORE INTO t (id) VALUES (3);
INSERT IGNORE INTO t VALUES (4, '12abc', 'x');
`,
    'SELECT * FROM t ORDER BY id',
  ],
  [
    'the default mode is lax for later rows of tables without transactions',
    `CREATE TABLE t (id int PRIMARY KEY, n tinyint NOT NULL, v varchar(3), d date NOT NULL, b tinyint(1)) ENGINE=MyISAM;
INSERT INTO t VALUES (1, 5, 'abc', '2024-01-01', 1), (2, 500, 'abcd', '2024-13-01', 300), (3, NULL, 'abcd', NULL, 1);
INSERT INTO t VALUES (4, 5, 'abc', '2024-01-01', 1);
INSERT INTO t VALUES (5, 5, 'abc', '2024-01-01', 1), (6, 5, 'abc', '2024-01-01', 1) ,
  (7, -500, 'abcd', 'x', 1);
SET sql_mode = CONCAT(@@sql_mode, ',NO_ZERO_IN_DATE'), @old = @@sql_mode;
SET sql_mode = '';
SET sql_mode = @old;
INSERT INTO t VALUES (8, 5, 'abc', '2024-01-01', 1), (9, 500, 'abc', '2024-01-01', 1);
SET sql_mode = DEFAULT;
INSERT INTO t VALUES (10, 5, 'abc', '2024-01-01', 1), (11, 5, 'abcd', '2024-01-01', 1);
SET sql_mode = (SELECT REPLACE(@@sql_mode, 'STRICT_TRANS_TABLES', ''));
INSERT INTO t VALUES (12, 500, 'abc', '2024-01-01', 1);
`,
    'SELECT id, n, v, b FROM t ORDER BY id',
  ],
  [
    'texts and bytes longer than their type',
    `SET NAMES utf8mb4; SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, a tinytext, b tinyblob, c text, d blob, e tinytext) CHARSET=utf8mb4;
INSERT INTO t VALUES (1, '${'é'.repeat(200)}', '${'b'.repeat(300)}', '${'ü'.repeat(40_000)}', '${'x'.repeat(70_000)}', '${'y'.repeat(255)}');
INSERT INTO t VALUES (2, 'ab', 'cd', 'ef', 'gh', NULL), (3, '${'x'.repeat(256)}', 'cd', '${'z'.repeat(65_536)}', 'gh', 'i');
`,
    'SELECT id, length(a), length(c), length(d), length(b), length(e) FROM t ORDER BY id',
  ],
  [
    'NULL and omitted values of bytes, UUIDs and addresses',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, b binary(3) NOT NULL, o binary NOT NULL, v varbinary(3) NOT NULL, u uuid NOT NULL, i4 inet4 NOT NULL, i6 inet6 NOT NULL);
INSERT INTO t VALUES (1, NULL, NULL, NULL, NULL, NULL, NULL), (2, 'a', 'b', 'c', '123e4567-e89b-12d3-a456-426655440000', '10.0.0.1', '::1');
INSERT INTO t (id) VALUES (3), (4);
INSERT IGNORE INTO t VALUES (5, NULL, NULL, NULL, NULL, NULL, NULL);
ALTER TABLE t ADD w uuid NOT NULL, ADD j inet6 NOT NULL, ADD c binary(2) NOT NULL;
`,
    'SELECT id, HEX(b), HEX(o), HEX(v), u, i4, i6, w, j, HEX(c) FROM t ORDER BY id',
  ],
  [
    'invalid labels of an enum with an empty label',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, e enum('a','B','') NOT NULL, f enum('a','') DEFAULT 'a');
INSERT INTO t VALUES (1, 'B', 'a'), (2, 0, 0), (3, 'z', 'z');
INSERT INTO t VALUES (4, 9, 9);
INSERT INTO t VALUES (5, 0, NULL);
`,
    'SELECT * FROM t ORDER BY id',
  ],
  [
    'times beyond their range',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, a time, b time(2));
INSERT INTO t VALUES (1,'10:00:00','10:00:00'),(2,'-900:00:00','-999:59:59'),(3,'838:59:59','838:59:59.99'),(4,'900:00:00','-838:59:59.999'),(5,'837:59:59','100:00:00.25');
`,
    'SELECT id, a, b FROM t WHERE id > 1 ORDER BY id',
  ],
  [
    'years of four digits',
    `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, y year);
INSERT INTO t VALUES (1,1900),(2,1901),(3,2155),(4,2156),(5,1000),(6,2047),(7,'1900'),(8,'2155'),(9,'2156'),(10,8191);
`,
    'SELECT id, y + 0 FROM t ORDER BY id',
  ],
  [
    'defaults with an exponent',
    `CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, f double DEFAULT 1e3, g decimal(9,3) DEFAULT -1.5e2, v int);
INSERT INTO t (v) VALUES (1), (2);
INSERT IGNORE INTO t (id, v) VALUES (1, 3), (7, DEFAULT);
`,
    'SELECT id, f, round(g, 0), v FROM t ORDER BY id',
  ],
  [
    'SERIAL DEFAULT VALUE',
    `CREATE TABLE t (v int, id bigint SERIAL DEFAULT VALUE);
INSERT INTO t (v) VALUES (5), (6);
`,
    'SELECT v, id FROM t ORDER BY id',
  ],
]

/** Statements that read an invalid label, which is the empty string for MariaDB and NULL for PostgreSQL. */
const readingLabels = `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, e enum('a','b'), x int, f enum('a','b'), KEY (e));
INSERT INTO t VALUES (1,'a',1,'b'),(2,'',2,'a'),(3,'b',3,''),(4,NULL,4,NULL),(5,'z',5,'a'),(6,0,6,'b');
CREATE TABLE u LIKE t;
INSERT INTO u SELECT * FROM t;
UPDATE t SET x = 9 WHERE e = 'a';
UPDATE t SET x = x + 10 WHERE e <> 'a';
UPDATE t SET x = x + 20 WHERE e IS NULL;
UPDATE t SET x = x + 40 WHERE e IN ('a', 'b');
UPDATE t SET x = x + 80 WHERE e NOT IN ('b', 'zz');
UPDATE t SET x = x + 160 WHERE e = 'zz' OR f = ' ';
UPDATE t SET f = e WHERE id < 4;
UPDATE t SET x = x + 320 WHERE f = '';
DELETE FROM t WHERE e = '' AND id < 6;
INSERT INTO u SELECT id + 10, e, x, f FROM t;
UPDATE u SET x = (SELECT COUNT(e) FROM t) WHERE id = 1;
`

const digits = fc.stringMatching(/^(?:0{0,30}\d{0,4}|\d{0,24}|1844674407370955161\d{0,3})$/)

/** Strings of numbers around the limits of 64 bits, with exponents around those that a server reads to their end. */
const numberStrings = fc
  .tuple(
    fc.constantFrom('', '-', '+', ' -'),
    digits,
    fc.option(digits, { nil: '' }),
    fc.oneof(fc.constant(''), fc.tuple(fc.constantFrom('e', 'E-', 'e+'), fc.integer({ min: 0, max: 450 }))),
    fc.constantFrom('', '', '', '', 'x', ' '),
  )
  .map(([sign, whole, fraction, exponent, end]) => {
    const point = fraction === '' ? '' : `.${fraction}`
    return `${sign}${whole}${point}${exponent === '' ? '' : exponent.join('')}${end}`
  })

const integerTypes = ['tinyint', 'int unsigned', 'bigint', 'bigint unsigned', 'year']

/** Dates in every order, with any sign between their numbers, and a time and other text after some of them. */
const dateStrings = (...numbers: readonly string[]): fc.Arbitrary<string> => {
  const number = fc.constantFrom('1', '05', '12', '010', '1980', ...numbers)
  const later = fc.tuple(fc.constantFrom('-', '-', '/', '.', ' ', ':', 'T', '_', '@', '  ', '--'), number)
  const end = fc.constantFrom('', '', ' ', '.5', 'Z', ' PM', '.')
  return fc
    .tuple(fc.constantFrom('2003', '17', '03', '3', '1980'), fc.array(later, { minLength: 2, maxLength: 6 }), end)
    .map(([first, others, rest]) => `${first}${others.flat().join('')}${rest}`)
}

const inPostgresql = (query: string): string =>
  query
    .replaceAll(/length\(([ace])\)/g, 'octet_length($1)')
    .replaceAll(/HEX\((\w)\)/g, "upper(encode($1, 'hex'))")
    .replaceAll(/\bi[46]\b|\bj\b/g, 'host($&)')

describe.runIf(hasBoth)('scripts in lax modes give the values that MariaDB stores', () => {
  const both = startBoth()

  test.each(
    'utf8 ascii latin1 latin2 latin5 latin7 cp1250 cp1251 cp1256 cp1257 koi8r koi8u greek hebrew cp866 macroman'.split(
      ' ',
    ),
  )('characters that a column in %s lacks are kept and counted', async (charset) => {
    const codes = [
      [0xa0, 0x180],
      [0x2b0, 0x2e0],
      [0x370, 0x460],
      [0x5d0, 0x6d8],
      [0x2010, 0x2040],
      [0x20a0, 0x20b0],
    ]
    const others = [0x152, 0x7ff, 0x800, 0x2116, 0x2122, 0x2219, 0x221a, 0x2320, 0x2550, 0x3042, 0xfb01, 0x1f600]
    const ranges = codes.flatMap(([from = 0, to = 0]) => Array.from({ length: to - from }, (_, at) => from + at))
    const texts = [...ranges, ...others].map((code) => `a${String.fromCodePoint(code)}${'é'.repeat(code % 2)}z`)
    const rows = texts.map((text, at) => `(${at},'${text}')`).join(',\n')
    const dump = `SET NAMES utf8mb4; SET sql_mode='';
CREATE TABLE t (id int, v varchar(9)) CHARSET=${charset};
INSERT INTO t VALUES ${rows};\n`
    const database = await both.ran(dump)
    const theirs = await both.mariadb.read(database, 'SELECT CONVERT(v USING utf8mb4) FROM t ORDER BY id')
    const count = texts.filter((text, at) => theirs[at]?.[0] !== text).length
    for (const style of ['bulk', 'inserts'] as const) {
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const fixes = report.fixes.flatMap(({ code, count: times }) => (code === 'foreign_characters' ? times : []))
      expect(fixes).toEqual(count === 0 ? [] : [count])
      for (const text of texts) expect(script).toContain(text)
    }
  })

  test('characters beyond SET NAMES utf8 are kept and counted', async () => {
    const dump = `SET NAMES utf8; SET sql_mode='';
CREATE TABLE t (id int, v varchar(9), j json) CHARSET=utf8mb4;
INSERT INTO t VALUES (1,'é','1'),(2,'x😀','1'),(3,_utf8mb4'x😀','1'),(4,NULL,'1'),(5,'€','1');
SET NAMES utf8mb4;
INSERT INTO t VALUES (6,'x😀','"😀"');\n`
    const database = await both.ran(dump)
    const theirs = await both.mariadb.read(database, "SELECT id FROM t WHERE v LIKE '%?%'")
    const { report } = await converted(dump, bulk, 'dump.sql')
    expect(theirs).toEqual([['2']])
    expect(report.fixes).toMatchObject([{ code: 'foreign_characters', column: 'v', count: 1 }])
  })

  test('statements that read invalid labels', async () => {
    const database = await both.ran(readingLabels)
    const { script, report } = await converted(readingLabels, bulk, 'dump.sql')
    expect(report.problems).toEqual([])
    expect(report.fixes.map(({ code }) => code)).not.toContain('statement_left_out')
    const loaded = await both.loaded(script)
    for (const table of ['t', 'u']) {
      const labels = (column: string): string => `NULLIF(${column}, '')`
      const theirs = `SELECT id, ${labels('e')}, x, ${labels('f')} FROM ${table} ORDER BY id`
      expect(await loaded.query(`SELECT id, e, x, f FROM ${table} ORDER BY id`)).toEqual(
        await both.mariadb.read(database, theirs),
      )
    }
  })

  test.each(scripts)('%s', async (_, dump, query) => {
    const database = await both.ran(dump)
    const { script } = await converted(dump, bulk, 'dump.sql')
    const loaded = await both.loaded(script)
    expect(await loaded.query(inPostgresql(query))).toEqual(await both.mariadb.read(database, query))
  })

  test.each([
    ['a single row', 'INSERT INTO t VALUES (1, NULL)'],
    ['SET', 'INSERT INTO t SET id = 1, n = NULL'],
    ['one row after a statement of its kind', 'INSERT INTO t VALUES (2, 2);\nINSERT INTO t VALUES (1, NULL)'],
  ])('except NULL in a NOT NULL column, which is refused: %s', async (_, insert) => {
    const dump = `SET sql_mode='';\nCREATE TABLE t (id int, n int NOT NULL);\n${insert};\n`
    await expect(both.ran(dump)).rejects.toThrow('cannot be null')
    const { report } = await converted(dump, bulk, 'dump.sql')
    expect(report.rows.rejected).toBe(1)
  })

  test.each([
    ['lax', "SET sql_mode = ''", 'INSERT'],
    ['strict', "SET sql_mode = 'STRICT_ALL_TABLES'", 'INSERT'],
    ['IGNORE', "SET sql_mode = 'STRICT_ALL_TABLES'", 'INSERT IGNORE'],
  ])('any string of a number in a column of integers: %s', async (_, mode, insert) => {
    expect.hasAssertions()
    const strings = ['-1e400', '-1e20', '0e400', '1e-400', ...fc.sample(numberStrings, runs(200))]
    const lines = strings.flatMap((string, id) =>
      integerTypes.map((_type, at) => `${insert} INTO t (id, c${at}) VALUES (${id}, '${string}')`),
    )
    const columns = integerTypes.map((type, at) => `c${at} ${type}`).join(', ')
    const all = [mode, `CREATE TABLE t (id int, ${columns})`, ...lines]
    const { database } = await both.ranWithoutRefused(all)
    const { script, report } = await converted(all.map((line) => `${line};\n`).join(''), bulk, 'dump.sql')
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test.each([
    ['lax', '', dateStrings('0', '31', '60', '99')],
    ['strict', 'STRICT_ALL_TABLES', dateStrings()],
  ])('any string that begins like a date in a column of dates: %s', async (_, mode, strings) => {
    expect.hasAssertions()
    const known = ['31.12.2003', '03/01/2003', '17-12-1980', '2003-01-051', '2003-01-05-10.11.12.5', '2003-1-5 010:1:1']
    const lines = [...known, ...fc.sample(strings, runs(200))].map(
      (string, id) => `INSERT INTO t (id, ${id % 2 === 0 ? 'd' : 'dt'}) VALUES (${id}, '${string}')`,
    )
    const all = [`SET sql_mode = '${mode}'`, 'CREATE TABLE t (id int, d date, dt datetime(6))', ...lines]
    const { database } = await both.ranWithoutRefused(all)
    const { script, report } = await converted(all.map((line) => `${line};\n`).join(''), bulk, 'dump.sql')
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('a strict script refuses a number near zero in a column of labels', async () => {
    const numbers = ['1e-400', '-1e-400', '1e-5', '0.4', '1.9', '2e0', '+1']
    const lines = numbers.map((number) => `INSERT INTO t VALUES (${number})`)
    const all = ["SET sql_mode = 'STRICT_ALL_TABLES'", "CREATE TABLE t (e enum('x','y'))", ...lines]
    const { database } = await both.ranWithoutRefused(all)
    const { script, report } = await converted(all.map((line) => `${line};\n`).join(''), bulk, 'dump.sql')
    expect(report.rows.rejected).toBe(4)
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('a number keeps 81 digits in a column of text, and one with more whole digits is rejected', async () => {
    const wholes = ['', '0', '1', '00012', '7'.repeat(10), '7'.repeat(65), '7'.repeat(81), `${'0'.repeat(80)}77`]
    const signs = ['', '-', '+']
    const numbers = signs.flatMap((sign) =>
      wholes.flatMap((whole) => [3, 72, 99].map((places) => `${sign}${whole}.${'6'.repeat(places)}`)),
    )
    const table = "SET sql_mode='';\nCREATE TABLE t (v varchar(300), f double);\n"
    const insert = (number: string): string => `INSERT INTO t VALUES (${number}, ${number});\n`
    const dump = `${table}${numbers.map(insert).join('')}`
    const database = await both.ran(dump)
    const long = signs.map((sign) => insert(`${sign}${'7'.repeat(82)}`)).join('')
    const { script, report } = await converted(`${dump}${long}UPDATE t SET v = ${'7'.repeat(82)};\n`, bulk, 'dump.sql')
    expect(report.rows.rejected).toBe(signs.length)
    expect(report.fixes).toMatchObject([{ code: 'statement_left_out', count: 1 }])
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('a strict script refuses what is not an address', async () => {
    const addresses = [
      ...[
        '::1',
        '10.0.0.1',
        '255.255.255.255',
        '256.1.1.1',
        '1.2.3',
        '01.2.3.4',
        '1.2.3.4.',
        '1.2.3.4 ',
        '1.2.3.4/8',
        '',
      ],
      ...['::', '::ffff:10.0.0.1', '::1.2.3.4', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', 'FE80::1', 'FE80::1%eth0'],
      ...['1::2::3', '12345::', '1:2:3', '550E8400E29B41D4A716446655440000', '1:2:3:4:5:6:7:8:9', '::1/64', '[::1]'],
    ]
    const lines = addresses.flatMap((one) => [`INSERT INTO t VALUES ('${one}')`, `INSERT INTO s VALUES ('${one}')`])
    const all = ['CREATE TABLE t (a inet6)', 'CREATE TABLE s (a inet4)', ...lines]
    const { database } = await both.ranWithoutRefused(all)
    const { script, report } = await converted(all.map((line) => `${line};\n`).join(''), bulk, 'dump.sql')
    expect(report.rows.converted).toBeGreaterThan(8)
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('a strict script refuses a string that is too long for its type', async () => {
    const dump = `CREATE TABLE t (id int, a tinytext) CHARSET=utf8mb4;\nINSERT INTO t VALUES (1, '${'é'.repeat(128)}');\n`
    await expect(both.ran(dump)).rejects.toThrow('INSERT INTO t')
    const { report } = await converted(dump, bulk, 'dump.sql')
    expect(report.problems).toMatchObject([{ column: 'a', message: 'The value is longer than 255 bytes.' }])
  })
})

test('the default mode is strict for the first row of each statement', async () => {
  const table = 'CREATE TABLE t (id int PRIMARY KEY, n tinyint, v varchar(3)) ENGINE=MyISAM;'
  const rows = `INSERT INTO t VALUES (1, 7, 'a');
INSERT INTO t VALUES (2, 700, 'a');
INSERT INTO t VALUES (3, 7, 'a'), (4, 7, 'abcd');
INSERT INTO t VALUES (5, 7, 'abcd');
SET @mode = @@sql_mode, sql_mode = '';
INSERT INTO t VALUES (6, 700, 'a');
SET sql_mode = @mode;
INSERT INTO t VALUES (7, 700, 'a'), (8, 7, 'abcd');
SET sql_mode = 'STRICT_ALL_TABLES';
INSERT INTO t VALUES (9, 7, 'a'), (10, 700, 'a');`
  for (const style of ['bulk', 'inserts'] as const) {
    const { report } = await converted(`${table}\n${rows}`, { output: { dialect: 'postgresql', style } }, 'dump.sql')
    expect(report.problems.map(({ row }) => row)).toEqual([2, 5, 7, 10])
  }
})

test('an omitted date is a zero date, which is not NULL for the server', async () => {
  const dump = `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, d date NOT NULL, e date);
INSERT INTO t (id, e) VALUES (1, '2024-01-02'), (2, '2024-01-03');
DELETE FROM t WHERE e NOT IN (SELECT d FROM t);
`
  const { report } = await converted(dump, bulk, 'dump.sql')
  expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'zero_date', column: 'd', count: 2 }))
  expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'statement_left_out', count: 1 }))
})

test('an invalid label that is NULL in PostgreSQL is neither copied as another value nor computed with', async () => {
  const dump = `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, e enum('a','B'), v varchar(9), n int);
CREATE TABLE s (id int PRIMARY KEY, e enum('B','a'), f enum('a','B') NOT NULL);
INSERT INTO t (id, e) VALUES (1, 'a'), (2, 'z'), (3, NULL), (4, 'B');
UPDATE t SET v = e;
UPDATE t SET n = e;
UPDATE t SET n = 1 WHERE e > 'a';
UPDATE t SET n = 1 WHERE e = 0;
INSERT INTO s (id, e) SELECT id, e FROM t;
INSERT INTO s (id, f) SELECT id, e FROM t WHERE id = 2;
`
  const { report } = await converted(dump, bulk, 'dump.sql')
  const counted = report.fixes.filter(({ code }) => code === 'statement_left_out')
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(6)
})

test('an invalid label is not stored as the first label', async () => {
  const dump = `SET sql_mode='';
CREATE TABLE t (id int PRIMARY KEY, e enum('a','B') NOT NULL);
INSERT INTO t VALUES (1, 'B'), (2, 0);
`
  const { report } = await converted(dump, bulk, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
  expect(report.problems).toMatchObject([{ message: expect.stringContaining("not one of the column's labels") }])
})

test('a strict script needs a value for a date that becomes nullable later', async () => {
  const dump = `CREATE TABLE t (id int PRIMARY KEY, d date NOT NULL);
INSERT INTO t VALUES (1, '2024-01-02');
INSERT INTO t (id) VALUES (2);
ALTER TABLE t MODIFY d date NULL, ADD e date NOT NULL;
`
  const { report } = await converted(dump, bulk, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
  expect(report.problems).toMatchObject([{ row: 2, column: 'd' }])
})

test('a script that begins by setting a mode of its session is a dump', async () => {
  const dump = `SET SESSION sql_mode='ANSI_QUOTES'; CREATE TABLE t ("id" int PRIMARY KEY); INSERT INTO "t" VALUES (1);`
  expect((await converted(dump, bulk, 'dump.sql')).report.rows.converted).toBe(1)
})
