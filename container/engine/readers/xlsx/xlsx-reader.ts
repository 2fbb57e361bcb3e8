import type { ByteSource, Inflate } from '../../bytes/byte-source.ts'
import { ZipArchive } from '../../bytes/zip-archive.ts'
import { EngineFailure } from '../../failure.ts'
import type { Reporter } from '../../report/reporter.ts'
import { RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'
import { SharedStrings } from './shared-strings.ts'
import { SheetRows } from './sheet-rows.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'
import { XmlWindow } from './xml-window.ts'

const batchRows = 2048

export interface XlsxRequest {
  readonly source: ByteSource
  readonly inflate: Inflate
  readonly sheet: string | null
  readonly reporter: Reporter
}

/** A workbook through its directory: the small parts whole, the shared strings into an arena, the sheet as a stream. */
export async function xlsxReader({ source, inflate, sheet: wanted, reporter }: XlsxRequest): Promise<RowReader> {
  const archive = await ZipArchive.open(source, inflate)
  const workbook = await readWorkbook(archive)
  if (workbook.sheets.length === 0) throw new EngineFailure('no_columns', 'The workbook has no worksheet.')
  let read = 0
  const count = (bytes: number): void => {
    read += bytes
  }
  const strings =
    workbook.sharedStrings === null ? null : await SharedStrings.read(archive.chunks(workbook.sharedStrings, count))
  const rowsOf = (sheet: Sheet): AsyncIterable<RowBatch> =>
    sheetBatches(archive.chunks(sheet.part, count), workbook, strings, reporter)
  const sheet = wanted === null ? await firstWithRows(workbook, rowsOf) : namedSheet(workbook, wanted)
  const others = workbook.sheets.filter((one) => one !== sheet)
  if (others.length > 0)
    reporter.note(
      `Converted is sheet "${sheet.name}"; the workbook also has ${others
        .slice(0, 20)
        .map((one) => `"${one.name}"`)
        .join(', ')}.`,
    )
  return {
    input: { format: 'xlsx', sheet: sheet.name },
    sourceName: sheet.name,
    header: { kind: 'detect' },
    bytesRead: () => Math.min(read, source.size),
    batches: () => rowsOf(sheet),
  }
}

/** By its exact name, then whatever the case. */
function namedSheet({ sheets }: Workbook, wanted: string): Sheet {
  const found =
    sheets.find((sheet) => sheet.name === wanted) ??
    sheets.find((sheet) => sheet.name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const problems = sheets.map((sheet) => ({
    code: 'sheet',
    value: sheet.name,
    message: 'One of the sheets of the workbook.',
  }))
  throw new EngineFailure('sheet_not_found', `The workbook has no sheet "${wanted}".`, problems)
}

/** The first visible sheet that holds anything, or else the first hidden one that does. */
async function firstWithRows({ sheets }: Workbook, rowsOf: (sheet: Sheet) => AsyncIterable<RowBatch>): Promise<Sheet> {
  const ordered = [...sheets.filter((sheet) => !sheet.isHidden), ...sheets.filter((sheet) => sheet.isHidden)]
  for (const sheet of ordered) {
    for await (const batch of rowsOf(sheet)) if (batch.rowCount > 0) return sheet
  }
  throw new EngineFailure('empty_file', 'No sheet of the workbook holds a value.')
}

async function* sheetBatches(
  chunks: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  strings: SharedStrings | null,
  reporter: Reporter,
): AsyncIterable<RowBatch> {
  const window = new XmlWindow(chunks, 'row')
  const rows = new SheetRows(workbook, strings, reporter)
  const batch = new RowBatch()
  for await (const piece of window.pieces()) {
    for (let at = piece.start; at < piece.end;) {
      const row = window.nextElement('row', at, piece.end)
      if (row === null) break
      rows.add(window, row, batch)
      at = row.end
      if (batch.rowCount < batchRows) continue
      yield batch
      batch.clear()
    }
    if (batch.rowCount === 0) continue
    yield batch
    batch.clear()
  }
}
