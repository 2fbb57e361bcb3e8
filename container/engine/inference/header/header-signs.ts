import { CellKind } from '../../table/row-batch.ts'
import { isBlank, isDay, isPlainValue, sameTexts, shapeOf } from '../rows/row-shapes.ts'
import { columnWord, lacksValue } from '../rows/missing-value.ts'
import { isListItem, isSentence } from '../../values/sentences.ts'
import { isQuotedPairs, logKeys } from '../../values/log-keys.ts'
import type { TextCell, TextRow } from '../rows/text-row.ts'

export const headerRowsMax = 3

/**
 * Tests for a header, which names columns: its cells are text in columns of other values. If everything is text, names
 * are short, complete, all different, and do not occur again below.
 */
export function isHeader(row: TextRow, data: readonly TextRow[], width: number): boolean {
  if (row.cells.some(({ kind }) => kind === CellKind.json) || isLogLine(row) || isLikeLines(row, data)) return false
  const examined = withoutNames(data).slice(0, 200)
  const areInTurn = namesNumbers(row, examined)
  let asHeader = 0
  let asData = 0
  let days = 0
  for (let column = 0; column < width; column++) {
    const head = shapeOf(row.cells[column])
    const below = examined.map((one) => shapeOf(one.cells[column])).filter((shape) => shape !== 'empty')
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
      else if (head === 'text' || isNumberWord(row.cells[column], below)) asHeader++
      else if (head !== 'empty') asData++
    } else if (head === 'number' || head === 'date') asData += 0.5
    else if (looksAlike(row.cells[column], examined, column)) asData++
  }
  // Several dates above numbers are names of columns with the values of each day. A single one may be a value in a row
  // of another kind.
  if (days > 1) asHeader += days
  else asData += days
  if (asHeader !== asData) return asHeader > asData
  if (asHeader > 0) return true
  return looksLikeNames(row, examined, width)
}

/** Tests for a cell with `No` above values that cannot be the answer to a question: it is short for "number". */
const isNumberWord = (cell: TextCell | undefined, below: readonly string[]): boolean =>
  /^no$/i.test(cell?.text.trim() ?? '') && !below.includes('word')

/** Tests whether the numbers in a row are names of columns, as opposed to values. */
const namesNumbers = (row: TextRow, data: readonly TextRow[]): boolean =>
  (namesConsecutively(row) && !data.some(namesConsecutively)) ||
  countsColumns(row, data) ||
  namesYears(row, data) ||
  namesYearsOnly(row, data)

/**
 * Recognizes numbers from 0 or 1 as names of columns, after a cell without a name above the distinct names of rows: a
 * data frame without column names (pandas), or the wells of a plate.
 */
function countsColumns({ cells: [corner, ...others] }: TextRow, data: readonly TextRow[]): boolean {
  const start = Number(others[0]?.text.trim() || Number.NaN)
  const areInTurn = others.every(({ text }, at) => text.trim() === String(start + at))
  if ((start !== 0 && start !== 1) || !areInTurn || /[\p{L}\p{N}]/u.test(corner?.text ?? '')) return false
  const names = data.map(({ cells: [name] }) => name?.text.trim() ?? '')
  return names.length > 0 && !names.includes('') && new Set(names).size === names.length
}

/** Recognizes a log line in a text with one column. It begins with a timestamp or consists of keys with values. */
const isLogLine = ({ cells: [first, ...others] }: TextRow): boolean =>
  others.length === 0 && first !== undefined && (logLine.test(first.text) || isQuotedPairs(first.text))
const logLine = new RegExp(
  String.raw`^${logKeys}(?:<\d+>|[[(])?(?:[A-Z][a-z]{2} )*[\d /.T,-]*(?:\b|(?<=T))\d{1,2}:\d\d`,
)

const isLikeLines = (row: TextRow, data: readonly TextRow[]): boolean =>
  isOneOfLines(row, data) || isAssignment(row, data)

const linesCompared = 20
const indentedShare = 0.25

/**
 * Recognizes a line of a text in one column: a sentence above sentences, a verse that ends with a comma, or a line above
 * items of lists and some indented lines, unless it is one word. Above other values, a question may be their name.
 */
function isOneOfLines(row: TextRow, data: readonly TextRow[]): boolean {
  const rows = [row, ...data.slice(0, linesCompared)]
  if (rows.some(({ cells }) => cells.length !== 1)) return false
  const [first = '', ...lines] = rows.map(({ cells }) => cells[0]?.text ?? '')
  const areWords = /\S\s+\S/.test(first)
  const items = lines.filter(isListItem)
  const indented = lines.filter((line) => isListItem(line) || /^\s+\S/.test(line))
  const areAllIndented = items.length === 0 && indented.length === lines.length && !/^\s/.test(first)
  return (
    [first, ...lines].every(isSentence) ||
    /\s\S+[,;]$/.test(first) ||
    (areWords && !areAllIndented && indented.length > Math.max(1, lines.length * indentedShare))
  )
}

const linesMin = 3

/** Recognizes the first of assignments such as `kernel.pid_max = 4096`, in text with one column. */
function isAssignment(row: TextRow, data: readonly TextRow[]): boolean {
  const lines = [row, ...data]
  return (
    lines.length > linesMin && lines.every(({ cells }) => cells.length === 1 && /\S ?= ?\S/.test(cells[0]?.text ?? ''))
  )
}

/** Tests for consecutive years next to another name, or consecutive numbers (weeks, ages), as names of such columns. */
function namesConsecutively(row: TextRow): boolean {
  const numbers = row.cells.filter((cell) => shapeOf(cell) === 'number').map((cell) => cell.text.trim())
  const [first = 0, second = 0] = numbers.map(Number)
  const step = second - first
  const areInTurn = numbers.every((text, at) => /^\d{1,4}$/.test(text) && Number(text) === first + at * step)
  if (!areInTurn || numbers.length < 2 || numbers.length === row.cells.length) return false
  const areYears = numbers.every((text) => /^(?:1[89]|20)\d\d$/.test(text))
  // Any two years have some step between them, and a few small numbers may be consecutive by chance.
  return areYears && numbers.length > 2 ? step !== 0 : Math.abs(step) === 1 && (areYears || numbers.length > 4)
}

const year = /^(?:1[89]|20)\d\d$/
export const isYear = (cell: TextCell | undefined): boolean => year.test(cell?.text.trim() ?? '')

/** Recognizes a row of consecutive years without any other name, above numbers that are not years. */
function namesYearsOnly({ cells }: TextRow, data: readonly TextRow[]): boolean {
  const years = cells.map(({ text }) => Number(text.trim()))
  const isRising =
    years.every((one, at) => one === (years[0] ?? 0) + at) || years.every((one, at) => one === (years[0] ?? 0) - at)
  if (years.length < 3 || !cells.every(isYear) || !isRising) return false
  const below = data.flatMap((row) => row.cells).filter((cell) => !isBlank(cell))
  return below.length > cells.length && below.every((cell) => shapeOf(cell) === 'number' && !isYear(cell))
}

/**
 * Recognizes different years as the only numbers among names, above numbers that cannot be years. A single one may also
 * be next to a word that names columns, and several of them must be.
 */
function namesYears(row: TextRow, data: readonly TextRow[]): boolean {
  const years = row.cells.flatMap((cell, column) => (isYear(cell) ? [column] : []))
  const others = row.cells.filter((cell) => !isYear(cell) && !isBlank(cell))
  if (others.length === 0 || !others.every((cell) => shapeOf(cell) === 'text')) return false
  const isNamed = others.some(({ text }) => columnWord.test(text.trim()))
  const isOther = (cell: TextCell | undefined): boolean => shapeOf(cell) === 'number' && !isYear(cell)
  const areBelow = (column: number): boolean => {
    const below = data.map(({ cells }) => cells[column]).filter((cell) => shapeOf(cell) !== 'empty')
    return below.length > 1 && (below.every(isOther) || (isNamed && years.length === 1))
  }
  return (isNamed ? years.length > 0 : years.length === 1) && years.every(areBelow)
}

/**
 * Tests whether a cell is a code like the values below: the same word with other digits, or digits and signs in the
 * same positions.
 */
function looksAlike(cell: TextCell | undefined, below: readonly TextRow[], column: number): boolean {
  const text = cell?.text.trim() ?? ''
  if (!/\d/.test(text)) return false
  const values = below.map((row) => row.cells[column]?.text.trim() ?? '').filter((value) => value !== '')
  const most = values.length * 0.7
  const alike = (normalize: (value: string) => string): number =>
    values.filter((value) => normalize(value) === normalize(text)).length
  if (alike(withoutDigits) > most || (/[-./:#§ ]/.test(text) && alike(withoutLetters) > most)) return true
  // Codes have several shapes: all contain digits, and some have the shape of this one.
  const haveDigits = values.filter((value) => /\d/.test(value)).length > values.length * 0.9
  return values.length >= codesMin && haveDigits && alike(withoutHex) >= 2
}

const codesMin = 10
const withoutDigits = (text: string): string => text.replaceAll(/\d+/g, '9')
const withoutLetters = (text: string): string => withoutDigits(text.replaceAll(/\p{L}+/gu, 'a'))
/** Hexadecimal numbers count as similar, although they may have no digit. */
const withoutHex = (text: string): string => withoutDigits(text.replaceAll(/\b[\dA-F]{4,8}\b/gi, '9'))

/** Returns the rows below the first header row, without further rows of names at the beginning. */
function withoutNames(data: readonly TextRow[]): readonly TextRow[] {
  const start = data.findIndex((row) => row.cells.some(isPlainValue))
  return start > 0 && start < headerRowsMax ? data.slice(start) : data
}

/** Tests whether a name occurs twice, above columns with different values. */
function callsTwoAlike(names: readonly string[], data: readonly TextRow[]): boolean {
  const first = names.findIndex((name, at) => name !== '' && names.indexOf(name, at + 1) > 0)
  const second = names.indexOf(names[first] ?? '', first + 1)
  const others = names.filter((_, at) => at !== second)
  if (first < 0 || new Set(others).size < others.length) return false
  const alike = data.filter(({ cells }) => cells[first]?.text === cells[second]?.text)
  return alike.length * (names.length > 2 ? 2 : 5) < data.length
}

function looksLikeNames(row: TextRow, data: readonly TextRow[], width: number): boolean {
  if (lacksValue(row, data, width)) return false
  const names = row.cells.slice(0, width).map((cell) => cell.text.trim())
  if (names.some((name) => name.length > 64) || names.filter((name) => name !== '').length < width * 0.5) return false
  if (names.some((name) => shapeOf({ kind: CellKind.text, text: name }) === 'number')) return false
  const given = names.filter((name) => name !== '')
  if (new Set(given.map((name) => name.toLowerCase())).size < given.length * 0.8 && !callsTwoAlike(names, data))
    return false
  if (data.length === 0) return !names.every((name) => /^\d/.test(name))
  const unlike = width > 1 ? data.filter((one) => !sameTexts(row, one)) : data
  const others = unlike.length > 0 ? unlike : data
  const repeatedBelow = names.filter((name, column) =>
    others.some((one) => one.cells[column]?.text.trim() === name && name !== ''),
  ).length
  return repeatedBelow === 0
}
