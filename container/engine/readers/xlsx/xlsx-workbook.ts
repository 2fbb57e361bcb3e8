import type { ZipArchive } from '../../bytes/zip-archive.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import { openPackageWorkbook, type PackageFormat } from '../spreadsheet/package-workbook.ts'
import type { Workbook } from '../spreadsheet/workbook.ts'
import type { SheetParts } from '../spreadsheet/sheet-parts.ts'
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
      // Extensions have properties of the same name, which say nothing of dates.
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
  async readParts(zip, partOf, is1904, kernel) {
    const strings = await readSharedStrings(zip, partOf('sharedStrings'), kernel)
    return { strings, styles: await readStyles(zip, partOf('styles')), is1904 }
  },
  readTable,
  batches: sheetBatches,
}
