import type { DeliveryMessage } from '../../src/contract/delivery.ts'
import type { BoundedCount, DirectorySubject, Mail } from '../../src/contract/operator.ts'
import type { ConversionId } from '../../src/contract/ids.ts'
import type { ConversionMessage } from '../../src/contract/run.ts'
import { boundedCount } from './bounded-counts.ts'

/** The time until a conversion without an engine tries again. It doubles each time, up to the longest wait. */
const engineWaitMs = 2000
const engineWaitMsMax = 60_000
/** The time until a conversion that waits for the dispatcher tries again, in case its place was lost. */
const slotWaitMs = 15 * 60_000
/**
 * The maximum delay of queues. A message that is due later arrives early, gets nothing, and is sent again by the alarm.
 */
const delaySecondsMax = 43_200

/** The outlets for messages of the object. If an outlet throws an error, its messages are sent again later. */
export interface OutboxSenders {
  readonly conversions: (
    messages: readonly { readonly body: ConversionMessage; readonly delaySeconds: number }[],
  ) => Promise<void>
  readonly deliveries: (
    messages: readonly { readonly body: DeliveryMessage; readonly delaySeconds: number }[],
  ) => Promise<void>
  /** Copies the newest state of each subject. A version grows with every change. */
  readonly directory: (
    subjects: readonly { readonly subject: DirectorySubject; readonly version: number }[],
  ) => Promise<void>
  readonly mail: (mail: Mail) => Promise<void>
}
type OutboxQueue = keyof OutboxSenders

const resendMs: Readonly<Record<OutboxQueue, number>> = {
  conversions: 30_000,
  deliveries: 30_000,
  directory: 60_000,
  mail: 600_000,
}

interface Row extends Record<string, SqlStorageValue> {
  id: number
  queue: string
  body: string
  send_ms: number
  due_ms: number | null
}

/**
 * Stores messages as rows, together with the change that causes them, and then sends them. It sends each until its
 * queue has accepted it.
 */
export class Outbox {
  private readonly sql: SqlStorage
  private pokedLater = 0

  constructor(sql: SqlStorage) {
    this.sql = sql
  }

  /** Pokes a waiting conversion. Its earlier messages no longer count. */
  addPoke(conversion: Omit<ConversionMessage, 'poke'>, nowMs: number): void {
    this.poke(conversion, nowMs, 0)
  }

  /**
   * Pokes a conversion again if no engine was free. Waits differ at random, so that conversions do not arrive in waves.
   */
  addPokeLater(conversion: Omit<ConversionMessage, 'poke'>, nowMs: number): void {
    const [row] = this.sql.exec<{ waits: number }>(
      'select waits from pokes where conversion_id = ?',
      conversion.conversionId,
    )
    const waits = (row?.waits ?? 0) + 1
    const longestMs = Math.min(engineWaitMs * 2 ** (waits - 1), engineWaitMsMax)
    this.poke(conversion, nowMs, waits, longestMs * (1 - this.nextFraction(conversion.accountId) / 2))
  }

  /**
   * Expects a poke from the dispatcher, which sends it when a slot is free. Until then it counts as lost only after a
   * long time.
   */
  expectPoke(conversionId: ConversionId, nowMs: number): void {
    this.sql.exec('update pokes set due_ms = ? where conversion_id = ?', nowMs + slotWaitMs, conversionId)
  }

  isLastPoke(conversionId: ConversionId, poke: number): boolean {
    const [row] = this.sql.exec<{ number: number }>('select number from pokes where conversion_id = ?', conversionId)
    return row?.number === poke
  }

  /** Returns waiting conversions whose message is overdue, because queues can lose messages. */
  forgotten(dueMs: number): ConversionId[] {
    this.sql.exec(
      "delete from pokes where conversion_id not in (select id from conversions where status in ('queued', 'running'))",
    )
    const rows = this.sql.exec<{ id: ConversionId }>(
      "select id from conversions join pokes on conversion_id = id where status = 'queued' and due_ms <= ?",
      dueMs,
    )
    return [...rows].map(({ id }) => id)
  }

  /** Returns the time at which the message of the longest waiting conversion is due. */
  nextPokeMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>(
      "select min(due_ms) as at from conversions join pokes on conversion_id = id where status = 'queued'",
    )
    return row?.at ?? null
  }

  /** Adds a message that the queue delays until it is due. */
  addDelivery(message: DeliveryMessage, dueMs: number): void {
    this.insert('deliveries', message, 0, dueMs)
  }

  /** Marks the copy of a subject in the directory as out of date. */
  addCopy(subject: DirectorySubject, nowMs: number): void {
    this.insert('directory', subject, nowMs, null)
  }

  addMail(mail: Mail, nowMs: number): void {
    this.insert('mail', mail, nowMs, null)
  }

  count(): BoundedCount {
    return boundedCount(this.sql, 'outbox', 'true')
  }

  nextMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(send_ms) as at from outbox')
    return row?.at ?? null
  }

  /**
   * Sends the messages, and the alarm retries failed ones. A repeated message does no harm, because it is only a
   * signal.
   */
  async send(nowMs: number, senders: OutboxSenders): Promise<void> {
    const due = [
      ...this.sql.exec<Row>(
        'select id, queue, body, send_ms, due_ms from outbox where send_ms <= ? order by id limit 50',
        nowMs,
      ),
    ]
    for (const { id, queue } of due)
      this.sql.exec('update outbox set send_ms = ? where id = ?', nowMs + resendMs[queue as OutboxQueue], id)
    const rowsOf = (queue: OutboxQueue): Row[] => due.filter((row) => row.queue === queue)
    // A failing queue must not delay the other ones.
    const sent = await Promise.allSettled([
      this.handOver(rowsOf('conversions'), (rows) =>
        senders.conversions(
          rows.map((row) => ({
            body: JSON.parse(row.body) as ConversionMessage,
            // This uses a counter instead of the clock, because a clock that was set back would delay messages.
            delaySeconds: row.due_ms === null ? 0 : Math.max(0, Math.ceil((row.due_ms - row.send_ms) / 1000)),
          })),
        ),
      ),
      this.handOver(rowsOf('deliveries'), (rows) =>
        senders.deliveries(
          rows.map((row) => ({
            body: JSON.parse(row.body) as DeliveryMessage,
            delaySeconds: delaySeconds(row.due_ms ?? 0),
          })),
        ),
      ),
      this.handOver(rowsOf('directory'), (rows) =>
        senders.directory(rows.map((row) => ({ subject: JSON.parse(row.body) as DirectorySubject, version: row.id }))),
      ),
      ...rowsOf('mail').map((row) => this.handOver([row], () => senders.mail(JSON.parse(row.body) as Mail))),
    ])
    const failed = sent.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  private poke(conversion: Omit<ConversionMessage, 'poke'>, nowMs: number, waits: number, delayMs = 0): void {
    const dueMs = nowMs + Math.ceil(delayMs)
    const { number } = this.sql
      .exec<{ number: number }>(
        `insert into pokes (conversion_id, number, due_ms, waits) values (?, 1, ?, ?) on conflict (conversion_id)
         do update set number = number + 1, due_ms = excluded.due_ms, waits = excluded.waits returning number`,
        conversion.conversionId,
        dueMs,
        waits,
      )
      .one()
    const message: ConversionMessage = { ...conversion, poke: number }
    this.insert('conversions', message, nowMs, delayMs === 0 ? null : dueMs)
  }

  /**
   * Returns a fraction from 0 to 1. It differs between accounts, and between conversions of an account that wait
   * together. The same history has the same numbers.
   */
  private nextFraction(accountId: string): number {
    const [a, b] = [accountId.charCodeAt(accountId.length - 1), accountId.charCodeAt(accountId.length - 2)]
    return ((a * 7 + b * 3 + this.pokedLater++ * 13) % 32) / 32
  }

  private async handOver(rows: readonly Row[], send: (rows: readonly Row[]) => Promise<void>): Promise<void> {
    if (rows.length === 0) return
    await send(rows)
    for (const { id } of rows) this.sql.exec('delete from outbox where id = ?', id)
  }

  private insert(queue: OutboxQueue, message: object, sendMs: number, dueMs: number | null): void {
    this.sql.exec(
      'insert into outbox (queue, body, send_ms, due_ms) values (?, ?, ?, ?)',
      queue,
      JSON.stringify(message),
      sendMs,
      dueMs,
    )
  }
}

const delaySeconds = (dueMs: number): number =>
  Math.min(Math.max(Math.ceil((dueMs - Date.now()) / 1000), 0), delaySecondsMax)
