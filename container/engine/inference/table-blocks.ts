import { belowFacts } from './facts-above.ts'
import { isHeader } from './header-signs.ts'
import { filled, hasValue, isNameRow, usualWidth } from './row-shapes.ts'
import type { TextRow } from './text-row.ts'

/** Rows of one width that may be a table, in a file that holds several, or notes beside one. */
interface Block {
  readonly width: number
  /** How many cells each of its first rows has; null if they differ. */
  readonly cells: number | null
  readonly rows: TextRow[]
}

const strayRowsMax = 2
const runMin = 3
const titlesMax = 4
/** Facts about a table stand in pairs, so fewer rows are a table where there are more columns. */
const tableRowsMin = (width: number): number => (width > 2 ? 3 : 5)

/**
 * The rows of the first table among the head's: blank lines, or a row of names after which all rows have another width,
 * end it. A few rows of names and values above are no table beside it.
 */
export function mainTable(all: readonly TextRow[]): readonly TextRow[] {
  const rows = belowFacts(all)
  const blocks = joined(blocksOf(rows).flatMap(splitByNames))
  if (blocks.length < 2) return rows
  const cells = ({ rows: own, width }: Block): number => own.length * width
  const largest = Math.max(...blocks.map(cells))
  return blocks.find((block) => isTable(block) && (cells(block) * 2 >= largest || holdsTable(block)))?.rows ?? rows
}

/** Title lines may contain a comma, but most of them are narrower than a table. */
const isTable = ({ rows, width }: Block): boolean =>
  width > 1 && rows.filter((row) => row.cells.length >= width).length * 2 >= rows.length

/** A full row of names, perhaps below a title, and rows below it that are as full and hold values: whatever comes later, that is a table. */
function holdsTable({ rows, width }: Block): boolean {
  const top = rows.slice(0, titlesMax + 1).findIndex((row) => filled(row) >= width)
  const names = rows[top]
  const data = rows.slice(top + 1)
  if (names === undefined || data.length < tableRowsMin(width) || !isNameRow(names)) return false
  const full = data.filter((row) => filled(row) * 4 >= width * 3)
  return full.length * 5 >= data.length * 4 && data.some(hasValue) && isHeader(names, data, width)
}

/** The rows of the table whose names are the first row: a blank line may stand below these. */
export function tableFrom(rows: readonly TextRow[]): readonly TextRow[] {
  const [first, second] = joined(blocksOf(rows).flatMap(splitByNames))
  return [...(first?.rows ?? []), ...(first?.rows.length === 1 ? (second?.rows ?? []) : [])]
}

/** Rows between blank lines. */
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

/** Without a blank line between them: a row of names, and from there on rows of another width with values in them. */
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

/** Blocks of one width are one table, whatever few rows or remarks stand between them. */
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

/** Whether two blocks have the same width, or rows with equally many cells and last cells that are empty throughout one block. */
const areOfOneTable = (above: Block, below: Block): boolean =>
  above.width === below.width ||
  (above.cells !== null &&
    above.cells === below.cells &&
    Math.min(above.width, below.width) * 4 >= Math.max(above.width, below.width) * 3)

const areAside = ({ rows }: Block): boolean =>
  rows.length <= strayRowsMax || rows.every((row) => row.cells[0]?.text.startsWith('#') === true)

/** How many cells each row has; null if they differ. */
function cellsOfEach(rows: readonly TextRow[]): number | null {
  const cells = rows[0]?.cells.length ?? 0
  return rows.every((row) => row.cells.length === cells) ? cells : null
}
