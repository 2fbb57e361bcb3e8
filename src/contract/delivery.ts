import type { AccountId, EventId } from './ids.ts'

export const eventTypes = ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping'] as const
export type EventType = (typeof eventTypes)[number]

/** The number of deliveries on a page of their log. */
export const deliveriesListedMax = 100

/** A queue message about one delivery. It is only a signal, and the account object has the rest. */
export interface DeliveryMessage {
  readonly accountId: AccountId
  readonly eventId: EventId
  readonly attempt: number
}

export interface WebhookView {
  readonly url: string
  readonly saved_at: string
}

/** The result of a replay. `under_way` means that an attempt is in progress. */
export type ReplayResult = 'sent' | 'no_event' | 'no_webhook' | 'under_way'

/**
 * The methods of the account object for the settings pages and the operator. The caller checks a URL with
 * `refuseWebhookUrl` before it saves it.
 */
export interface WebhookAccount {
  readWebhook(): Promise<WebhookView | null>
  /** Returns null if there is no such account. */
  saveWebhook(url: string): Promise<(WebhookView & { readonly secret: string }) | null>
  /** Deletes the URL and the secret, and drops the waiting deliveries. Returns false if there was no webhook. */
  removeWebhook(): Promise<boolean>
  webhookSecret(): Promise<string | null>
  /** Returns null if there is no webhook. */
  pingWebhook(): Promise<EventId | 'too_many' | null>
  /**
   * Returns `DeliveryView[]` as JSON (payloads are of any shape), newest first, a hundred per page. `before` is the
   * last event's id.
   */
  listDeliveries(before?: string | null, status?: DeliveryStatus | null): Promise<string>
  /** Returns a `DeliveryView` as JSON, with its whole payload. */
  readDelivery(eventId: string): Promise<string | null>
  replayDelivery(eventId: string): Promise<ReplayResult>
}

/**
 * The request of one attempt and its destination. The URL and the secret are the current ones, and the payload is that
 * of the event.
 */
export interface DeliveryOrder extends DeliveryMessage {
  readonly url: string
  readonly secret: string
  readonly payload: string
}

export interface AttemptResult {
  readonly delivered: boolean
  readonly startedMs: number
  readonly tookMs: number
  /** The status of the response. This is null if there was no response, and `error` gives the reason. */
  readonly status: number | null
  readonly error: string | null
  /** The beginning of the response, which helps to find the error. */
  readonly response: string
}

/**
 * The status is `waiting` for the next attempt, `delivered`, or `dropped` after the last attempt or together with its
 * webhook.
 */
export const deliveryStatuses = ['waiting', 'delivered', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface DeliveryView {
  readonly event_id: EventId
  readonly type: EventType
  readonly status: DeliveryStatus
  readonly created_at: string
  readonly next_attempt_at: string | null
  /** The body of the event. This is null in a list if it has more than 64 KB. In that case, read the delivery alone. */
  readonly payload: unknown
  readonly payload_bytes: number
  readonly attempts: readonly {
    readonly number: number
    readonly started_at: string
    readonly took_ms: number
    readonly status: number | null
    readonly error: string | null
    readonly response: string
  }[]
}
