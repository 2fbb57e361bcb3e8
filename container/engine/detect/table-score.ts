import { isTypedValue } from '../values/typed-value.ts'

/**
 * Rates a reading by its pattern and its types: the regularity of the widths, the number of columns, and the share of
 * cells that look like values. A wrong delimiter produces ragged rows, and a wrong quote leaves quotes at the ends of
 * cells. If the pattern alone shows that the score does not exceed `wanted`, the cells are not checked.
 */
export function tableScore(rows: readonly string[][], quote: string | null, mustFit: boolean, wanted: number): number {
  if (rows.length === 0) return 0
  const widths = new Map<number, number>()
  for (const row of rows) widths.set(row.length, (widths.get(row.length) ?? 0) + 1)
  const [width, agreeing] = [...widths]
    .filter(([size]) => size > 1)
    .toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  const isRagged = rows[0]?.length !== width || agreeing < rows.length * 0.9
  if (width < 2 || (mustFit && isRagged && !areNamedValues(rows, width))) return 0
  if (agreeing * 2 < rows.length && !areAdjacent(rows, width, agreeing)) return 0
  // Without titles above them, names are separated in the same way as the values.
  const regular = (agreeing / rows.length) ** 1.5 * (rows[0]?.length === width ? 1 : 0.7)
  const breadth = 1 - 1 / width
  if (regular * breadth <= wanted) return 0
  return regular * breadth * plainness(rows, quote)
}

const titlesAboveMax = 3
const namesMin = 3
const typedShare = 0.8
const nameOnly = /^(["']?)\p{L}[\p{L}\p{N} _.%-]{0,30}\1$/u

/**
 * Tests for damaged rows whose separator is certain: distinct names, at most below titles, are above rows with at least
 * one column of numbers or dates. Most rows have every cell, and the others may end early or with one more separator.
 */
function areNamedValues(rows: readonly string[][], width: number): boolean {
  const top = rows.slice(0, titlesAboveMax + 1).findIndex((row) => areSeparateNames(row, width))
  const [names = [], ...below] = rows.slice(Math.max(top, 0))
  if (top < 0 || !rows.slice(0, top).every(isTitle)) return false
  const full = below.filter(({ length }) => length === width)
  const isTypedColumn = (column: number): boolean => {
    const values = full.map((row) => row[column] ?? '').filter((value) => value !== '')
    return values.length > 1 && values.filter(isTyped).length >= values.length * typedShare
  }
  return (
    full.length * 5 >= below.length * 3 &&
    below.every(({ length }) => length <= width + 1) &&
    names.some((_, column) => isTypedColumn(column))
  )
}

/** Tests for distinct names. */
const areSeparateNames = (row: readonly string[], width: number): boolean =>
  row.length >= namesMin &&
  row.length === width &&
  row.every((one) => nameOnly.test(one.trim())) &&
  new Set(row).size === row.length

/** Tests for a line without separators, or with the colon of a sentence. */
const isTitle = ([, next]: readonly string[]): boolean => next === undefined || next.startsWith(' ')

const isTyped = (cell: string): boolean => isTypedValue(cell.trim().replace(/^(["'])(.*)\1$/, '$2'))

/** The most common patterns first. Nearly every value matches one of the first two. */
const valueShapes: readonly RegExp[] = [
  /^(?:[\p{L}\p{N}_ .'’()&/#-]|, )+$/u,
  /^$/,
  /^[-+\u2212]?\d[\d\s.,'_]*(?:[eE][-+]?\d+)?%?$/,
  /^[$€£]\s?-?[\d.,]+$/,
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
  /^(?:true|false|yes|no|null|n\/a|na|nan)$/i,
  /^[^\s,;|\t"]+@[^\s,;|\t"]+$/,
  /^[a-z]+:\/\/\S+$/i,
]

const looksLikeValue = (cell: string): boolean => valueShapes.some((shape) => shape.test(cell.trim()))

/**
 * Returns the share of cells that look like values. A quote at only one end of a cell is evidence against the reading.
 */
function plainness(rows: readonly string[][], quote: string | null): number {
  let cells = 0
  let plain = 0
  for (const row of rows) {
    for (const cell of row) {
      cells++
      const isQuoted = quote !== null && cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)
      if (isQuoted) plain += 1
      else if (/^["']|["']$/.test(cell)) plain += 0.1
      else if (looksLikeValue(cell)) plain += 1
      else plain += 0.4
    }
  }
  return plain / cells
}

/**
 * The maximum number of titles above a last line that may be the names of a table without rows. Below more lines of
 * one value, a last line with a comma is one of them.
 */
const titlesMax = 3

/**
 * Tests whether rows are consecutive, as those of a table are. Sentences with the same number of commas are scattered.
 * Records of several widths form several groups, but leave hardly any other line.
 */
function areAdjacent(rows: readonly string[][], width: number, count: number): boolean {
  const agrees = (at: number): boolean => rows[at]?.length === width
  if (count === 1) return agrees(0) || (agrees(rows.length - 1) && rows.length <= titlesMax + 1)
  if (areRecords(rows, width)) return true
  const runs = runsOf(rows, width)
  if (Math.max(...runs) >= count * 0.75 && count * 6 >= rows.length) return true
  const together = runs.filter((run) => run > 1).reduce((sum, run) => sum + run, 0)
  const whole = rows.filter((row) => row.length === 1).length
  return together >= count * 0.75 && count * 4 >= rows.length && whole * 4 <= rows.length
}

const recordsMin = 3

/**
 * Tests for names above rows that alternate with the rest of their text: `,,COFFEE SHOP` below each payment. All rows
 * below the names have several cells and none more than the names.
 */
function areRecords(rows: readonly string[][], width: number): boolean {
  const top = rows.findIndex((row) => row.length === width)
  const [names = [], ...below] = rows.slice(top)
  const full = below.filter((row) => row.length === width).length
  const areNames = width > 2 && names.every((name) => /\p{L}/u.test(name))
  return (
    areNames &&
    full >= recordsMin &&
    full * 2 >= below.length &&
    below.every(({ length }) => length > 1 && length <= width)
  )
}

/** Returns the lengths of all groups of consecutive rows with this width. */
function runsOf(rows: readonly string[][], width: number): number[] {
  const runs: number[] = []
  rows.forEach((row, at) => {
    if (row.length !== width) return
    if (rows[at - 1]?.length === width) runs.push((runs.pop() ?? 0) + 1)
    else runs.push(1)
  })
  return runs
}

export const areEven = (rows: readonly string[][]): boolean => rows.every((row) => row.length === rows[0]?.length)
