import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { bothWays } from './both-ways.ts'
import { runs } from '../../property-runs.ts'

/** Cells that these options affect: markers, spaces, empty and quoted ones, and repeated keys. */
const cell = fc.constantFrom(
  '1',
  '2',
  '-999',
  ' 7 ',
  '3.50',
  '',
  '""',
  '" x "',
  'unknown',
  ' unknown',
  String.raw`\N`,
  String.raw` \N`,
  String.raw`"\N"`,
  'NULL',
  'Zoë',
  '2024-02-03',
)
const file = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400 }), cell, cell, cell), { minLength: 1, maxLength: 300 })
  .map((rows) => `id,a,b,c\n${rows.map((row) => row.join(',')).join('\n')}\n`)

const choices: readonly [string, Partial<Pick<SpecInput, 'input'>>, Partial<SpecInput['output']>][] = [
  ['values of the file that mean NULL', {}, {}],
  ['trim', { input: { trim: true } }, {}],
  ['null_values', { input: { null_values: ['-999', 'unknown', ''] } }, {}],
  ['primary_key', {}, { primary_key: ['id'] }],
  ['all of them', { input: { trim: true, null_values: ['unknown'] } }, { primary_key: ['id', 'a'] }],
]

describe('rows that plain code casts while the accelerator reads and writes are the same as in plain code', () => {
  test.each(choices)('%s', async (_, input, output) => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.constantFrom('postgresql', 'mysql', 'sqlite', 'sql_server', 'oracle', 'duckdb'),
        fc.constantFrom('sql', 'csv', 'json'),
        async (text, dialect, format) => {
          const spec = { ...input, output: { dialect, format, ...output }, inference: { sample_rows: 50 } } as SpecInput
          const { ours, plain } = await bothWays(text, spec)
          expect(ours).toEqual(plain)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  test(String.raw`\N is NULL after the sample too, and quotes keep it`, async () => {
    const town = (row: number): string => (row % 3 === 0 ? String.raw`\N` : row % 3 === 1 ? String.raw`"\N"` : 'Oslo')
    const text = `id,town\n${Array.from({ length: 30_000 }, (_, row) => `${row},${town(row)}`).join('\n')}\n`
    const { ours, plain } = await bothWays(text, { output: { dialect: 'postgresql', format: 'csv' } })
    expect(ours).toEqual(plain)
    const { script } = ours as { script: string }
    expect(script.match(/^\d+,\r?$/gm)).toHaveLength(10_000)
    expect(script.match(/\\N/g)).toHaveLength(10_000)
  })

  test('numbers that mean NULL are NULL after the sample too', async () => {
    const text = `id,n\n${Array.from({ length: 30_000 }, (_, row) => `${row},${row % 3 === 0 ? -999 : row}`).join('\n')}\n`
    const { ours, plain } = await bothWays(text, {
      input: { null_values: ['-999'] },
      output: { dialect: 'postgresql', format: 'csv' },
    })
    expect(ours).toEqual(plain)
    expect((ours as { script: string }).script.match(/^\d+,$|^\d+,\r$/gm)).toHaveLength(10_000)
  })
})
