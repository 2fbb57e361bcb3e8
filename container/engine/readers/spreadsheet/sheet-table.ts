import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import { readRelations } from './office-package.ts'
import type { TableRange } from './sheet-rows.ts'
import type { SheetOptions } from './workbook.ts'

/** A table object (ListObject): the range that its user made a table, with its header and totals rows. */
export interface TableObject {
  readonly name: string
  readonly reference: string
  readonly hasHeader: boolean
  /** Without the totals row. */
  readonly range: TableRange
}

const tablesMax = 20

/** The one table object of a sheet says where the table is, unless the user names another row. */
export async function sheetTable(
  zip: ZipArchive,
  sheetPart: string,
  readTable: (zip: ZipArchive, entry: ZipEntry) => Promise<TableObject | null>,
  { reporter, headerRow }: SheetOptions,
): Promise<{ readonly range: TableRange; readonly headerRow: number } | null> {
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
