import type { AccountId, EventId } from './ids.ts'

export const eventTypes = ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'] as const
export type EventType = (typeof eventTypes)[number]

/** A queue message about one delivery: it only pokes, the account object knows the rest. */
export interface DeliveryMessage {
  readonly accountId: AccountId
  readonly eventId: EventId
  readonly attempt: number
}

/** What one attempt sends, and where: address and secret are those of this moment, the payload is the event's for ever. */
export interface DeliveryOrder extends DeliveryMessage {
  readonly url: string
  readonly secret: string
  readonly payload: string
}

export interface AttemptResult {
  readonly delivered: boolean
  readonly startedMs: number
  readonly tookMs: number
  /** Null when there was no answer; then `trouble` says why. */
  readonly status: number | null
  readonly trouble: string | null
  /** The beginning of the answer, for whoever looks for the mistake. */
  readonly answer: string
}

/** `waiting` for its next attempt, `delivered`, or `dropped`: after the last attempt, or with its webhook. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'dropped'

export interface DeliveryView {
  readonly event_id: EventId
  readonly type: EventType
  readonly status: DeliveryStatus
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly payload: unknown
  readonly attempts: readonly {
    readonly number: number
    readonly started_at: string
    readonly took_ms: number
    readonly status: number | null
    readonly trouble: string | null
    readonly answer: string
  }[]
}
