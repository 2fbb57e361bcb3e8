import { describe, expect, test } from 'vitest'
import { announced } from '../../databases/announced.ts'
import { hasPostgresql, postgresqlMissing } from '../../databases/postgresql.ts'
import { converted } from '../support.ts'
import { psql } from './psql.ts'

const head = 'SET FOREIGN_KEY_CHECKS=0;\n'
const parents =
  'CREATE TABLE p (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, code varchar(10) UNIQUE, a int, b date, UNIQUE KEY (a, b)) ENGINE=InnoDB;\n'
const child = (column: string, key: string): string =>
  `CREATE TABLE c (id int PRIMARY KEY, ${column}, CONSTRAINT f FOREIGN KEY ${key});\n`
const invalid = "SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated"

/** Definitions and rows, the hand-counted rows of the child without a parent, and the first of them. */
const cases: readonly (readonly [string, string, number, number])[] = [
  [
    'whole numbers, children first',
    `${child('p int unsigned', '(p) REFERENCES p (id)')}INSERT INTO c VALUES (1,1),(2,99),(3,NULL),(4,99),(5,98);\n${parents}INSERT INTO p (id) VALUES (1),(2);\n`,
    3,
    2,
  ],
  [
    'texts with every kind of character',
    `${parents}INSERT INTO p (code) VALUES ('a\\\\b'),('c\\nd'),('é'),('e ');\n${child('p varchar(10)', '(p) REFERENCES p (code)')}INSERT INTO c VALUES (1,'a\\\\b'),(2,'c\\nd'),(3,'é'),(4,'e '),(5,'e');\n`,
    1,
    5,
  ],
  [
    'two columns',
    `${parents}INSERT INTO p (a, b) VALUES (1,'2024-01-01'),(2,'2024-01-02'),(3,NULL);\n${child('x int, y date', '(x, y) REFERENCES p (a, b)')}INSERT INTO c VALUES (1,1,'2024-01-01'),(2,2,'2024-01-01'),(3,3,NULL),(4,NULL,'2024-09-09');\n`,
    1,
    2,
  ],
  [
    'a table that names itself',
    `CREATE TABLE c (id int PRIMARY KEY, p int, CONSTRAINT f FOREIGN KEY (p) REFERENCES c (id));\nINSERT INTO c VALUES (1,2),(2,1),(3,4);\n`,
    1,
    3,
  ],
  [
    'rows that the server numbers, and rows that others change',
    [
      `${parents}INSERT INTO p (code) VALUES ('x'),('y');\nUPDATE p SET code = 'z' WHERE id = 2;`,
      `${child('p int unsigned, q varchar(10)', '(p) REFERENCES p (id)')}ALTER TABLE c ADD CONSTRAINT g FOREIGN KEY (q) REFERENCES p (code);\nINSERT INTO c VALUES (1,1,'x'),(2,2,'z'),(3,3,'x');\n`,
    ].join('\n'),
    1,
    3,
  ],
]

describe.runIf(announced(hasPostgresql(), postgresqlMissing))('the report names foreign keys that rows break', () => {
  const { through, fresh } = psql()

  test.each(cases)('%s', async (_, tables, count, row) => {
    for (const style of ['bulk', 'inserts'] as const) {
      const { rows, report } = await through(head + tables, invalid, { style })
      expect(rows).toEqual([['f']])
      const found = report.fixes.filter(({ code }) => code === 'foreign_key_not_valid')
      expect(found).toMatchObject([{ count, first_row: row, examples: ['f'] }])
    }
  })

  test('every key of consistent rows is valid', async () => {
    const whole = cases.map(([, tables]) =>
      tables.replaceAll(/,\((?:2,99|4,99|5,98|5,'e'|2,2,'2024-01-01'|3,4|3,3,'x')\)|\(2,99\),/g, ''),
    )
    for (const tables of whole) {
      const { rows, report } = await through(head + tables.replace('(3,NULL),,', '(3,NULL)'), invalid)
      expect(rows, tables).toEqual([])
      expect(report.fixes.map(({ code }) => code)).not.toContain('foreign_key_not_valid')
    }
  })

  test.each([
    ['a key', 'p char(10)', "(1,'x'),(2,'nobody')", 'f'],
    ['a check', 'p varchar(10), CONSTRAINT few CHECK (id < 2)', "(1,'x'),(2,'x')", 'few'],
  ])(
    'psql fails if rows break %s that the report does not name, and everything is loaded',
    async (_, column, rows, name) => {
      const tables = `${parents}INSERT INTO p (code) VALUES ('x');\n${child(column, '(p) REFERENCES p (code)')}`
      const dump = `SET check_constraint_checks=0;\n${head}${tables}INSERT INTO c VALUES ${rows};\n`
      const { script, report } = await converted(dump, { output: { dialect: 'postgresql' } }, 'dump.sql')
      expect(report.fixes.map(({ code }) => code)).not.toContain('foreign_key_not_valid')
      const database = await fresh()
      await expect(database.load(script)).rejects.toThrow(new RegExp(`NOT VALID.*: ${name}`))
      expect(await database.query('SELECT count(*) FROM c')).toEqual([['2']])
      expect(await database.query('SELECT conname FROM pg_constraint WHERE NOT convalidated')).toEqual([[name]])
    },
  )
})
