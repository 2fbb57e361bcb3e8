import type { Report } from '../../src/contract/report.ts'
import type { Spec } from '../../src/contract/spec.ts'
import type { RejectsPlace } from './report/rejected-rows.ts'
import type { FailureReport } from './report/failure-report.ts'
import type { IsUtf8 } from './bytes/utf8.ts'
import type { ByteSink, ByteSource, Inflate } from './bytes/byte-source.ts'

export interface ConvertRequest {
  /** The file's name. It suggests the table's name and breaks ties in format detection. */
  readonly name: string
  readonly source: ByteSource
  readonly sink: ByteSink
  /** Receives every rejected row as CSV. Nothing is written if no row is rejected. It restarts together with `sink`. */
  readonly rejects?: ByteSink
  /** The sheet and the table in the rejected rows, if there are several tables. */
  readonly rejectsPlace?: RejectsPlace
  readonly spec: Spec
  readonly inflate: Inflate
  readonly isUtf8?: IsUtf8
  /** The engine calls this between batches. Returning `stop` ends the conversion immediately. */
  readonly onProgress?: (progress: ConvertProgress) => 'continue' | 'stop'
}

/** Neither number ever decreases, even if the file is read several times. */
export interface ConvertProgress {
  readonly rows: number
  readonly bytesRead: number
  /**
   * The pass is 2 or more while the engine reads the file again, because a later row disproved what the sample
   * suggested.
   */
  readonly pass: number
}

export type ConvertOutcome =
  | {
      readonly kind: 'done'
      readonly report: Report
      /**
       * The number of rows in the file, or in all converted sheets. `report.rows` accounts for each of them. It is
       * absent for dumps, whose tables report their own rows.
       */
      readonly rowsRead?: number
    }
  | { readonly kind: 'failed'; readonly failure: FailureReport }
  | { readonly kind: 'stopped' }
