import type { CsvOptions } from '../../readers/delimited/csv-options.ts'
import { CsvRecords, type RecordsEnd, type TextStretch } from '../../readers/delimited/csv-records.ts'
import type { RowBatch } from '../../table/row-batch.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordEnds } from '../kernel/layout.ts'

/** Record ends by the kernel's number; plain code reads records with other ends. */
const ends = {
  [recordEnds.more]: { kind: 'more' },
  [recordEnds.full]: { kind: 'full' },
  [recordEnds.strayQuote]: { kind: 'broken', reason: 'stray_quote' },
  [recordEnds.unclosedQuote]: { kind: 'broken', reason: 'unclosed_quote' },
} as const

/** CsvRecords for the common case: a delimiter of one byte, quotes doubled. A batch that left the kernel's memory goes the plain way. */
export class KernelRecords extends CsvRecords {
  /** The number of the table's rows after which a batch has to end; 0 for any. */
  width = 0
  private readonly kernel: Kernel
  private readonly given: CsvOptions

  static suits({ delimiter, escape, padded, mergeDelimiters }: CsvOptions): boolean {
    return delimiter.length === 1 && escape < 0 && !padded && !mergeDelimiters
  }

  constructor(options: CsvOptions, kernel: Kernel) {
    super(options)
    this.given = options
    this.kernel = kernel
  }

  override read(batch: RowBatch, text: TextStretch, rowsMax: number): RecordsEnd {
    const { call } = this.kernel
    if (!this.kernel.holds(batch)) return super.read(batch, text, rowsMax)
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
      rowsMax,
      this.width,
    )
    const stopped = status in ends ? ends[status as keyof typeof ends] : undefined
    if (stopped === undefined) return super.read(batch, text, rowsMax)
    batch.rowCount = call.rowCount.value
    batch.cellCount = call.cellCount.value
    this.rowNumber = call.rowNumber.value
    return { ...stopped, consumed: call.consumed.value }
  }
}
