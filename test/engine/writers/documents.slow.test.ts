import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { csvOf, torture } from './torture.ts'
import { runs } from '../../property-runs.ts'

// A second CSV parser and the platform's JSON parser read the output. Enough rows to exceed the sample surround the
// tested ones.
const dullRows = Array.from({ length: 4200 }, (_, index) => [`row ${index}`, 'plain', index % 3 === 0 ? '' : 'a,b'])
const texts = fc
  .oneof(fc.constantFrom(...torture), fc.string({ unit: 'binary', maxLength: 40 }))
  // PostgreSQL's text cannot contain NUL. Another test covers such values.
  .map((text) => text.replaceAll('\0', ''))
const oddRows = fc.array(fc.tuple(texts, texts, texts), { minLength: 20, maxLength: 60 })
const csvAround = (rows: readonly string[][]): string =>
  csvOf([...dullRows, ...rows.map(([first, ...others]) => [`x${first}`, ...others]), ...dullRows.slice(0, 50)])

const parsed = (csv: string): string[][] =>
  Papa.parse<string[]>(csv, { delimiter: ',' }).data.filter((row) => row.length > 1)
const specOf = (format: 'csv' | 'json'): SpecInput => ({
  input: { delimiter: ',' },
  inference: { sample_rows: 300 },
  output: { dialect: 'postgresql', format },
})

describe('a clean document has the content of the file', () => {
  test('a second CSV parser reads the same cells', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const text = csvAround(rows)
        const { script } = await converted(text, specOf('csv'))
        expect(parsed(script)).toEqual(parsed(text))
      }),
      { numRuns: runs(10) },
    )
  })

  test('JSON.parse reads the same values', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const text = csvAround(rows)
        const { script } = await converted(text, specOf('json'))
        const written = JSON.parse(script) as Record<string, string | null>[]
        expect(written.map((row) => [row['a'] ?? '', row['b'] ?? '', row['c'] ?? ''])).toEqual(parsed(text).slice(1))
      }),
      { numRuns: runs(10) },
    )
  })
})

describe('CSV of one column, where NULL is a blank line', () => {
  const note = expect.stringContaining('The file has one column, so NULL is a blank line.') as string
  const linesOf = (column: readonly unknown[]): string => column.map((c) => `${JSON.stringify({ c })}\n`).join('')
  const spec = (sample_rows: number): SpecInput => ({ ...specOf('csv'), input: {}, inference: { sample_rows } })
  const values = ['a', null, '', 'b\r\n\r\nc', '"', null, ' ', '\r', 'x']
  const many = <T>(part: readonly T[]): T[] => Array.from({ length: 2000 }, () => part).flat()
  let postgresql: PGlite
  beforeAll(async () => {
    postgresql = await PGlite.create()
  })
  afterAll(() => postgresql.close())

  test.each([
    ['text', many(values)],
    ['integer', many([1, null, 2])],
  ] as const)(
    'is loaded by PostgreSQL with every row of %s, and NULL differs from an empty string',
    async (type, column) => {
      for (const kernel of [undefined, null] as const) {
        const { script, report } = await converted(linesOf(column), spec(100), 't.ndjson', kernel)
        await postgresql.exec(`DROP TABLE IF EXISTS t; CREATE TABLE t (c ${type})`)
        await postgresql.query(`COPY t FROM '/dev/blob' (FORMAT csv, HEADER)`, [], { blob: new Blob([script]) })
        const { rows } = await postgresql.query<{ c: string | number | null }>('SELECT c FROM t ORDER BY ctid')
        expect(rows.map(({ c }) => c)).toEqual(column)
        expect(report.notes).toEqual([note])
      }
    },
  )

  test('is reported wherever the first such row is, and only then', async () => {
    const full = many(values.filter((value) => value !== null))
    const notesOf = async (column: readonly unknown[], kernel?: null) =>
      (await converted(linesOf(column), spec(100), 't.ndjson', kernel)).report.notes
    for (const kernel of [undefined, null] as const) {
      expect(await notesOf(full, kernel)).toEqual([])
      expect(await notesOf([null, ...full], kernel)).toEqual([note])
      expect(await notesOf([...full, null], kernel)).toEqual([note])
      expect(await notesOf([...full, null, ...full], kernel)).toEqual([note])
    }
    const two = `${JSON.stringify({ c: null, d: null })}\n${JSON.stringify({ c: 1, d: 2 })}\n`
    expect((await converted(two, spec(100), 't.ndjson')).report.notes).toEqual([])
  })
})
