import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { EngineFailure } from '../../failure.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { WorkbookAccelerator } from './workbook-accelerator.ts'
import { Reporter } from '../../report/reporter.ts'
import type { CellAnnotations } from './cell-annotations.ts'
import { externalTargets, readRelations, type Relation } from './office-package.ts'
import { SheetRows } from './sheet-rows.ts'
import { placeInBook, type TableRange, wholeSheet } from './references.ts'
import { type ReadTable, sheetTable, tablesOfSheet } from './sheet-table.ts'
import type { NamedCells, OpenedSheet, SheetInfo, SheetOptions, Workbook } from './workbook.ts'

const sheetsMax = 10_000

/** A sheet in the list of the workbook part. The relation's target is the part with its cells. */
export interface ListedSheet extends SheetInfo {
  readonly relationId: string
}

/** The differences between packages of XML parts and packages of binary parts. */
export interface PackageFormat<Parts> {
  readonly format: 'xlsx' | 'xlsb'
  /** Lists the sheets of the workbook part in order. Returns true if its dates count from 1904. */
  listSheets(zip: ZipArchive, workbook: ZipEntry, add: (sheet: ListedSheet) => void): Promise<boolean>
  /** Reads shared strings and styles. `partOf` returns a part by the type of its relation. */
  readParts(
    zip: ZipArchive,
    partOf: (type: string) => ZipEntry | null,
    is1904: boolean,
    accelerator: WorkbookAccelerator | null,
  ): Promise<Parts>
  readonly readTable: ReadTable
  readComments(chunks: AsyncIterable<Uint8Array>, annotations: CellAnnotations): Promise<void>
  /** Returns the used range that the sheet declares before its rows, or null if it declares none. */
  dimension(chunks: AsyncIterable<Uint8Array>): Promise<TableRange | null>
  /** Returns the named ranges. Their references have the same syntax as in formulas. */
  definedNames(zip: ZipArchive, workbook: ZipEntry): Promise<readonly DefinedName[]>
  batches(
    chunks: AsyncIterable<Uint8Array>,
    rows: SheetRows,
    parts: Parts,
    options: SheetOptions,
  ): AsyncIterable<RowBatch>
}

export interface DefinedName {
  readonly name: string
  /** `Sheet1!$B$3:$F$200` */
  readonly reference: string
}

interface SheetEntry extends SheetInfo {
  readonly part: string
}

/** Reads the small parts immediately. Shared strings and styles are read together with the first sheet. */
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
      throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noSheetPart(sheet?.name ?? ''))
    }
    parts ??= await format.readParts(zip, partOf, is1904, options.accelerator)
    const opened = parts
    const extent = {
      dimension: () => format.dimension(zip.chunks(entry)),
      rows: () => {
        const silent = { ...options, reporter: new Reporter() }
        const all = new SheetRows(silent.reporter, options.accelerator, { range: wholeSheet })
        return format.batches(zip.chunks(entry), all, opened, silent)
      },
    }
    const table = await sheetTable(await tablesOfSheet(zip, sheet.part, format.readTable), options, extent)
    const rows = new SheetRows(options.reporter, options.accelerator, {
      range: options.range ?? table?.range ?? null,
      skipHidden: options.skipHidden ?? false,
      ...(options.added === undefined ? {} : { added: options.added }),
    })
    await readAnnotations(zip, sheet.part, format, rows.annotations)
    return {
      headerRow: table?.headerRow ?? null,
      layout: () => rows.layout,
      batches: () => format.batches(zip.chunks(entry), rows, opened, options),
    }
  }
  const namedCells = async (): Promise<NamedCells[]> => {
    const named = await namedRanges(zip, part, format)
    for (const sheet of sheets) {
      const { tables } = await tablesOfSheet(zip, sheet.part, format.readTable)
      named.push(
        ...tables.map(({ name, range, hasHeader }) => ({
          name,
          sheet: sheet.name,
          range,
          headerRow: hasHeader ? range.firstRow : null,
        })),
      )
    }
    return named
  }
  return { format: format.format, sheets, openSheet, namedCells, bytesRead: () => zip.bytesRead }
}

/** Comments are in a separate part. The URLs of hyperlinks are among the relations of the sheet. */
async function readAnnotations<Parts>(
  zip: ZipArchive,
  sheetPart: string,
  format: PackageFormat<Parts>,
  annotations: CellAnnotations,
): Promise<void> {
  annotations.targets = await externalTargets(zip, sheetPart)
  for (const { type, target } of await readRelations(zip, sheetPart)) {
    const entry = type === 'comments' ? zip.find(target) : null
    if (entry !== null) await format.readComments(zip.chunks(entry), annotations)
  }
}

async function namedRanges<Parts>(zip: ZipArchive, part: string, format: PackageFormat<Parts>): Promise<NamedCells[]> {
  const entry = zip.find(part)
  const names = entry === null ? [] : await format.definedNames(zip, entry)
  return names.flatMap(({ name, reference }) => {
    const place = placeInBook(reference)
    return place === null ? [] : [{ name, ...place, headerRow: null }]
  })
}

async function readSheetList<Parts>(
  zip: ZipArchive,
  part: string,
  relations: readonly Relation[],
  format: PackageFormat<Parts>,
): Promise<{ sheets: SheetEntry[]; is1904: boolean }> {
  const entry = zip.find(part)
  if (entry === null) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noWorkbookPart)
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: SheetEntry[] = []
  const is1904 = await format.listSheets(zip, entry, ({ relationId, name, isHidden }) => {
    const relation = byId.get(relationId)
    if (relation?.type !== 'worksheet') return
    if (sheets.length === sheetsMax)
      throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.manySheets(sheetsMax))
    sheets.push({ name: name === '' ? `Sheet${sheets.length + 1}` : name, isHidden, part: relation.target })
  })
  return { sheets, is1904 }
}
