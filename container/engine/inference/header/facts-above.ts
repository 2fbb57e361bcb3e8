import { isHeader } from './header-signs.ts'
import { hasValue, isBlank, isNameRow, isTyped, shapeOf, usedWidth, usualWidth } from '../rows/row-shapes.ts'
import type { TextRow } from '../rows/text-row.ts'

const factsMax = 40
const pairsMin = 2
/**
 * The number of rows with values of one kind below two names that form a separate table above a wider one. Above a
 * table of the same width, any number does.
 */
const tableRowsMin = 3

/**
 * Removes facts about the table above its names: `Total;12`, `From;2024-01-01`, each a word and its value, with or
 * without empty cells after them. A small table may have no more rows than there are facts, so their number means
 * nothing.
 */
export function belowFacts(rows: readonly TextRow[]): readonly TextRow[] {
  for (let at = 0; at < Math.min(rows.length, factsMax); at++) {
    const row = rows[at] as TextRow
    const isWide = usedWidth(row) > 2
    const mayBegin = isWide ? at >= pairsMin : at > 0 && isAfterGap(rows, at)
    if (mayBegin && beginsTable(rows.slice(at)) && rows.slice(0, at + 3).some(hasValue)) {
      const tableRows = isWide ? (hasGap(rows, at) ? tableRowsMin : Number.POSITIVE_INFINITY) : 1
      const above = rows.slice(0, at)
      if (areFacts(above, tableRows) && !areKeys(above, rows.slice(at))) return rows.slice(at)
      // These rows may be the second block of facts, if the first one is not a table.
      if (isWide || areMany(above)) return rows
    }
    if (isWide && !isLongFact(row)) break
  }
  return rows
}

/** Tests for a word and its value. A cell without a word before it belongs to a title. */
const isPair = (row: TextRow): boolean => usedWidth(row) === 2 && !isBlank(row.cells[0])

/**
 * Tests for a fact of three cells. A word with a colon, or with an amount after it, may have another cell, such as a
 * currency: `Balance;3.141,59;EUR`.
 */
function isLongFact(row: TextRow): boolean {
  const [word, value] = row.cells
  const text = word?.text.trim() ?? ''
  return usedWidth(row) === 3 && shapeOf(word) === 'text' && (text.endsWith(':') || isTyped(value))
}

const isBlankRow = (row: TextRow | undefined): boolean => row !== undefined && usedWidth(row) === 0

const isAfterGap = (rows: readonly TextRow[], at: number): boolean =>
  rows[at - 1]?.number !== (rows[at] as TextRow).number - 1 || isBlankRow(rows[at - 1])

const hasGap = (rows: readonly TextRow[], end: number): boolean =>
  rows.slice(1, end + 1).some((_, at) => isAfterGap(rows, at + 1))

/** Tests for names, followed by rows of the same width. */
function beginsTable(rows: readonly TextRow[]): boolean {
  const [names, ...below] = rows.map(trimmed)
  const [next] = below
  if (names === undefined || next === undefined) return false
  const width = usualWidth(below)
  // Two cells are another fact, or a row of a table as narrow as the facts.
  const least = Math.min(names.cells.length, 3)
  const isEven = least > 1 && names.cells.length >= width && width >= least && next.cells.length >= least
  return isEven && (isNameRow(names) || repeatsName(names)) && isHeader(names, below, width)
}

/** Among many names, a few may occur twice: `Balance;Currency;Amount;Currency`. */
function repeatsName({ cells }: TextRow): boolean {
  const names = new Set(cells.map(({ text }) => text.trim().toLowerCase()))
  return names.size * 4 >= cells.length * 3 && cells.every((cell) => shapeOf(cell) === 'text')
}

const trimmed = (row: TextRow): TextRow => ({ ...row, cells: row.cells.slice(0, usedWidth(row)) })

/** Tests whether most of the words above are in the first column below, too. Then they are rows of one table. */
function areKeys(above: readonly TextRow[], below: readonly TextRow[]): boolean {
  const keyOf = ({ cells: [key] }: TextRow): string => key?.text.trim() ?? ''
  const keys = new Set(below.map(keyOf))
  const words = above.map(keyOf).filter((word) => word !== '')
  return words.filter((word) => keys.has(word)).length * 2 > words.length
}

/**
 * Tests for pairs of a word and its value, without repeated words. A title may be among them. `tableRows` is the number
 * of rows below names that form a table.
 */
function areFacts(rows: readonly TextRow[], tableRows: number): boolean {
  const pairs = rows.filter((row) => isPair(row) || isLongFact(row)).map(trimmed)
  const words = pairs.map(({ cells: [word] }) => word?.text.trim() ?? '')
  // A single one is enough to explain an amount or a date.
  const least = pairs.some(({ cells: [, value] }) => isTyped(value)) ? 1 : pairsMin
  return (
    pairs.length >= least &&
    pairs.every(({ cells: [word] }) => shapeOf(word) === 'text') &&
    new Set(words).size === words.length &&
    !isTable(pairs, tableRows)
  )
}

/** Tests for more rows than a block of facts has that looks like names and values. */
const areMany = (rows: readonly TextRow[]): boolean => rows.filter(isPair).length > tableRowsMin

function isTable([names, ...rows]: readonly TextRow[], rowsMin: number): boolean {
  const kinds = new Set(rows.map(({ cells }) => shapeOf(cells[1])))
  return names !== undefined && rows.length >= rowsMin && kinds.size === 1 && isHeader(names, rows, 2)
}
