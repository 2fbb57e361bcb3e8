import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
import { Zip, ZipDeflate } from 'fflate'
import { columns, dataFolder, row } from './data.ts'
import { xlsStream } from './xls-stream.ts'
import { sheetRecords, stringRecords, styleRecords, workbookRecords } from './xlsb-parts.ts'

export type WorkbookFormat = 'xlsx' | 'xlsx-inline' | 'xlsb' | 'xls' | 'ods'

/** The maximum number of rows below the header in this format. */
const biff8RowsMax = 65_535

export const rowsIn = (format: WorkbookFormat, rows: number): number =>
  format === 'xls' ? Math.min(rows, biff8RowsMax) : rows

/** Creates a workbook of the benchmark's table with one more column, once, and keeps it. */
export function workbook(format: WorkbookFormat, rows: number): string {
  mkdirSync(dataFolder, { recursive: true })
  const extension = format === 'xlsx-inline' ? 'inline.xlsx' : format
  const path = join(dataFolder, `customers-${rows}.${extension}`)
  if (existsSync(path)) return path
  if (format === 'xlsx' || format === 'xlsx-inline') writeXlsx(`${path}.new`, rows, format === 'xlsx')
  else if (format === 'xlsb') writeXlsb(`${path}.new`, rows)
  else if (format === 'xls') writeXls(`${path}.new`, rowsIn(format, rows))
  else writeOds(`${path}.new`, rows)
  renameSync(`${path}.new`, path)
  return path
}

/** Writes an xls file. SheetJS stores every string separately, but Excel shares them. */
function writeXls(path: string, rows: number): void {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Workbook', xlsStream('Customers', tableRows(rows)))
  writeFileSync(path, CFB.write(file, { type: 'buffer' }) as Buffer)
}

function writeOds(path: string, rows: number): void {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([...tableRows(rows)]), 'Customers')
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'ods', compression: true }) as Buffer)
}

function cellsOf(index: number): (string | number | boolean)[] {
  const values = row(index)
  return values
    .map((value, column) => ([0, 3, 7].includes(column) ? Number(value) : column === 5 ? value === 'true' : value))
    .concat(Number(values[3]) * Number(values[7]))
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes the parts of a package as streams, because a million rows do not fit into memory. */
class PackageFile {
  private readonly file: number
  private readonly zip: Zip

  constructor(path: string) {
    this.file = openSync(path, 'w')
    this.zip = new Zip((error, chunk) => {
      if (error) throw error
      writeSync(this.file, chunk)
    })
  }

  part(name: string, chunks: Iterable<string | Uint8Array>): void {
    const deflate = new ZipDeflate(name, { level: 6 })
    this.zip.add(deflate)
    const encoder = new TextEncoder()
    for (const chunk of chunks) deflate.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    deflate.push(new Uint8Array(0), true)
  }

  close(): void {
    this.zip.end()
    closeSync(this.file)
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const relationsXml = (relations: readonly (readonly [string, string])[]): string =>
  `${declaration}<Relationships xmlns="${packageTypes}/relationships">${relations.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relationTypes}/${type}" Target="${target}"/>`).join('')}</Relationships>`

/** Writes a workbook as Excel does: with shared strings, packed numbers, and no optional parts. */
function writeXlsb(path: string, rows: number): void {
  const strings = new Map<string, number>()
  const file = new PackageFile(path)
  const office = 'application/vnd.ms-excel'
  file.part('[Content_Types].xml', [
    `${declaration}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.bin" ContentType="${office}.sheet.binary.macroEnabled.main"/><Override PartName="/xl/worksheets/sheet1.bin" ContentType="${office}.worksheet"/><Override PartName="/xl/styles.bin" ContentType="${office}.styles"/><Override PartName="/xl/sharedStrings.bin" ContentType="${office}.sharedStrings"/></Types>`,
  ])
  file.part('_rels/.rels', [relationsXml([['officeDocument', 'xl/workbook.bin']])])
  file.part('xl/workbook.bin', workbookRecords('Customers'))
  file.part('xl/_rels/workbook.bin.rels', [
    relationsXml([
      ['worksheet', 'worksheets/sheet1.bin'],
      ['sharedStrings', 'sharedStrings.bin'],
      ['styles', 'styles.bin'],
    ]),
  ])
  file.part('xl/styles.bin', styleRecords())
  file.part('xl/worksheets/sheet1.bin', sheetRecords(tableRows(rows), strings))
  file.part('xl/sharedStrings.bin', stringRecords(strings.keys(), strings.size))
  file.close()
}

function* tableRows(rows: number): Iterable<(string | number | boolean)[]> {
  yield [...columns, 'total']
  for (let index = 0; index < rows; index++) yield cellsOf(index)
}

/** Writes an xlsx file with only the parts that Excel requires. */
function writeXlsx(path: string, rows: number, shared: boolean): void {
  const file = new PackageFile(path)
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
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  file.part('[Content_Types].xml', [
    `${declaration}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  ])
  file.part('_rels/.rels', [relationsXml([['officeDocument', 'xl/workbook.xml']])])
  file.part('xl/workbook.xml', [
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationTypes}"><sheets><sheet name="Customers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ])
  file.part('xl/_rels/workbook.xml.rels', [
    relationsXml([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ])
  file.part('xl/worksheets/sheet1.xml', sheetParts())
  file.part('xl/sharedStrings.xml', stringParts())
  file.close()

  function* sheetParts(): Iterable<string> {
    yield `${declaration}<worksheet xmlns="${main}"><sheetData>${sheetRow([...columns, 'total'], 1)}`
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
    yield `${declaration}<sst xmlns="${main}" count="${strings.size}" uniqueCount="${strings.size}">`
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
