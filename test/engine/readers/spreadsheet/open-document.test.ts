import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { CellKind } from '../../../../container/engine/table/row-batch.ts'
import { odsOf, readSheet, textRows } from './support.ts'

const row = (cells: string, attributes = ''): string => `<table:table-row${attributes}>${cells}</table:table-row>`
const table = (rows: string): string => `<table:table table:name="T">${rows}</table:table>`
const cell = (attributes: string, text = ''): string =>
  text === '' ? `<table:table-cell ${attributes}/>` : `<table:table-cell ${attributes}>${text}</table:table-cell>`
const string = (text: string): string => cell('office:value-type="string"', text)

const rowsOf = async (rows: string): Promise<string[][]> => textRows(await readSheet(odsOf(table(rows))))
const one = async (xml: string) => (await readSheet(odsOf(table(row(xml))))).cells.get('1:0')

describe('cells of OpenDocument', () => {
  test('have paragraphs as lines, collapse spaces, and keep those written as elements', async () => {
    const paragraphs =
      '<text:p> a  b<text:s text:c="2"/>c\n d </text:p><text:p>e<text:tab/>f<text:line-break/><text:span>g <text:a>h</text:a></text:span></text:p><text:p/>'
    expect(await rowsOf(row(string(paragraphs)))).toEqual([['a b  c d \ne\tf\ng h\n']])
  })

  test('do not include notes, shapes and tables in their text', async () => {
    const inside =
      '<office:annotation><text:p>note</text:p></office:annotation><draw:frame xmlns:draw="d"><text:p>box</text:p></draw:frame><text:p>in<office:annotation><text:p>x</text:p></office:annotation>side</text:p>'
    expect(await rowsOf(row(string(inside) + string('<text:p>next</text:p>')))).toEqual([['inside', 'next']])
  })

  test.each([
    ['office:value-type="float" office:value="1234.5"', '1.234,50', '1234.5', CellKind.number],
    ['office:value-type="float" office:value="501"', '00501', '00501', CellKind.quoted],
    ['table:formula="of:=1" office:value-type="float" office:value="501"', '00501', '00501', CellKind.quoted],
    ['office:value-type="float" office:value="501.4"', '00501', '501.4', CellKind.number],
    ['office:value-type="float" office:value="0.5"', '0.5', '0.5', CellKind.number],
    ['office:value-type="float" office:value="0"', '0', '0', CellKind.number],
    ['office:value-type="percentage" office:value="0.125"', '12.5%', '0.125', CellKind.number],
    ['office:value-type="currency" office:currency="EUR" office:value="-3.00"', '-3,00 €', '-3', CellKind.number],
    ['office:value-type="date" office:date-value="2024-01-31"', '31.01.24', '2024-01-31', CellKind.date],
    [
      'office:value-type="date" office:date-value="2024-01-31T10:20:30"',
      'x',
      '2024-01-31 10:20:30',
      CellKind.timestamp,
    ],
    [
      'office:value-type="date" office:date-value="2024-01-31T10:20:29.999999999"',
      'x',
      '2024-01-31 10:20:30',
      CellKind.timestamp,
    ],
    ['office:value-type="time" office:time-value="PT10H20M30S"', '10:20', '10:20:30', CellKind.time],
    ['office:value-type="time" office:time-value="PT00H00M01.500000001S"', 'x', '00:00:01.5', CellKind.time],
    ['office:value-type="time" office:time-value="PT36H00M00S"', 'x', '36:00:00', CellKind.quoted],
    // A date and a time with a time-only format. LibreOffice shows the first as 30/04/2010 08:21:00 after a change of
    // the format.
    [
      'office:value-type="time" office:time-value="PT967160H20M59.999999916S"',
      '08:21',
      '2010-04-30 08:21:00',
      CellKind.timestamp,
    ],
    [
      'office:value-type="time" office:time-value="PT967160H21M00S"',
      '8:21 AM',
      '2010-04-30 08:21:00',
      CellKind.timestamp,
    ],
    ['office:value-type="time" office:time-value="PT1073280H00M00S"', '00:00', '2022-06-08', CellKind.date],
    ['office:value-type="time" office:time-value="PT967160H21M00S"', '967160:21', '967160:21:00', CellKind.quoted],
    ['office:value-type="time" office:time-value="PT00967160H21M"', '08:21', '2010-04-30 08:21:00', CellKind.timestamp],
    ['office:value-type="time" office:time-value="PT99999999H00M"', '15:00', '99999999:00:00', CellKind.quoted],
    ['office:value-type="boolean" office:boolean-value="true"', 'WAHR', 'true', CellKind.boolean],
    ['office:value-type="string" office:string-value="a &amp; b"', 'shown', 'a & b', CellKind.quoted],
    ['office:value-type="string"', '007', '007', CellKind.quoted],
    [
      'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
      '#DIV/0!',
      '#DIV/0!',
      CellKind.error,
    ],
    ['table:formula="of:=1/0" office:value-type="float" office:value="0"', 'Err:502', 'Err:502', CellKind.error],
    ['table:formula="of:=1+1" office:value-type="float" office:value="2"', '2', '2', CellKind.number],
  ])('have the right text for %s', async (attributes, shown, text, kind) => {
    expect(await one(cell(attributes, `<text:p>${shown}</text:p>`))).toEqual({ kind, text })
  })

  test('count a time of more than a year from the first day of the document', async () => {
    const time = cell('office:value-type="time" office:time-value="PT932064H21M00S"', '<text:p>00:21</text:p>')
    const settings =
      '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>'
    expect(textRows(await readSheet(odsOf(settings + table(row(time + string('<text:p>a</text:p>'))))))).toEqual([
      ['2010-04-30 00:21:00', 'a'],
    ])
    const repeated = time.replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="2"')
    expect(await rowsOf(row(repeated))).toEqual([['2006-04-29 00:21:00', '2006-04-29 00:21:00']])
  })

  test('are not taken from a cached table of another file', async () => {
    const tables =
      '<table:table table:name="Empty"/>' +
      `<table:table table:name="'file:///home/me/it's%20mine.ods'#Sheet1">${row(string('<text:p>kept</text:p>'))}</table:table>` +
      `<table:table table:name="'http://example.org/a.ods'#Sheet2">${row(string('<text:p>kept</text:p>'))}</table:table>` +
      `<table:table table:name="It's #1">${row(string('<text:p>own</text:p>'))}</table:table>`
    const { sheet, cells, reporter } = await readSheet(odsOf(tables))
    expect([sheet, cells.get('1:0')?.text]).toEqual(["It's #1", 'own'])
    expect(reporter.notes.join('\n')).not.toContain('Sheet1')
  })

  test('have no result if a formula has no value', async () => {
    expect((await one(cell('table:formula="of:=1+1"')))?.kind).toBe(CellKind.uncached)
    const typed = cell('table:formula="of:=1+1" calcext:value-type="float"', '<text:p/>')
    expect((await one(typed))?.kind).toBe(CellKind.uncached)
    const empty = cell('table:formula="of:=T(1)" office:value-type="string"', '<text:p/>')
    expect(await rowsOf(row(empty + string('<text:p>a</text:p>')))).toEqual([['a']])
  })

  test('are repeated as often as they say, and empty repeats cost nothing', async () => {
    const rows =
      row(
        cell('table:number-columns-repeated="2"') +
          cell('table:number-columns-repeated="3" office:value-type="float" office:value="7"', '<text:p>7</text:p>'),
      ) +
      row(cell('table:number-columns-repeated="16384"'), ' table:number-rows-repeated="4"') +
      row(
        string('<text:p>a</text:p>') + cell('table:number-columns-repeated="16383"'),
        ' table:number-rows-repeated="3"',
      ) +
      row(cell('table:number-columns-repeated="16384"'), ' table:number-rows-repeated="1048568"')
    const { cells } = await readSheet(odsOf(table(rows)))
    expect([...cells].map(([at, { text }]) => `${at}=${text}`)).toEqual([
      '1:2=7',
      '1:3=7',
      '1:4=7',
      '6:0=a',
      '7:0=a',
      '8:0=a',
    ])
  })

  test('repeat codes filled with zeros as they are shown', async () => {
    const filled = 'table:number-columns-repeated="2" office:value-type="float" office:value="7"'
    expect(await rowsOf(row(cell(filled, '<text:p>007</text:p>')))).toEqual([['007', '007']])
  })

  test('are complete in a row that is repeated past the size of a batch', async () => {
    const { cells } = await readSheet(
      odsOf(
        table(
          row(string('<text:p>a</text:p>'), ' table:number-rows-repeated="20000"') +
            row(string('<text:p>end</text:p>')),
        ),
      ),
    )
    expect(cells.size).toBe(20_001)
    expect(cells.get('20000:0')?.text).toBe('a')
    expect(cells.get('20001:0')?.text).toBe('end')
  })

  test('lose the blank margin in every batch of a repeated row', async () => {
    const { cells } = await readSheet(
      odsOf(
        table(
          row(cell('') + string('<text:p>a</text:p>'), ' table:number-rows-repeated="20000"') +
            row(cell('') + string('<text:p>end</text:p>')),
        ),
      ),
    )
    expect(cells.size).toBe(20_001)
    expect([...cells.keys()].filter((at) => !at.endsWith(':0'))).toEqual([])
  })

  test('reject a row left of the table as often as it is repeated', async () => {
    const { reporter } = await readSheet(
      odsOf(
        table(
          row(cell('') + string('<text:p>a</text:p>'), ' table:number-rows-repeated="9000"') +
            row(string('<text:p>left</text:p>'), ' table:number-rows-repeated="3"') +
            row(cell('') + string('<text:p>end</text:p>')),
        ),
      ),
    )
    expect(reporter.rejectedByReader).toBe(3)
    expect(reporter.problems.map(({ row: at }) => at)).toEqual([9001, 9002, 9003])
  })

  test('include header rows and groups of rows, but not earlier contents of tracked changes', async () => {
    const tables = `<table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell><text:p>old</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>${table(
      `<table:table-header-rows>${row(string('<text:p>h</text:p>'))}</table:table-header-rows><table:table-row-group><table:table-row-group>${row(string('<text:p>v</text:p>'))}</table:table-row-group></table:table-row-group>`,
    )}`
    expect(textRows(await readSheet(odsOf(tables)))).toEqual([['h'], ['v']])
  })

  test('may have a tag of several MiB, which is skipped, as LibreOffice writes for the ranges of a consolidation', async () => {
    const ranges = '&apos;ADMIN > Reports 2019_20&apos;.A1:.C15 '.repeat(70_000)
    const list = `<table:consolidation table:function="sum" table:source-cell-range-addresses='${ranges}'/>`
    const file = odsOf(table(row(string('<text:p>a</text:p>'))) + list)
    expect(textRows(await readSheet(file, { chunkBytes: 999 }))).toEqual([['a']])
  })

  test('do not include the table of a chart', async () => {
    const chart = `<table:shapes><draw:frame xmlns:draw="d"><draw:object><office:document><table:table table:name="local-table">${row(string('<text:p>Column B</text:p>'))}</table:table></office:document></draw:object></draw:frame></table:shapes>`
    expect(await rowsOf(chart + row(string('<text:p>h</text:p>')) + row(string('<text:p>v</text:p>')))).toEqual([
      ['h'],
      ['v'],
    ])
  })

  test('have a note about merged cells, hidden rows and hidden columns', async () => {
    const rows =
      '<table:table-column table:visibility="collapse"/>' +
      row(
        cell(
          'office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="1"',
          '<text:p>m</text:p>',
        ) + '<table:covered-table-cell/>',
      ) +
      row(string('<text:p>a</text:p>'), ' table:visibility="filter"')
    const { reporter } = await readSheet(odsOf(table(rows)))
    expect(reporter.notes.join('\n')).toContain('The sheet has 1 merged range. Its value is in its first cell.')
    expect(reporter.notes.join('\n')).toContain('1 row is hidden in the sheet. It was converted like the others.')
    expect(reporter.notes.join('\n')).toMatch(/Hidden columns/)
  })
})

test('an OpenOffice 2 or 3 package names the document type in its list', async () => {
  const list =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">\n<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
  const parts = unzipSync(odsOf(table(row(string('<text:p>a</text:p>')))))
  const file = zipSync({ ...parts, 'META-INF/manifest.xml': strToU8(list) })
  expect(textRows(await readSheet(file))).toEqual([['a']])
})

test('a package with a protected macro library has readable sheets', async () => {
  const list =
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="Basic/Protected/Module1.xml" manifest:media-type="text/xml" manifest:size="581"><manifest:encryption-data manifest:checksum="6aCy"/></manifest:file-entry><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
  const parts = unzipSync(odsOf(table(row(string('<text:p>a</text:p>')))))
  const file = zipSync({ ...parts, 'META-INF/manifest.xml': strToU8(list) })
  expect(textRows(await readSheet(file))).toEqual([['a']])
})

test('a package that contains an encrypted one is protected as a whole', async () => {
  const list =
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="encrypted-package" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
  const { mimetype } = unzipSync(odsOf(''))
  const file = zipSync({
    mimetype: mimetype ?? new Uint8Array(0),
    'META-INF/manifest.xml': strToU8(list),
    'encrypted-package': new Uint8Array(64),
  })
  await expect(readSheet(file)).rejects.toMatchObject({ code: 'encrypted_file' })
})
