import { belowFacts } from '../header/facts-above.ts'
import { answersAsNames } from '../header/answers-as-names.ts'
import { isHeader } from '../header/header-signs.ts'
import { filled, hasValue, isNameRow, usualWidth } from '../rows/row-shapes.ts'
import type { TextRow } from '../rows/text-row.ts'

/** Rows of one width that may be a table, in a file with several tables, or notes next to one. */
interface Block {
  readonly width: number
  /** The number of cells in each of its first rows, or null if they differ. */
  readonly cells: number | null
  readonly rows: TextRow[]
}

const strayRowsMax = 2
const runMin = 3
const titlesMax = 4
/**
 * Returns the minimum number of rows of a table. Facts about a table come in pairs, so more columns require fewer rows.
 */
const tableRowsMin = (width: number): number => (width > 2 ? 3 : 5)

/**
 * Returns the rows of the first table in the head. It ends at blank lines, or at a row of names after which all rows
 * have another width. A few rows of names and values above it are not a separate table.
 */
export function mainTable(all: readonly TextRow[]): readonly TextRow[] {
  const rows = belowFacts(all)
  const blocks = joined(blocksOf(rows).flatMap(splitByNames))
  if (blocks.length < 2) return rows
  const cells = ({ rows: own, width }: Block): number => own.length * width
  const largest = Math.max(...blocks.map(cells))
  return blocks.find((block) => isTable(block) && (cells(block) * 2 >= largest || holdsTable(block)))?.rows ?? rows
}

/** Tests for a table. Title lines may contain a comma, but most of them are narrower than a table. */
const isTable = ({ rows, width }: Block): boolean =>
  width > 1 && rows.filter((row) => row.cells.length >= width).length * 2 >= rows.length

/**
 * Tests for a full row of names, perhaps below a title, followed by rows of values that are equally full. That is a
 * table, whatever follows.
 */
function holdsTable({ rows, width }: Block): boolean {
  const top = rows.slice(0, titlesMax + 1).findIndex((row) => filled(row) >= width)
  const [names, ...data] = answersAsNames(rows.slice(Math.max(top, 0)))
  if (top < 0 || names === undefined || data.length < tableRowsMin(width) || !isNameRow(names)) return false
  return areFull(data, width) && data.some(hasValue) && isHeader(names, data, width)
}

/** Fewer rows with gaps may be parameters above a larger table. */
const gappyRowsMin = 10

/** Tests whether most rows are nearly full, or all of them have every delimiter and most cells have a value. */
function areFull(data: readonly TextRow[], width: number): boolean {
  const full = data.filter((row) => filled(row) * 4 >= width * 3)
  if (full.length * 5 >= data.length * 4) return true
  if (data.length < gappyRowsMin) return false
  const values = data.reduce((sum, row) => sum + filled(row), 0)
  return data.every(({ cells }) => cells.length === width) && values * 4 >= data.length * width * 3
}

/** Returns the rows of the table with names in its first row. A blank line may follow the names. */
export function tableFrom(rows: readonly TextRow[]): readonly TextRow[] {
  const [first, second] = joined(blocksOf(rows).flatMap(splitByNames))
  return [...(first?.rows ?? []), ...(first?.rows.length === 1 ? (second?.rows ?? []) : [])]
}

/** Splits rows at blank lines. */
function blocksOf(rows: readonly TextRow[]): TextRow[][] {
  const blocks: TextRow[][] = []
  let last = Number.NaN
  for (const row of rows) {
    if (row.number === last + 1) blocks.at(-1)?.push(row)
    else blocks.push([row])
    last = row.number
  }
  return blocks
}

/** Splits rows without a blank line at a row of names, if rows of another width with values follow it. */
function splitByNames(rows: TextRow[]): TextRow[][] {
  for (let at = runMin; at + 2 < rows.length; at++) {
    const before = rows.slice(at - runMin, at)
    const after = rows.slice(at, at + runMin)
    const [names] = after
    const width = names?.cells.length ?? 0
    const earlier = before[0]?.cells.length ?? 0
    if (width < 2 || earlier < 2 || width === earlier || names === undefined) continue
    if (before.some((row) => row.cells.length !== earlier) || after.some((row) => row.cells.length !== width)) continue
    const hasValues = after.slice(1).some(hasValue)
    if (isNameRow(names) && hasValues) return [rows.slice(0, at), ...splitByNames(rows.slice(at))]
  }
  return [rows]
}

/** Joins blocks of the same width into one table, even if a few rows or remarks are between them. */
function joined(parts: readonly TextRow[][]): Block[] {
  const blocks: Block[] = []
  for (const rows of parts) {
    const block: Block = { width: usualWidth(rows), cells: cellsOfEach(rows), rows: [...rows] }
    const last = blocks.at(-1)
    const beforeLast = blocks.at(-2)
    if (last !== undefined && areOfOneTable(last, block)) last.rows.push(...rows)
    else if (last !== undefined && beforeLast !== undefined && areOfOneTable(beforeLast, block) && areAside(last)) {
      beforeLast.rows.push(...last.rows, ...rows)
      blocks.pop()
    } else blocks.push(block)
  }
  return blocks
}

/**
 * Tests whether two blocks have the same width. Rows with the same number of cells also match if the last cells are
 * empty in the whole block.
 */
const areOfOneTable = (above: Block, below: Block): boolean =>
  above.width === below.width ||
  (above.cells !== null &&
    above.cells === below.cells &&
    Math.min(above.width, below.width) * 4 >= Math.max(above.width, below.width) * 3)

const areAside = ({ rows }: Block): boolean =>
  rows.length <= strayRowsMax || rows.every((row) => row.cells[0]?.text.startsWith('#') === true)

/** Returns the number of cells of each row, or null if they differ. */
function cellsOfEach(rows: readonly TextRow[]): number | null {
  const cells = rows[0]?.cells.length ?? 0
  return rows.every((row) => row.cells.length === cells) ? cells : null
}
