import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { detectDialect } from '../../../container/engine/detect/text-dialect.ts'
import { runs } from '../../property-runs.ts'
import { converted } from '../support.ts'

/** Values of columns in real tables. Most of them contain a character that is a delimiter elsewhere. */
const digits = (most: number): fc.Arbitrary<string> => fc.nat(most).map(String)
const two = (most: number): fc.Arbitrary<string> => fc.nat(most).map((number) => String(number).padStart(2, '0'))
const one = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
const textOf = (parts: TemplateStringsArray, ...values: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...values).map((texts) => parts.map((part, at) => part + (texts[at] ?? '')).join(''))
const first = one('Ann', 'Bob', 'Zoë', 'Carl', 'Eve')
const last = one('Smith', "O'Brien", 'Müller', 'García', 'Lee')
const word = one('quick', 'brown', 'fox', 'jumps', 'over', 'rain', 'tea', 'while')
const sentence = fc
  .array(textOf`${word}${one('', '', '', ',', ';')}`, { minLength: 2, maxLength: 9 })
  .map((words) => `${words.join(' ').replace(/[,;]$/, '')}.`)

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  name: textOf`${first} ${last}`,
  sorted: textOf`${last}, ${first}`,
  address: textOf`${one('Ring', 'Main St')} ${digits(99)}, ${one('1010 Wien', '5020 Salzburg')}${one('', ', Austria')}`,
  amount: textOf`${digits(9999)}.${two(99)}`,
  euro: textOf`${digits(999)},${two(99)}`,
  dollars: textOf`$${one('1', '23')},${one('100', '455')}.00`,
  day: textOf`2024-${one('01', '12')}-${one('05', '28')}`,
  tag: textOf`${one('05', '28')}.${one('01', '12')}.2024`,
  clock: textOf`${one('07', '23')}:${two(59)}`,
  timestamp: textOf`2024-01-05 ${one('07', '23')}:${two(59)}:00`,
  mail: textOf`${first}@example.com`,
  link: textOf`https://example.com/a?b=${digits(99)}&c=d`,
  flag: one('true', 'false'),
  text: sentence,
  texts: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  seldom: one('', '', 'x'),
  phone: textOf`+43 1 ${digits(999_999)}`,
  list: fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), one(';', '|', ', '))
    .map(([words, by]) => words.join(by)),
  json: textOf`{"a":${digits(9)},"b":"${word}"}`,
  path: textOf`C:\\Users\\${first}\\${word}.txt`,
  quotation: textOf`${word} "${word}" ${word}`,
  share: textOf`${digits(100)}%`,
  code: textOf`${one('A', 'B', 'XK')}-${digits(999)}`,
  inches: textOf`Table ${digits(60)}"`,
  height: textOf`${one('5', '6')}'${digits(11)}"`,
  place: textOf`${digits(89)}.${two(99)}, ${digits(179)}.${two(99)}`,
  statement: textOf`SELECT ${word}, ${word} FROM ${word} WHERE a = '${word}';`,
  markup: textOf`<p class="${word}">${word}</p>`,
  pairs: textOf`a=${digits(9)};b=${word}`,
  remark: textOf`${word} (${word}, ${word})`,
  missing: one('NA', 'n/a', '-', '12', '7'),
  signed: textOf`${one('-', '+', '')}${digits(99)}.${digits(9)}`,
  quoted: one('"so"', 'tea', '"rain" fell', 'said "no"'),
  apostrophe: one("'tis", "rock 'n' roll", 'tea', "it's"),
  town: one('東京', 'São Paulo', 'Москва', 'Αθήνα', 'Rio'),
  color: textOf`#${one('ff', '0a')}${two(99)}${two(99)}`,
  ratio: textOf`${digits(9)}:${digits(9)}`,
  about: textOf`~${digits(50)}`,
}
/** The kinds that the first test writes. Its writer puts a quote at the start of a value only to quote the value. */
const plainKinds = Object.keys(values).slice(0, Object.keys(values).indexOf('code'))

const table = fc.array(fc.constantFrom(...plainKinds), { minLength: 2, maxLength: 6 }).chain((kinds) => {
  const row = fc.tuple(...kinds.map((kind) => values[kind] as fc.Arbitrary<string>))
  const rows = fc.array(row, { minLength: 1, maxLength: 12 })
  return rows.map((data) => [kinds.map((kind, at) => `${kind}_${at}`), ...data])
})

test('the delimiter and the quote of a typical table are found', () => {
  const written = fc.record({
    delimiter: one(',', ';', '\t', '|'),
    newline: one('\n', '\r\n'),
    quotes: fc.boolean(),
  })
  const property = fc.property(table, written, (rows, how) => {
    const text = papaparse.unparse(rows, how)
    const { delimiter, quote } = detectDialect(text + how.newline, null)
    expect(papaparse.parse<string[]>(text, { delimiter, quoteChar: quote ?? '\0' }).data).toEqual(rows)
  })
  fc.assert(property, { numRuns: runs(1000) })
})

const titles = [
  'id',
  'First Name',
  'Amount (EUR)',
  'Date',
  'Q1/Q2',
  'e-mail',
  'Größe',
  'Price, net',
  'is active?',
  '% share',
]
const widerTable = fc.array(fc.constantFrom(...Object.keys(values)), { minLength: 3, maxLength: 7 }).chain((kinds) => {
  const row = fc.tuple(...kinds.map((kind) => values[kind] as fc.Arbitrary<string>))
  const names = fc.uniqueArray(one(...titles), { minLength: kinds.length, maxLength: kinds.length })
  return fc.tuple(names, fc.array(row, { minLength: 5, maxLength: 25 })).map(([head, rows]) => [head, ...rows])
})

type Quoting = 'where needed' | 'everywhere' | 'texts' | 'columns' | 'values' | 'filled'
interface Format {
  readonly delimiter: string
  readonly newline: string
  readonly quoting: Quoting
  readonly escape: '"' | '\\'
  readonly endsLine: boolean
  /** The columns that the writer quotes, one bit for each. */
  readonly quotedColumns: number
}
const format = fc.record<Format>({
  delimiter: one(',', ',', ';', '\t', '|', ' ', '^', '~', ', ', ' | '),
  newline: one('\n', '\r\n', '\r'),
  quoting: fc.constantFrom('where needed', 'where needed', 'everywhere', 'texts', 'columns', 'values', 'filled'),
  escape: fc.constantFrom('"', '"', '\\'),
  endsLine: fc.boolean(),
  quotedColumns: fc.nat(127),
})

/** A separate writer, because papaparse writes one way of quoting and no backslashes. */
function textIn(rows: readonly (readonly string[])[], how: Format): string {
  const { delimiter, newline, quoting, escape, endsLine, quotedColumns } = how
  const needsQuotes = (cell: string): boolean =>
    cell.includes(delimiter.trim() || delimiter) || /["\r\n]/.test(cell) || (cell === '' && delimiter === ' ')
  const wants: Readonly<Record<Quoting, (cell: string, column: number, isName: boolean) => boolean>> = {
    'where needed': () => false,
    everywhere: () => true,
    texts: (cell) => cell !== '' && !/^-?\d+(?:\.\d+)?$/.test(cell),
    columns: (_, column, isName) => !isName && ((quotedColumns >> column) & 1) === 1,
    values: (_, __, isName) => !isName,
    filled: (cell) => cell !== '',
  }
  const lines = rows.map((row, at) =>
    row
      .map((cell, column) =>
        wants[quoting](cell, column, at === 0) || needsQuotes(cell) ? `"${cell.replaceAll('"', `${escape}"`)}"` : cell,
      )
      .join(delimiter),
  )
  return lines.join(newline) + (endsLine ? newline : '')
}

test('every cell of a table comes back, however its writer separates, quotes and escapes', async () => {
  const property = fc.asyncProperty(widerTable, format, async (rows, how) => {
    const columns = (rows[0] ?? []).map((_, index) => ({ index, as_text: true }))
    const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
    const { script } = await converted(textIn(rows, how), { output, columns })
    const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell !== '')
    expect(papaparse.parse<string[]>(script, { delimiter: ',' }).data.filter(isFilled)).toEqual(rows.filter(isFilled))
  })
  await fc.assert(property, { numRuns: runs(100) })
})
