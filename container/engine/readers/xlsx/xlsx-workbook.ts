import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import { type DefinedName, openPackageWorkbook, type PackageFormat } from '../spreadsheet/package-workbook.ts'
import type { Workbook } from '../spreadsheet/workbook.ts'
import type { SheetParts } from '../spreadsheet/sheet-parts.ts'
import { type TableRange, rangeOfReference } from '../spreadsheet/references.ts'
import { xmlAsUtf8 } from '../xml/xml-chunks.ts'
import { XmlScanner, XmlToken } from '../xml/xml-scanner.ts'
import { readComments } from './comments.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readStyles } from './styles.ts'
import { readTable } from './table-object.ts'
import { sheetBatches } from './worksheet.ts'

export const openXlsx = (zip: ZipArchive, part: string): Promise<Workbook> => openPackageWorkbook(zip, part, xlsx)

const xlsx: PackageFormat<SheetParts> = {
  format: 'xlsx',
  async listSheets(zip, workbook, add) {
    let is1904 = false
    await eachTag(zip, workbook, (xml) => {
      const name = xml.name()
      // Extensions use the same name for properties unrelated to dates.
      if (name === 'workbookPr') is1904 ||= /^(?:1|true|on)$/.test(xml.attribute('date1904') ?? '')
      if (name !== 'sheet') return
      const state = xml.attribute('state')
      add({
        name: xml.attribute('name') ?? '',
        isHidden: state === 'hidden' || state === 'veryHidden',
        relationId: xml.attribute('id') ?? '',
      })
    })
    return is1904
  },
  async readParts(zip, partOf, is1904, accelerator) {
    const strings = await readSharedStrings(zip, partOf('sharedStrings'), accelerator)
    return { strings, styles: await readStyles(zip, partOf('styles')), is1904 }
  },
  readTable,
  readComments,
  dimension,
  definedNames,
  batches: sheetBatches,
}

async function dimension(chunks: AsyncIterable<Uint8Array>): Promise<TableRange | null> {
  const xml = new XmlScanner(xmlAsUtf8(chunks).chunks)
  try {
    for (;;) {
      const token = xml.next()
      if (token === XmlToken.end) return null
      if (token === XmlToken.starved) await xml.fill()
      else if (token === XmlToken.open && xml.name() === 'dimension')
        return rangeOfReference(xml.attribute('ref') ?? '')
      else if (token === XmlToken.open && xml.name() === 'sheetData') return null
    }
  } finally {
    await xml.close()
  }
}

async function definedNames(zip: ZipArchive, workbook: ZipEntry): Promise<DefinedName[]> {
  const xml = new XmlScanner(xmlAsUtf8(zip.chunks(workbook)).chunks)
  const names: { name: string; reference: string }[] = []
  let open: { name: string; reference: string } | null = null
  try {
    for (let token = xml.next(); token !== XmlToken.end; token = xml.next()) {
      if (token === XmlToken.starved) await xml.fill()
      else if (token === XmlToken.open)
        open = xml.name() === 'definedName' ? { name: xml.attribute('name') ?? '', reference: '' } : null
      else if (token === XmlToken.text && open !== null) open.reference += xml.text()
      else if (token === XmlToken.close && open !== null) {
        names.push(open)
        open = null
      }
    }
  } finally {
    await xml.close()
  }
  return names
}
