import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'

const dump = `CREATE TABLE \`Person\` (
  id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  \`FullName\` varchar(20) DEFAULT NULL,
  code binary(16) DEFAULT NULL,
  flag tinyint(1) NOT NULL DEFAULT 1,
  doc longtext CHECK (json_valid(doc)),
  born datetime NOT NULL DEFAULT '2020-01-01 00:00:00',
  kind enum('A','b') DEFAULT 'A',
  parent int unsigned,
  at time,
  amount decimal(8,2) unsigned,
  UNIQUE KEY name (\`FullName\`),
  KEY parent (parent),
  CONSTRAINT fk_parent FOREIGN KEY (parent) REFERENCES \`Person\` (id)
) DEFAULT CHARSET=utf8mb4;
CREATE TABLE \`audit_Log\` (id int PRIMARY KEY, person int unsigned, CONSTRAINT fk_person FOREIGN KEY (person) REFERENCES \`Person\` (id)) DEFAULT CHARSET=utf8mb4;
INSERT INTO \`Person\` VALUES (1,'Zoë',0x00112233445566778899AABBCCDDEEFF,1,'{"a":1}','2024-01-02 03:04:05','a',NULL,'10:00:00',1.50),(5,'y',NULL,0,NULL,'2024-02-03 00:00:00','b',1,'11:00:00',NULL);
INSERT INTO \`audit_Log\` VALUES (1,5);
CREATE VIEW zs AS SELECT id, \`FullName\` FROM \`Person\` WHERE \`FullName\` LIKE 'Z%';
`

const specOf = (options: SpecInput['dump'], style: 'bulk' | 'inserts' = 'bulk'): SpecInput => ({
  output: { dialect: 'postgresql', style },
  ...(options === undefined ? {} : { dump: options }),
})
const scriptOf = async (options: SpecInput['dump'], file = dump): Promise<string> =>
  (await converted(file, specOf(options), 'dump.sql')).script

describe.runIf(hasBoth)('a dump converted with options', () => {
  const both = startBoth()

  const types: NonNullable<NonNullable<SpecInput['dump']>['types']>[] = [
    { infer: false },
    { 'tinyint(1)': 'boolean', infer: false },
    { 'tinyint(1)': 'smallint' },
    { datetime: 'timestamptz' },
    { enum: 'check' },
    { enum: 'text' },
    { unsigned: 'check' },
    { ci_text: 'icu' },
    { ci_text: 'citext', enum: 'check', unsigned: 'check', datetime: 'timestamptz', infer: false },
  ]
  test.each(types.flatMap((rules) => (['bulk', 'inserts'] as const).map((style) => [rules, style] as const)))(
    'has the same rows as MariaDB with types %j, %s',
    async (rules, style) => {
      const database = await both.ran(dump)
      const { script, report } = await converted(
        dump,
        { output: { dialect: 'postgresql', style }, dump: { types: rules, verify: true } },
        'dump.sql',
      )
      const loaded = await both.loaded(script)
      await expectSameRows(both.mariadb, database, loaded, report)
      expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    },
  )

  test('stores binary(16) as UUID, and JSON as the same jsonb document', async () => {
    const loaded = await both.loaded(await scriptOf({ types: { 'binary(16)': 'uuid', json: 'jsonb' } }))
    expect(await loaded.query(`SELECT code, doc FROM person ORDER BY id`)).toEqual([
      ['00112233-4455-6677-8899-aabbccddeeff', '{"a": 1}'],
      [null, null],
    ])
    const columns = `SELECT data_type FROM information_schema.columns WHERE table_name = 'person' AND column_name IN ('code', 'doc') ORDER BY 1`
    expect((await loaded.query(columns)).flat()).toEqual(['jsonb', 'uuid'])
  })

  test('ignores case and accents with an ICU collation, in keys and comparisons', async () => {
    const database = await both.ran(dump)
    const loaded = await both.loaded(await scriptOf({ types: { ci_text: 'icu' } }))
    const [expected] = await both.mariadb.read(database, "SELECT id FROM Person WHERE FullName = 'ZOE'")
    expect(await loaded.query("SELECT id FROM person WHERE full_name = 'ZOE'")).toEqual([expected])
    await expect(loaded.load("INSERT INTO person (full_name) VALUES ('ZOE');\n")).rejects.toThrow(/duplicate key/)
    expect(await loaded.query('SELECT id FROM zs')).toEqual([['1']])
  })

  test('is complete after loading its parts one after another', async () => {
    const database = await both.ran(dump)
    const { script, report } = await converted(dump, specOf({ parts: ['before'] }), 'dump.sql')
    expect(report.rows.converted).toBe(0)
    const loaded = await both.loaded(script)
    const data = await converted(dump, specOf({ parts: ['data'], verify: true }), 'dump.sql')
    expect(data.script).not.toMatch(/CREATE|ALTER/)
    await loaded.load(data.script)
    await loaded.load(await scriptOf({ parts: ['after'] }))
    await expectSameRows(both.mariadb, database, loaded, data.report)
    expect(await loaded.query(`INSERT INTO person DEFAULT VALUES RETURNING id`)).toEqual([['6']])
    expect(await loaded.query('SELECT count(*) FROM zs')).toEqual([['1']])
  })

  test('is complete after the data of its tables is loaded at the same time', async () => {
    const database = await both.ran(dump)
    const dataOf = (table: string) =>
      converted(dump, specOf({ parts: ['data'], tables: { include: [table] } }), 'dump.sql')
    const [people, log] = await Promise.all([dataOf('Person'), dataOf('audit_Log')])
    expect([people.report.rows.converted, log.report.rows.converted]).toEqual([2, 1])
    const loaded = await both.loaded(await scriptOf({ parts: ['before'] }))
    // Each load waits in its transaction until the other one has begun too, so neither can precede the other.
    await loaded.load('CREATE SEQUENCE begun;\n')
    const meeting = `SELECT nextval('begun');
DO 'BEGIN WHILE (SELECT last_value < 2 FROM begun) LOOP PERFORM pg_sleep(0.01); END LOOP; END';\n`
    const waiting = (script: string): string => script.replace('BEGIN;\n', `BEGIN;\n${meeting}`)
    await Promise.all([log, people].map(({ script }) => loaded.loadBeside(waiting(script))))
    expect(await loaded.query('SELECT last_value FROM begun')).toEqual([['2']])
    await loaded.load(await scriptOf({ parts: ['after'] }))
    await expectSameRows(both.mariadb, database, loaded, (await converted(dump, specOf({}), 'dump.sql')).report)
    expect(await loaded.query(`INSERT INTO person DEFAULT VALUES RETURNING id`)).toEqual([['6']])
  })

  test('fills existing tables again, with their foreign keys and triggers', async () => {
    const database = await both.ran(dump)
    const loaded = await both.loaded(await scriptOf({ mode: 'schema_only' }))
    expect(await loaded.query('SELECT count(*) FROM person')).toEqual([['0']])
    await loaded.load(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stopped''; END';
CREATE TRIGGER stop BEFORE INSERT ON person FOR EACH ROW EXECUTE FUNCTION stop();\n`)
    // A child may precede its parent.
    const turned = dump.replace(/(INSERT INTO `Person`[^;]*;\n)(INSERT INTO `audit_Log`[^;]*;\n)/, '$2$1')
    expect(turned).not.toBe(dump)
    const { script, report } = await converted(turned, specOf({ mode: 'data_only' }), 'dump.sql')
    await loaded.load(script)
    await loaded.load(script)
    await expectSameRows(both.mariadb, database, loaded, report)
    await expect(loaded.load('INSERT INTO person DEFAULT VALUES;\n')).rejects.toThrow(/stopped/)
    await expect(loaded.load('INSERT INTO audit_log VALUES (2, 99);\n')).rejects.toThrow(/foreign key/)
    expect(await loaded.query("SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND condeferrable")).toEqual([
      ['0'],
    ])
  })

  test('stops if it counts its rows and some are missing', async () => {
    const script = await scriptOf({ verify: true })
    const without = script.replace(/^5\ty.*\n/m, '').replace(/^1\t5\n/m, '')
    expect(without).not.toBe(script)
    await expect(both.loaded(without)).rejects.toThrow(/has 1 rows, the dump has 2/)
  })

  test('has the values that MariaDB computes for POINT() and related functions', async () => {
    const file = `CREATE TABLE g (id int PRIMARY KEY, p point, s geometry);
INSERT INTO g VALUES (1, POINT(1.5, -2), LINESTRING(POINT(0, 0), POINT(1, 1))), (2, Point( 3,4 ), POLYGON(LINESTRING(POINT(0,0),POINT(1,0),POINT(1,1),POINT(0,0)))),
(3, NULL, MULTIPOINT(POINT(1,2),POINT(3,4))), (4, NULL, MULTILINESTRING(LINESTRING(POINT(0,0),POINT(1,1)),LINESTRING(POINT(2,2),POINT(3,3)))),
(5, NULL, MULTIPOLYGON(POLYGON(LINESTRING(POINT(0,0),POINT(1,0),POINT(1,1),POINT(0,0))))), (6, NULL, GEOMETRYCOLLECTION(POINT(1,2),LINESTRING(POINT(0,0),POINT(1,1))));
`
    const database = await both.ran(file)
    const { script, report } = await converted(file, specOf(undefined), 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 6, rejected: 0 })
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })

  test('has the requested names and schemas', async () => {
    const tables = async (options: SpecInput['dump'], file = dump): Promise<unknown> => {
      const loaded = await both.loaded(await scriptOf(options, file))
      const query = `SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY table_schema COLLATE "C", table_name COLLATE "C"`
      return (await loaded.query(query)).map((row) => row.join('.'))
    }
    expect(await tables({ names: 'as_written' })).toEqual(['public.Person', 'public.audit_Log'])
    expect(await tables({ names: 'lower' })).toEqual(['public.audit_log', 'public.person'])
    expect(await tables({ schemas: 'per_database' }, `USE shop;\n${dump}`)).toEqual(['shop.audit_log', 'shop.person'])
    expect(await tables({ tables: { include: ['per*'] } })).toEqual(['public.person'])
    expect(await tables({ tables: { exclude: ['*_log', 'zs'] } })).toEqual(['public.person'])
  })
})

test('without infer, the schema does not depend on the rows', async () => {
  const schema = (rows: string): Promise<string> =>
    scriptOf(
      { types: { infer: false }, parts: ['before'] },
      `CREATE TABLE t (id bigint unsigned PRIMARY KEY, a tinyint(1), d date NOT NULL, t time, u bigint unsigned, e enum('a') NOT NULL, j json);\n${rows}`,
    )
  const plain = await schema("INSERT INTO t VALUES (1,1,'2024-01-01','10:00:00',1,'a','{}');\n")
  expect(plain).toContain('  a smallint')
  expect(
    await schema(
      "INSERT INTO t VALUES (1,7,'0000-00-00','-20:00:00',18446744073709551615,'','{\\\"a\\\": \\\"\\\\u0000\\\"}'),(2,1,'2024-01-01','1:00',1,'a','no');\n",
    ),
  ).toBe(plain)
})

test('a document that the type cannot store rejects its row, with the reason', async () => {
  const { report } = await converted(
    "CREATE TABLE t (id int PRIMARY KEY, j json);\nINSERT INTO t VALUES (1,'{}'),(2,'no'),(3,'\"\\\\u0000\"');\n",
    specOf({ types: { infer: false, json: 'jsonb' } }),
    'dump.sql',
  )
  expect(report.rows).toMatchObject({ converted: 1, rejected: 2 })
  expect(report.problems.map(({ message }) => message)).toEqual([
    'The value is not JSON.',
    'The document has \\u0000 or an unpaired surrogate, which jsonb cannot store.',
  ])
})

describe("the server's own schemas in a dump of all databases", () => {
  const file = `USE mysql;
CREATE TABLE user (name varchar(9), hash text);
INSERT INTO user VALUES ('root','*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19');
CREATE PROCEDURE p() SELECT 1;
CREATE VIEW accounts AS SELECT name FROM user;
USE shop;
CREATE TABLE orders (id int PRIMARY KEY);
INSERT INTO orders VALUES (1);
`
  test('are left out with a note', async () => {
    const { script, report } = await converted(file, specOf(undefined), 'dump.sql')
    expect(script).not.toMatch(/2470C0|accounts|mysql/)
    expect(report.tables.map(({ name }) => name)).toEqual(['orders'])
    expect(report.notes.join()).toContain('left out: mysql. They contain its accounts')
    expect(report.fixes).toEqual([])
  })

  test('are converted if a pattern names them', async () => {
    expect(await scriptOf({ tables: { include: ['mysql.*'] } }, file)).toContain('2470C0')
    await expect(scriptOf({ tables: { include: ['user'] } }, file)).rejects.toThrow(/such as mysql/)
  })
})

test('a pattern without a matching table is an error that lists the tables', async () => {
  await expect(scriptOf({ tables: { include: ['nothing*'] } })).rejects.toThrow(/no table .* It has Person, audit_Log/)
})
