import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { BinaryCells } from '../spreadsheet/binary-cells.ts'
import { openPackageWorkbook, type PackageFormat } from '../spreadsheet/package-workbook.ts'
import { CellStyles, type SheetParts } from '../spreadsheet/sheet-parts.ts'
import { sheetRowsMax, type TableRange } from '../spreadsheet/references.ts'
import type { SheetRows } from '../spreadsheet/sheet-rows.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import type { SheetOptions, Workbook } from '../spreadsheet/workbook.ts'
import { readComments } from './comments.ts'
import { definedNames } from './defined-names.ts'
import { RecordCells } from './record-cells.ts'
import { BinaryRecords, Brt, recordsOf } from './records.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readTable } from './table-object.ts'
import { decodeText } from './text.ts'

const stylesMax = 1 << 20

/** Opens a workbook whose parts are binary records instead of XML. */
export const openXlsb = (zip: ZipArchive, part: string): Promise<Workbook> => openPackageWorkbook(zip, part, xlsb)

const xlsb: PackageFormat<SheetParts> = {
  format: 'xlsb',
  async listSheets(zip, workbook, add) {
    let is1904 = false
    for await (const records of recordsOf(zip.chunks(workbook))) {
      if (records.type === Brt.workbookProperties) is1904 = (records.u8(0) & 1) === 1
      if (records.type !== Brt.bundledSheet) continue
      const id = records.text(8)
      const name = decodeText(records.bytes, records.text(id.end - records.start))
      add({ name, isHidden: records.u32(0) !== 0, relationId: decodeText(records.bytes, id) })
    }
    return is1904
  },
  async readParts(zip, partOf, is1904, accelerator) {
    const shared = partOf('sharedStrings')
    const styles = partOf('styles')
    return {
      strings: shared === null ? new StringArena() : await readSharedStrings(zip.chunks(shared), accelerator),
      styles: styles === null ? new CellStyles() : await readStyles(zip.chunks(styles)),
      is1904,
    }
  },
  readTable,
  readComments,
  dimension,
  definedNames,
  batches: sheetBatches,
}

async function readStyles(chunks: AsyncIterable<Uint8Array>): Promise<CellStyles> {
  const codes = new Map<number, string>()
  const styles = new CellStyles()
  let isInCellStyles = false
  for await (const records of recordsOf(chunks)) {
    const { type } = records
    if (type === Brt.format) codes.set(records.u16(0), decodeText(records.bytes, records.text(2)))
    else if (type === Brt.beginCellStyles) isInCellStyles = true
    else if (type === Brt.endCellStyles) isInCellStyles = false
    else if (type === Brt.style && isInCellStyles && styles.shapes.length < stylesMax)
      styles.add(records.u16(2), codes.get(records.u16(2)))
  }
  return styles
}

export async function* sheetBatches(
  chunks: AsyncIterable<Uint8Array>,
  rows: SheetRows,
  parts: SheetParts,
  { reporter, accelerator }: SheetOptions,
): AsyncIterable<RowBatch> {
  const records = new BinaryRecords(chunks, accelerator?.markup)
  const cells = new BinaryCells(rows, parts)
  const plainRows = accelerator?.binaryRows({ rows, cells, parts, format: { kind: 'xlsb' } }) ?? null
  const recordCells = new RecordCells(cells)
  /** The row counts from 1, and is 0 before the first one. */
  let row = 0
  try {
    do {
      while (records.next()) {
        if (records.type !== Brt.rowHeader) {
          recordCells.add(records)
          continue
        }
        if (row > 0) rows.endRow(row)
        if (rows.isFull) yield* rows.handOver()
        if (plainRows?.take(records) === true) {
          row = 0
          continue
        }
        row = records.u32(0) + 1
        if (row > sheetRowsMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.lastRow)
        recordCells.startRow(records)
      }
    } while (await records.fill())
    if (row > 0) rows.endRow(row)
    yield* rows.handOver()
  } catch (error) {
    throw rows.failure(error)
  } finally {
    await records.close()
  }
  cells.finish(reporter)
}

async function dimension(chunks: AsyncIterable<Uint8Array>): Promise<TableRange | null> {
  for await (const records of recordsOf(chunks)) {
    if (records.type === Brt.rowHeader) return null
    if (records.type !== Brt.dimension) continue
    const [firstRow, lastRow, firstColumn, lastColumn] = [0, 4, 8, 12].map((at) => records.u32(at)) as [
      number,
      number,
      number,
      number,
    ]
    return { firstRow: firstRow + 1, lastRow: lastRow + 1, firstColumn, lastColumn }
  }
  return null
}
