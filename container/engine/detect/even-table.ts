import { commonDelimiters } from './delimiter-candidates.ts'
import { quotesNothing } from './quote-evidence.ts'
import { escapeOf, splitRows } from './split-rows.ts'
import { areEven } from './table-score.ts'

const rowsMin = 2
const evenShare = 0.9
/**
 * The share of the rows with content after the first cell. In programs, lines end with characters that are delimiters
 * elsewhere.
 */
const filledShare = 0.5

/** Tests whether one of the common delimiters splits nearly all lines into the same number of cells. */
export const isEvenTable = (text: string): boolean =>
  commonDelimiters.some((delimiter) => {
    if (!text.includes(delimiter)) return false
    const quote = quotesNothing(text, delimiter) ? null : '"'
    return (
      areRows(splitRows(text, delimiter, quote, null)) ||
      (text.includes(`\\${delimiter}`) && areRows(splitRows(text, delimiter, quote, '\\')))
    )
  })

function areRows(rows: readonly string[][]): boolean {
  const widths = new Map<number, number>()
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, count] = [...widths].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])
  const filled = rows.filter((row) => row.slice(1).some((cell) => cell.trim() !== ''))
  return (
    width > 1 &&
    rows.length >= rowsMin &&
    count >= rows.length * evenShare &&
    filled.length >= rows.length * filledShare
  )
}

const quotedCell = /^(["'])(?:(?!\1)[^\\]|\1\1|\\[^])*\1$/
const escapedQuote = /\\["']/
/** Matches a delimiter next to a space. The space is part of the delimiter or of a sentence. */
const besideDelimiter = /^[,;|\t]|[,;|\t:]$/

/** Tests whether spaces around quoted cells split every line into the same number of cells. */
export const isSpacedTable = (text: string): boolean =>
  ['"', "'"].some((quote) => areSpacedCells(splitRows(text, ' ', quote, escapeOf(text, quote, ' '))))

/**
 * Tests whether spaces separate the cells of every row, as in tables that R writes. At least one cell must have quotes
 * because of a space or an escaped quote in it. R's header has no name for the quoted names of the rows.
 */
export function areSpacedCells(rows: readonly string[][]): boolean {
  const isProtected = (cell: string): boolean =>
    (cell.includes(' ') || escapedQuote.test(cell)) && quotedCell.test(cell)
  return areCellsOfRows(rows) && rows.some((row) => row.some(isProtected))
}

/** Tests whether all rows have the same number of cells, and no cell ends with a common separator. */
export function areCellsOfRows([names = [], ...data]: readonly string[][]): boolean {
  const width = data[0]?.length ?? 0
  const hasRowNames = names.length === width - 1 && data.every(([name = '']) => quotedCell.test(name))
  return (
    width > 1 &&
    data.length > 1 &&
    areEven(data) &&
    (names.length === width || hasRowNames) &&
    [names, ...data].every((row) => row.every((cell) => !besideDelimiter.test(cell)))
  )
}
