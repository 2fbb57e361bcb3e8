import { ulid } from 'ulidx'
import type { EventType } from '../contract/delivery.ts'
import type { EventId } from '../contract/ids.ts'

export interface WebhookEvent {
  readonly id: EventId
  readonly type: EventType
  readonly createdMs: number
  /** The body of every attempt. It is written once, because each attempt must sign the same bytes. */
  readonly payload: string
}

export function makeEvent(type: EventType, data: object, nowMs: number): WebhookEvent {
  const id = `evt_${ulid(nowMs)}` as EventId
  const payload = JSON.stringify({ id, type, created_at: new Date(nowMs).toISOString(), data })
  return { id, type, createdMs: nowMs, payload }
}
