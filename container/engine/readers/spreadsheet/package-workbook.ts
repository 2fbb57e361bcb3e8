import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { EngineFailure } from '../../failure.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readRelations, type Relation } from './office-package.ts'
import { SheetRows } from './sheet-rows.ts'
import { sheetTable, type TableObject } from './sheet-table.ts'
import type { OpenedSheet, SheetInfo, SheetOptions, Workbook } from './workbook.ts'

const sheetsMax = 10_000

/** A sheet as the workbook part lists it; its part is the target of the relation. */
export interface ListedSheet extends SheetInfo {
  readonly relationId: string
}

/** What differs between packages of XML and of binary records. */
export interface PackageFormat<Parts> {
  readonly format: 'xlsx' | 'xlsb'
  /** The sheets of the workbook part in their order; answers whether its dates count from 1904. */
  listSheets(zip: ZipArchive, workbook: ZipEntry, add: (sheet: ListedSheet) => void): Promise<boolean>
  /** Shared strings and styles, by the relation types of their parts. */
  readParts(
    zip: ZipArchive,
    partOf: (type: string) => ZipEntry | null,
    is1904: boolean,
    kernel: Kernel | null,
  ): Promise<Parts>
  readonly readTable: (zip: ZipArchive, entry: ZipEntry) => Promise<TableObject | null>
  batches(
    chunks: AsyncIterable<Uint8Array>,
    rows: SheetRows,
    parts: Parts,
    options: SheetOptions,
  ): AsyncIterable<RowBatch>
}

interface SheetEntry extends SheetInfo {
  readonly part: string
}

/** The small parts are read at once; shared strings and styles when the first sheet is. */
export async function openPackageWorkbook<Parts>(
  zip: ZipArchive,
  part: string,
  format: PackageFormat<Parts>,
): Promise<Workbook> {
  const relations = await readRelations(zip, part)
  const { sheets, is1904 } = await readSheetList(zip, part, relations, format)
  const partOf = (type: string): ZipEntry | null => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target === undefined ? null : zip.find(target)
  }
  let parts: Parts | null = null
  const openSheet = async (index: number, options: SheetOptions): Promise<OpenedSheet> => {
    const sheet = sheets[index]
    const entry = sheet === undefined ? null : zip.find(sheet.part)
    if (sheet === undefined || entry === null) {
      throw new EngineFailure('corrupt_file', `The part of the sheet "${sheet?.name ?? ''}" is missing.`)
    }
    const table = await sheetTable(zip, sheet.part, format.readTable, options)
    parts ??= await format.readParts(zip, partOf, is1904, options.kernel)
    const opened = parts
    const rows = new SheetRows(options.reporter, options.kernel, table?.range ?? null)
    return {
      headerRow: table?.headerRow ?? null,
      layout: () => rows.layout,
      batches: () => format.batches(zip.chunks(entry), rows, opened, options),
    }
  }
  return { format: format.format, sheets, openSheet, bytesRead: () => zip.bytesRead }
}

async function readSheetList<Parts>(
  zip: ZipArchive,
  part: string,
  relations: readonly Relation[],
  format: PackageFormat<Parts>,
): Promise<{ sheets: SheetEntry[]; is1904: boolean }> {
  const entry = zip.find(part)
  if (entry === null) throw new EngineFailure('corrupt_file', 'The package has no workbook part.')
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: SheetEntry[] = []
  const is1904 = await format.listSheets(zip, entry, ({ relationId, name, isHidden }) => {
    const relation = byId.get(relationId)
    if (relation?.type !== 'worksheet') return
    if (sheets.length === sheetsMax)
      throw new EngineFailure('corrupt_file', `The workbook has more than ${sheetsMax} sheets.`)
    sheets.push({ name: name === '' ? `Sheet${sheets.length + 1}` : name, isHidden, part: relation.target })
  })
  return { sheets, is1904 }
}
