import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { expectSameRows } from './compare.ts'
import { sequenceScript } from './random-sequences.ts'

const spec = { output: { dialect: 'postgresql' } } as const

test('a sequence that the dump gives no possible number is named with its text', async () => {
  const dump = 'CREATE SEQUENCE s START 5 MAXVALUE 4;\nCREATE TABLE t (a int DEFAULT nextval(s), b int);\n'
  const { report, script } = await converted(dump, spec, 'dump.sql')
  expect(report.fixes.map(({ code }) => code)).toEqual(['default_dropped', 'sequence_left_out'])
  expect(script).not.toMatch(/^CREATE SEQUENCE/m)
})

test('sequences that the dump drops are not in the script', async () => {
  const dump = `CREATE SEQUENCE s;\nCREATE TABLE t (a int, b int);
CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.b = 1;\nDROP TRIGGER g;\nDROP SEQUENCE IF EXISTS s;\n`
  const { report, script } = await converted(dump, spec, 'dump.sql')
  expect(report.fixes).toEqual([])
  expect(script).not.toMatch(/SEQUENCE|TRIGGER/)
})

/** Makes a name of one script unique, because several scripts of one dump must not share it. */
const named = (line: string, at: number): string => line.replaceAll(/\b([stu])\b(?!')/g, `$1${at}`)

describe.runIf(hasBoth)('a sequence continues as in MariaDB', () => {
  const both = startBoth()
  test('in rows, defaults and statements, and goes on from there', async () => {
    const [seed, numRuns] = [Number(process.env['SCRIPT_SEED'] ?? 1), 20]
    const scripts = fc.sample(sequenceScript, { seed, numRuns })
    const lines = scripts.flatMap((script, at) => script.map((line) => named(line, at)))
    const { dump, database } = await both.ranWithoutRefused(lines)
    const { script, report } = await converted(dump, spec, 'dump.sql')
    expect(report.problems).toEqual([])
    expect(report.fixes.filter(({ code }) => code.endsWith('_left_out'))).toEqual([])
    const loaded = await both.loaded(script)
    await expectSameRows(both.mariadb, database, loaded, report)
    const sequences = Array.from(dump.matchAll(/^CREATE SEQUENCE (s\d+)/gm), ([, name]) => name ?? '')
    expect(sequences.length).toBeGreaterThan(numRuns / 2)
    const next = await both.mariadb.readForced(
      database,
      sequences.map((name) => `SELECT '${name}', NEXTVAL(${name});\n`).join(''),
    )
    const nextOf = `CREATE FUNCTION pg_temp.next_of(s text) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN nextval(s); EXCEPTION WHEN object_not_in_prerequisite_state OR sequence_generator_limit_exceeded THEN RETURN NULL; END'`
    const there = await loaded.query(
      `${nextOf}; ${sequences.map((name) => `SELECT '${name}', pg_temp.next_of('${name}')`).join(' UNION ALL ')}`,
    )
    expect(there.filter(([, number]) => number !== null)).toEqual(next)
  })

  test('from a dump of MariaDB, loaded twice into the same database, and into another schema', async () => {
    const database = await both.ran(
      'CREATE SEQUENCE s START WITH 5 INCREMENT BY 5;\nCREATE TABLE t (id int DEFAULT nextval(s), v int);\nINSERT INTO t (v) VALUES (1), (2);\n',
    )
    // MariaDB cannot load its own dump if the tables are locked but the sequence is not.
    const dump = await both.mariadb.dump('--skip-add-locks', database)
    const loaded = await both.loaded((await converted(dump, spec, 'dump.sql')).script)
    const again = { output: { ...spec.output, if_exists: 'drop' } } as const
    await loaded.load((await converted(dump, again, 'dump.sql')).script)
    const inSchema = { output: { ...spec.output, schema: 'own' } } as const
    await loaded.load((await converted(dump, inSchema, 'dump.sql')).script)
    const [next] = await both.mariadb.read(await both.ran(dump), 'SELECT nextval(s)')
    expect(await loaded.query("SELECT nextval('s'), nextval('own.s')")).toEqual([[next?.[0], next?.[0]]])
  })
})
