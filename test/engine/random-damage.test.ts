import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { LeftOutCode } from '../../src/contract/codes.ts'
import type { Report } from '../../src/contract/report.ts'
import { runs } from '../property-runs.ts'
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
  readonly escape: '"' | '\\'
  readonly endsLine: boolean
  readonly encoding: 'utf-8' | 'utf-8 with a mark' | 'utf-16le' | 'latin1' | 'cp850' | 'macintosh'
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
  'one line\nand the next, "quoted"',
  'C:\\temp\\new',
  ' after a space',
  '# one',
  "'tis 5'3",
  '~5 of ^3',
  '-',
  '',
)
const rowOfValues = fc.tuple(
  fc.integer({ min: 1, max: 99_999 }).map(String),
  word,
  fc.integer({ min: 100, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 0, max: 12_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  word,
)
/** A table without numbers and dates. Only the position distinguishes the names from the rows. */
const rowOfTexts = fc.tuple(
  fc.tuple(fc.constantFrom('Ann', 'Bob', 'Eve'), fc.nat(999)).map((parts) => parts.join(' ')),
  word,
  fc.constantFrom('Oslo', 'New York', 'São Paulo', 'Rome', ''),
  fc.constantFrom('new', 'open', 'closed'),
  word,
)
const table = fc
  .oneof(...[rowOfValues, rowOfTexts].map((one) => fc.array<readonly string[]>(one, { minLength: 12, maxLength: 40 })))
  .map((rows): Table => ({ names: namesOfColumns, rows }))
const format = fc.record<Format>({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '^'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  escape: fc.constantFrom('"', '"', '\\'),
  endsLine: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with a mark', 'utf-16le', 'latin1', 'cp850', 'macintosh'),
})

/** The records of a damaged file, and the rows that they hold. */
interface Damaged {
  readonly lines: readonly string[]
  /** The rows that are read back. */
  readonly rows: readonly (readonly string[])[]
  /** The row that may be rejected instead. */
  readonly broken?: number
  /** How many rows are left out for each reason. A header is one of them. */
  readonly leftOut?: Readonly<Partial<Record<LeftOutCode, number>>>
  /** The names that are read back. A name that the file does not have is empty. */
  readonly names?: readonly string[]
}
type Damage = (whole: Pick<Damaged, 'lines' | 'rows'>, format: Format, at: number) => Damaged

const header = { header: 1 }
const inserted = <Item>(items: readonly Item[], at: number, ...more: readonly Item[]): Item[] => [
  ...items.slice(0, at),
  ...more,
  ...items.slice(at),
]

/** Replaces one row by another, written without quotes around its cells. Its number counts from the header. */
const withRow = (
  { lines, rows }: Pick<Damaged, 'lines' | 'rows'>,
  at: number,
  line: string,
  row: string[],
): Damaged => ({
  lines: lines.with(at, line),
  rows: rows.with(at - 1, row),
  broken: at - 1,
})
const withLastRow = ({ lines, rows }: Pick<Damaged, 'lines' | 'rows'>, line: string, row: string[]): Damaged => ({
  lines: [...lines, line],
  rows: [...rows, row],
  broken: rows.length,
})

const damages: Readonly<Record<string, Damage>> = {
  none: ({ lines, rows }) => ({ lines, rows }),
  'a title above': ({ lines, rows }) => ({
    lines: ['Members of the club', '', ...lines],
    rows,
    leftOut: { ...header, title: 1, blank: 1 },
  }),
  'a title with delimiters above': ({ lines, rows }, { delimiter }) => ({
    lines: [`Members of the club${delimiter.repeat(4)}`, delimiter.repeat(4), ...lines],
    rows,
    leftOut: { ...header, title: 1, blank: 1 },
  }),
  'comments above': ({ lines, rows }) => ({
    lines: ['# exported by the office', '# version 3', ...lines],
    rows,
    leftOut: { ...header, comment: 2 },
  }),
  'a comment among the rows': ({ lines, rows }, _, at) => ({
    lines: inserted(lines, at, '# checked up to here'),
    rows,
    leftOut: { ...header, comment: 1 },
  }),
  'blank lines among the rows': ({ lines, rows }, _, at) => ({
    lines: inserted(lines, at, '', ''),
    rows,
    leftOut: { ...header, blank: 2 },
  }),
  'rows of delimiters at the end': ({ lines, rows }, { delimiter }) => ({
    lines: [...lines, ...Array.from({ length: 3 }, () => delimiter.repeat(4))],
    rows,
    leftOut: { ...header, blank: 3 },
  }),
  'a row of delimiters among the rows': ({ lines, rows }, { delimiter }, at) => ({
    lines: inserted(lines, at, delimiter.repeat(4)),
    rows: inserted(rows, at - 1, []),
  }),
  'the header again': ({ lines, rows }, _, at) => ({
    lines: inserted(lines, at, lines[0] as string),
    rows,
    leftOut: { ...header, repeated_header: 1 },
  }),
  'a name without text': ({ lines, rows }, { delimiter }) => ({
    lines: lines.with(0, ['id', 'name', '', 'day', 'note'].join(delimiter)),
    rows,
    names: ['id', 'name', '', 'day', 'note'],
  }),
  'no header': ({ lines, rows }) => ({ lines: lines.slice(1), rows, leftOut: {}, names: [] }),
  'a cell more in a row': (whole, { delimiter }, at) =>
    withRow(whole, at, `${whole.lines[at]}${delimiter}more`, [...(whole.rows[at - 1] as string[]), 'more']),
  'a row that ends early': (whole, { delimiter }, at) => withRow(whole, at, `7${delimiter}Ann`, ['7', 'Ann']),
  'an open quote': (whole, { delimiter }, at) =>
    withRow(whole, at, ['7', '"open', '1.50', '2024-01-02', 'x'].join(delimiter), [
      ...['7', 'open', '1.50', '2024-01-02', 'x'],
    ]),
  'a value of another type': (whole, { delimiter }, at) => {
    const row = ['none of it', 'Ann', '1.50', '2024-01-02', 'x']
    return withRow(whole, at, row.join(delimiter), row)
  },
  'an end within a quoted cell': (whole, { delimiter }) =>
    withLastRow(whole, ['7', 'Ann', '1.50', '2024-01-02', '"and so'].join(delimiter), [
      ...['7', 'Ann', '1.50', '2024-01-02', 'and so'],
    ]),
  'an end within a row': (whole, { delimiter }) =>
    withLastRow(whole, ['7', 'Ann', '1.50'].join(delimiter), ['7', 'Ann', '1.50']),
  'a total below': (whole, { delimiter }) => {
    const row = ['Total', '', '123456.50', '', '']
    return withLastRow(whole, row.join(delimiter), row)
  },
  'a note below': ({ lines, rows }) => ({
    lines: [...lines, '', 'Source: the office of the club'],
    rows,
    leftOut: { ...header, blank: 1, note: 1 },
  }),
  'the number of a page below': ({ lines, rows }) => ({
    lines: [...lines, 'Page 1 of 3'],
    rows,
    leftOut: { ...header, note: 1 },
  }),
  'the number of a page among the rows': ({ lines, rows }, _, at) => ({
    lines: inserted(lines, at, 'Seite 2 von 14'),
    rows,
    leftOut: { ...header, note: 1 },
  }),
  'space filled with NULs after the rows': ({ lines, rows }) => ({
    lines: [...lines.slice(0, -1), `${lines.at(-1)}${'\0'.repeat(100)}`],
    rows,
  }),
  'space filled with NULs among the rows': ({ lines, rows }, _, at) => ({
    lines: lines.with(at, `${'\0'.repeat(64)}${lines[at]}`),
    rows,
  }),
  'a NUL within a cell': (whole, { delimiter }, at) => {
    const row = ['7', 'An\0n', '1.50', '2024-01-02', 'x']
    return withRow(whole, at, row.join(delimiter), row)
  },
  'another table below': ({ lines, rows }, { delimiter }) => ({
    lines: [
      ...lines,
      '',
      ['town', 'members', 'since'].join(delimiter),
      ...['Oslo', 'Rome', 'Lima'].map((town, at) => [town, String(at + 12), `200${at}-01-02`].join(delimiter)),
    ],
    rows,
    leftOut: { ...header, blank: 1, other_table: 4 },
  }),
}

function lineOf(cells: readonly string[], { delimiter, quotesAll, escape }: Format): string {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', `${escape}"`)}"`
  return cells
    .map((cell) => (quotesAll || /["\n]/.test(cell) || cell.includes(delimiter) ? quoted(cell) : cell))
    .join(delimiter)
}

/**
 * The letters beyond ASCII in the words above. With few of them, no reader can recognize these code pages, so the spec
 * names them.
 */
const codePages: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  cp850: { é: 0x82, ü: 0x81, ã: 0xc6 },
  macintosh: { é: 0x8e, ü: 0x9f, ã: 0x8b },
}

function bytesOf(lines: readonly string[], { lineEnd, endsLine, encoding }: Format): Uint8Array {
  const text = lines.join(lineEnd) + (endsLine ? lineEnd : '')
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  const letters = codePages[encoding]
  if (letters !== undefined)
    return Uint8Array.from(text, (letter) => (letter < '\u0080' ? letter.charCodeAt(0) : (letters[letter] as number)))
  if (encoding === 'latin1') return new Uint8Array(Buffer.from(text, 'latin1'))
  return new TextEncoder().encode(encoding === 'utf-8' ? text : `\uFEFF${text}`)
}

const above = ['none', 'a title above', 'a title with delimiters above', 'comments above']
const below = [
  'none',
  'rows of delimiters at the end',
  'an end within a quoted cell',
  'an end within a row',
  'a total below',
  'a note below',
  'another table below',
]
const within = [
  'none',
  'a comment among the rows',
  'blank lines among the rows',
  'the header again',
  'a name without text',
  'a cell more in a row',
  'a row that ends early',
  'an open quote',
  'a value of another type',
]

/** Applies the damages in sequence. Damage above the table comes last, because each finds its row by counting from the header. */
function damagedBy(kinds: readonly string[], { names, rows }: Table, written: Format, place: number): AllDamage {
  const lines = [names, ...rows].map((cells) => lineOf(cells, written))
  let all: AllDamage = { lines, rows, broken: [], leftOut: header, names }
  for (const kind of kinds) {
    const next = (damages[kind] as Damage)(all, written, 3 + (place % (rows.length - 2)))
    all = {
      lines: next.lines,
      rows: next.rows,
      broken: next.broken === undefined ? all.broken : [...all.broken, next.broken],
      leftOut: next.leftOut === undefined ? all.leftOut : sum(all.leftOut, next.leftOut),
      names: next.names ?? all.names,
    }
  }
  return all
}

interface AllDamage extends Required<Omit<Damaged, 'broken'>> {
  readonly broken: readonly number[]
}

/** Adds the reasons of both. The header is one row, or none if one of them has no header. */
function sum(one: Damaged['leftOut'] = {}, other: Damaged['leftOut'] = {}): Partial<Record<LeftOutCode, number>> {
  const codes = [...Object.keys(one), ...Object.keys(other)] as LeftOutCode[]
  const both = Object.fromEntries(codes.map((code) => [code, (one[code] ?? 0) + (other[code] ?? 0)]))
  const { header: ownHeader = 0, ...others } = both
  return ownHeader === 2 ? { ...others, header: 1 } : others
}

const leftOutBy = ({ rows }: Report): Partial<Record<string, number>> =>
  Object.fromEntries(rows.left_out?.reasons.map(({ code, count }) => [code, count]) ?? [])

/** Removes empty cells at the end, because a row may be shorter than its table. */
const trimmed = (row: readonly string[]): string[] => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)

/** Returns the rows without those that may be rejected, for each way to reject so many of them. */
function rowsWithout({ rows, broken }: AllDamage, rejected: number): string[][][] {
  const choices = [[], ...broken.map((one) => [one]), ...(broken.length > 1 ? [broken] : [])]
  return choices
    .filter((gone) => gone.length === rejected)
    .map((gone) => rows.filter((_, at) => !gone.includes(at)).map(trimmed))
}

const quotesMin = 6

/**
 * One open quote next to one or two quoted cells may also be an ordinary character, which no reader can distinguish.
 */
const isKnowable = (kinds: readonly string[], lines: readonly string[]): boolean =>
  !(kinds.includes('an open quote') || kinds.includes('an end within a quoted cell')) ||
  lines.filter((line) => line.includes('"')).length >= quotesMin

async function expectEachRow(kinds: readonly string[], whole: Table, written: Format, place: number): Promise<void> {
  const damaged = damagedBy(kinds, whole, written, place)
  fc.pre(isKnowable(kinds, damaged.lines))
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { encoding } = written
  const input = encoding in codePages ? { encoding } : {}
  const { script, report } = await converted(bytesOf(damaged.lines, written), { input, output })
  const [head = [], ...found] = papaparse.parse<string[]>(script, { delimiter: ',' }).data.slice(0, -1)

  // The rows of the file, counted here, equal the rows in the report.
  const { converted: kept, rejected, left_out: leftOut } = report.rows
  expect(kept + rejected + (leftOut?.count ?? 0)).toBe(damaged.lines.length)
  expect(leftOutBy(report)).toEqual(damaged.leftOut)
  expect(damaged.names.every((name, at) => name === '' || head[at] === name)).toBe(true)

  // Every row is read back cell by cell. Only a broken one may be rejected instead.
  expect(rejected).toBeLessThanOrEqual(damaged.broken.length)
  expect(rowsWithout(damaged, rejected)).toContainEqual(found.map(trimmed))
}

describe('for any CSV format, encoding and damage', () => {
  test.each(Object.keys(damages))('each row is read back or counted despite this damage: %s', async (kind) => {
    const property = fc.asyncProperty(table, format, fc.nat(), (whole, written, place) =>
      expectEachRow([kind], whole, written, place),
    )
    await expect(fc.assert(property, { numRuns: runs(16) })).resolves.toBeUndefined()
  })

  test('each row is read back or counted despite damage above, within and below', async () => {
    const kinds = fc.tuple(fc.constantFrom(...within), fc.constantFrom(...below), fc.constantFrom(...above))
    const property = fc.asyncProperty(table, format, fc.nat(), kinds, (whole, written, place, several) =>
      expectEachRow(several, whole, written, place),
    )
    await expect(fc.assert(property, { numRuns: runs(60) })).resolves.toBeUndefined()
  })
})
