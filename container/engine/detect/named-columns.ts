import { linesOf } from './lines.ts'
import { isFromClient } from '../values/client-lines.ts'
import { cellAt, type FixedWidth, type Gutter, isDashes, withoutEnd } from './fixed-width.ts'
import { isTypedValue } from '../values/typed-value.ts'
import { noHeadings } from './page-headings.ts'

const linesMax = 400
/** The search takes time in proportion to the names and the blanks. */
const lineLengthMax = 2000
/** One row below two names may be two lines of a text with wide blanks. */
const cellsMin = 3
const columnsMax = 200
/** Matches sizes and durations in the output of command-line tools: `12G`, `4.0Ki`, `18s`. */
const measure = /^\d+(?:\.\d+)?(?:[BKMGTPE]i?B?|ms|[smhdwy])$/
const isMeasured = (text: string): boolean => isTypedValue(text) || measure.test(text)
const rowNumber = /^\d+ /

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Finds columns below a line of names that shows where each column begins or ends, as `docker ps`, `df`, R and pandas
 * print them. Every cell must begin where its name begins or end where it ends, so one row is enough. The names may
 * contain single blanks.
 */
export function namedColumns(head: string): FixedWidth | null {
  const table = tableOf(head)
  if (table === null) return null
  const lines = table.filter((line) => line.trim() !== '').map((line) => line.trimEnd())
  const [names = '', ...rows] = lines
  if (rows.length === 0 || !mayBeNames(names) || lines.some(isDashes)) return null
  const blanks = blanksOf(lines)
  const leading = gutterBeforeNames(names, rows, blanks)
  if (leading === null) return null
  const between = (leading.length > 0 ? guttersAfterEnds(names, rows) : null) ?? guttersBetween(names, rows, blanks)
  if (between === null) return null
  const gutters = [...leading, ...between]
  if (gutters.length === 0 || gutters.length >= columnsMax || gutters.length * rows.length + 1 < cellsMin) return null
  if (!areAligned(names, rows, gutters) || joinsCells(names, rows, gutters)) return null
  const firstLine = table.findIndex((line) => line.trim() !== '') + 1
  // Other first lines may be a row whose words are as long as the words below them.
  const areNames = leading.length > 0 || (isUpperCase(names) && !rows.every(isUpperCase))
  return {
    gutters,
    firstLine,
    hasLooseNames: false,
    headings: noHeadings,
    ...(areNames ? { namesLine: firstLine } : {}),
  }
}

/** Returns the lines above the messages of a program, or null if they are too many or too long, or if text follows. */
function tableOf(head: string): readonly string[] | null {
  const all = linesOf(head)
  if (all.length > linesMax || head.includes('\t') || all.some((line) => line.length > lineLengthMax)) return null
  const table = withoutEnd(all)
  // Other text below a blank line would become a row, with a value for each word.
  const isWhole = all.slice(table.length).every((line) => line.trim() === '' || isFromClient(line))
  return isWhole ? table : null
}

const mayBeNames = (line: string): boolean =>
  !line.includes('"') &&
  / /.test(line.trim()) &&
  line
    .trim()
    .split(/\s+/)
    .every((word) => !isMeasured(word))

const isUpperCase = (line: string): boolean => line === line.toUpperCase() && /\p{Lu}/u.test(line)

/** Returns the sequences of characters that are blank in all lines, from the first one with text. */
function blanksOf(lines: readonly string[]): Span[] {
  const width = Math.max(...lines.map((line) => line.length))
  const isFilled = new Uint8Array(width)
  for (const line of lines) for (let at = 0; at < line.length; at++) if (line[at] !== ' ') isFilled[at] = 1
  const spans: Span[] = []
  for (let at = isFilled.indexOf(1); at >= 0 && at < width;) {
    const from = isFilled.indexOf(0, at)
    if (from < 0) break
    at = isFilled.indexOf(1, from)
    spans.push({ from, to: at })
  }
  return spans
}

/**
 * Returns the gutter after the names of rows, which R and pandas print without a name above them. The list is empty
 * without such names. The result is null if their end is ambiguous.
 */
function gutterBeforeNames(names: string, rows: readonly string[], blanks: readonly Span[]): Gutter[] | null {
  const start = names.search(/\S/)
  const spans = blanks.filter(({ from }) => from < start).map(({ from, to }) => ({ from, to: Math.min(to, start) }))
  const [first, ...others] = spans
  if (first === undefined) return []
  if (rows.some((line) => line.slice(0, first.from).trim() === '')) return null
  if (others.length === 0 || rows.every((line) => rowNumber.test(line))) return [first]
  // The names of rows and the first column may both contain blanks, but numbers do not.
  const last = others.at(-1) as Span
  const end = start + names.slice(start).search(/ |$/)
  return rows.every((line) => isMeasured(line.slice(last.to, end).trim())) ? [last] : null
}

/**
 * Returns the gutters after the ends of the names, if every cell ends there, as R and pandas print tables. One blank is
 * enough between two cells, so the values may contain blanks at the same place. Names with blanks have no such gutters.
 */
function guttersAfterEnds(names: string, rows: readonly string[]): Gutter[] | null {
  const ends = Array.from(names.matchAll(/\S+/g), ({ index, 0: word }) => index + word.length)
  const areCells = ends.every((end, at) => {
    const cells = rows.map((line) => line.slice(ends[at - 1] ?? 0, end))
    const filled = cells.filter((cell) => cell.trim() !== '')
    const isAligned = filled.every((cell) => cell.length === end - (ends[at - 1] ?? 0) && !cell.endsWith(' '))
    return isAligned && filled.length * 2 >= rows.length && rows.every((line) => (line[end] ?? ' ') === ' ')
  })
  const last = ends.at(-1) ?? 0
  if (!areCells || rows.some((line) => line.length > last)) return null
  return ends.slice(0, -1).map((end) => {
    let to = end
    while ([names, ...rows].every((line) => (line[to] ?? ' ') === ' ')) to++
    return { from: end, to }
  })
}

/** Returns the gutters between the names, or null if the blanks below them are ambiguous. */
function guttersBetween(names: string, rows: readonly string[], blanks: readonly Span[]): Gutter[] | null {
  const gutters: Gutter[] = []
  // Next to wide blanks, a single one may be within a name. Elsewhere, it separates names.
  const mayHoldBlanks = /\S {2,}\S/.test(names)
  for (const { index, 0: run } of names.trimEnd().matchAll(/(?<=\S) +/g)) {
    const spans = blanks.filter(({ from, to }) => from < index + run.length && to > index)
    const span = spans.length > 1 ? onlyWide(spans) : spans[0]
    if (span === null || (span === undefined && (run.length > 1 || !mayHoldBlanks))) return null
    if (span === undefined) continue
    const kind = run.length > 1 ? 'gutter' : singleBlank(rows, span, gutters.at(-1)?.to ?? 0, nextBlank(blanks, span))
    if (kind === null || (kind === 'name' && !mayHoldBlanks)) return null
    if (kind === 'gutter') gutters.push(span)
  }
  return gutters
}

/** Returns the only span of several blanks. The single ones are between words in all rows, such as `3 days ago`. */
function onlyWide(spans: readonly Span[]): Span | null {
  const [wide = null, ...others] = spans.filter(({ from, to }) => to - from > 1)
  return others.length === 0 ? wide : null
}

const nextBlank = (blanks: readonly Span[], { to }: Span): number | undefined =>
  blanks.find(({ from }) => from > to)?.from

/**
 * Decides about a single blank in the line of names. It separates columns if all rows have a cell on both sides, and one
 * column has only numbers, sizes or times. It is part of a name if one side lacks cells, as below `Mounted on`.
 */
function singleBlank(
  rows: readonly string[],
  { from, to }: Span,
  start: number,
  end: number | undefined,
): 'gutter' | 'name' | null {
  const left = rows.map((line) => line.slice(start, from).trim())
  const right = rows.map((line) => line.slice(to, end).trim())
  const areMeasured = (cells: readonly string[]): boolean => cells.every(isMeasured)
  if ([...left, ...right].includes('')) return 'name'
  return areMeasured(left) || areMeasured(right) ? 'gutter' : null
}

/** Tests whether the cells of every column begin or end at the same character as its name. */
function areAligned(names: string, rows: readonly string[], gutters: readonly Gutter[]): boolean {
  return Array.from({ length: gutters.length + 1 }, (_, column) => {
    const name = spanIn(cellAt(names, gutters, column))
    const cells = rows.map((line) => spanIn(cellAt(line, gutters, column))).filter((span) => span !== null)
    if (cells.length === 0) return name !== null
    // The names of rows have no name.
    if (name === null) return column === 0 && cells.length === rows.length
    return cells.every((cell) => cell.from === name.from) || cells.every((cell) => cell.to === name.to)
  }).every(Boolean)
}

/**
 * Tests for values of two columns in one cell: words before empty cells at the end of a row, or next to a gutter of one
 * blank, as many words in every row as in their name.
 */
function joinsCells(names: string, rows: readonly string[], gutters: readonly Gutter[]): boolean {
  const cells = rows.map((line) => cellsOf(line, gutters))
  if (cells.some((row) => row.at(-1) === '' && row.some((cell) => cell.includes(' ')))) return true
  const isNarrow = (gutter: Gutter | undefined): boolean => gutter !== undefined && gutter.to - gutter.from === 1
  return cellsOf(names, gutters).some((name, column) => {
    if (!name.includes(' ') || !(isNarrow(gutters[column - 1]) || isNarrow(gutters[column]))) return false
    return cells.every((row) => wordsIn(row[column] ?? '') >= wordsIn(name))
  })
}

const wordsIn = (text: string): number => text.split(/ +/).length

const cellsOf = (line: string, gutters: readonly Gutter[]): string[] =>
  Array.from({ length: gutters.length + 1 }, (_, column) => cellAt(line, gutters, column).trim())

function spanIn(text: string): Span | null {
  const from = text.search(/\S/)
  return from < 0 ? null : { from, to: text.trimEnd().length }
}
