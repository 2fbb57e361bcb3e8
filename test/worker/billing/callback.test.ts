import { env, exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { accountOf, newCaller } from '../api/support.ts'

const secret = 'a billing secret of the tests'

/** Stripe documents this format, `t=…,v1=…`: the HMAC-SHA256 of time, dot and body. */
async function signed(body: string, key = secret, seconds = Math.floor(Date.now() / 1000)): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', imported, bytes(`${seconds}.${body}`))
  return `t=${seconds},v1=${Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

async function call(body: unknown, headers?: Readonly<Record<string, string>>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const worker = (exports as unknown as { default: Fetcher }).default
  const response = await worker.fetch('https://api.example/billing/callback', {
    method: 'POST',
    headers: headers ?? { 'billing-signature': await signed(text) },
    body: text,
  })
  return { status: response.status, body: await response.json<Record<string, unknown>>() }
}

describe('the callback of the payment service', () => {
  test('switches an account to Pro and back to Free, and records it in the audit log', async () => {
    const caller = await newCaller({ plan: 'free' })
    const usage = async () => (await caller.call('GET', '/v1/usage')).status
    expect(await usage()).toBe(402)
    expect(await call({ account_id: caller.accountId, plan: 'pro', allowance: 9_000_000_000 })).toEqual({
      status: 200,
      body: { ok: true },
    })
    expect(await usage()).toBe(200)
    expect((await accountOf(caller).describe())?.account).toMatchObject({ plan: 'pro', allowance: 9_000_000_000 })
    expect((await call({ account_id: caller.accountId, plan: 'free' })).status).toBe(200)
    expect(await usage()).toBe(402)
    expect((await accountOf(caller).listAudit(null)).map(({ action, detail }) => [action, detail])).toEqual([
      ['plan_changed', 'free'],
      ['plan_changed', 'pro'],
    ])
  })

  test('handles a paid checkout and an ended subscription of Stripe, and ignores other events', async () => {
    const caller = await newCaller({ plan: 'free' })
    const event = async (type: string, object: unknown) => {
      const text = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
      return call(text, {
        'stripe-signature': `${await signed(text, 'an old secret')},${(await signed(text)).split(',')[1]}`,
      })
    }
    const plan = async () => (await accountOf(caller).describe())?.account.plan
    const checkout = { client_reference_id: caller.accountId, mode: 'subscription' }
    const unpaid = await event('checkout.session.completed', { ...checkout, payment_status: 'unpaid' })
    expect([unpaid.body, await plan()]).toEqual([{ ok: true, ignored: true }, 'free'])
    await event('checkout.session.completed', { ...checkout, payment_status: 'paid' })
    expect(await plan()).toBe('pro')
    expect((await event('invoice.paid', {})).body).toEqual({ ok: true, ignored: true })
    await event('customer.subscription.deleted', { metadata: { account_id: caller.accountId } })
    expect(await plan()).toBe('free')
  })

  test('refuses a call that is unsigned, signed for another body, or old', async () => {
    const caller = await newCaller({ plan: 'free' })
    const body = JSON.stringify({ account_id: caller.accountId, plan: 'pro' })
    const now = Math.floor(Date.now() / 1000)
    const wrong = 'the signature does not match. Check BILLING_SECRET, and sign the body as it is sent'
    const late = (seconds: number): string =>
      `the call was signed at ${seconds}, and 300 seconds are allowed. Check the clocks, and sign each attempt`
    for (const [signature, error] of [
      ['', 'the call has no header Billing-Signature or Stripe-Signature'],
      ['sha256=00', 'the signature must be t=<seconds>,v1=<64 hexadecimal digits>'],
      ['t=1,v1=00', late(1)],
      [await signed(`${body} `), wrong],
      [await signed(body, 'another secret'), wrong],
      [await signed(body, secret, now - 400), late(now - 400)],
      [await signed(body, secret, now + 400), late(now + 400)],
      [(await signed(body)).replace(/t=\d+/, `t=${now - 60}`), wrong],
    ] as const)
      expect(await call(body, { 'billing-signature': signature })).toEqual({ status: 401, body: { error } })
    expect((await accountOf(caller).describe())?.account.plan).toBe('free')
  })

  test('reports the mistake in a body, and an unknown account', async () => {
    expect((await call('{')).body).toEqual({ error: 'the body is not valid JSON' })
    expect((await call({ account_id: 'nobody', plan: 'pro' })).status).toBe(422)
    const nobody = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    expect(await call({ account_id: nobody, plan: 'pro' })).toEqual({
      status: 404,
      body: { error: `there is no account ${nobody}` },
    })
    expect(env.BILLING_SECRET).toBe(secret)
  })
})
