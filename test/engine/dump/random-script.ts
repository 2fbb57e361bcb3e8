import fc from 'fast-check'

/** The time of NOW() on both sides. */
export const now = '2026-03-01T09:30:00Z'

interface Kind {
  readonly type: string
  /** Literals that fit the column, and others that do not. */
  readonly values: readonly string[]
}

const texts = [
  "'a'",
  "'A'",
  "'b'",
  "'ab'",
  "''",
  "'é'",
  "'toolongforit'",
  '007',
  '.5',
  '1e3',
  '-0',
  '1.50',
  '12345678901',
  '0x4142',
  'TRUE',
  'NULL',
  'DEFAULT',
  "CONCAT('a', 1)",
  "UPPER('xy')",
  "'a' 'b'",
  "REPEAT('z', 3)",
  "' x '",
  "'x  '",
]
const numbers = [
  '0',
  '1',
  '2',
  '-1',
  '12.5',
  '12.4',
  '-12.5',
  '127',
  '128',
  '300',
  '-200',
  '1e2',
  '99999999999999999999',
  "'7'",
  "'12abc'",
  "''",
  "'abc'",
  "' 5 '",
  "'1e1'",
  'TRUE',
  'NULL',
  'DEFAULT',
  '1+2*3',
  '7 DIV 2',
  '7 % 3',
  '-(2)',
  '0x0A',
  'ABS(-4)',
  "LENGTH('abc')",
  'ROUND(2.55, 1)',
  "CAST('12' AS SIGNED)",
  "CAST('12' AS UNSIGNED)",
]
const dates = [
  "'2024-02-29'",
  "'2024-2-9'",
  "'24/02/29'",
  '20240229',
  "'2024-02-30'",
  "'2023-02-29'",
  "'0000-00-00'",
  "'2024-01-01 10:20:30'",
  "'2024-13-01'",
  "'abc'",
  'NULL',
  'NOW()',
  'CURDATE()',
  'NOW() + INTERVAL 1 DAY',
  'NOW() - INTERVAL 90 MINUTE',
  "DATE_ADD('2024-01-31', INTERVAL 1 MONTH)",
  'DATE_SUB(NOW(), INTERVAL 3 HOUR)',
  "'2024-01-31' + INTERVAL 1 YEAR",
]

const kinds: Readonly<Record<string, Kind>> = {
  v: { type: 'int', values: numbers },
  n: { type: "varchar(6) NOT NULL DEFAULT 'dn'", values: texts },
  m: { type: "varchar(6) NOT NULL DEFAULT '' NULL", values: texts },
  ti: { type: 'tinyint', values: numbers },
  tu: { type: 'tinyint unsigned NOT NULL', values: numbers },
  w: { type: 'INT1 DEFAULT 0x0A', values: numbers },
  x: { type: 'decimal(4,1)', values: numbers },
  f: { type: 'double', values: numbers.filter((one) => !/ROUND|12abc/.test(one)) },
  c: { type: 'char(3)', values: texts },
  tx: { type: 'tinytext', values: texts },
  b: { type: 'varbinary(4)', values: texts },
  bl: { type: 'blob', values: texts },
  d: { type: 'date', values: dates },
  dt: { type: 'datetime NULL', values: dates },
  tm: {
    type: 'time',
    values: [
      "'10:20:30'",
      "'abc'",
      "'10:20'",
      "'10:20:30x'",
      "'900:00:00'",
      "'25:61:00'",
      '101112',
      "'2024-01-01 10:20:30'",
      'NULL',
      "''",
      'CURTIME()',
    ],
  },
  e: { type: "enum('a','B','c')", values: ["'a'", "'b'", '2', '0', "'x'", 'NULL', "''", "'3'", 'DEFAULT'] },
  s: {
    type: "set('a','B','c') NOT NULL DEFAULT 'a'",
    values: ["'a'", "'c,b'", '3', "''", "'A'", 'DEFAULT', "'a,x'", "'3'", "'9'", '9', "'x'"],
  },
  y: { type: 'year', values: ['2024', '99', "'07'", '0', "'0'", 'NULL', '1800', "'2024'"] },
  bt: { type: 'bit(5)', values: ['1', "b'101'", '31', '32', 'NULL', "'a'", '0x1F'] },
  j: { type: 'json', values: [`'{"a": 1}'`, "'[1, 2]'", 'NULL', "'null'", "'{}'"] },
  fl: { type: 'tinyint(1) NOT NULL DEFAULT 0', values: ['0', '1', 'TRUE', '2', 'DEFAULT'] },
  bu: {
    type: 'bigint unsigned',
    values: ['0', '1', '18446744073709551615', '-1', '18446744073709551616', 'NULL', '1.5'],
  },
}
const kindNames = Object.keys(kinds)

const ids = [
  { type: 'id int NOT NULL AUTO_INCREMENT KEY', engines: ['InnoDB', 'InnoDB', 'MyISAM', 'Aria', 'MEMORY'] },
  { type: 'id int AUTO_INCREMENT PRIMARY KEY', engines: ['InnoDB'] },
  { type: 'id smallint unsigned AUTO_INCREMENT, UNIQUE KEY (id)', engines: ['InnoDB', 'MyISAM'] },
  { type: 'g tinyint NOT NULL, id int NOT NULL AUTO_INCREMENT, PRIMARY KEY (g, id)', engines: ['MyISAM', 'Aria'] },
  { type: 'id int KEY', engines: ['InnoDB', 'MyISAM'] },
  { type: 'id int', engines: ['InnoDB'] },
] as const

const uniques = [
  'u varchar(5) UNIQUE',
  'u varchar(5) UNIQUE KEY',
  "u varchar(5) NOT NULL DEFAULT '', UNIQUE (u)",
  'u varchar(5)',
]

const pick = <Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items)

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly definition: string
}

const tableOf = (name: string): fc.Arbitrary<Table> =>
  fc
    .record({
      id: pick(ids).chain(({ type, engines }) => fc.record({ type: fc.constant(type), engine: pick(engines) })),
      unique: pick(uniques),
      more: fc.uniqueArray(pick(kindNames), { minLength: 1, maxLength: 4 }),
      start: pick(['', '', ' AUTO_INCREMENT=20']),
    })
    .map(({ id, unique, more, start }) => ({
      name,
      columns: ['id', 'u', ...(id.type.startsWith('g ') ? ['g'] : []), ...more],
      definition: `CREATE TABLE ${name} (${[id.type, unique, ...more.map((one) => `${one} ${kinds[one]?.type}`)].join(', ')}) ENGINE=${id.engine}${start} DEFAULT CHARSET=utf8mb4`,
    }))

const idValues = ['NULL', '0', 'DEFAULT', '1', '2', '3', '5', '9', '30', "'4'"]
const keyValues = ["'a'", "'A'", "'b'", "'c'", 'NULL', '1', '2', "'é'", "'e'", '@k', "'a '"]
const computed = [
  '@last',
  'LAST_INSERT_ID()',
  '(SELECT MAX(id) FROM t0)',
  "(SELECT id FROM t0 WHERE u = 'a')",
  '(SELECT COUNT(*) FROM t1)',
  '(SELECT id FROM t1 ORDER BY id DESC LIMIT 1)',
  '@last + 1',
]

function valueOf(column: string): fc.Arbitrary<string> {
  if (column === 'id')
    return fc.oneof({ weight: 6, arbitrary: pick(idValues) }, { weight: 1, arbitrary: pick(computed) })
  if (column === 'u') return pick(keyValues)
  if (column === 'g') return pick(['1', '2', '3'])
  const own = pick(kinds[column]?.values ?? ['1'])
  return column === 'v' ? fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: pick(computed) }) : own
}

const rowOf = (columns: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(...columns.map(valueOf)).map((values) => `(${values.join(', ')})`)

function insertInto({ name, columns, definition }: Table): fc.Arbitrary<string> {
  const named = fc.subarray([...columns], { minLength: 1 })
  const verb = pick(['INSERT INTO', 'INSERT INTO', 'INSERT IGNORE INTO', 'REPLACE INTO', 'INSERT'])
  const updates = pick([
    '',
    '',
    '',
    ' ON DUPLICATE KEY UPDATE u = u',
    ' ON DUPLICATE KEY UPDATE u = VALUES(u)',
    ...columns
      .filter((one) => one === 'v')
      .flatMap(() => [
        ' ON DUPLICATE KEY UPDATE v = v + 1',
        ' ON DUPLICATE KEY UPDATE v = VALUES(v) + 1',
        ' ON DUPLICATE KEY UPDATE v = IFNULL(v, 0) + VALUES(v), u = CONCAT(u, v)',
        // An update needs no value for a column that it sets.
        ...(definition.includes('id int KEY') ? [] : [' ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), v = 3']),
      ]),
  ])
  return fc
    .tuple(verb, named, updates)
    .chain(([word, list, update]) =>
      fc
        .array(rowOf(list), { minLength: 1, maxLength: 4 })
        .map(
          (rows) =>
            `${word} ${name} (${list.join(', ')}) VALUES ${rows.join(', ')}${word.startsWith('REPLACE') ? '' : update}`,
        ),
    )
}

function changeOf(table: Table, other: Table): fc.Arbitrary<string> {
  const { name, columns } = table
  const conditions = pick([
    "u = 'a'",
    "u = 'B'",
    'id = 2',
    'id > 2',
    'id IN (1, 3)',
    'u IS NULL',
    'id BETWEEN 2 AND 4',
    "u LIKE 'a%'",
    "u <> 'a' OR id < 3",
    '1',
    'id = @last',
    'NOT (id = 1)',
  ])
  const shared = columns.filter((one) => other.columns.includes(one) && one !== 'id')
  const list = shared.join(', ')
  const column = pick(columns.filter((one) => one !== 'id'))
  return fc.oneof(
    fc
      .tuple(
        column.chain((one) => valueOf(one).map((value) => `${one} = ${value}`)),
        conditions,
      )
      .chain(([set, where]) =>
        pick(['UPDATE', 'UPDATE', 'UPDATE IGNORE']).map((word) => `${word} ${name} SET ${set} WHERE ${where}`),
      ),
    conditions.map((where) => `DELETE FROM ${name} WHERE ${where}`),
    fc.constantFrom(
      `TRUNCATE ${name}`,
      `TRUNCATE TABLE ${name}`,
      `DELETE FROM ${name}`,
      `ALTER TABLE ${name} AUTO_INCREMENT = 40`,
      `ALTER TABLE ${name} AUTO_INCREMENT = 3`,
      `INSERT INTO ${name} VALUES ()`,
      `INSERT INTO ${name} () VALUES (), ()`,
      `INSERT INTO ${name} SET u = 'set'`,
      `SET @last = (SELECT MAX(id) FROM ${name})`,
      'SET @last = LAST_INSERT_ID()',
      "SET @k = 'k', @last = 4",
      `INSERT INTO ${name} (${list}) SELECT ${list} FROM ${other.name}`,
      `INSERT IGNORE INTO ${name} (${list}) SELECT ${list} FROM ${other.name} WHERE id > 1 ORDER BY id`,
      `REPLACE INTO ${name} (u) SELECT u FROM ${other.name} WHERE u IS NOT NULL`,
      `INSERT INTO ${name} (u) SELECT 'sel'`,
      `INSERT INTO ${name} (id, u) SELECT id + 50, u FROM ${other.name} WHERE id < 4`,
    ),
  )
}

const alterOf = ({ name }: Table): fc.Arbitrary<string> =>
  pick([
    `ALTER TABLE ${name} ADD COLUMN IF NOT EXISTS u int, ADD COLUMN IF NOT EXISTS a1 int NOT NULL`,
    `ALTER TABLE ${name} ADD KEY IF NOT EXISTS uk (u)`,
    `ALTER TABLE ${name} ADD COLUMN a2 varchar(5) DEFAULT 'k' FIRST`,
    `ALTER TABLE ${name} DROP COLUMN IF EXISTS nosuch, DROP COLUMN IF EXISTS a2`,
    `ALTER TABLE ${name} DROP INDEX IF EXISTS uk, DROP KEY IF EXISTS nosuch`,
    `ALTER TABLE ${name} MODIFY COLUMN IF EXISTS v bigint, CHANGE COLUMN IF EXISTS ti ti2 int`,
    `CREATE INDEX IF NOT EXISTS ui ON ${name} (u, id)`,
    `DROP INDEX IF EXISTS ui ON ${name}`,
    `ALTER TABLE ${name} ADD UNIQUE INDEX IF NOT EXISTS u2 (id, u)`,
    `ALTER TABLE ${name} ALTER COLUMN u SET DEFAULT 'ud'`,
    `ALTER TABLE ${name} ENGINE=MyISAM`,
    `ALTER TABLE ${name} ENGINE=InnoDB`,
    `ALTER TABLE ${name} ADD COLUMN (a3 int DEFAULT 3, a4 varchar(3) NOT NULL)`,
    `ALTER TABLE IF EXISTS ${name} ADD CHECK (id <> 77)`,
    `CREATE TABLE IF NOT EXISTS ${name} (other int)`,
    `ALTER TABLE ${name} RENAME TO ${name}x`,
    `RENAME TABLE ${name}x TO ${name}`,
    `ALTER TABLE ${name} MODIFY u varchar(3)`,
    `DROP TABLE IF EXISTS nosuch`,
  ])

/** Objects that PostgreSQL may refuse. Each exists there, or the report names it. */
const objectOf = ({ name }: Table, other: Table): fc.Arbitrary<string> =>
  pick([
    `ALTER TABLE ${name} ADD CONSTRAINT ${name}_fk FOREIGN KEY (id) REFERENCES ${other.name} (id)`,
    `ALTER TABLE ${name} ADD CONSTRAINT ${name}_fv FOREIGN KEY (v) REFERENCES ${other.name} (id) ON DELETE SET NULL`,
    `SET foreign_key_checks = 0`,
    `SET foreign_key_checks = 1`,
    `ALTER TABLE ${name} ADD CHECK (id > 0)`,
    `ALTER TABLE ${name} ADD CONSTRAINT ${name}_c CHECK (char_length(u) < 40 AND id <> 99)`,
    `ALTER TABLE ${name} ADD CONSTRAINT ${name}_d CHECK (crc32(u) <> 3)`,
    `ALTER TABLE ${name} ADD FULLTEXT KEY ft (u)`,
    `CREATE FULLTEXT INDEX ft2 ON ${name} (u)`,
  ])

const modes = [
  "SET sql_mode = ''",
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES'",
  "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
  "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE'",
]

const viewOf = (name: string, at: number): fc.Arbitrary<string> =>
  pick([
    `SELECT id, u FROM ${name} WHERE id > 1`,
    `SELECT u, count(*) AS n FROM ${name} GROUP BY u`,
    `SELECT max(id) AS m FROM ${name}`,
    `SELECT id FROM ${name} WHERE u IN (SELECT u FROM t1)`,
    `SELECT id, concat(u, '-') AS k FROM ${name}`,
    `SELECT a.id FROM t0 a LEFT JOIN t1 b ON a.id = b.id`,
    `SELECT u, id FROM ${name} GROUP BY u`,
    `SELECT id FROM t0 UNION SELECT id FROM t1`,
    `SELECT soundex(u) AS s FROM ${name}`,
    `SELECT id, rand() AS r FROM ${name}`,
    `SELECT id, row_number() OVER (ORDER BY id) AS n FROM ${name}`,
    `SELECT * FROM ${name}`,
    `SELECT id FROM ${name} HAVING id > 1`,
  ]).map((query) => `CREATE VIEW w${at} AS ${query}`)

/** The lines of a script. A server may refuse some of them. */
export const randomScript: fc.Arbitrary<readonly string[]> = fc
  .tuple(tableOf('t0'), tableOf('t1'))
  .chain(([first, second]) => {
    const statement = pick([
      [first, second],
      [second, first],
    ] as const).chain(([table, other]) =>
      fc.oneof(
        // MariaDB stores NULL for DEFAULT in rows that select from their own table.
        { weight: 10, arbitrary: insertInto(table).filter((one) => !/SELECT.*DEFAULT|DEFAULT.*SELECT/.test(one)) },
        { weight: 5, arbitrary: changeOf(table, other) },
        { weight: 2, arbitrary: alterOf(table) },
        { weight: 2, arbitrary: objectOf(table, other) },
        { weight: 1, arbitrary: pick(modes) },
      ),
    )
    return fc
      .tuple(
        pick(modes),
        fc.array(statement, { minLength: 1, maxLength: 14 }),
        fc.array(
          fc.nat(1).chain((at) => viewOf(`t${at}`, at)),
          { maxLength: 2 },
        ),
      )
      .map(([mode, statements, views]) => {
        const lines = [
          mode,
          first.definition,
          second.definition,
          "SET @last = 1, @k = 'kk'",
          ...statements,
          ...new Set(views),
        ]
        // In that mode MariaDB stores zero for DEFAULT, and sometimes skips a number.
        const countsZero = !lines.some((line) => line.includes('NO_AUTO_VALUE_ON_ZERO'))
        // Storage engines other than InnoDB parse references and ignore them.
        const keepsReferences = lines.every((line) => !/MyISAM|Aria|MEMORY/.test(line))
        return lines
          .filter((line) => countsZero || !/^(?:INSERT|REPLACE).*DEFAULT/.test(line))
          .filter((line) => keepsReferences || !line.includes('FOREIGN KEY'))
      })
  })
