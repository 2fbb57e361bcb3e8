import type { Message } from '../../../src/contract/catalog/message.ts'
import { documentMessages } from '../catalog/documents.ts'
import { kindMessages } from '../catalog/kinds.ts'
import { textMessages } from '../catalog/text.ts'
import { specMessages } from '../catalog/spec.ts'
import type { InputFormat, Spec } from '../../../src/contract/spec.ts'
import { ownEncoding } from '../bytes/decoder.ts'
import { unwrap, type Unwrapped, type Wrapping } from '../bytes/unwrap.ts'
import { fileKind } from '../detect/file-kind.ts'
import { markupKind, type SpreadsheetMarkup } from '../detect/markup-kind.ts'
import { refuseNoText } from '../detect/binary-content.ts'
import { refuseOtherSql } from '../detect/sql-text.ts'
import { detectTextFormat, scriptBefore } from '../detect/text-format.ts'
import { textKind } from '../detect/text-kind.ts'
import { EngineFailure } from '../failure.ts'
import { shorten } from '../report/reporter.ts'
import { type HeadedText, inUtf8, readHead, reportingText, reportInputOf } from './headed-text.ts'
import type { ReadRequest } from './read-request.ts'
import type { MarkupText } from './html/markup-reader.ts'
import type { RowReader } from './row-reader.ts'
import { reportUnusedOptions } from './unused-options.ts'

/** An opened file: either the rows of a table, or a dump, which has its own conversion. */
export interface OpenedRows {
  readonly kind: 'rows'
  readonly reader: RowReader
  readonly typedSource: boolean
}

export type Opened = OpenedRows | { readonly kind: 'dump'; readonly wrapping: Wrapping; readonly encoding: string }

/**
 * The content decides the format, and the file name only breaks ties. If the format in the spec does not fit the
 * content, it is reported.
 */
export async function openReader(request: ReadRequest): Promise<Opened> {
  const opened = await openContent(request)
  const { format: named } = request.spec.input
  const found = opened.kind === 'dump' ? 'sql_dump' : opened.reader.input.format
  if (named !== null && familyOf(named) !== familyOf(found))
    request.reporter.note(specMessages.notes.otherFormat(named, found))
  return opened
}

/** Formats of the same family share one set of rules. */
const familyOf = (format: string): string => ({ tsv: 'csv', ndjson: 'json' })[format] ?? format

async function openContent(request: ReadRequest): Promise<Opened> {
  const { source } = request
  if (source.size === 0) throw new EngineFailure('empty_file', textMessages.empty_file.empty)
  const kind = await fileKind(source, request.inflate)
  if (kind.kind === 'foreign') throw foreign(kind.description)
  if (kind.kind === 'text') return openText(request)
  refusePath(request.spec, kindMessages.workbook)
  reportUnusedOptions(request, 'workbook')
  // The modules for workbooks are more than half of the engine, so they are loaded only when needed.
  const { workbookReader } = await import('./workbook-reader.ts')
  return { kind: 'rows', reader: await workbookReader(kind, request), typedSource: true }
}

const foreign = (kind: Message): EngineFailure =>
  new EngineFailure('unsupported_format', textMessages.unsupported_format.foreign(kind))

/** Rejects a path for files without a document. The user expects other rows than those of the file. */
function refusePath({ input: { path } }: Spec, kind: Message): void {
  if (path === null) return
  const message = specMessages.path_not_found.notADocument(kind)
  throw new EngineFailure('invalid_spec', message, [{ code: 'path_not_found', message, value: path }])
}

async function openText(request: ReadRequest): Promise<Opened> {
  const { format: named } = request.spec.input
  const text = await readHead(request)
  if (named === null || named === 'sql_dump') refuseOtherSql(text.head)
  if (named === null) return openAsFound(request, text)
  reportOtherLooks(request, text, named)
  return textReaders[named](request, text, named)
}

/**
 * The format in the spec is used even if the text looks like another one. Delimited text can look like anything, so it
 * is never reported.
 */
function reportOtherLooks({ reporter }: ReadRequest, { head, name }: HeadedText, named: InputFormat): void {
  const detected = markupKind(head, name)?.kind === 'xml' ? 'xml' : detectTextFormat(head, name)
  if (!textFormats.has(named) || familyOf(detected) === 'csv' || familyOf(detected) === familyOf(named)) return
  reporter.note(specMessages.notes.looksLike(detected, named))
}

const textFormats = new Set<InputFormat>(['csv', 'tsv', 'json', 'ndjson', 'xml', 'sql_dump'])

type OpenText = (request: ReadRequest, text: HeadedText, format: InputFormat) => Promise<Opened>

/** The reader for each text format. A format added to the contract does not compile without one here. */
const textReaders: Readonly<Record<InputFormat, OpenText>> = {
  // Workbooks are detected by their bytes, so this is a text file with a workbook's extension.
  xlsx: openAsFound,
  xls: openAsFound,
  xlsb: openAsFound,
  ods: openAsFound,
  csv: openDelimited,
  tsv: openDelimited,
  json: openJson,
  ndjson: openJson,
  xml: openXml,
  sql_dump: (request, text) => {
    reportUnusedOptions(request, 'dump')
    return Promise.resolve({ kind: 'dump', wrapping: text.wrapping, encoding: encodingOfDump(text) })
  },
}

/** Opens the text in the format that its content suggests. */
async function openAsFound(request: ReadRequest, text: HeadedText): Promise<Opened> {
  const markup = markupKind(text.head, text.name)
  if (markup?.kind === 'foreign') throw foreign(markup.description)
  if (markup?.kind === 'xml') return openXml(request, text)
  if (markup !== null) return openMarkup(request, text, markup)
  const format = detectTextFormat(text.head, text.name)
  return textReaders[format](request, text, format)
}

async function openDelimited(request: ReadRequest, text: HeadedText, format: InputFormat): Promise<Opened> {
  refusePath(request.spec, kindMessages.delimited)
  reportUnusedOptions(request, 'delimited')
  if (request.spec.input.format === null) {
    refuseNoText(text.head)
    const other = textKind(text.head, text.name)
    if (other !== null) throw foreign(other)
  }
  const { delimitedReader } = await import('./delimited/delimited-reader.ts')
  return { kind: 'rows', reader: await delimitedReader(request, text, format), typedSource: false }
}

/** A dump also contains binary values. Guessing from them would suggest encodings that dumps hardly ever use. */
const encodingOfDump = ({ found }: HeadedText): string =>
  found.source === 'guessed' && ownEncoding(found.encoding) !== null ? 'windows-1252' : found.encoding

async function openMarkup(request: ReadRequest, text: HeadedText, markup: SpreadsheetMarkup): Promise<Opened> {
  const { spec, reporter, accelerator } = request
  reportUnusedOptions(request, 'markup')
  const { markupReader } = await import('./html/markup-reader.ts')
  const { head, encoding } = text
  const again = { ...reopened(request, text), head, encoding }
  const reader = await markupReader(markup, again, spec.input, reporter, accelerator)
  return { kind: 'rows', reader, typedSource: markup.kind !== 'html' }
}

async function openJson(request: ReadRequest, text: HeadedText, format: InputFormat): Promise<Opened> {
  const { spec, reporter, accelerator } = request
  if (format === 'ndjson') refusePath(spec, kindMessages.ndjson)
  reportUnusedOptions(request, format === 'ndjson' ? 'ndjson' : 'json')
  if (spec.input.format === null) refuseNoText(text.head)
  const { jsonReader } = await import('./json/json-reader.ts')
  const utf8 = inUtf8(request, text)
  const chunks = reportingText(utf8, reporter)
  const script = scriptBefore(text.head, text.name)
  if (script !== '') reporter.note(documentMessages.notes.codeSkipped(shorten(script.trim())))
  const reader = await jsonReader({
    input: reportInputOf({ format }, text, utf8),
    chunks: script === '' ? chunks : (await import('./json/json-script.ts')).withoutScript(chunks, script),
    reporter,
    sampleRows: spec.inference.sample_rows,
    path: spec.input.path ?? null,
    flatten: spec.input.flatten ?? null,
    bytesRead: text.bytesRead,
    accelerator,
    later: request.later ?? null,
  })
  return { kind: 'rows', reader, typedSource: true }
}

async function openXml(request: ReadRequest, text: HeadedText): Promise<Opened> {
  reportUnusedOptions(request, 'xml')
  const { xmlRowsReader } = await import('./xml-rows/xml-rows-reader.ts')
  // XML has no types, so its strings are parsed as values, just like in delimited text.
  return { kind: 'rows', reader: await xmlRowsReader(request, text), typedSource: false }
}

/** Returns the bytes whose head was examined. Calling `open` a second time opens the file again. */
function reopened(request: ReadRequest, first: Unwrapped): Pick<MarkupText, 'open' | 'bytesRead'> {
  let current = first
  let isUsed = false
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    if (isUsed) current = await unwrap(request)
    isUsed = true
    return current.chunks
  }
  return { open, bytesRead: () => current.bytesRead() }
}
