import { textMessages } from '../../catalog/text.ts'
import type { InputFormat, Spec } from '../../../../src/contract/spec.ts'
import { takeHead } from '../../bytes/head.ts'
import { withoutLineQuotes } from '../../bytes/line-quotes.ts'
import { commentsEnd, namedFields, withoutLines } from '../../detect/comment-lines.ts'
import { type AsciiTable, asciiTable } from '../../detect/ascii-table.ts'
import { dialectBelowLineQuotes } from '../../detect/line-quotes.ts'
import { type FixedWidth, fixedWidth, widthsOf } from '../../detect/fixed-width.ts'
import { countsWide, spread } from '../../detect/wide-characters.ts'
import { filledLines, linesOf } from '../../detect/lines.ts'
import { isList } from '../../detect/lists.ts'
import { loggerHeader } from '../../detect/logger-file.ts'
import { namedColumns } from '../../detect/named-columns.ts'
import { quotesProtect } from '../../detect/quote-evidence.ts'
import { hasRecordSeparators, unitSeparator } from '../../detect/record-separators.ts'
import { splitRows } from '../../detect/split-rows.ts'
import { widthOfTabRuns } from '../../detect/tab-runs.ts'
import { areEven } from '../../detect/table-score.ts'
import { detectDialect, type TextDialect } from '../../detect/text-dialect.ts'
import { unsplitLines } from '../../detect/unsplit-lines.ts'
import type { Reporter } from '../../report/reporter.ts'
import { csvOptions } from './csv-options.ts'
import { csvReader } from './csv-reader.ts'
import type { RecordAccelerator } from './csv-records.ts'
import { cutIntoCells, type FixedColumns } from './fixed-lines.ts'
import { withLineEnds } from './record-lines.ts'
import { withSingleTabs } from './tab-run-lines.ts'
import { withoutBorders } from './ascii-table-lines.ts'
import { EmptyTail } from './empty-tail.ts'
import { type NullFinding, WrittenNulls } from './written-nulls.ts'
import {
  headBytes,
  headText,
  type HeadedText,
  inUtf8,
  reportingText,
  reportInputOf,
  type TextRequest,
} from '../headed-text.ts'
import type { RowReader } from '../row-reader.ts'

/**
 * The size limit for comments above a table. They may be longer than the usual head: genome files list contigs, surveys
 * list codes.
 */
const commentBytesMax = 16 << 20

export interface DelimitedRequest extends TextRequest {
  /** The finding of a field `\N`, which may first appear after the sample. */
  readonly later?: NullFinding | null
  readonly accelerator: RecordAccelerator | null
}

/** Reads delimited text, fixed-width text, ASCII tables and text with ASCII's separators. */
export async function delimitedReader(
  request: DelimitedRequest,
  headed: HeadedText,
  format: InputFormat,
): Promise<RowReader> {
  const { input } = request.spec
  const given = givenDelimiter(format, request.spec)
  const mayHaveRecords = input.widths === null && (given ?? unitSeparator) === unitSeparator
  if (mayHaveRecords && hasRecordSeparators(headed.head)) return recordReader(request, headed)
  const text = await withTable(headed)
  return input.widths === null ? lineReader(request, text, given) : fixedReader(request, text, { widths: input.widths })
}

/** Reads text whose lines are rows, in the way that its first lines suggest. */
function lineReader(request: DelimitedRequest, text: HeadedText, given: string | null): RowReader {
  const { spec, reporter, accelerator } = request
  const { bytesRead } = text
  const head = linesOfHead(text)
  const table = asciiTable(head, given)
  if (table !== null) return asciiTableReader(request, text, table)
  const belowQuotes = dialectBelowLineQuotes(head, given)
  const dialect = belowQuotes ?? detectDialect(head, given)
  const fixed = given === null ? fixedColumns(head, dialect) : null
  if (fixed !== null) return fixedReader(request, text, fixed)
  const options = csvOptions(dialect, spec.input.header_row)
  noteComments(commentsAmong(head, options.commentLines), reporter)
  if (given !== null) noteOtherDelimiter(head, dialect, reporter)
  else if (belowQuotes === null) noteUnsplit(head, dialect, reporter)
  if (dialect.trailingDelimiter) reporter.note(textMessages.notes.delimiterAtEnd)
  if (dialect.isPadded) reporter.note(textMessages.notes.padded)
  const tabRuns = dialect.delimiter === '\t' ? widthOfTabRuns(withoutLines(head, dialect.commentLines)) : null
  if (tabRuns !== null) reporter.note(textMessages.notes.tabRuns)
  const { delimiter, quote, escape } = dialect
  const utf8 = inUtf8(request, text)
  const input = reportInputOf({ format: delimiter === '\t' ? 'tsv' : 'csv', delimiter, quote, escape }, text, utf8)
  const lines = watchedFor(request, dialect, reportingText(utf8, reporter))
  const even = tabRuns === null ? lines : withSingleTabs(lines, tabRuns)
  const whole = belowQuotes === null ? even : reportingLines(even, reporter)
  const tail = EmptyTail.create(delimiter)
  const chunks = tail?.withoutTail(whole) ?? whole
  const reader = reportingTail(csvReader({ input, options, chunks, reporter, bytesRead, accelerator }), tail, reporter)
  const names = spec.input.header_row === null ? namesAbove(head, dialect) : null
  if (names !== null) reporter.note(textMessages.notes.namesInComment)
  const header = names === null ? (loggerHeader(head) ?? reader.header) : ({ kind: 'names', names } as const)
  return { ...reader, header }
}

/** Looks for `\N`, unless the spec lists the values that mean NULL. */
function watchedFor(
  { spec, later = null }: DelimitedRequest,
  { delimiter, isPadded }: TextDialect,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (later === null || spec.input.null_values !== null) return chunks
  return new WrittenNulls(delimiter, later, isPadded).watched(chunks)
}

/** Reports a delimiter that separates the columns, if the one in the spec does not. */
function noteOtherDelimiter(head: string, given: TextDialect, reporter: Reporter): void {
  const rows = firstRows(head, given)
  // Most files with a delimiter in the spec need no note, so the search reads no more lines than the comparison does.
  const found = detectDialect(firstLines(head, given.commentLines + linesExamined), null)
  const rowsFound = firstRows(head, found)
  const widthOf = ([first = []]: readonly string[][]): number => first.length
  const isEven = areEvenColumns(rowsFound)
  const isBetter = areEvenColumns(rows)
    ? isEven && widthOf(rowsFound) > widthOf(rows)
    : isEven || (splitShare(rows) === 0 && splitShare(rowsFound) >= 0.5)
  if (found.delimiter !== given.delimiter && isBetter)
    reporter.note(textMessages.notes.otherDelimiter(shown(given.delimiter), shown(found.delimiter)))
}

const shown = (delimiter: string): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`)

/** Reports a delimiter that may separate the cells of lines with one value each. */
function noteUnsplit(head: string, dialect: TextDialect, reporter: Reporter): void {
  if (firstRows(head, dialect).some(({ length }) => length > 1)) return
  const found = unsplitLines(withoutLines(head, dialect.commentLines))
  if (found === null) return
  const { unsplit, unsplitQuoted } = textMessages.notes
  reporter.note((found.areQuoted ? unsplitQuoted : unsplit)(shown(found.separator)))
}

function firstLines(head: string, count: number): string {
  const ends = /\r\n|\n|\r/g
  for (let line = 0; line < count; line++) if (!ends.test(head)) return head
  return head.slice(0, ends.lastIndex)
}

const firstRows = (head: string, { delimiter, quote, commentLines }: TextDialect): readonly string[][] =>
  splitRows(withoutLines(head, commentLines), delimiter, quote, null, linesExamined)

/** Tests for rows of one width, with more than one column. */
const areEvenColumns = (rows: readonly string[][]): boolean => (rows[0]?.length ?? 0) > 1 && areEven(rows)

/** Tests for rows with one cell more than names between single spaces, which only tables of R have. */
const lacksFirstName = ([names = [], ...rows]: readonly string[][], delimiter: string): boolean =>
  delimiter === ' ' && rows.length > 0 && rows.every((row) => row.length === names.length + 1)

/** Returns the share of rows with several cells. */
const splitShare = (rows: readonly string[][]): number =>
  rows.filter(({ length }) => length > 1).length / Math.max(1, rows.length)

/** Reports the delimiter-only lines at the end of the text, once all rows are read. */
function reportingTail(reader: RowReader, tail: EmptyTail | null, reporter: Reporter): RowReader {
  if (tail === null) return reader
  const rowsRead = (): number => reader.rowsRead?.() ?? 0
  return {
    ...reader,
    rowsRead: () => rowsRead() + tail.rows,
    async *batches() {
      yield* reader.batches()
      if (tail.rows === 0) return
      const row = rowsRead() + 1
      reporter.leaveOut({ code: 'blank', row, count: tail.rows })
      const message = textMessages.empty_rows
      reporter.fix({ code: 'empty_rows', row, count: tail.rows - tail.blankRows, message })
    },
  }
}

/** Returns the column names from a comment, if there are any. */
function namesAbove(head: string, { delimiter, quote, commentLines }: TextDialect): string[] | null {
  if (commentLines === 0) return null
  const [first] = splitRows(withoutLines(head, commentLines), delimiter, quote, null, 1)
  return namedFields(head, commentLines, first?.length ?? 0, delimiter)
}

/** The CSV format of text that was rewritten: an ASCII table without its borders, or fixed-width text cut into cells. */
const plainDialect: TextDialect = {
  delimiter: '|',
  quote: '"',
  escape: 'doubled',
  keepsBackslashes: false,
  commentLines: 0,
  hasSeparatorLine: false,
  isPadded: false,
  trailingDelimiter: false,
}

function asciiTableReader(request: DelimitedRequest, text: HeadedText, table: AsciiTable): RowReader {
  const { spec, reporter, accelerator } = request
  reporter.note(textMessages.notes.asciiTable)
  const utf8 = inUtf8(request, text)
  const chunks = watchedFor(request, plainDialect, withoutBorders(reportingText(utf8, reporter), table, reporter))
  const input = reportInputOf({ format: 'csv', delimiter: table.bar, quote: null }, text, utf8)
  const options = csvOptions(plainDialect, spec.input.header_row)
  const { bytesRead } = text
  const reader = csvReader({ input, options, chunks, reporter, bytesRead, accelerator, blanksAreReported: true })
  const header = table.headLines > 0 ? ({ kind: 'row', row: table.firstLine, rows: 1 } as const) : reader.header
  // People also write Markdown, whose rules are not known.
  return { ...reader, header, isPrinted: table.rule !== null }
}

function recordReader(request: DelimitedRequest, text: HeadedText): RowReader {
  const { spec, reporter, accelerator } = request
  reporter.note(textMessages.notes.recordSeparators)
  const utf8 = inUtf8(request, text)
  const chunks = withLineEnds(reportingText(utf8, reporter))
  const input = reportInputOf({ format: 'csv', delimiter: unitSeparator, quote: null }, text, utf8)
  const options = csvOptions({ ...plainDialect, delimiter: unitSeparator }, spec.input.header_row)
  return csvReader({ input, options, chunks, reporter, bytesRead: text.bytesRead, accelerator })
}

const linesExamined = 60

function fixedColumns(head: string, dialect: TextDialect): FixedWidth | null {
  if (!countsWide(head)) return fixedWidthInstead(head, dialect)
  const fixed = fixedWidthInstead(spread(head), dialect)
  return fixed === null ? null : { ...fixed, countsWide: true }
}

/**
 * Returns fixed-width columns, unless the delimiter already produces even rows. If the delimiter is a space, a value
 * with a space shifts the cells after it.
 */
function fixedWidthInstead(head: string, dialect: TextDialect): FixedWidth | null {
  const { delimiter, quote } = dialect
  const rows = firstRows(head, dialect)
  const isEven = areEvenColumns(rows)
  const width = rows[0]?.length ?? 0
  const aroundCommas = fixedAroundCommas(head, dialect)
  if (aroundCommas !== null) return aroundCommas
  // Times and device numbers contain colons, and nothing else next to them.
  const isInValues = delimiter === ':' && !/ :|: /.test(head)
  const isSeparated = delimiter.trim() !== '' && !isInValues
  if (isSeparated && isEven) return null
  if ((quote === '"' && quotesProtect(head, delimiter)) || lacksFirstName(rows, delimiter)) return null
  const named = namedColumns(head)
  if (named !== null && (!isEven || isBetterThan(delimiter, width, named))) return named
  return isSeparated && isUsual(head, delimiter) ? null : fixedBeside(head, delimiter, isEven ? width : null)
}

/** Returns fixed-width columns. `width` is the number of cells between the delimiters, if it is the same in every row. */
function fixedBeside(head: string, delimiter: string, width: number | null): FixedWidth | null {
  const fixed = fixedWidth(head)
  // Next to the bullet of a list item, one blank separates words, and several blanks separate columns.
  if (fixed?.gutters.slice(1).every(({ from, to }) => to - from === 1) && isList(head)) return null
  return fixed === null || width === null || isBetterThan(delimiter, width, fixed) ? fixed : null
}

/**
 * Tests for columns that are better than even rows: more of them, or as many if consecutive blanks are the delimiter. In
 * that case, a wider value further down would merge with its neighbor.
 */
const isBetterThan = (delimiter: string, width: number, { gutters }: FixedWidth): boolean =>
  gutters.length >= (delimiter.length > 1 ? width - 1 : width)

/**
 * Returns fixed-width columns if every comma is between words of one of them: `02013    5    Aleutians East, AK`. A comma
 * and its space between two columns are part of their gutter.
 */
function fixedAroundCommas(head: string, { delimiter, isPadded }: TextDialect): FixedWidth | null {
  if (delimiter !== ',' || !isPadded || !/\S {3,}\S/.test(head) || head.includes('"')) return null
  const lines = filledLines(head)
  if (!lines.every((line) => line.split(',').length === line.split(/(?<=\p{L}), (?=\p{L})/u).length)) return null
  const fixed = fixedWidth(head)
  const gutters = fixed?.gutters ?? []
  const isBetween = (line: string): boolean => gutters.some(({ from, to }) => line.slice(from - 1, to).includes(', '))
  return gutters.length > 1 && !lines.some(isBetween) ? fixed : null
}

/**
 * Tests whether half of the lines contain the delimiter. In fixed-width text, names contain a comma now and then, and
 * amounts contain thousands separators.
 */
function isUsual(head: string, delimiter: string): boolean {
  const lines = head.split(/[\r\n]+/, linesExamined)
  return lines.filter((line) => withoutThousands(line).includes(delimiter)).length * 2 >= lines.length
}

/** The first word may be two numbers with a comma between them, so it stays. */
function withoutThousands(line: string): string {
  const end = line.indexOf(' ') + 1
  return end === 0 ? line : line.slice(0, end) + line.slice(end).replaceAll(/(?<=\d)[.,](?=\d{3}\b)/g, '')
}

function fixedReader(request: DelimitedRequest, text: HeadedText, columns: FixedColumns): RowReader {
  const { spec, reporter, accelerator } = request
  const utf8 = inUtf8(request, text)
  const chunks = watchedFor(request, plainDialect, cutIntoCells(reportingText(utf8, reporter), columns, reporter))
  const widths = 'widths' in columns ? columns.widths : widthsOf(columns)
  // The spec's widths count characters, so it cannot repeat widths that count East Asian characters as two.
  const repeatable = 'countsWide' in columns ? {} : { widths: [...widths] }
  const input = reportInputOf({ format: 'csv', delimiter: ' ', quote: null, ...repeatable }, text, utf8)
  const options = csvOptions(plainDialect, spec.input.header_row)
  const { bytesRead } = text
  const reader = csvReader({ input, options, chunks, reporter, bytesRead, accelerator, blanksAreReported: true })
  const namesLine = 'widths' in columns ? undefined : columns.namesLine
  return namesLine === undefined ? reader : { ...reader, header: { kind: 'row', row: namesLine, rows: 1 } }
}

/** Extends the head beyond the comments above the table. Returns the same text if nothing follows them. */
async function withTable(text: HeadedText): Promise<HeadedText> {
  let { chunks, isWhole } = text
  let end = commentsEnd(linesOfHead(text))
  for (let wanted = headBytes * 4; end < 0 && wanted <= commentBytesMax && !isWhole; wanted *= 4) {
    const opening = await takeHead(chunks, wanted)
    chunks = opening.all
    isWhole = opening.isWhole
    const all = { ...text, chunks, isWhole, head: headText(opening.head, isWhole, text.encoding) }
    end = commentsEnd(linesOfHead(all))
    if (end < 0) continue
    const head = all.head.slice(0, end + headBytes)
    return { ...all, head, isWhole: isWhole && head.length === all.head.length }
  }
  return { ...text, chunks }
}

/** Returns the head without its last line, which may be incomplete. */
const linesOfHead = ({ head, isWhole }: HeadedText): string => (isWhole ? head : wholeLines(head))

/** A file declared as TSV uses tabs, regardless of its content. */
function givenDelimiter(format: InputFormat, spec: Spec): string | null {
  if (spec.input.delimiter !== null) return spec.input.delimiter === '\\t' ? '\t' : spec.input.delimiter
  return spec.input.format === 'tsv' && format === 'tsv' ? '\t' : null
}

function wholeLines(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end < 0 ? text : text.slice(0, end + 1)
}

/** Counts the comments among the first lines of the text. Blank lines do not count. */
const commentsAmong = (text: string, lines: number): number =>
  linesOf(text)
    .slice(0, lines)
    .filter((line) => line.trim() !== '').length

function noteComments(lines: number, reporter: Reporter): void {
  if (lines > 0) reporter.note(textMessages.notes.comments(lines))
}

/** Removes quotes around whole lines that were quoted as if each were one cell, and reports the number of lines. */
async function* reportingLines(lines: AsyncIterable<Uint8Array>, reporter: Reporter): AsyncIterable<Uint8Array> {
  const { chunks, removedCount } = withoutLineQuotes(lines)
  yield* chunks
  const message = textMessages.line_quotes
  if (removedCount() > 0) reporter.fix({ code: 'line_quotes', count: removedCount(), message })
}
