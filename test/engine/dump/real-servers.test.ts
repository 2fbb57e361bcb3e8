import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { converted } from '../support.ts'
import { hasBoth, type LoadedDatabase, startBoth } from './both-servers.ts'
import { expectSameRows, expectSameStructure } from './compare.ts'
import { expressions, expressionTable, refused } from './expressions-of-views.ts'
import { randomTable, scriptOf } from './random-schema.ts'
import { runs } from '../../property-runs.ts'

const corpus = join(import.meta.dirname, '../../../../shared/corpus/dumps')

/** Normalizes numbers without trailing zeros, and booleans as 1 or 0. */
function spelling(hex: string | null): string | null {
  if (hex === null || hex === 'NULL') return null
  const text = Buffer.from(hex, 'hex').toString()
  if (text === 'true' || text === 'false') return text === 'true' ? '1' : '0'
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

const traps = join(import.meta.dirname, '../../fixtures/dumps/traps.sql')

const sources = [
  { name: 'Chinook', file: 'chinook/DataSources_Chinook_MySql.sql', database: 'Chinook' },
  {
    name: 'Chinook, counted',
    file: 'chinook/DataSources_Chinook_MySql_AutoIncrementPKs.sql',
    database: 'Chinook_AutoIncrement',
  },
  { name: 'Sakila, without rows', file: 'sakila/mysql-sakila-schema.sql', database: 'sakila' },
  { name: "pgloader's circuits", file: 'pgloader/mysql_f1db.circuits.my.sql', database: 'circuits' },
  { name: "pgloader's bytes", file: 'pgloader/mysql_hex.sql', database: 'hex' },
] as const

const optionSets = [
  { name: 'as it comes', options: [], style: 'bulk' },
  {
    name: 'row by row, whole names, hexadecimal',
    options: ['--complete-insert', '--skip-extended-insert', '--hex-blob'],
    style: 'bulk',
  },
  {
    name: 'in ANSI quotes, without comments',
    options: [
      '--compatible=ansi',
      '--default-character-set=utf8mb4',
      '--skip-comments',
      '--skip-opt',
      '--create-options',
    ],
    style: 'inserts',
  },
] as const

const hasCorpus = announced(existsSync(corpus), 'The corpus of dumps is not beside the project.')

describe.runIf(hasBoth)('a database dumped by mariadb-dump is complete in PostgreSQL', () => {
  const both = startBoth()
  beforeAll(async () => {
    await both.mariadb.create('traps')
    await both.mariadb.administer(readFileSync(traps, 'utf8'), 'traps')
  })

  describe.each([
    ...optionSets,
    {
      name: 'by tables, with tabs and zones of the server',
      options: ['--skip-tz-utc', '--no-autocommit', '--replace'],
      style: 'bulk',
    },
    {
      name: 'ignoring duplicates',
      options: ['--insert-ignore', '--order-by-primary', '--skip-lock-tables'],
      style: 'inserts',
    },
  ] as const)('for the tricky schema $name', ({ options, style }) => {
    let made: Awaited<ReturnType<typeof converted>>
    let loaded: LoadedDatabase
    beforeAll(async () => {
      const dump = await both.mariadb.dump(...options, '--routines', '--events', '--triggers', 'traps')
      made = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      loaded = await both.loaded(made.script)
    })

    test('no row is lost and no cell changes', async () => {
      expect(made.report.problems).toEqual([])
      await expectSameRows(both.mariadb, 'traps', loaded, made.report)
    })
    test('keys, references and the next numbers are kept', async () => {
      expect.hasAssertions()
      await expectSameStructure(
        both.mariadb,
        'traps',
        loaded,
        made.report,
        !options.some((option) => option.includes('ansi')),
      )
    })
    test('views have the same rows', async () => {
      const inMariadb = await both.mariadb.read('traps', 'SELECT ident, pair, flagged FROM `over loud` ORDER BY 1, 2')
      expect(await loaded.query('SELECT ident, pair, flagged FROM over_loud ORDER BY 1, 2')).toEqual(inMariadb)
      const summed = await both.mariadb.read('traps', 'SELECT parent_a, n, total, mean, list FROM summed ORDER BY 1')
      expect(await loaded.query('SELECT parent_a, n, total, mean, list FROM summed ORDER BY 1 NULLS FIRST')).toEqual(
        summed,
      )
    })
    test('the report lists everything that was not converted', () => {
      const left = made.report.fixes
        .filter(({ code }) => code.endsWith('_left_out'))
        .map(({ code, examples }) => `${code} ${examples?.join(',')}`)
      expect(left.toSorted()).toEqual([
        'event_left_out nightly',
        'procedure_left_out do_it',
        'trigger_left_out ring_in',
        'view_left_out beyond',
      ])
    })
    test('an update changes the timestamp of its row', async () => {
      await loaded.query(`UPDATE trap_types SET "order" = 'changed' WHERE id = 2`)
      expect(await loaded.query(`SELECT ts > now() - interval '1 hour' FROM trap_types WHERE id = 2`)).toEqual([['t']])
      await loaded.query(`UPDATE trap_types SET "order" = "order" WHERE id = 4`)
      expect(await loaded.query(`SELECT ts FROM trap_types WHERE id = 4 AND ts < '2038-01-20'`)).toHaveLength(1)
    })
    test('generated columns have the same values', async () => {
      await loaded.query(`INSERT INTO trap_types (txt, "dec") VALUES ('four', 1.5)`)
      expect(await loaded.query(`SELECT len, double FROM trap_types WHERE txt = 'four'`)).toEqual([
        ['4', '3.0000000000'],
      ])
    })
  })

  describe.runIf(hasCorpus)('for schemas by other authors', () => {
    beforeAll(async () => {
      for (const { file, database } of sources) {
        await both.mariadb.administer(
          `DROP DATABASE IF EXISTS ${database}; CREATE DATABASE ${database} CHARACTER SET utf8mb4;`,
        )
        const script = readFileSync(join(corpus, file), 'utf8')
        await both.mariadb.administer(script.replaceAll(/^(?:DROP|CREATE) (?:DATABASE|SCHEMA) .*$/gm, ''), database)
      }
    })

    describe.each(optionSets)('$name', ({ options, style }) => {
      test.each(sources)('$name', async ({ database }) => {
        const dump = await both.mariadb.dump(...options, '--routines', database)
        const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
        const loaded = await both.loaded(script)
        expect(report.rows.rejected).toBe(0)
        await expectSameRows(both.mariadb, database, loaded, report)
        await expectSameStructure(both.mariadb, database, loaded, report)
      })
    })
  })

  test('views give the same results, and others are named in the report', async () => {
    const all = [...expressions, ...refused]
    const views = all.map((expression, at) => `CREATE VIEW v${at} AS SELECT id, ${expression} AS y FROM x;`)
    await both.mariadb.administer(
      `CREATE DATABASE computed CHARACTER SET utf8mb4; USE computed; SET sql_mode = ''; ${expressionTable}\n${views.filter((view) => !view.includes('unknown')).join('\n')}`,
    )
    const { script, report } = await converted(
      await both.mariadb.dump('computed'),
      { output: { dialect: 'postgresql', style: 'bulk' } },
      'dump.sql',
    )
    const named = report.fixes
      .filter(({ code }) => code === 'view_left_out')
      .map(({ examples }) => all[Number(examples?.[0]?.slice(1))] ?? '')
    expect(named.toSorted()).toEqual(refused.filter((one) => !one.includes('unknown')).toSorted())
    const loaded = await both.loaded(script)
    const selects = (text: string): string =>
      expressions.map((_, at) => `SELECT ${at} AS n, id, ${text} FROM v${at}`).join(' UNION ALL ')
    const spelled = (rows: readonly (readonly (string | null)[])[]): string[] =>
      rows.map(([at, id, value]) => `${expressions[Number(at)]} of ${id}: ${spelling(value ?? null)}`).toSorted()
    const expected = await both.mariadb.read(
      'computed',
      `SELECT * FROM (${selects("coalesce(hex(convert(y using utf8mb4)), 'NULL')")}) z`,
    )
    const found = await loaded.query(
      `SELECT * FROM (${selects("coalesce(upper(encode(convert_to(y::text, 'UTF8'), 'hex')), 'NULL')")}) z`,
    )
    expect(spelled(found)).toEqual(spelled(expected))
  })

  test('with a latin1 dump that has definitions in UTF-8', async () => {
    await both.mariadb.administer(
      `CREATE DATABASE west CHARACTER SET latin1; USE west; CREATE TABLE \`größe\` (id int PRIMARY KEY, t varchar(20) COMMENT 'naïve', e enum('é','b') DEFAULT 'é', b blob);
       INSERT INTO \`größe\` VALUES (1, 'café € ÿ', 'é', 0x00e9ff5c27), (2, 'a', 'b', NULL);`,
    )
    const dump = await both.mariadb.dump('--default-character-set=latin1', 'west')
    expect(Buffer.from(dump).includes(Buffer.from('caf\u00e9', 'latin1'))).toBe(true)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    const loaded = await both.loaded(script)
    expect([report.problems, report.fixes, report.input.encoding]).toEqual([[], [], 'windows-1252'])
    await expectSameRows(both.mariadb, 'west', loaded, report)
    expect(await loaded.query(`SELECT col_description('größe'::regclass, 2)`)).toEqual([['naïve']])
  })

  test('with a dump for another product, in undeclared latin1, between binary images', async () => {
    await both.mariadb.administer(
      `CREATE DATABASE pictures CHARACTER SET utf8mb4; USE pictures; CREATE TABLE shots (id int PRIMARY KEY, data longblob, title varchar(40));
       INSERT INTO shots SELECT seq, UNHEX(CONCAT(SHA2(seq, 512), SHA2(-seq, 512), SHA2(seq * 1000, 512), SHA2(seq * 7777, 512))), 'Curaçao, Málaga, Zürich' FROM seq_1_to_50;`,
    )
    const dump = await both.mariadb.dump('--compatible=ansi', 'pictures')
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    const loaded = await both.loaded(script)
    expect([report.problems, report.input.encoding]).toEqual([[], 'windows-1252'])
    await expectSameRows(both.mariadb, 'pictures', loaded, report)
  })

  test('with only the current rows of versioned tables', async () => {
    await both.mariadb.administer(
      `CREATE DATABASE versions CHARACTER SET utf8mb4; USE versions;
       CREATE TABLE price (id int PRIMARY KEY, cents int NOT NULL) WITH SYSTEM VERSIONING;
       INSERT INTO price VALUES (1, 100), (2, 200); UPDATE price SET cents = 110 WHERE id = 1; DELETE FROM price WHERE id = 2;
       CREATE TABLE own (id int PRIMARY KEY, since timestamp(6) GENERATED ALWAYS AS ROW START, \`till\` timestamp(6) GENERATED ALWAYS AS ROW END,
         PERIOD FOR SYSTEM_TIME (since, \`till\`)) WITH SYSTEM VERSIONING;
       INSERT INTO own (id) VALUES (7), (8); DELETE FROM own WHERE id = 8;`,
    )
    for (const options of [['--dump-history'], ['--dump-history', '--skip-tz-utc'], []]) {
      const dump = await both.mariadb.dump(...options, 'versions')
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
      const loaded = await both.loaded(script)
      expect(await loaded.query('SELECT id, cents FROM price UNION ALL SELECT id, 0 FROM own')).toEqual([
        ['1', '110'],
        ['7', '0'],
      ])
      const left = report.fixes
        .filter(({ code }) => code === 'history_left_out')
        .map(({ table, count }) => [table, count])
      expect(left).toEqual(
        options.length === 0
          ? []
          : [
              ['own', 1],
              ['price', 2],
            ],
      )
      expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
    }
  })

  test('with random schemas, whatever their types, names and values', async () => {
    expect.hasAssertions()
    let count = 0
    const arrives = fc.asyncProperty(
      fc.array(randomTable, { minLength: 4, maxLength: 8 }),
      fc.constantFrom('bulk', 'inserts'),
      fc.boolean(),
      async (tables, style, hasHex) => {
        const database = `random_${++count}`
        await both.mariadb.create(database, 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')
        const settings = "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'; SET time_zone = '+00:00';\n"
        await both.mariadb.administer(`${settings}${scriptOf(tables)}`, database)
        const dump = await both.mariadb.dump(...(hasHex ? ['--hex-blob', '--complete-insert'] : []), database)
        const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
        const loaded = await both.loaded(script)
        expect(report.problems).toEqual([])
        await expectSameRows(both.mariadb, database, loaded, report)
        await expectSameStructure(both.mariadb, database, loaded, report)
      },
    )
    const seed = process.env['SCHEMA_SEED']
    const numRuns = runs(2)
    await fc.assert(arrives, { numRuns, endOnFailure: true, ...(seed === undefined ? {} : { seed: Number(seed) }) })
  }, 900_000)
})
