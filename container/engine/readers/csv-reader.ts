import type { ReportInput } from '../../../src/contract/report.ts'
import { TextWindow } from '../bytes/text-window.ts'
import { KernelRecords } from './kernel-records.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import { RowBatch } from '../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'
import { CsvRecords } from './csv-records.ts'
import type { LaneDialect, RowReader, TextLane } from './row-reader.ts'

/** A record beyond this is not a row of a table: it is rejected, and reading goes on at the next line. */
const recordBytesMax = 64 << 20
const batchRows = 4096

export interface CsvRequest {
  readonly input: ReportInput
  readonly options: CsvOptions
  /** Valid UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reporter: Reporter
  readonly bytesRead: () => number
  readonly kernel: Kernel | null
}

export function csvReader(request: CsvRequest): RowReader {
  const { options, kernel } = request
  const road: Road = { lane: null }
  const takesLane = kernel !== null && KernelRecords.suits(options) && !options.trailingDelimiter
  const dialect: LaneDialect = {
    kind: 'records',
    delimiter: options.delimiter[0] as number,
    quote: options.quote === 0 ? -1 : options.quote,
  }
  const use = (lane: TextLane): void => {
    road.lane = lane
  }
  return {
    input: request.input,
    sourceName: null,
    header: { kind: 'detect' },
    bytesRead: request.bytesRead,
    batches: () => batches(request, road),
    ...(takesLane ? { straight: { dialect, use, cellsOf: (record) => cellsOf(record, options) } } : {}),
  }
}

/** Where records go that need no batch. */
interface Road {
  lane: TextLane | null
}

/** Records are read in place: a batch's cells point into the window. */
async function* batches({ options, chunks, reporter, kernel }: CsvRequest, road: Road): AsyncIterable<RowBatch> {
  const fast = KernelRecords.suits(options) ? kernel : null
  const records = fast === null ? new CsvRecords(options) : new KernelRecords(options, fast)
  const batch = fast?.batch ?? new RowBatch()
  const window = new TextWindow(chunks, recordBytesMax, fast?.input)
  let linesAbove = options.commentLines + Number(options.skipFirstLine)
  let skippingLine = false
  let followsBroken = false

  const reject = (code: string, message: string): void => {
    records.rowNumber++
    const line = window.bytes.subarray(window.at, Math.min(window.end, window.at + 400))
    reporter.rejectRow({ code, row: records.rowNumber, value: firstLine(line), message })
    skippingLine = true
    followsBroken = true
  }

  for (;;) {
    await window.fill()
    for (; linesAbove > 0 && skipLine(window); linesAbove--) {
      if (linesAbove <= options.commentLines) records.rowNumber++
    }
    if (linesAbove > 0 && !window.isLast) continue
    // A jump to a line that begins in a later chunk goes on there.
    while (!(skippingLine && window.at >= window.end)) {
      if (skippingLine) {
        if (!skipLine(window)) break
        skippingLine = false
      }
      batch.clear()
      batch.arena.bytes = window.bytes
      batch.followsBroken = followsBroken
      const { lane } = road
      if (lane !== null && !followsBroken) {
        window.at = lane.take(window.bytes, window.at, window.end, records.rowNumber)
        records.rowNumber += lane.rows
        if (lane.rows > 0) yield batch
      }
      if (records instanceof KernelRecords) records.width = lane?.width ?? 0
      const rowsMax = lane?.rowsBetween ?? batchRows
      const stopped = records.read(batch, window.bytes, window.at, window.end, window.isLast, rowsMax)
      batch.within = { from: window.at, to: stopped.consumed }
      window.at = stopped.consumed
      batch.arena.length = window.end
      if (batch.rowCount > 0) {
        followsBroken = false
        yield batch
      }
      if (stopped.kind === 'broken') reject(stopped.reason, brokenMessages[stopped.reason])
      else if (stopped.kind === 'more') break
    }
    if (window.end - window.at > recordBytesMax) {
      reject('row_too_long', `The row is longer than ${recordBytesMax >> 20} MiB; reading went on at the next line.`)
    }
    if (window.isLast) return
  }
}

function cellsOf(record: Uint8Array, options: CsvOptions): RowBatch {
  const batch = new RowBatch()
  batch.arena.bytes = record
  new CsvRecords(options).read(batch, record, 0, record.length, true, 1)
  return batch
}

const brokenMessages = {
  stray_quote:
    'A quoted field goes on after its closing quote; the row was left out and reading went on at the next line.',
  unclosed_quote: 'A quoted field never ends; the row was left out and reading went on at the next line.',
} as const

/** Moves to the next line; false when the window has none, and then all of it is gone but a carriage return at its end. */
function skipLine(window: TextWindow): boolean {
  const { bytes, end } = window
  for (let at = window.at; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 10 && byte !== 13) continue
    if (byte === 13 && at + 1 === end && !window.isLast) {
      // A line feed may follow in the next chunk: only then it is known where the line ends.
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
