import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const bulk = { output: { dialect: 'postgresql', style: 'bulk' } } as const

describe.runIf(hasBoth)('rows that a server refuses for the rules of their table', () => {
  const both = startBoth()

  const expressions: Readonly<Record<string, readonly string[]>> = {
    'tinyint|smallint unsigned|int|bigint unsigned|decimal(4,1)|decimal(3,3)|decimal(5,2) unsigned|double|int unsigned':
      [
        ...[
          'a',
          '-a',
          'a*1000',
          'a*b',
          'd',
          'd*a',
          'a/b',
          'ABS(a)',
          'ROUND(d,1)',
          'IFNULL(a,d)',
          'CHAR_LENGTH(v)',
          'a % 7',
        ],
        ...['f', 'f*3', 'YEAR(t)', 'a > b', 'IF(a>0,a,d)', 'CASE WHEN a > 0 THEN b END', 'a DIV b', 'GREATEST(a,d)'],
      ],
    'varchar(3)|char(2)|varchar(40)|text': [
      ...[
        'v',
        'LOWER(v)',
        "CONCAT(a,':',v)",
        'LEFT(v,4)',
        "LPAD(v,6,'x')",
        "REPLACE(v,'a','bbb')",
        'MD5(v)',
        "CONCAT(d,'')",
      ],
      ...['SUBSTRING(v,2,3)', "IF(a>b,v,'none')", "IFNULL(v,'none')", 'REVERSE(v)', 'TRIM(v)', "COALESCE(NULL,v,'-')"],
    ],
  }
  const generated = fc
    .constantFrom(...Object.entries(expressions))
    .chain(([types, all]) =>
      fc.tuple(
        fc.constantFrom(...types.split('|')),
        fc.constantFrom(...all),
        fc.constantFrom(
          'STORED',
          'VIRTUAL',
          'VIRTUAL, UNIQUE KEY (g)',
          `VIRTUAL, h varchar(9) AS (CONCAT(g,'-')) STORED`,
        ),
      ),
    )
  const inputs = fc.tuple(
    fc.constantFrom('0', '5', '-200', '70000', '2147483647', '-2147483648', 'NULL'),
    fc.constantFrom('0', '3', '-1', 'NULL'),
    fc.constantFrom('0', '1.005', '-2.55', '99.995', '9999.999', 'NULL'),
    fc.constantFrom('0.5', '1.5', '-3e15', '99999.6', 'NULL'),
    fc.constantFrom("''", "'a'", "'Abc'", "'abcdef'", "' x '", "'\u00e9lan vital'", 'NULL'),
    fc.constantFrom("'2020-02-29 10:11:12'", 'NULL'),
  )

  test.each(['STRICT_ALL_TABLES', ''])(
    'generated columns keep what the server keeps in the mode "%s"',
    async (mode) => {
      expect.hasAssertions()
      const tables = fc
        .sample(generated, runs(80))
        .flatMap(([type, expression, how], at) => [
          `CREATE TABLE g${at} (id int PRIMARY KEY, a int, b int, d decimal(10,3), f double, v varchar(20), t datetime, g ${type} AS (${expression}) ${how})`,
          ...fc
            .sample(inputs, 4)
            .map((row, id) => `INSERT INTO g${at} (id,a,b,d,f,v,t) VALUES (${id},${row.join(',')})`),
        ])
      const all = ['SET NAMES utf8mb4', `SET sql_mode = '${mode}'`, ...tables]
      const { dump, database } = await both.ranWithoutRefused(all)
      const isCreated = (line: string): boolean => dump.includes(line.split(' (id')[0] ?? '')
      const script = all.filter(isCreated).map((line) => `${line};\n`)
      const made = await converted(script.join(''), bulk, 'dump.sql')
      const loaded = await both.loaded(made.script)
      const dropped = made.report.fixes
        .filter(({ code }) => /frozen|index_dropped/.test(code))
        .map(({ table }) => table)
      await both.mariadb.administer(dropped.map((table) => `DROP TABLE IF EXISTS ${table};`).join('\n'), database)
      const tablesLeft = made.report.tables.filter(({ source_name: name }) => !dropped.includes(name))
      await expectSameRows(both.mariadb, database, loaded, { ...made.report, tables: tablesLeft })
    },
  )

  test('rows that break a check or belong to no partition are rejected, as the server refuses them', async () => {
    const all = [
      'CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, a int CHECK (a >= 18), p decimal(6,2) DEFAULT 5, CHECK (p > 0))',
      ...['(a) VALUES (20)', '(a) VALUES (17)', '(a) VALUES (NULL)', '(a, p) VALUES (30, 0)', '(p) VALUES (0.01)'].map(
        (row) => `INSERT INTO t ${row}`,
      ),
      'CREATE TABLE r (id int, d date) PARTITION BY RANGE (YEAR(d)) (PARTITION p VALUES LESS THAN (2020))',
      ...["(1,'2019-12-31')", "(2,'2020-01-01')", '(3,NULL)'].map((row) => `INSERT INTO r VALUES ${row}`),
      "INSERT IGNORE INTO r VALUES (4,'2020-01-01'),(5,'2000-01-01')",
      'CREATE TABLE l (id int NOT NULL) PARTITION BY LIST (id) (PARTITION p VALUES IN (1,2), PARTITION q VALUES IN (3))',
      ...['3', '4'].map((id) => `INSERT INTO l VALUES (${id})`),
    ]
    const { database } = await both.ranWithoutRefused(all)
    const { script, report } = await converted(all.map((line) => `${line};\n`).join(''), bulk, 'dump.sql')
    expect(report.problems.map(({ table, row }) => [table, row])).toEqual([
      ...[2, 4].map((row) => ['t', row]),
      ...[2, 4].map((row) => ['r', row]),
      ['l', 2],
    ])
    expect(report.problems[0]?.message).toContain('CHECK (a >= 18)')
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })
})
