import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const spec: SpecInput = { output: { dialect: 'postgresql', style: 'bulk' }, dump: { partitions: 'keep', verify: true } }

interface Table {
  readonly columns: string
  readonly by: string
  readonly rows: readonly string[]
}

const numbers = Array.from({ length: 40 }, (_, number) => `(${number - 5},'x${number}')`)
const days = ['1999-12-31', '2019-12-31', '2020-01-01', '2020-06-15', '2021-01-01', '2024-02-29']
const rowsOfDays = days.map((day, at) => `(${at + 1},'${day}')`)
const times = days.flatMap((day) => ['00:00:00', '23:59:59'].map((time) => `${day} ${time}`))
const rowsOfTimes = times.map((time, at) => `(${at + 1},'${time}')`)

/** Partitions that have the same rows on both servers. */
const same: Readonly<Record<string, Table>> = {
  'a range of numbers': {
    columns: 'id int NOT NULL AUTO_INCREMENT, v varchar(10), PRIMARY KEY (id), KEY v (v)',
    by: 'RANGE (id) (PARTITION p0 VALUES LESS THAN (0), PARTITION p1 VALUES LESS THAN (10+5) ENGINE = InnoDB, PARTITION p2 VALUES LESS THAN MAXVALUE)',
    rows: numbers.slice(6),
  },
  'a range without an end': {
    columns: 'id int NOT NULL, v varchar(10), UNIQUE KEY (v, id)',
    by: 'RANGE (id) (PARTITION `Old` VALUES LESS THAN (0), PARTITION p1 VALUES LESS THAN (50))',
    rows: numbers,
  },
  'a range that takes NULL': {
    columns: 'id int, v varchar(10)',
    by: 'RANGE (id) (PARTITION p0 VALUES LESS THAN (3), PARTITION p1 VALUES LESS THAN (50))',
    rows: [...numbers, "(NULL,'n')"],
  },
  'a range that takes NULL and everything': {
    columns: 'id smallint unsigned, v varchar(10)',
    by: 'RANGE COLUMNS (id) (PARTITION p0 VALUES LESS THAN (3), PARTITION p1 VALUES LESS THAN (40000), PARTITION p2 VALUES LESS THAN (MAXVALUE))',
    rows: [...numbers.slice(6), "(NULL,'n')", "(65535,'n')"],
  },
  'unsigned numbers of 64 bits': {
    columns: 'id bigint unsigned NOT NULL, v varchar(10)',
    by: 'RANGE (id) (PARTITION p0 VALUES LESS THAN (9223372036854775808), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    rows: ["(1,'a')", "(18446744073709551615,'b')"],
  },
  years: {
    columns: 'id int NOT NULL, d date NOT NULL, PRIMARY KEY (id, d)',
    by: 'RANGE (YEAR(d)) (PARTITION p0 VALUES LESS THAN (2020), PARTITION p1 VALUES LESS THAN (2021), PARTITION p2 VALUES LESS THAN MAXVALUE)',
    rows: [...rowsOfDays, "(90,'0000-00-00')"],
  },
  'years of times': {
    columns: 'id int NOT NULL, d datetime(3), KEY (id, d)',
    by: 'RANGE (year(`d`)) (PARTITION p0 VALUES LESS THAN (2020), PARTITION p1 VALUES LESS THAN (2025))',
    rows: [...rowsOfTimes, '(91,NULL)', "(92,'2019-12-31 23:59:59.999')"],
  },
  'days, also written as calls': {
    columns: 'id int NOT NULL, d datetime NOT NULL, PRIMARY KEY (id, d)',
    by: "RANGE (TO_DAYS(d)) (PARTITION p0 VALUES LESS THAN (TO_DAYS('2020-01-01')), PARTITION p1 VALUES LESS THAN (738156), PARTITION p2 VALUES LESS THAN MAXVALUE)",
    rows: rowsOfTimes,
  },
  'seconds of days': {
    columns: 'id int NOT NULL, d datetime NOT NULL, PRIMARY KEY (id, d)',
    by: 'RANGE (TO_SECONDS(d)) (PARTITION p0 VALUES LESS THAN (63745056000), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    rows: rowsOfTimes,
  },
  'seconds of timestamps': {
    columns: "id int NOT NULL, t timestamp NOT NULL DEFAULT '2001-01-01 00:00:00', PRIMARY KEY (id, t)",
    by: 'RANGE (UNIX_TIMESTAMP(t)) (PARTITION p0 VALUES LESS THAN (1577836800), PARTITION p1 VALUES LESS THAN (1609459200), PARTITION p2 VALUES LESS THAN MAXVALUE)',
    rows: rowsOfTimes,
  },
  'a range of columns': {
    columns: 'a int NOT NULL, b date NOT NULL, PRIMARY KEY (a, b)',
    by: "RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN (2,'2019-12-31'), PARTITION p1 VALUES LESS THAN (3,MAXVALUE), PARTITION p2 VALUES LESS THAN (5,'2021-01-02'), PARTITION p3 VALUES LESS THAN (MAXVALUE,MAXVALUE))",
    rows: [...rowsOfDays, "(3,'2030-01-01')", "(5,'2000-01-01')"],
  },
  'a range of dates': {
    columns: 'id int NOT NULL, d date NOT NULL, PRIMARY KEY (id, d)',
    by: "RANGE COLUMNS (d) (PARTITION p0 VALUES LESS THAN ('2020-01-01'), PARTITION p1 VALUES LESS THAN ('2021-1-1'), PARTITION p2 VALUES LESS THAN (MAXVALUE))",
    rows: rowsOfDays,
  },
  'a list with NULL': {
    columns: 'id int, v varchar(10)',
    by: 'LIST (id) (PARTITION p0 VALUES IN (1,3,5), PARTITION p1 VALUES IN (NULL,2,-4))',
    rows: ["(1,'a')", "(5,'b')", "(2,'c')", "(-4,'d')", "(NULL,'e')"],
  },
  'a list with a rest': {
    columns: 'id int NOT NULL, v varchar(10), PRIMARY KEY (id)',
    by: 'LIST (id) (PARTITION p0 VALUES IN (1,3,5), PARTITION p1 DEFAULT)',
    rows: numbers,
  },
  'a list of codes': {
    columns: 'id int NOT NULL, c char(2) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, PRIMARY KEY (id, c)',
    by: "LIST COLUMNS (c) (PARTITION p0 VALUES IN ('de','DE'), PARTITION p1 VALUES IN ('fr'))",
    rows: ["(1,'de')", "(2,'DE')", "(3,'fr')"],
  },
}

/** Partitions by hash, where the servers distribute the rows differently. */
const hashed: Readonly<Record<string, Table>> = {
  'a hash': {
    columns: 'id int NOT NULL AUTO_INCREMENT PRIMARY KEY, v varchar(10)',
    by: 'LINEAR HASH (id) PARTITIONS 4',
    rows: numbers.slice(6),
  },
  'the primary key': { columns: 'id int PRIMARY KEY, v varchar(10)', by: 'KEY () PARTITIONS 3', rows: numbers },
  'columns of a key': {
    columns: 'id int, v varchar(10), UNIQUE KEY (id, v)',
    by: 'KEY (v) (PARTITION a, PARTITION b)',
    rows: [...numbers, '(NULL,NULL)'],
  },
  subpartitions: {
    columns: 'id int NOT NULL, d date NOT NULL, PRIMARY KEY (id, d)',
    by: 'RANGE (YEAR(d)) SUBPARTITION BY HASH (id) SUBPARTITIONS 2 (PARTITION p0 VALUES LESS THAN (2020), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    rows: rowsOfDays,
  },
  'subpartitions with names': {
    columns: 'id int NOT NULL, d date NOT NULL, PRIMARY KEY (id, d)',
    by: 'LIST (id) SUBPARTITION BY KEY (d) (PARTITION p0 VALUES IN (1,2,3) (SUBPARTITION s0 ENGINE = InnoDB, SUBPARTITION s1 ENGINE = InnoDB), PARTITION p1 VALUES IN (4,5,6) (SUBPARTITION s2, SUBPARTITION s3))',
    rows: rowsOfDays,
  },
}

/** Tables that are not partitioned, with a word of the reason. */
const whole: Readonly<Record<string, Table & { readonly reason: RegExp }>> = {
  'an expression': {
    columns: 'id int NOT NULL, v varchar(10)',
    by: 'RANGE (id DIV 10) (PARTITION p0 VALUES LESS THAN (1), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    rows: numbers,
    reason: /partition expression/,
  },
  'a list of months': {
    columns: 'id int NOT NULL, d date NOT NULL',
    by: 'LIST (MONTH(d)) (PARTITION p0 VALUES IN (1,2,6), PARTITION p1 VALUES IN (12))',
    rows: rowsOfDays,
    reason: /partition expression/,
  },
  'strings in any case': {
    columns: 'id int NOT NULL, c varchar(10)',
    by: "LIST COLUMNS (c) (PARTITION p0 VALUES IN ('de'), PARTITION p1 VALUES IN ('fr'))",
    rows: ["(1,'DE')", "(2,'fr')"],
    reason: /strings/,
  },
  'a range of strings': {
    columns: 'id int NOT NULL, c varchar(10) NOT NULL',
    by: "RANGE COLUMNS (c) (PARTITION p0 VALUES LESS THAN ('m'), PARTITION p1 VALUES LESS THAN (MAXVALUE))",
    rows: ["(1,'DE')", "(2,'ä')"],
    reason: /strings/,
  },
  'several columns with NULL': {
    columns: 'a int, b int',
    by: 'RANGE COLUMNS (a, b) (PARTITION p0 VALUES LESS THAN (2,2), PARTITION p1 VALUES LESS THAN (MAXVALUE,MAXVALUE))',
    rows: ['(1,NULL)', '(2,NULL)', '(3,3)'],
    reason: /NULL/,
  },
  'a bound beyond the type': {
    columns: 'id tinyint NOT NULL, v varchar(10)',
    by: 'RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (70000))',
    rows: numbers,
    reason: /bound/,
  },
  'a generated column': {
    columns: 'id int NOT NULL, twice int AS (id * 2) STORED, KEY (id)',
    by: 'RANGE (twice) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)',
    rows: ['(1,DEFAULT)', '(20,DEFAULT)'],
    reason: /generated/,
  },
}

const dumpOf = ({ columns, by, rows }: Table): string =>
  `SET TIME_ZONE='+00:00';\nSET sql_mode='';\nCREATE TABLE \`Logs\` (${columns}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4\n/*!50100 PARTITION BY ${by} */;\nINSERT INTO \`Logs\` VALUES ${rows.join(',')};\n`

const tests = (tables: Readonly<Record<string, Table>>): (readonly [string, Table])[] => Object.entries(tables)

describe.runIf(hasBoth)('partitions of MariaDB in PostgreSQL', () => {
  const both = startBoth()

  const loaded = async (
    file: string | Uint8Array,
    database: string,
  ): Promise<Awaited<ReturnType<typeof both.loaded>>> => {
    const { script, report } = await converted(file, spec, 'dump.sql')
    expect(report.fixes.filter(({ code }) => code === 'partitions_dropped')).toEqual([])
    const target = await both.loaded(script)
    await expectSameRows(both.mariadb, database, target, report)
    return target
  }

  test.each(tests(same))('by %s have the same rows', async (_, table) => {
    const database = await both.ran(dumpOf(table))
    const dumped = await both.mariadb.dump(database, '--skip-dump-date')
    for (const file of [dumpOf(table), dumped]) {
      const target = await loaded(file, database)
      const names = await both.mariadb.read(
        database,
        `SELECT partition_name FROM information_schema.partitions WHERE table_schema = '${database}' ORDER BY partition_ordinal_position`,
      )
      for (const [name = ''] of names) {
        const expected = await both.mariadb.read(database, `SELECT count(*) FROM Logs PARTITION (\`${name}\`)`)
        const count = await target.query(`SELECT count(*) FROM logs_${name?.toLowerCase()}`)
        expect([name, ...count]).toEqual([name, ...expected])
      }
      const held = await target.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'logs'::regclass")
      expect(held).toEqual([[String(names.length)]])
    }
  })

  test.each(tests(hashed))('by %s have the same rows in total', async (_, table) => {
    const database = await both.ran(dumpOf(table))
    const target = await loaded(dumpOf(table), database)
    const names = await both.mariadb.read(
      database,
      `SELECT lower(concat('logs_', coalesce(subpartition_name, partition_name))) FROM information_schema.partitions WHERE table_schema = '${database}' ORDER BY 1`,
    )
    const leaves = await target.query(
      'SELECT relid::text FROM pg_partition_tree(\'logs\') WHERE isleaf ORDER BY relid::text COLLATE "C"',
    )
    expect(leaves).toEqual(names)
  })

  test.each(Object.entries(whole))('by %s are dropped with the reason, and the table stays whole', async (_, table) => {
    const database = await both.ran(dumpOf(table))
    const { script, report } = await converted(dumpOf(table), spec, 'dump.sql')
    expect(script).not.toMatch(/^[^-].*PARTITION/m)
    const [fix] = report.fixes.filter(({ code }) => code === 'partitions_dropped')
    expect(fix?.message).toMatch(table.reason)
    expect(fix?.message).toContain('Its text: PARTITION BY ')
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('receive new rows as in MariaDB, and refuse values out of range', async () => {
    const table = same['a range that takes NULL'] as Table
    const target = await loaded(dumpOf(table), await both.ran(dumpOf(table)))
    await target.load('INSERT INTO logs VALUES (49), (NULL), (-100);\n')
    await expect(target.load('INSERT INTO logs VALUES (50);\n')).rejects.toThrow(/check|partition/)
  })

  test('can be changed by ALTER TABLE', async () => {
    const file = `CREATE TABLE logs (id int NOT NULL PRIMARY KEY, v varchar(10));
ALTER TABLE logs PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10));
ALTER TABLE logs ADD PARTITION (PARTITION p1 VALUES LESS THAN (20), PARTITION p2 VALUES LESS THAN (30));
CREATE TABLE other LIKE logs;
ALTER TABLE other REMOVE PARTITIONING;
INSERT INTO logs VALUES (1,'a'),(15,'b'),(25,'c');
`
    const target = await loaded(file, await both.ran(file))
    expect(await target.query('SELECT tableoid::regclass, id FROM logs ORDER BY id')).toEqual([
      ['logs_p0', '1'],
      ['logs_p1', '15'],
      ['logs_p2', '25'],
    ])
    expect(await target.query("SELECT relkind FROM pg_class WHERE relname = 'other'")).toEqual([['r']])
  })

  test.each(['fail', 'drop', 'append'] as const)(
    'receive the rows of a script for an existing table, with if_exists: %s',
    async (if_exists) => {
      const table = same['a range of numbers'] as Table
      const database = await both.ran(dumpOf(table))
      const { script, report } = await converted(
        dumpOf(table),
        { output: { ...spec.output, if_exists }, dump: { partitions: 'keep' } },
        'dump.sql',
      )
      const target = await both.loaded(script)
      if (if_exists === 'drop') await target.load(script)
      await expectSameRows(both.mariadb, database, target, report)
      const data = await converted(dumpOf(table), { output: spec.output, dump: { mode: 'data_only' } }, 'dump.sql')
      await target.load(data.script)
      await expectSameRows(both.mariadb, database, target, data.report)
      expect(await target.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'logs'::regclass")).toEqual([['3']])
    },
  )
})

test('one table is the default, and the report quotes the clause', async () => {
  const file = dumpOf(same['years'] as Table)
  const { script, report } = await converted(file, { output: spec.output }, 'dump.sql')
  expect(script).not.toMatch(/^[^-].*PARTITION/m)
  const messages = report.fixes.filter(({ code }) => code === 'partitions_dropped').map(({ message }) => message)
  expect(messages.join()).toMatch(/^The table is not partitioned in PostgreSQL\. Its text: PARTITION BY RANGE/)
})
