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

/** A `url` file that has told its name and size, or that has arrived and is stored. */
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
  /** Set where rows were rejected: they stand in a file of their own. */
  readonly rejectsBytes?: number
}

/** The temporary URLs of a result's files. */
export interface OutputUrls {
  readonly url: string
  /** Null if no row was rejected. */
  readonly rejectsUrl: string | null
}

/** Everything the account object says of a run when it begins: no credentials, no account facts beyond the ids. */
export interface RunOrder extends AttemptRef {
  readonly name: string
  readonly spec: Spec
  /** The sealed password of a protected file, which is opened just before an engine gets the order. */
  readonly sealedPassword?: string
  readonly input: RunInput
  readonly outputKey: string
  readonly rejectsKey: string
  /** Absolute, so that every try shares the three hours. */
  readonly deadlineMs: number
  readonly leaseSeconds: number
  readonly urlMaxBytes: number
  readonly allowanceLeftBytes: number
}

/** Parts on their way into one object of R2. */
export interface MultipartUpload {
  readonly objectKey: string
  readonly uploadId: string
}

export interface RunFailure {
  readonly code: FailureCode
  readonly message: string
  readonly problems: readonly Problem[]
}

/** A failure that is no row's. */
export const failureOf = (code: FailureCode, message: Message): RunFailure => ({ code, message, problems: [] })

export type RunOutcome =
  | {
      readonly kind: 'done'
      readonly report: Report
      readonly outputBytes: number
      readonly outputName: string
      /** The size of the file of rejected rows; absent where no row was rejected. */
      readonly rejectsBytes?: number | undefined
    }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  /**
   * The engine stops without a verdict (SIGTERM, a crash of the converting process, an engine that took no run): the
   * attempt is given back and another may begin at once. It counts as spent, because a file that crashes every engine must
   * end as `internal_error` after the last attempt. Only an engine that the platform stops gives it back unspent.
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
  /** Whether this message is the last one of a conversion that still waits. Asked before anything is started for it. */
  isWaiting(conversionId: ConversionId, poke: number): Promise<boolean>
  beginRun(conversionId: ConversionId): Promise<BeginResult>
  /** Renews the lease; progress never goes backwards. */
  reportProgress(attempt: AttemptRef, progress: Progress): Promise<RunReply>
  reportInput(attempt: AttemptRef, input: ArrivingFile): Promise<RunReply>
  /** An upload in parts has begun: when the attempt is over and it is not, it is aborted. */
  reportMultipart(attempt: AttemptRef, upload: MultipartUpload): Promise<RunReply>
  /** Is this attempt the current one? Asked before and after every write of its run, and changes nothing. */
  checkAttempt(attempt: AttemptRef): Promise<RunReply>
  /** The objects among these that neither a conversion nor a case owns. */
  orphansOf(keys: readonly string[]): Promise<string[]>
  endRun(attempt: AttemptRef, outcome: RunOutcome): Promise<RunReply>
  /**
   * No engine is free. `busy`: another message comes in a while, unless one is on its way already. `queued`: the dispatcher
   * sends this message again when the conversion's turn has come.
   */
  waitForEngine(conversionId: ConversionId, poke: number, why: Exclude<Readiness, 'ready'>): Promise<void>
  /** A message that died in the queue: the conversion ends as `internal_error`, if it still waits. */
  abandonRun(conversionId: ConversionId, reason: string): Promise<void>
}

/** A queue message about a waiting conversion: it only pokes, the account object knows the rest. */
export interface ConversionMessage {
  readonly accountId: AccountId
  readonly conversionId: ConversionId
  /** Counts the messages of a conversion: only the last one may ask for another. */
  readonly poke: number
  /** A small upload that nobody has tried yet: it is converted in an isolate, without a container. */
  readonly isSmall?: true
  /** The dispatcher sent it: an engine may start for the conversion. */
  readonly hasSlot?: boolean
}

/** A waiting conversion, by the number of its last message. */
export type SlotRequest = Pick<ConversionMessage, 'accountId' | 'conversionId' | 'poke'>

/** Everything that an engine receives for its one run. */
export interface EngineStart {
  readonly order: RunOrder
  /** The run's routes stand below `${origin}/runs/`. */
  readonly origin: string
  readonly capability: string
  readonly download: DownloadRules
}

export interface DownloadRules {
  /** A container has no network of its own: its downloads are fetched by the Worker. */
  readonly via: 'direct' | 'worker'
  readonly trustedOrigins: readonly string[]
  readonly limitSeconds: number
  readonly stallSeconds: number
}

/** `busy`: no engine is free for this account now; the message comes again. `queued`: the dispatcher sends one. */
export type Readiness = 'ready' | 'busy' | 'queued'
