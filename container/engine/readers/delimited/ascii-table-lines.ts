import { tableMessages } from '../../catalog/tables.ts'
import { andMore } from '../../catalog/lists.ts'
import { textMessages } from '../../catalog/text.ts'
import type { LeftOutCode } from '../../../../src/contract/codes.ts'
import {
  type AsciiTable,
  asciiCells,
  endsWithBar,
  isAligned,
  isRowOf,
  isRuleOf,
  isSpacedRule,
  partsOfRule,
} from '../../detect/ascii-table.ts'
import { isDashes } from '../../detect/fixed-width.ts'
import { isTypedValue } from '../../values/typed-value.ts'
import { isHeading } from '../../detect/page-headings.ts'
import { isClientMessage, isFromClient } from '../../values/client-lines.ts'
import type { Reporter } from '../../report/reporter.ts'
import { charactersMax, type LineWriter, quotedWhereNeeded, rewritten } from './rewritten-lines.ts'

const shownMax = 3
/** Matches a line that SQL*Plus computes for a group of rows. */
const computedLine = /^\s*(?:sum|avg|minimum|maximum|count|number|std|variance)\s/
/** Characters that a program prints instead of omitted rows. */
const ellipsis = /^[·⋮…]$/
const continuationSign = /[+↵]$/
/** psql's wrapped format cuts long lines. The same character then ends one line and starts its continuation. */
const isCut = (cell: string, below = ''): boolean => /[.…]$/.test(cell) && below.startsWith(cell.slice(-1))

/**
 * Rewrites an ASCII table with `|` between cells, and with quotes where necessary. Every other line becomes a blank
 * line.
 */
export const withoutBorders = (
  chunks: AsyncIterable<Uint8Array>,
  table: AsciiTable,
  reporter: Reporter,
): AsyncIterable<Uint8Array> => rewritten(chunks, new DrawnTable(table, reporter))

/** The row that the next line may continue. `isFirst` is true if it is the first row of the table. */
interface HeldRow {
  readonly cells: readonly string[]
  readonly values: readonly string[]
  readonly isFirst: boolean
}

class DrawnTable implements LineWriter {
  /** Lines of plain text. Each line is one record, so line numbers are row numbers. */
  readonly out: string[] = []
  private readonly table: AsciiTable
  private readonly reporter: Reporter
  private readonly cells: (line: string) => string[]
  private readonly valueOf: (cell: string) => string
  private line = 0
  private row = 0
  private names: readonly string[] | null = null
  /** A row of a framed table that may continue on the next line. */
  private open: string | null = null
  private held: HeldRow | null = null
  private isApart = false
  /** In a frame, column names follow a rule. */
  private isBelowRule = false
  private isOther = false
  /** The words of the line above, if it is not a row. */
  private wordsAbove: readonly string[] = []
  private titles = 0
  private dots = 0
  /** The parts of the rule below the names: where each one begins, and its length. */
  private rule: ReadonlyMap<number, number> = new Map()
  /** A line that may be the stars of SQL*Plus, until the next line shows it. */
  private stars: string | null = null
  /** Whether the line above was computed by SQL*Plus, or has its stars. */
  private isBelowStars = false
  private readonly below: string[] = []
  private readonly remarks: string[] = []

  constructor(table: AsciiTable, reporter: Reporter) {
    this.table = table
    this.reporter = reporter
    this.cells = (line) => asciiCells(table, line)
    this.valueOf = table.rule === null ? withoutEscapes : (cell) => cell.trim()
  }

  take(line: string): void {
    const { table } = this
    this.line++
    if (this.stars !== null) this.decideStars(this.stars, line)
    const headLine = this.line - table.firstLine
    if (headLine < 0) this.takeTitle(line)
    else if (headLine < table.headLines) this.takeHead(line, headLine)
    else if (headLine === table.headLines && headLine > 0 && table.isRuled) this.takeRuleOfNames(line)
    else if (isHeading(table.headings.above, line)) this.takeHeading('title', line)
    else if (isHeading(table.headings.below, line) && !isAligned(table, line)) this.takeHeading('note', line)
    else if (this.open !== null && !isRuleOf(table, line)) this.takeRest(this.open, line)
    else if (isRuleOf(table, line) || this.isRuleBelowNames(line)) this.takeRule()
    else if (table.starts !== null && this.takesOddLine(table.starts, line)) return
    else if (!isRowOf(table, line)) this.takeOther(line.trim())
    else if (table.isFramed && !endsWithBar(table, line)) this.open = line
    else this.takeRow(line)
  }

  end(): void {
    const { reporter, titles, below, remarks, dots } = this
    if (this.stars !== null) this.decideStars(this.stars, '')
    this.closeRow()
    this.flush()
    if (titles > 0) reporter.note(tableMessages.notes.rowsAbove(titles))
    if (below.length > 0) reporter.note(textMessages.notes.belowNames(shown(below)))
    if (dots > 0) reporter.note(textMessages.notes.dots(dots))
    if (remarks.length > 0) reporter.note(textMessages.notes.remarks(shown(remarks)))
  }

  private takeTitle(line: string): void {
    const isTitle = line.trim() !== '' && !/^[^\p{L}\p{N}]*$/u.test(line)
    if (isTitle) this.titles++
    this.leaveOut(isTitle ? 'title' : line.trim() === '' ? 'blank' : 'rule', line)
  }

  private takeHeading(code: LeftOutCode, line: string): void {
    this.flush()
    this.isApart = true
    this.leaveOut(code, line.trim())
  }

  private takeHead(line: string, at: number): void {
    const values = this.cells(line).map(this.valueOf)
    if (at === 0) {
      this.names = values
      return this.write(lineOf(values))
    }
    this.below.push(values.join(' '))
    this.leaveOut('header', this.below.at(-1))
  }

  private takeRest(open: string, line: string): void {
    this.open = `${open}\n${line}`
    if (endsWithBar(this.table, line) || this.open.length > charactersMax) this.closeRow()
  }

  private closeRow(): void {
    const { open } = this
    this.open = null
    if (open !== null) this.takeRow(open)
  }

  /** In a table without a frame, a line of dashes is a row, unless it follows column names that are set apart. */
  private isRuleBelowNames(line: string): boolean {
    const { table, held } = this
    return table.rule === null && held?.isFirst === true && line.includes('-') && /^[-=+|:\s]*$/.test(line)
  }

  /** Takes a line of a table without bars that is not a row. Returns false for any other line. */
  private takesOddLine(starts: readonly number[], line: string): boolean {
    if (this.takesComputed(line)) return true
    if (this.isRuleOfOther(starts, line)) this.beginOther(line)
    else if (isDashes(line)) this.leaveOut('rule', line.trim())
    else if (isFromClient(line)) this.takeOther(line.trim())
    else if (this.crossesColumns(line)) this.reject(line)
    else return false
    return true
  }

  private takeRuleOfNames(line: string): void {
    this.rule = new Map(partsOf(line).map(({ start, length }) => [start, length]))
    this.leaveOut('rule', line)
  }

  /**
   * Takes what SQL*Plus computes below a group of rows: stars below the column of the group, dashes below the columns
   * that are computed, and one line for each function.
   */
  private takesComputed(line: string): boolean {
    if (this.areStars(line)) this.stars = line
    this.isBelowStars &&= computedLine.test(line)
    if (!this.isBelowStars) return this.stars !== null
    this.flush()
    this.remarks.push(line.trim().replaceAll(/ {2,}/g, ' '))
    this.leaveOut('note', line.trim())
    return true
  }

  /** Tests for stars and dashes that are as wide as the rule below the name of their column. */
  private areStars(line: string): boolean {
    if (!line.includes('**') || !line.includes('-') || !/^[-* ]+$/.test(line)) return false
    return partsOf(line).every(({ start, length, isUniform }) => isUniform && this.rule.get(start) === length)
  }

  /** Leaves out the stars above a computed line. Above any other line, they are values. */
  private decideStars(stars: string, below: string): void {
    this.stars = null
    this.isBelowStars = computedLine.test(below)
    if (!this.isBelowStars) return this.takeRow(stars)
    this.flush()
    this.leaveOut('rule', stars.trim())
  }

  /**
   * Tests for dashes below the names of another table without bars, as after a second query. Dashes above totals follow
   * a row with numbers or dates. One or two dashes alone are missing values.
   */
  private isRuleOfOther(starts: readonly number[], line: string): boolean {
    const { held } = this
    const isSpaced = (held === null || held.isFirst) && isSpacedRule(line) && /[-=─━═]{3}/.test(line)
    if (!isSpaced && !isDashes(line)) return false
    const isApart = (isSpaced && held !== null) || !partsOfRule(line).every((start) => starts.includes(start))
    return isApart && mayBeNames(held?.values ?? this.wordsAbove)
  }

  private beginOther(line: string): void {
    this.isOther = true
    this.flush()
    this.leaveOut('rule', line.trim())
  }

  /**
   * Tests for a row of padded values that are not below the dashes, so that nothing shows where the next value begins.
   * Messages have no such gaps. Below a blank line, such a line may belong to another table.
   */
  private crossesColumns(line: string): boolean {
    return !this.isApart && /\S {2,}\S/.test(line) && !isRowOf(this.table, line)
  }

  private reject(line: string): void {
    this.flush()
    this.wordsAbove = line.trim().split(/\s+/)
    this.write('')
    const message = textMessages.crosses_columns.table
    this.reporter.rejectRow({ code: 'crosses_columns', row: this.row, value: line, message })
  }

  /** A row directly above a rule contains column names: this table's names again, or the names of another table. */
  private takeRule(): void {
    this.closeRow()
    const { held, names, table } = this
    const followsNames = held?.isFirst === true && (table.isFramed || mayBeNames(held.values))
    if (followsNames && names !== null) this.isOther = !isEqual(held.values, names)
    this.flush()
    this.isBelowRule = true
    this.leaveOut('rule')
  }

  private takeOther(text: string): void {
    this.flush()
    this.isApart = true
    this.isBelowRule = false
    this.wordsAbove = text === '' ? [] : text.split(/\s+/)
    if (text !== '' && isClientMessage(text)) this.remarks.push(text)
    this.leaveOut(text === '' ? 'blank' : 'note', text)
  }

  private takeRow(line: string): void {
    const { held, table } = this
    const cells = this.cells(line)
    if (held !== null && table.rule !== null && continues(held.cells, cells)) {
      const joined = held.cells.map((cell, at) => joinedCell(cell, cells[at] as string))
      this.held = { ...held, cells: joined, values: joined.map(this.valueOf) }
      return
    }
    this.flush()
    const values = cells.map(this.valueOf)
    const isFromProgram = cells.length === 1 && table.width > 1 && isClientMessage(values[0] as string)
    const isDots = values.every((value) => ellipsis.test(value))
    if (isFromProgram) this.remarks.push(values[0] as string)
    if (isDots) this.dots++
    if (isFromProgram || isDots) return this.leaveOut('note', values.join(' '))
    this.held = { cells, values, isFirst: this.isApart && (this.isBelowRule || !table.isFramed) }
    this.isApart = false
    this.isBelowRule = false
  }

  private flush(): void {
    const { held, isOther } = this
    this.held = null
    if (held === null) return
    if (!isOther) return this.write(lineOf(held.values))
    this.leaveOut('other_table', held.values.join(' '))
  }

  /** Skips a line that is not a row of the table. A blank line replaces it, so that the row numbers stay correct. */
  private leaveOut(code: LeftOutCode, text = ''): void {
    this.write('')
    this.reporter.leaveOut({ code, row: this.row, ...(text === '' ? {} : { text }) })
  }

  private write(line: string): void {
    this.row++
    this.out.push(line)
  }
}

/** Returns the parts of a line between blanks, and whether each one repeats one character. */
const partsOf = (line: string): { start: number; length: number; isUniform: boolean }[] =>
  Array.from(line.matchAll(/[^ ]+/g), ({ index: start, 0: part }) => {
    return { start, length: part.length, isUniform: part === part.charAt(0).repeat(part.length) }
  })

/** Tests for a line without numbers and dates. */
const mayBeNames = (values: readonly string[]): boolean => values.length > 0 && !values.some(isTypedValue)

/** Most rows have no quote, line end or bar within their values, which one test of the joined row shows. */
function lineOf(values: readonly string[]): string {
  const line = values.join('|')
  const isPlain = !line.includes('"') && !line.includes('\n') && line.split('|').length === values.length
  return isPlain ? line : values.map(quotedWhereNeeded).join('|')
}

/** Returns the value of a cell in a table whose values may contain escaped bars. */
function withoutEscapes(cell: string): string {
  const value = cell.trim()
  return value.includes('\\') ? value.replaceAll('\\|', '|') : value
}

/**
 * A row continues on the line below if a value ends with a continuation character and all other cells below are empty.
 */
function continues(row: readonly string[], below: readonly string[]): boolean {
  const isOpen = (cell: string, at: number): boolean => continuationSign.test(cell) || isCut(cell, below[at])
  return (
    row.length === below.length &&
    row.some(isOpen) &&
    row.every((cell, at) => isOpen(cell, at) || below[at]?.trim() === '')
  )
}

function joinedCell(cell: string, below: string): string {
  if (isCut(cell, below)) return cell.slice(0, -1) + below.slice(1)
  return continuationSign.test(cell) ? `${cell.slice(0, -1).trimEnd()}\n${below.replace(/^ /, '')}` : cell
}

const isEqual = (values: readonly string[], others: readonly string[]): boolean =>
  values.length === others.length && values.every((value, at) => value === others[at])

const shown = (lines: readonly string[]): string =>
  lines
    .slice(0, shownMax)
    .map((line) => `"${line}"`)
    .join(', ') + andMore(lines.length - shownMax)
