import type { InputFormat, Spec } from '../../../src/contract/spec.ts'
import type { ByteSource, Inflate } from '../bytes/byte-source.ts'
import { takeHead } from '../bytes/head.ts'
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
import { markupKind } from '../detect/markup-kind.ts'
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
  if (kind.kind === 'foreign') {
    throw new EngineFailure('unsupported_format', `The file is ${kind.what}: that is not read.`)
  }
  if (kind.kind !== 'text') {
    // Loaded for workbooks alone: their modules are more than half of the engine.
    const { workbookReader } = await import('./workbook-reader.ts')
    return { kind: 'rows', reader: await workbookReader(kind, source, spec, reporter, kernel), typedSource: true }
  }
  const unwrapped = await unwrap(request)
  const { head, isWhole, all } = await takeHead(unwrapped.chunks, headBytes)
  if (head.length === 0) throw new EngineFailure('empty_file', 'The file is empty.')
  if (unwrapped.wrapping !== null) refuseWrapped(unwrapped.wrapping, head)
  const foundEncoding = async (): Promise<string> => {
    const ofHead = detectEncoding(head, isWhole, request.isUtf8)
    const isPlain = ofHead === 'utf-8' && unwrapped.wrapping === null && !isWhole && isAscii(head)
    return (isPlain ? await detectLater(source, head.length) : null) ?? ofHead
  }
  const { encoding: label } = spec.input
  const encoding = label === null ? await foundEncoding() : givenEncoding(label, head)
  if (label !== null && encodingOfLabel(label) !== encoding && !encoding.startsWith(label.toLowerCase()))
    reporter.note(`The text itself says that it is ${encoding}: input.encoding ("${label}") was not followed.`)
  const headText = decodeHead(head, encoding)
  if (headText.trim() === '') {
    if (isWhole) throw new EngineFailure('empty_file', 'The file holds nothing but white space.')
  }
  if (spec.input.format === null || spec.input.format === 'sql_dump') refuseOtherSql(headText)
  const given = textFormatOf(spec.input.format)
  const markup = given === null ? markupKind(headText) : null
  if (markup?.kind === 'foreign') {
    throw new EngineFailure('unsupported_format', `The file is ${markup.what}: that is not read.`)
  }
  if (markup !== null) {
    const { markupReader } = await import('./markup-reader.ts')
    const text = reopened(request, { ...unwrapped, chunks: all })
    const reader = await markupReader(markup, { ...text, head: headText, encoding }, spec.input, reporter, kernel)
    return { kind: 'rows', reader, typedSource: markup.kind !== 'html' }
  }
  const format = given ?? detectTextFormat(headText, unwrapped.name)
  if (format === 'sql_dump') return { kind: 'dump', wrapping: unwrapped.wrapping, encoding }
  // What is packed cannot be looked into: of a plain head its encoding is found while it is read.
  const isOpen = label === null && unwrapped.wrapping !== null && !isWhole && isAscii(head)
  const text = isOpen
    ? toUtf8Late(all, { decide: encodingOfStretch, isAscii }, request.isUtf8)
    : { ...toUtf8(all, encoding, request.isUtf8), encoding: () => encoding }
  const common = unwrapped.wrapping === null ? {} : { wrapping: unwrapped.wrapping }
  const chunks = reportingReplaced(text, reporter)
  if (isJson(format)) {
    const reader = await jsonReader({
      input: withEncoding({ format, ...common }, text),
      chunks,
      reporter,
      sampleRows: spec.inference.sample_rows,
      bytesRead: unwrapped.bytesRead,
      kernel,
    })
    return { kind: 'rows', reader, typedSource: true }
  }
  const dialect = detectDialect(isWhole ? headText : wholeLines(headText), givenDelimiter(format, spec))
  const options = csvOptions(dialect, spec.input.header_row)
  noteComments(options.commentLines, reporter)
  if (dialect.isPadded) reporter.note('Spaces stand beside every delimiter: they are no part of the values.')
  const input = {
    format: dialect.delimiter === '\t' ? 'tsv' : 'csv',
    ...common,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    escape: dialect.escape,
  }
  const { bytesRead } = unwrapped
  const reader = csvReader({
    input: withEncoding(input, text),
    options,
    chunks,
    reporter,
    bytesRead,
    kernel,
  })
  return { kind: 'rows', reader, typedSource: false }
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
function textFormatOf(format: InputFormat | null | undefined): InputFormat | null {
  return format === undefined || format === null || /^(?:xls|xlsx|xlsb|ods)$/.test(format) ? null : format
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

/** The encoding as it is known when somebody asks, which is when all has been read. */
const withEncoding = <Input>(input: Input, text: { encoding(): string }): Input & { readonly encoding: string } =>
  Object.defineProperty({ ...input, encoding: '' }, 'encoding', { enumerable: true, get: () => text.encoding() })

async function* reportingReplaced(
  text: Utf8Stream & { encoding(): string },
  reporter: Reporter,
): AsyncIterable<Uint8Array> {
  yield* text.chunks
  const count = text.replaced()
  if (count > 0) {
    reporter.fix({
      code: 'invalid_bytes',
      count,
      message: `Byte sequences that are no ${text.encoding()} characters became U+FFFD. Another input.encoding may read them.`,
    })
  }
}
