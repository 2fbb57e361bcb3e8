import type { ZipArchive, ZipEntry } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import { eachTag, readRelations, type Relation } from '../spreadsheet/office-package.ts'
import { SheetRows, type TableRange } from '../spreadsheet/sheet-rows.ts'
import type { OpenedSheet, SheetInfo, SheetOptions, Workbook } from '../spreadsheet/workbook.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readStyles } from './styles.ts'
import { readTable, type TableObject } from './table-object.ts'
import type { SheetParts } from './cell-values.ts'
import { sheetBatches } from './worksheet.ts'

const tablesMax = 20
const sheetsMax = 10_000

interface SheetEntry extends SheetInfo {
  readonly part: string
}

/** The small parts are read at once; shared strings and styles when the first sheet is. */
export async function openXlsx(zip: ZipArchive, part: string): Promise<Workbook> {
  const relations = await readRelations(zip, part)
  const { sheets, is1904 } = await readSheetList(zip, part, relations)
  const partOf = (type: string): ZipEntry | null => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target === undefined ? null : zip.find(target)
  }
  let parts: SheetParts | null = null
  const openSheet = async (index: number, options: SheetOptions): Promise<OpenedSheet> => {
    const sheet = sheets[index]
    const entry = sheet === undefined ? null : zip.find(sheet.part)
    if (sheet === undefined || entry === null) {
      throw new EngineFailure('corrupt_file', `The part of the sheet "${sheet?.name ?? ''}" is missing.`)
    }
    const table = await tableOf(zip, sheet.part, options)
    parts ??= {
      strings: await readSharedStrings(zip, partOf('sharedStrings')),
      styles: await readStyles(zip, partOf('styles')),
      is1904,
    }
    const opened = parts
    const rows = new SheetRows(options.reporter, table?.range ?? null)
    return {
      headerRow: table?.headerRow ?? null,
      batches: () => sheetBatches(zip.chunks(entry), rows, opened, options.reporter),
    }
  }
  return { format: 'xlsx', sheets, openSheet, bytesRead: () => zip.bytesRead }
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
  await eachTag(zip, entry, (xml) => {
    const name = xml.name()
    if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(xml.attribute('date1904') ?? '')
    if (name !== 'sheet') return
    const relation = byId.get(xml.attribute('id') ?? '')
    if (relation?.type !== 'worksheet') return
    if (sheets.length === sheetsMax)
      throw new EngineFailure('corrupt_file', `The workbook has more than ${sheetsMax} sheets.`)
    const state = xml.attribute('state')
    sheets.push({
      name: xml.attribute('name') ?? `Sheet${sheets.length + 1}`,
      isHidden: state === 'hidden' || state === 'veryHidden',
      part: relation.target,
    })
  })
  return { sheets, is1904 }
}

/** The one table object of a sheet says where the table is, unless the user names another row. */
async function tableOf(
  zip: ZipArchive,
  sheetPart: string,
  { reporter, headerRow }: SheetOptions,
): Promise<{ range: TableRange; headerRow: number } | null> {
  const targets = (await readRelations(zip, sheetPart)).filter((relation) => relation.type === 'table')
  const tables: TableObject[] = []
  for (const { target } of targets.slice(0, tablesMax)) {
    const entry = zip.find(target)
    const table = entry === null ? null : await readTable(zip, entry)
    if (table !== null) tables.push(table)
  }
  const [only] = tables
  if (targets.length > 1) {
    const names = tables.map((table) => `${table.name} (${table.reference})`).join(', ')
    reporter.note(`The sheet has ${targets.length} table objects, ${names}: it was read as a whole.`)
    return null
  }
  if (only === undefined || !only.hasHeader) return null
  if (headerRow !== null && headerRow !== only.range.firstRow) return null
  reporter.note(`The sheet names its table ${only.name} (${only.reference}): that was read.`)
  return { range: only.range, headerRow: only.range.firstRow }
}
