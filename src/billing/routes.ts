import { Hono } from 'hono'
import * as z from 'zod'
import { isSame } from '../auth/tokens.ts'
import { plans } from '../contract/account.ts'
import { type AccountId, isAccountId } from '../contract/ids.ts'
import { byteCount, closed, explain, oneOf } from '../contract/shapes.ts'
import { log } from '../logs/log.ts'
import { accountStub } from '../stubs/account.ts'
import { signCall } from '../webhooks/signature.ts'

/** The age at which a recorded call is refused. */
const toleranceSeconds = 300

const accountId = z.string().refine(isAccountId, { error: 'must be the id of an account' })

const ownBody = closed({ account_id: accountId, plan: oneOf(plans), allowance: byteCount.optional() })

/** Stripe sends many more fields, and events that have no meaning here. */
const stripeBody = z.object({ object: z.literal('event'), type: z.string(), data: z.object({ object: z.unknown() }) })
const paidCheckout = z.object({
  client_reference_id: accountId,
  payment_status: z.enum(['paid', 'no_payment_required']),
})
const endedSubscription = z.object({ metadata: z.object({ account_id: accountId }) })

interface Purchase {
  readonly accountId: AccountId
  readonly plan: (typeof plans)[number]
  readonly allowance?: number | undefined
}

/**
 * The route for the payment service behind `BILLING_URL`, which reports the accounts that have paid. Its calls have the
 * signature that Stripe and our own webhooks use: `t=…,v1=…`, the HMAC-SHA256 of time, dot and body under
 * `BILLING_SECRET`.
 */
export const billing = new Hono<{ Bindings: Env }>().post('/callback', async (c) => {
  const secret = c.env.BILLING_SECRET ?? ''
  if (secret === '') return c.json({ error: 'BILLING_SECRET is not set' }, 404)
  const body = await c.req.text()
  const signature = c.req.header('billing-signature') ?? c.req.header('stripe-signature') ?? ''
  const mistake = await signatureMistake(signature, body, secret, Date.now())
  if (mistake !== null) return c.json({ error: mistake }, 401)
  const purchase = readPurchase(body)
  if (typeof purchase === 'string') return c.json({ error: purchase }, 422)
  if (purchase === null) return c.json({ ok: true, ignored: true })
  const account = accountStub(c.env, purchase.accountId)
  const { plan, allowance } = purchase
  const isChanged = await account.change({ plan, ...(allowance === undefined ? {} : { allowanceBytes: allowance }) })
  if (!isChanged) return c.json({ error: `there is no account ${purchase.accountId}` }, 404)
  await account.note({ action: 'plan_changed', detail: plan }, { agent: '', address: 'Payment', place: '' })
  log('billing', { account: purchase.accountId, plan })
  return c.json({ ok: true })
})

/** Returns what is wrong with the signature of a call, or null. The time of a call is not a secret. */
async function signatureMistake(
  signature: string,
  body: string,
  secret: string,
  nowMs: number,
): Promise<string | null> {
  if (signature === '') return 'the call has no header Billing-Signature or Stripe-Signature'
  const seconds = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (Number.isNaN(seconds)) return 'the signature must be t=<seconds>,v1=<64 hexadecimal digits>'
  if (Math.abs(nowMs / 1000 - seconds) > toleranceSeconds)
    return `the call was signed at ${seconds}, and ${toleranceSeconds} seconds are allowed. Check the clocks, and sign each attempt`
  const expected = /v1=(.*)$/.exec(await signCall(secret, body, seconds))?.[1] ?? ''
  // While a secret is changed, a call carries one signature for each secret.
  const isGenuine = [...signature.matchAll(/(?:^|,)\s*v1=([0-9a-f]{64})(?=,|$)/g)].some(([, given = '']) =>
    isSame(given, expected),
  )
  return isGenuine ? null : 'the signature does not match. Check BILLING_SECRET, and sign the body as it is sent'
}

/** Reads a purchase. The result is null if the event has no meaning here, and a sentence if the body is wrong. */
function readPurchase(text: string): Purchase | string | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'the body is not valid JSON'
  }
  const event = stripeBody.safeParse(body)
  if (event.success) return purchaseOfEvent(event.data.type, event.data.data.object)
  const own = ownBody.safeParse(body)
  if (!own.success) return explain(own.error)
  return { accountId: own.data.account_id, plan: own.data.plan, allowance: own.data.allowance }
}

function purchaseOfEvent(type: string, object: unknown): Purchase | null {
  if (type === 'checkout.session.completed') {
    const checkout = paidCheckout.safeParse(object)
    return checkout.success ? { accountId: checkout.data.client_reference_id, plan: 'pro' } : null
  }
  if (type === 'customer.subscription.deleted') {
    const subscription = endedSubscription.safeParse(object)
    return subscription.success ? { accountId: subscription.data.metadata.account_id, plan: 'free' } : null
  }
  return null
}
