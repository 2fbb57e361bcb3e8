import type { CaseView, Plan } from './account.ts'
import type { DeliveryMessage, WebhookView } from './delivery.ts'
import type { AccountId, CaseId } from './ids.ts'
import type { ConversionMessage } from './run.ts'

/** A case as the operator reads it, with the facts of the sender's conversion. */
export interface CaseFile extends CaseView {
  readonly account_id: AccountId
  /** The file's name as it was sent. */
  readonly name: string | null
  readonly spec: unknown
  readonly report: unknown
  readonly landed_at: string | null
  /** The operator's note at the end. */
  readonly answer: string | null
  /** The object with the file, or null if the case does not include one. */
  readonly object_key: string | null
}

export type LandResult = 'landed' | 'no_case' | 'landed_already'

/** The operator's view of an account. The directory's copy never decides anything. */
export interface AccountState {
  readonly account_id: AccountId
  readonly email: string
  readonly plan: Plan
  readonly allowance: number
  readonly used: number
  readonly period_start: string
  readonly billing_day: number
  readonly suspended: boolean
  readonly suspended_reason: string | null
  readonly deleted_at: string | null
  readonly created_at: string
}

/** Counting stops early, so that it costs the same in an account of any size. */
export type BoundedCount = number | '1,000 or more'
export type CountsByStatus = Readonly<Record<string, BoundedCount>>

/** The internal state of an account's object, for finding out why something is stuck. */
export interface InnerState {
  readonly conversions: CountsByStatus
  readonly webhook: WebhookView | null
  readonly deliveries: CountsByStatus
  readonly open_cases: BoundedCount
  /** Messages that have not been handed over yet. */
  readonly outbox: BoundedCount
  readonly next_alarm_at: string | null
  readonly storage_bytes: number
}

/** The subject of a directory copy. */
export type DirectorySubject = { readonly kind: 'account' } | { readonly kind: 'case'; readonly id: CaseId }

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** A mail is given up if it cannot be sent for a day. */
  readonly sinceMs: number
}

/** A queue message that could not be handled. It is kept until the operator has looked at it. */
export type DeadLetter = {
  readonly id: string
  readonly died_at: string
  readonly replayed_at: string | null
} & (
  | { readonly queue: 'conversions'; readonly body: ConversionMessage }
  | { readonly queue: 'deliveries'; readonly body: DeliveryMessage }
)
