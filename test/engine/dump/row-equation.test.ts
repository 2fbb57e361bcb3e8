import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

/** `ghost` has no definition. `hidden` is excluded by the spec, so its rows count nowhere. */
const tables = ['plain', 'blobs', 'ghost', 'hidden'] as const

const definitions = `CREATE TABLE plain (id int PRIMARY KEY, v varchar(9));
CREATE TABLE blobs (id int PRIMARY KEY, v blob);
CREATE TABLE hidden (id int PRIMARY KEY, v varchar(9));
`

const statement = fc.record({
  table: fc.constantFrom(...tables),
  verb: fc.constantFrom('INSERT', 'INSERT IGNORE', 'REPLACE', 'UPDATE'),
  names: fc.constantFrom('', ' (`id`, `v`)', ' (v, id)'),
  /** Rows with an id of their own, rows that may meet others, and rows with a value too few. */
  rows: fc.array(fc.constantFrom('new', 'new', 'met', 'narrow'), { minLength: 1, maxLength: 6 }),
})
type Statement = typeof statement extends fc.Arbitrary<infer One> ? One : never

function written({ table, verb, names, rows }: Statement, at: number): string {
  const value = table === 'blobs' ? '0xC0FFEE' : "'a),(b'"
  const tuples = rows.map((kind, row) => {
    const id = kind === 'met' && verb !== 'INSERT' ? row % 3 : 1000 + at * 10 + row
    if (kind === 'narrow') return `(${id})`
    return names.startsWith(' (v') ? `(${value},${id})` : `(${id},${value})`
  })
  const isUpdate = verb === 'UPDATE'
  return `${isUpdate ? 'INSERT' : verb} INTO \`${table}\`${names} VALUES ${tuples.join(',')}${isUpdate ? ' ON DUPLICATE KEY UPDATE v = VALUES(v)' : ''};\n`
}

test('every row of INSERT and REPLACE is converted, rejected or left out with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 12 }), async (statements) => {
      const dump = definitions + statements.map(written).join('')
      const spec: SpecInput = { output: { dialect: 'postgresql' }, dump: { tables: { exclude: ['hidden'] } } }
      const { report } = await converted(dump, spec, 'dump.sql')
      for (const name of tables) {
        const inFile = statements.filter(({ table }) => table === name).flatMap(({ rows }) => rows).length
        const rows = report.tables?.find((table) => table.name === name)?.rows
        const leftOut = report.fixes.filter(
          ({ code, table }) => table === name && /^(?:rows_left_out|duplicates_resolved)$/.test(code),
        )
        const counted = leftOut.reduce((sum, { count }) => sum + count, 0)
        expect((rows?.converted ?? 0) + (rows?.rejected ?? 0) + counted, name).toBe(name === 'hidden' ? 0 : inFile)
      }
    }),
    { numRuns: 200 },
  )
})
