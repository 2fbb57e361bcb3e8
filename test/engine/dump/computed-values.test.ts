import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

const styles = ['bulk', 'inserts'] as const
const toPostgresql = (dump: string, style: (typeof styles)[number] = 'bulk') =>
  converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')

const inMariadb = 'SELECT id, HEX(CONVERT(u USING utf8mb4)), HEX(CONVERT(l USING utf8mb4)), HEX(b) FROM t ORDER BY id'
const hexOf = (column: string): string => `upper(encode(convert_to(${column}, 'UTF8'), 'hex'))`
const inPostgresql = `SELECT id, ${hexOf('u')}, ${hexOf('l')}, upper(encode(b, 'hex')) FROM t ORDER BY id`

const table =
  'CREATE TABLE t (id int, u varchar(200) CHARACTER SET utf8mb4, l varchar(200) CHARACTER SET latin1, b varbinary(200));\n'
const rowsOf = (values: readonly string[]): string =>
  values.map((value, id) => `INSERT INTO t VALUES (${id}, ${value}, ${value}, ${value});\n`).join('')

const introduced = [
  '_latin1 0xE9',
  "_latin1'é'",
  "_latin1 X'E9'",
  "_latin1 b'11101001'",
  "_utf8mb4 X'C3A9'",
  "_utf8'é'",
  "_binary 'é'",
  "_binary'it''s'",
  '_binary 0xC3A9',
  "X'C3A9'",
  "b'1000001'",
  "N'é'",
  "_utf8mb4'é' COLLATE utf8mb4_bin",
  "_ucs2 X'00E9'",
  'CONVERT(0xE9 USING latin1)',
  'CONVERT(0xC3A9 USING utf8)',
  "CONVERT('é' USING utf8mb4)",
  "CAST('x' AS CHAR)",
  'CAST(12 AS CHAR)',
  'CAST(0xC3A9 AS CHAR)',
  "CAST('é' AS BINARY)",
]

const constant = [
  ...[
    "MD5('admin')",
    "SHA1('é')",
    "SHA('')",
    "SHA2('x', 256)",
    "SHA2('x', 0)",
    "SHA2('x', 224)",
    "SHA2('x', 384)",
    "MD5(UNHEX('00'))",
    'MD5(1.50)',
  ],
  ...["PASSWORD('secret')", "PASSWORD('')", "SHA1(_latin1'é')"],
  ...["CONCAT('a', 1, 'é', 1.50)", "CONCAT('a', NULL)", "CONCAT('it''s', 'a\\\\b', \"\\n\")", "CONCAT(X'41', 'b')"],
  ...["UPPER('abc')", "lower('ABC')", "HEX('é')", 'HEX(255)', "UNHEX('C3A9')", 'CHAR(65, 66)', 'CHAR(195, 169)'],
  ...["REPEAT('ab', 3)", "REPEAT('x', 0)", "FROM_BASE64('w6k=')", "TO_BASE64('é')", "TO_BASE64(REPEAT('abc', 40))"],
  ...['1+1', '60*60*24', '-(-1)', '1.5*2', '2.50 + 1', '10-0.5', '007.50 + 0', '1.10*1.10', '3*-2', '(1)', "(('x'))"],
  ...["'a' 'b'", "'é'\n'ü'", 'TRUE', 'TRUE + TRUE', 'CONCAT(TRUE)', 'UPPER(NULL)'],
  ...["DATE '2020-01-01'", "TIMESTAMP'2020-01-01 10:00:00'", "{d '2020-01-01'}", "{ts '2020-01-01 10:00:00'}"],
  ...[
    '1/2',
    '10/4',
    '-7/2',
    '2/3',
    '1.5/0.3',
    '10 DIV 4',
    '-7 DIV 2',
    '7 % 3',
    '-7 MOD 3',
    'ROUND(2.55, 1)',
    'ROUND(-2.5)',
  ],
  ...[
    'FLOOR(-1.5)',
    'CEIL(1.2)',
    'ABS(-3.50)',
    "IF(1 = 1, 'y', 'n')",
    "IFNULL(NULL, 'x')",
    'COALESCE(NULL, NULL, 3)',
    "NULLIF('a', 'A')",
  ],
  ...[
    "LEFT('abc', 2)",
    "RIGHT('abc', 2)",
    "SUBSTRING('hello', 2, 3)",
    "REPLACE('aXbX', 'X', '-')",
    "REVERSE('abc')",
    "TRIM('  a ')",
  ],
  ...[
    "CHAR_LENGTH('né')",
    "LENGTH('né')",
    "'a' = 'A'",
    "'é' = 'e'",
    "'a' < 'B'",
    "'abc' LIKE 'A_c'",
    "'100%' LIKE '%\\%'",
    "'abcabd' LIKE '%b%b_'",
    "'né' LIKE 'N_'",
    "'né' LIKE '%x%'",
    '1 IN (1, 2)',
  ],
  ...[
    'NOT 1',
    '1 AND NULL',
    '0 AND NULL',
    '1 OR NULL',
    'NULL IS NULL',
    '5 BETWEEN 1 AND 9',
    'NULL <=> NULL',
    "CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END",
  ],
  ...["CASE 3 WHEN 3 THEN 'three' END", '1 + 2 * 3', '(1 + 2) * 3', '1.0 = 1', "'12' = 12"],
  ...["CAST('12' AS UNSIGNED)", "CAST('12' AS SIGNED) + 1", "CAST('2020-01-01' AS DATE)"],
]

const strings = [
  ...["LPAD('7', 3, '0')", "RPAD('abc', 2, 'x')", "LPAD('a', 6, 'xy')", 'LPAD(5, 3, 0)', 'SPACE(3)', "LPAD('7', 3)"],
  ...["SUBSTRING_INDEX('a,b,c', ',', 1)", "SUBSTRING_INDEX('a,b,c', ',', -2)", "SUBSTRING_INDEX('abc', 'x', 1)"],
  ...["SUBSTRING('hello', -3)", "SUBSTRING('hello', -3, 2)", "SUBSTRING('hello', 0)", "MID('hello', 2, 2)"],
  ...[
    "SUBSTR('né', 2)",
    "SUBSTRING('abc', 2, -1)",
    "SUBSTRING('abc', -9)",
    "LOCATE('b', 'abcb')",
    "LOCATE('b', 'abcb', 3)",
  ],
  ...["INSTR('abc', 'C')", "POSITION('c' IN 'abc')", "CONCAT_WS('-', 'a', NULL, 'b')", "CONCAT_WS(NULL, 'a')"],
  ...["FIELD('b', 'a', 'B')", 'FIELD(3, 1, 2, 3)', "FIELD(NULL, 'a', 'b')", "ELT(2, 'x', 'y')", "ELT(5, 'x', 'y')"],
  ...['GREATEST(1, 5, 3)', 'LEAST(2, 1.5)', "GREATEST('a', 'b')", 'GREATEST(1, NULL)', 'SIGN(-2.5)', 'SIGN(0)'],
  ...['BIN(10)', 'OCT(8)', "INSERT('abcd', 2, 2, 'XYZ')", "INSERT('abcd', 9, 2, 'x')", `QUOTE("it's")`, 'QUOTE(NULL)'],
  ...[
    'FORMAT(1234567.891, 2)',
    'FORMAT(-1234, 0)',
    'FORMAT(0.5, 0)',
    "ASCII('A')",
    "ASCII('')",
    "ORD('a')",
    "STRCMP('a', 'B')",
  ],
  ...[
    "FIND_IN_SET('b', 'a,b,c')",
    "FIND_IN_SET('x', 'a,b')",
    "FIND_IN_SET('', '')",
    "JSON_OBJECT('a', 1, 'b', 'x', 'c', NULL)",
  ],
  ...['JSON_ARRAY()', "JSON_ARRAY(1, 'a')", 'JSON_OBJECT()', "INET_ATON('10.0.0.1')", 'INET_NTOA(167772161)'],
  ...['TRUNCATE(2.567, 1)', 'TRUNCATE(-2.5, 0)', 'POW(2, 10)', 'POWER(3, 2)', 'MOD(7, 3)', "REPLACE('abc', 'b', '')"],
]
const dates = [
  ...[
    "DATE('2024-03-04 05:06:07')",
    "TIMESTAMP('2024-03-04')",
    "YEAR('2024-02-29')",
    "MONTH('2024-2-9')",
    "DAY('2024-02-29')",
  ],
  ...["HOUR('2024-03-04 05:06:07')", "MINUTE('05:06:07')", "SECOND('2024-03-04 05:06:07')", "QUARTER('2024-11-01')"],
  ...[
    "DAYOFWEEK('2024-03-04')",
    "WEEKDAY('2024-03-04')",
    "DAYOFYEAR('2024-12-31')",
    "TO_DAYS('2024-03-04')",
    'FROM_DAYS(739000)',
  ],
  ...[
    "LAST_DAY('2024-02-05')",
    "LAST_DAY('2023-12-31 10:00:00')",
    'MAKEDATE(2024, 60)',
    'MAKEDATE(2024, 0)',
    "MONTHNAME('2024-03-04')",
  ],
  ...[
    "DAYNAME('2024-03-04')",
    "DATEDIFF('2024-03-01', '2024-02-01 23:00:00')",
    "STR_TO_DATE('01.02.2024', '%d.%m.%Y')",
  ],
  ...["STR_TO_DATE('2024-02-01 03:04:05', '%Y-%m-%d %H:%i:%s')", "STR_TO_DATE('3/2/2024 5:06', '%e/%c/%Y %k:%i')"],
  ...[
    "DATE_FORMAT('2024-03-04 15:06:07', '%Y-%m-%d %H:%i:%s')",
    "DATE_FORMAT('2024-03-04 15:06:07', '%W, %M %D %y, %l:%i %p %% %j %a %b %T %r %h %e %c %k %w')",
  ],
  ...[
    'SEC_TO_TIME(3661)',
    'SEC_TO_TIME(-90000)',
    "TIME_TO_SEC('01:01:01')",
    'MAKETIME(10, 20, 30)',
    'MAKETIME(10, 61, 0)',
  ],
  ...["TIMESTAMPDIFF(MONTH, '2024-01-31', '2024-03-30')", "TIMESTAMPDIFF(DAY, '2024-03-01 12:00:00', '2024-02-28')"],
  ...["TIMESTAMPDIFF(YEAR, '2024-05-01', '2000-06-01')", "TIMESTAMPDIFF(SECOND, '2024-01-01', '2024-01-01 01:00:00')"],
  ...[
    "TIMESTAMPADD(DAY, 3, '2024-02-27')",
    "TIMESTAMPADD(SQL_TSI_HOUR, 3, '2024-02-27')",
    "EXTRACT(YEAR FROM '2024-02-03')",
  ],
  ...[
    "UNIX_TIMESTAMP('2024-02-03')",
    "UNIX_TIMESTAMP('2024-07-03 10:00:00')",
    'FROM_UNIXTIME(1700000000)',
    "FROM_UNIXTIME(1700000000, '%Y/%m')",
  ],
  ...['YEAR(NULL)', 'UNIX_TIMESTAMP(NULL)', "DATEDIFF(NULL, '2024-01-01')"],
]

describe.runIf(hasBoth)('values computed from literals are the same as in MariaDB', () => {
  const both = startBoth()

  test.each(styles)('in strings and bytes, %s', async (style) => {
    const dump = `SET NAMES utf8mb4;\n${table}${rowsOf([...introduced, ...constant])}`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump, style)
    expect(report.problems).toEqual([])
    const loaded = await both.loaded(script)
    expect(await loaded.query(inPostgresql)).toEqual(await both.mariadb.read(database, inMariadb))
  })

  test.each(['+00:00', '-03:30'])('for functions of strings and dates, in the zone %s', async (zone) => {
    const dump = `SET NAMES utf8mb4;\nSET time_zone = '${zone}';\n${table}${rowsOf([...strings, ...dates])}`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump)
    expect(report.problems).toEqual([])
    const loaded = await both.loaded(script)
    expect(await loaded.query(inPostgresql)).toEqual(await both.mariadb.read(database, inMariadb))
  })

  test('for parts of the loading time', async () => {
    const parts = ['YEAR(NOW())', 'MONTH(CURDATE())', 'DATE(NOW())', "DATE_FORMAT(NOW() + INTERVAL 1 DAY, '%Y-%m')"]
    const dump = `SET time_zone = '+00:00';\nCREATE TABLE t (id int, s varchar(100), d date, n int);\n${parts.map((part, id) => `INSERT INTO t VALUES (${id}, ${part}, ${id === 2 ? part : 'NULL'}, ${id < 2 ? part : 'NULL'});\n`).join('')}`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump)
    expect(report.problems).toEqual([])
    const query = 'SELECT * FROM t ORDER BY id'
    expect(await (await both.loaded(script)).query(query)).toEqual(await both.mariadb.read(database, query))
  })

  test('in columns of every other type', async () => {
    const dump = `CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, tb tinyint(1), bi bigint, de decimal(8,2), f double, e enum('a','b'), j json, d date);
SET @a = 5, @b := 'b', @nothing = NULL;
INSERT INTO t VALUES (@nothing, (1), 60*60*24*1000000, 1.5*2, (0.25), @b, CONCAT('{"a":', @a, '}'), DATE'2020-02-03');
SET @a = @a + 1;
INSERT INTO t VALUES (@a, 1-1, @a, @a, -@a, UPPER('a'), '1', CONCAT('2020', '-01-01'));
`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump)
    expect(report.problems).toEqual([])
    const query = 'SELECT id, CAST(tb AS char), bi, de, f, e, j, d FROM t ORDER BY id'
    const rows = await (await both.loaded(script)).query(query.replace('CAST(tb AS char)', 'tb::int'))
    expect(rows).toEqual(await both.mariadb.read(database, query))
  })

  test.each(styles)('for a row with DEFAULT, %s', async (style) => {
    const dump = `CREATE TABLE t (id int, b int DEFAULT 5, c varchar(9) DEFAULT 'it''s', d date DEFAULT '2020-01-02', e enum('x','y') DEFAULT 'y', f int NOT NULL DEFAULT -3, g decimal(5,2) DEFAULT 1.5);
INSERT INTO t VALUES (1, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT);
ALTER TABLE t ALTER b SET DEFAULT (1 + 1);
INSERT INTO t (id, b) VALUES (2, DEFAULT);
`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump, style)
    expect(report.problems).toEqual([])
    const query = 'SELECT * FROM t ORDER BY id'
    expect(await (await both.loaded(script)).query(query)).toEqual(await both.mariadb.read(database, query))
  })

  test.each(styles)('for timestamps, %s', async (style) => {
    const dump = `SET time_zone = '+03:00';
CREATE TABLE t (a datetime, b timestamp NULL, c date, d time, e datetime(6), f datetime, g date);
INSERT INTO t VALUES (NOW(), CURRENT_TIMESTAMP, NOW(), CURRENT_TIME(), now(6), CURDATE(), CURRENT_DATE);
`
    const database = await both.ran(dump)
    const { script, report } = await toPostgresql(dump, style)
    expect(report.problems).toEqual([])
    expect(report.fixes.filter(({ code }) => code === 'moment_of_loading')).toHaveLength(7)
    const there = await both.mariadb.read(
      database,
      `SET time_zone = '+00:00'; SELECT UNIX_TIMESTAMP(a), UNIX_TIMESTAMP(b), UNIX_TIMESTAMP(c), TIME_TO_SEC(d), UNIX_TIMESTAMP(e), UNIX_TIMESTAMP(f), UNIX_TIMESTAMP(g) FROM t`,
    )
    const seconds = (column: string): string => `extract(epoch FROM ${column})`
    const here = await (
      await both.loaded(script)
    ).query(`SET TIME ZONE 'UTC'; SELECT ${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(seconds).join(', ')} FROM t`)
    const [theirs = [], ours = []] = [there[0], here[0]]
    expect(ours).toHaveLength(theirs.length)
    for (const [at, second] of theirs.entries()) expect(Math.abs(Number(ours[at]) - Number(second))).toBeLessThan(60)
  })
})

test.each([
  ['varchar(18)', 'NOW()'],
  ['smallint', 'UNIX_TIMESTAMP()'],
  ['datetime', 'NOW() + INTERVAL 1 MICROSECOND'],
  ['int', "UNIX_TIMESTAMP('2020-02-30')"],
  ['varchar(40)', "DATE_FORMAT(NOW(), '%W, %M %D')"],
  ['time', 'CURDATE()'],
  ['date', 'CURTIME()'],
  ['varchar(40)', 'UUID()'],
  ['varchar(40)', "UPPER('é')"],
  ['varchar(40)', "'né' LIKE 'ne'"],
  ['varchar(40)', "'1x' + 1"],
  ['varchar(40)', "'a' || 'b'"],
  ['varchar(40)', "CONVERT('é' USING latin1)"],
  ['varchar(40)', '(SELECT RAND())'],
  ['varchar(40)', '@never'],
])('a value that only a server can compute is rejected: %s %s', async (type, expression) => {
  const { report } = await toPostgresql(`CREATE TABLE t (a ${type});\nINSERT INTO t VALUES (${expression}), (NULL);\n`)
  expect(report.problems).toMatchObject([{ code: 'row_rejected', column: 'a', value: expression }])
  expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
})

test('seconds without a time zone are in UTC, and the report says so', async () => {
  const { script, report } = await toPostgresql(
    "CREATE TABLE t (a int);\nINSERT INTO t VALUES (UNIX_TIMESTAMP('2020-01-01'));\n",
  )
  expect(script).toContain('\n1577836800\n')
  expect(report.notes.join()).toContain('computed in UTC')
})

test.each([
  'SELECT MAX(a) INTO @a FROM unknown;',
  'SET @a = (SELECT RAND());',
  'SELECT @a := RAND();',
  'CALL something();',
  "EXECUTE IMMEDIATE 'SET @a = 9';",
  'INSERT INTO t VALUES (@a := @a + 1);',
])('a variable that only a server knows does not keep its previous value: %s', async (statement) => {
  const { report } = await toPostgresql(
    `CREATE TABLE t (a int);\nSET @a = 5;\nINSERT INTO t VALUES (@a);\n${statement}\nINSERT INTO t VALUES (@a);\n`,
  )
  expect(report.problems.at(-1)).toMatchObject({ code: 'row_rejected', value: '@a' })
  expect(report.rows.converted).toBe(1)
})

test('JSON strings that mydumper writes as bytes are read as text', async () => {
  const { script, report } = await toPostgresql(
    `/*!40101 SET NAMES binary*/;\nCREATE TABLE t (j json, l varchar(9) CHARACTER SET latin1);\nINSERT INTO t VALUES (CONVERT("{\\"a\\": \\"é\\"}" USING UTF8MB4), CONCAT("a","b"));\n`,
  )
  expect(report.problems).toEqual([])
  expect(script).toContain('{"a": "é"}\tab\n')
})

test('bytes of a string in a latin1 dump are not read as UTF-8', async () => {
  const dump =
    "SET NAMES latin1;\nCREATE TABLE t (a varchar(9), b varbinary(9));\nINSERT INTO t VALUES (CONCAT('\xe9'), 'x');\nINSERT INTO t VALUES ('x', CONCAT('\xe9'));\n"
  const { report, script } = await converted(
    Buffer.from(dump, 'latin1'),
    { output: { dialect: 'postgresql' } },
    'd.sql',
  )
  expect(script).toContain("('é', '\\x78')")
  expect(report.problems).toMatchObject([{ code: 'row_rejected', row: 2, column: 'b' }])
})

describe('an expression with too large a result is rejected, not computed', () => {
  const doubled = (expression: string, times: number): string =>
    times === 0 ? expression : doubled(`CONCAT(${expression},@a)`, times - 1)
  test.each([
    ['nested parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['signs', `${'- '.repeat(100_000)}1`],
    ['a sum of many', `${'1+'.repeat(100_000)}1`],
    ['a long text', "TO_BASE64(REPEAT('a', 1000000))"],
    ['a text of long ones', `CONCAT(${Array.from({ length: 100 }, () => "REPEAT('a', 60000)").join(',')})`],
    ['digits of digits', `${'HEX('.repeat(40)}'a'${')'.repeat(40)}`],
    ['a variable that grows', doubled('@a', 60)],
  ])('%s', async (_, expression) => {
    const grown = "SET @a = REPEAT('a', 60000);\n"
    const dump = `-- MySQL dump 10.13\nCREATE TABLE t (a longtext);\n${grown}INSERT INTO t VALUES (${expression}),('b');\n`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 1, rejected: 1 })
    expect(report.problems[0]?.message).toBe('The value is an expression that only a database server can compute.')
  })
})
