import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { runs } from '../../property-runs.ts'

const spec = { output: { dialect: 'postgresql' } } as const

test('a sequence whose numbers are used up is named with its text', async () => {
  const dump = 'CREATE SEQUENCE s MAXVALUE 9;\nDO SETVAL(s, 9, 1);\nCREATE TABLE t (a int DEFAULT nextval(s), b int);\n'
  const { report, script } = await converted(dump, spec, 'dump.sql')
  expect(report.fixes.map(({ code }) => code)).toEqual(['default_dropped', 'sequence_left_out'])
  expect(script).not.toMatch(/^CREATE SEQUENCE/m)
})

test('what the dump drops is not in the script', async () => {
  const dump = `CREATE SEQUENCE s;\nCREATE TABLE t (a int, b int);
CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.b = 1;\nDROP TRIGGER g;\nDROP SEQUENCE IF EXISTS s;\n`
  const { report, script } = await converted(dump, spec, 'dump.sql')
  expect(report.fixes).toEqual([])
  expect(script).not.toMatch(/SEQUENCE|TRIGGER/)
})

const number = fc.integer({ min: 1, max: 60 })
const options = fc.record({
  start: fc.option(
    number.map((start) => ` START WITH ${start}`),
    { nil: '' },
  ),
  increment: fc.constantFrom('', ' INCREMENT BY 3', ' INCREMENT = 7', ' INCREMENT BY -2 MINVALUE -999 MAXVALUE 999'),
  cycle: fc.constantFrom('', ' NOCYCLE', ' CACHE 10', ' NOCACHE'),
})
const change = fc.oneof(
  number.map((value) => `DO SETVAL(s, ${value + 60}, 0)`),
  number.map((value) => `SELECT SETVAL(\`s\`, ${value + 60})`),
  number.map((value) => `ALTER SEQUENCE s RESTART ${value}`),
  fc.constant('ALTER SEQUENCE s RESTART'),
  fc.constant('ALTER SEQUENCE s CACHE 20'),
  number.map((value) => `ALTER SEQUENCE s START WITH ${value}`),
  number.map((value) => `ALTER SEQUENCE s RESTART START ${value}`),
  number.map((value) => `ALTER SEQUENCE s INCREMENT BY ${value}`),
)

describe.runIf(hasBoth)('a sequence counts on as in MariaDB', () => {
  const both = startBoth()
  test('in defaults, and from the number that it had', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(options, fc.array(change, { maxLength: 4 }), async (one, changes) => {
      const dump = [
        `CREATE SEQUENCE s${one.start}${one.increment}${one.cycle} ENGINE=InnoDB`,
        ...changes,
        'CREATE TABLE t (id bigint NOT NULL DEFAULT nextval(`s`), v varchar(9), n int DEFAULT (NEXT VALUE FOR s), PRIMARY KEY (id))',
        "INSERT INTO t (v) VALUES ('a'), ('b')",
        "INSERT INTO t VALUES (500, 'c', 3)",
      ]
        .map((line) => `${line};\n`)
        .join('')
      const database = await both.ran(dump).catch(() => null)
      fc.pre(database !== null)
      const { script, report } = await converted(dump, spec, 'dump.sql')
      expect(report.problems, dump).toEqual([])
      expect(report.fixes, dump).toEqual([])
      const loaded = await both.loaded(script)
      for (const insert of ["INSERT INTO t (v) VALUES ('d')", "INSERT INTO t (v, n) VALUES ('e', 1)"]) {
        await both.mariadb.administer(`${insert};`, database ?? '')
        await loaded.load(`${insert};`)
      }
      const query = 'SELECT * FROM t ORDER BY v'
      expect(await loaded.query(query), dump).toEqual(await both.mariadb.read(database ?? '', query))
    })
    await fc.assert(property, { numRuns: runs(15) })
  })

  test('from a dump of MariaDB, into the same database again, and into another schema', async () => {
    const database = await both.ran(
      'CREATE SEQUENCE s START WITH 5 INCREMENT BY 5;\nCREATE TABLE t (id int DEFAULT nextval(s), v int);\nINSERT INTO t (v) VALUES (1), (2);\n',
    )
    // MariaDB does not load its own dump when the tables are locked and the sequence is not.
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
