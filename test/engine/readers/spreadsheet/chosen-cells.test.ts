import { type BookType, utils, write, type WorkSheet } from '@e965/xlsx'
import { expect, describe, test } from 'vitest'
import { readSpec, type SpecInput } from '../../../../src/contract/spec.ts'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'
import { bookOf, odsOf } from './support.ts'

const csv = (file: string | Uint8Array, input: SpecInput['input'], name = 'b.xlsx') =>
  converted(file, { input, output: { format: 'csv', dialect: 'postgresql' } }, name)

const grid = [
  ['Report'],
  [],
  ['Id', 'Name', 'Total', null, 'Note'],
  [1, 'Ann', 10, null, 'x'],
  [2, 'Bob', 20, null, 'y'],
  [3, 'Cy', 30],
  [],
  ['City', 'Staff'],
  ['Oslo', 4],
  ['Rome', 5],
]

function workbook(sheets: Readonly<Record<string, WorkSheet>>, bookType: BookType): Uint8Array {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array)
}

describe.each(['xlsx', 'ods', 'biff8', 'xlsb'] as const)('the cells of an %s', (bookType) => {
  const bytes = workbook({ Data: utils.aoa_to_sheet(grid), Other: utils.aoa_to_sheet([['a'], [1]]) }, bookType)

  test('are those of input.range, and the report lists every other row', async () => {
    const { script, report } = await csv(bytes, { range: 'A8:B10' })
    expect(script).toBe('city,staff\r\nOslo,4\r\nRome,5\r\n')
    expect(leftOut(report)['outside_table']).toMatchObject({ count: 5, first_row: 1 })
    expect(leftOut(report)['outside_table']?.examples?.[1]).toEqual({ row: 3, text: 'Id Name Total Note' })
  })

  test('may be chosen as columns, rows, or cells of a named sheet', async () => {
    expect((await csv(bytes, { range: '$B$3:$C$5' })).script).toBe('name,total\r\nAnn,10\r\nBob,20\r\n')
    expect((await csv(bytes, { range: '3:5' })).script).toContain('id,name,total,')
    expect((await csv(bytes, { range: 'Other!A:A' })).script).toBe('a\r\n1\r\n')
    expect((await csv(bytes, { range: "'Data'!E3:E5", sheet: 'Data' })).script).toBe('note\r\nx\r\ny\r\n')
  })

  test('are refused if they do not exist', async () => {
    await expect(csv(bytes, { range: 'Nowhere' })).rejects.toThrow('invalid_spec: The workbook has no cells named')
    await expect(csv(bytes, { range: 'Data!A1:B2', sheet: 'Other' })).rejects.toThrow('on the sheet "Data"')
    await expect(csv(bytes, { range: 'ZZ1:ZZ9' })).rejects.toThrow('The cells ZZ1:ZZ9 have no values.')
  })

  test('have as many rows of names as input.header_rows says', async () => {
    expect((await csv(bytes, { range: 'A8:B10', header_rows: 0 })).script).toBe(
      'column_1,column_2\r\nCity,Staff\r\nOslo,4\r\nRome,5\r\n',
    )
    expect((await csv(bytes, { range: 'A8:B10', header_rows: 2 })).script).toBe('city_oslo,staff_4\r\nRome,5\r\n')
    expect((await csv(bytes, { header_row: 8, header_rows: 2 })).script).toBe('city_oslo,staff_4\r\nRome,5\r\n')
  })
})

describe('input.header_rows of a text', () => {
  const text = 'a,b\nx,y\n1,2\n3,4\n'
  test.each([
    [0, 'column_1,column_2\r\na,b\r\nx,y\r\n1,2\r\n3,4\r\n'],
    [1, 'a,b\r\nx,y\r\n1,2\r\n3,4\r\n'],
    [2, 'a_x,b_y\r\n1,2\r\n3,4\r\n'],
    [3, 'a_x_1,b_y_2\r\n3,4\r\n'],
  ])('%i is the number of rows of names', async (rows, expected) => {
    expect((await csv(text, { header_rows: rows }, 't.csv')).script).toBe(expected)
  })

  test('0 is refused together with a row of names', () => {
    const reading = readSpec({ input: { header_row: 2, header_rows: 0 }, output: { dialect: 'sqlite' } })
    expect(reading).toMatchObject({ ok: false, reasons: [expect.stringContaining('spec.input.header_rows')] })
  })
})

test('a name of the workbook is a range, for cells and table objects', async () => {
  const sheet = utils.aoa_to_sheet(grid)
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['z'], [9]]), 'First one')
  utils.book_append_sheet(book, sheet, 'Data')
  book.Workbook = { Names: [{ Name: 'Cities', Ref: 'Data!$A$8:$B$10' }] }
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  expect((await csv(bytes, { range: 'cities' })).script).toBe('city,staff\r\nOslo,4\r\nRome,5\r\n')
  await expect(csv(bytes, { range: 'Towns' })).rejects.toThrow('It has: Cities.')
})

test('a named range and a database range of an OpenDocument spreadsheet are ranges', async () => {
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const table = (name: string, ...rows: string[]): string =>
    `<table:table table:name="${name}">${rows.join('')}</table:table>`
  const names =
    '<table:named-expressions><table:named-range table:name="Two" table:cell-range-address="$\'B b\'.$A$1:.$B$2"/></table:named-expressions>' +
    '<table:database-ranges><table:database-range table:name="Db" table:target-range-address="\'B b\'.B1:\'B b\'.B3"/></table:database-ranges>'
  const bytes = odsOf(
    table('A', row('q'), row('r')) + table('B b', row('k', 'v'), row('a', 'b'), row('c', 'd')) + names,
  )
  expect((await csv(bytes, { range: 'two' }, 'b.ods')).script).toBe('k,v\r\na,b\r\n')
  expect((await csv(bytes, { range: 'Db' }, 'b.ods')).script).toBe('v\r\nb\r\nd\r\n')
})

describe.each(['xlsx', 'ods', 'biff8', 'xlsb', 'xlml'] as const)('merged cells of an %s', (bookType) => {
  const sheet = utils.aoa_to_sheet([
    ['A list of towns'],
    ['Land', 'Town', 'People', 'More'],
    ['Norway', 'Oslo', 1, 'x'],
    [null, 'Bergen', 2, 'x'],
    [null, 'Voss', 3],
    ['Italy', 'Rome', 4, 'y'],
    [null, 'Bari', 5, 'y'],
  ])
  sheet['!merges'] = ['A1:D1', 'A3:A5', 'A6:A7', 'D4:D5'].map((range) => utils.decode_range(range))

  test('all have its value with input.fill_merged', async () => {
    const bytes = workbook({ S: sheet }, bookType)
    const { script } = await csv(bytes, { fill_merged: true })
    expect(script).toBe(
      'land,town,people,more\r\nNorway,Oslo,1,x\r\nNorway,Bergen,2,x\r\nNorway,Voss,3,x\r\nItaly,Rome,4,y\r\nItaly,Bari,5,y\r\n',
    )
    expect((await csv(bytes, {})).script).toContain('\r\n,Bergen,2,x\r\n,Voss,3,\r\n')
  })
})

test('a merged range that ends after the sample is filled to its end', async () => {
  const rows: unknown[][] = [['k', 'v'], ...Array.from({ length: 20_000 }, (_, at) => [null, at])]
  rows[1] = ['same', 0]
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = [utils.decode_range('A2:A20001')]
  const { script } = await csv(workbook({ S: sheet }, 'xlsx'), { fill_merged: true })
  expect(script.split('\r\n').filter((line) => line.startsWith('same,'))).toHaveLength(20_000)
})

// SheetJS does not write hidden rows into ods or xls. Those are tested in hidden-rows.test.ts.
describe.each(['xlsx', 'xlml'] as const)('hidden rows and columns of an %s', (bookType) => {
  const sheet = utils.aoa_to_sheet([
    ['a', 'secret', 'b'],
    [1, 'x', 2],
    [3, 'y', 4],
    [5, 'z', 6],
  ])
  sheet['!rows'] = [{}, {}, { hidden: true }]
  sheet['!cols'] = [{}, { hidden: true, wch: 10 }, {}]

  test('are left out with input.skip_hidden', async () => {
    const bytes = workbook({ S: sheet }, bookType)
    const { script, report } = await csv(bytes, { skip_hidden: true })
    expect(script).toBe('a,b\r\n1,2\r\n5,6\r\n')
    expect(leftOut(report)['hidden']).toMatchObject({ count: 1, examples: [{ row: 3, text: '3 y 4' }] })
    expect(report.columns[1]).toMatchObject({ source_name: 'secret', excluded: true })
    expect((await csv(bytes, {})).script).toBe('a,secret,b\r\n1,x,2\r\n3,y,4\r\n5,z,6\r\n')
  })
})

test('hidden, filtered and repeated rows of an OpenDocument spreadsheet are left out', async () => {
  const cell = (text: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const bytes = odsOf(
    `<table:table table:name="T"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>` +
      `<table:table-row>${cell('a')}${cell('s')}${cell('b')}</table:table-row>` +
      `<table:table-row table:visibility="filter" table:number-rows-repeated="3">${cell('1')}${cell('x')}${cell('2')}</table:table-row>` +
      `<table:table-row table:visibility="collapse">${cell('3')}${cell('y')}${cell('4')}</table:table-row>` +
      `<table:table-row>${cell('5')}${cell('z')}${cell('6')}</table:table-row></table:table>`,
  )
  const { script, report } = await csv(bytes, { skip_hidden: true }, 'b.ods')
  expect(script).toBe('a,b\r\n5,6\r\n')
  expect(leftOut(report)['hidden']?.count).toBe(4)
})

describe('a table object', () => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const row = (number: number, ...values: (number | string)[]): string =>
    `<row r="${number}">${values.map((value, at) => `<c r="${'ABCDEFG'[at] ?? ''}${number}" t="str"><v>${value}</v></c>`).join('')}</row>`
  const bookWith = (reference: string, rows: string, dimension = ''): Uint8Array =>
    bookOf({
      sheets: [
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${dimension}<sheetData>${rows}</sheetData></worksheet>`,
      ],
      more: {
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="t" Type="${relations}/table" Target="../tables/table1.xml"/></Relationships>`,
        'xl/tables/table1.xml': `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Old" displayName="Old" ref="${reference}"/>`,
      },
    })
  const many = Array.from({ length: 900 }, (_, at) => row(at + 2, `k${at}`, at, 'x')).join('')

  test.each(['', '<dimension ref="A1:C901"/>', '<dimension ref="A1"/>'])(
    'is not preferred to its sheet if it is out of date %s',
    async (dimension) => {
      const bytes = bookWith('A1:C30', row(1, 'Key', 'Value', 'More') + many, dimension)
      const { report } = await csv(bytes, {})
      expect(report.rows.converted).toBe(900)
      expect(report.notes.join(' ')).toContain('The table object Old (A1:C30) does not include all rows')
      expect((await csv(bytes, { range: 'old' })).report.rows.converted).toBe(29)
    },
  )

  test.each(['', '<dimension ref="A1:C903"/>', '<dimension ref="A1:Z2000"/>'])(
    'is the table if it covers its sheet, whatever notes surround it %s',
    async (dimension) => {
      const bytes = bookWith(
        'A1:C901',
        `${row(1, 'Key', 'Value', 'More')}${many}${row(903, 'A note', 'and more')}`,
        dimension,
      )
      const { report } = await csv(bytes, {})
      expect(report.rows.converted).toBe(900)
      expect(leftOut(report)['outside_table']?.examples).toEqual([{ row: 903, text: 'A note and more' }])
    },
  )

  test('is not preferred to its sheet if it lacks columns of it', async () => {
    const bytes = bookWith('A1:A901', row(1, 'Key', 'Value', 'More') + many)
    expect((await csv(bytes, {})).report.columns).toHaveLength(3)
  })
})
