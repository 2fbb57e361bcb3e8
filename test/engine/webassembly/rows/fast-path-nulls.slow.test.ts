import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { runs } from '../../../property-runs.ts'
import { bothWays, readOneRowBetweenSpans } from '../both-ways.ts'
import { everyOutput } from '../../every-output.ts'
import { amongDull, csvText, linesText, oddRows, type Row } from '../odd-rows.ts'

// The plain code is the referee for null markers and their counts.
const header = ['id', 'amount', 'at', 'paid', 'note']
const dull = (row: number): string[] => [
  `${row}`,
  row % 3 === 0 ? 'NULL' : `${row % 700}.${10 + (row % 90)}`,
  row % 4 === 0 ? '' : `2024-01-${10 + (row % 20)} 10:11:12`,
  row % 5 === 0 ? String.raw`\N` : row % 2 === 0 ? 'true' : 'false',
  row % 6 === 0 ? 'NULL' : `note ${row}`,
]
const dullRows = Array.from({ length: 6400 }, (_, row) => dull(row))
const odd = oddRows(
  dull,
  fc.constantFrom(
    'NULL',
    'null',
    ' NULL',
    'N/A',
    'n/a',
    '-',
    '--',
    '—',
    '',
    ' ',
    '  ',
    'none',
    'NUL',
    'NULLs',
    '?',
    'x',
  ),
)

const quoted = (value: string): string => `"${value}"`
/** An unquoted `\N` is NULL in text columns too, so its file does not use the fast path. */
const bare = (value: string): string => (value === '' || /^[ \\]| $/.test(value) ? quoted(value) : value)
const bareOf = csvText(bare)
const quotedOf = csvText(quoted)

afterEach(() => vi.restoreAllMocks())

describe.each(everyOutput)('%j', (output) => {
  test.each([
    ['t.csv', (rows: readonly Row[]) => bareOf([header, ...rows])],
    ['quoted.csv', (rows: readonly Row[]) => quotedOf([header, ...rows])],
    ['t.ndjson', linesText(header, JSON.stringify)],
  ])('null markers in %s are written and counted the same on the fast path', async (name, textOf) => {
    // The fast path gets the next rows, even if it has left many.
    readOneRowBetweenSpans()
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 20, maxLength: 60 }), async (others) => {
        const spec: SpecInput = { output, inference: { sample_rows: 200 } }
        const { ours, plain, fastRows } = await bothWays(textOf(amongDull(dullRows, others)), spec, name)
        expect(fastRows).toBeGreaterThan(2000)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  })
})

test('a column may have more different markers than the fast path keeps', async () => {
  const texts = ['NULL', 'null', 'N/A', '-', '--', '?', 'none', 'nil']
  const rows = Array.from({ length: 9000 }, (_, row) => [`${row}`, row % 2 === 0 ? '5' : (texts[row % 8] as string)])
  const text = bareOf([['id', 'n'], ...rows])
  const { ours, plain, fastRows } = await bothWays(text, {
    output: { dialect: 'postgresql' },
    inference: { sample_rows: 200 },
  })
  expect(ours).toEqual(plain)
  expect(fastRows).toBeGreaterThan(0)
})
