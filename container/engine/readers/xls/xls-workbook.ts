import { workbookMessages } from '../../catalog/workbooks.ts'
import type { Spec } from '../../../../src/contract/spec.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { memorySource } from '../../bytes/memory-source.ts'
import { EngineFailure } from '../../failure.ts'
import type { BinaryRowReader, WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import { BinaryCells } from '../spreadsheet/binary-cells.ts'
import { SheetRows } from '../spreadsheet/sheet-rows.ts'
import type { OpenedSheet, SheetOptions, Workbook } from '../spreadsheet/workbook.ts'
import { type Globals, ProtectedRecords, readGlobals } from './globals.ts'
import { SheetRecords } from './sheet-records.ts'
import { type SheetStart, sheetStart } from './sheet-start.ts'
import { RecordCells } from './record-cells.ts'
import type { RecordView } from './records.ts'
import { hasRowsInOrder, sortedRecords } from './sorted-records.ts'
import { workbookStream } from './workbook-stream.ts'

/** The size limit for encrypted workbooks. They are decrypted as a whole, because records depend on earlier ones. */
const protectedBytesMax = 128 << 20

/** Opens a workbook of Excel 2 to 2003. `encoding` overrides the code page of files from before Excel 97. */
export async function openXls(
  source: ByteSource,
  { encoding, password }: Pick<Spec['input'], 'encoding' | 'password'>,
  accelerator: WorkbookAccelerator | null,
): Promise<Workbook> {
  const stored = await workbookStream(source)
  const { stream, globals } = await openedGlobals(stored, (from) => readGlobals(from, encoding, accelerator), password)
  const progress = { position: 0 }
  const openSheet = async (index: number, options: SheetOptions): Promise<OpenedSheet> => {
    if (globals.sheets[index] === undefined)
      throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.noSuchSheet)
    const start = await sheetStart(stream, globals.sheets, index)
    const rows = new SheetRows(options.reporter, options.accelerator, options)
    const { unknown } = globals.codePage
    if (unknown !== null && globals.version < 8) {
      options.reporter.note(workbookMessages.notes.codePage(unknown))
    }
    return {
      headerRow: null,
      layout: () => rows.layout,
      batches: () => sheetBatches({ stream, globals, start, progress }, rows, options),
    }
  }
  return {
    format: 'xls',
    sheets: globals.sheets,
    ...(globals.version === 8 ? {} : { encoding: globals.codePage.label }),
    openSheet,
    namedCells: () => Promise.resolve(globals.named),
    bytesRead: () => progress.position,
  }
}

/** Reads the globals of the workbook, and decrypts them with the password if necessary. */
async function openedGlobals(
  stored: ByteSource,
  read: (stream: ByteSource) => Promise<Globals>,
  password: string | null,
): Promise<{ readonly stream: ByteSource; readonly globals: Globals }> {
  try {
    return { stream: stored, globals: await read(stored) }
  } catch (error) {
    if (!(error instanceof ProtectedRecords)) throw error
    if (stored.size > protectedBytesMax)
      throw new EngineFailure('encrypted_file', workbookMessages.encrypted_file.tooLarge)
    const { decryptRecords } = await import('../encryption/biff-encryption.ts')
    const plain = (await stored.read(0, stored.size)).slice()
    decryptRecords(plain, error.info, password)
    const stream = memorySource(plain)
    return { stream, globals: await read(stream) }
  }
}

interface SheetReading {
  readonly stream: ByteSource
  readonly globals: Globals
  readonly start: SheetStart
  readonly progress: { position: number }
}

async function* sheetBatches(
  reading: SheetReading,
  rows: SheetRows,
  { reporter, accelerator }: SheetOptions,
): AsyncIterable<RowBatch> {
  const { stream, globals, start } = reading
  const cells = new BinaryCells(rows, globals)
  const records = new RecordCells(globals, cells)
  // The accelerator does not support the records of the generations before Excel 5.
  const format = { kind: 'xls', isUnicode: globals.version === 8 } as const
  const plainRows =
    globals.version < 5 ? null : (accelerator?.binaryRows({ rows, cells, parts: globals, format }) ?? null)
  try {
    const isOrdered = await hasRowsInOrder(stream, start, accelerator)
    yield* isOrdered ? orderedBatches(reading, records, rows, plainRows) : sortedBatches(reading, records, rows)
  } catch (error) {
    throw rows.failure(error)
  }
  cells.finish(reporter)
}

async function* orderedBatches(
  { stream, start, progress }: SheetReading,
  cells: RecordCells,
  rows: SheetRows,
  plainRows: BinaryRowReader | null,
): AsyncIterable<RowBatch> {
  const sheet = new SheetRecords(stream, start, plainRows?.window)
  const { records } = sheet
  try {
    do {
      while (sheet.next()) {
        const startsRow = cells.startsRow(records)
        if (startsRow && rows.isFull) {
          progress.position = records.position
          yield* finished(cells, rows)
        } else if (startsRow) cells.endRow()
        if (startsRow && plainRows?.take(records) === true) continue
        cells.add(records)
      }
    } while (await sheet.fill())
  } finally {
    await sheet.close()
  }
  yield* finished(cells, rows)
  progress.position = stream.size
  if (!sheet.isEnded) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.endsWithinSheet)
}

async function* sortedBatches(
  { stream, start, progress }: SheetReading,
  cells: RecordCells,
  rows: SheetRows,
): AsyncIterable<RowBatch> {
  const sorted: Iterable<RecordView> = await sortedRecords(stream, start, (record) => cells.layout(record))
  progress.position = stream.size
  for (const record of sorted) {
    if (rows.isFull && cells.startsRow(record)) yield* finished(cells, rows)
    cells.add(record)
  }
  yield* finished(cells, rows)
}

function* finished(cells: RecordCells, rows: SheetRows): Iterable<RowBatch> {
  cells.endRow()
  cells.hide()
  yield* rows.handOver()
}
