import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, postgresqlMissing } from '../../databases/postgresql.ts'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { psql } from './psql.ts'

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('psql loads a dump with', () => {
  const { fresh, through } = psql()

  test('tables dropped, renamed, copied and defined twice', async () => {
    const dump = `CREATE TABLE \`old\` (a int);
INSERT INTO \`old\` VALUES (1);
DROP TABLE IF EXISTS \`old\`;
CREATE TABLE \`old\` (a int, b int, KEY k (b));
INSERT INTO \`old\` VALUES (2, 3);
CREATE TABLE IF NOT EXISTS \`old\` (z int);
INSERT INTO \`old\` VALUES (4, 5);
CREATE TABLE \`copy\` LIKE \`old\`;
INSERT INTO \`copy\` VALUES (6, 7);
CREATE TABLE gone (a int); DROP TABLE gone;
INSERT INTO nowhere VALUES (1), (2);
`
    const { rows, report } = await through(dump, `SELECT * FROM old UNION ALL SELECT * FROM copy ORDER BY 1`)
    expect(rows).toEqual([
      ['2', '3'],
      ['4', '5'],
      ['6', '7'],
    ])
    expect(report.tables.map(({ name }) => name)).toEqual(['old', 'copy'])
    expect(report.fixes).toMatchObject([{ code: 'rows_left_out', table: 'nowhere', count: 2 }])
  })

  test.each([
    ['many tables', 3500, 0],
    ['fewer tables with many indexes', 900, 9],
  ])('%s, too many for one transaction to lock', async (_, tables, indexes) => {
    const keys = Array.from({ length: indexes }, (__, at) => `, KEY k${at} (a)`).join('')
    const dump = Array.from(
      { length: tables },
      (__, at) =>
        `CREATE TABLE t${at} (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, a text${keys.replaceAll('(a)', '(a(9))')});\nINSERT INTO t${at} VALUES (7,'x');\n`,
    ).join('')
    const last = `t${tables - 1}`
    const { rows } = await through(dump, `INSERT INTO ${last} (a) VALUES ('y') RETURNING id`)
    expect(rows).toEqual([['8']])
  })

  test('several databases as schemas, with references between them', async () => {
    const dump = `CREATE DATABASE \`One\`; USE \`One\`;
CREATE TABLE \`t\` (id int PRIMARY KEY, e enum('x')); INSERT INTO t VALUES (1,'x');
CREATE DATABASE two; USE two;
CREATE TABLE \`t\` (id int PRIMARY KEY, e enum('y'), CONSTRAINT f FOREIGN KEY (id) REFERENCES \`One\`.\`t\` (id)); INSERT INTO t VALUES (1,'y');
CREATE VIEW v AS SELECT a.id, b.e FROM One.t a JOIN t b ON a.id = b.id;
`
    const { rows } = await through(
      dump,
      `SELECT a.e, b.e, v.e FROM one.t a JOIN two.t b USING (id) JOIN two.v USING (id)`,
    )
    expect(rows).toEqual([['x', 'y', 'y']])
  })

  test('all databases in the requested schema', async () => {
    const dump = 'USE a; CREATE TABLE `t` (id int); USE b; CREATE TABLE `t` (id int); INSERT INTO t VALUES (2);'
    const { rows } = await through(dump, `SELECT * FROM "In To".t_2`, { schema: 'In To' })
    expect(rows).toEqual([['2']])
  })

  test('long, reserved, odd or similar names', async () => {
    const long = 'x'.repeat(64)
    const dump = `CREATE TABLE \`select\` (\`${long}\` int, \`${long.slice(1)}y\` int, \`Order No.\` int, \`order_no\` int, \`"q"\` int, KEY \`${long}\` (\`Order No.\`), KEY \`k\` (\`order_no\`));
CREATE TABLE \`Select\` (a int, KEY k (a), KEY \`K2\` (a)); CREATE TABLE \`select_k\` (a int);
INSERT INTO \`select\` VALUES (1,2,3,4,5);`
    const { rows } = await through(
      dump,
      `SELECT attname FROM pg_attribute WHERE attrelid = '"select"'::regclass AND attnum > 0 ORDER BY attnum`,
    )
    expect(rows.flat()).toEqual(['x'.repeat(63), `${'x'.repeat(61)}_2`, 'order_no', 'order_no_2', 'q'])
    const { rows: written } = await through(
      dump,
      `SELECT attname FROM pg_attribute WHERE attrelid = '"select"'::regclass AND attnum > 2 ORDER BY attnum`,
      { column_names: 'as_written' },
    )
    expect(written.flat()).toEqual(['Order No.', 'order_no', '"q"'])
  })

  test.each([
    ['`t` VALUES (1,2)', ['1', '2'], /with the values of the dump/],
    ['`t` (`a`) VALUES (1)', ['1', null], /is NULL, because the dump leaves its values out/],
  ] as const)('a generated column that becomes an ordinary one, after INSERT INTO %s', async (insert, row, pattern) => {
    const dump = `CREATE TABLE t (a int, b int GENERATED ALWAYS AS (json_length(a)) STORED); INSERT INTO ${insert};`
    const { rows, report } = await through(dump, 'SELECT a, b FROM t')
    expect(rows).toEqual([row])
    expect(report.fixes).toMatchObject([{ code: 'generated_column_frozen', message: expect.stringMatching(pattern) }])
  })

  test('columns that PostgreSQL reserves', async () => {
    const dump = 'CREATE TABLE `t` (`oid` int, `ctid` int, `xmin` int);\nINSERT INTO `t` VALUES (1,2,3);'
    const { rows, report } = await through(dump, 'SELECT "oid", "ctid_2", "xmin_2" FROM t')
    expect(rows).toEqual([['1', '2', '3']])
    expect(report.fixes).toMatchObject([{ code: 'column_renamed', count: 2 }])
  })

  test('numbers that only rounding moves out of range', async () => {
    const dump = `CREATE TABLE t (f float, d decimal(3,2), p decimal(2,2), w decimal(3,0));
INSERT INTO t VALUES (1.4013e-45,9.994,0.994,999.4),(1,9.995,0,0),(1,'-9.999',0,0),(1,99.95e-1,0,0),(1,0,.995,0),(1,0,0,999.5),(1e-50,0,0,0),(0e-50,1,0.5,-7);`
    const { rows, report } = await through(dump, 'SELECT d, p, w FROM t ORDER BY f DESC, d DESC')
    expect(rows).toEqual([
      ['9.99', '0.99', '999'],
      ['1.00', '0.50', '-7'],
      ['0.00', '0.00', '0'],
    ])
    expect(report.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'd'],
      [3, 'd'],
      [4, 'd'],
      [5, 'p'],
      [6, 'w'],
    ])
    // A server stores a float that is too close to zero as zero, in every mode.
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'number_rounded', column: 'f', count: 1 }))
  })

  test('rows that leave out a date with a default of zeros', async () => {
    const dump = `CREATE TABLE \`t\` (a int, seen datetime NOT NULL DEFAULT '0000-00-00 00:00:00', day date NOT NULL DEFAULT '0000-00-00');
INSERT INTO \`t\` (a) VALUES (1);
INSERT INTO \`t\` (a, seen, day) VALUES (2, '2024-01-02 03:04:05', DEFAULT);
`
    const { rows, report } = await through(dump, 'SELECT * FROM t ORDER BY 1')
    expect(rows).toEqual([
      ['1', null, null],
      ['2', '2024-01-02 03:04:05', null],
    ])
    expect(report.fixes.filter(({ code }) => code === 'not_null_dropped').map(({ column }) => column)).toEqual([
      'seen',
      'day',
    ])
  })

  test('rows that do not fit, and references that only new rows obey', async () => {
    const dump = `CREATE TABLE parent (id int PRIMARY KEY, v varchar(3), n tinyint);
CREATE TABLE child (id int PRIMARY KEY, p int, CONSTRAINT to_parent FOREIGN KEY (p) REFERENCES parent (id));
CREATE TABLE orphan (id int PRIMARY KEY, p int, CONSTRAINT to_child FOREIGN KEY (p) REFERENCES child (id));
INSERT INTO parent VALUES (1,'abc',1),(2,'abcd',1),(3,'a',99999),(NULL,'a',1),(5,'a'),(6,'a',RAND()),(7,'a','x'),(8,'ab ',0);
INSERT INTO child VALUES (1,1),(2,2);
INSERT INTO orphan VALUES (1,1),(2,77);`
    const { rows, report } = await through(
      dump,
      `SELECT conname, convalidated FROM pg_constraint WHERE contype IN ('f', 'c') AND connamespace = 'public'::regnamespace ORDER BY 1`,
    )
    expect(rows).toEqual([
      ['to_child', 'f'],
      ['to_parent', 'f'],
    ])
    expect(report.tables.find(({ name }) => name === 'parent')?.rows).toMatchObject({ converted: 2, rejected: 6 })
    expect(report.problems.map(({ table, row, column }) => [table, row, column])).toEqual([
      ['parent', 2, 'v'],
      ['parent', 3, 'n'],
      ['parent', 4, 'id'],
      ['parent', 5, undefined],
      ['parent', 6, 'n'],
      ['parent', 7, 'n'],
    ])
    expect(report.fixes.filter(({ code }) => code === 'foreign_key_not_valid')).toMatchObject([
      { table: 'child', examples: ['to_parent'], count: 1, first_row: 2 },
      { table: 'orphan', examples: ['to_child'], count: 1, first_row: 2 },
    ])
  })

  test('references that PostgreSQL cannot have, with a note', async () => {
    const dump = `CREATE TABLE a (id int, KEY (id)); CREATE TABLE b (id int PRIMARY KEY,
 CONSTRAINT f1 FOREIGN KEY (id) REFERENCES a (id), CONSTRAINT f2 FOREIGN KEY (id) REFERENCES missing (id));`
    const { rows, report } = await through(dump, `SELECT count(*) FROM pg_constraint WHERE contype = 'f'`)
    expect(rows).toEqual([['0']])
    expect(report.fixes.filter(({ code }) => code === 'foreign_key_dropped').map(({ examples }) => examples)).toEqual([
      ['f1'],
      ['f2'],
    ])
  })

  test('one chosen table, renamed columns, or data only', async () => {
    const dump =
      'CREATE TABLE `a` (x int); CREATE TABLE `Items` (`Id` int, `secret` text, `flag` tinyint(1)); INSERT INTO a VALUES (1); INSERT INTO Items VALUES (7,0x41,1);'
    const spec: SpecInput = {
      output: { dialect: 'postgresql', table: 'items', style: 'bulk' },
      columns: [
        { index: 0, name: 'Number' },
        { index: 1, exclude: true },
        { index: 2, as_text: true },
      ],
    }
    const { script, report } = await converted(dump, spec, 'd.sql')
    const loaded = await fresh()
    await loaded.load(script)
    expect(await loaded.query('SELECT * FROM items')).toEqual([['7', '1']])
    expect(report.tables.map(({ name }) => name)).toEqual(['items'])
    const again = await converted(dump, { ...spec, output: { ...spec.output, create_table: false } }, 'd.sql')
    await loaded.load(again.script)
    expect(await loaded.query('SELECT "Number", flag FROM items')).toEqual([
      ['7', '1'],
      ['7', '1'],
    ])
  })

  test('indexes over long columns, which cover a prefix or a hash', async () => {
    const words = (count: number, size: number): string =>
      Array.from({ length: count }, (_, at) =>
        Math.sin(at + 1)
          .toString(36)
          .slice(3, 3 + size),
      ).join(' ')
    const dump = `CREATE TABLE t (id int PRIMARY KEY, a varchar(3000), b text, KEY wide (a), UNIQUE KEY one (a), FULLTEXT KEY words (b), KEY narrow (id));
INSERT INTO t VALUES (1, '${words(500, 5).slice(0, 2999)}', '${words(200_000, 9)}');`
    const { rows } = await through(dump, `SELECT indexname FROM pg_indexes WHERE tablename = 't' ORDER BY 1`)
    expect(rows.flat()).toEqual(['t_narrow', 't_one', 't_pkey', 't_wide', 't_words'])
  })
})
