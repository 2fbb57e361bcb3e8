import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../property-runs.ts'
import { asText } from '../../writers/torture.ts'
import { converted } from '../../support.ts'

/** Writes a table as ASCII defines it. */
const written = (rows: readonly (readonly string[])[], end: string): string =>
  rows.map((row) => `${row.join('\x1f')}${end}`).join('')

const spec = { output: { dialect: 'postgresql', format: 'csv' }, columns: asText } as const
const names = ['id', 'name', 'city']

async function read(text: string, name = 't.csv') {
  const { script, report } = await converted(text, spec, name)
  return { rows: papaparse.parse<string[]>(script, { skipEmptyLines: true }).data, report }
}

describe("text with ASCII's separators", () => {
  test.each(['\x1e', '\x1e\n', '\x1e\r\n'])('is read with records that end with %j', async (end) => {
    const table = [names, ['1', 'Ann', 'Rome'], ['2', 'Bob', 'Paris'], ['3', 'Cid', 'Oslo']]
    const { rows, report } = await read(written(table, end))
    expect(rows).toEqual(table)
    expect(report.rows).toMatchObject({
      converted: 3,
      rejected: 0,
      left_out: { reasons: [{ code: 'header', count: 1 }] },
    })
    expect(report.notes).toEqual([expect.stringContaining('record separators (U+001E)')])
  })

  test('has every value, with its line breaks and quotes', async () => {
    const value = fc
      .string({ unit: fc.constantFrom('a', 'é', '"', "'", ',', '\n', '\r', ' ', '\\', '|', '1'), maxLength: 9 })
      .map((text) => `x${text}x`)
    const table = fc.array(fc.tuple(value, value, value), { minLength: 2, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const found = await read(written([names, ...rows], '\x1e'))
        expect(found.rows).toEqual([names, ...rows])
        expect(found.report.rows.converted).toBe(rows.length)
      }),
      { numRuns: runs(100) },
    )
  })

  test('is read in pieces of any size', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [String(at), `name\n${at}`, 'city'])
    const { rows: found } = await read(written([names, ...rows], '\x1e'), 'export')
    expect(found).toEqual([names, ...rows])
  })

  test('is read line by line if only cells have a separator', async () => {
    const { rows, report } = await read('id\x1fname\x1fcity\n1\x1fAnn\x1fRome\n2\x1fBob\x1fParis\n')
    expect(rows).toEqual([names, ['1', 'Ann', 'Rome'], ['2', 'Bob', 'Paris']])
    expect(report.notes).toEqual([])
  })
})
