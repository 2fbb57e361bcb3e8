import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ZipArchive } from '../../bytes/zip-archive.ts'
import type { ZipEntry } from '../../bytes/zip-directory.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { CellKind } from '../../table/row-batch.ts'
import { readRelations } from './office-package.ts'
import type { TableRange } from './references.ts'
import type { SheetOptions } from './workbook.ts'

/** A table object (ListObject): a range that the user declared as a table, with a header and a totals row. */
export interface TableObject {
  readonly name: string
  readonly reference: string
  readonly hasHeader: boolean
  /** The range without the totals row. */
  readonly range: TableRange
  /** The last row, which may be a totals row. */
  readonly lastRow: number
}

const tablesMax = 20
/** Cells outside a table object are titles and notes if the table has this many times as many cells. */
const outsideShare = 4
/** A small table may have up to this many cells of notes around it. */
const notesMax = 20

export type ReadTable = (zip: ZipArchive, entry: ZipEntry) => Promise<TableObject | null>

/** Reads the table objects of a sheet where possible. `count` includes those that cannot be read. */
export async function tablesOfSheet(zip: ZipArchive, sheetPart: string, readTable: ReadTable) {
  const targets = (await readRelations(zip, sheetPart)).filter((relation) => relation.type === 'table')
  const tables: TableObject[] = []
  for (const { target } of targets.slice(0, tablesMax)) {
    const entry = zip.find(target)
    const table = entry === null ? null : await readTable(zip, entry)
    if (table !== null) tables.push(table)
  }
  return { tables, count: targets.length }
}

/** The evidence of whether a table object covers its sheet. */
interface SheetExtent {
  /** Returns the used range that the sheet declares, or null. */
  dimension(): Promise<TableRange | null>
  /** Returns the rows of the sheet, to be counted. Column 0 is column A. */
  rows(): AsyncIterable<RowBatch>
}

/**
 * Returns the table of a sheet with exactly one table object, unless the user names a row or cells. The object is
 * ignored if the sheet kept growing without it.
 */
export async function sheetTable(
  { tables, count }: Awaited<ReturnType<typeof tablesOfSheet>>,
  { reporter, headerRow, range }: SheetOptions,
  extent: SheetExtent,
): Promise<{ readonly range: TableRange; readonly headerRow: number } | null> {
  const [only] = tables
  if ((range ?? null) !== null || only === undefined) return null
  if (count > 1) {
    const names = tables.map((table) => `${table.name} (${table.reference})`).join(', ')
    reporter.note(workbookMessages.notes.tableObjects(count, names))
    return null
  }
  if (!only.hasHeader || (headerRow !== null && headerRow !== only.range.firstRow)) return null
  if (!(await covers(only, extent))) {
    reporter.note(workbookMessages.notes.otherRows(only.name, only.reference))
    return null
  }
  reporter.note(workbookMessages.notes.tableObject(only.name, only.reference))
  return { range: only.range, headerRow: only.range.firstRow }
}

const cellsOf = ({ firstRow, lastRow, firstColumn, lastColumn }: TableRange): number =>
  (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1)

const isWithin = (inner: TableRange, outer: TableRange): boolean =>
  inner.firstRow >= outer.firstRow &&
  inner.lastRow <= outer.lastRow &&
  inner.firstColumn >= outer.firstColumn &&
  inner.lastColumn <= outer.lastColumn

async function covers(table: TableObject, extent: SheetExtent): Promise<boolean> {
  const dimension = await extent.dimension()
  const own = { ...table.range, lastRow: table.lastRow }
  const isBelievable = dimension !== null && isWithin(own, dimension)
  if (isBelievable && dimension.lastRow === own.lastRow && cellsOf(dimension) < cellsOf(own) * (1 + 1 / outsideShare))
    return true
  let [inside, outside, rowsBelow] = [0, 0, 0]
  for await (const batch of extent.rows()) {
    for (let row = 0; row < batch.rowCount; row++) {
      const number = batch.rowNumbers[row] as number
      const cells = cellsInRow(batch, row, own)
      const isInside = number >= own.firstRow && number <= own.lastRow
      if (isInside) inside += cells.within
      if (cells.within + cells.beside > 1) outside += cells.beside + (isInside ? 0 : cells.within)
      // Someone added rows directly below the table without extending it.
      if (number === own.lastRow + rowsBelow + 1 && cells.within * 2 > own.lastColumn - own.firstColumn) rowsBelow++
    }
  }
  return rowsBelow < 2 && (outside - notesMax) * outsideShare <= inside
}

function cellsInRow({ rowStarts, kinds }: RowBatch, row: number, { firstColumn, lastColumn }: TableRange) {
  const [first, end] = [rowStarts[row] as number, rowStarts[row + 1] as number]
  let [within, beside] = [0, 0]
  for (let cell = first; cell < end; cell++) {
    if (kinds[cell] === CellKind.empty) continue
    const column = cell - first
    if (column >= firstColumn && column <= lastColumn) within++
    else beside++
  }
  return { within, beside }
}
