import { CellKind } from '../../table/row-batch.ts'
import { mergesOfRow } from '../header/group-row.ts'
import type { TableStart } from '../header/header-row.ts'
import { filled, isBlank, shapeOf, usedWidth, usualWidth } from '../rows/row-shapes.ts'
import { headerRowsMax } from '../header/header-signs.ts'
import { type HeaderRows, headerRowsOf, isTypedColumn, namesOf } from '../header/sheet-header.ts'
import type { MergedRange, SheetLayout } from '../../table/sheet-layout.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

/** The table of a sheet, according to its first rows. */
export interface SheetTable {
  readonly start: TableStart
  /** The first rows of the table, below its header. */
  readonly rows: readonly TextRow[]
  readonly width: number
  /** The first column with a name or a value. Titles may be to the left of it. */
  readonly firstColumn: number
  /** Whether an empty column ends the table, so cells to the right of it do not belong to the table. */
  readonly endsAtGap: boolean
}

/** Rows between blank ones that may be a table, with its columns. */
interface Area {
  readonly rows: readonly TextRow[]
  readonly left: number
  readonly right: number
  readonly endsAtGap: boolean
  readonly header: HeaderRows | null
}

const strongRows = 2
/**
 * The number of rows of one kind that are a separate table. Two columns with fewer may be facts about the table below.
 */
const narrowRows = 3
/**
 * The maximum number of rows of a list that is not the main content, and how many times as many rows the table below it
 * must have.
 */
const listRowsMax = 10
const listShare = 20

/** Returns the first table of a sheet that a person would call one, or null if no row names columns. */
export function findSheetTable(rows: readonly TextRow[], { merges }: SheetLayout): SheetTable | null {
  const parts = partsOf(rows)
  if (rows.every((row) => filled(row) < 2)) return null
  const areas = parts.map((part, at) => areaOf(part, parts[at + 1] ?? [], merges))
  const main = mainArea(areas)
  const area = areas[main]
  if (area === undefined || areas.slice(0, main).some((above) => holdsRows(above) && !holdsFacts(above, area)))
    return unnamedTable(rows)
  return tableOf(area, withFollowing(area, areas.slice(main + 1)), merges)
}

/** Returns the table in the cells that the spec selects. All of them belong to it. */
export function chosenTable(rows: readonly TextRow[], { merges }: SheetLayout): SheetTable {
  const width = Math.max(1, ...rows.map(usedWidth))
  const header = headerRowsOf(rows, width, merges)
  return header === null
    ? namelessTable(rows, width)
    : tableOf({ rows, left: 0, right: width - 1, endsAtGap: false, header }, rows, merges)
}

/** Returns the table with as many header rows as the spec says, starting at `headerRow` if the spec sets it. */
export function countedTable(
  rows: readonly TextRow[],
  layout: SheetLayout,
  { headerRow, headerRows }: { readonly headerRow: number | null; readonly headerRows: number },
  isChosen: boolean,
): SheetTable | null {
  const width = Math.max(1, ...rows.map(usedWidth))
  if (headerRows === 0) return namelessTable(rows, width)
  const found = isChosen ? null : findSheetTable(rows, layout)
  const top = headerRow ?? found?.start.headerRow ?? rows.find((row) => filled(row) > 0)?.number ?? 1
  const head = rows.filter(({ number }) => number >= top && number < top + headerRows)
  if (head.length === 0) return null
  const own = [...head, ...rows.filter(({ number }) => number >= top + headerRows)]
  const left = isChosen ? 0 : (found?.firstColumn ?? 0)
  const right = found === null || !found.endsAtGap ? width - 1 : found.width - 1
  const area = {
    rows: own,
    left,
    right,
    endsAtGap: found?.endsAtGap ?? false,
    header: { from: 0, to: head.length - 1 },
  }
  return tableOf(area, own, layout.merges)
}

const namelessTable = (rows: readonly TextRow[], width: number): SheetTable => ({
  start: { headerRow: null, lastHeadRow: 0, names: Array.from({ length: width }, () => ''), headRows: [] },
  rows,
  width,
  firstColumn: 0,
  endsAtGap: false,
})

/** Tests for rows of values without names that are neither titles nor facts. */
function holdsRows({ rows, header, left, right }: Area): boolean {
  const like = rows.filter((row) => filled(row) > 2 || (filled(row) > 1 && right - left === 1))
  if (header !== null || like.length < 2 || right === left) return false
  const columns = Array.from({ length: right - left }, (_, at) => left + 1 + at)
  return columns.some((column) => isTypedColumn(like, column))
}

/** Tests for a few labels, each with its value. They are facts about a wider or longer table below. */
function holdsFacts({ rows, left, right }: Area, main: Area): boolean {
  if (right - left !== 1 || rows.length > listRowsMax) return false
  const labels = rows.map((row) => row.cells[left])
  const areWords = labels.every((cell) => shapeOf(cell) === 'text')
  const areDistinct = new Set(labels.map((cell) => cell?.text.trim())).size === labels.length
  return areWords && areDistinct && (main.right - main.left > 1 || main.rows.length > rows.length * 2)
}

/** Returns a table without names. Every row belongs to it, except words that are alone above the others. */
function unnamedTable(rows: readonly TextRow[]): SheetTable {
  const width = Math.max(...rows.map(usedWidth))
  const isAlone = (row: TextRow): boolean =>
    filled(row) < 2 && row.cells.every((cell) => isBlank(cell) || shapeOf(cell) === 'text')
  const first = width > 2 ? rows.findIndex((row) => !isAlone(row)) : 0
  const lastHeadRow = rows[first - 1]?.number ?? 0
  const names = Array.from({ length: width }, () => '')
  const start = { headerRow: null, lastHeadRow, names, headRows: [] }
  return { start, rows: rows.slice(Math.max(0, first)), width, firstColumn: 0, endsAtGap: false }
}

/** Splits rows at blank rows, and between a table and the names of a wider or narrower one directly below it. */
function partsOf(rows: readonly TextRow[]): TextRow[][] {
  const parts: TextRow[][] = []
  let last = Number.NaN
  for (const row of rows) {
    if (filled(row) === 0) continue
    if (row.number === last + 1) parts.at(-1)?.push(row)
    else parts.push([row])
    last = row.number
  }
  return parts
}

/** Returns an area of the sheet. Names may be alone above a blank row, so the next part shows what is below them. */
function areaOf(own: readonly TextRow[], next: readonly TextRow[], merges: readonly MergedRange[]): Area {
  if (own.length <= headerRowsMax && next.length > 0) {
    const joined = areaOfPart([...own, ...next], merges)
    if (joined.header?.to === own.length - 1) return joined
  }
  return areaOfPart(own, merges)
}

function areaOfPart(part: readonly TextRow[], merges: readonly MergedRange[]): Area {
  const { left, right, endsAtGap } = columnsOf(part, merges)
  const cut = part.map((row) => within(row, left, right))
  const header = headerRowsOf(cut, right - left + 1, shifted(merges, left))
  return { rows: part, left, right, endsAtGap, header }
}

/** Returns the first group of columns that is a table. A group ends at a column that is empty in every row. */
function columnsOf(part: readonly TextRow[], merges: readonly MergedRange[]) {
  const runs = runsOf(part.filter((row) => filled(row) > 1).map((row) => withMerged(row, merges)))
  const [first] = runs
  if (first === undefined) {
    const width = Math.max(...part.map(usedWidth))
    const left = Math.min(...part.map((row) => row.cells.findIndex((cell) => !isBlank(cell))))
    return { left, right: width - 1, endsAtGap: false }
  }
  let { left, right } = first
  for (const next of runs.slice(1)) {
    if (!isContinuedBeside(part, { left, right }, next, merges)) return { left, right, endsAtGap: true }
    right = next.right
  }
  return { left, right, endsAtGap: false }
}

/** Columns below a merged name are not empty. */
const withMerged = (row: TextRow, merges: readonly MergedRange[]): TextRow => {
  const own = mergesOfRow(row, merges)
  if (own.length === 0) return row
  const width = Math.max(row.cells.length, ...own.map(({ lastColumn }) => lastColumn + 1))
  const covering = (column: number): TextCell | undefined => {
    const over = own.find(({ firstColumn, lastColumn }) => firstColumn <= column && column <= lastColumn)
    return over === undefined ? undefined : row.cells[over.firstColumn]
  }
  const cells = Array.from({ length: width }, (_, column) => covering(column) ?? row.cells[column] ?? emptyCell)
  return { ...row, cells }
}

interface Run {
  readonly left: number
  readonly right: number
}

function runsOf(rows: readonly TextRow[]): Run[] {
  const width = Math.max(0, ...rows.map(usedWidth))
  const runs: { left: number; right: number }[] = []
  for (let column = 0; column < width; column++) {
    if (rows.every((row) => isBlank(row.cells[column]))) continue
    const last = runs.at(-1)
    if (last?.right === column - 1) last.right = column
    else runs.push({ left: column, right: column })
  }
  return runs
}

/**
 * Tests whether the table continues after an empty column: the header does, and the rows end together. Otherwise, the
 * columns are separate.
 */
function isContinuedBeside(part: readonly TextRow[], own: Run, next: Run, merges: readonly MergedRange[]): boolean {
  const cut = part.map((row) => within(row, own.left, own.right))
  const header = headerRowsOf(cut, own.right - own.left + 1, shifted(merges, own.left))
  if (header === null) return true
  const holds = (row: TextRow, { left, right }: Run): boolean => filled(within(row, left, right)) > 0
  const names = part.slice(header.from, header.to + 1)
  const below = part.slice(header.to + 1)
  const beside = below.filter((row) => holds(row, next))
  if (!names.some((row) => holds(row, next))) return false
  if (beside.length === 0) return names.length === 1 && names.every((row) => isShortName(row.cells[next.left]))
  const alone = beside.filter((row) => !holds(row, own))
  const last = below.findLastIndex((row) => holds(row, own))
  const lastBeside = below.findLastIndex((row) => holds(row, next))
  return alone.length === 0 && (last - lastBeside) * 10 <= below.length
}

/** Tests whether a cell may be the name of a column without values, as opposed to a note. */
const isShortName = (cell: TextCell | undefined): boolean =>
  cell !== undefined && !cell.text.includes(':') && cell.text.trim().split(/\s+/).length < 3

const emptyCell: TextCell = { kind: CellKind.empty, text: '' }

/** Returns the row's cells in some of the columns. */
export function within({ number, cells }: TextRow, left: number, right: number): TextRow {
  const own = left === 0 && right >= cells.length - 1 ? cells : cells.slice(left, right + 1)
  return { number, cells: own }
}

const shifted = (merges: readonly MergedRange[], left: number): readonly MergedRange[] =>
  left === 0
    ? merges
    : merges.map((range) => ({
        ...range,
        firstColumn: range.firstColumn - left,
        lastColumn: range.lastColumn - left,
      }))

/** Returns the first area that is certainly a table, or else the first that may be one or has only names. */
function mainArea(areas: readonly Area[]): number {
  const data = areas.map((area, at) => dataOf(area, areas.slice(at + 1)))
  const first = areas.findIndex((area, at) => isStrong(area, data[at] ?? []))
  if (first < 0) {
    const wide = areas.flatMap((area, at) => (area.right > area.left ? [at] : []))
    const weak = wide.find((at) => (data[at] ?? []).length > 0)
    const isNamesAlone = wide.length === 1 && areas[wide[0] as number]?.header !== null
    return weak ?? (isNamesAlone ? (wide[0] as number) : -1)
  }
  const size = data[first]?.length ?? 0
  const far = areas.findIndex(
    (area, at) => isStrong(area, data[at] ?? []) && (data[at] ?? []).length >= size * listShare,
  )
  return size <= listRowsMax && far > first ? far : first
}

/** Returns the rows below an area's names, including those after blank rows. */
const dataOf = (area: Area, below: readonly Area[]): readonly TextRow[] =>
  area.header === null ? [] : withFollowing(area, below).slice(area.header.to + 1)

function isStrong({ header, left, right }: Area, data: readonly TextRow[]): boolean {
  if (header === null || right === left) return false
  if (right - left > 1) return data.length >= strongRows
  const kinds = new Set(data.map((row) => shapeOf(row.cells[right])).filter((shape) => shape !== 'empty'))
  return data.length >= narrowRows && kinds.size === 1 && !kinds.has('text')
}

/** Returns the table including the areas below that continue it, which have no names. */
function withFollowing(area: Area, below: readonly Area[]): readonly TextRow[] {
  const end = below.findIndex((next) => beginsTable(next))
  const following = below.slice(0, end < 0 ? undefined : end)
  return [...area.rows, ...following.flatMap(({ rows }) => (rows.some((row) => filled(row) > 1) ? rows : []))]
}

const beginsTable = ({ header, rows, right, left }: Area): boolean =>
  header !== null && rows.length > header.to + 1 && right > left

function tableOf(area: Area, rows: readonly TextRow[], merges: readonly MergedRange[]): SheetTable {
  const { left, header, endsAtGap } = area
  const from = header?.from ?? 0
  const to = header?.to ?? -1
  const data = rows.slice(to + 1)
  const own = data.map((row) => within(row, 0, endsAtGap ? area.right : Number.MAX_SAFE_INTEGER))
  const head = area.rows.slice(from, to + 1).map((row) => within(row, 0, area.right))
  const width = Math.max(...head.map(usedWidth), usualWidth(own), left + 1)
  const cut = head.map((row) => within(row, left, area.right))
  const names = namesOf(cut, width - left, shifted(merges, left))
  return {
    start: {
      headerRow: head[0]?.number ?? null,
      lastHeadRow: head.at(-1)?.number ?? 0,
      names: [...Array.from({ length: left }, () => ''), ...names],
      headRows: head.map((row) => ({ ...row, cells: filledTo(row.cells, width) })),
    },
    rows: own,
    width,
    firstColumn: left,
    endsAtGap,
  }
}

const filledTo = (cells: readonly TextCell[], width: number): readonly TextCell[] =>
  Array.from({ length: width }, (_, column) => cells[column] ?? emptyCell)

/** Returns the columns of values, as opposed to words. */
export const typedColumnsOf = ({ rows, width }: Pick<SheetTable, 'rows' | 'width'>): number[] =>
  Array.from({ length: width }, (_, column) => column).filter((column) => isTypedColumn(rows, column))
