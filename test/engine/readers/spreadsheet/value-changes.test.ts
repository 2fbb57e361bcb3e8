import { SSF, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { appendNumber, appendStoredNumber, StoredNumber } from '../../../../container/engine/values/stored-number.ts'
import { converted } from '../../support.ts'
import { bookOf } from './support.ts'
import { runs } from '../../../property-runs.ts'

const csv = { output: { dialect: 'postgresql', format: 'csv' } } as const

function stored(text: string): { readonly text: string; readonly stored: StoredNumber } {
  const out = new GrowingBytes(8)
  const bytes = new TextEncoder().encode(text)
  const found = appendStoredNumber(out, bytes, 0, bytes.length)
  return { text: new TextDecoder().decode(out.bytes.subarray(0, out.length)), stored: found }
}

const seventeenDigits = (value: number): string => {
  const [mantissa = '', exponent = '0'] = value.toExponential(16).split('e')
  return Number(exponent) >= -5 && Number(exponent) < 16 ? value.toPrecision(17) : `${mantissa}E${exponent}`
}

describe('a number is rounded if its fifteen digits are another double', () => {
  test.each([
    ['0.30000000000000004', '0.3', StoredNumber.rounded],
    ['0.33333333333333331', '0.333333333333333', StoredNumber.rounded],
    ['1.1000000000000001', '1.1', StoredNumber.exact],
    ['0.1', '0.1', StoredNumber.exact],
    ['12345678901234567', '12345678901234567', StoredNumber.exact],
    ['1E3', '1000', StoredNumber.exact],
    ['NaN', '', StoredNumber.none],
    ['0.nan', '', StoredNumber.none],
  ])('%s is written %s', (written, text, kind) => {
    expect(stored(written)).toEqual({ text, stored: kind })
  })

  test('rounding agrees with JavaScript for every double', () => {
    const doubles = fc.oneof(
      fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
      fc.tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 15 })).map(([digits, cut]) => (digits % 1e9) / 10 ** cut),
    )
    fc.assert(
      fc.property(doubles, (value) => {
        const isSame = Number(value.toPrecision(15)) === value
        expect(stored(seventeenDigits(value)).stored).toBe(isSame ? StoredNumber.exact : StoredNumber.rounded)
        expect(appendNumber(new GrowingBytes(8), value)).toBe(isSame)
      }),
      { numRuns: runs(800) },
    )
  })
})

const numbers = [0.1 + 0.2, 1.1, 1 / 3, 0.25, 1e15 / 7, 2 ** 53 + 2, 42]
const roundedNumbers = numbers.filter((value) => Number(value.toPrecision(15)) !== value).length

describe.each(['xlsx', 'xlsb', 'biff8'] as const)('the report of a %s workbook', (bookType) => {
  const bytes = (rows: unknown[][]): Uint8Array => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Data')
    return new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array)
  }

  test.each([null, undefined])('counts rounded numbers, with kernel %s', async (kernel) => {
    const book = bytes([['name', 'value'], ...numbers.map((value, at) => [`n${at}`, value])])
    const { report } = await converted(book, csv, 'book.xlsx', kernel)
    const fix = report.fixes.find(({ code }) => code === 'fifteen_digits')
    // Excel's XML stores whole numbers in full.
    expect(fix?.count).toBe(bookType === 'xlsx' ? roundedNumbers - 1 : roundedNumbers)
  })

  test('names no change if fifteen digits are enough', async () => {
    const { report } = await converted(bytes([['name', 'value'], ...[1.1, 2.3, 7].map((v) => ['a', v])]), csv)
    expect(report.fixes.filter(({ code }) => code === 'fifteen_digits')).toEqual([])
  })

  test('keeps a column of dates with February 29, 1900', async () => {
    const day = (serial: number) => ({ t: 'n', v: serial, z: 'yyyy-mm-dd' })
    const book = bytes([['name', 'day'], ...[59, 60, 61, 45_292].map((serial, at) => [`n${at}`, day(serial)])])
    const { script, report } = await converted(book, csv)
    expect(report.columns[1]?.type).toBe('date')
    expect(script.split('\r\n').slice(1, 5)).toEqual([
      'n0,1900-02-28',
      'n1,1900-02-28',
      'n2,1900-03-01',
      'n3,2024-01-01',
    ])
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'excel_leap_day', count: 1 }))
  })

  test('shows every other day of 1900 as SheetJS does, which shows February 29 like Excel', async () => {
    const serials = Array.from({ length: 366 }, (_, at) => at + 1)
    const book = bytes([['day'], ...serials.map((serial) => [{ t: 'n', v: serial, z: 'yyyy-mm-dd' }])])
    const { script, report } = await converted(book, csv)
    const shown = serials.map((serial) => SSF.format('yyyy-mm-dd', serial) as string)
    expect(shown[59]).toBe('1900-02-29')
    const expected = shown.map((day) => (day === '1900-02-29' ? '1900-02-28' : day))
    expect(script.trimEnd().split('\r\n').slice(1)).toEqual(expected)
    const [fix] = report.fixes.filter(({ code }) => code === 'excel_leap_day')
    expect(fix?.count).toBe(1)
  })
})

test('timestamps with noise in a Strict workbook are a column of timestamps', async () => {
  const cell = (text: string): string => `<c t="d"><v>${text}</v></c>`
  const rows = ['2024-01-31T09:59:59.9999999', '2024-02-01T10:00:00.0000001', '2024-02-02T12:30:00']
  const sheet = `<row><c t="str"><v>at</v></c><c t="str"><v>start</v></c></row>${rows
    .map((text) => `<row>${cell(text)}${cell('1899-12-31T08:30:00')}</row>`)
    .join('')}`
  const { script, report } = await converted(bookOf({ sheets: [sheet] }), csv)
  expect(report.columns.map(({ type }) => type)).toEqual(['timestamp', 'time'])
  expect(script.split('\r\n').slice(1, 4)).toEqual([
    '2024-01-31 10:00:00,08:30:00',
    '2024-02-01 10:00:00,08:30:00',
    '2024-02-02 12:30:00,08:30:00',
  ])
})

test('an invalid number in SpreadsheetML stays text', async () => {
  const cell = (type: string, text: string, style = ''): string =>
    `<Cell${style}><Data ss:Type="${type}">${text}</Data></Cell>`
  const row = (text: string): string =>
    `<Row>${cell('Number', text)}${cell('Number', text, ' ss:StyleID="t"')}${cell('String', 'x')}</Row>`
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="t"><NumberFormat ss:Format="Short Time"/></Style></Styles><Worksheet ss:Name="S"><Table><Row>${cell('String', 'a')}${cell('String', 'b')}${cell('String', 'c')}</Row>${['NaN', '-1.#IND', '', '0.5'].map(row).join('')}</Table></Worksheet></Workbook>`
  const { script } = await converted(new TextEncoder().encode(xml), csv, 'book.xls')
  expect(script.split('\r\n').slice(1, 5)).toEqual(['NaN,NaN,x', '-1.#IND,-1.#IND,x', ',,x', '0.5,12:00:00,x'])
})
