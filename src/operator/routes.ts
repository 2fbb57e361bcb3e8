import { Hono } from 'hono'
import { z } from 'zod'
import { createAccount, createKey } from '../accounts/directory.ts'
import { isSame, sha256 } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { isUlid } from '../contract/ids.ts'
import { sweepOrphans } from '../retention/sweep-orphans.ts'
import { accountStub } from '../stubs/account.ts'
import { refuseWebhookAddress } from '../webhooks/check-address.ts'

const accountBody = z.strictObject({
  email: z.email().max(254),
  plan: z.enum(['pro', 'free']).default('pro'),
  allowance: z.int().min(0).nullish(),
  billing_day: z.int().min(1).max(31).optional(),
})
const changeBody = z.strictObject({
  plan: z.enum(['pro', 'free']).optional(),
  allowance: z.int().min(0).optional(),
  billing_day: z.int().min(1).max(31).optional(),
  suspended: z.boolean().optional(),
})
const webhookBody = z.strictObject({ url: z.string().max(2048) })
const keyBody = z.strictObject({ name: z.string().min(1).max(100) })

/** The operator's API, behind one token (and Cloudflare Access in production). Mounted at `/ops`. */
export const operatorRoutes = new Hono<{ Bindings: Env }>()
  .onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: z.prettifyError(error) }, 422)
    console.error(JSON.stringify({ event: 'operator_error', path: c.req.path, error: String(error) }))
    return c.json({ error: 'something went wrong; see the logs' }, 500)
  })
  .use(async (c, next) => {
    const given = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    // Hashes are compared, so that neither length nor content of the token shows in the time it takes.
    const isOperator = c.env.OPERATOR_TOKEN !== '' && isSame(await sha256(given), await sha256(c.env.OPERATOR_TOKEN))
    return isOperator ? next() : c.json({ error: 'not the operator' }, 401)
  })
  .get('/health', (c) => c.json({ ok: true }))
  .post('/sweep', async (c) => c.json(await sweepOrphans(c.env, Date.now())))
  .post('/accounts', async (c) => {
    const body = accountBody.parse(await c.req.json())
    const created = await createAccount(c.env, {
      email: body.email,
      plan: body.plan,
      allowanceBytes: body.allowance ?? null,
      billingDay: body.billing_day ?? new Date().getUTCDate(),
    })
    return created === 'email_taken'
      ? c.json({ error: 'an account with this e-mail address exists already' }, 409)
      : c.json(created, 201)
  })
  .use('/accounts/:id/*', async (c, next) =>
    isUlid(c.req.param('id')) ? next() : c.json({ error: 'no such account' }, 404),
  )
  .get('/accounts/:id', async (c) => {
    const described = await accountStub(c.env, c.req.param('id') as AccountId).describe()
    return described === null ? c.json({ error: 'no such account' }, 404) : c.json(described)
  })
  .patch('/accounts/:id', async (c) => {
    const body = changeBody.parse(await c.req.json())
    const changed = await accountStub(c.env, c.req.param('id') as AccountId).change({
      ...(body.plan === undefined ? {} : { plan: body.plan }),
      ...(body.allowance === undefined ? {} : { allowanceBytes: body.allowance }),
      ...(body.billing_day === undefined ? {} : { billingDay: body.billing_day }),
      ...(body.suspended === undefined ? {} : { isSuspended: body.suspended }),
    })
    return changed ? c.json({ ok: true }) : c.json({ error: 'no such account' }, 404)
  })
  .post('/accounts/:id/keys', async (c) => {
    const { name } = keyBody.parse(await c.req.json())
    return c.json(await createKey(c.env, c.req.param('id') as AccountId, name), 201)
  })
  .delete('/accounts/:id/keys/:key', async (c) => {
    const revoked = await accountStub(c.env, c.req.param('id') as AccountId).revokeKey(c.req.param('key'))
    return revoked ? c.json({ ok: true }) : c.json({ error: 'no such key' }, 404)
  })
  .put('/accounts/:id/webhook', async (c) => {
    const { url } = webhookBody.parse(await c.req.json())
    const refusal = await refuseWebhookAddress(url, c.env)
    if (refusal !== null) return c.json({ error: refusal }, 422)
    const saved = await accountStub(c.env, c.req.param('id') as AccountId).saveWebhook(url)
    return saved === null ? c.json({ error: 'no such account' }, 404) : c.json({ url: saved.url, secret: saved.secret })
  })
  .delete('/accounts/:id/webhook', async (c) => {
    const removed = await accountStub(c.env, c.req.param('id') as AccountId).removeWebhook()
    return removed ? c.json({ ok: true }) : c.json({ error: 'the account has no webhook' }, 404)
  })
  .post('/accounts/:id/webhook/ping', async (c) => {
    const pinged = await accountStub(c.env, c.req.param('id') as AccountId).pingWebhook()
    if (pinged === null) return c.json({ error: 'the account has no webhook' }, 404)
    if (pinged === 'too_many') return c.json({ error: 'too many test events in a minute; wait a little' }, 429)
    return c.json({ event_id: pinged }, 201)
  })
  .get('/accounts/:id/webhook/deliveries', async (c) => {
    const log = await accountStub(c.env, c.req.param('id') as AccountId).listDeliveries()
    return c.body(`{"data":${log}}`, 200, { 'content-type': 'application/json' })
  })
  .post('/accounts/:id/webhook/deliveries/:event/replay', async (c) => {
    const answer = await accountStub(c.env, c.req.param('id') as AccountId).replayDelivery(c.req.param('event'))
    if (answer === 'sent') return c.json({ ok: true })
    if (answer === 'under_way') return c.json({ error: 'an attempt at this event is being made right now' }, 409)
    return c.json({ error: answer === 'no_event' ? 'no such event' : 'the account has no webhook' }, 404)
  })
