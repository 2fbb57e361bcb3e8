import { CellKind } from '../table/row-batch.ts'
import { currencies } from '../values/currencies.ts'
import { namesVector } from './row-names.ts'
import { beginWithMark, isRemark } from './remarks.ts'
import type { TextCell, TextRow } from './text-row.ts'

/** Where the table begins in the file, and what its columns are called there. */
export interface TableStart {
  /** Row number of the (first) header row; null where the file has none. */
  readonly headerRow: number | null
  /** Rows up to this number are not data. */
  readonly lastHeadRow: number
  readonly names: readonly string[]
  /** The header's rows as they stand in the file. */
  readonly headRows: readonly TextRow[]
}

/** The row that the spec or the format itself names, and how many rows the header has at most. */
export interface GivenHeader {
  readonly row: number
  readonly rows: number
}

const titleRowsMax = 50
const headerRowsMax = 3

/** Decides from the first rows, where no row is given. */
export function findTableStart(rows: readonly TextRow[], given: GivenHeader | null): TableStart {
  const names = rows.findIndex((_, at) => rulesBelow(rows, at).length > 0)
  const rules = rulesBelow(rows, names)
  const start = startOf(
    rows.filter((row) => !rules.includes(row)),
    given,
  )
  const last = rules.at(-1)
  return last !== undefined && start.headRows.at(-1) === rows[names] ? { ...start, lastHeadRow: last.number } : start
}

/** The rows right below names that are neither names nor values. */
function rulesBelow(rows: readonly TextRow[], at: number): readonly TextRow[] {
  const names = rows[at]
  if (names === undefined) return []
  const below = rows.slice(at + 1)
  const end = below.findIndex((row) => !underlines(row, names) && !annotates(row, names, rows))
  return below.slice(0, end < 0 ? undefined : end)
}

/** What QIIME says of columns below their names: `#q2:types`, and something for each. */
const annotates = (row: TextRow, names: TextRow, rows: readonly TextRow[]): boolean =>
  isRemark(row) && widthOf(row) > 1 && widthOf(row) === widthOf(names) && !beginWithMark(rows, widthOf(row))

/**
 * A row of dashes below names, each as long as its name or longer, as sqlcmd and others write it; or one of how long values are and
 * of what (`5s`, `14n`, `20d`), in the tables of hydrologists (RDB).
 */
const underlines = (row: TextRow, names: TextRow): boolean =>
  row.cells.length === names.cells.length &&
  (row.cells.every(({ text }, at) => /^--+$/.test(text) && text.length >= (names.cells[at]?.text.length ?? 0)) ||
    (row.cells.length > 1 && row.cells.every(({ text }) => /^\d{1,3}[sdn]$/i.test(text))))

function startOf(rows: readonly TextRow[], given: GivenHeader | null): TableStart {
  if (given !== null) return startAt(rows, given)
  const width = usualWidth(rows)
  if (width === 2 && namesVector(rows)) return headerOf(rows.slice(0, 1), width)
  const first = rows.findIndex(
    (row) =>
      filled(row) >= Math.max(1, Math.ceil(Math.min(width, widthOf(row)) * 0.5)) &&
      widthOf(row) >= Math.min(width, 2) &&
      isTableRow(row, width),
  )
  const top = first < 0 || first > titleRowsMax ? 0 : first
  const candidate = rows[top]
  if (candidate === undefined) return { headerRow: null, lastHeadRow: 0, names: [], headRows: [] }
  const below = namesBelowNotes(rows, top, width)
  if (below !== null) return headerOf(headerRows(rows, below, width), width)
  const header = headerFrom(rows, top, width)
  return header === null
    ? { headerRow: null, lastHeadRow: firstUnnamed(rows, top) - 1, names: unnamed(width), headRows: [] }
    : headerOf([...groupsAbove(rows, header, width), ...headerRows(rows, header, width)], width)
}

/** A full row of names right above the first values, and above it more rows of words and gaps than a header has: those are notes. */
function namesBelowNotes(rows: readonly TextRow[], top: number, width: number): number | null {
  const at = rows.findIndex((row) => row.cells.some(isNoName)) - 1
  const names = rows[at]
  if (names === undefined || top > at || at > titleRowsMax) return null
  const isNote = (row: TextRow | undefined): boolean => row !== undefined && filled(row) > 1 && filled(row) < width
  let first = at
  while (isNote(rows[first - 1])) first--
  if (at - first < headerRowsMax || top < first || filled(names) < width || !isNameRow(names)) return null
  const data = rows.slice(at + 1, at + 201)
  const isTypedBelow = names.cells.some((_, column) => {
    const given = data.map((row) => row.cells[column]).filter((cell) => !isBlank(cell))
    return given.filter(isNoName).length > given.length * 0.7
  })
  return isTypedBelow && isHeader(names, data, width) ? at : null
}

const isNoName = (cell: TextCell | undefined): boolean => !['text', 'empty'].includes(shapeOf(cell))

/** The number of the first row of a table without names, of which `top` is one: what is as full right above it is no title. */
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
    (filled(row) >= Math.max(2, usual / 2) || saysEmpty(row, widthOf(below)))
  let first = top
  while (isRow(rows[first - 1], rows[first])) first--
  return rows[first]?.number ?? 0
}

/** `"","late"`: a title stands in the first cell. */
const saysEmpty = ({ cells }: TextRow, width: number): boolean =>
  cells.length === width && cells[0]?.kind === CellKind.quoted && cells[0].text === '' && !isBlank(cells[1])

/** The row of names at the table's top, or below rows that name groups of columns and nothing else. */
function headerFrom(rows: readonly TextRow[], top: number, width: number): number | null {
  for (let at = top; at < top + headerRowsMax; at++) {
    const row = rows[at]
    if (row === undefined || rows.slice(top, at).some((above) => !namesGroups(above))) return null
    if (at > top && groupsAbove(rows, at, width).length < at - top) return null
    if (isHeader(row, rows.slice(at + 1), width)) return at
  }
  return null
}

const namesGroups = (row: TextRow): boolean =>
  new Set(row.cells.map((cell) => cell.text.trim()).filter((name) => name !== '')).size < row.cells.length &&
  row.cells.every((cell) => ['text', 'empty'].includes(shapeOf(cell)))

function startAt(rows: readonly TextRow[], given: GivenHeader): TableStart {
  const below = rows.filter(({ number }) => number >= given.row)
  const [names, ...next] = below
  if (names === undefined) return { headerRow: given.row, lastHeadRow: given.row, names: [], headRows: [] }
  const others = next.slice(0, given.rows - 1)
  const values = others.findIndex(hasValue)
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

/** The header's first row and those below that go on with it. */
function headerRows(rows: readonly TextRow[], top: number, width: number): TextRow[] {
  let end = top + 1
  while (end - top < headerRowsMax) {
    const [above, next] = [rows[end - 1], rows[end]]
    if (above === undefined || next === undefined || !continuesHeader(above, next, rows.slice(end + 1), width)) break
    end++
  }
  return rows.slice(top, end)
}

/** Names of groups stand right above the names of their columns, with as many cells, most of them empty. */
function groupsAbove(rows: readonly TextRow[], top: number, width: number): TextRow[] {
  const isGroups = (row: TextRow | undefined, below: TextRow | undefined): boolean =>
    row !== undefined &&
    row.number + 1 === below?.number &&
    width > 2 &&
    widthOf(row) === widthOf(below) &&
    filled(row) > 1 &&
    row.cells.every((cell) => ['text', 'empty'].includes(shapeOf(cell)))
  let first = top
  while (first > 0 && top - first < headerRowsMax - 1 && isGroups(rows[first - 1], rows[first])) first--
  return rows.slice(first, top)
}

const widthOf = (row: TextRow): number => row.cells.length
const isBlank = (cell: TextCell | undefined): boolean => cell === undefined || cell.text.trim() === ''
const filled = (row: TextRow): number => row.cells.filter((cell) => !isBlank(cell)).length
const unnamed = (width: number): string[] => Array.from({ length: width }, () => '')

/** The width that most rows have, counted without empty cells at the end; the wider one of equals. */
export function usualWidth(rows: readonly TextRow[]): number {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(usedWidth(row), (counts.get(usedWidth(row)) ?? 0) + 1)
  counts.delete(0)
  const [first] = rows
  // Where each has as many cells as the next, the last column may be empty in all of them but one.
  if (first !== undefined && counts.has(widthOf(first)) && rows.every((row) => widthOf(row) === widthOf(first)))
    return widthOf(first)
  const usual = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
  // Rows whose last cells are empty are narrower than their table.
  const wider = [...counts].filter(([width, count]) => width > usual && count >= 2).map(([width]) => width)
  const firstWide = rows.find((row) => usedWidth(row) > usual && filled(row) === usedWidth(row))
  return Math.max(usual, ...wider, firstWide !== undefined && rows.indexOf(firstWide) < 3 ? usedWidth(firstWide) : 0)
}

/** Without empty cells at the end. */
export function usedWidth(row: TextRow): number {
  let width = row.cells.length
  while (width > 0 && isBlank(row.cells[width - 1])) width--
  return width
}

/** A title stands alone in its row; a row of the table fills at least half of it. */
function isTableRow(row: TextRow, width: number): boolean {
  return width < 2 ? filled(row) > 0 : filled(row) >= 2 && usedWidth(row) * 2 >= width
}

type Shape = 'empty' | 'number' | 'date' | 'word' | 'text'

/** With the signs and currencies of either end: `-$1.50`, `($1,234)`, `12 %`. */
const amount = new RegExp(
  `^\\(?[-+\u2212]?\\s?(?:${currencies}|%)?\\s?[-+\u2212]?\\(?\\d[\\d.,'’ \\u00a0\\u2009\\u202f]*(?:e[-+]?\\d+)?\\s?(?:${currencies}|%)?\\)?-?$`,
  'i',
)

const day = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/

/** A rough look at a value: enough to tell names from data. */
export function shapeOf(cell: TextCell | undefined): Shape {
  if (cell === undefined || isBlank(cell)) return 'empty'
  const text = cell.text.trim()
  if (cell.kind === CellKind.number) return 'number'
  if (cell.kind === CellKind.date || cell.kind === CellKind.timestamp || cell.kind === CellKind.time) return 'date'
  if (cell.kind === CellKind.boolean || /^(?:true|false|yes|no|null|n\/a|na|nan|\\n|-)$/i.test(text)) return 'word'
  if (day.test(text) || /^\d{1,2}:\d{2}/.test(text)) return 'date'
  if (amount.test(text)) return 'number'
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) || /^https?:|@.+\./.test(text)) return 'date'
  return 'text'
}

const isDay = (cell: TextCell | undefined): boolean =>
  cell?.kind === CellKind.date || cell?.kind === CellKind.timestamp || day.test(cell?.text.trim() ?? '')

/** Whether a cell holds a number or a moment rather than words. */
export const isTyped = (cell: TextCell | undefined): boolean => ['number', 'date'].includes(shapeOf(cell))
export const hasValue = (row: TextRow): boolean => row.cells.some(isTyped)

/**
 * A header names columns: its cells are text where the data below are not. Where everything is text, names are short, all
 * there, all different and not seen again below.
 */
export function isHeader(row: TextRow, data: readonly TextRow[], width: number): boolean {
  if (row.cells.some(({ kind }) => kind === CellKind.json) || isLogLine(row)) return false
  const judged = withoutNames(data).slice(0, 200)
  const areInTurn = namesInTurn(row) && !judged.some(namesInTurn)
  let asHeader = 0
  let asData = 0
  let days = 0
  for (let column = 0; column < width; column++) {
    const head = shapeOf(row.cells[column])
    const below = judged.map((one) => shapeOf(one.cells[column])).filter((shape) => shape !== 'empty')
    if (below.length === 0) continue
    if (areInTurn && head === 'number') {
      asHeader++
      continue
    }
    const usual = below.filter((shape) => shape !== 'text').length / below.length
    if (usual > 0.7) {
      const isDayOfNumbers =
        isDay(row.cells[column]) && below.filter((one) => one === 'number').length > below.length * 0.7
      if (isDayOfNumbers) days++
      else if (head === 'text') asHeader++
      else if (head !== 'empty') asData++
    } else if (head === 'number' || head === 'date') asData += 0.5
    else if (looksAlike(row.cells[column], judged, column)) asData++
  }
  // Several days above numbers: their columns hold what was on each of them. One may be a value of a row of another kind.
  if (days > 1) asHeader += days
  else asData += days
  if (asHeader !== asData) return asHeader > asData
  if (asHeader > 0) return true
  return looksLikeNames(row, judged, width)
}

/** Of a text that is one column: a line that begins with a moment. */
const isLogLine = ({ cells }: TextRow): boolean =>
  cells.length === 1 && /^(?:<\d+>|[[(])?(?:[A-Z][a-z]{2} )*[\d /.T,-]*\b\d{1,2}:\d\d/.test(cells[0]?.text ?? '')

/** Years one after another beside some other name, or numbers that count on (weeks, ages), as tables have them whose columns are those. */
function namesInTurn(row: TextRow): boolean {
  const numbers = row.cells.filter((cell) => shapeOf(cell) === 'number').map((cell) => cell.text.trim())
  const [first = 0, second = 0] = numbers.map(Number)
  const step = second - first
  const areInTurn = numbers.every((text, at) => /^\d{1,4}$/.test(text) && Number(text) === first + at * step)
  if (!areInTurn || numbers.length < 2 || numbers.length === row.cells.length) return false
  const areYears = numbers.every((text) => /^(?:1[89]|20)\d\d$/.test(text))
  // Any two years are some step apart, and a few small numbers follow each other by chance.
  return areYears && numbers.length > 2 ? step !== 0 : Math.abs(step) === 1 && (areYears || numbers.length > 4)
}

/** Codes and such: the same word with other digits, or digits and marks in the same places, as in the values below. */
function looksAlike(cell: TextCell | undefined, below: readonly TextRow[], column: number): boolean {
  const text = cell?.text.trim() ?? ''
  if (!/\d/.test(text)) return false
  const values = below.map((row) => row.cells[column]?.text.trim() ?? '').filter((value) => value !== '')
  const isLike = (formOf: (value: string) => string): boolean =>
    values.filter((value) => formOf(value) === formOf(text)).length > values.length * 0.7
  return isLike(withoutDigits) || (/[-./:#§ ]/.test(text) && isLike(withoutLetters))
}

const withoutDigits = (text: string): string => text.replaceAll(/\d+/g, '9')
const withoutLetters = (text: string): string => withoutDigits(text.replaceAll(/\p{L}+/gu, 'a'))

/** The rows below a header's first one, without more rows of names on top. */
function withoutNames(data: readonly TextRow[]): readonly TextRow[] {
  const start = data.findIndex((row) => row.cells.some(isNoName))
  return start > 0 && start < headerRowsMax ? data.slice(start) : data
}

function looksLikeNames(row: TextRow, data: readonly TextRow[], width: number): boolean {
  const names = row.cells.slice(0, width).map((cell) => cell.text.trim())
  if (names.some((name) => name.length > 64) || names.filter((name) => name !== '').length < width * 0.5) return false
  if (names.some((name) => shapeOf({ kind: CellKind.text, text: name }) === 'number')) return false
  const given = names.filter((name) => name !== '')
  if (new Set(given.map((name) => name.toLowerCase())).size < given.length * 0.8) return false
  if (data.length === 0) return !names.every((name) => /^\d/.test(name))
  const unlike = width > 1 ? data.filter((one) => !sameTexts(row, one)) : data
  const others = unlike.length > 0 ? unlike : data
  const seenBelow = names.filter((name, column) =>
    others.some((one) => one.cells[column]?.text.trim() === name && name !== ''),
  ).length
  return seenBelow === 0
}

/** A row of names and nothing else: text in every cell, no two alike. */
export function isNameRow(row: TextRow): boolean {
  const names = row.cells.map((cell) => cell.text.trim().toLowerCase())
  return row.cells.every((cell) => shapeOf(cell) === 'text') && new Set(names).size === names.length
}

/**
 * One more header row: the same names again, units, parts of names or other names for the columns; never a row with a
 * value in it. Where the rows below are typed, text in all of their typed columns tells that does not come again; otherwise gaps or
 * groups do.
 */
function continuesHeader(above: TextRow, next: TextRow, data: readonly TextRow[], width: number): boolean {
  if (data.length === 0 || filled(next) < width * 0.5) return false
  if (next.cells.some(isNoName)) return false
  if (width > 1 && sameTexts(above, next)) return true
  const typed = typedColumns(data.slice(0, 200), width)
  if (typed.length > 0 && next.cells.some((_, column) => standsAgain(next, data, column))) return false
  const inTyped = typed.map((column) => next.cells[column]?.text.trim() ?? '').filter((text) => text !== '')
  const isOfAll = inTyped.length === typed.length || (filled(next) === inTyped.length && inTyped.every(isUnit))
  if (inTyped.length > 1 && isOfAll && new Set(inTyped).size > 1) return true
  if (inTyped.length === 1 && inTyped.every((text) => /^[([].*[)\]]$/.test(text))) return true
  // A row that ends early has no gaps: whoever names groups leaves cells empty.
  const gaps = widthOf(above) < width ? 0 : above.cells.filter(isBlank).length
  const repeated = new Set(above.cells.map((cell) => cell.text.trim())).size < above.cells.length
  if (repeated) return isHeader(next, data, width)
  // A name too few in the header of a table of text is no group: below groups, every column has its name.
  const named = [next, ...data.slice(0, headerRowsMax - 2)].some((row) => filled(row) === width)
  return gaps > 0 && named && filled(next) >= filled(above) && isHeader(next, data, width)
}

/** What numbers are counted in is short, and some columns have none of it: `m`, nothing, `kg/h`. */
const isUnit = (text: string): boolean => /^[^\s\d]\S{0,7}$/u.test(text)

/** Whether a cell's text is a value of its column further down, and not a name once more with all the others. */
function standsAgain(row: TextRow, data: readonly TextRow[], column: number): boolean {
  const text = row.cells[column]?.text.trim() ?? ''
  return text !== '' && data.some((one) => one.cells[column]?.text.trim() === text && !sameTexts(row, one))
}

const sameTexts = (a: TextRow, b: TextRow): boolean =>
  a.cells.length === b.cells.length &&
  a.cells.every((cell, column) => cell.text.trim().toLowerCase() === b.cells[column]?.text.trim().toLowerCase())

/** Columns whose values are numbers, dates or words of a kind, once the names above them are past. */
function typedColumns(data: readonly TextRow[], width: number): number[] {
  const start = data.findIndex((row) => row.cells.some(isNoName))
  if (start < 0 || start > 1) return []
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const shapes = data
      .slice(start)
      .map((row) => shapeOf(row.cells[column]))
      .filter((shape) => shape !== 'empty')
    return shapes.length > 0 && shapes.filter((shape) => shape !== 'text').length > shapes.length * 0.9
  })
}

/** Names of several rows, top to bottom. A group's name stands once above its columns: it holds until the next one. */
function joinedNames(headRows: readonly TextRow[], width: number): string[] {
  const texts = headRows.map((row) => Array.from({ length: width }, (_, at) => row.cells[at]?.text.trim() ?? ''))
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
