import type { CsvOptions } from '../../readers/delimited/csv-options.ts'
import { CsvRecords, type RecordsEnd, type RowsWanted, type TextStretch } from '../../readers/delimited/csv-records.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordEnds } from '../kernel/layout.ts'

/** The reasons for the end of records, by the kernel's number. The plain code reads records with other ends. */
const ends = {
  [recordEnds.more]: { kind: 'more' },
  [recordEnds.full]: { kind: 'full' },
  [recordEnds.strayQuote]: { kind: 'broken', reason: 'stray_quote' },
  [recordEnds.unclosedQuote]: { kind: 'broken', reason: 'unclosed_quote' },
} as const

/** Does the work of CsvRecords for the common case. The plain code fills a batch that has left the kernel's memory. */
export class KernelRecords extends CsvRecords {
  private readonly kernel: Kernel
  private readonly given: CsvOptions

  /** Returns null if a delimiter has several bytes, or quotes are not doubled. */
  static open(kernel: Kernel, options: CsvOptions): KernelRecords | null {
    const { delimiter, escape, padded, mergeDelimiters } = options
    const isKnown = delimiter.length === 1 && escape < 0 && !padded && !mergeDelimiters
    return isKnown ? new KernelRecords(options, kernel) : null
  }

  private constructor(options: CsvOptions, kernel: Kernel) {
    super(options)
    this.given = options
    this.kernel = kernel
  }

  override read(batch: RowBatch, text: TextStretch, wanted: RowsWanted): RecordsEnd {
    const { call } = this.kernel
    if (!this.kernel.holds(batch)) return super.read(batch, text, wanted)
    const { delimiter, quote, trailingDelimiter } = this.given
    const quoteByte = quote === 0 ? -1 : quote
    const status = call.tokenize(
      text.at,
      text.end,
      text.isLast,
      delimiter[0] as number,
      quoteByte,
      trailingDelimiter,
      this.rowNumber,
      wanted.rows,
      wanted.width,
    )
    const stopped = status in ends ? ends[status as keyof typeof ends] : undefined
    if (stopped === undefined) return super.read(batch, text, wanted)
    batch.rowCount = call.rowCount.value
    batch.cellCount = call.cellCount.value
    this.rowNumber = call.rowNumber.value
    return { ...stopped, consumed: call.consumed.value }
  }
}
