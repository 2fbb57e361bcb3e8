// A webhook receiver with Hono, for Workers, Deno, Bun and Node. Set WEBHOOK_SECRET to the secret from your settings.
import { Hono } from 'hono'
import { verifyWebhook } from 'rowmill'

/** Events may arrive twice: keep their ids where all instances of your program see them. */
const seen = new Set()

export const app = new Hono()
app.post('/hooks', async (context) => {
  const secret = context.env?.WEBHOOK_SECRET ?? globalThis.process?.env.WEBHOOK_SECRET
  const header = context.req.header('service-signature')
  const event = await verifyWebhook(await context.req.text(), header, secret).catch(() => null)
  if (event === null) return context.text('The signature does not match.', 400)
  if (!seen.has(event.id)) {
    seen.add(event.id)
    console.log(event.type, event.data.id ?? '')
  }
  return context.body(null, 204)
})
export default app
