// A webhook receiver with Express: WEBHOOK_SECRET=whsec_… PORT=3000 node webhook-express.mjs
import express from 'express'
import { verifyWebhook } from 'rowmill'

/** Events may arrive twice: keep their ids where all instances of your program see them. */
const seen = new Set()

const app = express()
// The signature covers the raw body, so nothing may parse it first.
app.post('/hooks', express.raw({ type: 'application/json', limit: '5mb' }), async (request, response) => {
  const event = await verifyWebhook(request.body, request.get('service-signature'), process.env.WEBHOOK_SECRET).catch(() => null)
  if (event === null) return response.status(400).send('The signature does not match.')
  if (!seen.has(event.id)) {
    seen.add(event.id)
    console.log(event.type, event.data.id ?? '')
  }
  response.status(204).end()
})
const server = app.listen(Number(process.env.PORT ?? 3000), () => console.log(`listening on ${server.address().port}`))
