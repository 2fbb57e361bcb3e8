import type { ReportInput } from '../../../src/contract/report.ts'
import { KernelRecords } from './kernel-records.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Reporter } from '../report/reporter.ts'
import { RowBatch } from '../table/row-batch.ts'
import type { CsvOptions } from './csv-options.ts'
import { CsvRecords } from './csv-records.ts'
import type { RowReader } from './row-reader.ts'

const bufferBytes = 1 << 20
/** Behind the text: room for values that parsers rewrite, and what the kernel reads beyond the end. */
const tailBytes = bufferBytes + 128
/** A record beyond this is not a row of a table: it is rejected, and reading goes on at the next line. */
const recordBytesMax = 64 << 20
/** Records beyond this are rare: from here on reading one again is worth avoiding. */
const longRecordBytes = 256 << 10
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
  return {
    input: request.input,
    sourceName: null,
    header: { kind: 'detect' },
    bytesRead: request.bytesRead,
    batches: () => batches(request),
  }
}

/** One buffer of ours, filled from the chunks and read in place: a batch's cells point into it. */
async function* batches({ options, chunks, reporter, kernel }: CsvRequest): AsyncIterable<RowBatch> {
  const fast = KernelRecords.suits(options) ? kernel : null
  const records = fast === null ? new CsvRecords(options) : new KernelRecords(options, fast)
  const batch = fast?.batch ?? new RowBatch()
  const source = chunks[Symbol.asyncIterator]()
  let buffer = fast?.input ?? new Uint8Array(bufferBytes + tailBytes)
  let waiting: Uint8Array = new Uint8Array(0)
  let start = 0
  let end = 0
  let isLast = false
  let skippingLine = options.skipFirstLine
  let wanted = 0
  let followsBroken = false
  let inComments = options.comment !== null

  const fill = async (): Promise<void> => {
    if (waiting.length === 0) {
      const next = await source.next()
      if (next.done === true) {
        isLast = true
        return
      }
      waiting = next.value
    }
    const kept = end - start
    if (kept === buffer.length - tailBytes) {
      const larger = new Uint8Array(kept * 2 + tailBytes)
      larger.set(buffer.subarray(start, end))
      buffer = larger
    } else if (start > 0) buffer.copyWithin(0, start, end)
    const chunk = waiting.subarray(0, buffer.length - tailBytes - kept)
    waiting = waiting.subarray(chunk.length)
    buffer.set(chunk, kept)
    start = 0
    end = kept + chunk.length
  }
  /** Moves to the next line; false when the buffer has none, and then all of it is gone. */
  const skipLine = (): boolean => {
    for (let at = start; at < end; at++) {
      const byte = buffer[at]
      if (byte !== 10 && byte !== 13) continue
      if (byte === 13 && at + 1 === end && !isLast) break
      start = byte === 13 && buffer[at + 1] === 10 ? at + 2 : at + 1
      return true
    }
    start = end
    return false
  }
  const reject = (code: string, message: string, at: number): void => {
    records.rowNumber++
    const line = buffer.subarray(at, Math.min(end, at + 400))
    reporter.rejectRow({ code, row: records.rowNumber, value: firstLine(line), message })
    skippingLine = true
    followsBroken = true
  }

  for (;;) {
    await fill()
    if (inComments && end - start < 4096 && !isLast) continue
    while (inComments) {
      if (!startsWith(buffer, start, end, options.comment as Uint8Array)) inComments = false
      else if (skipLine()) records.rowNumber++
      else break
    }
    if (inComments && !isLast) continue
    // A record that did not end is not read again until twice its bytes are there: a long one would cost its square.
    if (!isLast && !skippingLine && end - start < wanted) continue
    // A jump to a line that begins in a later chunk goes on there.
    while (!(skippingLine && start >= end)) {
      if (skippingLine) {
        if (!skipLine()) break
        skippingLine = false
      }
      batch.clear()
      batch.arena.bytes = buffer
      batch.followsBroken = followsBroken
      const stopped = records.read(batch, buffer, start, end, isLast, batchRows)
      start = stopped.consumed
      batch.arena.length = end
      if (batch.rowCount > 0) {
        followsBroken = false
        yield batch
      }
      if (stopped.kind === 'broken') reject(stopped.reason, brokenMessages[stopped.reason], start)
      else if (stopped.kind === 'more') break
    }
    const isLong = end - start > longRecordBytes
    wanted = isLong ? Math.min((end - start) * 2, recordBytesMax + 1) : 0
    if (end - start > recordBytesMax) {
      reject(
        'row_too_long',
        `The row is longer than ${recordBytesMax >> 20} MiB; reading went on at the next line.`,
        start,
      )
    }
    if (isLast) return
  }
}

const brokenMessages = {
  stray_quote:
    'A quoted field goes on after its closing quote; the row was left out and reading went on at the next line.',
  unclosed_quote: 'A quoted field never ends; the row was left out and reading went on at the next line.',
} as const

function startsWith(bytes: Uint8Array, start: number, end: number, wanted: Uint8Array): boolean {
  let at = start
  while (at < end && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at + wanted.length <= end && wanted.every((byte, index) => bytes[at + index] === byte)
}

function firstLine(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).split(/\r|\n/, 1)[0] ?? ''
}
