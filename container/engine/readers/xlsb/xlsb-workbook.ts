import type { ZipArchive, ZipEntry } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { BinaryCells, type BinaryParts, BinaryStyles } from '../spreadsheet/binary-cells.ts'
import { readRelations, type Relation } from '../spreadsheet/office-package.ts'
import { SheetRows } from '../spreadsheet/sheet-rows.ts'
import { sheetTable } from '../spreadsheet/sheet-table.ts'
import { StringArena } from '../spreadsheet/string-arena.ts'
import type { OpenedSheet, SheetInfo, SheetOptions, Workbook } from '../spreadsheet/workbook.ts'
import { RecordCells } from './record-cells.ts'
import { BinaryRecords, Brt, recordsOf } from './records.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readTable } from './table-object.ts'
import { decodeText } from './text.ts'

const sheetsMax = 10_000
const stylesMax = 1 << 20
const rowsMax = 1_048_576

interface SheetEntry extends SheetInfo {
  readonly part: string
}

/** A workbook whose parts are records instead of XML. Shared strings and styles are read when the first sheet is. */
export async function openXlsb(zip: ZipArchive, part: string): Promise<Workbook> {
  const relations = await readRelations(zip, part)
  const { sheets, is1904 } = await readSheetList(zip, part, relations)
  const partOf = (type: string): ZipEntry | null => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target === undefined ? null : zip.find(target)
  }
  let parts: BinaryParts | null = null
  const openSheet = async (index: number, options: SheetOptions): Promise<OpenedSheet> => {
    const sheet = sheets[index]
    const entry = sheet === undefined ? null : zip.find(sheet.part)
    if (sheet === undefined || entry === null) {
      throw new EngineFailure('corrupt_file', `The part of the sheet "${sheet?.name ?? ''}" is missing.`)
    }
    const table = await sheetTable(zip, sheet.part, readTable, options)
    const shared = partOf('sharedStrings')
    const styles = partOf('styles')
    parts ??= {
      strings: shared === null ? new StringArena() : await readSharedStrings(zip.chunks(shared)),
      styles: styles === null ? new BinaryStyles() : await readStyles(zip.chunks(styles)),
      is1904,
    }
    const opened = parts
    const rows = new SheetRows(options.reporter, table?.range ?? null)
    return {
      headerRow: table?.headerRow ?? null,
      batches: () => sheetBatches(zip.chunks(entry), rows, opened, options),
    }
  }
  return { format: 'xlsb', sheets, openSheet, bytesRead: () => zip.bytesRead }
}

async function readSheetList(
  zip: ZipArchive,
  part: string,
  relations: readonly Relation[],
): Promise<{ sheets: SheetEntry[]; is1904: boolean }> {
  const entry = zip.find(part)
  if (entry === null) throw new EngineFailure('corrupt_file', 'The package has no workbook part.')
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: SheetEntry[] = []
  let is1904 = false
  for await (const records of recordsOf(zip.chunks(entry))) {
    if (records.type === Brt.workbookProperties) is1904 = (records.u8(0) & 1) === 1
    if (records.type !== Brt.bundledSheet || sheets.length >= sheetsMax) continue
    const id = records.text(8)
    const relation = byId.get(decodeText(records.bytes, id))
    if (relation?.type !== 'worksheet') continue
    const name = decodeText(records.bytes, records.text(id.end - records.start))
    sheets.push({ name, isHidden: records.u32(0) !== 0, part: relation.target })
  }
  return { sheets, is1904 }
}

async function readStyles(chunks: AsyncIterable<Uint8Array>): Promise<BinaryStyles> {
  const codes = new Map<number, string>()
  const styles = new BinaryStyles()
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

async function* sheetBatches(
  chunks: AsyncIterable<Uint8Array>,
  rows: SheetRows,
  parts: BinaryParts,
  { reporter }: SheetOptions,
): AsyncIterable<RowBatch> {
  const records = new BinaryRecords(chunks)
  const cells = new BinaryCells(rows, parts)
  const recordCells = new RecordCells(cells)
  /** From 1; 0 before the first row. */
  let row = 0
  try {
    do {
      while (records.next()) {
        if (records.type !== Brt.rowHeader) {
          recordCells.add(records)
          continue
        }
        if (row > 0) rows.endRow(row)
        if (rows.isFull) yield* finished(rows)
        row = records.u32(0) + 1
        if (row > rowsMax) throw new EngineFailure('corrupt_file', 'A row stands below the last one of a sheet.')
        recordCells.startRow(records)
      }
    } while (await records.fill())
    if (row > 0) rows.endRow(row)
    yield* finished(rows)
  } catch (error) {
    throw rows.failure(error)
  } finally {
    await records.close()
  }
  cells.finish(reporter)
}

function* finished(rows: SheetRows): Iterable<RowBatch> {
  const batch = rows.take()
  if (batch !== null) yield batch
  rows.batch.clear()
}
