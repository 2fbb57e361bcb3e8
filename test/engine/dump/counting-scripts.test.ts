import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, startBoth } from './both-servers.ts'
import { runs } from '../../property-runs.ts'

/** Explicit numbers in rows, each used once: below the table's first number or far above its last. */
function* broughtNumbers(): Generator<number> {
  for (let step = 1; ; step++) yield step % 3 === 0 ? step * 1000 : step
}

type Row = 'none' | 'zero' | 'default' | 'given' | 'odd'
const row = fc.constantFrom<Row>('none', 'none', 'zero', 'default', 'given', 'odd')
/** Values that a column of numbers stores as zero. */
const zeros = ["'abc'", "'0x10'", '1e-3', "x'61'", "'\\t0'", `'${'0'.repeat(50)}'`, "''", '0.4', "'-'", 'FALSE']
const statement = fc.oneof(
  { weight: 6, arbitrary: fc.array(row, { minLength: 1, maxLength: 5 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'SET auto_increment_increment = 10',
      'SET SESSION auto_increment_increment = 3, auto_increment_offset = 2',
      'SET @@session.auto_increment_offset := 5',
      'SET @old = @@auto_increment_increment, auto_increment_increment = DEFAULT',
      'SET auto_increment_increment = @old',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'TRUNCATE t',
      'DELETE FROM t',
      'ALTER TABLE t AUTO_INCREMENT = 40',
      'ALTER TABLE t AUTO_INCREMENT = 70000',
      'ALTER TABLE t AUTO_INCREMENT = 3',
      'ALTER TABLE t ENGINE = MyISAM',
      'ALTER TABLE t ENGINE = InnoDB',
      "INSERT INTO t SET n = 'set'",
      'INSERT INTO t VALUES ()',
      'INSERT INTO t () VALUES (), ()',
    ),
  },
)
const script = fc.record({
  engine: fc.constantFrom('InnoDB', 'InnoDB', 'MyISAM', 'Aria', 'MEMORY'),
  start: fc.constantFrom('', ' AUTO_INCREMENT=500'),
  mode: fc.constantFrom('DEFAULT', "''"),
  statements: fc.array(statement, { minLength: 1, maxLength: 7 }),
})

function written({ engine, start, mode, statements }: typeof script extends fc.Arbitrary<infer T> ? T : never): string {
  const numbers = broughtNumbers()
  // A strict mode refuses most of the odd values.
  const odd = (): string => (mode === 'DEFAULT' ? '0' : (zeros[odds++ % zeros.length] ?? '0'))
  let odds = statements.length
  const valueOf = {
    none: () => 'NULL',
    zero: () => '0',
    default: () => 'DEFAULT',
    given: () => numbers.next().value,
    odd,
  }
  const lines = statements.map((one) => {
    if (typeof one === 'string') return one
    if (typeof one === 'number')
      return `INSERT INTO t (n) VALUES ${Array.from({ length: one }, () => "('x')").join(', ')}`
    const rows = one.map((kind) => `(${valueOf[kind]()}, '${kind}')`)
    return `INSERT INTO t VALUES ${rows.join(', ')}`
  })
  const table = `CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, n varchar(10)) ENGINE=${engine}${start}`
  return [`SET sql_mode = ${mode}`, 'SET @old = 2', table, ...lines].map((line) => `${line};\n`).join('')
}

const keys = fc.constantFrom('a', 'A', 'b', 'c', 'é', 'e')
const keyed = fc.tuple(keys, fc.integer({ min: 0, max: 9 }))
const values = fc
  .array(keyed, { minLength: 1, maxLength: 4 })
  .map((rows) => `(u, v) VALUES ${rows.map(([key, value]) => `('${key}', ${value})`).join(', ')}`)
const moved = fc.constantFrom('id = id + 50', 'id = VALUES(id)', 'id = LAST_INSERT_ID(id)', 'id = 90 + VALUES(v)')
const meeting = fc.oneof(
  fc
    .tuple(values, moved)
    .map(([rows, assignment]) => `INSERT IGNORE INTO t ${rows} ON DUPLICATE KEY UPDATE ${assignment}`),
  fc.constant('INSERT IGNORE INTO t (u, v) SELECT CONCAT(u, v % 3), v + 1 FROM t ORDER BY id'),
  fc.constantFrom(
    'SET auto_increment_increment = 4, auto_increment_offset = 3',
    'SET auto_increment_increment = 1',
    'ALTER TABLE t AUTO_INCREMENT = 9',
  ),
  values.map((rows) => `INSERT IGNORE INTO t ${rows}`),
  values.map((rows) => `REPLACE INTO t ${rows}`),
  values.map((rows) => `INSERT INTO t ${rows} ON DUPLICATE KEY UPDATE v = VALUES(v)`),
  values.map((rows) => `INSERT INTO t ${rows} ON DUPLICATE KEY UPDATE v = v + VALUES(v) * 2, n = CONCAT(u, v)`),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), keys)
    .map(([id, key]) => `INSERT IGNORE INTO t VALUES (${id}, '${key}', 5, NULL)`),
  fc.tuple(fc.integer({ min: 1, max: 8 }), keys).map(([id, key]) => `REPLACE INTO t VALUES (${id}, '${key}', 6, 'r')`),
  keyed.map(([key, value]) => `UPDATE t SET v = v + ${value} WHERE u = '${key}'`),
  fc.integer({ min: 0, max: 9 }).map((value) => `UPDATE t SET n = CONCAT('n', id) WHERE v > ${value} OR n IS NULL`),
  keyed.map(([key, value]) => `DELETE FROM t WHERE u = '${key}' AND v <= ${value}`),
  keys.map((key) => `INSERT INTO s (t_id) VALUES (LAST_INSERT_ID()), ((SELECT id FROM t WHERE u = '${key}'))`),
  fc.constant('INSERT INTO s (t_id) SELECT id FROM t WHERE v < 5 ORDER BY id'),
  fc.constant('SET @last = (SELECT MAX(id) FROM t)'),
  fc.constant('INSERT INTO s (t_id) VALUES (@last)'),
)
const meetings = fc.record({
  engine: fc.constantFrom('InnoDB', 'InnoDB', 'MyISAM'),
  statements: fc.array(meeting, { minLength: 3, maxLength: 12 }),
})

describe.runIf(hasBoth)('random scripts number their rows as MariaDB does', () => {
  const both = startBoth()

  test('with one table', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (parts) => {
        const dump = written(parts)
        // A row may have a number that another row received. Such a script is invalid.
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
      { numRuns: runs(15) },
    )
  })

  test('after deletions, changed numbers and ALTER TABLE', async () => {
    const changes = [
      'DELETE FROM t WHERE id > 3',
      'DELETE FROM t WHERE id = 6',
      'UPDATE t SET id = id + 20 WHERE id = 2',
      "INSERT INTO t VALUES (1, 'new') ON DUPLICATE KEY UPDATE id = 30",
      'ALTER TABLE t AUTO_INCREMENT = 50',
    ]
    const alterations = [1, 5, 9, 40].map((next) => `ALTER TABLE t AUTO_INCREMENT = ${next}`)
    const scripts = ['InnoDB', 'MyISAM'].flatMap((engine) =>
      changes.flatMap((change) =>
        alterations.map((alteration) => [
          `CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, n varchar(10)) ENGINE=${engine}`,
          "INSERT INTO t (n) VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f')",
          change,
          alteration,
          'DELETE FROM t WHERE id = 5',
          "INSERT INTO t (n) VALUES ('last')",
        ]),
      ),
    )
    const dump = scripts
      .map((lines, at) =>
        lines.map((line) => `${line.replace(/(TABLE|INTO|FROM|UPDATE) t /, `$1 t${at} `)};\n`).join(''),
      )
      .join('')
    const database = await both.ran(dump)
    const { script: sql } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    const loaded = await both.loaded(sql)
    const query = scripts.map((_, at) => `SELECT ${at} AS t, id, n FROM t${at}`).join(' UNION ALL ')
    const sorted = `${query} ORDER BY t, id`
    expect(await loaded.query(sorted)).toEqual(await both.mariadb.read(database, sorted))
    const next = await both.mariadb.read(
      database,
      `SELECT table_name, auto_increment FROM information_schema.tables WHERE table_schema = '${database}' ORDER BY length(table_name), table_name`,
    )
    const nexts = scripts.map((_, at) => `SELECT 't${at}', nextval(pg_get_serial_sequence('t${at}', 'id'))`)
    expect(await loaded.query(nexts.join(' UNION ALL '))).toEqual(next)
  })

  test('with rows that collide, change and reference each other', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(meetings, async ({ engine, statements }) => {
        const dump = [
          `CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, u varchar(9) UNIQUE, v int, n varchar(20)) ENGINE=${engine}`,
          `CREATE TABLE s (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, t_id int) ENGINE=${engine}`,
          "INSERT INTO t (u, v) VALUES ('first', 1)",
          'SET @last = 1',
          ...statements,
        ]
          .map((line) => `${line};\n`)
          .join('')
        const database = await both.ran(dump)
        const { script: sql, report } = await converted(
          dump,
          { output: { dialect: 'postgresql', style: 'bulk' } },
          'dump.sql',
        )
        expect(report.problems, dump).toEqual([])
        const loaded = await both.loaded(sql)
        for (const query of ['SELECT * FROM t ORDER BY id', 'SELECT * FROM s ORDER BY id'])
          expect(await loaded.query(query), dump).toEqual(await both.mariadb.read(database, query))
        const next = await both.mariadb.read(
          database,
          `SELECT auto_increment FROM information_schema.tables WHERE table_schema = '${database}' AND table_name = 't'`,
        )
        expect(await loaded.query("SELECT nextval(pg_get_serial_sequence('t', 'id'))"), dump).toEqual(next)
      }),
      { numRuns: runs(25) },
    )
  })
})
