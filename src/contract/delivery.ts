import type { AccountId, EventId } from './ids.ts'

export const eventTypes = ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'] as const
export type EventType = (typeof eventTypes)[number]

/** A queue message about one delivery: it only pokes, the account object knows the rest. */
export interface DeliveryMessage {
  readonly accountId: AccountId
  readonly eventId: EventId
  readonly attempt: number
}
