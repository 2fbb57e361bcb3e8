import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { nearNumbers } from '../../grouped-numbers.ts'
import { nearTimestamps } from '../../timestamps.ts'
import { nearWords } from '../../near-words.ts'
import { runs } from '../../../property-runs.ts'
import { bothWays, readOneRowBetweenSpans } from '../both-ways.ts'
import { everyOutput } from '../../every-output.ts'
import { amongDull, csvText, linesText, oddRows } from '../odd-rows.ts'

// The plain code is the referee for the output and for the number of rewritten values.
const two = (value: number): string => String(value).padStart(2, '0')
const columns: readonly ((row: number) => string)[] = [
  (row) => `${row}`,
  (row) => new Date(1.7e12 + row * 1_234_567).toJSON(),
  (row) => new Date(1.6e12 + row * 7_654_321).toJSON().replace(/\.\d+Z$/, row % 3 === 0 ? 'Z' : '+05:30'),
  (row) => `2024-01-${two((row % 31) + 1)}${row % 5 === 0 ? ' ' : 'T'}10:11:${two(row % 60)}`,
  (row) => `${(row % 31) + 1}/12/2024`,
  (row) => `${two((row % 12) + 1)}/28/2024 9:${two(row % 60)}`,
  (row) => `2024/${two((row % 12) + 1)}/${two((row % 28) + 1)}`,
  (row) => (row % 2 === 0 ? `${row}.5e-7` : `-${row}`),
  (row) => (row % 4 === 0 ? `${row % 1000}` : `${(row % 999) + 1},${two(row % 100)}0.50`),
  (row) => `${row % 50}.${100 + (row % 900)},5`,
  (row) => (row % 5 === 0 ? `-€${(row % 90) + 1}` : `€${(row % 999) + 1},${two(row % 100)}0.50`),
  (row) => `${row % 100}.${row % 7}%`,
  (row) => `${' '.repeat(row % 3)}${row % 70}.${(row % 8) + 1}  `,
  (row) => `\t${row % 2 === 0 ? '' : ' '}2024-03-${two((row % 28) + 1)}T10:11:12Z`,
  (row) => (row % 3 === 0 ? 'True' : 'False'),
  (row) => (row % 2 === 0 ? 'yes' : 'No'),
  (row) => `0190A6E0-5A5C-7CC0-8000-${String(row % 9).repeat(12)}`,
]
const header = [
  'id',
  'created',
  'updated',
  'seen',
  'day',
  'signed',
  'due',
  'ratio',
  'price',
  'weight',
  'total',
  'share',
  'padded',
  'logged',
  'paid',
  'sent',
  'key',
]
const dull = (row: number): string[] => columns.map((column) => column(row))
const dullRows = Array.from({ length: 4200 }, (_, row) => dull(row))

const rows = oddRows(
  dull,
  fc.oneof(
    nearTimestamps,
    nearNumbers,
    nearWords,
    fc.constantFrom('', ' ', 'NULL', 'x', '007', '5', '1E5', '1e999', '-0', 'NaN', `0.${'3'.repeat(17)}`),
  ),
)

const field = (value: string): string => (/^\s|\s$|[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const jsonOf = (text: string): string => (isNumber.test(text) ? text : JSON.stringify(text))
const csvOf = csvText(field)
const linesOf = linesText(header, jsonOf)

afterEach(() => vi.restoreAllMocks())

describe.each(everyOutput)('%j', (output) => {
  test.each(['t.csv', 't.ndjson'])('values rewritten in %s are the same on the fast path', async (name) => {
    // The fast path gets the next rows, even if it has left many.
    readOneRowBetweenSpans()
    await fc.assert(
      fc.asyncProperty(fc.array(rows, { minLength: 20, maxLength: 60 }), async (odd) => {
        const all = amongDull(dullRows, odd)
        const text = name === 't.csv' ? csvOf([header, ...all]) : linesOf(all)
        const spec: SpecInput = { output, inference: { sample_rows: 200 } }
        const { ours, plain, fastRows } = await bothWays(text, spec, name)
        expect(fastRows).toBeGreaterThan(2000)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  })
})

const bulk: SpecInput = { output: { dialect: 'postgresql', style: 'bulk' }, inference: { sample_rows: 200 } }

test.each([
  ['one value', ['2024-01-31T10:11:12Z'], 11_000],
  ['two values', ['2024-01-31T10:11:12Z', '2024-01-31T10:11:13Z'], 6000],
  ['a fourth value', ['31/12/2024', '30/12/2024', '29/12/2024', '28/12/2024'], 8000],
])(
  '%s repeatedly: rows use the fast path as soon as the report has its examples',
  async (_name, values, fastRowsMin) => {
    const part = Math.ceil(16_000 / values.length)
    const timestamps = values.flatMap((value) => Array.from({ length: part }, (_, row) => [`${row}`, value]))
    const { ours, plain, fastRows } = await bothWays(csvOf([['id', 'at'], ...timestamps]), bulk)
    expect(ours).toEqual(plain)
    expect(fastRows).toBeGreaterThan(fastRowsMin)
  },
)

test.each(['mysql', 'mariadb', 'oracle'] as const)(
  'timestamps with an offset use the fast path in %s, repeated ones too',
  async (dialect) => {
    const timestamps = Array.from({ length: 12_000 }, (_, row) => [
      `${row}`,
      '2024-01-31T10:11:12Z',
      new Date(1.7e12 + row * 1_234_567).toJSON(),
      `2024-12-31 ${two(row % 24)}:30:00${row % 2 === 0 ? '+13:00' : '-09:30'}`,
    ])
    const spec: SpecInput = { output: { dialect, style: 'bulk' }, inference: { sample_rows: 200 } }
    const { ours, plain, fastRows } = await bothWays(
      csvOf([['id', 'exported', 'created', 'sent'], ...timestamps]),
      spec,
    )
    expect(ours).toEqual(plain)
    expect(fastRows).toBeGreaterThan(5000)
  },
)
