import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { torture } from '../../writers/torture.ts'
import { runs } from '../../../property-runs.ts'
import { bothWays, readOneRowBetweenSpans } from '../both-ways.ts'
import { everyOutput } from '../../every-output.ts'

// The plain code is the referee. Other tests check it against databases and other parsers. The sample does not use the
// fast path, so enough rows to end its last batch precede the tested ones.
const dull = (row: number): string[] => [
  `${row}`,
  `${row}.25`,
  '2024-02-29',
  '2024-02-29 10:11:12',
  '2024-02-29 10:11:12+02:00',
  '10:11:12',
  row % 2 === 0 ? 'true' : 'false',
  '0190a6e0-5a5c-7cc0-8000-0123456789ab',
  'plain text',
]
const header = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const dullRows = Array.from({ length: 4200 }, (_, row) => dull(row))

const texts = fc.oneof(
  fc.constantFrom(...torture),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('y'.repeat(153), 'y'.repeat(154), "'".repeat(20), '"'.repeat(33), 'z'.repeat(4001), 'a\\b', 'short'),
  fc.integer({ min: 0, max: 70 }).map((length) => 'é'.repeat(length)),
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom('\\', "'", '"', '\t', '\u0001', ' '), fc.nat(100))
    .map(([before, odd, after]) => 'o'.repeat(before) + odd + 'o'.repeat(after)),
)
const nearly = (dullValue: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(dullValue) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', 'NULL', ...others) },
  )
const lengths = Array.from({ length: 20 }, (_, at) => at + 1)
const digits = fc.oneof(...lengths.map((length) => fc.stringMatching(new RegExp(`^-?[0-9]{${length}}$`))))
const decimals = fc
  .tuple(digits, digits)
  .map(([whole, part]) => `${whole.slice(0, 9)}.${part.replace('-', '').slice(0, 3)}`)
const stamp = fc
  .tuple(
    fc.integer({ min: 0, max: 33 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 25 }),
    fc.integer({ min: 57, max: 62 }),
  )
  .map(([day, month, hour, second]) => {
    const two = (value: number): string => String(value).padStart(2, '0')
    return `2023-${two(month)}-${two(day)} ${two(hour)}:00:${two(second)}`
  })
const sometimes = (usual: fc.Arbitrary<string>, rare: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: rare })

const rows = fc.tuple(
  sometimes(nearly('5', '0005', '-0', 'x', '+5', '-7', '12345678901234567', '99999999999999999999'), digits),
  sometimes(nearly('1.5', '1.123456789', '-0.00', '.5', '5.', '-1.5', '1..5', '0.5', '00.5', '1,5'), decimals),
  nearly('2024-01-31', '2024-02-30', '31/01/2024', '0999-01-01', '2024-1-31', '2024-02-29'),
  sometimes(nearly('2024-01-31 00:00:00', '2024-01-31T00:00:00', '2024-01-31 00:00:00.5', '2024-01-31 00:00'), stamp),
  nearly('2024-01-31 00:00:00-05:30', '2024-01-31 00:00:00Z', '2024-01-31 00:00:00+16:00'),
  nearly('23:59:59', '24:00:00', '23:59', '23:59:59.25'),
  nearly('true', 'FALSE', 'false', 'truex', 'yes'),
  nearly(
    '0190a6e0-5a5c-7cc0-8000-0123456789ab',
    '0190A6E0-5A5C-7CC0-8000-0123456789AB',
    '0190a6e0',
    '0190a6e0-5a5c-7cc0-8000-01234-678-ab',
    '0190a6e0-5a5c-7cc008000-0123456789ab',
    '0190a6e05a5c-7cc0-8000-0123456789ab',
    '0190a6g0-5a5c-7cc0-8000-0123456789ab',
  ),
  texts,
)

const needsQuotes = /^ | $|["\r\n,]/
const field = (value: string, isQuoted: boolean): string =>
  isQuoted || needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value
/** A long value excludes its whole row from the loop for short values. */
const tables: readonly { readonly name: string; readonly kept: readonly number[]; readonly shortMin: number }[] = [
  { name: 'of all kinds', kept: [0, 1, 2, 3, 4, 5, 6, 7, 8], shortMin: 0 },
  { name: 'of short values', kept: [0, 1, 2, 3, 6, 7, 8], shortMin: 100 },
]

const only = (row: readonly string[], kept: readonly number[]): string[] => kept.map((at) => row[at] ?? '')
/** Generates a row as it may occur in a file: with unnecessary quotes, and sometimes from another table. */
const linesOf = (kept: readonly number[]): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.tuple(rows, fc.integer({ min: 0, max: 10 }), fc.constantFrom('\n', '\n', '\r\n', '\r')).map(
        ([row, quoted, lineEnd]) =>
          only(row, kept)
            .map((value, at) => field(value, at === quoted))
            .join(',') + lineEnd,
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '\n',
        'a,b\n',
        `${only(header, kept).join(',')}\n`,
        '"x"y,1\n',
        `${only(dull(7), kept).join(',')},\n`,
        'note\n',
        '"5" ,1\n',
      ),
    },
  )

const csvOf = (table: readonly (readonly string[])[]): string =>
  table.map((row) => `${row.map((v) => field(v, false)).join(',')}\n`).join('')

afterEach(() => vi.restoreAllMocks())

describe.each(everyOutput)('%j', (output) => {
  test.each(tables)('rows $name and their report are the same on the fast path', async (table) => {
    const { kept, shortMin } = table
    const dullOnes = dullRows.map((row) => only(row, kept))
    // The fast path gets the next rows, even if it has left many.
    readOneRowBetweenSpans()
    const odds = fc.array(linesOf(kept), { minLength: 20, maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(odds, fc.boolean(), async (odd, excludes) => {
        const text = `${csvOf([only(header, kept), ...dullOnes])}${odd.join('')}${csvOf(dullOnes.slice(0, 10))}${odd.slice(0, 9).join('')}`
        const { ours, plain, fastRows, shortRows } = await bothWays(text, {
          output,
          input: { delimiter: ',' },
          inference: { sample_rows: 200 },
          columns: (excludes ? [0, 5] : []).map((index) => ({
            index,
            exclude: true,
          })),
        })
        expect(fastRows).toBeGreaterThan(100)
        expect(shortRows).toBeGreaterThanOrEqual(shortMin)
        expect(ours).toEqual(plain)
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  })
})

const bulk: SpecInput = { output: { dialect: 'postgresql', style: 'bulk' }, inference: { sample_rows: 200 } }
const repeated = (row: string, count: number): string => row.repeat(count)

test.each([
  ['other quotes', repeated("5,'it''s, plain'\n", 9000), 4000],
  ['quotes inside values', repeated('5,plain "text"\n', 9000), 4000],
  ['windows of two megabytes', repeated(`5,${'x'.repeat(300)}\n`, 9000), 4000],
  [
    'a value longer than a window',
    `${repeated('5,x\n', 9000)}6,${'y'.repeat(3 << 20)}\n${repeated('5,x\n', 90_000)}`,
    4000,
  ],
  [
    'a field of doubled quotes that is longer than there is room',
    `${repeated('5,x\n', 9000)}6,"${'""'.repeat(20_000)}"\n`,
    4000,
  ],
  ['a total at the end', `${repeated('5,x\n', 9000)}Total,5\n`, 4000],
  [
    'another table of the same width below',
    `${repeated('5,x\n', 9000)}\nname,born\n${repeated('Ann,2024-01-31\n', 20)}`,
    4000,
  ],
  [
    'another table of another width right below, where a row is odd before it',
    `${repeated('5,x\n', 9000)}0005,y\n${repeated('5,x\n', 13)}name,born,size\n${repeated('Ann,2024-01-31,5\n', 20)}`,
    4000,
  ],
  ['a note at the end', `${repeated('5,x\n', 9000)}\nSource: somebody\n`, 4000],
  ['no line end at the end', `${repeated('5,x\n', 9000)}7,"end"`, 4000],
  ['a blank line at every tenth row', repeated(`${repeated('5,x\n', 10)}\n`, 900), 10],
  ['an odd row at every third', repeated('5,x\n5,y\n0005,z\n', 3000), 100],
])('%s', async (_name, text, rowsMin) => {
  const { ours, plain, fastRows } = await bothWays(`a,b\n${text}`, bulk)
  expect(ours).toEqual(plain)
  expect(fastRows).toBeGreaterThan(rowsMin)
})
