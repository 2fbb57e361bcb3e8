import type { Conversion, Progress, Status } from '../contract/conversion.ts'
import type { ConversionId } from '../contract/ids.ts'
import type { Report } from '../contract/report.ts'
import type { StoredFile } from '../contract/run.ts'
import type { Spec } from '../contract/spec.ts'

/** A conversion as the account object keeps it. Times are milliseconds. */
export interface ConversionRecord {
  readonly id: ConversionId
  readonly status: Status
  readonly name: string
  readonly bytes: number
  readonly spec: Spec
  /** The address of a file that the service downloads. */
  readonly url: string | null
  /** What it reads: null until it has been started, or the file at its address has arrived. */
  readonly file: StoredFile | null
  readonly attempt: number
  readonly leaseUntilMs: number | null
  readonly deadlineMs: number | null
  readonly progress: Progress | null
  readonly report: Report | null
  readonly error: Conversion['error']
  readonly output: { readonly key: string; readonly bytes: number; readonly name: string } | null
  readonly createdMs: number
  readonly startedMs: number | null
  readonly finishedMs: number | null
  readonly expiresMs: number
  /** The files of an ended conversion go at its expiry; the row stays listed. */
  readonly filesGone: boolean
}
