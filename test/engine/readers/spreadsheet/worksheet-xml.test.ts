import { describe, expect, test } from 'vitest'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { bookOf, type BookParts, readSheet, textRows } from './support.ts'

const rowsOf = async (sheet: string, more: Partial<BookParts> = {}): Promise<string[][]> =>
  textRows(await readSheet(bookOf({ sheets: [sheet], ...more })))
const kindOf = async (sheet: string, more: Partial<BookParts> = {}): Promise<number | undefined> =>
  (await readSheet(bookOf({ sheets: [sheet], ...more }))).cells.get('1:0')?.kind

const inline = (text: string, at = ''): string =>
  `<c${at === '' ? '' : ` r="${at}"`} t="inlineStr"><is>${text}</is></c>`
const styled = (codes: readonly string[]): string =>
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`

describe('variations of the XML of a sheet', () => {
  test('cells and rows without references are consecutive', async () => {
    expect(await rowsOf('<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>')).toEqual([
      ['1', '2'],
      ['3'],
    ])
  })

  test('cells out of order are at their positions, and the later of two wins', async () => {
    const row =
      '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c><c r="B1"><v>0</v></c><c r="B1"><v>2</v></c></row>'
    expect(await rowsOf(row)).toEqual([['1', '2', '3']])
  })

  test('rows out of order and repeated rows are all kept, with increasing numbers', async () => {
    const { cells } = await readSheet(
      bookOf({
        sheets: [
          '<row r="1"><c><v>1</v></c></row><row r="5"><c><v>5</v></c></row><row r="2"><c><v>2</v></c></row><row r="2"><c><v>3</v></c></row>',
        ],
      }),
    )
    expect([...cells].map(([at, { text }]) => [at, text])).toEqual([
      ['1:0', '1'],
      ['5:0', '5'],
      ['6:0', '2'],
      ['7:0', '3'],
    ])
  })

  test('blank margins are cut off, and gaps inside are kept', async () => {
    expect(await rowsOf('<row r="4"><c r="C4"><v>1</v></c><c r="E4"><v>2</v></c></row>')).toEqual([['1', '', '2']])
  })

  test('rich text is one string, without phonetic readings', async () => {
    const runs =
      '<r><rPr><b/></rPr><t>to</t></r><r><t xml:space="preserve"> be</t></r><rPh sb="0" eb="1"><t>no</t></rPh>'
    expect(await rowsOf(`<row>${inline(runs)}</row>`)).toEqual([['to be']])
    expect(await rowsOf('<row><c t="s"><v>0</v></c></row>', { strings: `<si>${runs}</si>` })).toEqual([['to be']])
  })

  test('references, CDATA, comments and the escapes of Office are decoded', async () => {
    const text = '<t>a&amp;b&#x41;&#66;&quot;<![CDATA[<c>&amp;]]><!-- </t></is></c> -->_x000D_x_x005F_x0041_</t>'
    expect(await rowsOf(`<row>${inline(text)}</row>`)).toEqual([['a&bAB"<c>&amp;\rx_x0041_']])
  })

  test('spaces around a string are kept if it says so, and always within runs', async () => {
    const runs = '<r><t> a </t></r><r><t xml:space="preserve"> b </t></r>'
    expect(await rowsOf(`<row>${inline(runs)}${inline('<t>  c d\t</t>')}${inline('<t> </t>')}</row>`)).toEqual([
      [' a  b ', 'c d'],
    ])
    const strings = `<si>${runs}</si><si><t>  c d\t</t></si><si><t xml:space="preserve"> e</t></si>`
    const cells = [0, 1, 2].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
    expect(await rowsOf(`<row>${cells}</row>`, { strings })).toEqual([[' a  b ', 'c d', ' e']])
  })

  test('line ends become line feeds, and spaces stay', async () => {
    expect(await rowsOf(`<row>${inline('<t xml:space="preserve"> a\r\nb\rc </t>')}</row>`)).toEqual([[' a\nb\nc ']])
  })

  test('prefixes, single quotes and white space in tags change nothing', async () => {
    const sheet =
      "<x:worksheet xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><x:sheetData><x:row\n r='1' ><x:c r = 'A1'\tt='b' ><x:v >1</x:v ></x:c></x:row></x:sheetData></x:worksheet>"
    expect(await rowsOf(sheet)).toEqual([['true']])
  })

  test.each(['1', 'true', 'TRUE'])('a boolean written as %s is true', async (written) => {
    expect(await rowsOf(`<row><c t="b"><v>${written}</v></c><c t="b"><v>0</v></c></row>`)).toEqual([['true', 'false']])
  })

  test('errors and formulas may have no value', async () => {
    const kinds = async (cell: string) => kindOf(`<row>${cell}</row>`)
    expect(await kinds('<c t="e"><v>#N/A</v></c>')).toBe(CellKind.error)
    expect(await kinds('<c><f>1+1</f><v>2</v></c>')).toBe(CellKind.number)
    expect(await kinds('<c><f>1+1</f></c>')).toBe(CellKind.uncached)
    expect(await kinds('<c><f>1+1</f><v/></c>')).toBe(CellKind.uncached)
    expect(await kinds('<c t="str"><f>A1</f><v>x</v></c>')).toBe(CellKind.quoted)
    expect(await kinds('<c t="d"><v>2024-01-31T10:00:00Z</v></c>')).toBe(CellKind.timestamp)
    expect(await kinds('<c s="3"/><c><v>1</v></c>')).toBe(CellKind.number)
  })

  test('a missing shared string is NULL with a fix, whatever the count says', async () => {
    const sheet = '<row><c t="s"><v>0</v></c><c t="s"><v>7</v></c><c t="s"><v>x</v></c><c t="s"><v>1</v></c></row>'
    const read = await readSheet(bookOf({ sheets: [sheet], strings: '<si><t>a</t></si><si/>' }))
    expect(textRows(read)).toEqual([['a']])
    expect(read.reporter.fixes).toMatchObject([{ code: 'missing_shared_text', count: 2 }])
  })

  test.each([
    ['0.30000000000000004', '0.3'],
    ['1.1000000000000001', '1.1'],
    ['1E3', '1000'],
    ['1.50', '1.5'],
    ['3.0', '3'],
    ['-0', '0'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['1e-7', '0.0000001'],
    ['123456789012345', '123456789012345'],
    ['12345678901234567890', '12345678901234567890'],
    ['2.2250738585072014E-308', '2.2250738585072e-308'],
  ])('the number %s is shown as %s', async (stored, shown) => {
    expect(await rowsOf(`<row><c><v>${stored}</v></c></row>`)).toEqual([[shown]])
  })

  test.each([
    ['yyyy\\-mm\\-dd', '45292', '2024-01-01', CellKind.date],
    ['[$-407]d. mmmm yyyy', '45292', '2024-01-01', CellKind.date],
    ['TT.MM.JJJJ', '45292', '2024-01-01', CellKind.date],
    ['yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;', '45292', '2024-01-01', CellKind.date],
    ['dd/mm/yyyy hh:mm', '45292.5', '2024-01-01 12:00:00', CellKind.timestamp],
    ['dd/mm/yyyy', '45292.75', '2024-01-01 18:00:00', CellKind.timestamp],
    ['h:mm AM/PM', '0.5', '12:00:00', CellKind.time],
    ['mm:ss.0', '0.000017361111', '00:00:01.5', CellKind.time],
    ['[h]:mm', '1.5', '36:00:00', CellKind.quoted],
    ['[h]:mm', '0.25', '06:00:00', CellKind.time],
    ['yyyy-mm-dd', '1', '1900-01-01', CellKind.date],
    ['yyyy-mm-dd', '59', '1900-02-28', CellKind.date],
    // LibreOffice and openpyxl also read it like this.
    ['yyyy-mm-dd', '60', '1900-02-28', CellKind.date],
    ['yyyy-mm-dd hh:mm', '60.5', '1900-02-28 12:00:00', CellKind.timestamp],
    ['yyyy-mm-dd', '61', '1900-03-01', CellKind.date],
    ['yyyy-mm-dd', '2958465', '9999-12-31', CellKind.date],
    ['yyyy-mm-dd', '2958466', '2958466', CellKind.number],
    ['yyyy-mm-dd', '-1', '-1', CellKind.number],
    ['yyyy-mm-dd hh:mm:ss', '45292.9999999999', '2024-01-02 00:00:00', CellKind.timestamp],
    ['0.00%', '0.125', '0.125', CellKind.number],
    ['[$€-407]#,##0.00;[Red]-#,##0.00', '12.5', '12.5', CellKind.number],
    ['0.00E+00', '1200', '1200', CellKind.number],
    ['General', '5', '5', CellKind.number],
    ['#,##0 &quot;days&quot;', '5', '5', CellKind.number],
    ['G/標準', '5', '5', CellKind.number],
    ['[DBNum1][$-804]G/通用格式', '45292', '45292', CellKind.number],
    ['Standard', '45292', '45292', CellKind.number],
    ['[$-411]ggge&quot;年&quot;m&quot;月&quot;', '45292', '2024-01-01', CellKind.date],
    ['[=0]&quot;-&quot;;dd/mm/yyyy', '45292', '2024-01-01', CellKind.date],
    ['[=0]0;dd/mm/yyyy', '0', '0', CellKind.number],
    ['[&lt;=9999999]###-####;(###) ###-####', '45292', '45292', CellKind.number],
    ['&quot;-&quot;;dd/mm/yyyy', '45292', '45292', CellKind.number],
    ['00000', '501', '00501', CellKind.quoted],
    ['00000', '1.5', '1.5', CellKind.number],
  ])('the format %s shows the number %s as %s', async (code, stored, shown, kind) => {
    const cell = (
      await readSheet(bookOf({ sheets: [`<row><c s="1"><v>${stored}</v></c></row>`], styles: styled([code]) }))
    ).cells
    expect(cell.get('1:0')).toEqual({ kind, text: shown })
  })

  test('a workbook of 1904 counts from that year', async () => {
    const parts = {
      styles: styled(['yyyy-mm-dd', 'h:mm', 'yyyy-mm-dd h:mm']),
      more: {
        'xl/workbook.xml':
          '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships"><workbookPr date1904="true"/><sheets><sheet name="S" r:id="s1"/></sheets></workbook>',
      },
    }
    expect(await rowsOf('<row><c s="1"><v>0</v></c><c s="1"><v>43830</v></c></row>', parts)).toEqual([
      ['1904-01-01', '2024-01-01'],
    ])
    const times = '<row><c s="2"><v>0.5</v></c><c s="2"><v>0</v></c><c s="3"><v>0.5</v></c></row>'
    expect(await rowsOf(times, parts)).toEqual([['12:00:00', '00:00:00', '1904-01-01 12:00:00']])
  })

  test('an extension with its own workbook properties does not change the epoch, as in Excel for Mac', async () => {
    const more = {
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1" showInkAnnotation="0"/><sheets><sheet name="S" r:id="s1"/></sheets><extLst><ext uri="{79F54976-1DA5-4618-B147-4CDE4B953A38}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:workbookPr defaultImageDpi="32767"/></ext></extLst></workbook>',
    }
    const row = '<row><c s="1"><v>43830</v></c></row>'
    expect(await rowsOf(row, { styles: styled(['yyyy-mm-dd']), more })).toEqual([['2024-01-01']])
  })
})

describe('the notes about a sheet', () => {
  test('mention merged ranges, hidden rows and columns, and totals at the bottom', async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="2" max="2" hidden="true"/></cols><sheetData><row r="1"><c t="str"><v>name</v></c><c t="str"><v>sum</v></c></row><row r="2" spans="1:2" hidden="1"><c t="str"><v>a</v></c><c><v>1</v></c></row><row r="3"><c t="str"><v>Total:</v></c><c><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>'
    const { reporter } = await readSheet(bookOf({ sheets: [sheet] }))
    expect(reporter.notes.join('\n')).toContain('The sheet has 1 merged range. Its value is in its first cell.')
    expect(reporter.notes.join('\n')).toContain('1 row is hidden in the sheet. It was converted like the others.')
    expect(reporter.notes.join('\n')).toMatch(/Hidden columns/)
    expect(reporter.notes.join('\n')).toMatch(/last row \(row 3\) looks like a total/)
  })
})
