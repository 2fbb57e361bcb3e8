import { utils, write } from '@e965/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Reporter } from '../../../../container/engine/report/reporter.ts'
import { openWorkbook } from '../open-workbook.ts'
import { cellsOf } from '../referee-cells.ts'
import { joined, long, wide } from '../xls/records.ts'

const rows = [
  ['A report', null, null, null],
  [null, 'Item', 'Price', 'aside'],
  [null, 'a', 1, 'x'],
  [null, 'b', 2, 'y'],
  [null, 'Total', 3, 'z'],
]
const noFormat = 0xffff_ffff

/** MS-XLSB 2.4.100: the range, header and totals rows, formats, and two names. */
function beginList(range: readonly number[], headerRows: number, totalsRows: number): Uint8Array {
  const text = (value: string): Uint8Array => joined(long(value.length), wide(value))
  const content = joined(
    ...range.map(long),
    long(0),
    long(1),
    long(headerRows),
    long(totalsRows),
    long(0),
    ...Array.from({ length: 6 }, () => long(noFormat)),
    long(0),
    long(noFormat),
    text('Prices'),
    ...Array.from({ length: 4 }, () => long(noFormat)),
  )
  // Record number 343 and the length, with seven bits per byte.
  return joined(0xd7, 0x02, (content.length & 127) | 128, content.length >> 7, content)
}

function withTables(...tables: readonly Uint8Array[]): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'S')
  const parts = unzipSync(new Uint8Array(write(book, { type: 'array', bookType: 'xlsb' }) as ArrayBuffer))
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/table'
  const relations = tables.map(
    (_, at) => `<Relationship Id="t${at}" Type="${type}" Target="../tables/table${at}.bin"/>`,
  )
  const added = Object.fromEntries(tables.map((table, at) => [`xl/tables/table${at}.bin`, table]))
  return zipSync({
    ...parts,
    ...added,
    'xl/worksheets/_rels/sheet1.bin.rels': strToU8(`<Relationships>${relations.join('')}</Relationships>`),
  })
}

const pricesRange = [1, 4, 1, 2]

describe('a table object of an xlsb', () => {
  test('is read instead of its sheet, without its totals', async () => {
    const reporter = new Reporter()
    const reader = await openWorkbook(withTables(beginList(pricesRange, 1, 1)), {}, reporter)
    expect(reader.header).toEqual({ kind: 'row', row: 2, rows: 1 })
    const texts = [...(await cellsOf(reader))].map(([at, { text }]) => [at, text])
    expect(Object.fromEntries(texts)).toEqual({
      '2:0': 'Item',
      '2:1': 'Price',
      '3:0': 'a',
      '3:1': '1',
      '4:0': 'b',
      '4:1': '2',
    })
    expect(reporter.notes.join(' ')).toContain('Prices (B2:C5)')
  })

  test.each([
    ['without a header row', [beginList(pricesRange, 0, 0)]],
    ['among others', [beginList(pricesRange, 1, 0), beginList([3, 4, 1, 2], 1, 0)]],
    ['with an impossible range', [beginList([4, 1, 2, 1], 1, 0)]],
  ])('is not used %s', async (_, tables) => {
    const reader = await openWorkbook(withTables(...tables))
    expect(reader.header).toEqual({ kind: 'detect' })
    expect((await cellsOf(reader)).get('1:0')?.text).toBe('A report')
  })
})
