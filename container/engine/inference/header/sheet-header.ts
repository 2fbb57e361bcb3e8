import { CellKind } from '../../table/row-batch.ts'
import { groupNames, isGroupRow, mergedNames } from './group-row.ts'
import { headerRowsMax, isHeader, isYear } from './header-signs.ts'
import { filled, isBlank, isNameRow, isPlainValue, isTyped, sameTexts, shapeOf, usedWidth } from '../rows/row-shapes.ts'
import type { MergedRange } from '../../table/sheet-layout.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

const titleRowsMax = 50
const dataRowsMax = 200
/**
 * The maximum number of additional rows above the names that are not titles, because they are as full as the names and
 * unlike the rows below.
 */
const strangeRowsMax = 2

/** The header rows of a table, from `from` to `to` inclusive. */
export interface HeaderRows {
  readonly from: number
  readonly to: number
}

/**
 * Returns the first row that names columns, with the groups above it and the units below it, or null if there is none.
 */
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
      // The groups are counted again, because a line of facts does not qualify once more of the rows below are names.
      return { from: at - groupRowsAbove(rows, at, width, merges, to), to }
    }
    if (!isRowLike(row, width) || isGroupRow(row, data.slice(0, 1), merges, width)) continue
    const isRow = isLikeRows(row, data) && !isNameRowAbove(data, width)
    if (isRow || ++strange > strangeRowsMax) return null
  }
  return null
}

/**
 * Tests for a row that fills at least half of the table's width. Pairs of a word and a value above a wider table are
 * facts about it.
 */
const isRowLike = (row: TextRow, width: number): boolean =>
  filled(row) * 2 >= width && filled(row) > 1 && (usedWidth(row) > 2 || width < 3)

/** Tests whether the first row consists of words above values. */
function isNameRowAbove([names, ...data]: readonly TextRow[], width: number): boolean {
  if (names === undefined || !isNameRow(names) || filled(names) < width) return false
  return typedColumns(data.slice(0, dataRowsMax), width).length > 0 && namesColumns(names, data, width, false)
}

/** Tests whether each of the row's values is of a kind that also occurs further down in its column. */
const isLikeRows = (row: TextRow, data: readonly TextRow[]): boolean =>
  row.cells.every((cell, column) => {
    const shape = shapeOf(cell)
    return shape === 'empty' || data.slice(0, dataRowsMax).some((one) => shapeOf(one.cells[column]) === shape)
  })

/** Tests for a company, a date and a unit above the names: with gaps, and not above groups of columns. */
function isFormLine(rows: readonly TextRow[], at: number, width: number, merges: readonly MergedRange[]): boolean {
  const row = rows[at] as TextRow
  let below = at + 1
  while (below + 1 < rows.length && isGroupRow(rows[below] as TextRow, rows.slice(below + 1, below + 2), merges, width))
    below++
  const next = rows[below]
  if (next === undefined || filled(row) >= filled(next)) return false
  const values = next.cells.filter(isPlainValue)
  if (values.length === 1 || !values.every(isYear)) return false
  const data = rows.slice(below + 1, below + 1 + dataRowsMax)
  const typed = typedColumns(data, width)
  if (typed.length === 0 || typed.some((column) => isBlank(next.cells[column]))) return false
  return (
    !isGroupRow(row, rows.slice(at + 1, below + 1), merges, width) && namesColumns(next, data, width, below > at + 1)
  )
}

/**
 * Tests whether a row may contain names. A title is alone in its row, errors and booleans are values, and names below
 * rows that are not titles are words.
 */
function mayName(row: TextRow, width: number, strange: number): boolean {
  const isValue = ({ kind }: TextCell): boolean => kind === CellKind.error || kind === CellKind.boolean
  if (row.cells.some(isValue) || (strange > 0 && row.cells.some(isPlainValue))) return false
  return width < 2 ? filled(row) > 0 : filled(row) > 1 && filled(row) * 2 >= width
}

function namesColumns(row: TextRow, data: readonly TextRow[], width: number, hasGroups: boolean): boolean {
  return isHeader(hasGroups ? withYearsAsNames(row) : row, data, width)
}

/** Treats years as names. The same years are below each group. */
const withYearsAsNames = (row: TextRow): TextRow => ({
  ...row,
  cells: row.cells.map((cell) =>
    /^(?:1[5-9]|2[01])\d\d$/.test(cell.text.trim()) ? { kind: CellKind.text, text: `year ${cell.text}` } : cell,
  ),
})

/** Returns the number of group rows above the names at `at`, which end at `to`. */
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

/** Tests whether the row below `at` continues the header: names below groups, units, or the names again. */
function isContinued(rows: readonly TextRow[], at: number, width: number, merges: readonly MergedRange[]): boolean {
  const [row, next] = [rows[at] as TextRow, rows[at + 1]]
  const data = rows.slice(at + 2, at + 2 + dataRowsMax)
  if (next === undefined || next.number !== row.number + 1 || data.length === 0) return false
  const isNumber = (cell: TextCell): boolean => shapeOf(cell) === 'number' && !isYear(cell)
  if (isGroupRow(row, [next], merges, width)) return !next.cells.some(isNumber) && namesColumns(next, data, width, true)
  if (next.cells.some(isPlainValue)) return false
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

/** Returns columns whose values are numbers, dates or words of one kind. */
function typedColumns(data: readonly TextRow[], width: number): number[] {
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const shapes = data.map((row) => shapeOf(row.cells[column])).filter((shape) => shape !== 'empty')
    return shapes.length > 0 && shapes.filter((shape) => shape !== 'text').length > shapes.length * 0.9
  })
}

/** Returns the names of the columns. Those of several rows are joined from top to bottom. */
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

/** Tests for a column of values, as opposed to words, as far as its rows show. */
export const isTypedColumn = (rows: readonly TextRow[], column: number): boolean => {
  const given = rows.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
  return given.length > 0 && given.filter(isTyped).length > given.length * 0.7
}
