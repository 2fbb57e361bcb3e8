import { areFilePaths } from './file-paths.ts'
import { isWholeNote } from '../values/notes.ts'
import { isTypedValue } from '../values/typed-value.ts'
import { linesOf } from './lines.ts'
import { isSpacedTable } from './even-table.ts'
import { isLog } from './log-lines.ts'
import { areNames, isHeading, type PageHeadings, pageHeadings, withoutFormFeed } from './page-headings.ts'

/** Text whose columns begin at the same character in every line. */
export interface FixedWidth {
  /**
   * The blank characters between columns in the lines of the head. `from` is the first one, and `to` is the one after
   * the last.
   */
  readonly gutters: readonly Gutter[]
  /** The first line with columns, counted from 1. */
  readonly firstLine: number
  /** Whether the first line contains names that are not aligned with the columns, one word for each. */
  readonly hasLooseNames: boolean
  readonly headings: PageHeadings
  /** The line of the names, if it is certain. */
  readonly namesLine?: number
  /** Whether East Asian characters count as two. */
  readonly countsWide?: boolean
}

export interface Gutter {
  readonly from: number
  readonly to: number
}

/** Matches the words for a missing value, which occur in columns of any type. */
const missing = /^(?:NaN|NA|<NA>|NaT|N\/A|NULL|None|-+|\.)$/i
const linesMax = 400
const titlesMax = 3
/** More lines that look like notes are items of a list. */
const notesMax = 3
/** The maximum number of titles and blank lines that end with a blank one. */
const linesAboveMax = 8
const linesMin = 4
/** In fewer lines, words may be aligned with other words by chance. */
const linesForWords = 20
const columnsMax = 500
const typedShare = 0.8
const filledShare = 0.9
/** The maximum share of lines with a value in a gutter. */
const strayShare = 0.01

/**
 * Finds the columns of fixed-width text by characters that are blank in nearly all lines. In a few lines of prose, this
 * may happen by chance, so few lines require a column of numbers or dates. Many lines do not.
 */
export function fixedWidth(head: string): FixedWidth | null {
  const lines = linesOf(head).slice(0, linesMax).map(withoutFormFeed)
  if (head.includes('\t') || head.startsWith('"') || areFilePaths(head) || isSpacedTable(head)) return null
  if (isLog(lines.filter((line) => line.trim() !== ''))) return null
  const headings = pageHeadings(lines)
  const notes = lines.filter(isWholeNote).length
  const isAside = (line: string): boolean =>
    isHeading(headings.above, line) || isHeading(headings.below, line) || (notes <= notesMax && isWholeNote(line))
  const rows = lines.map((line) => (isAside(line) ? '' : line))
  const table = withoutEnd(rows)
  const found = namedBelowTitles(table, headings.names) ?? firstColumns(table, headings.names)
  return found === null ? null : { ...found, headings }
}

/** Drops lines of plain words below the last blank line, such as a count of rows. They are not aligned with the columns. */
export function withoutEnd(rows: readonly string[]): readonly string[] {
  const end = rows.findLastIndex((line) => line.trim() !== '') + 1
  const from = rows.findLastIndex((line, at) => at < end && line.trim() === '')
  const below = rows.slice(from + 1, end)
  const areWords = below.length <= titlesMax && below.every((line) => !/\S {2,}\S/.test(line))
  return from > 0 && areWords ? rows.slice(0, from) : rows
}

function firstColumns(rows: readonly string[], names: string | null): Columns | null {
  for (let above = 0; above <= titlesMax; above++) {
    const found = columnsBelow(rows, above, names)
    if (found !== null) return found
  }
  return null
}

/**
 * Finds the columns below a blank line that separates them from titles, if the first line below it contains names. The
 * parts of a title, such as the date and the page of a report, are not aligned with the columns.
 */
function namedBelowTitles(rows: readonly string[], names: string | null): Columns | null {
  const above =
    rows.slice(0, linesAboveMax).findLastIndex((line, at) => line.trim() === '' && areNames(rows[at + 1])) + 1
  const hasTitle = rows.slice(0, above).some((line) => line.trim() !== '')
  return hasTitle ? columnsBelow(rows, above, names) : null
}

type Columns = Omit<FixedWidth, 'headings'>

/** Tests for a line with nothing but dashes, in one group or in one group for each column. */
export const isDashes = (line: string): boolean => /^\s*[-=_]{4,}(?:\s+[-=_]{4,})*\s*$/.test(line)

function columnsBelow(all: readonly string[], above: number, names: string | null): Columns | null {
  if (above > 0 && (all[above - 1]?.trim().split(/ {2,}/).length ?? 0) > 1) return null
  const lines = all.slice(above).filter((line) => line.trim() !== '' && !isDashes(line))
  const [first = '', ...others] = lines
  const body = others.filter((line) => line !== names)
  if (body.length < linesMin - 1) return null
  if (above === 0 ? areValuesOf(first, body) : areValuesOf(all[above - 1], lines)) return null
  const named = guttersOf(lines)
  const own = guttersOf(body)
  if (Math.max(named.length, own.length) >= columnsMax) return null
  const words = first.trim().split(/\s+/)
  const hasLooseNames = own.length > named.length && words.length === own.length + 1
  const gutters = hasLooseNames ? own : withoutCuts(first, body, named)
  if (gutters.length === 0 || !areColumns(body, gutters)) return null
  // A line above that is aligned with the columns belongs to them.
  if (all.slice(0, above).some((line) => keepsTo(line, gutters))) return null
  return { gutters, firstLine: all.indexOf(first, above) + 1, hasLooseNames }
}

/** Tests for one name above values that contain single blanks: `phone` above `030 1234`, `price` above `12 EUR`. */
const areValuesOf = (name = '', lines: readonly string[]): boolean =>
  /^\S+$/.test(name.trimEnd()) && /\p{L}/u.test(name) && !lines.some((line) => /\S {2,}\S|^ /.test(line))

/** Returns the sequences of blank characters that nearly all lines share, without those that may be accidental. */
function guttersOf(lines: readonly string[]): Gutter[] {
  const width = Math.max(...lines.map((line) => line.trimEnd().length))
  const filled = new Uint32Array(width)
  for (const line of lines)
    for (let at = 0; at < line.length && at < width; at++) if (line[at] !== ' ') filled[at] = (filled[at] as number) + 1
  const strayMax = Math.floor(lines.length * strayShare)
  const gutters: Gutter[] = []
  let from = -1
  for (let at = filled.findIndex((count) => count > strayMax); at < width; at++) {
    if ((filled[at] as number) <= strayMax) from = from < 0 ? at : from
    else if (from >= 0) {
      gutters.push({ from, to: at })
      from = -1
    }
  }
  return gutters.filter((_, at) => !cutsTimestamps(lines, gutters, at) && !isChance(lines, gutters, at))
}

/** Returns the text before and after a gutter in all lines. A short line ends with blanks before the gutter. */
function beside(lines: readonly string[], gutters: readonly Gutter[], at: number): [string[], string[]] {
  const { from, to } = gutters[at] as Gutter
  const start = gutters[at - 1]?.to ?? 0
  const before = lines.map((line) => line.slice(start, from).padEnd(from - start))
  return [before, lines.map((line) => line.slice(to, gutters[at + 1]?.from))]
}

/** Tests for a single blank between a day and its time, if the time has no separate name. */
function cutsTimestamps(lines: readonly string[], gutters: readonly Gutter[], at: number): boolean {
  const { from, to } = gutters[at] as Gutter
  const [left, right] = beside(lines, gutters, at)
  const areMany = (texts: readonly string[], pattern: RegExp): boolean =>
    texts.filter((text) => pattern.test(text)).length >= texts.length * typedShare - 1
  const isOneColumn = to - from === 1 && !beginsName(lines[0] ?? '', to)
  if (!isOneColumn) return false
  if (areMany(left, timestampDay) && areMany(right, timestampTime)) return true
  // Titles, names and missing values have no time. A day without one may be a column of its own.
  const pairs = left.map((text, line) => [text.trimEnd(), right[line]?.trimEnd() ?? ''] as const)
  const timed = pairs.filter(([, time]) => time !== '')
  return (
    timed.length > 1 &&
    timed.every(([day, time]) => wholeDay.test(day) && timestampTime.test(time)) &&
    !pairs.some(([day, time]) => time === '' && wholeDay.test(day))
  )
}

const timestampDay = /\d[-/.]\d{1,4}$/
const wholeDay = /\d[-/.]\d{1,2}[-/.]\d{1,4}$/
const timestampTime = /^\d{1,2}:\d{2}/

/**
 * Tests for an accidental gutter: a single blank between words on both sides, unless a padded name ends there. The
 * words occur in few lines, or only the longest values continue after the blank.
 */
function isChance(lines: readonly string[], gutters: readonly Gutter[], at: number): boolean {
  const { from, to } = gutters[at] as Gutter
  if (to - from > 1 || beginsName(lines[0] ?? '', to)) return false
  const [left, right] = beside(lines, gutters, at)
  if (onlyLongestGoOn(left, right)) return true
  return (
    lines.length < linesForWords &&
    left.some(isWords) &&
    right.some(isWords) &&
    !isTyped(left.slice(1)) &&
    !isTyped(right.slice(1))
  )
}

/** Returns the gutters that do not cut a column. The part after a cut belongs to the column before it. */
const withoutCuts = (names: string, body: readonly string[], gutters: readonly Gutter[]): Gutter[] =>
  gutters.reduce<Gutter[]>((kept, gutter, at) => {
    const isCut = cutsColumn(names, body, [...kept, ...gutters.slice(at)], kept.length)
    return isCut ? kept : [...kept, gutter]
  }, [])

/**
 * Tests whether the blank at a gutter is within one column: within its name, so that one side has no value
 * (`Units Sold` above `87`), or within its words or numbers, which have one name.
 */
function cutsColumn(names: string, body: readonly string[], gutters: readonly Gutter[], at: number): boolean {
  const { from, to } = gutters[at] as Gutter
  if (to - from > 1 || /\d/.test(names)) return false
  const [left, right] = beside([names, ...body], gutters, at)
  const isEmpty = ([name = '', ...cells]: readonly string[]): boolean =>
    name.trim() !== '' && cells.every((cell) => cell.trim() === '')
  const areApart = gutters.every((other) => other === gutters[at] || other.to - other.from > 1)
  if (areApart && (isEmpty(left) || isEmpty(right))) return true
  if (right[0]?.trim() === '' && isWithinValues(names, left, right)) return true
  return isWords(left[0] ?? '') && right[0]?.trim() === '' && !isTyped(left.slice(1)) && !isTyped(right.slice(1))
}

/**
 * Tests for values such as `+49 30 1234567` below one word: both parts touch the blank in every line, and the second
 * one is a number. If the line of names has no other word, the second one may be any text.
 */
function isWithinValues(
  names: string,
  [name = '', ...left]: readonly string[],
  [, ...right]: readonly string[],
): boolean {
  const isOneWord = /^\s*\S+\s*$/
  if (!isOneWord.test(name) || !(isTyped(right) || isOneWord.test(names))) return false
  return left.every((text) => /\S$/.test(text)) && right.every((text) => /^\S/.test(text))
}

/** Tests whether text follows the blank only in lines with a full column before it, which few lines have. */
function onlyLongestGoOn(left: readonly string[], right: readonly string[]): boolean {
  const longest = left.filter((text) => /\S$/.test(text))
  const goOn = right.filter((text, at) => text.trim() !== '' && /\S$/.test(left[at] as string))
  const given = right.filter((text) => text.trim() !== '')
  return (
    longest.length * 2 < left.length && given.length === goOn.length && isWords(longest.join(' ')) && !isTyped(right)
  )
}

const beginsName = (header: string, at: number): boolean => / {2}\S/.test(header.slice(at - 2, at + 1))

const isWords = (text: string): boolean => /\p{L}{2}/u.test(text)

function areColumns(lines: readonly string[], gutters: readonly Gutter[]): boolean {
  const columns = Array.from({ length: gutters.length + 1 }, (_, column) =>
    lines.map((line) => cellAt(line, gutters, column).trim()),
  )
  const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length
  // Prose has some indented lines, but no column of numbers or dates.
  const isData = columns.some((cells) => isTyped(cells) && filled(cells) * 2 >= lines.length)
  // Next to two full columns of numbers, the first column may be mostly empty.
  const full = columns.filter((cells) => isTyped(cells) && filled(cells) >= lines.length * filledShare)
  if (filled(columns[0] ?? []) < lines.length * (isData ? 0.5 : filledShare) && full.length < 2) return false
  if (columns.filter((cells) => filled(cells) * 2 >= lines.length).length < 2) return false
  return lines.length >= linesForWords || columns.some(isTyped)
}

/** Tests whether a line has text in several columns and none between them. */
export const keepsTo = (line: string, gutters: readonly Gutter[]): boolean =>
  gutters.every(({ from, to }) => line.slice(from, to).trim() === '') &&
  [...gutters.keys(), gutters.length].filter((column) => cellAt(line, gutters, column).trim() !== '').length > 1

function isTyped(cells: readonly string[]): boolean {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const values = given.filter((cell) => !missing.test(cell))
  const typed = values.filter(isTypedValue)
  return given.length > 1 && values.length > 0 && typed.length >= values.length * typedShare
}

/** Returns the text of a column in a line, with its blanks. */
export const cellAt = (line: string, gutters: readonly Gutter[], column: number): string =>
  line.slice(gutters[column - 1]?.to ?? 0, gutters[column]?.from)

/** Returns the width of each column except the last one, which ends with the line. */
export const widthsOf = ({ gutters }: Pick<FixedWidth, 'gutters'>): number[] =>
  gutters.map(({ to }, at) => to - (gutters[at - 1]?.to ?? 0))
