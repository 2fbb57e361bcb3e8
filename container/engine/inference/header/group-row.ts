import { CellKind } from '../../table/row-batch.ts'
import { isBlank, shapeOf } from '../rows/row-shapes.ts'
import type { MergedRange } from '../../table/sheet-layout.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

/** The maximum length of a group name without merged cells as evidence. */
const groupCharactersMax = 60

/**
 * Tests whether a row names groups of the columns whose names are directly below it, in the lower header rows: `North`
 * above four quarters, 2008 above others. Merged cells prove it. Without them, gaps or repeated names do.
 */
export function isGroupRow(
  row: TextRow,
  lower: readonly TextRow[],
  merges: readonly MergedRange[],
  width: number,
): boolean {
  const [below] = lower
  if (below === undefined || below.number !== row.number + 1 || width < 3) return false
  const groups = groupsOf(row, below)
  const cells = groups.map((column) => row.cells[column])
  if (groups.length === 0 || hasGapBelow(row, lower) || !areOfOneKind(cells)) return false
  const own = mergesOfRow(row, merges)
  if (own.some(({ firstColumn, lastColumn }) => lastColumn - firstColumn + 1 >= width)) return false
  if (own.some(({ firstColumn }) => groups.includes(firstColumn))) return true
  if (cells.some((cell) => (cell?.text.length ?? 0) > groupCharactersMax || cell?.text.includes(':'))) return false
  return isRepeated(row, groups) || isSpaced(row, below, groups, width)
}

/** Returns the ranges that span several columns and begin in this row. */
export const mergesOfRow = ({ number }: TextRow, merges: readonly MergedRange[]): MergedRange[] =>
  merges.filter(({ firstRow, firstColumn, lastColumn }) => firstRow === number && lastColumn > firstColumn)

/** Tests whether a filled cell is above an empty one that has a name below it. */
const hasGapBelow = (row: TextRow, [below, ...lower]: readonly TextRow[]): boolean =>
  row.cells.some(
    (cell, column) =>
      !isBlank(cell) && isBlank(below?.cells[column]) && lower.some((one) => !isBlank(one.cells[column])),
  )

/** Returns the columns with content above the name of a column. A name below an empty cell spans both rows. */
const groupsOf = (row: TextRow, below: TextRow): number[] =>
  row.cells.flatMap((cell, column) => (isBlank(cell) || isBlank(below.cells[column]) ? [] : [column]))

type GroupKind = 'word' | 'year' | 'day' | null

/**
 * Tests for words, years or days without a mix of them. A company, a date and a unit are facts about the whole table.
 */
function areOfOneKind(cells: readonly (TextCell | undefined)[]): boolean {
  const kinds = new Set(cells.map(groupKind))
  return kinds.size === 1 && !kinds.has(null)
}

function groupKind(cell: TextCell | undefined): GroupKind {
  const text = cell?.text.trim() ?? ''
  if (cell === undefined || cell.kind === CellKind.error || cell.kind === CellKind.boolean) return null
  if (/^(?:1[5-9]|2[01])\d\d$/.test(text)) return 'year'
  const shape = shapeOf(cell)
  if (shape === 'date') return 'day'
  return shape === 'text' ? 'word' : null
}

/** Tests for repeated names: `North North South South`. */
function isRepeated(row: TextRow, groups: readonly number[]): boolean {
  const texts = groups.map((column) => row.cells[column]?.text.trim())
  return groups.length > 2 && new Set(texts).size > 1 && texts.some((text, at) => at > 0 && text === texts[at - 1])
}

/** Tests whether each name is above its first column, with empty cells above the others. */
function isSpaced(row: TextRow, below: TextRow, groups: readonly number[], width: number): boolean {
  const filled = row.cells.flatMap((cell, column) => (isBlank(cell) ? [] : [column]))
  const span = (column: number): number => (filled.find((next) => next > column) ?? width) - column
  const wide = groups.filter((column) => span(column) > 1).length
  const names = below.cells.map((cell) => cell.text.trim().toLowerCase()).filter((name) => name !== '')
  const areRepeatedBelow = new Set(names).size < names.length
  if (groups.length > 1 && (areRepeatedBelow || groups[0] !== 0)) return wide > 0
  if (groups.length > 1) return wide > 1 && groups.every((column) => !/\d/.test(row.cells[column]?.text ?? ''))
  // A single word above the middle of a table may be its title.
  return wide === 1 && groups[0] !== 0 && groupKind(row.cells[groups[0] as number]) !== 'word'
}

/** Returns the names in a row. A merged one is the name of each of its columns. */
export function mergedNames(row: TextRow, merges: readonly MergedRange[], width: number): string[] {
  const own = mergesOfRow(row, merges)
  return Array.from({ length: width }, (_, column) => {
    const text = row.cells[column]?.text.trim() ?? ''
    const over = own.find(({ firstColumn, lastColumn }) => firstColumn < column && column <= lastColumn)
    return text === '' && over !== undefined ? (row.cells[over.firstColumn]?.text.trim() ?? '') : text
  })
}

/** Returns the names in a row of groups, each for all of its columns. */
export function groupNames(
  row: TextRow,
  below: TextRow,
  merges: readonly MergedRange[],
  width: number,
): readonly string[] {
  const names = mergedNames(row, merges, width)
  if (mergesOfRow(row, merges).length > 0) return names
  let group = ''
  for (let column = 0; column < width; column++) {
    const isNamedBelow = !isBlank(below.cells[column])
    if (names[column] !== '') group = isNamedBelow ? (names[column] as string) : ''
    else if (isNamedBelow) names[column] = group
  }
  return names
}
