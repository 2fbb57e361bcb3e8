import type { ReportInput } from '../../../src/contract/report.ts'
import type { InputFormat, Spec } from '../../../src/contract/spec.ts'
import type { ByteSource, Inflate } from '../bytes/byte-source.ts'
import { textWithoutEndMark, withoutEndMark } from '../bytes/end-mark.ts'
import { takeHead } from '../bytes/head.ts'
import { withoutLineQuotes } from '../bytes/line-quotes.ts'
import { decoderOf, type IsUtf8, toUtf8, toUtf8Late, type Utf8Stream } from '../bytes/utf8.ts'
import { unwrap, type Unwrapped, type Wrapping } from '../bytes/unwrap.ts'
import {
  detectEncoding,
  detectLater,
  encodingOfLabel,
  encodingOfStretch,
  givenEncoding,
  isAscii,
} from '../detect/encoding.ts'
import { fileKind, wrappedKind } from '../detect/file-kind.ts'
import { type DrawnTable, drawnTable } from '../detect/drawn-table.ts'
import { dialectBelowLineQuotes } from '../detect/line-quotes.ts'
import { loggerHeader } from '../detect/logger-file.ts'
import { markupKind, type SpreadsheetMarkup } from '../detect/markup-kind.ts'
import { refuseNoText } from '../detect/no-text.ts'
import { refuseOtherSql } from '../detect/sql-text.ts'
import { commentsEnd, namedFields, withoutLines } from '../detect/comment-lines.ts'
import { splitRows } from '../detect/split-rows.ts'
import { detectTextFormat } from '../detect/text-format.ts'
import { textKind } from '../detect/text-kind.ts'
import { detectDialect, type TextDialect } from '../detect/text-dialect.ts'
import { EngineFailure } from '../failure.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import { csvOptions } from './csv-options.ts'
import { csvReader } from './csv-reader.ts'
import { undrawn } from './drawn-lines.ts'
import { jsonReader } from './json-reader.ts'
import type { MarkupText } from './markup-reader.ts'
import type { RowReader } from './row-reader.ts'

export interface ReadRequest {
  readonly name: string
  readonly source: ByteSource
  readonly spec: Spec
  readonly inflate: Inflate
  readonly isUtf8?: IsUtf8
  readonly reporter: Reporter
  readonly kernel: Kernel | null
}

/** What the file turned out to be: a table's rows, or a dump, which takes a road of its own. */
export type Opened =
  | { readonly kind: 'rows'; readonly reader: RowReader; readonly typedSource: boolean }
  | { readonly kind: 'dump'; readonly wrapping: Wrapping; readonly encoding: string }

const headBytes = 256 * 1024
/** Of comments above a table: what describes it may be longer than the usual head (contigs of a genome, a survey's codes). */
const commentBytesMax = 16 << 20

/** Content decides what a file is; its name only breaks ties. */
export async function openReader(request: ReadRequest): Promise<Opened> {
  const { source, spec, reporter, kernel } = request
  if (source.size === 0) throw new EngineFailure('empty_file', 'The file is empty.')
  const kind = await fileKind(source, request.inflate)
  if (kind.kind === 'foreign') throw foreign(kind.what)
  if (kind.kind === 'text') return openText(request)
  // Loaded for workbooks alone: their modules are more than half of the engine.
  const { workbookReader } = await import('./workbook-reader.ts')
  return { kind: 'rows', reader: await workbookReader(kind, source, spec, reporter, kernel), typedSource: true }
}

const foreign = (what: string): EngineFailure =>
  new EngineFailure('unsupported_format', `The file is ${what}: that is not read.`)

/** Text as far as its head tells, and the stream that still has all of it. */
interface HeadedText extends Unwrapped {
  readonly head: string
  /** The head is all that there is. */
  readonly isWhole: boolean
  readonly encoding: string
  /** The head is plain ASCII and what follows is packed: there the encoding may turn out to be another. */
  readonly isOpen: boolean
}

async function openText(request: ReadRequest): Promise<Opened> {
  const { format: named } = request.spec.input
  const text = await readHead(request)
  if (named === null || named === 'sql_dump') refuseOtherSql(text.head)
  const given = textFormatOf(named)
  const markup = given === null ? markupKind(text.head) : null
  if (markup?.kind === 'foreign') throw foreign(markup.what)
  if (markup !== null) return openMarkup(request, text, markup)
  const format = given ?? detectTextFormat(text.head, text.name)
  if (format === 'sql_dump') return { kind: 'dump', wrapping: text.wrapping, encoding: text.encoding }
  if (named === null) refuseNoText(text.head)
  if (isJson(format)) return openJson(request, text, format)
  const other = named === null ? textKind(text.head, text.name) : null
  if (other !== null) throw foreign(other)
  return openDelimited(request, text, format)
}

async function readHead(request: ReadRequest): Promise<HeadedText> {
  const { source, isUtf8 } = request
  const unwrapped = await unwrap(request)
  const { head, isWhole, all } = await takeHead(unwrapped.chunks, headBytes)
  if (head.length === 0) throw new EngineFailure('empty_file', 'The file is empty.')
  if (unwrapped.wrapping !== null) refuseWrapped(unwrapped.wrapping, head)
  const label = request.spec.input.encoding
  const mayChange = !isWhole && isAscii(head)
  const foundEncoding = async (): Promise<string> => {
    const ofHead = detectEncoding(head, isWhole, isUtf8)
    const looksOn = ofHead === 'utf-8' && unwrapped.wrapping === null && mayChange
    return (looksOn ? await detectLater(source, head.length) : null) ?? ofHead
  }
  const encoding = label === null ? await foundEncoding() : followed(label, head, request.reporter)
  const text = headText(head, isWhole, encoding)
  if (isWhole && text.trim() === '') throw new EngineFailure('empty_file', 'The file holds nothing but white space.')
  const isOpen = label === null && unwrapped.wrapping !== null && mayChange
  return { ...unwrapped, chunks: all, head: text, isWhole, encoding, isOpen }
}

/** The encoding that the spec names, unless the text itself says another. */
function followed(label: string, head: Uint8Array, reporter: Reporter): string {
  const encoding = givenEncoding(label, head)
  if (encodingOfLabel(label) !== encoding && !encoding.startsWith(label.toLowerCase()))
    reporter.note(`The text itself says that it is ${encoding}: input.encoding ("${label}") was not followed.`)
  return encoding
}

async function openMarkup(request: ReadRequest, text: HeadedText, markup: SpreadsheetMarkup): Promise<Opened> {
  const { spec, reporter, kernel } = request
  const { markupReader } = await import('./markup-reader.ts')
  const { head, encoding } = text
  const again = { ...reopened(request, text), head, encoding }
  const reader = await markupReader(markup, again, spec.input, reporter, kernel)
  return { kind: 'rows', reader, typedSource: markup.kind !== 'html' }
}

async function openJson(request: ReadRequest, text: HeadedText, format: 'json' | 'ndjson'): Promise<Opened> {
  const { spec, reporter, kernel } = request
  const utf8 = inUtf8(request, text)
  const reader = await jsonReader({
    input: told({ format }, text, utf8),
    chunks: reportingText(utf8, reporter),
    reporter,
    sampleRows: spec.inference.sample_rows,
    bytesRead: text.bytesRead,
    kernel,
  })
  return { kind: 'rows', reader, typedSource: true }
}

async function openDelimited(request: ReadRequest, headed: HeadedText, format: InputFormat): Promise<Opened> {
  const { spec, reporter, kernel } = request
  const text = await withTable(headed)
  const { bytesRead } = text
  const given = givenDelimiter(format, spec)
  const head = linesOfHead(text)
  const drawn = drawnTable(head, given)
  if (drawn !== null) return openDrawn(request, text, drawn)
  const belowQuotes = dialectBelowLineQuotes(head, given)
  const dialect = belowQuotes ?? detectDialect(head, given)
  const options = csvOptions(dialect, spec.input.header_row)
  noteComments(options.commentLines, reporter)
  if (dialect.isPadded) reporter.note('Spaces stand beside every delimiter: they are no part of the values.')
  const { delimiter, quote, escape } = dialect
  const utf8 = inUtf8(request, text)
  const input = told({ format: delimiter === '\t' ? 'tsv' : 'csv', delimiter, quote, escape }, text, utf8)
  const lines = reportingText(utf8, reporter)
  const chunks = belowQuotes === null ? lines : reportingLines(lines, reporter)
  const reader = csvReader({ input, options, chunks, reporter, bytesRead, kernel })
  const names = spec.input.header_row === null ? namesAbove(head, dialect) : null
  if (names !== null) reporter.note('The columns are called as a comment above the table says (#Fields).')
  const header = names === null ? (loggerHeader(head) ?? reader.header) : ({ kind: 'names', names } as const)
  return { kind: 'rows', reader: { ...reader, header }, typedSource: false }
}

/** What comments call the columns. */
function namesAbove(head: string, { delimiter, quote, commentLines }: TextDialect): string[] | null {
  if (commentLines === 0) return null
  const [first] = splitRows(withoutLines(head, commentLines), delimiter, quote, null, 1)
  return namedFields(head, commentLines, first?.length ?? 0)
}

/** What a drawn table is once it is drawn no more. */
const undrawnDialect: TextDialect = {
  delimiter: '|',
  quote: '"',
  escape: 'doubled',
  commentLines: 0,
  hasSeparatorLine: false,
  isPadded: false,
  trailingDelimiter: false,
}

function openDrawn(request: ReadRequest, text: HeadedText, table: DrawnTable): Opened {
  const { spec, reporter, kernel } = request
  reporter.note('The table is drawn: its rules, its bars and the spaces that fill its cells were not converted.')
  const utf8 = inUtf8(request, text)
  const chunks = undrawn(reportingText(utf8, reporter), table, reporter)
  const input = told({ format: 'csv', delimiter: table.bar, quote: null }, text, utf8)
  const options = csvOptions(undrawnDialect, spec.input.header_row)
  const reader = csvReader({ input, options, chunks, reporter, bytesRead: text.bytesRead, kernel })
  const header = table.headLines > 0 ? ({ kind: 'row', row: table.firstLine, rows: 1 } as const) : reader.header
  return { kind: 'rows', reader: { ...reader, header }, typedSource: false }
}

/** With a head that goes on behind the comments above the table; the same one where nothing else comes. */
async function withTable(text: HeadedText): Promise<HeadedText> {
  let { chunks, isWhole } = text
  let end = commentsEnd(linesOfHead(text))
  for (let wanted = headBytes * 4; end < 0 && wanted <= commentBytesMax && !isWhole; wanted *= 4) {
    const taken = await takeHead(chunks, wanted)
    chunks = taken.all
    isWhole = taken.isWhole
    const all = { ...text, chunks, isWhole, head: headText(taken.head, isWhole, text.encoding) }
    end = commentsEnd(linesOfHead(all))
    if (end < 0) continue
    const head = all.head.slice(0, end + headBytes)
    return { ...all, head, isWhole: isWhole && head.length === all.head.length }
  }
  return { ...text, chunks }
}

/** The head may end within a line: what is judged ends with one. */
const linesOfHead = ({ head, isWhole }: HeadedText): string => (isWhole ? head : wholeLines(head))

/** A text's bytes as UTF-8, and the encoding that they were in as far as it is known. */
type Utf8Text = Utf8Stream & { encoding(): string }

function inUtf8({ isUtf8 }: ReadRequest, { chunks, encoding, isOpen }: HeadedText): Utf8Text {
  return isOpen
    ? toUtf8Late(chunks, { decide: encodingOfStretch, isAscii }, isUtf8)
    : { ...toUtf8(chunks, encoding, isUtf8), encoding: () => encoding }
}

/** What the report says of a text; its encoding when somebody asks, which is when all has been read. */
function told(of: Omit<ReportInput, 'encoding'>, { wrapping }: HeadedText, utf8: Utf8Text): ReportInput {
  const input = { ...of, encoding: '', ...(wrapping === null ? {} : { wrapping }) }
  return Object.defineProperty(input, 'encoding', { enumerable: true, get: () => utf8.encoding() })
}

function refuseWrapped(wrapping: NonNullable<Wrapping>, head: Uint8Array): void {
  const what = wrappedKind(head)
  if (what === null) return
  const message = `The ${wrapping} holds ${what}: only text is unpacked. Send what it holds.`
  throw new EngineFailure('unsupported_format', message)
}

function noteComments(lines: number, reporter: Reporter): void {
  if (lines > 0) reporter.note(`${lines} line${lines === 1 ? '' : 's'} of comments above the table were not converted.`)
}

/** What is named a workbook and is text, is what its text is. */
function textFormatOf(format: InputFormat | null): InputFormat | null {
  return format === null || /^(?:xls|xlsx|xlsb|ods)$/.test(format) ? null : format
}

/** The bytes whose head has been looked at, and the file's own again where they are wanted a second time. */
function reopened(request: ReadRequest, first: Unwrapped): Pick<MarkupText, 'open' | 'bytesRead'> {
  let current = first
  let isTaken = false
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    if (isTaken) current = await unwrap(request)
    isTaken = true
    return current.chunks
  }
  return { open, bytesRead: () => current.bytesRead() }
}

const isJson = (format: InputFormat): format is 'json' | 'ndjson' => format === 'json' || format === 'ndjson'

/** A TSV named as such keeps its tabs, whatever else it holds. */
function givenDelimiter(format: InputFormat, spec: Spec): string | null {
  if (spec.input.delimiter !== null) return spec.input.delimiter === '\\t' ? '\t' : spec.input.delimiter
  return spec.input.format === 'tsv' && format === 'tsv' ? '\t' : null
}

/** As text, without the character that the end of the head may have cut, and what ends a whole text. */
function headText(head: Uint8Array, isWhole: boolean, encoding: string): string {
  const text = decoderOf(encoding)(head, true).replace(/^\uFEFF/, '')
  return isWhole ? textWithoutEndMark(text) : text
}

function wholeLines(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end < 0 ? text : text.slice(0, end + 1)
}

/** The text that rows are read from. What is not of it, or was not read as it stands, is said once it is through. */
async function* reportingText(text: Utf8Text, reporter: Reporter): AsyncIterable<Uint8Array> {
  const { chunks, hasMark } = withoutEndMark(text.chunks)
  yield* chunks
  if (hasMark()) reporter.note('The Ctrl-Z (0x1A) at the end of the file is no row: some programs end a text by it.')
  const count = text.replaced()
  if (count > 0) {
    reporter.fix({
      code: 'invalid_bytes',
      count,
      message: `Byte sequences that are no ${text.encoding()} characters became U+FFFD. Another input.encoding may read them.`,
    })
  }
}

/** The lines that hold cells, where some were quoted as if they were one. */
async function* reportingLines(lines: AsyncIterable<Uint8Array>, reporter: Reporter): AsyncIterable<Uint8Array> {
  const { chunks, taken } = withoutLineQuotes(lines)
  yield* chunks
  const message =
    'The line stood in quotes as a whole: they were taken off, and the doubled ones in it are single again.'
  if (taken() > 0) reporter.fix({ code: 'line_quotes', count: taken(), message })
}
