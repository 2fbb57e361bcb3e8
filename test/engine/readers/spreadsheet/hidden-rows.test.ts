import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'
import { double, joined, record, word, workbook } from '../xls/records.ts'
import { bookOf, odsOf, readSheet, textRows } from './support.ts'

/** Rows of the sheet, counted from 1: the first 30 have values, except for two, and some are hidden. */
const lastWithValue = 30
const blank = new Set([12, 13])
const hidden = [2, 9, 10, 12, 30, 33, 34, 35]
const hiddenWithValue = 4
const holds = (row: number): boolean => row <= lastWithValue && !blank.has(row)

function written(bookType: 'xlsx' | 'xlsb' | 'xlml'): Uint8Array {
  const sheet = utils.aoa_to_sheet(Array.from({ length: lastWithValue }, (_, at) => (holds(at + 1) ? [at + 1] : [])))
  sheet['!rows'] = Array.from({ length: 35 }, (_, at) => ({ hidden: hidden.includes(at + 1) }))
  sheet['!ref'] = 'A1:A35'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'S')
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer)
}

/** MS-XLS 2.4.221: the records of up to 32 rows precede their cells. */
function writtenXls(isOrdered: boolean): Uint8Array {
  const hiddenFlag = 0x20
  const rowRecord = (row: number): Uint8Array =>
    record(0x208, word(row - 1), new Uint8Array(10), hidden.includes(row) ? hiddenFlag : 0, 1, 0, 0)
  const cell = (row: number): Uint8Array => record(0x203, word(row - 1), word(0), word(0), double(row))
  const block = (from: number, to: number): Uint8Array => {
    const rows = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    const cells = rows.filter(holds).map(cell)
    return joined(...rows.map(rowRecord), ...(isOrdered ? cells : cells.toReversed()))
  }
  return workbook([], [block(1, 20), block(21, 35)])
}

function writtenOds(): Uint8Array {
  const row = (at: number): string => {
    const visibility = hidden.includes(at) ? ' table:visibility="collapse"' : ''
    const cell = holds(at)
      ? `<table:table-cell office:value-type="float" office:value="${at}"/>`
      : '<table:table-cell/>'
    return `<table:table-row${visibility}>${cell}</table:table-row>`
  }
  const rows = Array.from({ length: 35 }, (_, at) => row(at + 1)).join('')
  const rest =
    '<table:table-row table:visibility="collapse" table:number-rows-repeated="1048541"><table:table-cell/></table:table-row>'
  return odsOf(`<table:table table:name="S">${rows}${rest}</table:table>`)
}

const formats = [
  ['xlsx', () => written('xlsx')],
  ['xlsb', () => written('xlsb')],
  ['SpreadsheetML', () => written('xlml')],
  ['xls', () => writtenXls(true)],
  ['xls whose rows are out of order', () => writtenXls(false)],
  ['ods', writtenOds],
] as const

test.each(formats)('the hidden rows of an %s are left out if the spec says so', async (_, bytes) => {
  const input = { skip_hidden: true, header_rows: 0 }
  const { report } = await converted(bytes(), { input, output: { dialect: 'sqlite' } }, 'book')
  expect(report.rows.converted).toBe(28 - hiddenWithValue)
  expect(leftOut(report)['hidden']).toMatchObject({ count: hiddenWithValue, first_row: 2 })
  expect(leftOut(report)['hidden']?.examples?.map(({ text }) => text)).toEqual(['2', '9', '10', '30'])
})

test.each(formats)('hidden rows of an %s are counted if they have values', async (_, bytes) => {
  const read = await readSheet(bytes())
  expect(textRows(read)).toHaveLength(28)
  expect(read.reporter.notes.filter((note) => note.includes('hidden'))).toEqual([
    `${hiddenWithValue} rows are hidden in the sheet. They were converted like the others.`,
  ])
})

test('a repeated hidden row is counted as often as it is repeated', async () => {
  const row = (repeats: number, visibility: string): string =>
    `<table:table-row table:visibility="${visibility}" table:number-rows-repeated="${repeats}"><table:table-cell office:value-type="float" office:value="1"/></table:table-row>`
  const read = await readSheet(
    odsOf(`<table:table table:name="S">${row(20_000, 'filter')}${row(5, 'visible')}</table:table>`),
  )
  expect(textRows(read)).toHaveLength(20_005)
  expect(read.reporter.notes.join()).toContain('20000 rows are hidden')
})

test('blank hidden rows of a sheet are not mentioned', async () => {
  const rows =
    '<row r="1"><c><v>1</v></c></row><row r="2" hidden="1" customFormat="1"/><row r="3" hidden="1" customFormat="1"><c r="A3" s="0"/></row>'
  const read = await readSheet(bookOf({ sheets: [rows] }))
  expect(read.reporter.notes.join()).not.toContain('hidden')
})
