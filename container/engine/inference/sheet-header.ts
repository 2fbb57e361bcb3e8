import { CellKind } from '../table/row-batch.ts'
import { groupNames, isGroupRow, mergedNames } from './group-row.ts'
import { headerRowsMax, isHeader, isYear } from './header-signs.ts'
import { filled, isBlank, isNameRow, isNoName, isTyped, sameTexts, shapeOf, usedWidth } from './row-shapes.ts'
import type { MergedRange } from '../table/sheet-layout.ts'
import type { TextCell, TextRow } from './text-row.ts'

const titleRowsMax = 50
const dataRowsMax = 200
/** Additional rows above the names, as full as the names and unlike the rows below, are not titles. */
const strangeRowsMax = 2

/** The header among a table's rows, from `from` to `to`, both included. */
export interface HeaderRows {
  readonly from: number
  readonly to: number
}

/** The first row that names columns, with the groups above it and the units below it; null if none does. */
export function headerRowsOf(
  rows: readonly TextRow[],
  width: number,
  merges: readonly MergedRange[],
): HeaderRows | null {
  let strange = 0
  for (let at = 0; at < Math.min(rows.length, titleRowsMax); at++) {
    const row = rows[at] as TextRow
    const data = rows.slice(at + 1)
    const groups = groupRowsAbove(rows, at, width, merges)
    if (isFormLine(rows, at, width, merges)) continue
    const isNamed = mayName(row, width, strange)
    if (isNamed && (strange === 0 || data.length > 0) && namesColumns(row, data, width, groups > 0)) {
      let to = at
      while (to - at + groups + 1 < headerRowsMax && isContinued(rows, to, width, merges)) to++
      // A line of facts is not a group of the rows below once more of those are names.
      return { from: at - groupRowsAbove(rows, at, width, merges, to), to }
    }
    if (!isRowLike(row, width) || isGroupRow(row, data.slice(0, 1), merges, width)) continue
    const isRow = isLikeRows(row, data) && !isNameRowAbove(data, width)
    if (isRow || ++strange > strangeRowsMax) return null
  }
  return null
}

/** Half of the table's width or more. Pairs of a word and a value above a wider table are facts about it. */
const isRowLike = (row: TextRow, width: number): boolean =>
  filled(row) * 2 >= width && filled(row) > 1 && (usedWidth(row) > 2 || width < 3)

/** Whether the first of the rows is words above values. */
function isNameRowAbove([names, ...data]: readonly TextRow[], width: number): boolean {
  if (names === undefined || !isNameRow(names) || filled(names) < width) return false
  return typedColumns(data.slice(0, dataRowsMax), width).length > 0 && namesColumns(names, data, width, false)
}

/** Whether each of the row's values is of a kind that its column holds further down, too. */
const isLikeRows = (row: TextRow, data: readonly TextRow[]): boolean =>
  row.cells.every((cell, column) => {
    const shape = shapeOf(cell)
    return shape === 'empty' || data.slice(0, dataRowsMax).some((one) => shapeOf(one.cells[column]) === shape)
  })

/** A company, a date and a unit above the names: with gaps, and not above groups of columns. */
function isFormLine(rows: readonly TextRow[], at: number, width: number, merges: readonly MergedRange[]): boolean {
  const row = rows[at] as TextRow
  let below = at + 1
  while (below + 1 < rows.length && isGroupRow(rows[below] as TextRow, rows.slice(below + 1, below + 2), merges, width))
    below++
  const next = rows[below]
  if (next === undefined || filled(row) >= filled(next)) return false
  const values = next.cells.filter(isNoName)
  if (values.length === 1 || !values.every(isYear)) return false
  const data = rows.slice(below + 1, below + 1 + dataRowsMax)
  const typed = typedColumns(data, width)
  if (typed.length === 0 || typed.some((column) => isBlank(next.cells[column]))) return false
  return (
    !isGroupRow(row, rows.slice(at + 1, below + 1), merges, width) && namesColumns(next, data, width, below > at + 1)
  )
}

/** Whether a row may hold names. A title is alone in its row, errors and booleans are values, and names below rows that are not titles are words. */
function mayName(row: TextRow, width: number, strange: number): boolean {
  const isValue = ({ kind }: TextCell): boolean => kind === CellKind.error || kind === CellKind.boolean
  if (row.cells.some(isValue) || (strange > 0 && row.cells.some(isNoName))) return false
  return width < 2 ? filled(row) > 0 : filled(row) > 1 && filled(row) * 2 >= width
}

function namesColumns(row: TextRow, data: readonly TextRow[], width: number, hasGroups: boolean): boolean {
  return isHeader(hasGroups ? withYearsAsNames(row) : row, data, width)
}

/** The same years stand below each group. */
const withYearsAsNames = (row: TextRow): TextRow => ({
  ...row,
  cells: row.cells.map((cell) =>
    /^(?:1[5-9]|2[01])\d\d$/.test(cell.text.trim()) ? { kind: CellKind.text, text: `year ${cell.text}` } : cell,
  ),
})

/** The rows of groups above the names at `at`, which go on to `to`. */
function groupRowsAbove(
  rows: readonly TextRow[],
  at: number,
  width: number,
  merges: readonly MergedRange[],
  to = at,
): number {
  let count = 0
  while (count < headerRowsMax - 1 && at - count > 0) {
    if (!isGroupRow(rows[at - count - 1] as TextRow, rows.slice(at - count, to + 1), merges, width)) break
    count++
  }
  return count
}

/** Whether the row below `at` is one more row of the header: names below groups, units, or the same names again. */
function isContinued(rows: readonly TextRow[], at: number, width: number, merges: readonly MergedRange[]): boolean {
  const [row, next] = [rows[at] as TextRow, rows[at + 1]]
  const data = rows.slice(at + 2, at + 2 + dataRowsMax)
  if (next === undefined || next.number !== row.number + 1 || data.length === 0) return false
  const isNumber = (cell: TextCell): boolean => shapeOf(cell) === 'number' && !isYear(cell)
  if (isGroupRow(row, [next], merges, width)) return !next.cells.some(isNumber) && namesColumns(next, data, width, true)
  if (next.cells.some(isNoName)) return false
  return (width > 1 && sameTexts(row, next)) || holdsUnits(next, data, width)
}

/** Recognizes a row of units: words in columns of values that do not occur further down. */
function holdsUnits(row: TextRow, data: readonly TextRow[], width: number): boolean {
  const typed = typedColumns(data, width)
  const texts = typed.map((column) => row.cells[column]?.text.trim() ?? '')
  const given = texts.filter((text) => text !== '')
  const isRepeatedBelow = row.cells.some(
    (cell, column) => !isBlank(cell) && data.some((one) => one.cells[column]?.text.trim() === cell.text.trim()),
  )
  if (isRepeatedBelow || given.length === 0) return false
  const areBracketed = given.every((text) => /^[([].*[)\]]$/.test(text))
  const areShort = given.every((text) => /^[^\s\d]\S{0,7}$/u.test(text))
  const isOnlyUnits = filled(row) === given.length
  if (areBracketed || (isOnlyUnits && areShort)) return true
  return given.length === texts.length && given.length > 1 && new Set(given).size > 1
}

/** Columns whose values are numbers, dates or words of a kind. */
function typedColumns(data: readonly TextRow[], width: number): number[] {
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const shapes = data.map((row) => shapeOf(row.cells[column])).filter((shape) => shape !== 'empty')
    return shapes.length > 0 && shapes.filter((shape) => shape !== 'text').length > shapes.length * 0.9
  })
}

/** The names of the columns, those of several rows joined from the top down. */
export function namesOf(head: readonly TextRow[], width: number, merges: readonly MergedRange[]): string[] {
  const levels = head.map((row, level) => {
    const below = head[level + 1]
    return below !== undefined && isGroupRow(row, head.slice(level + 1), merges, width)
      ? groupNames(row, below, merges, width)
      : mergedNames(row, merges, width)
  })
  return Array.from({ length: width }, (_, column) =>
    levels
      .map((names) => names[column] ?? '')
      .filter((part, level, parts) => part !== '' && part !== parts[level - 1])
      .join(' '),
  )
}

/** Whether a column holds values rather than words, as far as its rows tell. */
export const isTypedColumn = (rows: readonly TextRow[], column: number): boolean => {
  const given = rows.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
  return given.length > 0 && given.filter(isTyped).length > given.length * 0.7
}
