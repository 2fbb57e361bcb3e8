import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { converted } from './support.ts'

/** Random tables in random CSV formats and encodings, with damage. Each row is read back, or the report counts it. */
interface Table {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
interface Format {
  readonly delimiter: string
  readonly lineEnd: string
  readonly quotesAll: boolean
  readonly endsLine: boolean
  readonly encoding: 'utf-8' | 'utf-8 with a mark' | 'utf-16le' | 'latin1'
}

const namesOfColumns = ['id', 'name', 'price', 'day', 'note']
const word = fc.constantFrom(
  'Ann',
  'Bob Lee',
  'café',
  'Müller',
  'a "quoted" word',
  'one, two; three',
  'x|y',
  'tab\there',
  'plain',
)
const row = fc.tuple(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  word,
  fc.integer({ min: 100, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 0, max: 12_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  word,
)
const table = fc.array(row, { minLength: 12, maxLength: 40 }).map((rows): Table => ({ names: namesOfColumns, rows }))
const format = fc.record<Format>({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  quotesAll: fc.boolean(),
  endsLine: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16le', 'latin1'),
})

/** The lines that the damage adds, and the numbers of the rows that it touches. */
interface Damaged {
  readonly lines: readonly string[]
  /** Rows of the table that may be rejected. */
  readonly touched: readonly number[]
}
type Damage = (lines: readonly string[], format: Format, at: number) => Damaged

const within = (lines: readonly string[], at: number, change: (line: string) => string): Damaged => ({
  lines: lines.map((line, index) => (index === at ? change(line) : line)),
  touched: [at - 1],
})
const damages: Readonly<Record<string, Damage>> = {
  none: (lines) => ({ lines, touched: [] }),
  'a title above': (lines) => ({ lines: ['Members of the club', '', ...lines], touched: [] }),
  'blank lines among the rows': (lines, _, at) => ({
    lines: [...lines.slice(0, at), '', '', ...lines.slice(at)],
    touched: [],
  }),
  'rows of delimiters at the end': (lines, { delimiter }) => ({
    lines: [...lines, ...Array.from({ length: 3 }, () => delimiter.repeat(4))],
    touched: [],
  }),
  'the header again': (lines, _, at) => ({
    lines: [...lines.slice(0, at), lines[0] as string, ...lines.slice(at)],
    touched: [],
  }),
  'a cell more in a row': (lines, { delimiter }, at) => within(lines, at, (line) => `${line}${delimiter}more`),
  'a row that ends early': (lines, { delimiter }, at) => within(lines, at, (line) => line.split(delimiter)[0] ?? ''),
  'an open quote': (lines, { delimiter }, at) =>
    within(lines, at, () => ['7', '"open', '1.50', '2024-01-02', 'x'].join(delimiter)),
  'a value of another type': (lines, { delimiter }, at) =>
    within(lines, at, () => ['none of it', 'Ann', '1.50', '2024-01-02', 'x'].join(delimiter)),
  'a note below': (lines) => ({ lines: [...lines, '', 'Source: the office of the club'], touched: [] }),
}

function lineOf(cells: readonly string[], { delimiter, quotesAll }: Format): string {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  return cells
    .map((cell) => (quotesAll || cell.includes('"') || cell.includes(delimiter) ? quoted(cell) : cell))
    .join(delimiter)
}

function bytesOf(lines: readonly string[], { lineEnd, endsLine, encoding }: Format): Uint8Array {
  const text = lines.join(lineEnd) + (endsLine ? lineEnd : '')
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  if (encoding === 'latin1') return new Uint8Array(Buffer.from(text, 'latin1'))
  return new TextEncoder().encode(encoding === 'utf-8' ? text : `\uFEFF${text}`)
}

/** Returns the rows that are missing from the found ones, which must be in the same order. */
function missingFrom(found: readonly (readonly string[])[], rows: readonly (readonly string[])[]): unknown[] {
  let at = 0
  return rows.filter((cells) => {
    const next = found.findIndex((one, index) => index >= at && JSON.stringify(one) === JSON.stringify(cells))
    if (next >= 0) at = next + 1
    return next < 0
  })
}

describe('for any CSV format, encoding and damage', () => {
  test.each(Object.keys(damages))('each row is read back or counted despite this damage: %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(table, format, fc.nat(), async ({ names, rows }, written, place) => {
        const whole = [names, ...rows].map((cells) => lineOf(cells, written))
        const { lines, touched } = (damages[kind] as Damage)(whole, written, 3 + (place % (rows.length - 2)))
        const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
        const { script, report } = await converted(bytesOf(lines, written), { output })
        const [header = [], ...found] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data

        // The rows of the file, counted here, equal the rows in the report.
        const { converted: kept, rejected, left_out: leftOut } = report.rows
        expect(kept + rejected + (leftOut?.count ?? 0)).toBe(lines.length)
        expect(found.length).toBe(kept)
        expect(header.slice(0, names.length)).toEqual(names)

        // Rows without damage are read back cell by cell, in their order.
        const untouched = rows.filter((_, at) => !touched.includes(at))
        expect(
          missingFrom(
            found.map((cells) => cells.slice(0, names.length)),
            untouched,
          ),
        ).toEqual([])
        expect(rejected).toBeLessThanOrEqual(touched.length)
        expect(kept).toBeGreaterThanOrEqual(untouched.length)
        expect(kept).toBeLessThanOrEqual(rows.length)
      }),
      { numRuns: 30 },
    )
  })
})
