import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { changeEmail } from '../accounts/change-email.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { randomPassword } from '../accounts/passwords.ts'
import { createAccount, createKey, findSignIn, setPassword } from '../accounts/register.ts'
import { plans } from '../contract/account.ts'
import { type AccountId, isAccountId } from '../contract/ids.ts'
import { keyNameCharactersMax, webhookUrlCharactersMax } from '../contract/limits.ts'
import { byteCount, closed, emailAddress, flag, timestamp, oneOf, textOf, wholeFrom } from '../contract/shapes.ts'
import type { AuditAction, AuditEntry } from '../contract/settings.ts'
import { listAccounts } from '../directory/read.ts'
import { accountStub } from '../stubs/account.ts'
import { refuseWebhookUrl } from '../webhooks/check-webhook-url.ts'

const reasonCharactersMax = 500
const plan = oneOf(plans)
const billingDay = wholeFrom(1, 31)

const accountBody = closed({
  email: emailAddress,
  plan: plan.default('pro'),
  allowance: byteCount.nullish(),
  billing_day: billingDay.optional(),
})
const changeBody = closed({
  plan: plan.optional(),
  allowance: byteCount.optional(),
  billing_day: billingDay.optional(),
  suspended: flag.optional(),
  /** The customer sees this text. */
  reason: textOf(1, reasonCharactersMax).optional(),
  email: emailAddress.optional(),
}).refine((change) => Object.keys(change).length > 0, {
  error: 'must have at least one of plan, allowance, billing_day, suspended, email',
})
type ChangeBody = z.infer<typeof changeBody>

const restoreBody = closed({ to: timestamp.optional(), bookmark: textOf(1, 200).optional() }).refine(
  ({ to, bookmark }) => (to === undefined) !== (bookmark === undefined),
  { error: 'must have either a time (to) or a bookmark' },
)
const webhookBody = closed({ url: textOf(0, webhookUrlCharactersMax) })
const keyBody = closed({ name: textOf(1, keyNameCharactersMax) })

const nearQuota = z.coerce.number().min(0).max(100)

/** Returns the id of an account, which the operator names by its id or by its e-mail address. */
async function accountIdOf(env: Env, given: string): Promise<AccountId | null> {
  if (isAccountId(given)) return given
  return given.includes('@') ? ((await findSignIn(env, { email: given }))?.accountId ?? null) : null
}

interface AccountEnv {
  Bindings: Env
  Variables: { accountId: AccountId }
}

/** Adds an entry to the account's audit log. The log shows what the operator did, not who the operator is. */
const noteOperator = (c: Context<AccountEnv>, action: AuditAction, detail: string | null = null): Promise<void> =>
  accountStub(c.env, c.get('accountId')).note({ action, detail }, { agent: '', address: 'Rowmill support', place: '' })

async function changeAccount(c: Context<AccountEnv>, body: ChangeBody): Promise<Response> {
  if (body.email !== undefined) {
    const changed = await changeEmail(c.env, c.get('accountId'), body.email)
    if (changed.kind === 'changed') await noteOperator(c, 'email_changed', `${changed.from} → ${changed.to}`)
    else if (changed.kind === 'email_taken') return c.json({ error: 'another account has this e-mail address' }, 409)
  }
  const { plan: toPlan, allowance, billing_day: day } = body
  const isChanged = await accountStub(c.env, c.get('accountId')).change({
    ...(toPlan === undefined ? {} : { plan: toPlan }),
    ...(allowance === undefined ? {} : { allowanceBytes: allowance }),
    ...(day === undefined ? {} : { billingDay: day }),
    ...suspensionOf(body),
  })
  if (!isChanged) return c.json({ error: 'no such account' }, 404)
  for (const { action, detail } of entriesOf(body)) await noteOperator(c, action, detail)
  return c.json({ ok: true })
}

const suspensionOf = ({ suspended, reason }: ChangeBody) =>
  suspended === undefined ? {} : { isSuspended: suspended, suspendedReason: suspended ? (reason ?? null) : null }

/** Returns the audit log's entries for a change. */
const entriesOf = ({ plan: toPlan, allowance, billing_day: day, suspended, reason }: ChangeBody): AuditEntry[] => [
  ...(toPlan === undefined ? [] : [{ action: 'plan_changed', detail: toPlan } as const]),
  ...(allowance === undefined ? [] : [{ action: 'allowance_changed', detail: String(allowance) } as const]),
  ...(day === undefined ? [] : [{ action: 'billing_day_changed', detail: String(day) } as const]),
  ...(suspended === true ? [{ action: 'suspended', detail: reason ?? null } as const] : []),
  ...(suspended === false ? [{ action: 'resumed', detail: null } as const] : []),
]

/** The routes of accounts, their keys and their webhook. */
export const accountRoutes = new Hono<AccountEnv>()
  .get('/', async (c) => {
    const percent = nearQuota.parse(c.req.query('near_quota') ?? '0')
    return c.json({ data: await listAccounts(c.env, { email: c.req.query('email') ?? null, percent }) })
  })
  .post('/', async (c) => {
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
  .use('/:id/*', async (c, next) => {
    const accountId = await accountIdOf(c.env, c.req.param('id'))
    if (accountId === null || !(await accountStub(c.env, accountId).exists()))
      return c.json({ error: 'no such account' }, 404)
    // A new key or password of a deleted account would not work. A deletion that failed halfway can be repeated.
    const isChange = !['GET', 'HEAD', 'DELETE'].includes(c.req.method) && !c.req.path.endsWith('/restore')
    if (isChange && (await accountStub(c.env, accountId).isDeleted()))
      return c.json({ error: 'the account was deleted; its e-mail address is free for another account' }, 409)
    c.set('accountId', accountId)
    return next()
  })
  .get('/:id', async (c) => {
    const described = await accountStub(c.env, c.get('accountId')).describe()
    return described === null ? c.json({ error: 'no such account' }, 404) : c.json(described)
  })
  .patch('/:id', async (c) => changeAccount(c, changeBody.parse(await c.req.json())))
  .delete('/:id', async (c) => {
    await noteOperator(c, 'deleted')
    await deleteAccount(c.env, c.get('accountId'))
    return c.json({ ok: true })
  })
  .post('/:id/restore', async (c) => {
    const { to, bookmark } = restoreBody.parse(await c.req.json())
    const account = accountStub(c.env, c.get('accountId'))
    try {
      const undo = await account.restore(bookmark === undefined ? { atMs: Date.parse(to ?? '') } : { bookmark })
      return c.json({ ok: true, undo_bookmark: undo })
    } catch (error) {
      return c.json({ error: `the platform cannot restore this: ${String(error)}` }, 409)
    }
  })
  .post('/:id/password', async (c) => {
    const password = randomPassword()
    await setPassword(c.env, c.get('accountId'), password)
    const ended = await accountStub(c.env, c.get('accountId')).closeOtherSessions('')
    await noteOperator(c, 'password_reset')
    return c.json({ password, sessions_ended: ended })
  })
  .delete('/:id/sessions', async (c) => {
    const ended = await accountStub(c.env, c.get('accountId')).closeOtherSessions('')
    await noteOperator(c, 'sessions_closed')
    return c.json({ sessions_ended: ended })
  })
  .delete('/:id/second-factor', async (c) => {
    if (!(await accountStub(c.env, c.get('accountId')).turnOffSecondFactor()))
      return c.json({ error: 'two-factor authentication is off' }, 404)
    await noteOperator(c, 'two_factor_off')
    return c.json({ ok: true })
  })
  .get('/:id/audit', async (c) => c.json({ data: await accountStub(c.env, c.get('accountId')).listAudit(null) }))
  .post('/:id/keys', async (c) => {
    const { name } = keyBody.parse(await c.req.json())
    return c.json(await createKey(c.env, c.get('accountId'), name), 201)
  })
  .delete('/:id/keys/:key', async (c) => {
    const revoked = await accountStub(c.env, c.get('accountId')).revokeKey(c.req.param('key'))
    return revoked === null ? c.json({ error: 'no such key' }, 404) : c.json({ ok: true })
  })
  .put('/:id/webhook', async (c) => {
    const { url } = webhookBody.parse(await c.req.json())
    const refusal = await refuseWebhookUrl(url, c.env)
    if (refusal !== null) return c.json({ error: refusal }, 422)
    const saved = await accountStub(c.env, c.get('accountId')).saveWebhook(url)
    return saved === null ? c.json({ error: 'no such account' }, 404) : c.json({ url: saved.url, secret: saved.secret })
  })
  .delete('/:id/webhook', async (c) => {
    const removed = await accountStub(c.env, c.get('accountId')).removeWebhook()
    return removed ? c.json({ ok: true }) : c.json({ error: 'the account has no webhook' }, 404)
  })
  .post('/:id/webhook/ping', async (c) => {
    const pinged = await accountStub(c.env, c.get('accountId')).pingWebhook()
    if (pinged === null) return c.json({ error: 'the account has no webhook' }, 404)
    if (pinged === 'too_many') return c.json({ error: 'too many test events in a minute; wait a little' }, 429)
    return c.json({ event_id: pinged }, 201)
  })
  .get('/:id/webhook/deliveries', async (c) => {
    const log = await accountStub(c.env, c.get('accountId')).listDeliveries(c.req.query('before') ?? null)
    return c.body(`{"data":${log}}`, 200, { 'content-type': 'application/json' })
  })
  .get('/:id/webhook/deliveries/:event', async (c) => {
    const delivery = await accountStub(c.env, c.get('accountId')).readDelivery(c.req.param('event'))
    return delivery === null
      ? c.json({ error: 'no such event' }, 404)
      : c.body(delivery, 200, { 'content-type': 'application/json' })
  })
  .post('/:id/webhook/deliveries/:event/replay', async (c) => {
    const result = await accountStub(c.env, c.get('accountId')).replayDelivery(c.req.param('event'))
    if (result === 'sent') return c.json({ ok: true })
    if (result === 'under_way') return c.json({ error: 'an attempt at this event is being made right now' }, 409)
    return c.json({ error: result === 'no_event' ? 'no such event' : 'the account has no webhook' }, 404)
  })
