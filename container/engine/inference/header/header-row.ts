import { CellKind } from '../../table/row-batch.ts'
import { answersAsNames } from './answers-as-names.ts'
import { headerRowsMax, isHeader, isYear } from './header-signs.ts'
import { lacksValue } from '../rows/missing-value.ts'
import { withoutTextFormula } from '../../values/text-formulas.ts'
import { beginAsRemarks, isRemark } from '../rows/remarks.ts'
import { namesVector } from './row-names.ts'
import {
  filled,
  hasValue,
  isBlank,
  isNameRow,
  isPlainValue,
  isTyped,
  sameTexts,
  shapeOf,
  usedWidth,
  usualWidth,
  widthOf,
} from '../rows/row-shapes.ts'
import { afterTitles, isWideTitle } from './title-row.ts'
import { namesSome } from './sparse-names.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

/** The start of the table in the file, with its column names. */
export interface TableStart {
  /** The number of the first header row, or null if the file has none. */
  readonly headerRow: number | null
  /** Rows up to this number are not data. */
  readonly lastHeadRow: number
  readonly names: readonly string[]
  /** The header rows, unchanged from the file. */
  readonly headRows: readonly TextRow[]
}

/** The row that the spec or the format specifies, and the maximum number of header rows. */
export interface GivenHeader {
  readonly row: number
  readonly rows: number
  /** Whether the header has exactly this many rows. */
  readonly areCounted?: boolean
}

const titleRowsMax = 50

/** Finds the start of the table in the first rows. `given` is null if no row is specified. */
export function findTableStart(written: readonly TextRow[], given: GivenHeader | null): TableStart {
  const rows = answersAsNames(written)
  const names = rows.findIndex((_, at) => rulesBelow(rows, at).length > 0)
  const rules = rulesBelow(rows, names)
  const start = startOf(
    rows.filter((row) => !rules.includes(row)),
    given,
  )
  const last = rules.at(-1)
  return last !== undefined && start.headRows.at(-1) === rows[names] ? { ...start, lastHeadRow: last.number } : start
}

/** Returns the rows directly below names that are neither names nor values. */
function rulesBelow(rows: readonly TextRow[], at: number): readonly TextRow[] {
  const names = rows[at]
  const isRule = (row: TextRow | undefined): boolean =>
    row !== undefined && names !== undefined && (underlines(row, names) || annotates(row, names, rows))
  let end = at + 1
  while (isRule(rows[end])) end++
  return rows.slice(at + 1, end)
}

/** Recognizes QIIME's annotations below the column names: `#q2:types`, followed by one for each column. */
const annotates = (row: TextRow, names: TextRow, rows: readonly TextRow[]): boolean =>
  isRemark(row) && widthOf(row) > 1 && widthOf(row) === widthOf(names) && !beginAsRemarks(rows, widthOf(row))

/**
 * Recognizes a row below the names that consists of dashes at least as long as each name, as written by sqlcmd and
 * others. In tables of hydrologists (RDB), it contains the length and type of values (`5s`, `14n`, `20d`).
 */
const underlines = (row: TextRow, names: TextRow): boolean =>
  row.cells.length === names.cells.length &&
  (row.cells.every(({ text }, at) => /^--+$/.test(text) && text.length >= (names.cells[at]?.text.length ?? 0)) ||
    (row.cells.length > 1 && row.cells.every(({ text }) => /^\d{1,3}[sdn]$/i.test(text))))

function startOf(rows: readonly TextRow[], given: GivenHeader | null): TableStart {
  if (given !== null) return startAt(rows, given)
  if (isWideTitle(rows)) return startOf(rows.slice(1), null)
  const width = usualWidth(rows)
  if (width === 2 && namesVector(rows)) return headerOf(rows.slice(0, 1), width)
  const first = rows.findIndex(
    (row) =>
      filled(row) >= Math.max(1, Math.ceil(Math.min(width, widthOf(row)) * 0.5)) &&
      widthOf(row) >= Math.min(width, 2) &&
      isTableRow(row, width),
  )
  const top = first < 0 || first > titleRowsMax ? 0 : afterTitles(rows, tableAbove(rows, first), width)
  const candidate = rows[top]
  const above = rows[first - 1]
  if (candidate !== undefined && top === first && namesSome(above, candidate, rows.slice(top + 1), width))
    return headerOf([above], width)
  if (candidate === undefined) return { headerRow: null, lastHeadRow: 0, names: [], headRows: [] }
  const below = namesBelowNotes(rows, top, width)
  if (below !== null) return headerOf(headerRows(rows, below, width), width)
  const header = headerFrom(rows, top, width)
  return header === null
    ? { headerRow: null, lastHeadRow: firstUnnamed(rows, top) - 1, names: unnamed(width), headRows: [] }
    : headerOf([...groupsAbove(rows, header, width), ...headerRows(rows, header, width)], width)
}

/**
 * Returns the first row of a table above wider rows. The rows are not titles if names are above several rows of the
 * same width that contain values.
 */
function tableAbove(rows: readonly TextRow[], first: number): number {
  for (let at = 0; at + 3 < first; at++) {
    const [names, ...data] = rows.slice(at, at + 4) as [TextRow, ...TextRow[]]
    const isEven = data.every((row) => widthOf(row) === widthOf(names) && filled(row) === widthOf(row))
    if (widthOf(names) > 1 && isEven && isNameRow(names) && data.every(hasValue)) return at
  }
  return first
}

/**
 * Tests for a row of the table, which fills at least half of its width. A title is alone in the first cell of its row.
 */
function isTableRow(row: TextRow, width: number): boolean {
  if (width === 2 && widthOf(row) === 2 && isBlank(row.cells[0]) && filled(row) === 1) return true
  return width < 2 ? filled(row) > 0 : filled(row) >= 2 && usedWidth(row) * 2 >= width
}

const unnamed = (width: number): string[] => Array.from({ length: width }, () => '')

/**
 * Finds a full row of names directly above the first values. The rows above it are notes if they have words and gaps,
 * and are more than a header has.
 */
function namesBelowNotes(rows: readonly TextRow[], top: number, width: number): number | null {
  const at = rows.findIndex((row) => row.cells.some(isPlainValue)) - 1
  const names = rows[at]
  if (names === undefined || top > at || at > titleRowsMax) return null
  const isNote = (row: TextRow | undefined): boolean => row !== undefined && filled(row) > 1 && filled(row) < width
  let first = at
  while (isNote(rows[first - 1])) first--
  if (at - first < headerRowsMax || top < first || filled(names) < width || !isNameRow(names)) return null
  const data = rows.slice(at + 1, at + 201)
  const isTypedBelow = names.cells.some((_, column) => {
    const given = data.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
    return given.filter(isPlainValue).length > given.length * 0.7
  })
  return isTypedBelow && isHeader(names, data, width) ? at : null
}

/**
 * Returns the number of the first row in a table without names that includes `top`. A row directly above that is
 * equally full is not a title.
 */
function firstUnnamed(rows: readonly TextRow[], top: number): number {
  const fullness = rows
    .slice(top)
    .map(filled)
    .toSorted((a, b) => a - b)
  const usual = fullness[(fullness.length - 1) >> 1] ?? 0
  const isRow = (row: TextRow | undefined, below: TextRow | undefined): boolean =>
    row !== undefined &&
    below !== undefined &&
    row.number + 1 === below.number &&
    (filled(row) >= Math.max(2, usual / 2) || beginsWithEmptyQuotes(row, widthOf(below)))
  let first = top
  while (isRow(rows[first - 1], rows[first])) first--
  return rows[first]?.number ?? 0
}

/** Tests for rows such as `"","late"`. A title would be in the first cell. */
const beginsWithEmptyQuotes = ({ cells }: TextRow, width: number): boolean =>
  cells.length === width && cells[0]?.kind === CellKind.quoted && cells[0].text === '' && !isBlank(cells[1])

/** Returns the row of names at the top of the table, or below rows that only name groups of columns. */
function headerFrom(rows: readonly TextRow[], top: number, width: number): number | null {
  for (let at = top; at < top + headerRowsMax; at++) {
    const row = rows[at]
    if (row === undefined || rows.slice(top, at).some((above) => !namesGroups(above))) return null
    if (at > top && groupsAbove(rows, at, width).length < at - top) return null
    const below = rows.slice(at + 1)
    // A second row of text may just as well be the first row of a table without numbers.
    if (isHeader(row, below, width)) return at === top || below.slice(0, 200).some(hasValue) ? at : null
    if (lacksValue(row, below, width)) return null
  }
  return null
}

const namesGroups = (row: TextRow): boolean =>
  new Set(row.cells.map((cell) => cell.text.trim()).filter((name) => name !== '')).size < row.cells.length &&
  row.cells.every(isGroup)

/** Tests for a name, an empty cell, or a year with its measurements below. */
const isGroup = (cell: TextCell): boolean => isYear(cell) || !isPlainValue(cell)

function startAt(rows: readonly TextRow[], given: GivenHeader): TableStart {
  const below = rows.filter(({ number }) => number >= given.row)
  const [names, ...next] = below
  if (names === undefined) return { headerRow: given.row, lastHeadRow: given.row, names: [], headRows: [] }
  const others = next.slice(0, given.rows - 1)
  const values = given.areCounted === true ? -1 : others.findIndex(hasValue)
  return headerOf([names, ...others.slice(0, values < 0 ? undefined : values)], usualWidth(below))
}

function headerOf(headRows: readonly TextRow[], width: number): TableStart {
  const [top] = headRows
  return {
    headerRow: top?.number ?? null,
    lastHeadRow: headRows.at(-1)?.number ?? 0,
    names: joinedNames(headRows, Math.max(width, ...headRows.map(widthOf))),
    headRows,
  }
}

/** Returns the first header row and the rows below that continue it. */
function headerRows(rows: readonly TextRow[], top: number, width: number): TextRow[] {
  let end = top + 1
  while (end - top < headerRowsMax) {
    const [above, next] = [rows[end - 1], rows[end]]
    if (above === undefined || next === undefined) break
    const data = rows.slice(end + 1)
    if (!continuesHeader(above, next, data, width) && !namesRowNames(rows.slice(top, end), next, data)) break
    end++
  }
  return rows.slice(top, end)
}

/**
 * Returns the names of groups, which are directly above the names of their columns. They have as many cells, most of
 * them empty.
 */
function groupsAbove(rows: readonly TextRow[], top: number, width: number): TextRow[] {
  const isGroups = (row: TextRow | undefined, below: TextRow | undefined): boolean =>
    row !== undefined &&
    row.number + 1 === below?.number &&
    width > 2 &&
    widthOf(row) === widthOf(below) &&
    filled(row) > 1 &&
    row.cells.every(isGroup) &&
    (!row.cells.some(isYear) || (groupsIn(row) > 1 && !below.cells.some(isPlainValue)))
  let first = top
  while (first > 0 && top - first < headerRowsMax - 1 && isGroups(rows[first - 1], rows[first])) first--
  return rows.slice(first, top)
}

/**
 * Tests for another header row: the names again, units, parts of names or alternative names, but never a row with a
 * value. If rows below are typed, the evidence is text in all typed columns that does not occur again. Otherwise, gaps
 * or groups are the evidence.
 */
function continuesHeader(above: TextRow, written: TextRow, data: readonly TextRow[], width: number): boolean {
  const next = withoutDashes(written)
  if (data.length === 0) return false
  if ((filled(next) < width && namesUnits(next, data, width)) || namesQuestions(next, data, width)) return true
  return filled(next) >= width * 0.5 && namesColumns(above, next, data, width)
}

/** Recognizes the second header row of a survey, which has the text of each question or the choices below it. */
function namesQuestions(next: TextRow, data: readonly TextRow[], width: number): boolean {
  const typed = typedColumns(data.slice(0, 200), width)
  if (typed.length === 0 || next.cells.some(isPlainValue)) return false
  const count = (text: RegExp): number => next.cells.filter((cell) => text.test(cell.text.trim())).length
  const areChoices = count(/^(?:Open-Ended )?Response$/) > 0 && typed.every((column) => isBlank(next.cells[column]))
  return areChoices || (count(/\?$/) > 1 && typed.every((column) => !isBlank(next.cells[column])))
}

/** Tests for a row that is at least half full: the second part of the names, units, or the columns of groups. */
function namesColumns(above: TextRow, next: TextRow, data: readonly TextRow[], width: number): boolean {
  if (next.cells.some(isPlainValue)) return namesYearsOfGroups(above, next, data)
  if (width > 1 && sameTexts(above, next)) return true
  const typed = typedColumns(data.slice(0, 200), width)
  if (typed.length > 0 && next.cells.some((_, column) => isRepeatedBelow(next, data, column))) return false
  const inTyped = typed.map((column) => next.cells[column]?.text.trim() ?? '').filter((text) => text !== '')
  const isOfAll = inTyped.length === typed.length || (filled(next) === inTyped.length && inTyped.every(isUnit))
  if (inTyped.length > 1 && isOfAll && new Set(inTyped).size > 1) return true
  if (inTyped.length === 1 && inTyped.every(inBrackets)) return true
  // A row that ends early has no gaps. A row of group names has empty cells instead.
  if (widthOf(above) < width || !isHeader(next, data, width)) return false
  const isAboveNames = typed.some((column) => shapeOf(data[0]?.cells[column]) === 'text')
  if (inTyped.length > 0 || isAboveNames) return groupsIn(above) > 0
  return groupsIn(above) > 1 && hasGapsOfItsOwn(above, next, data)
}

/** Recognizes the index names of pandas. They follow several rows of column names, which have none above the index. */
const namesRowNames = (heads: readonly TextRow[], next: TextRow, data: readonly TextRow[]): boolean =>
  heads.length > 1 &&
  filled(next) > 0 &&
  widthOf(next) === widthOf(heads[0] ?? next) &&
  next.cells.every((cell, column) => {
    const isNamed = heads.some((head) => !isBlank(head.cells[column]))
    return isNamed ? isBlank(cell) : shapeOf(cell) === 'text' && !isRepeatedBelow(next, data, column)
  })

/** Removes dashes and `NA` among units, which mean that a column has none. */
const withoutDashes = (row: TextRow): TextRow => ({
  ...row,
  cells: row.cells.map((cell) => (isDash(cell) ? { ...cell, text: '' } : cell)),
})

const isDash = ({ text }: TextCell): boolean => /^(?:[-\u2013\u2014]|NA|N\/A|n\/a|null|NULL)$/.test(text.trim())

/** Recognizes a row of years below names of groups, above numbers that are not years. */
function namesYearsOfGroups(above: TextRow, next: TextRow, data: readonly TextRow[]): boolean {
  const years = next.cells.flatMap((cell, column) => (isYear(cell) ? [column] : []))
  if (years.length < 2 || groupsIn(above) < 1 || !next.cells.every(isGroup)) return false
  const below = data.flatMap(({ cells }) => years.map((column) => cells[column])).filter((cell) => !isBlank(cell))
  return below.length > 0 && below.every((cell) => isTyped(cell) && !isYear(cell))
}

/**
 * Counts the names above several columns, which are repeated or followed by nothing. If everything is text, a single
 * one means nothing: either a name is missing or two columns have the same name, and the next row is the first one of
 * the table.
 */
function groupsIn({ cells }: TextRow): number {
  const names = cells.map(({ text }) => text.trim())
  const groups = names.filter((name, at) => name !== '' && (names[at + 1] === '' || names[at + 1] === name))
  return new Set(groups).size
}

/** Tests for an empty cell below a name, in a column whose rows have values. The name does not need a second part. */
const hasGapsOfItsOwn = (above: TextRow, next: TextRow, data: readonly TextRow[]): boolean =>
  above.cells.some(
    (cell, column) =>
      !isBlank(cell) &&
      isBlank(next.cells[column]) &&
      data.filter((row) => !isBlank(row.cells[column])).length > data.length * 0.9,
  )

/** Tests for a row of units only, above columns of numbers. */
function namesUnits(row: TextRow, data: readonly TextRow[], width: number): boolean {
  const typed = typedColumns(data.slice(0, 200), width)
  const given = row.cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ column, text: cell.text.trim() }]))
  const isOne = (text: string): boolean => isUnit(text) || inBrackets(text) || /^(?:in|en|em|w|v|в) \S+$/u.test(text)
  const areNames = !row.cells.some(isPlainValue)
  return areNames && given.length > 0 && given.every(({ column, text }) => typed.includes(column) && isOne(text))
}

const inBrackets = (text: string): boolean => /^[([].*[)\]]$/.test(text)

/** Tests for units. They are short, and some columns have none: `m`, empty, `kg/h`. */
const isUnit = (text: string): boolean => /^[^\s\d]\S{0,7}$/u.test(text)

/**
 * Tests whether a cell's text is a value of its column further down, and not a name that is repeated with all the
 * others.
 */
function isRepeatedBelow(row: TextRow, data: readonly TextRow[], column: number): boolean {
  const text = row.cells[column]?.text.trim() ?? ''
  return text !== '' && data.some((one) => one.cells[column]?.text.trim() === text && !sameTexts(row, one))
}

/** Returns columns whose values, below the names, are numbers, dates or words of one kind. */
function typedColumns(data: readonly TextRow[], width: number): number[] {
  const start = data.findIndex((row) => row.cells.some(isPlainValue))
  if (start < 0 || start > 1) return []
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const shapes = data
      .slice(start)
      .map((row) => shapeOf(row.cells[column]))
      .filter((shape) => shape !== 'empty')
    return shapes.length > 0 && shapes.filter((shape) => shape !== 'text').length > shapes.length * 0.9
  })
}

/**
 * Joins names of several rows, top to bottom. A group's name is above its first column and applies up to the next one.
 */
function joinedNames(headRows: readonly TextRow[], width: number): string[] {
  const texts = headRows.map((row, level) => {
    const { cells } = level > 0 ? withoutDashes(row) : row
    return Array.from({ length: width }, (_, at) => withoutTextFormula(cells[at]?.text.trim() ?? ''))
  })
  texts.slice(0, -1).forEach((names, level) => {
    for (let column = 1; column < width; column++) {
      const isNewGroup = level > 0 && texts[level - 1]?.[column] !== texts[level - 1]?.[column - 1]
      if (names[column] === '' && !isNewGroup) names[column] = names[column - 1] ?? ''
    }
  })
  return Array.from({ length: width }, (_, column) =>
    texts
      .map((names) => names[column] ?? '')
      .filter((part, level, parts) => part !== '' && part !== parts[level - 1])
      .join(' '),
  )
}
