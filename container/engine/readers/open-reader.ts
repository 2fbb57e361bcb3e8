import type { ReportInput } from '../../../src/contract/report.ts'
import type { InputFormat, Spec } from '../../../src/contract/spec.ts'
import type { ByteSource, Inflate } from '../bytes/byte-source.ts'
import { takeHead } from '../bytes/head.ts'
import { decoderOf, type IsUtf8, toUtf8 } from '../bytes/utf8.ts'
import { unwrap, type Unwrapped, type Wrapping } from '../bytes/unwrap.ts'
import { detectEncoding, detectLater, encodingOfLabel, isAscii } from '../detect/encoding.ts'
import { fileKind } from '../detect/file-kind.ts'
import { markupKind, type SpreadsheetMarkup } from '../detect/markup-kind.ts'
import { refuseOtherSql } from '../detect/sql-text.ts'
import { detectTextFormat } from '../detect/text-format.ts'
import { detectDialect } from '../detect/text-dialect.ts'
import { EngineFailure } from '../failure.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import { csvOptions } from './csv-options.ts'
import { csvReader } from './csv-reader.ts'
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
  readonly kernel?: Kernel | null
}

/** What the file turned out to be: a table's rows, or a dump, which takes a road of its own. */
export type Opened =
  | { readonly kind: 'rows'; readonly reader: RowReader; readonly typedSource: boolean }
  | { readonly kind: 'dump'; readonly wrapping: Wrapping; readonly encoding: string }

const headBytes = 256 * 1024

/** Content decides what a file is; its name only breaks ties. */
export async function openReader(request: ReadRequest): Promise<Opened> {
  const { source, spec, reporter, kernel = null } = request
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
  readonly encoding: string
  readonly head: string
  /** The head is all that there is. */
  readonly isWhole: boolean
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
  return isJson(format) ? openJson(request, text, format) : openDelimited(request, text, format)
}

async function readHead(request: ReadRequest): Promise<HeadedText> {
  const { source, spec, isUtf8 } = request
  const unwrapped = await unwrap(request)
  const { head, isWhole, all } = await takeHead(unwrapped.chunks, headBytes)
  if (head.length === 0) throw new EngineFailure('empty_file', 'The file is empty.')
  const foundEncoding = async (): Promise<string> => {
    const ofHead = detectEncoding(head, isWhole, isUtf8)
    const isPlain = ofHead === 'utf-8' && unwrapped.wrapping === null && !isWhole && isAscii(head)
    return (isPlain ? await detectLater(source, head.length) : null) ?? ofHead
  }
  const encoding = spec.input.encoding === null ? await foundEncoding() : encodingOfLabel(spec.input.encoding)
  const text = decodeHead(head, encoding)
  if (isWhole && text.trim() === '') throw new EngineFailure('empty_file', 'The file holds nothing but white space.')
  return { ...unwrapped, chunks: all, encoding, head: text, isWhole }
}

async function openMarkup(request: ReadRequest, text: HeadedText, markup: SpreadsheetMarkup): Promise<Opened> {
  const { spec, reporter, kernel = null } = request
  const { markupReader } = await import('./markup-reader.ts')
  const { head, encoding } = text
  const reader = await markupReader(
    markup,
    { ...reopened(request, text), head, encoding },
    spec.input,
    reporter,
    kernel,
  )
  return { kind: 'rows', reader, typedSource: markup.kind !== 'html' }
}

async function openJson(request: ReadRequest, text: HeadedText, format: 'json' | 'ndjson'): Promise<Opened> {
  const { spec, reporter, kernel = null } = request
  const reader = await jsonReader({
    input: { format, ...told(text) },
    chunks: inUtf8(request, text),
    reporter,
    sampleRows: spec.inference.sample_rows,
    bytesRead: text.bytesRead,
    kernel,
  })
  return { kind: 'rows', reader, typedSource: true }
}

function openDelimited(request: ReadRequest, text: HeadedText, format: InputFormat): Opened {
  const { spec, reporter, kernel = null } = request
  const { head, isWhole, bytesRead } = text
  const dialect = detectDialect(isWhole ? head : wholeLines(head), givenDelimiter(format, spec))
  if (dialect.isPadded) reporter.note('Spaces stand beside every delimiter: they are no part of the values.')
  const { delimiter, quote, escape } = dialect
  const input = { format: delimiter === '\t' ? 'tsv' : 'csv', ...told(text), delimiter, quote, escape }
  const chunks = inUtf8(request, text)
  const reader = csvReader({ input, options: csvOptions(dialect), chunks, reporter, bytesRead, kernel })
  return { kind: 'rows', reader, typedSource: false }
}

/** What the report says of any text. */
const told = ({ encoding, wrapping }: HeadedText): Pick<ReportInput, 'encoding' | 'wrapping'> => ({
  encoding,
  ...(wrapping === null ? {} : { wrapping }),
})

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

/** As text, without the character that the end of the head may have cut. */
function decodeHead(head: Uint8Array, encoding: string): string {
  return decoderOf(encoding)(head, true).replace(/^\uFEFF/, '')
}

/** The head may end within a line: what is judged ends with one. */
function wholeLines(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end < 0 ? text : text.slice(0, end + 1)
}

/** The whole text; what could not be decoded is a fix when the end has been reached. */
async function* inUtf8(request: ReadRequest, { chunks, encoding }: HeadedText): AsyncIterable<Uint8Array> {
  const text = toUtf8(chunks, encoding, request.isUtf8)
  yield* text.chunks
  const count = text.replaced()
  if (count > 0) {
    request.reporter.fix({
      code: 'invalid_bytes',
      count,
      message: `Byte sequences that are no ${encoding} characters became U+FFFD. Another input.encoding may read them.`,
    })
  }
}
