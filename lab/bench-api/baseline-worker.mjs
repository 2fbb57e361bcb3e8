import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'

/** The baseline of a request: a Hono Worker without any work, and one that calls an empty object. */
export class EmptyObject extends DurableObject {
  async call() {
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
  .get('/logged/:name', async (c) => {
    const { EMPTY } = c.env
    const answered = await EMPTY.get(EMPTY.idFromName(c.req.param('name'))).call()
    console.log(line)
    return c.json(answered)
  })
