import type { DeliveryMessage } from '../../src/contract/delivery.ts'
import type { ConversionMessage } from '../../src/contract/run.ts'

const resendMs = 30_000
/** Queues take no longer delay; what is due later comes early, gets nothing, and is sent again by the alarm. */
const delaySecondsMax = 43_200

interface Row extends Record<string, SqlStorageValue> {
  id: number
  queue: string
  body: string
  due_ms: number | null
}

/** Messages are rows first: written with the change that causes them, sent after, and again until a queue has taken them. */
export class Outbox {
  private readonly sql: SqlStorage
  private readonly env: Env

  constructor(sql: SqlStorage, env: Env) {
    this.sql = sql
    this.env = env
  }

  add(message: ConversionMessage, nowMs: number): void {
    this.insert('conversions', message, nowMs, null)
  }

  /** Handed to the queue at once, which delays it until it is due. */
  addDelivery(message: DeliveryMessage, dueMs: number): void {
    this.insert('deliveries', message, 0, dueMs)
  }

  nextMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(send_ms) as at from outbox')
    return row?.at ?? null
  }

  /** A message that could not be handed over is tried again by the alarm. Sent twice does no harm: it only pokes. */
  async send(nowMs: number): Promise<void> {
    const due = [...this.sql.exec<Row>('select id, queue, body, due_ms from outbox where send_ms <= ? limit 50', nowMs)]
    for (const { id } of due) this.sql.exec('update outbox set send_ms = ? where id = ?', nowMs + resendMs, id)
    const ofQueue = (queue: string): Row[] => due.filter((row) => row.queue === queue)
    // One queue in trouble must not keep the other's messages.
    const sent = await Promise.allSettled([
      this.handOver(ofQueue('conversions'), async (rows) => {
        await this.env.CONVERSIONS.sendBatch(rows.map((row) => ({ body: JSON.parse(row.body) as ConversionMessage })))
      }),
      this.handOver(ofQueue('deliveries'), async (rows) => {
        await this.env.DELIVERIES.sendBatch(
          rows.map((row) => ({
            body: JSON.parse(row.body) as DeliveryMessage,
            delaySeconds: delaySeconds(row.due_ms ?? 0),
          })),
        )
      }),
    ])
    const failed = sent.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  private async handOver(rows: readonly Row[], send: (rows: readonly Row[]) => Promise<void>): Promise<void> {
    if (rows.length === 0) return
    await send(rows)
    for (const { id } of rows) this.sql.exec('delete from outbox where id = ?', id)
  }

  private insert(queue: string, message: object, sendMs: number, dueMs: number | null): void {
    this.sql.exec(
      'insert into outbox (queue, body, send_ms, due_ms) values (?, ?, ?, ?)',
      ...[queue, JSON.stringify(message), sendMs, dueMs],
    )
  }
}

const delaySeconds = (dueMs: number): number =>
  Math.min(Math.max(Math.ceil((dueMs - Date.now()) / 1000), 0), delaySecondsMax)
