import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import { rangeOfReference } from '../spreadsheet/references.ts'
import type { TableObject } from '../spreadsheet/sheet-table.ts'

export async function readTable(zip: ZipArchive, entry: ZipEntry): Promise<TableObject | null> {
  let table: TableObject | null = null
  await eachTag(zip, entry, (xml) => {
    if (table !== null || xml.name() !== 'table') return
    const reference = xml.attribute('ref') ?? ''
    const range = rangeOfReference(reference)
    if (range === null) return
    const totals = Number(xml.attribute('totalsRowCount') ?? 0)
    table = {
      name: xml.attribute('displayName') ?? xml.attribute('name') ?? '',
      reference,
      hasHeader: xml.attribute('headerRowCount') !== '0',
      range: { ...range, lastRow: range.lastRow - totals },
      lastRow: range.lastRow,
    }
  })
  return table
}
