import type { Message } from '../../../../src/contract/catalog/message.ts'
import { textMessages } from '../../catalog/text.ts'
import type { ReportInput } from '../../../../src/contract/report.ts'
import { TextWindow } from '../../bytes/text-window.ts'
import type { Reporter } from '../../report/reporter.ts'
import { CellKind, RowBatch, rowCellsMax } from '../../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'
import {
  type BrokenReason,
  CsvRecords,
  type RecordAccelerator,
  type RecordReader,
  type RecordsEnd,
  type RowsWanted,
} from './csv-records.ts'
import { type RepairedCell, repairedCells } from './repaired-record.ts'
import {
  type RowReader,
  rowsBetweenSpansMin,
  type SpanFormat,
  type SpanWritten,
  type TextSpan,
  type TextSpans,
} from '../row-reader.ts'

/** A longer record is not a row of a table. It is rejected, and reading continues at the next line. */
const recordBytesMax = 64 << 20
const batchRows = 4096
/** A longer line with broken quotes is not repaired, because there are too many ways to read it. */
const repairedBytesMax = 1 << 16
/** The maximum length of a line shown in the report. */
const shownBytes = 400

export interface CsvRequest {
  readonly input: ReportInput
  readonly options: CsvOptions
  /** The text in valid UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reporter: Reporter
  readonly bytesRead: () => number
  readonly accelerator: RecordAccelerator | null
  /** Whether blank lines may replace lines that the caller reports itself. */
  readonly blanksAreReported?: boolean
}

export function csvReader(request: CsvRequest): RowReader {
  const { options, accelerator } = request
  const records = accelerator?.records(options) ?? null
  const pass = new CsvPass(request, records)
  return {
    input: request.input,
    sourceName: null,
    header: { kind: 'detect' },
    bytesRead: request.bytesRead,
    rowsRead: () => pass.rowsRead,
    batches: () => pass.batches(),
    ...(records === null || options.trailingDelimiter ? {} : { spans: pass }),
  }
}

/** One pass over the text. Cells of a batch point into the window, so nothing is copied. */
class CsvPass implements TextSpans {
  private readonly request: CsvRequest
  private readonly records: RecordReader
  private readonly batch: RowBatch
  private readonly window: TextWindow
  private linesAbove: number
  /** Whether reading continues at the next line, as after a broken record. */
  private skippingLine = false
  private followsBroken = false
  /** The number of cells in the last row, or 0 before the first row. */
  private width = 0
  /** Whether the window contains no further complete record, so the next one needs more text. */
  private needsText = true
  /** Whether the record at the window's position is broken. */
  private isBroken = false
  private wanted: RowsWanted = { rows: batchRows, width: 0 }

  /** `accelerated` reads the records faster. It is null if no accelerator supports this text. */
  constructor(request: CsvRequest, accelerated: RecordReader | null) {
    const { options, chunks } = request
    const accelerator = accelerated === null ? null : request.accelerator
    this.request = request
    this.records = accelerated ?? new CsvRecords(options)
    this.batch = accelerator?.batch ?? new RowBatch()
    this.window = new TextWindow(chunks, recordBytesMax, accelerator?.input)
    this.linesAbove = options.commentLines + Number(options.skipFirstLine)
  }

  get rowsRead(): number {
    return this.records.rowNumber
  }

  async *batches(): AsyncIterable<RowBatch> {
    const { batch } = this
    while (await this.isAtRecord()) {
      const end = this.read()
      this.needsText = end.kind === 'more'
      this.isBroken = end.kind === 'broken'
      if (batch.rowCount > 0) {
        this.followsBroken = false
        this.width = cellsOfLast(batch)
        yield batch
      }
      if (end.kind !== 'broken') continue
      this.isBroken = false
      const repaired = end.reason === 'too_many_cells' ? null : this.repaired()
      if (repaired === null) this.reject(end.reason)
      else yield repaired
    }
  }

  get format(): SpanFormat {
    const { delimiter, quote } = this.request.options
    return { kind: 'records', delimiter: delimiter[0] as number, quote: quote === 0 ? -1 : quote }
  }

  begin(width: number): void {
    this.wanted = { rows: rowsBetweenSpansMin, width }
  }

  async next(): Promise<TextSpan | null> {
    if (this.isBroken || !(await this.isAtRecord()) || this.followsBroken) return null
    const { bytes, at, end } = this.window
    return { bytes, start: at, end, rowNumber: this.records.rowNumber }
  }

  pass({ rows, consumed, rowsBetween }: SpanWritten): void {
    this.window.at = consumed
    this.records.rowNumber += rows
    this.wanted = { ...this.wanted, rows: rowsBetween }
  }

  readonly cellsOf = (record: Uint8Array): RowBatch => cellsOf(record, this.request.options)

  /** Returns true if the window is at the start of a record, and false at the end. It reads more text if necessary. */
  private async isAtRecord(): Promise<boolean> {
    const { window } = this
    for (;;) {
      if (this.needsText) {
        if (window.end - window.at > recordBytesMax) this.reject('row_too_long')
        if (window.isLast) return false
        await window.fill()
        this.needsText = false
      }
      if (this.isBelowLinesAbove() && this.isAfterSkipped()) return true
      this.needsText = true
    }
  }

  /** Skips comments and the line that names the delimiter. Returns false if they continue after the window. */
  private isBelowLinesAbove(): boolean {
    const { commentLines } = this.request.options
    for (; this.linesAbove > 0; this.linesAbove--) {
      const line = this.lineAtHand()
      if (!skipLine(this.window)) break
      if (this.linesAbove > commentLines) continue
      const row = ++this.records.rowNumber
      this.request.reporter.leaveOut(line.trim() === '' ? { code: 'blank', row } : { code: 'comment', row, text: line })
    }
    return this.linesAbove === 0 || this.window.isLast
  }

  /** Returns false if reading continues at a line in a later chunk. */
  private isAfterSkipped(): boolean {
    if (this.skippingLine && !skipLine(this.window)) return false
    this.skippingLine = false
    return true
  }

  private read(): RecordsEnd {
    const { batch, window, records } = this
    batch.clear()
    batch.arena.bytes = window.bytes
    batch.followsBroken = this.followsBroken
    const before = records.rowNumber
    const stopped = records.read(batch, window, this.wanted)
    const blanks = records.rowNumber - before - batch.rowCount
    if (blanks > 0 && this.request.blanksAreReported !== true)
      this.request.reporter.leaveOut({ code: 'blank', row: firstGap(batch, before), count: blanks })
    batch.within = { from: window.at, to: stopped.consumed }
    window.at = stopped.consumed
    batch.arena.length = window.end
    return stopped
  }

  /**
   * Repairs a line with broken quotes if only one reading of it has as many cells as the previous row or the next line.
   */
  private repaired(): RowBatch | null {
    const { records, window } = this
    const { delimiter, quote } = this.request.options
    const lines = linesAt(window)
    const [line, next] = lines
    if (line === undefined || delimiter.length !== 1 || quote === 0) return null
    const [quoteText, by] = [String.fromCharCode(quote), String.fromCharCode(delimiter[0] as number)]
    const width = this.width > 0 ? this.width : this.cellsIn(next)
    const cells = width < 2 ? null : repairedCells(line, by, quoteText, width)
    if (cells === null) return null
    const row = ++records.rowNumber
    const message = textMessages.quotes_repaired
    this.request.reporter.fix({ code: 'quotes_repaired', row, example: line, message })
    this.skippingLine = true
    return batchOf(cells, row)
  }

  /** Counts the cells of a line. Returns 0 if the line has broken quotes too. */
  private cellsIn(line: string | undefined): number {
    const batch = line === undefined ? null : cellsOf(new TextEncoder().encode(line), this.request.options)
    return batch === null || batch.rowCount === 0 ? 0 : cellsOfLast(batch)
  }

  private reject(code: keyof typeof brokenMessages): void {
    const { records } = this
    records.rowNumber++
    const message = brokenMessages[code]
    this.request.reporter.rejectRow({ code, row: records.rowNumber, value: this.lineAtHand(), message })
    this.skippingLine = true
    this.followsBroken = true
  }

  /** Returns the beginning of the line that is read next. */
  private lineAtHand(): string {
    const { bytes, at, end } = this.window
    return firstLine(bytes.subarray(at, Math.min(end, at + shownBytes)))
  }
}

/** Returns the first number after `last` that is missing among the rows of the batch. */
function firstGap({ rowNumbers, rowCount }: RowBatch, last: number): number {
  let row = 0
  while (row < rowCount && rowNumbers[row] === last + row + 1) row++
  return last + row + 1
}

const cellsOfLast = ({ rowStarts, rowCount }: RowBatch): number =>
  (rowStarts[rowCount] as number) - (rowStarts[rowCount - 1] as number)

/** Returns the next two lines, as far as the window contains them completely. */
function linesAt({ bytes, at, end, isLast }: TextWindow): string[] {
  const text = new TextDecoder().decode(bytes.subarray(at, Math.min(end, at + repairedBytesMax)))
  const lines = text.split(/\r\n|\r|\n/)
  if (!isLast || end - at > repairedBytesMax) lines.pop()
  return lines.slice(0, 2)
}

function batchOf(cells: readonly RepairedCell[], row: number): RowBatch {
  const batch = new RowBatch()
  const encoder = new TextEncoder()
  for (const { text, isQuoted } of cells) {
    const kind = isQuoted ? CellKind.quoted : text === '' ? CellKind.empty : CellKind.text
    batch.addBytes(kind, encoder.encode(text))
  }
  batch.endRow(row)
  return batch
}

function cellsOf(record: Uint8Array, options: CsvOptions): RowBatch {
  const batch = new RowBatch()
  batch.arena.bytes = record
  new CsvRecords(options).read(batch, { bytes: record, at: 0, end: record.length, isLast: true }, { rows: 1, width: 0 })
  return batch
}

const brokenMessages: Readonly<Record<BrokenReason | 'row_too_long', Message>> = {
  stray_quote: textMessages.stray_quote,
  row_too_long: textMessages.row_too_long(recordBytesMax >> 20),
  unclosed_quote: textMessages.unclosed_quote,
  too_many_cells: textMessages.too_many_cells(rowCellsMax),
}

/**
 * Moves to the next line. If the window has no further line, it returns false and keeps only a carriage return at the
 * end.
 */
function skipLine(window: TextWindow): boolean {
  const { bytes, end } = window
  for (let at = window.at; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 10 && byte !== 13) continue
    if (byte === 13 && at + 1 === end && !window.isLast) {
      // A line feed may follow in the next chunk, so the end of the line is not known yet.
      window.at = at
      return false
    }
    window.at = byte === 13 && bytes[at + 1] === 10 ? at + 2 : at + 1
    return true
  }
  window.at = end
  return false
}

function firstLine(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).split(/\r|\n/, 1)[0] ?? ''
}
