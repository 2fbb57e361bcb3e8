import type { DeliveryOrder, EventType, WebhookView } from '../../src/contract/delivery.ts'
import type { EventId } from '../../src/contract/ids.ts'
import { makeEvent } from '../../src/webhooks/event.ts'
import { makeSecret } from '../../src/webhooks/signature.ts'
import type { AccountStore } from './account-store.ts'
import type { DeliveryStore } from './delivery-store.ts'

export interface Webhook {
  readonly url: string
  readonly secret: string
}

/** The account's only webhook, and the events for it. Without a webhook, no event is made. */
export class WebhookStore {
  private readonly sql: SqlStorage
  private readonly accounts: AccountStore
  private readonly deliveries: DeliveryStore

  constructor(sql: SqlStorage, accounts: AccountStore, deliveries: DeliveryStore) {
    this.sql = sql
    this.accounts = accounts
    this.deliveries = deliveries
  }

  get(): Webhook | null {
    return this.sql.exec<{ url: string; secret: string }>('select url, secret from webhook').toArray()[0] ?? null
  }

  view(): WebhookView | null {
    const [row] = this.sql.exec<{ url: string; saved_ms: number }>('select url, saved_ms from webhook')
    return row === undefined ? null : { url: row.url, saved_at: new Date(row.saved_ms).toISOString() }
  }

  /** Saves the URL. The first URL creates the secret, which stays when the URL changes. */
  save(url: string, nowMs: number): void {
    this.sql.exec(
      'insert into webhook (one, url, secret, saved_ms) values (1, ?, ?, ?) on conflict (one) do update set url = excluded.url, saved_ms = excluded.saved_ms',
      url,
      makeSecret(),
      nowMs,
    )
  }

  remove(): boolean {
    this.deliveries.dropWaiting()
    return this.sql.exec('delete from webhook returning one').toArray().length > 0
  }

  record(type: EventType, data: object, nowMs: number): EventId | null {
    if (this.get() === null) return null
    const event = makeEvent(type, data, nowMs)
    this.deliveries.add(event)
    return event.id
  }

  ping(perMinute: number, nowMs: number): EventId | 'too_many' | null {
    if (this.deliveries.countSince('ping', nowMs - 60_000) >= perMinute) return 'too_many'
    return this.record('ping', { sent_at: new Date(nowMs).toISOString() }, nowMs)
  }

  begin(eventId: EventId, attempt: number, nowMs: number): DeliveryOrder | null {
    const [webhook, account] = [this.get(), this.accounts.get()]
    if (webhook === null || account === null) return null
    const begun = this.deliveries.begin(eventId, attempt, nowMs)
    return begun === null ? null : { accountId: account.id, eventId, attempt, ...webhook, payload: begun.payload }
  }
}
