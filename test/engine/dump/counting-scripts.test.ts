import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'

/** Numbers that rows bring: each once, below where the table begins to count or far beyond what it has given. */
function* broughtNumbers(): Generator<number> {
  for (let step = 1; ; step++) yield step % 3 === 0 ? step * 1000 : step
}

type Row = 'none' | 'zero' | 'default' | 'brought'
const row = fc.constantFrom<Row>('none', 'none', 'zero', 'default', 'brought')
const statement = fc.oneof(
  { weight: 6, arbitrary: fc.array(row, { minLength: 1, maxLength: 5 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'TRUNCATE t',
      'DELETE FROM t',
      'ALTER TABLE t AUTO_INCREMENT = 40',
      'ALTER TABLE t AUTO_INCREMENT = 70000',
      'ALTER TABLE t AUTO_INCREMENT = 3',
      "INSERT INTO t SET n = 'set'",
      'INSERT INTO t VALUES ()',
      'INSERT INTO t () VALUES (), ()',
    ),
  },
)
const script = fc.record({
  engine: fc.constantFrom('InnoDB', 'InnoDB', 'MyISAM', 'Aria', 'MEMORY'),
  start: fc.constantFrom('', ' AUTO_INCREMENT=500'),
  statements: fc.array(statement, { minLength: 1, maxLength: 7 }),
})

function written({ engine, start, statements }: typeof script extends fc.Arbitrary<infer T> ? T : never): string {
  const numbers = broughtNumbers()
  const valueOf = { none: 'NULL', zero: '0', default: 'DEFAULT' }
  const lines = statements.map((one) => {
    if (typeof one === 'string') return one
    if (typeof one === 'number')
      return `INSERT INTO t (n) VALUES ${Array.from({ length: one }, () => "('x')").join(', ')}`
    const rows = one.map((kind) => `(${kind === 'brought' ? numbers.next().value : valueOf[kind]}, '${kind}')`)
    return `INSERT INTO t VALUES ${rows.join(', ')}`
  })
  const table = `CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, n varchar(10)) ENGINE=${engine}${start}`
  return [table, ...lines].map((line) => `${line};\n`).join('')
}

describe.runIf(hasBoth)('random scripts number their rows as MariaDB does', () => {
  const both = startBoth()

  test('of one table', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(script, async (parts) => {
        const dump = written(parts)
        // A number that a row brings may be one that another was given: such a script is none.
        const database = await both.ran(dump).catch(() => null)
        fc.pre(database !== null)
        const { script: sql } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
        const loaded = await both.loaded(sql)
        const query = 'SELECT id, n FROM t ORDER BY id'
        expect(await loaded.query(query), dump).toEqual(await both.mariadb.read(database ?? '', query))
        const next = await both.mariadb.read(
          database ?? '',
          `SELECT auto_increment FROM information_schema.tables WHERE table_schema = '${database}'`,
        )
        expect(await loaded.query("SELECT nextval(pg_get_serial_sequence('t', 'id'))"), dump).toEqual(next)
      }),
      { numRuns: 40 },
    )
  })
})
