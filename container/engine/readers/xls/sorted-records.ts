import { workbookMessages } from '../../catalog/workbooks.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { GrowingBytes } from '../../bytes/growing-bytes.ts'
import { EngineFailure } from '../../failure.ts'
import type { WorkbookAccelerator } from '../spreadsheet/workbook-accelerator.ts'
import { u16 } from '../spreadsheet/binary-cells.ts'
import { Biff, type BiffRecords, isCell, type RecordView } from './records.ts'
import { SheetRecords } from './sheet-records.ts'
import type { SheetStart } from './sheet-start.ts'

const bytesMax = 256 << 20
/** The row times this factor, plus the cell's position in the file, is one number that sorts by both. */
const cellsMax = 2 ** 36

/**
 * Sorts a sheet's cell records by row, for the few programs that store cells in the order in which they were set. Such
 * a sheet is sorted in memory, and rejected if it is too large. Other records go to `onLayout`.
 */
export async function sortedRecords(
  stream: ByteSource,
  start: SheetStart,
  onLayout: (record: RecordView) => void,
): Promise<Iterable<RecordView>> {
  const kept = new GrowingBytes(1 << 20)
  let keys: Float64Array = new Float64Array(1 << 12)
  let starts: Float64Array = new Float64Array((1 << 12) + 1)
  let count = 0
  for await (const record of recordsOf(stream, start)) {
    if (isCell(record.type)) {
      if (count === keys.length) {
        keys = doubled(keys, count * 2)
        starts = doubled(starts, count * 2 + 1)
      }
      keys[count] = u16(record.bytes, record.start) * cellsMax + count
      starts[count] = kept.length
      count++
    } else if (!isTextPart(record.type)) {
      onLayout(record)
      continue
    } else if (count === 0) {
      onLayout(record)
      continue
    }
    kept.append(record.bytes, record.start - 4, record.end)
    if (kept.length > bytesMax) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.unsortedRows)
  }
  starts[count] = kept.length
  const sorted = keys.subarray(0, count)
  sorted.sort()
  return recordsInOrder(kept.bytes, sorted, starts)
}

function* recordsInOrder(bytes: Uint8Array, keys: Float64Array, starts: Float64Array): Iterable<RecordView> {
  for (const key of keys) {
    const cell = key % cellsMax
    const end = starts[cell + 1] as number
    for (let at = starts[cell] as number; at < end;) {
      const next = at + 4 + u16(bytes, at + 2)
      yield { bytes, type: u16(bytes, at), start: at + 4, end: next }
      at = next
    }
  }
}

/**
 * Scans the headers of a sheet's records once. It ignores damage, because the reader reports that together with the row
 * it reached.
 */
export async function hasRowsInOrder(
  stream: ByteSource,
  start: SheetStart,
  accelerator: WorkbookAccelerator | null,
): Promise<boolean> {
  const sheet = new SheetRecords(stream, start, accelerator?.markup)
  const { records } = sheet
  let lastRow = 0
  try {
    do {
      while (sheet.next()) {
        const row = isCell(records.type) ? records.u16(0) : lastRow
        if (row < lastRow) return false
        lastRow = accelerator === null ? row : walk(records, row, accelerator)
        if (lastRow < 0) return false
      }
    } while (await sheet.fill())
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
  } finally {
    await sheet.close()
  }
  return true
}

/** Returns how far the accelerator could read in the window, or −1 if the rows are out of order. */
function walk(records: BiffRecords, lastRow: number, accelerator: WorkbookAccelerator): number {
  if (records.bytes !== accelerator.markup) return lastRow
  const passed = accelerator.passRecords(records.at, records.filled, lastRow)
  records.at = passed.at
  return passed.lastRow
}

async function* recordsOf(stream: ByteSource, start: SheetStart): AsyncIterable<RecordView> {
  const sheet = new SheetRecords(stream, start)
  const { records } = sheet
  do {
    while (sheet.next()) yield records
  } while (await sheet.fill())
  if (!sheet.isEnded) throw new EngineFailure('corrupt_file', workbookMessages.corrupt_file.endsWithinSheet)
}

/** Tests whether a record starts or continues the text of a cell. */
const isTextPart = (type: number): boolean => type === Biff.continues || type === Biff.string || type === Biff.string2

const doubled = (from: Float64Array, length: number): Float64Array => {
  const to = new Float64Array(length)
  to.set(from)
  return to
}
