import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, postgresqlMissing } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'
import { psql } from './psql.ts'

const views = `CREATE TABLE c (id int PRIMARY KEY, name varchar(20), country varchar(2), n int);
INSERT INTO c VALUES (1,'a','de',1),(2,'b','de',2),(3,'c','fr',3);
`

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('psql stops if something is missing', () => {
  const { through } = psql()

  test('except a view that selects more than it groups by, which is left out with its text', async () => {
    const left = 'CREATE VIEW v AS SELECT country, name, count(*) k FROM c GROUP BY country;\n'
    const { report } = await through(`${views}${left}`, 'SELECT 1')
    expect(report.fixes).toMatchObject([
      { code: 'view_left_out', examples: ['v'], message: expect.stringContaining('country, name') },
    ])
  })

  test.each([
    ['what it groups by', 'SELECT country, count(*) k FROM c GROUP BY country', ['de', '2']],
    ['what the key decides', 'SELECT c.id, c.name FROM c GROUP BY c.id', ['1', 'a']],
    [
      'an expression of it',
      'SELECT upper(country) x, sum(n) s FROM c GROUP BY country HAVING count(*) > 1',
      ['DE', '3'],
    ],
  ])('a view that selects %s exists', async (_, query, row) => {
    const { rows, report } = await through(`${views}CREATE VIEW v AS ${query};\n`, 'SELECT * FROM v ORDER BY 1')
    expect(report.fixes.map(({ code }) => code)).toEqual([])
    expect(rows[0]).toEqual(row)
  })

  test('keys that rows share are left out with their text, and the report names the rows', async () => {
    const dump = `CREATE TABLE p (id int NOT NULL, u varchar(9), b varbinary(9)) ENGINE=InnoDB;
INSERT INTO p VALUES (1,'a','x'),(2,'é','y'),(3,'é',NULL),(1,'b','y');
ALTER TABLE p ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX uk ON p (u(3) DESC);
ALTER TABLE p ADD UNIQUE (b);
CREATE TABLE c (id int AUTO_INCREMENT PRIMARY KEY, p int REFERENCES p (id), n int UNIQUE) ENGINE=MyISAM;
INSERT INTO c VALUES (NULL,1,NULL),(NULL,2,NULL),(2,1,5);
CREATE VIEW v AS SELECT id, max(u) FROM p GROUP BY id;
`
    const count = `SELECT (SELECT count(*) FROM p), (SELECT count(*) FROM c), count(*) FROM pg_indexes WHERE schemaname = 'public'`
    const { rows, report } = await through(dump, count)
    expect(rows).toEqual([['4', '2', '3']])
    expect(report.fixes.filter(({ code }) => code === 'index_dropped')).toMatchObject([
      { table: 'p', first_row: 4, message: expect.stringMatching(/^Row 4 .* row 1,.*: PRIMARY KEY \(`id`\)$/) },
      { table: 'p', first_row: 3, message: expect.stringMatching(/ UNIQUE KEY `uk` \(`u`\(3\)\)$/) },
      { table: 'p', first_row: 4, examples: ['b'] },
    ])
    expect(report.problems).toMatchObject([{ table: 'c', row: 3, column: 'id', value: '2' }])
  })

  test.each([
    ['strings that differ in case', 'varchar(9)', "('a'),('A')"],
    ['no strings', 'varchar(9)', '(NULL),(NULL)'],
    ['the time of loading in separate statements', 'datetime', '(NOW())'],
    [
      'times in several zones',
      'timestamp',
      "('2024-01-01 12:00:00');SET time_zone = '+05:00';INSERT INTO t VALUES ('2024-01-01 12:00:00')",
    ],
  ])('a unique key of %s stays', async (_, type, values) => {
    const dump = `CREATE TABLE t (k ${type} NULL UNIQUE);\nSET time_zone = '+00:00';\nINSERT INTO t VALUES ${values};\n`
    const { report } = await through(dump, 'SELECT 1')
    expect(report.fixes.map(({ code }) => code)).not.toContain('index_dropped')
  })

  test('no block of the script hides a failure', async () => {
    const dump = `${views}ALTER TABLE c ADD CHECK (n > 0), ADD FULLTEXT KEY ft (name);\nCREATE VIEW v AS SELECT id FROM c;\n`
    const { script } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
    expect(script).not.toContain('WHEN OTHERS')
    expect(script).not.toContain('program_limit_exceeded')
  })

  test('keys over long strings load with any rows', async () => {
    const random = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    )
    const dump = `CREATE TABLE t (id int PRIMARY KEY, a varchar(3000), b text, c longtext, UNIQUE KEY u (a), KEY i (a, id), FULLTEXT KEY f (b, c));
INSERT INTO t VALUES (1, '${random}', '${random}', '${`${random} `.repeat(200)}'), (2, NULL, NULL, NULL);
`
    const { rows, report } = await through(dump, "SELECT indexdef FROM pg_indexes WHERE tablename = 't'")
    expect(rows.flat().join('\n')).toMatch(/md5\(/)
    expect(report.fixes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['unique_key_hashed', 'index_shortened']),
    )
    expect(rows).toHaveLength(4)
  })

  test('more tables than one transaction can lock are loaded', async () => {
    const count = 1100
    const table = (at: number): string =>
      `CREATE TABLE t${at} (id int AUTO_INCREMENT PRIMARY KEY, a int, b varchar(9), KEY a (a), UNIQUE KEY b (b));\nINSERT INTO t${at} VALUES (${at},1,'x');\n`
    const dump = Array.from({ length: count }, (_, at) => table(at + 1)).join('')
    const { rows, report } = await through(dump, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    expect(rows).toEqual([[String(count)]])
    expect(report.notes.join()).toMatch(/commits in groups/)
  })
})
