import { utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { linkOfFormula } from '../../../../container/engine/readers/spreadsheet/formula-links.ts'
import { converted } from '../../support.ts'
import { double, joined, latin, long, number, record, wide, word, workbook } from '../xls/records.ts'
import { bookOf } from './support.ts'

test.each([
  ['HYPERLINK("https://a.b/?q=""x""","x")', 'https://a.b/?q="x"'],
  ['of:=HYPERLINK("https://a.b";"x")', 'https://a.b'],
  ['=hyperlink( "https://a.b" )', 'https://a.b'],
  ['HYPERLINK(A1,"x")', null],
  ['HYPERLINK("https://a.b/"&A1)', null],
])('the link is read from %s', (formula, url) => {
  expect(linkOfFormula(formula)).toEqual({ url })
})

test.each(['HYPERLINKS("x")', 'IF(A1,HYPERLINK("x"),1)', 'HYP', ''])('%s is not a link', (formula) => {
  expect(linkOfFormula(formula)).toBeNull()
})

const urlsOf = async (bytes: Uint8Array, name: string): Promise<readonly string[]> => {
  const spec = { input: { hyperlinks: true }, output: { format: 'csv', dialect: 'sqlite' } } as const
  return (await converted(bytes, spec, name)).script.trimEnd().split('\r\n')
}

const url = 'https://a.b/é'
/** Returns the tokens of a call: a string, a number as its name, and a call of function 359 with two arguments. */
const call = (string: Uint8Array): Uint8Array => joined(string, 0x1e, word(1), 0x42, 2, word(359))

describe('a call of HYPERLINK with a numeric value is a link', () => {
  /** MS-XLS 2.4.127: the value, flags, and the formula. */
  const formula = (row: number, tokens: Uint8Array): Uint8Array =>
    record(0x06, word(row), word(1), word(0), new Uint8Array(8), word(0), long(0), word(tokens.length), tokens)

  test.each([
    ['a character a byte', joined(0x17, url.length, 0, latin(url))],
    ['two bytes a character', joined(0x17, url.length, 1, wide(url))],
  ])('in an xls of %s', async (_, string) => {
    const lines = await urlsOf(workbook([], [number(0, 0, 1), formula(0, call(string)), number(1, 0, 2)]), 'b.xls')
    expect(lines).toEqual(['column_1,column_2,column_2_url', `1,0,${url}`, '2,,'])
  })

  test.each([
    ['the string itself', joined(0x17, word(url.length), wide(url)), url],
    ['a string and a cell, joined', joined(0x17, word(url.length), wide(url), 0x44, long(0), word(0), 0x08), ''],
  ])('in an xlsb, with %s', async (_, argument, expected) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 'b'], [1], [2], [3]]), 'S')
    const parts = unzipSync(new Uint8Array(write(book, { type: 'array', bookType: 'xlsb' }) as ArrayBuffer))
    const sheet = parts['xl/worksheets/sheet1.bin'] as Uint8Array
    // MS-XLSB 2.4.664: column, style, value, flags, and the formula. It ends the last row, before record 146.
    const tokens = call(argument)
    const content = joined(long(1), long(0), double(7), word(0), long(tokens.length), tokens, long(0))
    const end = sheet.findIndex((byte, at) => byte === 0x92 && sheet[at + 1] === 0x01 && sheet[at + 2] === 0)
    const cell = joined(9, content.length, content)
    const bytes = zipSync({
      ...parts,
      'xl/worksheets/sheet1.bin': joined(sheet.subarray(0, end), cell, sheet.subarray(end)),
    })
    const spec = { input: { hyperlinks: true }, output: { format: 'csv', dialect: 'sqlite' } } as const
    const { script, report } = await converted(bytes, spec, 'b.xlsb')
    expect(script.trimEnd().split('\r\n').at(-1)).toBe(expected === '' ? '3,7' : `3,7,${expected}`)
    expect(report.notes.some((note) => note.includes('computed'))).toBe(expected === '')
  })

  test('in an xlsx file if the kernel reads all other cells', async () => {
    const cell = (at: string, content: string): string => `<c r="${at}">${content}</c>`
    const rows = Array.from({ length: 40 }, (_, at) => {
      const link = at % 10 === 3 ? `<f>HYPERLINK("https://a.b/${at}",1)</f>` : '<f>SUM(1)</f>'
      return `<row r="${at + 1}">${cell(`A${at + 1}`, `<v>${at}</v>`)}${cell(`B${at + 1}`, `${link}<v>1</v>`)}</row>`
    })
    const lines = await urlsOf(bookOf({ sheets: [rows.join('')] }), 'b.xlsx')
    expect(lines.filter((line) => line.includes('https'))).toEqual(
      [3, 13, 23, 33].map((at) => `${at},1,https://a.b/${at}`),
    )
  })
})
