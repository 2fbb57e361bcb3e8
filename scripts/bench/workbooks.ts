import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { Zip, ZipDeflate } from 'fflate'
import { columns, dataFolder, row } from './data.ts'

export type WorkbookFormat = 'xlsx' | 'xlsx-inline' | 'xlsb' | 'xls' | 'ods'

const biff8RowsMax = 65_000

/** A workbook of the benchmark's table with one more column, made once and kept. */
export function workbook(format: WorkbookFormat, rows: number): string {
  mkdirSync(dataFolder, { recursive: true })
  const extension = format === 'xlsx-inline' ? 'inline.xlsx' : format
  const path = join(dataFolder, `customers-${rows}.${extension}`)
  if (existsSync(path)) return path
  if (format === 'xlsx' || format === 'xlsx-inline') writeXlsx(`${path}.new`, rows, format === 'xlsx')
  else writeBySheetJs(`${path}.new`, format, format === 'xls' ? Math.min(rows, biff8RowsMax) : rows)
  renameSync(`${path}.new`, path)
  return path
}

function writeBySheetJs(path: string, format: 'xlsb' | 'xls' | 'ods', rows: number): void {
  const table: unknown[][] = [[...columns, 'total']]
  for (let index = 0; index < rows; index++) table.push(cellsOf(index))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Customers')
  writeFileSync(
    path,
    write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : format, compression: true }) as Buffer,
  )
}

function cellsOf(index: number): (string | number | boolean)[] {
  const values = row(index)
  return values
    .map((value, column) => ([0, 3, 7].includes(column) ? Number(value) : column === 5 ? value === 'true' : value))
    .concat(Number(values[3]) * Number(values[7]))
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Streamed: a million rows of a workbook fit nowhere else. Everything that Excel needs and nothing more. */
function writeXlsx(path: string, rows: number, shared: boolean): void {
  const file = openSync(path, 'w')
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    writeSync(file, chunk)
  })
  const strings = new Map<string, number>()
  const textCell = (at: string, value: string): string => {
    if (!shared) return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
    let index = strings.get(value)
    if (index === undefined) strings.set(value, (index = strings.size))
    return `<c r="${at}" t="s"><v>${index}</v></c>`
  }
  const sheetRow = (cells: readonly (string | number | boolean)[], number: number): string => {
    const xml = cells.map((cell, column) => {
      const at = `${String.fromCodePoint(65 + column)}${number}`
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
      if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
      return cell === '' ? '' : textCell(at, cell)
    })
    return `<row r="${number}">${xml.join('')}</row>`
  }
  const entry = (name: string, parts: Iterable<string>): void => {
    const deflate = new ZipDeflate(name, { level: 6 })
    zip.add(deflate)
    const encoder = new TextEncoder()
    for (const part of parts) deflate.push(encoder.encode(part))
    deflate.push(new Uint8Array(0), true)
  }
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
  entry('[Content_Types].xml', [
    `${xml}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  ])
  entry('_rels/.rels', [
    `${xml}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ])
  entry('xl/workbook.xml', [
    `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Customers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ])
  entry('xl/_rels/workbook.xml.rels', [
    `${xml}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  ])
  entry('xl/worksheets/sheet1.xml', sheetParts())
  entry('xl/sharedStrings.xml', stringParts())
  zip.end()
  closeSync(file)

  function* sheetParts(): Iterable<string> {
    yield `${xml}<worksheet xmlns="${main}"><sheetData>${sheetRow([...columns, 'total'], 1)}`
    let part = ''
    for (let index = 0; index < rows; index++) {
      part += sheetRow(cellsOf(index), index + 2)
      if (part.length > 1 << 20) {
        yield part
        part = ''
      }
    }
    yield `${part}</sheetData></worksheet>`
  }

  function* stringParts(): Iterable<string> {
    yield `${xml}<sst xmlns="${main}" count="${strings.size}" uniqueCount="${strings.size}">`
    let part = ''
    for (const text of strings.keys()) {
      part += `<si><t>${escapeXml(text)}</t></si>`
      if (part.length > 1 << 20) {
        yield part
        part = ''
      }
    }
    yield `${part}</sst>`
  }
}
