import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, type Postgresql, postgresqlMissing, startPostgresql } from '../../databases/postgresql.ts'
import type { Report } from '../../../src/contract/report.ts'
import { converted } from '../support.ts'

interface Row {
  /** The subject of the test case. */
  readonly about: string
  /** MySQL's definition of the column. */
  readonly defined: string
  /** Values in the syntax of a dump. */
  readonly values: readonly string[]
  /** PostgreSQL's type according to `format_type`. */
  readonly type: string
  /** Values as PostgreSQL prints them, with null for NULL. */
  readonly read: readonly (string | null)[]
  readonly fixes?: readonly string[]
  readonly notNull?: boolean
  readonly default?: string | null
  /** Whether the column is the table's PRIMARY KEY. */
  readonly isKey?: boolean
}

const rows: readonly Row[] = [
  {
    about: 'int ignores its display width',
    defined: 'int(11)',
    values: ['-2147483648', '2147483647', 'NULL'],
    type: 'integer',
    read: ['-2147483648', '2147483647', null],
  },
  {
    about: 'int unsigned is widened',
    defined: 'int(10) unsigned',
    values: ['4294967295'],
    type: 'bigint',
    read: ['4294967295'],
  },
  { about: 'tinyint', defined: 'tinyint(4)', values: ['-128'], type: 'smallint', read: ['-128'] },
  { about: 'tinyint unsigned', defined: 'tinyint unsigned', values: ['255'], type: 'smallint', read: ['255'] },
  {
    about: 'smallint unsigned is widened',
    defined: 'smallint(5) unsigned',
    values: ['65535'],
    type: 'integer',
    read: ['65535'],
  },
  { about: 'mediumint', defined: 'mediumint', values: ['8388607'], type: 'integer', read: ['8388607'] },
  {
    about: 'bigint',
    defined: 'bigint(20)',
    values: ['-9223372036854775808'],
    type: 'bigint',
    read: ['-9223372036854775808'],
  },
  {
    about: 'bigint unsigned',
    defined: 'bigint(20) unsigned',
    values: ['18446744073709551615'],
    type: 'numeric(20,0)',
    read: ['18446744073709551615'],
  },
  {
    about: 'a bigint unsigned key whose numbers fit',
    defined: 'bigint(20) unsigned NOT NULL',
    values: ['9223372036854775807'],
    type: 'bigint',
    read: ['9223372036854775807'],
    isKey: true,
    notNull: true,
  },
  {
    about: 'a bigint unsigned key whose numbers do not',
    defined: 'bigint unsigned NOT NULL',
    values: ['9223372036854775808'],
    type: 'numeric(20,0)',
    read: ['9223372036854775808'],
    isKey: true,
    notNull: true,
  },
  { about: 'zerofill', defined: 'int(5) unsigned zerofill', values: ['00042'], type: 'bigint', read: ['42'] },
  {
    about: 'tinyint(1) of 0 and 1',
    defined: "tinyint(1) DEFAULT '1'",
    values: ['0', '1', 'NULL'],
    type: 'boolean',
    read: ['false', 'true', null],
    default: 'true',
  },
  {
    about: 'tinyint(1) of other numbers',
    defined: 'tinyint(1)',
    values: ['3', '-1'],
    type: 'smallint',
    read: ['3', '-1'],
    fixes: ['not_boolean'],
  },
  {
    about: 'tinyint(1) with another default',
    defined: "tinyint(1) NOT NULL DEFAULT '2'",
    values: ['0'],
    type: 'smallint',
    read: ['0'],
    notNull: true,
    default: '2',
  },
  { about: 'bool', defined: 'bool', values: ['TRUE', 'FALSE'], type: 'boolean', read: ['true', 'false'] },
  {
    about: 'bit(1)',
    defined: "bit(1) DEFAULT b'0'",
    values: ["b'1'", "'\\0'", "_binary '\u0001'", '0x01'],
    type: 'boolean',
    read: ['true', 'false', 'true', 'true'],
    default: 'false',
  },
  {
    about: 'bit(8) is padded, its default too',
    defined: "bit(8) DEFAULT b'101'",
    values: ["b'11'", "'A'", '0xff', '5'],
    type: 'bit(8)',
    read: ['00000011', '01000001', '11111111', '00000101'],
    default: '\'00000101\'::"bit"',
  },
  {
    about: 'decimal',
    defined: "decimal(10,2) NOT NULL DEFAULT '0.00'",
    values: ['12345678.90', '-0.01'],
    type: 'numeric(10,2)',
    read: ['12345678.90', '-0.01'],
    notNull: true,
    default: '0.00',
  },
  {
    about: 'decimal of 65 digits',
    defined: 'decimal(65,30)',
    values: [`${'9'.repeat(35)}.${'1'.repeat(30)}`],
    type: 'numeric(65,30)',
    read: [`${'9'.repeat(35)}.${'1'.repeat(30)}`],
  },
  {
    about: 'float',
    defined: 'float',
    values: ['1.5', '-3.40282e38', '1e-20'],
    type: 'real',
    read: ['1.5', '-3.40282e+38', '1e-20'],
  },
  { about: 'float(M,D)', defined: 'float(7,3)', values: ['1.250'], type: 'numeric(7,3)', read: ['1.250'] },
  {
    about: 'double',
    defined: 'double',
    values: ['1.7976931348623157e308', '0.1'],
    type: 'double precision',
    read: ['1.7976931348623157e+308', '0.1'],
  },
  { about: 'double(M,D)', defined: 'double(10,4)', values: ['2.5000'], type: 'numeric(10,4)', read: ['2.5000'] },
  {
    about: 'year',
    defined: 'year(4)',
    values: ['2024', '0000', "'1999'"],
    type: 'smallint',
    read: ['2024', '0', '1999'],
  },
  {
    about: 'date',
    defined: 'date',
    values: ["'2024-02-29'", "'9999-12-31'", 'NULL'],
    type: 'date',
    read: ['2024-02-29', '9999-12-31', null],
  },
  {
    about: 'date with zeros',
    defined: "date NOT NULL DEFAULT '0000-00-00'",
    values: ["'0000-00-00'", "'2012-00-00'", "'2012-05-00'", "'2012-05-01'"],
    type: 'date',
    read: [null, null, null, '2012-05-01'],
    fixes: ['zero_date', 'not_null_dropped', 'default_dropped'],
    notNull: false,
    default: null,
  },
  {
    about: 'a day that its month has not',
    defined: 'date',
    values: ["'2023-02-29'"],
    type: 'date',
    read: [null],
    fixes: ['zero_date'],
  },
  {
    about: 'dates in another form',
    defined: 'datetime',
    values: ["'2009/1/1'", "'20240131235959'", '20240131'],
    type: 'timestamp(0) without time zone',
    read: ['2009-01-01 00:00:00', '2024-01-31 23:59:59', '2024-01-31 00:00:00'],
    fixes: ['date_rewritten'],
  },
  {
    about: 'datetime has no zone',
    defined: 'datetime',
    values: ["'2024-03-31 02:30:00'"],
    type: 'timestamp(0) without time zone',
    read: ['2024-03-31 02:30:00'],
  },
  {
    about: 'datetime(6)',
    defined: 'datetime(6) DEFAULT CURRENT_TIMESTAMP(6)',
    values: ["'1000-01-01 00:00:00.000001'"],
    type: 'timestamp(6) without time zone',
    read: ['1000-01-01 00:00:00.000001'],
    default: 'LOCALTIMESTAMP',
  },
  {
    about: 'datetime with zeros',
    defined: "datetime NOT NULL DEFAULT '0000-00-00 00:00:00'",
    values: ["'0000-00-00 00:00:00'"],
    type: 'timestamp(0) without time zone',
    read: [null],
    fixes: ['zero_date', 'not_null_dropped', 'default_dropped'],
    notNull: false,
  },
  {
    about: "timestamp has the dump's zone",
    defined: 'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP',
    values: ["'2024-03-31 02:30:00'"],
    type: 'timestamp(0) with time zone',
    read: ['2024-03-31 00:30:00+00'],
    notNull: true,
    default: 'CURRENT_TIMESTAMP',
  },
  {
    about: 'a default outside PostgreSQL’s dates',
    defined: "datetime DEFAULT '2024-02-31 00:00:00'",
    values: ["'2024-02-29 00:00:00'"],
    type: 'timestamp(0) without time zone',
    read: ['2024-02-29 00:00:00'],
    fixes: ['default_dropped'],
    default: null,
  },
  {
    about: 'a default that passes the day makes intervals of times',
    defined: "time DEFAULT '838:59:59'",
    values: ["'10:00:00'"],
    type: 'interval',
    read: ['10:00:00'],
    default: '838:59:59',
  },
  {
    about: 'bits as text',
    defined: 'varchar(5)',
    values: ["b'0100000101000010'", "b'1000001'", "b''"],
    type: 'character varying(5)',
    read: ['AB', 'A', ''],
  },
  {
    about: 'bits as bytes',
    defined: 'blob',
    values: ["b'000000001000001'", '0b1'],
    type: 'bytea',
    read: ['\\x0041', '\\x01'],
  },
  {
    about: 'a counter beyond 64 bits',
    defined: 'bigint(20) unsigned NOT NULL AUTO_INCREMENT',
    values: ['5', '18446744073709551614'],
    type: 'numeric(20,0)',
    read: ['5', '18446744073709551614'],
    fixes: ['auto_increment_dropped'],
    isKey: true,
    notNull: true,
  },
  {
    about: 'time of a day',
    defined: 'time',
    values: ["'23:59:59'"],
    type: 'time(0) without time zone',
    read: ['23:59:59'],
  },
  {
    about: 'time beyond a day',
    defined: 'time',
    values: ["'-838:59:59'", "'25:00:00'", "'01:02:03'"],
    type: 'interval',
    read: ['-838:59:59', '25:00:00', '01:02:03'],
  },
  {
    about: 'enum',
    defined: "enum('a','it''s','x,y') NOT NULL DEFAULT 'a'",
    values: ["'it\\'s'", "'x,y'", '1'],
    type: '#_c',
    read: ["it's", 'x,y', 'a'],
    notNull: true,
    default: "'a'::#_c",
  },
  {
    about: "enum with MySQL's mark of an invalid value",
    defined: "enum('a','b') NOT NULL",
    values: ["''", "'b'"],
    type: '#_c',
    read: [null, 'b'],
    fixes: ['empty_label', 'not_null_dropped'],
    notNull: false,
  },
  {
    about: 'enum with an empty label of its own',
    defined: "enum('','ANY') NOT NULL DEFAULT ''",
    values: ["''", "'ANY'"],
    type: '#_c',
    read: ['', 'ANY'],
    notNull: true,
    default: "''::#_c",
  },
  {
    about: 'enum heeds no case',
    defined: "enum('Yes','No') NOT NULL DEFAULT 'no'",
    values: ["'YES'", "'no '"],
    type: '#_c',
    read: ['Yes', 'No'],
    notNull: true,
    default: "'No'::#_c",
  },
  {
    about: 'enum with a label too long for a type',
    defined: `enum('${'l'.repeat(64)}')`,
    values: [`'${'l'.repeat(64)}'`],
    type: 'text',
    read: ['l'.repeat(64)],
  },
  {
    about: 'set',
    defined: `set('a','b"','{~c}') DEFAULT 'A,{~C}'`,
    values: ["'a,{~c}'", "''", "'b\\\"'", 'NULL', '3', "'{~C},A,a'"],
    type: 'text[]',
    read: ['{a,"{~c}"}', '{}', '{"b\\""}', null, '{a,"b\\""}', '{a,"{~c}"}'],
    default: `'{a,"{~c}"}'::text[]`,
  },
  {
    about: 'char(n)',
    defined: "char(3) NOT NULL DEFAULT ''",
    values: ["'ab'", "'äöü'"],
    type: 'character(3)',
    read: ['ab', 'äöü'],
    notNull: true,
    default: "''::bpchar",
  },
  {
    about: 'varchar(n) counts characters',
    defined: 'varchar(3)',
    values: ["'漢字😀'"],
    type: 'character varying(3)',
    read: ['漢字😀'],
  },
  {
    about: 'text',
    defined: 'longtext',
    values: ["'a\\nb\\tc\\\\d\\'e\\\"f\\Z\\%'"],
    type: 'text',
    read: ['a\nb\tc\\d\'e"f\u001a\\%'],
  },
  { about: 'NUL characters', defined: 'text', values: ["'a\\0b'"], type: 'text', read: ['ab'], fixes: ['nul_removed'] },
  {
    about: 'binary',
    defined: 'binary(4) DEFAULT NULL',
    values: ["_binary '\\0\\r\\n\\Z'", '0xDEADBEEF', "x'00ff00ff'", "''"],
    type: 'bytea',
    read: ['\\x000d0a1a', '\\xdeadbeef', '\\x00ff00ff', '\\x00000000'],
    default: null,
  },
  {
    about: 'varbinary with a default',
    defined: "varbinary(8) DEFAULT 'ab'",
    values: ["'NULL'"],
    type: 'bytea',
    read: ['\\x4e554c4c'],
    default: "'\\x6162'::bytea",
  },
  {
    about: 'blob of more than 16 hexadecimal digits',
    defined: 'longblob',
    values: [`0x${'0123456789abcdef'.repeat(3)}`],
    type: 'bytea',
    read: [`\\x${'0123456789abcdef'.repeat(3)}`],
  },
  {
    about: 'json keeps its text',
    defined: 'json',
    values: [`'{"b":1,"a":2,"a":3}'`],
    type: 'json',
    read: ['{"b":1,"a":2,"a":3}'],
  },
  {
    about: "MariaDB's json",
    defined: 'longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`c`))',
    values: [`'[1, 2.50]'`],
    type: 'json',
    read: ['[1, 2.50]'],
  },
  {
    about: 'json that is none',
    defined: 'json',
    values: [`'{broken'`, `'1'`],
    type: 'text',
    read: ['{broken', '1'],
    fixes: ['json_as_text'],
  },
  {
    about: 'point with its SRID',
    defined: 'point',
    values: ["_binary '\\0\\0\\0\\0\u0001\u0001\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'"],
    type: 'bytea',
    read: [`\\x0101000000${'00'.repeat(16)}`],
  },
  {
    about: 'geometry as text',
    defined: 'geometry',
    values: ["ST_GeomFromText('POINT(1 -2.5)')", "ST_GeomFromText('LINESTRING(0 0,1 1)', 4326)"],
    type: 'bytea',
    read: [
      '\\x0101000000000000000000f03f00000000000004c0',
      '\\x01020000000200000000000000000000000000000000000000000000000000f03f000000000000f03f',
    ],
  },
  {
    about: "MariaDB's uuid",
    defined: 'uuid DEFAULT uuid()',
    values: ["'0f8fad5b-d9cb-469f-a165-70867728950e'"],
    type: 'uuid',
    read: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
    default: 'gen_random_uuid()',
  },
  {
    about: "MariaDB's inet6",
    defined: 'inet6',
    values: ["'2001:db8::ff00:42:8329'"],
    type: 'inet',
    read: ['2001:db8::ff00:42:8329/128'],
  },
  { about: "MariaDB's inet4", defined: 'inet4', values: ["'10.0.0.1'"], type: 'inet', read: ['10.0.0.1/32'] },
  {
    about: 'char(36) DEFAULT (uuid())',
    defined: 'char(36) DEFAULT (uuid())',
    values: ["'x'"],
    type: 'character(36)',
    read: ['x'],
    default: 'gen_random_uuid()',
  },
  { about: 'serial', defined: 'serial', values: ['7'], type: 'bigint', read: ['7'], notNull: true },
  {
    about: 'national varchar',
    defined: 'national varchar(5)',
    values: ["N'é'"],
    type: 'character varying(5)',
    read: ['é'],
  },
]

const table = (at: number): string => `e${at + 1}`
const dump = (): string =>
  [
    "-- MySQL dump 10.13\nSET NAMES utf8mb4;\n/*!40103 SET TIME_ZONE='+02:00' */;\n",
    ...rows.map(
      ({ defined, values, isKey }, at) =>
        `CREATE TABLE \`${table(at)}\` (\`n\` int, \`c\` ${defined}${isKey === true ? ', PRIMARY KEY (`c`)' : ''}) ENGINE=InnoDB;\n` +
        `INSERT INTO \`${table(at)}\` VALUES ${values.map((value, n) => `(${n},${value})`).join(',')};\n`,
    ),
    '-- Dump completed on 2026-01-01\n',
  ].join('')

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('each type', () => {
  let server: Postgresql
  beforeAll(async () => {
    server = await startPostgresql()
  })
  afterAll(() => server?.stop(), 60_000)

  describe.each(['bulk', 'inserts'] as const)('in the style %s', (style) => {
    let report: Report
    let described: ReadonlyMap<string, readonly (string | null)[]>
    let values: readonly (readonly (string | null)[])[]
    beforeAll(async () => {
      const loaded = await server.fresh()
      const made = await converted(dump(), { output: { dialect: 'postgresql', style } }, 'dump.sql')
      report = made.report
      await loaded.load(made.script)
      const columns = await loaded.query(
        `SELECT a.attrelid::regclass::text, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a
       JOIN pg_class t ON t.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND a.attname = 'c'`,
      )
      described = new Map(columns.map((line) => [line[0] ?? '', line]))
      const selects = rows.map((_, at) => `SELECT '${table(at)}' AS t, n, c::text FROM ${table(at)}`)
      values = await loaded.query(`SET TIME ZONE 'UTC'; ${selects.join(' UNION ALL ')} ORDER BY t, n`)
    })

    test('rejects no row', () => {
      expect(report.problems).toEqual([])
    })

    test.each(rows.map((row, at) => ({ ...row, at })))('$about', (row) => {
      const name = table(row.at)
      const [, type, isRequired, fallback] = described.get(name) ?? []
      expect(type).toBe(row.type.replace('#', name))
      expect(isRequired).toBe(row.notNull === true ? 't' : 'f')
      if (row.default === null) expect(fallback).toBeNull()
      else if (row.default !== undefined) expect(fallback).toContain(row.default.replace('#', name))
      expect(values.filter(([columnName]) => columnName === name).map(([, , value]) => value)).toEqual(row.read)
      const fixes = report.fixes.filter((fix) => fix.table === name).map(({ code }) => code)
      expect(fixes.toSorted()).toEqual([...(row.fixes ?? [])].toSorted())
    })
  })
})
