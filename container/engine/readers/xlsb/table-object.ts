import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { columnLetters, columnsMax } from '../spreadsheet/references.ts'
import type { TableObject } from '../spreadsheet/sheet-table.ts'
import { Brt, recordsOf } from './records.ts'
import { decodeText } from './text.ts'

const nameAt = 64

/** Reads a table object from its part: its range, the number of its header and totals rows, and its two names. */
export async function readTable(zip: ZipArchive, entry: ZipEntry): Promise<TableObject | null> {
  for await (const records of recordsOf(zip.chunks(entry))) {
    if (records.type !== Brt.beginList) continue
    const [firstRow, lastRow, firstColumn, lastColumn] = [0, 4, 8, 12].map((at) => records.u32(at)) as [
      number,
      number,
      number,
      number,
    ]
    const [headerRows, totalsRows] = [records.u32(24), records.u32(28)]
    if (firstRow > lastRow || firstColumn > lastColumn || lastColumn >= columnsMax) return null
    const name = records.text(nameAt)
    const displayName = decodeText(records.bytes, records.text(name.end - records.start))
    return {
      name: displayName === '' ? decodeText(records.bytes, name) : displayName,
      reference: `${columnLetters(firstColumn)}${firstRow + 1}:${columnLetters(lastColumn)}${lastRow + 1}`,
      hasHeader: headerRows > 0,
      range: { firstRow: firstRow + 1, lastRow: lastRow + 1 - totalsRows, firstColumn, lastColumn },
      lastRow: lastRow + 1,
    }
  }
  return null
}
