import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { eachTag } from '../spreadsheet/office-package.ts'
import type { TableObject } from '../spreadsheet/sheet-table.ts'

/** A table object from its part. */
export async function readTable(zip: ZipArchive, entry: ZipEntry): Promise<TableObject | null> {
  let table: TableObject | null = null
  await eachTag(zip, entry, (xml) => {
    if (table !== null || xml.name() !== 'table') return
    const reference = xml.attribute('ref') ?? ''
    const match = /^\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)$/.exec(reference)
    if (match === null) return
    const totals = Number(xml.attribute('totalsRowCount') ?? 0)
    table = {
      name: xml.attribute('displayName') ?? xml.attribute('name') ?? '',
      reference,
      hasHeader: xml.attribute('headerRowCount') !== '0',
      range: {
        firstRow: Number(match[2]),
        lastRow: Number(match[4]) - totals,
        firstColumn: columnIndex(match[1]),
        lastColumn: columnIndex(match[3]),
      },
    }
  })
  return table
}

function columnIndex(letters = ''): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
