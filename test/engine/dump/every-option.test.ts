import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dumpFlags, withDumpFlags } from '../../../container/commands/dump-flags.ts'
import { readSpec, type Spec, type SpecInput } from '../../../src/contract/spec.ts'
import {
  dumpModes,
  dumpNameStyles,
  dumpOutputs,
  dumpPartitions,
  dumpParts,
  dumpSchemas,
  dumpTypeRules,
} from '../../../src/contract/spec-values.ts'
import { converted } from '../support.ts'
import { hasBoth, hasBothAndPostgis, type LoadedDatabase, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { definitionsOf, randomTable, scriptOf } from './random-schema.ts'
import { runs } from '../../property-runs.ts'

const dump = `SET TIME_ZONE='+00:00';
USE Shop;
CREATE TABLE \`MixedNames\` (
  id int unsigned NOT NULL AUTO_INCREMENT,
  \`FullName\` varchar(20) DEFAULT NULL,
  code binary(16) DEFAULT NULL,
  flag tinyint(1) NOT NULL DEFAULT 1,
  doc json,
  born datetime NOT NULL DEFAULT '2020-01-01 00:00:00',
  kind enum('A','b') DEFAULT 'A',
  place point,
  shape geometry,
  PRIMARY KEY (id), KEY born (born)
) DEFAULT CHARSET=utf8mb4;
CREATE TABLE parts (id int NOT NULL PRIMARY KEY, made datetime NOT NULL DEFAULT NOW())
PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE);
INSERT INTO \`MixedNames\` VALUES (1,'Zoë',0x00112233445566778899AABBCCDDEEFF,1,'{"a":1}','2024-01-02 03:04:05','A',POINT(1,2),POINT(3,4)),(5,'y',NULL,0,NULL,'2024-02-03 00:00:00','b',NULL,NULL);
INSERT INTO parts VALUES (1,'2024-01-02 03:04:05'),(11,'2024-01-02 03:04:05');
CREATE VIEW named AS SELECT id, \`FullName\` FROM \`MixedNames\`;
`

const output = { dialect: 'postgresql', style: 'bulk' } as const
/** Returns the spec that the flags of the command line produce, which must equal that of the API. */
function specOf(flags: Readonly<Record<string, string | true>>, dumpOptions: SpecInput['dump']): Spec {
  const reading = readSpec(withDumpFlags({ output }, flags))
  const sent = readSpec({ output, dump: dumpOptions })
  if (!reading.ok || !sent.ok) throw new Error('refused')
  expect(reading.spec).toEqual(sent.spec)
  return reading.spec
}

const scriptBy = async (spec: Spec): Promise<string> => (await converted(dump, spec, 'dump.sql')).script

/** Returns a column's type, collation and CHECK from the server's catalogs. */
async function definitionOf(loaded: LoadedDatabase, column: string): Promise<string | null | undefined> {
  const sql = `SELECT format_type(atttypid, atttypmod) || coalesce(' ' || (SELECT collname FROM pg_collation WHERE oid = attcollation AND collname <> 'default'), '')
    || coalesce(' ' || (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c WHERE c.conrelid = attrelid AND contype = 'c' AND attnum = ANY (conkey)), '')
    FROM pg_attribute WHERE attrelid = 'mixed_names'::regclass AND attname = '${column}'`
  return (await loaded.query(sql))[0]?.[0]
}

type Rules = {
  readonly [Rule in keyof typeof dumpTypeRules]: Readonly<Record<(typeof dumpTypeRules)[Rule][number], string>>
}

const columnOfRule: Readonly<Record<keyof Rules, string>> = {
  'tinyint(1)': 'flag',
  json: 'doc',
  datetime: 'born',
  'binary(16)': 'code',
  enum: 'kind',
  unsigned: 'id',
  ci_text: 'full_name',
  spatial: 'place',
}

/**
 * The definitions that the documentation promises. A new value in the contract does not compile without an entry here.
 */
const definitions: Rules = {
  'tinyint(1)': { smallint: 'smallint', boolean: 'boolean' },
  json: { json: 'json', jsonb: 'jsonb' },
  datetime: { timestamp: 'timestamp(0) without time zone', timestamptz: 'timestamp(0) with time zone' },
  'binary(16)': { bytea: 'bytea', uuid: 'uuid' },
  enum: {
    type: 'mixed_names_kind',
    check: "text CHECK ((kind = ANY (ARRAY['A'::text, 'b'::text])))",
    text: 'text',
  },
  unsigned: { plain: 'bigint', check: 'bigint CHECK ((id >= 0))' },
  ci_text: {
    text: 'character varying(20)',
    citext: 'citext CHECK ((char_length((full_name)::text) <= 20))',
    icu: 'character varying(20) mysql_ci',
  },
  spatial: { bytea: 'bytea', point: 'point', postgis: 'geometry(Point)' },
}

const ruleCases = Object.entries(dumpTypeRules).flatMap(([rule, values]) =>
  values.map((value) => [rule as keyof Rules, value] as const),
)

describe.runIf(hasBoth)('every value of every option of a dump has its documented effect', () => {
  const both = startBoth()

  test.each(ruleCases)('types: %s=%s', async (rule, value) => {
    if (value === 'postgis' && !hasBothAndPostgis) return
    const needed = value === 'postgis' ? ['postgis'] : []
    const types = { [rule]: value } as NonNullable<SpecInput['dump']>['types']
    for (const infer of [true, false]) {
      const spec = specOf({ types: `${rule}=${value},infer=${infer}` }, { types: { ...types, infer } })
      const { script, report } = await converted(dump, spec, 'dump.sql')
      expect(report.rows).toMatchObject({ converted: 4, rejected: 0 })
      const loaded = await both.loaded(script, ...needed)
      const expected = (definitions[rule] as Readonly<Record<string, string>>)[value]
      expect(await definitionOf(loaded, columnOfRule[rule])).toBe(expected)
      expect(await loaded.query('SELECT count(*) FROM named')).toEqual([['2']])
    }
  })

  test('types: unsigned=check refuses a negative number', async () => {
    const loaded = await both.loaded(
      await scriptBy(specOf({ types: 'unsigned=check' }, { types: { unsigned: 'check' } })),
    )
    await expect(loaded.load('INSERT INTO mixed_names (id) VALUES (-1);\n')).rejects.toThrow(/check constraint/)
    await loaded.load('INSERT INTO mixed_names (id) VALUES (0);\n')
  })

  const tableNames: Readonly<Record<(typeof dumpNameStyles)[number], readonly string[]>> = {
    as_written: ['MixedNames.FullName', 'named.FullName'],
    lower: ['mixednames.fullname', 'named.fullname'],
    snake_case: ['mixed_names.full_name', 'named.full_name'],
  }
  test.each(dumpNameStyles)('names: %s', async (names) => {
    const loaded = await both.loaded(await scriptBy(specOf({ names }, { names })))
    const found = await loaded.query(
      `SELECT attrelid::regclass::text || '.' || attname FROM pg_attribute WHERE attname ILIKE 'full%' AND attrelid::regclass::text !~ 'idx' ORDER BY 1`,
    )
    expect(new Set(found.map(([name]) => name?.replaceAll('"', '')))).toEqual(new Set(tableNames[names]))
  })

  const schemaOf: Readonly<Record<(typeof dumpSchemas)[number], string>> = { auto: 'public', per_database: 'shop' }
  test.each(dumpSchemas)('schemas: %s', async (schemas) => {
    const loaded = await both.loaded(await scriptBy(specOf({ schemas }, { schemas })))
    const found = await loaded.query("SELECT schemaname FROM pg_tables WHERE tablename = 'mixed_names'")
    expect(found).toEqual([[schemaOf[schemas]]])
  })

  const relations: Readonly<Record<(typeof dumpPartitions)[number], number>> = { plain: 0, keep: 2 }
  test.each(dumpPartitions)('partitions: %s', async (partitions) => {
    const loaded = await both.loaded(await scriptBy(specOf({ partitions }, { partitions })))
    const found = await loaded.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'parts'::regclass")
    expect(found).toEqual([[String(relations[partitions])]])
    expect(await loaded.query('SELECT count(*) FROM parts')).toEqual([['2']])
  })

  test.each([
    ['tables', { include: ['part*'] }, { tables: 'part*' }],
    ['exclude-tables', { exclude: ['Mixed*', 'named'] }, { 'exclude-tables': 'Mixed*,named' }],
  ] as const)('%s', async (_, tables, flags) => {
    const changed = { include: [], exclude: [], ...tables }
    const loaded = await both.loaded(
      await scriptBy(specOf(flags, { tables: { include: [...changed.include], exclude: [...changed.exclude] } })),
    )
    expect(await loaded.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([['parts']])
  })

  const rowsOfMode: Readonly<Record<(typeof dumpModes)[number], number>> = {
    everything: 2,
    schema_only: 0,
    data_only: 2,
  }
  test.each(dumpModes)('mode: %s', async (mode) => {
    const script = await scriptBy(specOf({ mode }, { mode }))
    const loaded = await both.loaded(
      mode === 'data_only' ? await scriptBy(specOf({ mode: 'schema_only' }, { mode: 'schema_only' })) : script,
    )
    if (mode === 'data_only') await loaded.load(script)
    const found = await loaded.query('SELECT count(*), (SELECT count(*) FROM parts) FROM mixed_names')
    expect(found).toEqual([[String(rowsOfMode[mode]), String(rowsOfMode[mode])]])
    expect(
      await loaded.query(
        "SELECT count(*) FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace",
      ),
    ).toEqual([['2']])
  })

  test.each(dumpParts)('parts: without %s', async (left) => {
    const loaded = await both.loaded('')
    for (const part of dumpParts) await loaded.load(await scriptBy(specOf({ parts: part }, { parts: [part] })))
    const parts = dumpParts.filter((part) => part !== left)
    const whole = await both.loaded(await scriptBy(specOf({ parts: dumpParts.join() }, { parts: [...dumpParts] })))
    const counted =
      "SELECT count(*), (SELECT count(*) FROM pg_index WHERE indrelid = 'mixed_names'::regclass) FROM named"
    expect(await loaded.query(counted)).toEqual(await whole.query(counted))
    const script = await scriptBy(specOf({ parts: parts.join() }, { parts }))
    expect([/CREATE TABLE/.test(script), /COPY/.test(script), /PRIMARY KEY/.test(script)]).toEqual(
      dumpParts.map((part) => part !== left),
    )
  })

  test('verify', async () => {
    const script = await scriptBy(specOf({ verify: true }, { verify: true }))
    await expect(both.loaded(script.replace(/^5\t.*\n/m, ''))).rejects.toThrow(/has 1 rows, the dump has 2/)
    await both.loaded(script)
  })

  test('now', async () => {
    const now = '2026-03-01T09:30:00Z'
    const file = `${dump}INSERT INTO parts VALUES (3, NOW());\n`
    const { script } = await converted(file, specOf({ now }, { now }), 'dump.sql')
    const loaded = await both.loaded(script)
    expect(await loaded.query('SELECT made FROM parts WHERE id = 3')).toEqual([['2026-03-01 09:30:00']])
  })

  test.each([
    ['+02:00', '2024-07-01 10:00:00'],
    ['America/New_York', '2024-07-01 16:00:00'],
  ])('time-zone: %s', async (zone, expected) => {
    const file =
      "CREATE TABLE t (id int, at timestamp, n int);\nINSERT INTO t VALUES (1,'2024-07-01 12:00:00',UNIX_TIMESTAMP('2024-07-01 12:00:00'));\n"
    const { script, report } = await converted(file, specOf({ 'time-zone': zone }, { time_zone: zone }), 'dump.sql')
    expect(report.notes.join()).not.toContain('does not set time_zone')
    const loaded = await both.loaded(script)
    const found = await loaded.query("SET TIME ZONE 'UTC'; SELECT at::timestamp, to_timestamp(n)::timestamp FROM t")
    expect(found).toEqual([[expected, expected]])
    const own = await converted(
      `SET time_zone='+00:00';\n${file}`,
      specOf({ 'time-zone': zone }, { time_zone: zone }),
      'dump.sql',
    )
    expect(own.script).toContain("SET TIME ZONE 'UTC'")
  })

  test('write: both databases print the same, and the page names the tables', async () => {
    const database = await both.ran(dump.replace(/USE.*/, ''))
    const scripts = new Map<string, string>()
    for (const write of dumpOutputs) scripts.set(write, await scriptBy(specOf({ write }, { write })))
    const loaded = await both.loaded(scripts.get('script') ?? '')
    const mysql = await both.mariadb.read(
      database,
      (scripts.get('verify_mysql') ?? '').replace(/^USE.*$/m, '').replaceAll('`Shop`.', ''),
    )
    expect(mysql).toHaveLength(2)
    await loaded.load(scripts.get('verify') ?? '')
    for (const name of ['mixed_names', 'parts'])
      expect(scripts.get('report')).toContain(`| ${name.replace('_', '\\_')} |`)
    expect([...scripts.keys()]).toEqual([...dumpOutputs])
  })

  test('all options together give the same rows as MariaDB', async () => {
    const file = dump.replace(/USE.*/, '')
    const database = await both.ran(file)
    const types = {
      'tinyint(1)': 'smallint',
      datetime: 'timestamptz',
      enum: 'check',
      unsigned: 'check',
      ci_text: 'icu',
      infer: false,
    } as const
    const options = { types, names: 'snake_case', partitions: 'keep', verify: true } as const
    const { script, report } = await converted(file, { output, dump: options }, 'dump.sql')
    expect(report.rows).toMatchObject({ converted: 4, rejected: 0 })
    await expectSameRows(both.mariadb, database, await both.loaded(script), report)
  })
})

test('every flag of a dump is tested in this file', () => {
  const tried = [
    'types',
    'names',
    'schemas',
    'tables',
    'exclude-tables',
    'mode',
    'parts',
    'partitions',
    'verify',
    'write',
    'now',
    'time-zone',
  ]
  expect(Object.keys(dumpFlags).toSorted()).toEqual(tried.toSorted())
})

test('rows decide no type unless the spec asks them to', async () => {
  const spec: SpecInput = { output, dump: { types: { infer: false }, parts: ['before'] } }
  const createdBy = async (file: string): Promise<string> => (await converted(file, spec, 'dump.sql')).script
  await fc.assert(
    fc.asyncProperty(fc.array(randomTable, { minLength: 1, maxLength: 3 }), async (tables) => {
      expect(await createdBy(scriptOf(tables))).toBe(await createdBy(definitionsOf(tables)))
    }),
    { numRuns: runs(200) },
  )
})
