import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { respondToApi } from '../../../src/api/app.ts'
import { operatorRoutes } from '../../../src/operator/routes.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart, send, upload } from '../api/support.ts'
import { caughtMails } from '../caught-mails.ts'
import { accessToken } from './access-token.ts'

const token = 'operator-token-of-the-tests'
const ops = (method: string, path: string, body?: unknown) => send(token, method, `/ops${path}`, body)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function endedConversion(caller: Caller): Promise<string> {
  const id = await openAndStart(caller)
  await accountOf(caller).endRun(await begin(caller, id), done)
  return id
}

async function openCase(caller: Caller, more: object = {}): Promise<string> {
  const id = await endedConversion(caller)
  const opened = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, ...more })
  if (opened.status !== 201) throw new Error(opened.text)
  return opened.body.data.id as string
}

/** The directory is updated shortly afterward. */
async function untilListed(id: string, status: string): Promise<void> {
  await expect
    .poll(async () => {
      const { body } = await ops('GET', `/cases?status=${status}`)
      return body.data.find((row: { id: string }) => row.id === id)
    })
    .toBeDefined()
}

/** Returns the keys of a response, at every depth. */
const keysOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)])

const rowOf = (table: string, column: string, value: string) =>
  env.DIRECTORY.prepare(`select * from ${table} where ${column} = ?`).bind(value).first()

describe('the operator’s API', () => {
  test.each([null, 'wrong', '', `${token} `, `${token}x`])('refuses %j', async (given) => {
    const response = await send(given, 'GET', '/ops/accounts')
    expect(response.status).toBe(given === `${token} ` ? 200 : 401)
  })

  test.each([undefined, ''])('does not exist in a deployment with the token %j', async (unset) => {
    for (const authorization of ['Bearer ', 'Bearer undefined', '']) {
      const headers = { authorization, 'cf-access-jwt-assertion': await accessToken() }
      const request = new Request('https://api.example/health', { headers })
      const response = await operatorRoutes.fetch(request, { ...env, OPERATOR_TOKEN: unset })
      expect(response.status).toBe(401)
    }
  })

  test('logs changes without names, addresses and secrets, and forbids caching', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
    const caller = await newCaller()
    const account = `/ops/accounts/${caller.accountId}`
    const made = await ops('POST', `/accounts/${caller.accountId}/keys`, { name: 'a secret name' })
    const saved = await ops('PUT', `/accounts/${caller.accountId}/webhook`, { url: 'https://8.8.8.8/in?token=x' })
    await ops('PATCH', `/accounts/${caller.accountId}`, { suspended: true })
    await ops('PATCH', `/accounts/${caller.accountId}`, { suspended: 'a secret word' })
    await ops('GET', `/accounts/${caller.accountId}`)
    const logged = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"operator"'))
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      { event: 'operator', method: 'POST', path: `/ops/accounts/${caller.accountId}/keys`, status: 201 },
      { event: 'operator', method: 'PUT', path: `/ops/accounts/${caller.accountId}/webhook`, status: 200 },
      { event: 'operator', method: 'PATCH', path: account, status: 200, suspended: true },
      { event: 'operator', method: 'PATCH', path: account, status: 422 },
    ])
    expect([made, saved].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store'])
  })

  test('refuses an API key', async () => {
    const caller = await newCaller()
    expect((await caller.call('GET', '/ops/accounts')).status).toBe(401)
  })

  test('refuses a body with invalid JSON or unknown fields in a sentence', async () => {
    expect((await ops('POST', '/accounts', '{')).body.error).toContain('JSON')
    expect((await ops('POST', '/accounts', { email: 'a@example.com', plans: 'pro' })).status).toBe(422)
    expect((await ops('POST', '/accounts', { email: 'nobody' })).body.error).toContain('email')
    const caller = await newCaller()
    for (const body of [
      { billing_day: 0 },
      { billing_day: 32 },
      { allowance: -1 },
      { allowance: 1.5 },
      { plan: 'gold' },
    ])
      expect((await ops('PATCH', `/accounts/${caller.accountId}`, body)).status).toBe(422)
    const nothing = await ops('PATCH', `/accounts/${caller.accountId}`, {})
    expect([nothing.status, nothing.body.error]).toEqual([422, expect.stringContaining('plan, allowance, billing_day')])
  })

  test('creates nothing for a missing account', async () => {
    const nobody = '/accounts/01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const requests = [
      ops('GET', nobody),
      ops('PATCH', nobody, { plan: 'free' }),
      ops('POST', `${nobody}/keys`, { name: 'a' }),
      ops('PUT', `${nobody}/webhook`, { url: 'https://8.8.8.8/' }),
      ops('POST', `${nobody}/webhook/ping`),
      ops('GET', '/accounts/nonsense'),
    ]
    for (const response of await Promise.all(requests))
      expect([response.status, response.body.error]).toEqual([404, 'no such account'])
  })

  test('changes nothing of a deleted account, and still shows it', async () => {
    const caller = await newCaller()
    const account = `/accounts/${caller.accountId}`
    expect((await ops('DELETE', account)).status).toBe(200)
    const changes = [
      ops('PATCH', account, { plan: 'free' }),
      ops('POST', `${account}/password`),
      ops('POST', `${account}/keys`, { name: 'a' }),
      ops('PUT', `${account}/webhook`, { url: 'https://8.8.8.8/' }),
      ops('POST', `${account}/webhook/ping`),
      ops('POST', `${account}/webhook/deliveries/evt_1/replay`),
    ]
    for (const response of await Promise.all(changes))
      expect([response.status, response.body.error]).toEqual([
        409,
        'the account was deleted; its e-mail address is free for another account',
      ])
    // A deletion can be repeated, in case its first attempt failed halfway.
    expect((await ops('DELETE', account)).status).toBe(200)
    const { body } = await ops('GET', account)
    expect(body.account).toMatchObject({ plan: 'pro', deleted_at: expect.any(String) })
    expect((await ops('GET', `${account}/audit`)).body.data.length).toBeGreaterThan(0)
  })
})

test('keys made with the previous KEY_SECRET still work while it is being changed', async () => {
  const caller = await newCaller()
  const status = async (more: Partial<Env>): Promise<number> => {
    const request = new Request('https://api.example/v1/usage', { headers: { authorization: `Bearer ${caller.key}` } })
    return (await respondToApi(request, { ...env, ...more })).status
  }
  const changed = { KEY_SECRET: 'a new key secret' }
  expect(await status(changed)).toBe(401)
  expect(await status({ ...changed, KEY_SECRET_BEFORE: env.KEY_SECRET })).toBe(200)
  expect(await status({ ...changed, KEY_SECRET_BEFORE: '' })).toBe(401)
})

describe('accounts', () => {
  test('are in the directory with their usage, and are found by their address', async () => {
    const made = await ops('POST', '/accounts', { email: 'Anna@Example.com', allowance: 1000, billing_day: 31 })
    await ops('PATCH', `/accounts/${made.body.account_id}`, { suspended: true })
    await expect
      .poll(async () => (await ops('GET', '/accounts?email=ANNA@example.com')).body.data)
      .toMatchObject([
        { account_id: made.body.account_id, plan: 'pro', allowance: 1000, billing_day: 31, suspended: true, used: 0 },
      ])
    const caller = await newCaller()
    await endedConversion(caller)
    await expect.poll(() => rowOf('account_states', 'account_id', caller.accountId)).toMatchObject({ used: 3 })
  })

  test('are suspended with a reason that the customer sees everywhere, and that is not logged', async () => {
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
    const caller = await newCaller()
    await ops('PATCH', `/accounts/${caller.email}`, { suspended: true, reason: 'The card was refused.' })
    const refused = await caller.call('GET', '/v1/usage')
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.objectContaining({ code: 'suspended', message: expect.stringContaining('The card was refused.') }),
    ])
    const logged = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"operator"'))
    expect(logged.join()).not.toMatch(/card|@|%40/)
    await ops('PATCH', `/accounts/${caller.accountId}`, { suspended: false })
    expect((await ops('GET', `/accounts/${caller.accountId}`)).body.account).toMatchObject({ suspended_reason: null })
  })

  test('can change to a free address, and the old one gets a mail', async () => {
    const mails = caughtMails()
    const [caller, other] = [await newCaller(), await newCaller()]
    const change = (email: string) => ops('PATCH', `/accounts/${caller.accountId}`, { email })
    expect((await change(other.email)).status).toBe(409)
    expect((await change(`new-${caller.email}`)).status).toBe(200)
    expect(mails[0]).toMatchObject({ to: caller.email })
    expect((await ops('GET', `/accounts/new-${caller.email}`)).body.account).toMatchObject({
      account_id: caller.accountId,
    })
  })

  test('are found by a conversion or an event, and a request is found in the logs', async () => {
    const caller = await newCaller()
    await ops('PUT', `/accounts/${caller.accountId}/webhook`, { url: 'https://8.8.8.8/in' })
    const event = (await ops('POST', `/accounts/${caller.accountId}/webhook/ping`)).body.event_id
    const found = { account_id: caller.accountId, email: caller.email }
    expect((await ops('GET', `/find/${event}`)).body).toEqual({ ...found, kind: 'event' })
    expect((await ops('GET', `/find/${await endedConversion(caller)}`)).body).toEqual({ ...found, kind: 'conversion' })
    expect((await ops('GET', '/find/req_1')).body).toMatchObject({ filter: 'request_id = "req_1"' })
    expect((await ops('GET', '/find/evt_1')).status).toBe(404)
  })

  test('show the state of their object', async () => {
    const caller = await newCaller()
    await ops('PUT', `/accounts/${caller.accountId}/webhook`, { url: 'https://8.8.8.8/in' })
    await openCase(caller)
    const { body } = await ops('GET', `/accounts/${caller.accountId}`)
    expect(keysOf(body).filter((key) => !/^[a-z]+(?:_[a-z]+)*$/.test(key))).toEqual([])
    expect(body).toMatchObject({
      account: {
        ...{ account_id: caller.accountId, email: caller.email, plan: 'pro' },
        ...{ allowance: 5_000_000_000, used: 3, billing_day: 1, suspended: false },
      },
      keys: [{ name: 'first key' }],
      usage: { used: 3 },
      active: 0,
      state: {
        conversions: { done: 1 },
        webhook: { url: 'https://8.8.8.8/in' },
        deliveries: { waiting: 1 },
        open_cases: 1,
        storage_bytes: expect.any(Number),
      },
    })
    expect(JSON.stringify(body)).not.toContain('whsec_')
  })
})

describe('cases', () => {
  test('are listed, read with their file, and landed once with a mail to the sender', async () => {
    const mails = caughtMails()
    const caller = await newCaller()
    const id = await openCase(caller, { share: 'file', email: 'zoe@example.com', note: 'The dates are wrong.' })
    await untilListed(id, 'open')
    const shown = (await ops('GET', `/cases/${id}`)).body
    expect(shown).toMatchObject({
      ...{ id, account_id: caller.accountId, name: 'a.csv', share: 'file', status: 'open', landed_at: null },
      ...{ note: 'The dates are wrong.', spec: { output: { dialect: 'postgresql' } }, report: { table: 'a' } },
      file_url: expect.stringContaining(`/uploads/${caller.accountId}/`),
    })

    expect((await ops('POST', `/cases/${id}/land`, { note: 'Day first is now read.' })).status).toBe(200)
    await expect.poll(() => mails.length).toBe(1)
    expect(mails[0]).toMatchObject({
      to: 'zoe@example.com',
      from: { email: 'support@rowmill.example' },
      subject: expect.stringContaining(id),
      text: expect.stringContaining('Day first is now read.'),
    })
    await untilListed(id, 'landed')
    expect(await rowOf('cases', 'id', id)).toMatchObject({ status: 'landed', answer: 'Day first is now read.' })
    expect((await ops('POST', `/cases/${id}/land`, {})).status).toBe(409)
    expect(mails.length).toBe(1)
  })

  test('send no mail without an address', async () => {
    const mails = caughtMails()
    const id = await openCase(await newCaller())
    await untilListed(id, 'open')
    await ops('POST', `/cases/${id}/land`, {})
    await untilListed(id, 'landed')
    expect(mails).toEqual([])
  })

  test('retry a failing mail for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const mails = caughtMails(new Error('not today'))
    const caller = await newCaller()
    const id = await openCase(caller, { email: 'zoe@example.com' })
    await untilListed(id, 'open')
    await ops('POST', `/cases/${id}/land`, {})
    await expect.poll(() => mails.length).toBe(1)
    vi.setSystemTime(Date.now() + 601_000)
    await runDurableObjectAlarm(accountOf(caller))
    await expect.poll(() => mails.length).toBe(2)
    vi.setSystemTime(Date.now() + 86_400_000)
    await runDurableObjectAlarm(accountOf(caller))
    await expect.poll(() => mails.length).toBe(3)
    await expect.poll(async () => (await accountOf(caller).describe())?.state.outbox).toBe(0)
  })

  test('do not let a name with quotes and line breaks add lines to the mail', async () => {
    const mails = caughtMails()
    const caller = await newCaller()
    const name = 'a"\u2028 Pay here: http://evil.example .csv'
    const opened = await caller.call('POST', '/v1/conversions', {
      name,
      bytes: 3,
      spec: { output: { dialect: 'mysql' } },
    })
    await upload(caller, opened.body.data.id)
    await caller.call('POST', `/v1/conversions/${opened.body.data.id}/cancel`)
    const sent = await caller.call('POST', `/v1/conversions/${opened.body.data.id}/cases`, {
      consent: true,
      email: 'a@example.com',
    })
    await untilListed(sent.body.data.id, 'open')
    await ops('POST', `/cases/${sent.body.data.id}/land`, {})
    await expect.poll(() => mails.length).toBe(1)
    const text = mails[0]?.text ?? ''
    expect(text).toContain('Pay here')
    expect(text.split(/[\n\u2028]/).every((line) => !line.startsWith(' Pay'))).toBe(true)
  })

  test('are deleted after their 90 days, in the directory too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const caller = await newCaller()
    const id = await openCase(caller)
    await untilListed(id, 'open')
    vi.setSystemTime(Date.now() + 7_776_001_000)
    await runDurableObjectAlarm(accountOf(caller))
    await expect.poll(() => rowOf('cases', 'id', id)).toBeNull()
    expect((await ops('GET', `/cases/${id}`)).status).toBe(404)
    expect((await ops('POST', `/cases/${id}/land`, {})).status).toBe(404)
  })
})

test('lost copies in the directory are restored', async () => {
  const caller = await newCaller()
  const id = await openCase(caller)
  await untilListed(id, 'open')
  await env.DIRECTORY.exec('delete from cases')
  await env.DIRECTORY.exec('delete from account_states')
  const { body } = await ops('POST', '/directory/rebuild')
  expect(body.accounts).toBeGreaterThan(0)
  await untilListed(id, 'open')
  await expect.poll(() => rowOf('account_states', 'account_id', caller.accountId)).not.toBeNull()
})

test('a late copy does not overwrite a newer one', async () => {
  const caller = await newCaller()
  await expect.poll(() => rowOf('account_states', 'account_id', caller.accountId)).not.toBeNull()
  await env.DIRECTORY.prepare("update account_states set version = 1000000, plan = 'free' where account_id = ?")
    .bind(caller.accountId)
    .run()
  await ops('PATCH', `/accounts/${caller.accountId}`, { allowance: 5 })
  await expect.poll(async () => (await accountOf(caller).describe())?.state.outbox).toBe(0)
  expect(await rowOf('account_states', 'account_id', caller.accountId)).toMatchObject({ plan: 'free' })
})
