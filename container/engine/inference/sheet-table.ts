import { CellKind } from '../table/row-batch.ts'
import { mergesOfRow } from './group-row.ts'
import type { TableStart } from './header-row.ts'
import { filled, isBlank, shapeOf, usedWidth, usualWidth } from './row-shapes.ts'
import { type HeaderRows, headerRowsOf, isTypedColumn, namesOf } from './sheet-header.ts'
import type { MergedRange, SheetLayout } from '../table/sheet-layout.ts'
import type { TextCell, TextRow } from './text-row.ts'

/** The table of a sheet, as its first rows show it. */
export interface SheetTable {
  readonly start: TableStart
  /** The first rows of the table, below its header. */
  readonly rows: readonly TextRow[]
  readonly width: number
  /** The first column with a name or a value: titles may stand left of it. */
  readonly firstColumn: number
  /** An empty column ends the table: what stands right of that is not part of it. */
  readonly endsAtGap: boolean
}

/** Rows between blank ones that may be a table, and the columns of it. */
interface Area {
  readonly rows: readonly TextRow[]
  readonly left: number
  readonly right: number
  readonly endsAtGap: boolean
  readonly header: HeaderRows | null
}

const strongRows = 2
/** Two columns may be facts about the table below: so many rows of one kind are a table of their own. */
const narrowRows = 3
/** A list of up to so many rows above a table of so many times as many is not what the sheet is for. */
const listRowsMax = 10
const listShare = 20

/** The first table of a sheet that a person would call one; null where no row names columns. */
export function findSheetTable(rows: readonly TextRow[], { merges }: SheetLayout): SheetTable | null {
  const parts = partsOf(rows)
  const areas = parts.map((part) => areaOf(part, merges))
  const main = mainArea(areas)
  const area = areas[main]
  if (area === undefined || area.header === null) return null
  return tableOf(area, withFollowing(area, areas.slice(main + 1)), merges)
}

/** Rows between blank rows, and between a table and the names of a wider or narrower one right below it. */
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

function areaOf(part: readonly TextRow[], merges: readonly MergedRange[]): Area {
  const { left, right, endsAtGap } = columnsOf(part, merges)
  const cut = part.map((row) => within(row, left, right))
  const header = headerRowsOf(cut, right - left + 1, shifted(merges, left))
  return { rows: part, left, right, endsAtGap, header }
}

/** The columns of the first run that is a table: a run ends at a column that is empty in every row. */
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
    if (!goesOnBeside(part, { left, right }, next, merges)) return { left, right, endsAtGap: true }
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

/** Beside an empty column the table goes on where the header does and the rows end together; else that is something of its own. */
function goesOnBeside(part: readonly TextRow[], own: Run, next: Run, merges: readonly MergedRange[]): boolean {
  const cut = part.map((row) => within(row, own.left, own.right))
  const header = headerRowsOf(cut, own.right - own.left + 1, shifted(merges, own.left))
  if (header === null) return true
  const holds = (row: TextRow, { left, right }: Run): boolean => filled(within(row, left, right)) > 0
  const names = part.slice(header.from, header.to + 1)
  const below = part.slice(header.to + 1)
  const beside = below.filter((row) => holds(row, next))
  if (!names.some((row) => holds(row, next))) return false
  const alone = beside.filter((row) => !holds(row, own))
  const last = below.findLastIndex((row) => holds(row, own))
  const lastBeside = below.findLastIndex((row) => holds(row, next))
  return alone.length === 0 && (last - lastBeside) * 10 <= below.length
}

const emptyCell: TextCell = { kind: CellKind.empty, text: '' }

/** The row's cells of some columns. */
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

const dataRowsOf = ({ rows, header }: Area): number => (header === null ? 0 : rows.length - header.to - 1)

/** The first area that is a table without doubt; else the first that may be one. */
function mainArea(areas: readonly Area[]): number {
  const strong = areas.flatMap((area, at) => (isStrong(area) ? [at] : []))
  const [first] = strong
  if (first === undefined) {
    const weak = areas.findIndex((area) => dataRowsOf(area) > 0 && area.right > area.left)
    return weak >= 0 ? weak : areas.findIndex((area) => area.header !== null)
  }
  const size = dataRowsOf(areas[first] as Area)
  const far = strong.find((at) => dataRowsOf(areas[at] as Area) >= size * listShare)
  return size <= listRowsMax && far !== undefined ? far : first
}

function isStrong(area: Area): boolean {
  const { rows, header, left, right } = area
  if (header === null || right === left) return false
  const data = rows.slice(header.to + 1)
  if (right - left > 1) return data.length >= strongRows
  const kinds = new Set(data.map((row) => shapeOf(row.cells[right])).filter((shape) => shape !== 'empty'))
  return data.length >= narrowRows && kinds.size === 1
}

/** The areas below that go on with the table: those without names of their own. */
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

/** Which columns hold values rather than words. */
export const typedColumnsOf = ({ rows, width }: Pick<SheetTable, 'rows' | 'width'>): number[] =>
  Array.from({ length: width }, (_, column) => column).filter((column) => isTypedColumn(rows, column))
