import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'
import { csvOf, torture } from './torture.ts'

// Another parser of CSV, and the platform's of JSON, say what was written. Rows enough to be beyond the sample stand around.
const dullRows = Array.from({ length: 4200 }, (_, index) => [`row ${index}`, 'plain', index % 3 === 0 ? '' : 'a,b'])
const texts = fc
  .oneof(fc.constantFrom(...torture), fc.string({ unit: 'binary', maxLength: 40 }))
  // PostgreSQL's text has no NUL: what becomes of one is tested elsewhere.
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

describe('a clean document says what the file says', () => {
  test('as CSV', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const text = csvAround(rows)
        const { script } = await converted(text, specOf('csv'))
        expect(parsed(script)).toEqual(parsed(text))
      }),
      { numRuns: 10 },
    )
  })

  test('as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const text = csvAround(rows)
        const { script } = await converted(text, specOf('json'))
        const written = JSON.parse(script) as Record<string, string | null>[]
        expect(written.map((row) => [row['a'] ?? '', row['b'] ?? '', row['c'] ?? ''])).toEqual(parsed(text).slice(1))
      }),
      { numRuns: 10 },
    )
  })
})
