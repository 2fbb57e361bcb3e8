import type { Report } from '../../src/contract/report.ts'
import type { Spec } from '../../src/contract/spec.ts'
import type { FailureReport } from './report/failure-report.ts'
import type { IsUtf8 } from './bytes/utf8.ts'
import type { ByteSink, ByteSource, Inflate } from './bytes/byte-source.ts'

export interface ConvertRequest {
  /** The file's name, for the table's name and as a tie-breaker of detection. */
  readonly name: string
  readonly source: ByteSource
  readonly sink: ByteSink
  /** Takes every rejected row as CSV; nothing is written where no row is rejected. It restarts where `sink` does. */
  readonly rejects?: ByteSink
  /** The table that rejected rows name, where there are several. */
  readonly rejectsTable?: string
  readonly spec: Spec
  readonly inflate: Inflate
  readonly isUtf8?: IsUtf8
  /** Called between batches. Answering `stop` ends the conversion at once. */
  readonly onProgress?: (progress: ConvertProgress) => 'continue' | 'stop'
}

/** Neither number ever becomes smaller, however often the file is read. */
export interface ConvertProgress {
  readonly rows: number
  readonly bytesRead: number
  /** 2 or more while the file is read again because a later row corrected what the sample had said. */
  readonly pass: number
}

export type ConvertOutcome =
  | {
      readonly kind: 'done'
      readonly report: Report
      /** Rows in the file: `report.rows` accounts for each of them. With several sheets, those of all. Absent for dumps, whose tables have rows of their own. */
      readonly rowsRead?: number
    }
  | { readonly kind: 'failed'; readonly failure: FailureReport }
  | { readonly kind: 'stopped' }
