import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { rowsCounted } from './rows-counted.ts'
import { runs } from '../../property-runs.ts'

/** The table `ghost` has no definition, the spec excludes `hidden`, and the dump drops `gone` at its end. */
const tables = ['plain', 'blobs', 'ghost', 'hidden', 'gone'] as const

const definitions = `CREATE TABLE plain (id int PRIMARY KEY, v varchar(9));
CREATE TABLE blobs (id int PRIMARY KEY, v blob);
CREATE TABLE hidden (id int PRIMARY KEY, v varchar(9));
CREATE TABLE gone (id int, v varchar(9));
`

const insert = fc.record({
  table: fc.constantFrom(...tables),
  verb: fc.constantFrom('INSERT', 'INSERT IGNORE', 'REPLACE', 'UPDATE'),
  names: fc.constantFrom('', ' (`id`, `v`)', ' (v, id)'),
  /** Whether each row is a statement with SET. */
  isSet: fc.nat(3).map((number) => number === 0),
  /** Rows with a unique id, rows that may collide, and rows that lack a value. */
  rows: fc.array(fc.constantFrom('new', 'new', 'met', 'narrow'), { minLength: 1, maxLength: 6 }),
})
const change = fc
  .constantFrom(...tables)
  .chain((table) =>
    fc.constantFrom(
      `TRUNCATE ${table};\n`,
      `DELETE FROM ${table};\n`,
      `DELETE FROM ${table} WHERE id % 2 = 1;\n`,
      `DELETE FROM ${table} WHERE id > RAND();\n`,
      `UPDATE ${table} SET v = 'new' WHERE id < 1005;\n`,
      `UPDATE ${table} SET id = id + 1 WHERE id = 1;\n`,
      `DELETE one FROM ${table} AS one JOIN plain AS other ON one.id = other.id;\n`,
      `DELETE FROM ${table}, blobs USING ${table} JOIN blobs ON ${table}.id = blobs.id;\n`,
      `UPDATE ${table}, blobs AS other SET ${table}.v = 'x' WHERE ${table}.id = other.id;\n`,
      `SELECT MAX(id) INTO @most FROM ${table};\n`,
    ),
  )
type Insert = typeof insert extends fc.Arbitrary<infer One> ? One : never

function written({ table, verb, names, isSet, rows }: Insert, at: number): string {
  const value = table === 'blobs' ? '0xC0FFEE' : "'a),(b'"
  const idOf = (kind: string, row: number): number =>
    kind === 'met' && verb !== 'INSERT' ? row % 3 : 1000 + at * 10 + row
  if (isSet)
    return rows
      .map((kind, row) => {
        const both = kind === 'narrow' ? '' : `, v = ${value}`
        return `${verb === 'UPDATE' ? 'INSERT' : verb} ${table} SET id = ${idOf(kind, row)}${both}${verb === 'UPDATE' ? ' ON DUPLICATE KEY UPDATE v = v' : ''};\n`
      })
      .join('')
  const tuples = rows.map((kind, row) => {
    const id = idOf(kind, row)
    if (kind === 'narrow') return `(${id})`
    return names.startsWith(' (v') ? `(${value},${id})` : `(${id},${value})`
  })
  const isUpdate = verb === 'UPDATE'
  return `${isUpdate ? 'INSERT' : verb} INTO \`${table}\`${names} VALUES ${tuples.join(',')}${isUpdate ? ' ON DUPLICATE KEY UPDATE v = VALUES(v)' : ''};\n`
}

const dumps: readonly SpecInput['dump'][] = [
  {},
  { mode: 'data_only' },
  { mode: 'schema_only' },
  { parts: ['before'] },
  { parts: ['after'] },
  { write: 'verify' },
  { write: 'report' },
]

test('every row of INSERT and REPLACE is converted, rejected or left out with a reason', async () => {
  const script = fc.array(fc.oneof({ weight: 3, arbitrary: insert }, { weight: 1, arbitrary: change }), {
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(script, fc.constantFrom(...dumps), async (statements, options) => {
      const lines = statements.map((one, at) => (typeof one === 'string' ? one : written(one, at)))
      const dump = `${definitions}${lines.join('')}DROP TABLE gone;\n`
      const spec: SpecInput = {
        output: { dialect: 'postgresql' },
        dump: { ...options, tables: { exclude: ['hidden'] } },
      }
      const { report } = await converted(dump, spec, 'dump.sql')
      const inFile = statements.flatMap((one) => (typeof one === 'string' ? [] : one.rows))
      expect(rowsCounted(report)).toBe(inFile.length)
      const inTables = report.tables.reduce((sum, { rows }) => sum + rowsCounted({ rows }), 0)
      expect(inTables).toBe(
        statements.flatMap((one) =>
          typeof one !== 'string' && (one.table === 'plain' || one.table === 'blobs') ? one.rows : [],
        ).length,
      )
    }),
    { numRuns: runs(200) },
  )
})

test.each(dumps.filter((options) => options?.write === undefined))(
  'rows that queries make count like the rows of the dump: %j',
  async (options) => {
    const dump = `${definitions}INSERT INTO plain VALUES (1, 'a'), (2, 'b');
INSERT INTO hidden SELECT id + 10, v FROM plain;
INSERT INTO plain (id, v) SELECT id + 20, v FROM plain WHERE id > 1;
CREATE TABLE copied AS SELECT v, COUNT(*) AS n FROM plain GROUP BY v;
`
    const { report } = await converted(dump, { output: { dialect: 'postgresql' }, dump: options }, 'dump.sql')
    expect(rowsCounted(report)).toBe(7)
  },
)
