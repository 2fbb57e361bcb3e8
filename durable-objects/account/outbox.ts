import type { ConversionMessage } from '../../src/contract/run.ts'

const resendMs = 30_000

/** Messages are rows first: written with the change that causes them, sent after, and again until a queue has taken them. */
export class Outbox {
  private readonly sql: SqlStorage
  private readonly env: Env

  constructor(sql: SqlStorage, env: Env) {
    this.sql = sql
    this.env = env
  }

  add(message: ConversionMessage, nowMs: number): void {
    this.sql.exec(
      'insert into outbox (queue, body, send_ms) values (?, ?, ?)',
      'conversions',
      JSON.stringify(message),
      nowMs,
    )
  }

  nextMs(): number | null {
    const [row] = this.sql.exec<{ at: number | null }>('select min(send_ms) as at from outbox')
    return row?.at ?? null
  }

  /** A message that could not be handed over is tried again by the alarm. Sent twice does no harm: it only pokes. */
  async send(nowMs: number): Promise<void> {
    const due = [
      ...this.sql.exec<{ id: number; body: string }>('select id, body from outbox where send_ms <= ? limit 50', nowMs),
    ]
    if (due.length === 0) return
    for (const { id } of due) this.sql.exec('update outbox set send_ms = ? where id = ?', nowMs + resendMs, id)
    await this.env.CONVERSIONS.sendBatch(due.map(({ body }) => ({ body: JSON.parse(body) as ConversionMessage })))
    for (const { id } of due) this.sql.exec('delete from outbox where id = ?', id)
  }
}
