import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

/** What a request costs before anybody has done anything: a Hono Worker, and one that asks an empty object. */
export class EmptyObject extends DurableObject {
  async call() {
    return { data: null }
  }
}

export default new Hono()
  .get('/bare', (c) => c.json({ data: null }))
  .get('/object/:name', async (c) => {
    const { EMPTY } = c.env
    return c.json(await EMPTY.get(EMPTY.idFromName(c.req.param('name'))).call())
  })
