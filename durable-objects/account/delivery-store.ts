import { deliveryErrors } from '../../src/contract/catalog/run-failures.ts'
import {
  deliveriesListedMax,
  deliveryStatuses,
  type AttemptResult,
  type DeliveryMessage,
  type DeliveryStatus,
  type DeliveryView,
  type EventType,
  type ReplayResult,
} from '../../src/contract/delivery.ts'
import type { EventId } from '../../src/contract/ids.ts'
import type { CountsByStatus } from '../../src/contract/operator.ts'
import type { WebhookEvent } from '../../src/webhooks/event.ts'
import { waitAfterMs } from '../../src/webhooks/retry-schedule.ts'
import type { AccountStore } from './account-store.ts'
import { countsByStatus } from './bounded-counts.ts'
import type { LongTexts } from './long-texts.ts'
import type { Outbox } from './outbox.ts'
import { rowsPerAlarm } from './rows-per-alarm.ts'

/** The time that an attempt may take in addition to its request, to resolve the name and to report the result. */
const leaseGraceMs = 15_000
/** A queue delays messages by whole seconds. */
const earlyMs = 1000
const keptMs = 7 * 86_400_000
const listedPayloadBytesMax = 64 * 1024
const payloadOwner = (eventId: string): string => `payload:${eventId}`

interface EventRow extends Record<string, SqlStorageValue> {
  id: string
  type: string
  payload: string
  status: string
  attempt: number
  created_ms: number
  due_ms: number
  poke_ms: number
  lease_until_ms: number | null
}

interface AttemptRow extends Record<string, SqlStorageValue> {
  attempt: number
  started_ms: number
  took_ms: number
  http_status: number | null
  error: string | null
  response: string
}

export interface DeliveryTimes {
  readonly waits: readonly number[]
  readonly timeoutMs: number
  /** The time after which a message counts as lost and the alarm sends another one. */
  readonly lostAfterMs: number
}

/**
 * Events and the attempts to deliver them. A row has the time of its next attempt. The message of the queue is only a
 * signal, and the alarm sends another one if it is lost.
 */
export class DeliveryStore {
  private readonly sql: SqlStorage
  private readonly outbox: Outbox
  private readonly accounts: AccountStore
  private readonly times: DeliveryTimes
  private readonly longTexts: LongTexts

  constructor(sql: SqlStorage, outbox: Outbox, accounts: AccountStore, longTexts: LongTexts, times: DeliveryTimes) {
    this.sql = sql
    this.outbox = outbox
    this.accounts = accounts
    this.times = times
    this.longTexts = longTexts
  }

  add(event: WebhookEvent): void {
    this.sql.exec(
      "insert into events (id, type, payload, created_ms, status, attempt, due_ms, poke_ms) values (?, ?, ?, ?, 'waiting', 1, 0, 0)",
      event.id,
      event.type,
      this.longTexts.write(payloadOwner(event.id), event.payload),
      event.createdMs,
    )
    this.schedule(event.id, 1, event.createdMs)
  }

  countSince(type: EventType, sinceMs: number): number {
    return this.sql
      .exec<{ count: number }>('select count(*) as count from events where type = ? and created_ms > ?', type, sinceMs)
      .one().count
  }

  /** Hands out an attempt once. A message that arrives early, late or twice gets nothing. */
  begin(eventId: string, attempt: number, nowMs: number): { readonly payload: string } | null {
    const row = this.find(eventId)
    if (row === null || row.status !== 'waiting' || row.attempt !== attempt) return null
    if (row.lease_until_ms !== null || row.due_ms > nowMs + earlyMs) return null
    const leaseUntilMs = nowMs + this.times.timeoutMs + leaseGraceMs
    this.sql.exec('update events set lease_until_ms = ?, poke_ms = ? where id = ?', leaseUntilMs, leaseUntilMs, eventId)
    return { payload: this.longTexts.read(row.payload) }
  }

  /** Records the result of an attempt. It counts only if the event still waits for it. */
  end(eventId: string, attempt: number, result: AttemptResult, nowMs: number): void {
    const row = this.find(eventId)
    if (row === null) return
    this.sql.exec(
      'insert into attempts (event_id, attempt, started_ms, took_ms, http_status, error, response) values (?, ?, ?, ?, ?, ?, ?)',
      eventId,
      attempt,
      result.startedMs,
      result.tookMs,
      result.status,
      result.error,
      result.response,
    )
    // A receiver that accepted the call gets no other one, even if the attempt had counted as lost or the webhook was removed.
    if (result.delivered) return this.settle(eventId, 'delivered')
    if (row.status !== 'waiting') return
    // A response that arrives after its attempt was given up or replayed does not concern the attempt that is due.
    if (row.attempt !== attempt || row.lease_until_ms === null) return
    const waitMs = waitAfterMs(attempt, this.times.waits)
    if (waitMs === null) this.settle(eventId, 'dropped')
    else this.schedule(eventId, attempt + 1, nowMs + waitMs)
  }

  /** Handles attempts without a result, lost messages, and the end of the log. */
  sweep(nowMs: number): void {
    const overdue = this.sql.exec<EventRow>(
      "select * from events where status = 'waiting' and poke_ms <= ? order by poke_ms limit 50",
      nowMs,
    )
    for (const row of overdue.toArray()) {
      if (row.lease_until_ms === null) this.poke(row.id, row.attempt, nowMs, nowMs)
      else this.end(row.id, row.attempt, lost(row.lease_until_ms), nowMs)
    }
    this.forget(nowMs - keptMs)
  }

  /** Deletes some of the settled events up to a time. */
  forget(untilMs: number): void {
    const forgotten = this.sql.exec<{ id: string }>(
      `delete from events where id in
         (select id from events where status <> 'waiting' and created_ms <= ? limit ${rowsPerAlarm}) returning id`,
      untilMs,
    )
    for (const { id } of forgotten.toArray()) {
      this.sql.exec('delete from attempts where event_id = ?', id)
      this.longTexts.remove(payloadOwner(id))
    }
  }

  nextMs(): number | null {
    const row = this.sql
      .exec<{ poke: number | null; old: number | null }>(
        "select (select min(poke_ms) from events where status = 'waiting') as poke, (select min(created_ms) from events where status <> 'waiting') as old",
      )
      .one()
    const times = [row.poke, row.old === null ? null : row.old + keptMs].filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  countByStatus(): CountsByStatus {
    return countsByStatus(this.sql, 'events', deliveryStatuses)
  }

  dropWaiting(): void {
    this.sql.exec("update events set status = 'dropped', lease_until_ms = null where status = 'waiting'")
  }

  /** Sends an event again, from the beginning of its schedule. The event may be settled or waiting. */
  replay(eventId: string, nowMs: number): Exclude<ReplayResult, 'no_webhook'> {
    const row = this.find(eventId)
    if (row === null) return 'no_event'
    if (row.lease_until_ms !== null) return 'under_way'
    this.schedule(eventId, 1, nowMs)
    return 'sent'
  }

  /** Lists deliveries, newest first, without long payloads. */
  list(before: string | null, status: DeliveryStatus | null): DeliveryView[] {
    // A single statement for both cases would read every event to find those of a rare status.
    const filter = status === null ? '' : 'status = ? and'
    const rows = this.sql.exec<EventRow>(
      `select * from events where ${filter} rowid < coalesce((select rowid from events where id = ?), 9e15)
       order by rowid desc limit ?`,
      ...(status === null ? [] : [status]),
      before,
      deliveriesListedMax,
    )
    return [...rows].map((row) => {
      const bytes = this.longTexts.bytesOf(row.payload)
      return this.view(row, bytes, bytes <= listedPayloadBytesMax ? this.longTexts.read(row.payload) : null)
    })
  }

  hasAny(): boolean {
    return this.sql.exec('select 1 from events limit 1').toArray().length > 0
  }

  has(eventId: string): boolean {
    return this.find(eventId) !== null
  }

  read(eventId: string): DeliveryView | null {
    const row = this.find(eventId)
    return row === null ? null : this.view(row, this.longTexts.bytesOf(row.payload), this.longTexts.read(row.payload))
  }

  private view(row: EventRow, bytes: number, payload: string | null): DeliveryView {
    return {
      event_id: row.id as EventId,
      type: row.type as EventType,
      status: row.status as DeliveryStatus,
      created_at: time(row.created_ms),
      next_attempt_at: row.status === 'waiting' ? time(row.due_ms) : null,
      payload: payload === null ? null : (JSON.parse(payload) as unknown),
      payload_bytes: bytes,
      attempts: this.attempts(row.id),
    }
  }

  private attempts(eventId: string): DeliveryView['attempts'] {
    const rows = [...this.sql.exec<AttemptRow>('select * from attempts where event_id = ? order by id', eventId)]
    return rows.map((row) => ({
      number: row.attempt,
      started_at: time(row.started_ms),
      took_ms: row.took_ms,
      status: row.http_status,
      error: row.error,
      response: row.response,
    }))
  }

  private find(eventId: string): EventRow | null {
    return this.sql.exec<EventRow>('select * from events where id = ?', eventId).toArray()[0] ?? null
  }

  private schedule(eventId: string, attempt: number, dueMs: number): void {
    this.sql.exec(
      "update events set status = 'waiting', attempt = ?, due_ms = ?, lease_until_ms = null where id = ?",
      attempt,
      dueMs,
      eventId,
    )
    this.poke(eventId, attempt, dueMs, dueMs)
  }

  private poke(eventId: string, attempt: number, dueMs: number, nowMs: number): void {
    const account = this.accounts.get()
    if (account === null) return
    this.sql.exec('update events set poke_ms = ? where id = ?', nowMs + this.times.lostAfterMs, eventId)
    const message: DeliveryMessage = { accountId: account.id, eventId: eventId as EventId, attempt }
    this.outbox.addDelivery(message, dueMs)
  }

  private settle(eventId: string, status: DeliveryStatus): void {
    this.sql.exec('update events set status = ?, lease_until_ms = null where id = ?', status, eventId)
  }
}

const time = (ms: number): string => new Date(ms).toISOString()

const lost = (untilMs: number): AttemptResult => ({
  delivered: false,
  startedMs: untilMs,
  tookMs: 0,
  status: null,
  error: deliveryErrors.stopped,
  response: '',
})
