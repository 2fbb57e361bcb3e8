import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { hasBoth, type LoadedDatabase, startBoth } from './both-servers.ts'

// InnoDB reserves numbers in blocks and leaves gaps after a statement.
const table = 'CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, n varchar(10)) ENGINE=MyISAM'

/** The kinds of rows in a statement: without a number, a duplicate without one, with a larger number, a duplicate with one. */
const rowKinds = { s: 'NULL, ?', d: 'NULL, 0', g: '?00, ?', h: '?00, 0' }

/** All statements of one to three rows of these kinds. */
const patterns = ['s', 'd', 'g', 'h'].flatMap((one, _, all) => [
  one,
  ...all.flatMap((two) => [one + two, ...all.map((three) => one + two + three)]),
])

/** Returns tables that each run one of these statements, and then another row without a number. */
function rowsOfKinds(write: string, isQuery: boolean): string {
  return patterns
    .map((pattern) => {
      const rows = Array.from(pattern, (kind, at) =>
        rowKinds[kind as keyof typeof rowKinds].replaceAll('?', `${at + 1}`),
      )
      const source = `CREATE TABLE q_${pattern} (k int PRIMARY KEY, id int, u int);
INSERT INTO q_${pattern} VALUES ${rows.map((row, at) => `(${at}, ${row})`).join(', ')};\n`
      const written = isQuery
        ? `SELECT id, u FROM q_${pattern} ORDER BY k`
        : `VALUES ${rows.map((row) => `(${row})`).join(', ')}`
      return `${isQuery ? source : ''}CREATE TABLE t_${pattern} (id int AUTO_INCREMENT PRIMARY KEY, u int UNIQUE) AUTO_INCREMENT = 10;
INSERT INTO t_${pattern} (u) VALUES (0);\n${write} INTO t_${pattern} (id, u) ${written};\nINSERT INTO t_${pattern} (u) VALUES (9);\n`
    })
    .join('')
}

/** Rows that are too many to be held until ALTER TABLE numbers them. */
const largeRows = Array.from({ length: 70 }, (_, at) => `(${70 - at}, '${'x'.repeat(100_000)}')`).join(',')

// Without a key, InnoDB reads rows in the order of insertion. A clustered key has another order.
test.each([
  ['their table has no key', 'k int', []],
  ['a note says that a server sorts them', 'k int PRIMARY KEY', ['too many rows to sort']],
])('rows that are not held are numbered as written: %s', async (_, key, notes) => {
  const dump = `CREATE TABLE t (${key}, v longtext);\nINSERT INTO t VALUES ${largeRows};
ALTER TABLE t ${notes.length === 0 ? '' : 'DROP PRIMARY KEY, '}ADD id int AUTO_INCREMENT PRIMARY KEY FIRST;\nINSERT INTO t (k) VALUES (0);\n`
  const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
  expect(report.rows).toMatchObject({ converted: 71, rejected: 0 })
  const numbers = Array.from(script.matchAll(/^(\d+)\t(\d+)/gm), ([, id, k]) => Number(id) + Number(k))
  expect(numbers).toEqual(Array.from({ length: 71 }, () => 71))
  expect(report.notes.filter((note) => note.includes('adds an AUTO_INCREMENT column'))).toEqual(
    notes.map((note) => expect.stringContaining(note)),
  )
})

test.each(['', 'UPDATE t SET v = 1 WHERE id = 9;\n'])(
  'a number that does not fit counts for no other row, and neither do numbers that are used up: %s',
  async (later) => {
    const dump = `CREATE TABLE t (id tinyint AUTO_INCREMENT PRIMARY KEY, v int);
INSERT INTO t VALUES ('12abc',1);\nINSERT INTO t VALUES (9999,2);\nINSERT INTO t VALUES (1e30,3);\nINSERT INTO t (v) VALUES (4);
INSERT INTO t VALUES (126,5);\nINSERT INTO t (v) VALUES (6);\nINSERT INTO t (v) VALUES (7);\n${later}`
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(Array.from(script.matchAll(/^\d+\t\d+$/gm), String)).toEqual(['1\t4', '126\t5', '127\t6'])
    expect(report.problems.map(({ row }) => row)).toEqual([1, 2, 3, 7])
  },
)

test.each(['', 'UPDATE t SET v = v WHERE id = 9;\n'])('rows after unknown steps are reported: %s', async (later) => {
  const dump = `CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, v int);\nCREATE TABLE s (t_id int);
INSERT INTO t (v) VALUES (1);\nSET auto_increment_increment = @@server_id;\nINSERT INTO t VALUES (7,2);\nINSERT INTO t (v) VALUES (3);
INSERT INTO s VALUES (LAST_INSERT_ID());\nSET auto_increment_increment = 1;\nINSERT INTO t (v) VALUES (4);\n${later}`
  const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
  expect(Array.from(script.matchAll(/^\d+\t\d+$/gm), String)).toEqual(['1\t1', '7\t2'])
  expect(report.problems.map((problem) => `${problem.table} ${problem.row}`)).toEqual(['t 3', 's 1', 't 4'])
})

describe.runIf(hasBoth)('rows without a number get the number that a server would give', () => {
  const both = startBoth()

  /** Runs a script in MariaDB, which refuses as many rows as the report rejects, and loads it into PostgreSQL. */
  const loadedWithRefused = async (dump: string, database: string): Promise<LoadedDatabase> => {
    await both.mariadb.create(database, '')
    const refused = await both.mariadb.refusedLines(dump, database)
    const { script, report } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    expect(report.rows.rejected).toBe(refused.length)
    return both.loaded(script)
  }

  const filled =
    'CREATE TABLE q (k int PRIMARY KEY, g int);\nINSERT INTO q VALUES (1,0),(2,0),(3,0),(4,70),(5,0),(6,0);\n'
  const dumps = {
    'the query of a definition expects the rows of the last INSERT': `${filled}CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, n varchar(10)) SELECT g AS id, k AS n FROM q ORDER BY k;`,
    'the query of a definition expects one row after another query': `${filled}CREATE TABLE o (a int);\nINSERT INTO o SELECT k FROM q;\nCREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, n varchar(10)) SELECT k AS n FROM q ORDER BY k;`,
    'ignored rows of the query of a definition': `${filled}CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, n varchar(10) UNIQUE) IGNORE SELECT g AS n FROM q ORDER BY k;`,
    'numbers with steps': `${table};\nSET @OLD=@@auto_increment_increment, auto_increment_increment=10, GLOBAL auto_increment_increment=1, SESSION auto_increment_offset=5;\nINSERT INTO t (n) VALUES ('a'),('b');\nINSERT INTO t VALUES (100,'c');\nINSERT INTO t (n) VALUES ('d');\nSET auto_increment_increment=@OLD;\nINSERT INTO t (n) VALUES ('e');`,
    'numbers with steps in InnoDB': `${table.replace('MyISAM', 'InnoDB')};\nSET auto_increment_increment=10, auto_increment_offset=5;\nINSERT INTO t (n) VALUES ('a'),('b');\nINSERT INTO t VALUES (100,'c');\nINSERT INTO t (n) VALUES ('d');\nSET auto_increment_increment=DEFAULT, auto_increment_offset=1;\nINSERT INTO t (n) VALUES ('e');\nALTER TABLE t AUTO_INCREMENT=3;`,
    'numbers of InnoDB after the attribute was dropped and added': `CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, n varchar(10));\nINSERT INTO t (n) VALUES ('a'),('b'),('c'),('d');\nDELETE FROM t WHERE id > 2;\nALTER TABLE t MODIFY id int NOT NULL;\nALTER TABLE t MODIFY id int NOT NULL AUTO_INCREMENT;\nINSERT INTO t (n) VALUES ('e');`,
    'numbers of ALTER TABLE with steps': `CREATE TABLE t (n varchar(10));\nINSERT INTO t VALUES (1),(2),(3);\nSET auto_increment_increment=10, auto_increment_offset=5;\nALTER TABLE t ADD id int AUTO_INCREMENT PRIMARY KEY;\nSET auto_increment_increment=1;`,
    'zero is the next number': `${table};\nINSERT INTO t VALUES (0,'a'),(0,'b'),('0','c'),(00,'d');\nINSERT INTO t VALUES (7,'e'),(0,'f');`,
    'zero after a plain row': `${table};\nINSERT INTO t VALUES (5,'a'),(6,'b'),(0,'c');`,
    'zero is zero where the dump says so': `SET SQL_MODE="NO_AUTO_VALUE_ON_ZERO";\n${table};\nINSERT INTO t VALUES (0,'a'),(1,'b');`,
    'zero is zero until the mode is given back': `SET @OLD=@@sql_mode, sql_mode='NO_AUTO_VALUE_ON_ZERO';\n${table};\nINSERT INTO t VALUES (0,'a'),(1,'b');\nSET sql_mode=@OLD;\nINSERT INTO t VALUES (0,'c');`,
    'nothing is zero': `SET sql_mode='';\n${table};\nINSERT INTO t VALUES ('','a'),('','b');`,
    'rows with their numbers, then rows without': `${table};\nINSERT INTO t VALUES (1,'a'),(5,'b');\nINSERT INTO t (n) VALUES ('c'),('d');\nINSERT INTO t SET n = 'e';`,
    'from the number of the table on': `${table} AUTO_INCREMENT=100;\nINSERT INTO t VALUES (NULL,'a'),(DEFAULT,'b');\nINSERT INTO t (n) VALUES ('c');`,
    'rows without numbers alone, from the number of the table on': `${table} AUTO_INCREMENT=100;\nINSERT INTO t (n) VALUES ('a'),('b');`,
    'a row of defaults after rows of another table': `CREATE TABLE o (a int);\nINSERT INTO o VALUES (1);\n${table};\nINSERT INTO t VALUES ();`,
    'numbers with an exponent, and strings': `${table};\nINSERT INTO t VALUES (1e2,'a'),(25e-1,'b'),('11.5e1','c'),(2.5,'d');\nINSERT INTO t (n) VALUES ('e');`,
    'numbers reserved again after a larger one': `${table.replace('MyISAM', 'InnoDB')};\nINSERT INTO t VALUES (NULL,'a'),(3,'b'),(NULL,'c'),(NULL,'d');\nINSERT INTO t (n) VALUES ('e');`,
    'rows without numbers alone': `${table};\nINSERT INTO t (n) VALUES ('a'),('b');`,
  }

  test.each(Object.entries(dumps))('%s', async (_, dump) => {
    const database = await both.ran(dump)
    const query = 'SELECT n, id FROM t ORDER BY id'
    const next = "INSERT INTO t (n) VALUES ('next');"
    await both.mariadb.administer(next, database)
    const theirs = await both.mariadb.read(database, query)
    for (const style of ['bulk', 'inserts'] as const) {
      const { script } = await converted(dump, { output: { dialect: 'postgresql', style } }, 'dump.sql')
      const loaded = await both.loaded(`${script}${next}`)
      expect(await loaded.query(query)).toEqual(theirs)
    }
  })

  test.each([
    ['INSERT IGNORE', false],
    ['INSERT IGNORE', true],
    ['REPLACE', true],
  ])('in every mixture of rows with and without numbers: %s, from a query: %s', async (write, isQuery) => {
    const dump = rowsOfKinds(write, isQuery)
    const database = await both.ran(dump)
    const { script } = await converted(dump, { output: { dialect: 'postgresql', style: 'bulk' } }, 'dump.sql')
    const loaded = await both.loaded(script)
    const query = `${patterns.map((pattern) => `SELECT '${pattern}' AS pattern, id, u FROM t_${pattern}`).join(' UNION ALL ')} ORDER BY pattern, id`
    expect(await loaded.query(query)).toEqual(await both.mariadb.read(database, query))
  })

  test('including a reported number for a zero', async () => {
    const { report } = await converted(
      dumps['zero after a plain row'],
      { output: { dialect: 'postgresql' } },
      'dump.sql',
    )
    expect(report.fixes).toMatchObject([{ code: 'zero_counted', column: 'id', count: 1 }])
  })

  test('after rows that the server refuses', async () => {
    const refusals = [
      ...[
        ['varchar(3)', "'long'"],
        ['tinyint', '300'],
        ['int', "'abc'"],
        ['int unsigned', '-0.4'],
        ['decimal(5,2)', '1e5'],
      ],
      ...[
        ['float', "'x'"],
        ['date', "'x'"],
        ['timestamp NULL', "'1960-01-01'"],
        ['time', "'900:00:00'"],
        ['year', '1700'],
      ],
      ...[
        ["enum('a','b')", "'z'"],
        ["set('a','b')", "'a,z'"],
        ['bit(4)', "b'11111'"],
        ['bit', '2'],
        ['binary(2)', "'abc'"],
      ],
      ...[
        ['tinytext', `'${'x'.repeat(256)}'`],
        ['int NOT NULL', 'NULL'],
        ['int NOT NULL', 'DEFAULT'],
        ['int', '1, 2'],
      ],
      ...[
        ['varchar(3)', "CONCAT('ab', 'cd')"],
        ['int UNIQUE', '1'],
      ],
    ] as const
    const tables = refusals.flatMap(([type, value]) =>
      ['InnoDB', 'MyISAM'].map((engine, at) => {
        const name = `t${refusals.findIndex((one) => one[1] === value && one[0] === type) * 2 + at}`
        const refused = (id: string): string => `INSERT INTO ${name} VALUES (${id}, 0, ${value})`
        const stored = `INSERT INTO ${name} VALUES (NULL, LAST_INSERT_ID(), ${type.endsWith('NOT NULL') ? '1' : 'NULL'})`
        return [
          `CREATE TABLE ${name} (id int AUTO_INCREMENT PRIMARY KEY, n int, c ${type}) ENGINE=${engine}`,
          ...(type === 'int UNIQUE' ? [`INSERT INTO ${name} (c) VALUES (1)`] : []),
          ...[
            stored,
            refused('NULL'),
            stored,
            refused('50'),
            stored,
            'SET insert_id = 70',
            refused('0'),
            stored,
            stored,
          ],
          ...[
            `INSERT INTO ${name} SELECT NULL, 1, ${value === 'DEFAULT' ? 'NULL' : value}`,
            stored,
            refused('DEFAULT'),
            'SET @last = LAST_INSERT_ID()',
          ],
          ...[
            `INSERT INTO ${name} (n, c) VALUES (@last, ${type.endsWith('NOT NULL') ? '1' : 'NULL'})`,
            refused('NULL'),
          ],
          // Rows that later statements change are held until the end.
          ...(type === 'int' && at === 0 ? [] : [`UPDATE ${name} SET n = n + 1 WHERE id = 2`]),
        ]
      }),
    )
    const dump = tables
      .flat()
      .map((line) => `${line};\n`)
      .join('')
    const database = 'refused_rows'
    const loaded = await loadedWithRefused(dump, database)
    const nexts = `SELECT auto_increment FROM information_schema.tables WHERE table_schema = '${database}' AND table_name =`
    for (const [at, [definition]] of tables.entries()) {
      const query = `SELECT id, n FROM t${at} ORDER BY id`
      expect(await loaded.query(query), definition).toEqual(await both.mariadb.read(database, query))
      const next = `SELECT nextval(pg_get_serial_sequence('t${at}', 'id'))`
      expect(await loaded.query(next), definition).toEqual(await both.mariadb.read(database, `${nexts} 't${at}'`))
    }
  })

  test('for each value that the column stores as zero, in each mode', async () => {
    const ids = [
      ...[
        "'abc'",
        "'0abc'",
        "'.'",
        "'e1'",
        "'\\0'",
        "'0 abc'",
        '1e-3',
        "'1e-3'",
        "x'30'",
        "x'61'",
        "x'35'",
        '0x00',
        "'5abc'",
      ],
      ...[
        `'${'0'.repeat(50)}'`,
        '0'.repeat(45),
        "'\\t0'",
        "'\\t500'",
        "'600\\''",
        '-7',
        "'-7'",
        '-0.4',
        "'-0.4'",
        '-0',
        "''",
        "' '",
      ],
      ...['FALSE', 'DEFAULT', '0.49', "'+0'", "'+700'", "'800.5'", "b'0'", '9e2', "'1e3'", "_binary'0'", '1 - 1'],
    ]
    const modes = ['', 'STRICT_ALL_TABLES', 'NO_AUTO_VALUE_ON_ZERO', 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO']
    const tables = modes.flatMap((mode) => ['int unsigned', 'bigint'].map((type) => [mode, type]))
    const dump = tables
      .map(([mode, type], at) => {
        const rows = ids.map(
          (id, n) => `INSERT INTO t${at} VALUES (${id}, ${n});\nINSERT INTO t${at} (n) VALUES (${n});\n`,
        )
        return `SET sql_mode = '${mode}';\nCREATE TABLE t${at} (id ${type} AUTO_INCREMENT, n int, KEY (id)) AUTO_INCREMENT = 20;\n${rows.join('')}`
      })
      .join('')
    const database = 'stored_ids'
    const loaded = await loadedWithRefused(dump, database)
    for (const at of tables.keys()) {
      const query = `SELECT id, n FROM t${at} ORDER BY id, n`
      expect(await loaded.query(query), String(tables[at])).toEqual(await both.mariadb.read(database, query))
    }
  })
})
