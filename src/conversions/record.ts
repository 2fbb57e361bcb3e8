import type { Conversion, Progress } from '../contract/conversion.ts'
import type { ConversionId } from '../contract/ids.ts'
import type { Limits } from '../contract/limits.ts'
import type { Report } from '../contract/report.ts'
import type { StoredFile, StoredOutput } from '../contract/run.ts'
import type { Spec } from '../contract/spec.ts'
import { withoutPassword } from '../storage/sealed-password.ts'

/**
 * A conversion as the account object stores it: the facts of every state, and those of its current state. Times are
 * milliseconds.
 */
export type ConversionRecord = ConversionFacts & State

interface ConversionFacts {
  readonly id: ConversionId
  readonly name: string
  readonly bytes: number
  readonly spec: Spec
  /** The URL of a file that the service downloads. */
  readonly url: string | null
  /** The file to convert. It is null until the conversion has been started or the download has arrived. */
  readonly file: StoredFile | null
  readonly attempt: number
  /** Attempts that the platform ended, and that therefore do not count toward the limit of attempts. */
  readonly unspent: number
  readonly progress: Progress | null
  readonly createdMs: number
  readonly expiresMs: number
  /** Whether the files of an ended conversion are deleted at its expiry. The row stays in the list. */
  readonly filesGone: boolean
}

/**
 * Every state has every field, so readers need not check the state first, and no field can be forgotten or mixed up.
 */
type State = AwaitingUpload | Queued | Running | Done | Failed | Canceled

interface Unended {
  readonly finishedMs: null
  readonly report: null
  readonly error: null
  readonly output: null
}

interface AwaitingUpload extends Unended {
  readonly status: 'awaiting_upload'
  readonly leaseUntilMs: null
  readonly deadlineMs: null
  readonly startedMs: null
}

interface Queued extends Unended {
  readonly status: 'queued'
  readonly leaseUntilMs: null
  readonly deadlineMs: number
  /** The time at which an attempt started, if one has been given back. */
  readonly startedMs: number | null
}

interface Running extends Unended {
  readonly status: 'running'
  readonly leaseUntilMs: number
  readonly deadlineMs: number
  readonly startedMs: number
}

interface Ended {
  readonly finishedMs: number
  readonly leaseUntilMs: null
  readonly deadlineMs: null
}

interface Done extends Ended {
  readonly status: 'done'
  readonly startedMs: number
  readonly report: Report
  readonly error: null
  /** The output, or null once its files have been deleted. */
  readonly output: StoredOutput | null
}

interface Failed extends Ended {
  readonly status: 'failed'
  readonly startedMs: number | null
  readonly report: null
  readonly error: NonNullable<Conversion['error']>
  readonly output: null
}

interface Canceled extends Ended {
  readonly status: 'canceled'
  readonly startedMs: number | null
  readonly report: null
  readonly error: null
  readonly output: null
}

export type RunningRecord = ConversionFacts & Running
export type EndedRecord = ConversionFacts & (Done | Failed | Canceled)

/** The empty results of a status without output. */
export const noResult = { report: null, error: null, output: null } as const

/**
 * Returns the fields of every start. The time limit runs while the conversion waits, and its files outlive the longest
 * run.
 */
export const queuedAt = (
  nowMs: number,
  { RUN_LIMIT_SECONDS, RETENTION_SECONDS }: Pick<Limits, 'RUN_LIMIT_SECONDS' | 'RETENTION_SECONDS'>,
) =>
  ({
    finishedMs: null,
    leaseUntilMs: null,
    deadlineMs: nowMs + RUN_LIMIT_SECONDS * 1000,
    expiresMs: nowMs + (RUN_LIMIT_SECONDS + RETENTION_SECONDS) * 1000,
  }) as const

/** The fields of every end: its files are kept for a while. */
export const endedAt = (nowMs: number, { RETENTION_SECONDS }: Pick<Limits, 'RETENTION_SECONDS'>) =>
  ({
    finishedMs: nowMs,
    leaseUntilMs: null,
    deadlineMs: null,
    expiresMs: nowMs + RETENTION_SECONDS * 1000,
  }) as const

/** The record of a new conversion. */
export const blankRecord = (id: ConversionId, spec: ConversionRecord['spec'], nowMs: number) =>
  ({
    ...noResult,
    id,
    name: '',
    bytes: 0,
    spec: withoutPassword(spec),
    url: null,
    file: null,
    attempt: 0,
    unspent: 0,
    leaseUntilMs: null,
    deadlineMs: null,
    progress: null,
    createdMs: nowMs,
    startedMs: null,
    finishedMs: null,
    filesGone: false,
  }) as const
