import { workbookMessages } from '../../catalog/workbooks.ts'
import { shownText } from '../../report/fix-tally.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind, type RowBatch } from '../../table/row-batch.ts'
import type { RowReader } from '../row-reader.ts'

/** The limit of Excel itself, in UTF-16 units. */
const cellCharactersMax = 32_767
/** A UTF-16 unit takes at most three bytes, so a cell with more bytes is too long in any script. */
const cellBytesMax = cellCharactersMax * 3

/**
 * Rejects rows with a cell that is longer than Excel allows. No spreadsheet program keeps such a value whole, and a
 * small file could repeat one long string in every cell. A truncated value would not be in the file either.
 */
export function withinCellLimit(reader: RowReader, reporter: Reporter): RowReader {
  async function* batches(): AsyncIterable<RowBatch> {
    let followsRejected = false
    for await (const batch of reader.batches()) {
      let from = 0
      for (let row = 0; row < batch.rowCount; row++) {
        const cell = longCell(batch, row)
        if (cell < 0) continue
        if (row > from) yield part(batch, from, row, followsRejected)
        reject(batch, row, cell, reporter)
        followsRejected = true
        from = row + 1
      }
      if (from === batch.rowCount && from > 0) continue
      yield from === 0 && !followsRejected ? batch : part(batch, from, batch.rowCount, followsRejected)
      followsRejected = false
    }
  }
  return { ...reader, batches }
}

/** Returns the first cell of a row that is too long, or −1 if there is none. */
function longCell(batch: RowBatch, row: number): number {
  const { starts, ends, rowStarts } = batch
  const end = rowStarts[row + 1] as number
  for (let cell = rowStarts[row] as number; cell < end; cell++) {
    const bytes = (ends[cell] as number) - (starts[cell] as number)
    if (bytes > cellCharactersMax && batch.kinds[cell] !== CellKind.empty && isLong(batch, cell, bytes)) return cell
  }
  return -1
}

const isLong = (batch: RowBatch, cell: number, bytes: number): boolean =>
  bytes > cellBytesMax ||
  unitsIn(batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number) > cellCharactersMax

/** Counts the UTF-16 units of UTF-8 text: one per character, and two beyond the basic plane. */
function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}

function part(batch: RowBatch, from: number, to: number, followsRejected: boolean): RowBatch {
  const rows = batch.rows(from, to)
  rows.followsBroken ||= followsRejected
  return rows
}

function reject(batch: RowBatch, row: number, cell: number, reporter: Reporter): void {
  const column = cell - (batch.rowStarts[row] as number) + 1
  reporter.rejectRow({
    code: 'cell_too_long',
    row: batch.rowNumbers[row],
    value: shownText(batch.bytes, batch.starts[cell] as number, batch.ends[cell] as number),
    message: workbookMessages.cell_too_long(column, cellCharactersMax),
  })
}
