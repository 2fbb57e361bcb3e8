import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { bookOf, odsOf, readSheet, textRows } from './support.ts'

const row = (...texts: (string | number)[]): string =>
  `<row>${texts.map((text) => (typeof text === 'number' ? `<c><v>${text}</v></c>` : text === '' ? '<c/>' : `<c t="str"><v>${text}</v></c>`)).join('')}</row>`
const odsTable = (name: string, text: string, style = ''): string =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell${text === '' ? '/>' : ` office:value-type="string"><text:p>${text}</text:p></table:table-cell>`}</table:table-row></table:table>`
const hiddenStyle =
  '<style:style style:name="hid" style:family="table"><style:table-properties table:display="false"/></style:style>'

const books: readonly (readonly [string, Uint8Array])[] = [
  [
    'xlsx',
    bookOf({
      sheets: [row('hidden'), '', row('first'), row('lower')],
      names: ['Secret', 'Empty', 'Data', 'data'],
      states: ['hidden', 'visible', 'visible', 'visible'],
    }),
  ],
  [
    'ods',
    odsOf(
      odsTable('Secret', 'hidden', 'hid') +
        odsTable('Empty', '') +
        odsTable('Data', 'first') +
        odsTable('data', 'lower'),
      hiddenStyle,
    ),
  ],
]

describe.each(books)('the choice of the sheet of an %s', (_, book) => {
  test('is the first visible one with any content', async () => {
    const read = await readSheet(book)
    expect([read.sheet, textRows(read)]).toEqual(['Data', [['first']]])
    expect(read.reporter.notes.join('\n')).toContain('"Secret" (hidden), "Empty", "data"')
  })

  test.each([
    ['data', 'lower'],
    ['Data', 'first'],
    ['DATA', 'first'],
    ['secret', 'hidden'],
  ])('is the one named %s, exactly or else ignoring case', async (sheet, text) => {
    expect(textRows(await readSheet(book, { sheet }))).toEqual([[text]])
  })

  test('fails with a list of the names if no sheet has that name', async () => {
    await expect(readSheet(book, { sheet: 'Nope' })).rejects.toMatchObject({
      code: 'sheet_not_found',
      problems: ['Secret', 'Empty', 'Data', 'data'].map((value) => ({ code: 'sheet', value })),
    })
  })

  test.each([
    ['Dta', 'The workbook has no sheet "Dta". Did you mean "Data"? It has: Secret, Empty, Data, data.'],
    ['Nope', 'The workbook has no sheet "Nope". It has: Secret, Empty, Data, data.'],
  ])('fails with the names for %s, the closest first', async (sheet, message) => {
    await expect(readSheet(book, { sheet })).rejects.toThrow(message)
  })

  test('is an empty file if the named sheet is empty', async () => {
    await expect(readSheet(book, { sheet: 'Empty' })).rejects.toMatchObject({ code: 'empty_file' })
  })
})

test('a hidden sheet is read, with a note, if no visible one has content', async () => {
  for (const book of [
    bookOf({ sheets: ['', row('x')], states: ['visible', 'veryHidden'] }),
    odsOf(odsTable('A', '') + odsTable('B', 'x', 'hid'), hiddenStyle),
  ]) {
    const read = await readSheet(book)
    expect(textRows(read)).toEqual([['x']])
    expect(read.reporter.notes.join()).toContain('is hidden')
  }
})

describe('the start of the table of a sheet', () => {
  const spec = { output: { dialect: 'postgresql', format: 'csv' } } as const

  test('is found below titles and blank rows', async () => {
    const sheet = `${row('Sales of 2024')}<row r="3"/><row r="4"><c r="C4" t="str"><v>city</v></c><c r="D4" t="str"><v>sold</v></c></row><row r="5"><c r="C5" t="str"><v>Oslo</v></c><c r="D5"><v>7</v></c></row><row r="6"><c r="C6" t="str"><v>Bergen</v></c><c r="D6"><v>9</v></c></row>`
    const { script, report } = await converted(
      bookOf({ sheets: [sheet.replace('<row><c t="str">', '<row r="1"><c r="C1" t="str">')] }),
      spec,
      'b.xlsx',
    )
    expect(script).toBe(
      'city,sold\r\nOslo,7\r\nBergen,9\r\n'.replaceAll('\r\n', script.includes('\r\n') ? '\r\n' : '\n'),
    )
    expect(report.input.header_row).toBe(4)
  })

  test('joins two header rows', async () => {
    const sheet =
      row('', 'North', '', 'South', '') +
      row('city', 'in', 'out', 'in', 'out') +
      row('Oslo', 1, 2, 3, 4) +
      row('Bergen', 5, 6, 7, 8)
    const { report } = await converted(bookOf({ sheets: [sheet] }), spec, 'b.xlsx')
    expect(report.columns.map((column) => column.source_name)).toEqual([
      'city',
      'North in',
      'North out',
      'South in',
      'South out',
    ])
    expect(report.rows.converted).toBe(2)
  })

  test('is given by a table object: only its range is read, without its totals', async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row('note', 'x')}<row r="3"><c r="B3" t="str"><v>k</v></c><c r="C3" t="str"><v>v</v></c><c r="D3" t="str"><v>aside</v></c></row><row r="4"><c r="B4" t="str"><v>a</v></c><c r="C4"><v>1</v></c></row><row r="5"><c r="B5" t="str"><v>b</v></c><c r="C5"><v>2</v></c></row><row r="6"><c r="B6" t="str"><v>Total</v></c><c r="C6"><v>3</v></c></row></sheetData></worksheet>`
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/></Relationships>',
      'xl/tables/table1.xml':
        '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="Sales" ref="B3:C6" totalsRowCount="1"><autoFilter ref="B3:C5"/></table>',
    }
    const { report } = await converted(bookOf({ sheets: [sheet], more }), spec, 'b.xlsx')
    expect(report.columns.map((column) => column.source_name)).toEqual(['k', 'v'])
    expect(report.rows.converted).toBe(2)
    expect(report.input.header_row).toBe(3)
    expect(report.notes.join('\n')).toContain('Sales (B3:C6)')
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'cells_outside_table', count: 5 }))
  })
})
