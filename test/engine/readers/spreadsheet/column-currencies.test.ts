import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { currencyOfFormat } from '../../../../container/engine/values/number-format.ts'
import { converted } from '../../support.ts'

const spec = { output: { dialect: 'postgresql', format: 'csv' } } as const
const about = (notes: readonly string[]) => notes.filter((note) => note.includes('currenc'))

// The codes that Excel writes for its own currency and accounting formats.
test.each([
  ['[$€-407]#,##0.00', '€'],
  ['#,##0.00\\ [$€-407];[Red]-#,##0.00\\ [$€-407]', '€'],
  ['[$USD]\\ #,##0.00', 'USD'],
  ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', '$'],
  ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '€'],
  ['\\£#,##0', '£'],
  ['[$-409]d-mmm-yy', null],
  ['[$-F800]dddd, mmmm dd, yyyy', null],
  ['[Red]#,##0.00', null],
  ['0.00%', null],
  ['General', null],
])('the format %s shows %s', (code, currency) => {
  expect(currencyOfFormat(164, code)).toBe(currency)
})

describe.each(['xlsx', 'xlsb', 'biff8', 'xlml'] as const)('a column of %s with several currencies', (bookType) => {
  const book = (formats: readonly string[]): Uint8Array => {
    const rows = formats.map((z, at) => [`n${at}`, { t: 'n', v: at + 0.5, z }, { t: 'n', v: at, z: '[$€-407]0.00' }])
    const whole = utils.book_new()
    utils.book_append_sheet(whole, utils.aoa_to_sheet([['name', 'price', 'tax'], ...rows]), 'S')
    return new Uint8Array(write(whole, { type: 'buffer', bookType }) as Uint8Array)
  }

  test('has a note with their names, and its values stay numbers', async () => {
    const { report } = await converted(book(['[$€-407]0.00', '[$USD] 0.00', '[$€-407]0.00']), spec, 'b.xlsx')
    expect(report.columns.map(({ type }) => type)).toEqual(['text', 'decimal', 'integer'])
    expect(about(report.notes)).toEqual([
      'Column B of the sheet holds amounts in several currencies: €, USD. The numbers were converted without them.',
    ])
  })

  test('has no note if all its values have the same currency', async () => {
    const { report } = await converted(book(['[$€-407]0.00', '0.00', '[$€-407]0.00']), spec, 'b.xlsx')
    expect(about(report.notes)).toEqual([])
  })
})

test('a flat OpenDocument file names the currency of each cell', async () => {
  const cell = (code: string): string =>
    `<table:table-cell office:value-type="currency" office:currency="${code}" office:value="2.5"><text:p>2.50 ${code}</text:p></table:table-cell>`
  const text = (value: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
  const row = (...cells: string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`
  const document = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="S">${row(text('name'), text('price'))}${row(text('a'), cell('EUR'))}${row(text('b'), cell('CHF'))}</table:table></office:spreadsheet></office:body></office:document>`
  const { report } = await converted(document, spec, 'b.fods')
  expect(about(report.notes)).toEqual([
    'Column B of the sheet holds amounts in several currencies: EUR, CHF. The numbers were converted without them.',
  ])
})

test.each([
  [
    ['€12.50', '$13', '€ 1,200.00', '£7'],
    ['€', '$', '£'],
  ],
  [
    ['12.50 EUR', '13 USD', '7 EUR', '8 EUR'],
    ['EUR', 'USD'],
  ],
  [['€12.50', '€13', '€14', '€15'], null],
  [['ABC 12', 'hello', 'world', 'x'], null],
  [['ABC 12', 'ABD 13', 'ABE 14', 'ABF 15'], null],
])('amounts are read from text: %j', async (values, names) => {
  const file = ['name;price', ...values.map((value, at) => `n${at};${value}`)].join('\n')
  const { report } = await converted(file, spec)
  const note = `Column "price" holds amounts in several currencies: ${(names ?? []).join(', ')}.`
  expect(about(report.notes)).toEqual(names === null ? [] : [note])
})
