import { linesOf } from './lines.ts'
import { quotesProtect } from './quote-evidence.ts'
import { noHeadings, type PageHeadings, pageHeadings, withoutFormFeed } from './page-headings.ts'

/** A table laid out for human readers: cells between bars, rules of dashes, and padding with spaces. */
export interface AsciiTable {
  /** The text between two cells in the first line. */
  readonly bar: string
  readonly bars: RegExp
  /** Matches a rule between rows. It is null if a row of dashes may be data. */
  readonly rule: RegExp | null
  readonly width: number
  /**
   * The start of each column in a table without bars, taken from the parts of a rule. This is null in a table with
   * bars.
   */
  readonly starts: readonly number[] | null
  /** Whether each row begins with a bar. The next field says whether it ends with one. */
  readonly opens: boolean
  readonly closes: boolean
  /** Whether there are rules above and below, so that a row ends with its bar and not with its line. */
  readonly isFramed: boolean
  /** The line of the names, or of the first row if the table has no names, counted from 1. */
  readonly firstLine: number
  /** The number of lines above the first row that contain names or belong to them. */
  readonly headLines: number
  /** Whether a rule follows the names. */
  readonly isRuled: boolean
  /** The lines that a report prints on each page, in a table without bars. */
  readonly headings: PageHeadings
}

const examinedBytes = 1 << 16
const linesAboveMax = 60
/** Most texts have no line of dashes, so they are not split into lines to find one. */
const mayBeAsciiTable = (text: string): boolean =>
  /[\r\n][ \t|+:]*[-=][-=+|: \t]*(?:[\r\n]|$)/.test(text) || ['─', '━', '═'].some((dash) => text.includes(dash))
const asciiRule = /^[+|]?\s*:?[-=]+:?\s*(?:[+|]\s*:?[-=]+:?\s*)*[+|]?$/
const crossedRule = /^[+|]?[-=]+(?:\+[-=]+)*[+|]?$/
const spacedRule = /^[-=─━═]+(?:\s+[-=─━═]+)+$/
const boxRule = /^[\u2500-\u257F]*$(?<=[─━═][\u2500-\u257F]*)/
/** Matches the line below the names in the output of `dpkg -l`: `+++-======-=====`. */
const packageRule = /^\+{3}(?:-=+)+$/
const spacedPackageRule = (line: string): string => line.replaceAll('-', ' ').replaceAll('+', '=')
const dashes = /[-=─━═]+/g
const boxBars = /[│┃║┆┇┊┋╎╏]/
const asciiBars = /\|/
/** sqlcmd can print tabs between the cells and between the dashes below the names. */
const tabBars = /\t/
const unescapedBars = /(?<!\\)\|/

const isRule = (line: string): boolean => [asciiRule, spacedRule, boxRule].some((kind) => kind.test(line.trim()))

/** Returns the first ASCII table of the text. `given` is the delimiter in the spec. */
export function asciiTable(head: string, given: string | null): AsciiTable | null {
  const top = head.slice(0, examinedBytes)
  if (/^\s*\|/.test(top)) {
    const closed = closedRows(linesOf(top), head.length > top.length)
    if (closed !== null && (given === null || given === closed.bar)) return closed
  }
  if (!mayBeAsciiTable(top)) return null
  const lines = linesOf(top).map((line) => (packageRule.test(line) ? spacedPackageRule(line) : line))
  for (let at = 0; at < Math.min(lines.length, linesAboveMax); at++) {
    const table = isRule(lines[at] as string) ? (namedAbove(lines, at) ?? framed(lines, at)) : null
    if (table === null) continue
    if (areQuoted(table, lines)) return null
    const above = lines.slice(0, table.firstLine - 1).join('')
    const isInQuotes = above.split('"').length % 2 === 0
    if (isInQuotes || !mayHaveRows(table, lines) || (given !== null && given !== table.bar)) return null
    return table.starts === null ? table : { ...table, headings: pageHeadings(lines.map(withoutFormFeed)) }
  }
  return null
}

/**
 * Finds a table without a rule, in which every line begins and ends with a bar, as in Confluence and Jira. There, two
 * bars surround the names.
 */
function closedRows(all: readonly string[], isCut: boolean): AsciiTable | null {
  const filled = (isCut ? all.slice(0, -1) : all).map((line) => line.trim()).filter((line) => line !== '')
  const hasNames = filled[0]?.startsWith('||') === true
  const bars = hasNames ? /\|{1,2}/ : unescapedBars
  const widths = new Set(filled.map((line) => line.split(bars).length - 2))
  const [width = 0] = widths
  const isClosed = filled.length > 1 && filled.every((line) => /^\|[^"]*\|$/.test(line) && !isRule(line))
  if (!isClosed || widths.size > 1 || width < 2 || (hasNames && filled[0]?.endsWith('||') !== true)) return null
  const firstLine = all.findIndex((line) => line.trim() !== '') + 1
  const headLines = hasNames ? 1 : 0
  return {
    bar: '|',
    bars,
    rule: null,
    width,
    starts: null,
    opens: true,
    closes: true,
    isFramed: false,
    isRuled: false,
    headings: noHeadings,
    firstLine,
    headLines,
  }
}

/** A line with bars below the names that is not a row, as Stata writes one (`1. | AMC |`), belongs to another kind of table. */
function mayHaveRows(table: AsciiTable, lines: readonly string[]): boolean {
  const below = lines.slice(table.firstLine - 1 + table.headLines).find((line) => !isRule(line) && line.trim() !== '')
  return below === undefined || isRowOf(table, below) || table.starts !== null || !table.bars.test(below)
}

/** Finds a table with a rule below its names and no frame, in the format of psql and Markdown. */
function namedAbove(lines: readonly string[], at: number): AsciiTable | null {
  const [above = '', rule = '', below = ''] = lines.slice(Math.max(0, at - 1), at + 2)
  if (at === 0 || isRule(above)) return null
  const list = ruledList(rule, above, at)
  if (list !== null) return { ...list, headLines: 1 }
  const table = tableOf(rule, above, at, 1)
  const names = asciiCells(table, above)
  if (!isRowOf(table, above) || names.length !== table.width || names.every((name) => name.trim() === '')) return null
  if (table.starts !== null) return names.every((name) => name.trim() !== '') ? table : null
  if (table.width === 1 && !table.opens) return isColumn(above, rule, below) ? table : null
  return table.opens || table.closes || isAsLong(rule, names) ? table : null
}

const quotedLinesMax = 50

/** Tests for names and values in quotes, which only delimited text has. */
function areQuoted({ opens, closes, starts, firstLine, bar }: AsciiTable, lines: readonly string[]): boolean {
  if (opens || closes || starts !== null) return false
  const [names = '', ...rows] = lines.slice(firstLine - 1, firstLine + quotedLinesMax)
  const isQuoted = (line: string): boolean => line.split(bar).some((cell) => /^"[^"]*"$/.test(cell))
  return isQuoted(names) && (rows.some(isQuoted) || quotesProtect(rows.join('\n'), bar))
}

/**
 * Tests for a single column of psql. A space precedes each value, and the rule is as long as the name with its space.
 * Wide gaps would separate several names.
 */
const isColumn = (name: string, rule: string, below: string): boolean =>
  name.startsWith(' ') &&
  rule.startsWith('-') &&
  name.length === rule.length &&
  /^[ (]/.test(below) &&
  !/\S {2,}\S/.test(name)

/** Compares the lengths of rule and names. Elsewhere, one or two dashes mean a missing value. */
const isAsLong = (rule: string, names: readonly string[]): boolean =>
  (rule.match(dashes) ?? []).every(
    (part, at) => part.length > 2 || (part.length > 1 && part.length === names[at]?.trim().length),
  )

/**
 * Finds a list of SAP. Its rules span the whole width, or more. The number of columns follows from the bars between the names.
 */
function ruledList(rule: string, names: string, firstLine: number): AsciiTable | null {
  const [text, row] = [rule.trim(), names.trim()]
  if (!/^\|?-{3,}\|?$/.test(text) || text.length < row.length) return null
  const width = row.split('|').length - 2
  if (width < 2 || !row.startsWith('|') || !row.endsWith('|')) return null
  return { ...tableOf(rule, row, firstLine, 0), rule: crossedRule, width, opens: true, closes: true, isFramed: true }
}

/** Finds a table below its top rule. If rows follow the next rule, the lines before it are the names. */
function framed(lines: readonly string[], at: number): AsciiTable | null {
  const first = lines[at + 1] ?? ''
  const rule = lines[at] as string
  const table = ruledList(rule, first, at + 2) ?? tableOf(rule, first, at + 2, 0)
  const isRow = (line = ''): boolean => isRowOf(table, line) && asciiCells(table, line).length === table.width
  if (!table.isFramed || isRule(first) || !isRow(first)) return null
  const next = lines.findIndex((line, number) => number > at && isRuleOf(table, line))
  const between = next - at - 1
  const isHead = between === 1 || (next > 0 && isRow(lines[next + 1]) && !holdsNumbers(lines.slice(at + 1, next)))
  return isHead ? { ...table, headLines: between } : table

  /** Tests for numbers. Names may span several lines or have types below them, but numbers are rows above a total. */
  function holdsNumbers(rows: readonly string[]): boolean {
    return rows.some((row) => asciiCells(table, row).some((cell) => /^\s*[-+]?\d[\d.,]*\s*$/.test(cell)))
  }
}

function tableOf(rule: string, row: string, firstLine: number, headLines: number): AsciiTable {
  const text = rule.trim()
  const isTabbed = text.includes('\t')
  const isSpaced = spacedRule.test(text) && !isTabbed
  const isBox = boxRule.test(text)
  const hasCorners = isBox ? /^[^─━═│┃║├┠┣╞╟╠]/.test(text) : text.startsWith('+')
  const isCrossed = text.includes('+')
  const bars = isTabbed ? tabBars : isBox ? boxBars : isCrossed ? asciiBars : unescapedBars
  return {
    isRuled: true,
    bar: isSpaced ? ' ' : (bars.exec(row)?.[0] ?? '|'),
    bars,
    rule: isSpaced || isTabbed ? new RegExp(`^${text}$`) : isBox ? boxRule : isCrossed ? crossedRule : null,
    width: text.match(dashes)?.length ?? 0,
    starts: isSpaced ? partsOfRule(rule) : null,
    opens: !/^[-=:─━═]/.test(text),
    closes: !/[-=:─━═]$/.test(text),
    isFramed: hasCorners,
    headings: noHeadings,
    firstLine,
    headLines,
  }
}

export const isSpacedRule = (line: string): boolean => spacedRule.test(line.trim())

/** Returns the start of each part of a line of dashes with blanks between them. */
export const partsOfRule = (line: string): number[] => [...line.matchAll(dashes)].map(({ index }) => index)

export const isRuleOf = ({ rule }: AsciiTable, line: string): boolean => rule?.test(line.trim()) ?? false

/** Tests whether a line that is not a rule belongs to the table, and not to the text below it. */
export function isRowOf(table: AsciiTable, line: string): boolean {
  const { bars, opens, width, starts } = table
  if (starts !== null) return line.trim() !== '' && asciiCells(table, line).length === width
  if (width === 1 && !opens) return line.startsWith(' ')
  return opens ? line.trimStart().search(bars) === 0 : bars.test(line)
}

export const endsWithBar = ({ bars }: AsciiTable, line: string): boolean => bars.test(line.trimEnd().slice(-1))

/** Splitting at a string is much faster than at a pattern, and gives the same cells without a backslash. */
const separatorIn = (line: string, bars: RegExp): string | RegExp =>
  bars === asciiBars || (bars === unescapedBars && !line.includes('\\')) ? '|' : bars

/** Returns a row's cells, including the spaces around them. */
export function asciiCells({ bar, bars, opens, closes, width, starts }: AsciiTable, line: string): string[] {
  if (starts !== null) return cutAt(starts, line)
  if (bars === tabBars) return line.split('\t')
  const all = line.trim().split(separatorIn(line, bars))
  const [from, to] = [opens && all[0] === '' ? 1 : 0, closes && all.length > 1 && all.at(-1) === '' ? -1 : undefined]
  const cells = all.slice(from, to)
  if (cells.length <= width) return cells
  // The rule has no bars at its ends although the line does, or a value contains a bar without a space on one side.
  if (cells.length === width + 2 && `${cells[0]}${cells.at(-1)}`.trim() === '') return cells.slice(1, -1)
  const apart: string[] = []
  cells.forEach((cell, at) => {
    const isApart = at === 0 || (/^[\s+↵]?$/.test((cells[at - 1] as string).slice(-1)) && /^(?:\s|$)/.test(cell))
    if (isApart) apart.push(cell)
    else apart[apart.length - 1] += bar + cell
  })
  return apart.length === width ? apart : cells
}

/** Tests whether the characters between the parts of the rule are blank in a line. */
export const isAligned = ({ starts }: Pick<AsciiTable, 'starts'>, line: string): boolean =>
  starts?.every((start, at) => at === 0 || /^[\s+↵]?$/.test(line.charAt(start - 1))) ?? true

/**
 * Cuts a line at the rule's parts if the characters between them are blank. Otherwise, a value extends beyond its part,
 * because the part is only as long as the name or because of wide characters. In that case, spaces separate the values.
 */
function cutAt(starts: readonly number[], line: string): string[] {
  return isAligned({ starts }, line)
    ? starts.map((start, at) => line.slice(at === 0 ? 0 : start, starts[at + 1]))
    : line.trim().split(/\s+/)
}
