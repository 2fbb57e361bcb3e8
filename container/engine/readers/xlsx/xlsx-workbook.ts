import type { ZipArchive, ZipEntry } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import { eachTag, readRelations, type Relation } from '../spreadsheet/office-package.ts'
import { SheetRows } from '../spreadsheet/sheet-rows.ts'
import { sheetTable } from '../spreadsheet/sheet-table.ts'
import type { OpenedSheet, SheetInfo, SheetOptions, Workbook } from '../spreadsheet/workbook.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readStyles } from './styles.ts'
import { readTable } from './table-object.ts'
import type { SheetParts } from './cell-values.ts'
import { sheetBatches } from './worksheet.ts'

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
    const table = await sheetTable(zip, sheet.part, readTable, options)
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
