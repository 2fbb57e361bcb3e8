import { documentMessages } from '../../catalog/documents.ts'
import { workbookMessages } from '../../catalog/workbooks.ts'
import type { BatchMemory } from '../../table/row-batch.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import { encodingOfLabel } from '../../detect/encoding/encoding.ts'
import type { SpreadsheetMarkup } from '../../detect/markup-kind.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { htmlCharset, HtmlTables } from './html-tables.ts'
import { namedRanges } from '../ods/named-ranges.ts'
import { OdsTables } from '../ods/ods-tables.ts'
import type { RowReader } from '../row-reader.ts'
import { type StreamedBook, streamedReader } from '../spreadsheet/table-stream.ts'
import { hiddenWorksheets, SpreadsheetMlTables } from '../spreadsheetml/spreadsheetml-tables.ts'

export interface MarkupText {
  /** Opens the bytes again from the beginning. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
  readonly head: string
  /** The encoding detected from the bytes. It applies to pages that declare none. */
  readonly encoding: string
  readonly bytesRead: () => number
}

/** Reads spreadsheets in text formats: flat OpenDocument, SpreadsheetML 2003, and tables of web pages. */
export async function markupReader(
  { kind }: SpreadsheetMarkup,
  text: MarkupText,
  input: Spec['input'],
  reporter: Reporter,
  memory: BatchMemory | null,
): Promise<RowReader> {
  const { bytesRead } = text
  if (kind === 'fods') {
    const open = async (): Promise<OdsTables> => new OdsTables(await text.open(), reporter)
    const namedCells = async () => namedRanges(await text.open())
    return streamedReader({ format: 'ods', open, namedCells, bytesRead }, input, reporter, memory)
  }
  if (kind === 'spreadsheetml') {
    reporter.note(workbookMessages.notes.excelXml)
    return streamedReader(await spreadsheetMl(text, reporter), input, reporter, memory)
  }
  reporter.note(documentMessages.notes.webPage)
  const encoding = pageEncoding(text, input)
  const open = async (): Promise<HtmlTables> => new HtmlTables(await text.open(), encoding, reporter)
  const reader = await streamedReader({ format: 'xls', open, bytesRead }, input, reporter, memory)
  return { ...reader, input: { ...reader.input, encoding }, sourceName: null }
}

async function spreadsheetMl(text: MarkupText, reporter: Reporter): Promise<StreamedBook> {
  const hidden = await hiddenWorksheets(await text.open())
  const open = async (): Promise<SpreadsheetMlTables> => new SpreadsheetMlTables(await text.open(), reporter, hidden)
  return { format: 'xls', open, bytesRead: text.bytesRead }
}

function pageEncoding({ head, encoding }: MarkupText, input: Spec['input']): string {
  const named = input.encoding === null ? htmlCharset(head) : null
  // The bytes are better evidence than the page's declaration.
  if (named === null || encoding.startsWith('utf-')) return encoding
  try {
    return encodingOfLabel(named)
  } catch (error) {
    if (error instanceof EngineFailure) return encoding
    throw error
  }
}
