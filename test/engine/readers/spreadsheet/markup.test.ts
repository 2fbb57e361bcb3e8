import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { converted } from '../../support.ts'
import { readSheet, textRows } from './support.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const excel2003 = (sheets: string): string =>
  `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="c"><NumberFormat ss:Format="Currency"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style></Styles>${sheets}</Workbook>`

describe('rows of a page with blank last cells', () => {
  const page = (rows: readonly (readonly string[])[]): string =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
  const names = ['name', 'b', 'c']

  test.each([
    ['', [names, ['x', '1', '2'], ['y', '3', ''], ['z', '', '']]],
    ['after a blank row', [names, ['x', '1', '2'], ['', '', ''], ['y', '3', ''], ['v', '4', ''], ['w', '5', '6']]],
    ['all but one, after a blank row', [names, ['x', '1', '2'], ['', '', ''], ['y', '', ''], ['w', '5', '6']]],
  ])('are rows of its table: %s', async (_, rows) => {
    const filled = rows.slice(1).filter((row) => row.some((cell) => cell !== ''))
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { script, report } = await converted(page(rows), { output }, 'page.html')
    expect(script.trim().split('\r\n').slice(1)).toEqual(filled.map((row) => row.join(',')))
    expect([report.fixes, report.problems]).toEqual([[], []])
  })

  test('are left out if they repeat the header', async () => {
    const output = { dialect: 'postgresql', format: 'csv' } as const
    const { report } = await converted(page([names, ['x', '1', '2'], names, ['y', '3', '4']]), { output }, 'page.html')
    expect(report.rows.converted).toBe(2)
    expect(report.fixes.map(({ code }) => code)).toEqual(['repeated_header'])
  })
})

describe('SpreadsheetML 2003', () => {
  test('has types, positions, styles, comments and rich text', async () => {
    const sheet = `<Worksheet ss:Name="One"><Table><Row ss:Index="3"><Cell ss:Index="2"><Data ss:Type="String">a &amp; b</Data><Comment><ss:Data>no</ss:Data></Comment></Cell><Cell ss:MergeAcross="1"><Data ss:Type="Number">1.50</Data></Cell><Cell><Data ss:Type="Boolean">true</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="Number">45292</Data></Cell><Cell ss:StyleID="c"><Data ss:Type="Number">5</Data></Cell><Cell ss:StyleID="z"><Data ss:Type="Number">501</Data></Cell></Row><Row><Cell ss:Index="2"><Data ss:Type="DateTime">2024-01-31T10:00:00.000</Data></Cell><Cell><Data ss:Type="DateTime">1899-12-31T14:30:00.000</Data></Cell><Cell><Data ss:Type="Error">#N/A</Data></Cell><Cell ss:Formula="=R1C1"/><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>bo</B>ld&#10;x</ss:Data></Cell></Row></Table></Worksheet>`
    const read = await readSheet(bytesOf(excel2003(sheet)))
    expect([read.format, read.sheet]).toEqual(['xls', 'One'])
    const found = [...read.cells].map(([at, { kind, text }]) => [at, kind, text])
    expect(found).toEqual([
      ['3:0', CellKind.quoted, 'a & b'],
      ['3:1', CellKind.number, '1.5'],
      ['3:3', CellKind.boolean, 'true'],
      ['3:4', CellKind.date, '2024-01-01'],
      ['3:5', CellKind.number, '5'],
      ['3:6', CellKind.quoted, '00501'],
      ['4:0', CellKind.timestamp, '2024-01-31 10:00:00'],
      ['4:1', CellKind.time, '14:30:00'],
      ['4:2', CellKind.error, '#N/A'],
      ['4:3', CellKind.uncached, ''],
      ['4:4', CellKind.quoted, 'bold\nx'],
    ])
  })

  test('has its hidden sheets after the visible ones, although their state follows their rows', async () => {
    const sheet = (name: string, visible: string): string =>
      `<Worksheet ss:Name="${name}"><Table><Row><Cell><Data ss:Type="String">${name}</Data></Cell></Row></Table><WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel">${visible}</WorksheetOptions></Worksheet>`
    const book = bytesOf(excel2003(sheet('A', '<Visible>SheetHidden</Visible>') + sheet('B', '')))
    expect(textRows(await readSheet(book))).toEqual([['B']])
    expect(textRows(await readSheet(book, { sheet: 'a' }))).toEqual([['A']])
    expect(textRows(await readSheet(gzipSync(book)))).toEqual([['B']])
  })

  test('has its declared encoding', async () => {
    const text = excel2003(
      '<Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">Gr\u00fc\u00dfe</Data></Cell></Row></Table></Worksheet>',
    ).replace('version="1.0"', 'version="1.0" encoding="windows-1252"')
    expect(textRows(await readSheet(new Uint8Array(Buffer.from(text, 'latin1'))))).toEqual([['Grüße']])
    const wide = new Uint8Array(Buffer.from(`\uFEFF${text.replace('windows-1252', 'UTF-16')}`, 'utf16le'))
    expect(textRows(await readSheet(wide))).toEqual([['Grüße']])
  })
})

describe('tables of web pages', () => {
  test('may have unclosed cells, spans, entities, scripts and nested tables', async () => {
    const page = `<!DOCTYPE html><html><head><meta charset="windows-1252"><style>td{}</style><script>if (a < b) "<td>"</script></head><body><p>Report<table border=1>
      <thead><tr><th colspan=2>Name &amp; age<th>R&eacute;gion</thead>
      <tr><td rowspan="2">Ann<td>  7\n 8 <td>a<br>b&nbsp;<!-- <td>no</td> -->
      <tr><td>&#8364;5</td><td><table><tr><td>in</td></tr></table></td></tr></table></body></html>`
    const read = await readSheet(new Uint8Array(Buffer.from(page, 'latin1')))
    expect([read.format, read.sheet]).toEqual(['xls', null])
    expect(textRows(read)).toEqual([
      ['Name & age', '', 'Région'],
      ['Ann', '7 8', 'a\nb'],
      ['', '€5', 'in'],
    ])
    expect(read.reporter.notes.join('\n')).toMatch(/2 merged/)
  })

  test('have the values that Excel stores next to the shown text', async () => {
    const page =
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td x:num="1234.5">1.234,50</td><td x:str>007</td><td style="mso-number-format:\'\\@\'">08</td><td>9</td></tr></table></html>'
    const { cells } = await readSheet(bytesOf(page))
    expect([...cells.values()]).toEqual([
      { kind: CellKind.number, text: '1234.5' },
      { kind: CellKind.quoted, text: '007' },
      { kind: CellKind.quoted, text: '08' },
      { kind: CellKind.text, text: '9' },
    ])
  })

  test.each([
    ['3/15/2023', '3/15/2023'],
    ['15.03.23 10:00', '15.03.23 10:00'],
    ['15-Mar-23', '15-Mar-23'],
    ['10:30 AM', '10:30 AM'],
    ['1.234.567', '45000'],
    ['(1,234.50)', '45000'],
    ['1/2', '45000'],
    ['######', '45000'],
  ])('the number 45000 shown as %s has the value %s', async (shown, value) => {
    expect(textRows(await readSheet(bytesOf(`<table><tr><td x:num="45000">${shown}</td></tr></table>`)))).toEqual([
      [value],
    ])
  })

  test('are chosen as the first with values, or by the spec', async () => {
    const page = bytesOf('<table></table><table><tr><td>b</td></tr></table><table><tr><td>c</td></tr></table>')
    expect(textRows(await readSheet(page))).toEqual([['b']])
    expect(textRows(await readSheet(page, { sheet: 'table 3' }))).toEqual([['c']])
  })
})

test.each([
  ['<?xml version="1.0"?>\n<mysqldump xmlns:xsi="x">\n<database name="shop">', 'a dump in XML'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG image'],
  [
    '<!DOCTYPE html><html><body>Not found</body></html>',
    'a web page (HTML) without a table, such as a sign-in page (send the file itself)',
  ],
  ['%PDF-1.7\n', 'a PDF'],
])('%s is refused by its actual type', async (text, kind) => {
  await expect(readSheet(bytesOf(text))).rejects.toMatchObject({
    code: 'unsupported_format',
    message: expect.stringContaining(kind) as string,
  })
})
