import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

const spec = JSON.stringify({ input: 'x'.repeat(450), output: 'x'.repeat(450) })

/**
 * The baselines of a request: a Hono Worker without any work, one that calls an empty object, and one that adds a row.
 */
export class EmptyObject extends DurableObject {
  rows = 0

  async call() {
    return { data: null }
  }

  /** Adds a row like that of a new conversion, with the same indexes. */
  async write() {
    const { sql } = this.ctx.storage
    if (this.rows === 0) {
      sql.exec(
        `create table if not exists conversions (
           id text primary key, status text not null, name text not null, bytes integer not null, spec text not null,
           created_ms integer not null, expires_ms integer not null, files_gone integer not null default 0
         );
         create index if not exists conversions_by_status on conversions (status, id);
         create index if not exists conversions_by_expiry on conversions (files_gone, expires_ms);`,
      )
      // After an eviction, the object already has rows.
      this.rows = sql.exec('select count(*) as count from conversions').one().count
    }
    const id = `01KADK3F9Q8Z2FA3${String(++this.rows).padStart(10, '0')}`
    sql.exec(
      'insert into conversions (id, status, name, bytes, spec, created_ms, expires_ms) values (?, ?, ?, ?, ?, ?, ?)',
      ...[id, 'awaiting_upload', 'people.csv', 1234, spec, 1_760_000_000_000, 1_760_000_000_000 + this.rows],
    )
    return { data: null }
  }
}

const line = JSON.stringify({
  ...{ event: 'request', request_id: 'req_01KADK3F9Q8Z2FA37VEW2BKQA8', account: '01KADK3F9Q8Z2FA37VEW2BKQA8' },
  ...{ conversion: '01KADK3F9Q8Z2FA37VEW2BKQA8', method: 'GET', status: 200, code: null, ms: 1 },
  path: '/v1/conversions/01KADK3F9Q8Z2FA37VEW2BKQA8',
})

export default new Hono()
  .get('/bare', (c) => c.json({ data: null }))
  .get('/object/:name', async (c) => {
    const { EMPTY } = c.env
    return c.json(await EMPTY.get(EMPTY.idFromName(c.req.param('name'))).call())
  })
  .get('/written/:name', async (c) => {
    const { EMPTY } = c.env
    return c.json(await EMPTY.get(EMPTY.idFromName(c.req.param('name'))).write())
  })
  .get('/logged/:name', async (c) => {
    const { EMPTY } = c.env
    const result = await EMPTY.get(EMPTY.idFromName(c.req.param('name'))).call()
    console.log(line)
    return c.json(result)
  })
