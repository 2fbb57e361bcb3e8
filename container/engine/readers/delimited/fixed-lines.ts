import type { LeftOutCode } from '../../../../src/contract/codes.ts'
import { textMessages } from '../../catalog/text.ts'
import { type FixedWidth, type Gutter, isDashes, keepsTo, widthsOf } from '../../detect/fixed-width.ts'
import { isHeading, withoutFormFeed } from '../../detect/page-headings.ts'
import { spread, unspread } from '../../detect/wide-characters.ts'
import { isFromClient } from '../../values/client-lines.ts'
import { isPageNumber, isWholeNote } from '../../values/notes.ts'
import type { Reporter } from '../../report/reporter.ts'
import { type LineWriter, quotedWhereNeeded, rewritten } from './rewritten-lines.ts'

/** The columns of fixed-width text, either detected or set in the spec. */
export type FixedColumns = FixedWidth | { readonly widths: readonly number[] }

/** Rewrites fixed-width text with `|` between its cells. A rejected line becomes a blank line. */
export const cutIntoCells = (
  chunks: AsyncIterable<Uint8Array>,
  columns: FixedColumns,
  reporter: Reporter,
): AsyncIterable<Uint8Array> => rewritten(chunks, new FixedLines(columns, reporter))

class FixedLines implements LineWriter {
  readonly out: string[] = []
  private readonly columns: FixedColumns
  private readonly reporter: Reporter
  private row = 0
  /** Whether the lines since the last blank one are remarks. */
  private isBelowTable = false
  private looseNames: string | null = null

  constructor(columns: FixedColumns, reporter: Reporter) {
    this.columns = columns
    this.reporter = reporter
  }

  take(written: string): void {
    this.row++
    const { columns } = this
    const line = 'widths' in columns ? written : this.countedLine(withoutFormFeed(written))
    if (!('widths' in columns)) {
      if (isDashes(line)) return this.leaveOut('rule', line)
      const code = headingCode(columns, line)
      if (code !== null) return this.leaveOut(code, line.trim())
      this.isBelowTable &&= isRemark(line, columns.gutters)
      if (this.isBelowTable) return this.leaveOut('note', line.trim())
      this.isBelowTable = line.trim() === '' && this.row > columns.firstLine
    }
    const cells = line.trim() === '' ? [] : this.cellsOf(line)
    this.out.push(cells?.map((cell) => quotedWhereNeeded(this.written(cell.trim()))).join('|') ?? '')
    if (cells === null) this.reject(written)
    else if (cells.length === 0) this.reporter.leaveOut({ code: 'blank', row: this.row })
  }

  /** Whether East Asian characters count as two. */
  private get countsWide(): boolean {
    return 'countsWide' in this.columns
  }

  private countedLine(line: string): string {
    return this.countsWide ? spread(line) : line
  }

  private written(text: string): string {
    return this.countsWide ? unspread(text) : text
  }

  /** Replaces dashes and the headings between pages by a blank line. */
  private leaveOut(code: LeftOutCode, text: string): void {
    this.out.push('')
    this.reporter.leaveOut({ code, row: this.row, text: this.written(text) })
  }

  end(): void {
    const { columns, reporter } = this
    if ('widths' in columns) return
    const widths = widthsOf(columns).join(', ')
    const { fixedWidth, wideFixedWidth } = textMessages.notes
    reporter.note(this.countsWide ? wideFixedWidth(widths) : fixedWidth(widths))
  }

  private cellsOf(line: string): readonly string[] | null {
    const { columns, row } = this
    if ('widths' in columns) return cutByWidths(line, columns.widths)
    if (row < columns.firstLine) return [line]
    if (row === columns.firstLine && columns.hasLooseNames) this.looseNames = line
    if (line === this.looseNames) return line.trim().split(/\s+/)
    return cutAtGutters(line, columns.gutters)
  }

  private reject(value: string): void {
    const message = textMessages.crosses_columns.fixedWidth
    this.reporter.rejectRow({ code: 'crosses_columns', row: this.row, value, message })
  }
}

/** Recognizes a line that is printed on each page or counts the rows. A total of the page is a row if it has its value in a column. */
function headingCode({ headings, gutters }: FixedWidth, line: string): LeftOutCode | null {
  if (isHeading(headings.above, line)) return 'title'
  if (isPageNumber(line.trim()) && !isWithinFirst(line, gutters)) return 'note'
  const isNote = isFromClient(line) || isWholeNote(line) || isHeading(headings.below, line)
  return isNote && !keepsTo(line, gutters) ? 'note' : null
}

/** Tests for a line that has a value in the first column only. */
const isWithinFirst = (line: string, gutters: readonly Gutter[]): boolean =>
  line.trimEnd().length <= (gutters[0]?.from ?? Number.POSITIVE_INFINITY)

/** Tests for words across the columns, such as thanks or a signature below a table. */
const isRemark = (line: string, gutters: readonly Gutter[]): boolean =>
  /\p{L}{2}/u.test(line) &&
  !/\d|\S {2,}\S/.test(line) &&
  gutters.some(({ from, to }) => line.slice(from, to).trim() !== '')

/** Cuts a line by widths. Text after the last column becomes an extra cell, so that nothing is lost. */
function cutByWidths(line: string, widths: readonly number[]): string[] {
  const cells: string[] = []
  let from = 0
  for (const width of widths) {
    cells.push(line.slice(from, from + width))
    from += width
  }
  const rest = line.slice(from)
  return rest.trim() === '' ? cells : [...cells, rest]
}

/**
 * Cuts a line at gutters. A value may extend into the blanks next to its column. If it reaches the next column, the
 * result is null.
 */
function cutAtGutters(line: string, gutters: readonly Gutter[]): string[] | null {
  const cells: string[] = []
  let from = 0
  for (const gutter of gutters) {
    const cut = cutIn(line, gutter)
    if (cut < 0) return null
    cells.push(line.slice(from, cut))
    from = cut
  }
  return [...cells, line.slice(from)]
}

function cutIn(line: string, { from, to }: Gutter): number {
  if (line.length <= from) return line.length
  for (let at = from; at < to; at++) if (line.charAt(at).trim() === '') return at
  if (line.charAt(to).trim() === '') return to
  return line.charAt(from - 1).trim() === '' ? from : -1
}
