import type { Message } from './catalog/message.ts'
import type { FailureCode } from './codes.ts'
import type { Progress } from './conversion.ts'
import type { AccountId, ConversionId } from './ids.ts'
import type { Problem, Report } from './report.ts'
import type { Spec } from './spec.ts'

/** Names one attempt at one conversion. A report of a run counts only while its attempt is the current one. */
export interface AttemptRef {
  readonly accountId: AccountId
  readonly conversionId: ConversionId
  readonly attempt: number
}

/** The identity of the calling container. The platform attests it (props of the Worker's `RunGateway`), so a request cannot forge it. */
export interface RunIdentity {
  readonly accountId: AccountId
  readonly conversionId: ConversionId
}

/** The source of the bytes: an object in R2 (with its ETag at start), or a URL to download. */
export type RunInput =
  | (StoredFile & { readonly kind: 'upload'; readonly bytes: number })
  | { readonly kind: 'url'; readonly url: string; readonly objectKey: string }

/** A version of an object in R2. */
export interface StoredFile {
  readonly objectKey: string
  readonly etag: string
}

/** A file from a URL. Its name and size are known, and `stored` is set once it is in R2. */
export interface ArrivingFile {
  readonly name?: string
  readonly bytes: number
  readonly stored?: StoredFile
}

/** The stored result of an attempt. */
export interface StoredOutput {
  readonly key: string
  readonly bytes: number
  readonly name: string
  /** The size of the file of rejected rows, if a row was rejected. */
  readonly rejectsBytes?: number
}

/** The temporary URLs of a result's files. */
export interface OutputUrls {
  readonly url: string
  /** This is null if no row was rejected. */
  readonly rejectsUrl: string | null
}

/** Everything that an engine needs for a run. It has no credentials, and only the ids of the account. */
export interface RunOrder extends AttemptRef {
  readonly name: string
  readonly spec: Spec
  /** The sealed password of a protected file, which is opened just before an engine gets the order. */
  readonly sealedPassword?: string
  readonly input: RunInput
  readonly outputKey: string
  readonly rejectsKey: string
  /** An absolute time, so that all attempts share the three hours. */
  readonly deadlineMs: number
  readonly leaseSeconds: number
  readonly urlMaxBytes: number
  readonly allowanceLeftBytes: number
}

/** A multipart upload to one object of R2. */
export interface MultipartUpload {
  readonly objectKey: string
  readonly uploadId: string
}

export interface RunFailure {
  readonly code: FailureCode
  readonly message: string
  readonly problems: readonly Problem[]
}

/** Returns a failure of the whole file, without rejected rows. */
export const failureOf = (code: FailureCode, message: Message): RunFailure => ({ code, message, problems: [] })

export type RunOutcome =
  | {
      readonly kind: 'done'
      readonly report: Report
      readonly outputBytes: number
      readonly outputName: string
      /** The size of the file of rejected rows. It is absent if no row was rejected. */
      readonly rejectsBytes?: number | undefined
    }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  /**
   * The engine stops without a result (SIGTERM, a crash of the converting process, an engine that refuses the run). It
   * returns the attempt, and another may begin at once. The attempt counts as used, because a file that crashes every
   * engine must end as `internal_error` after the last attempt. Only an engine that the platform stops returns it
   * unused.
   */
  | { readonly kind: 'given_back'; readonly isSpent?: boolean | undefined }

/** The account object's reply to every message of a run. `stop` covers cancel, delete, a newer attempt and the end. */
export type RunReply = 'continue' | 'stop'

export type BeginResult =
  | { readonly kind: 'run'; readonly order: RunOrder }
  /** The message is obsolete: the conversion ended or was deleted, or another attempt holds the lease. */
  | { readonly kind: 'nothing' }

/** The side of the account object that queue consumers and the runs API call. Ids are checked by the capability. */
export interface RunAccount {
  /** Returns whether this message is the last one of a conversion that still waits. It is called before an engine starts. */
  isWaiting(conversionId: ConversionId, poke: number): Promise<boolean>
  beginRun(conversionId: ConversionId): Promise<BeginResult>
  /** Renews the lease. Progress never decreases. */
  reportProgress(attempt: AttemptRef, progress: Progress): Promise<RunReply>
  reportInput(attempt: AttemptRef, input: ArrivingFile): Promise<RunReply>
  /** Records a multipart upload. If it is not complete when the attempt ends, it is aborted. */
  reportMultipart(attempt: AttemptRef, upload: MultipartUpload): Promise<RunReply>
  /** Checks that this attempt is the current one, before and after every write of its run. It changes nothing. */
  checkAttempt(attempt: AttemptRef): Promise<RunReply>
  /** Returns the objects that neither a conversion nor a case owns. */
  orphansOf(keys: readonly string[]): Promise<string[]>
  endRun(attempt: AttemptRef, outcome: RunOutcome): Promise<RunReply>
  /**
   * Reports that no engine is free. With `busy`, another message is sent later, unless one is on its way already. With
   * `queued`, the dispatcher sends this message again when it grants a slot.
   */
  waitForEngine(conversionId: ConversionId, poke: number, why: Exclude<Readiness, 'ready'>): Promise<void>
  /** Handles a message that the queue gave up. If the conversion still waits, it ends as `internal_error`. */
  abandonRun(conversionId: ConversionId, reason: string): Promise<void>
}

/** A queue message about a waiting conversion. It is only a signal, and the account object has the rest. */
export interface ConversionMessage {
  readonly accountId: AccountId
  readonly conversionId: ConversionId
  /** The number of this message of the conversion. Only the last message may request another one. */
  readonly poke: number
  /** Whether this is the first attempt at a small upload, which is converted in an isolate, without a container. */
  readonly isSmall?: true
  /** Whether the dispatcher sent the message, so an engine may start for the conversion. */
  readonly hasSlot?: boolean
}

/** A request for the slot of an engine: the waiting conversion and the number of its last message. */
export type SlotRequest = Pick<ConversionMessage, 'accountId' | 'conversionId' | 'poke'>

/** Everything that an engine receives for its one run. */
export interface EngineStart {
  readonly order: RunOrder
  /** The routes of the run are below `${origin}/runs/`. */
  readonly origin: string
  readonly capability: string
  readonly download: DownloadRules
}

export interface DownloadRules {
  /** A container has no network, so the Worker fetches its downloads. */
  readonly via: 'direct' | 'worker'
  readonly trustedOrigins: readonly string[]
  readonly limitSeconds: number
  readonly stallSeconds: number
}

/**
 * With `busy`, no engine is free for this account, and the account sends the message again. With `queued`, the
 * dispatcher sends one.
 */
export type Readiness = 'ready' | 'busy' | 'queued'
