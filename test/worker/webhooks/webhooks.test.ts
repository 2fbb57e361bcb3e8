import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AttemptResult, DeliveryView } from '../../../src/contract/delivery.ts'
import type { EventId } from '../../../src/contract/ids.ts'
import { hostileUrls } from '../../url-safety/hostile-urls.ts'
import { accountOf, begin, type Caller, done, newCaller, open, openAndStart, send } from '../api/support.ts'

const address = 'https://hooks.example.com/in'
const result = (status: number): AttemptResult => ({
  delivered: status >= 200 && status < 300,
  startedMs: Date.now(),
  tookMs: 1,
  status,
  error: null,
  response: '',
})
const log = async (caller: Caller): Promise<DeliveryView[]> =>
  JSON.parse(await accountOf(caller).listDeliveries()) as DeliveryView[]

async function withWebhook(): Promise<Caller> {
  const caller = await newCaller()
  await accountOf(caller).saveWebhook(address)
  return caller
}

async function ping(caller: Caller): Promise<EventId> {
  const id = await accountOf(caller).pingWebhook()
  if (id === null || id === 'too_many') throw new Error(`no ping: ${id}`)
  return id
}

const alarm = (caller: Caller): Promise<boolean> => runDurableObjectAlarm(accountOf(caller))

// Queues are disabled, because these tests check the rows. Delays are in seconds, as sent to a queue.
let sent: { eventId: string; attempt: number; delaySeconds: number }[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-03-01T12:00:00.000Z')
  sent = []
  vi.spyOn(env.DELIVERIES, 'sendBatch').mockImplementation((messages) => {
    for (const { body, delaySeconds } of messages)
      sent.push({ eventId: body.eventId, attempt: body.attempt, delaySeconds: delaySeconds ?? 0 })
    return Promise.resolve({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } })
  })
  vi.spyOn(env.CONVERSIONS, 'sendBatch').mockResolvedValue({
    metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000)

describe('the secret', () => {
  test('is created with the first URL, stays while the URL changes, and is new after a removal', async () => {
    const caller = await newCaller()
    const account = accountOf(caller)
    const first = await account.saveWebhook(address)
    expect(first?.secret).toMatch(/^whsec_/)
    expect(await account.saveWebhook(`${address}/2`)).toMatchObject({ url: `${address}/2`, secret: first?.secret })
    expect(await account.webhookSecret()).toBe(first?.secret)
    expect(await account.readWebhook()).toEqual({ url: `${address}/2`, saved_at: '2026-03-01T12:00:00.000Z' })
    expect(await account.removeWebhook()).toBe(true)
    expect([await account.readWebhook(), await account.webhookSecret()]).toEqual([null, null])
    expect(await account.removeWebhook()).toBe(false)
    expect((await account.saveWebhook(address))?.secret).not.toBe(first?.secret)
  })
})

describe('events', () => {
  test('show a done conversion as the API does', async () => {
    const caller = await withWebhook()
    const id = await openAndStart(caller)
    const order = await begin(caller, id)
    await accountOf(caller).endRun(order, done)
    const [event] = await log(caller)
    const { data } = (await caller.call('GET', `/v1/conversions/${id}`)).body
    expect(event?.payload).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'conversion.done',
      created_at: '2026-03-01T12:00:00.000Z',
      data: {
        ...data,
        output: { bytes: 5, url: expect.stringMatching(/^https:/), expires_at: '2026-03-01T12:10:00.000Z' },
      },
    })
  })

  test('report the error of a failed conversion and a cancellation, and a second cancellation reports nothing', async () => {
    const caller = await withWebhook()
    const failed = await openAndStart(caller)
    await accountOf(caller).endRun(await begin(caller, failed), {
      kind: 'failed',
      failure: { code: 'empty_file', message: 'The file is empty.', problems: [] },
    })
    const canceled = await open(caller)
    await caller.call('POST', `/v1/conversions/${canceled}/cancel`)
    await caller.call('POST', `/v1/conversions/${canceled}/cancel`)
    expect((await log(caller)).map((event) => event.payload)).toMatchObject([
      { type: 'conversion.canceled', data: { id: canceled, status: 'canceled', output: null } },
      {
        type: 'conversion.failed',
        data: { id: failed, error: { code: 'empty_file', message: 'The file is empty.', problems: [] }, output: null },
      },
    ])
  })

  test('do not exist for a conversion deleted while running, or without a webhook', async () => {
    const caller = await withWebhook()
    const id = await openAndStart(caller)
    const order = await begin(caller, id)
    await caller.call('DELETE', `/v1/conversions/${id}`)
    expect(await accountOf(caller).endRun(order, done)).toBe('stop')
    expect(await log(caller)).toEqual([])
    const other = await newCaller()
    await other.call('POST', `/v1/conversions/${await open(other)}/cancel`)
    await accountOf(other).saveWebhook(address)
    expect(await log(other)).toEqual([])
  })

  test('outlive their conversion', async () => {
    const caller = await withWebhook()
    const id = await open(caller)
    await caller.call('POST', `/v1/conversions/${id}/cancel`)
    await caller.call('DELETE', `/v1/conversions/${id}`)
    const [event] = await log(caller)
    const order = await accountOf(caller).beginDelivery(event?.event_id as EventId, 1)
    expect(JSON.parse(order?.payload ?? '{}')).toMatchObject({ data: { id, status: 'canceled' } })
  })

  test('include at most six pings a minute', async () => {
    const caller = await withWebhook()
    for (let count = 0; count < 6; count++) await ping(caller)
    expect(await accountOf(caller).pingWebhook()).toBe('too_many')
    pass(60)
    await ping(caller)
  })
})

describe('attempts', () => {
  test('a dead receiver gets six attempts with the specified delays and the same bytes, and then the event is dropped', async () => {
    const caller = await withWebhook()
    const account = accountOf(caller)
    const id = await ping(caller)
    const waits = [60, 300, 1800, 7200, 21_600]
    const payloads = new Set<string>()
    for (let attempt = 1; attempt <= 6; attempt++) {
      const order = await account.beginDelivery(id, attempt)
      expect(order).toMatchObject({ url: address, attempt })
      payloads.add(order?.payload ?? '')
      await account.endDelivery(id, attempt, result(500))
      const wait = waits[attempt - 1]
      if (wait === undefined) continue
      pass(wait - 2)
      expect(await account.beginDelivery(id, attempt + 1)).toBeNull()
      pass(2)
    }
    expect(payloads.size).toBe(1)
    const [event] = await log(caller)
    expect([event?.status, event?.next_attempt_at, event?.attempts.map((each) => each.number)]).toEqual([
      'dropped',
      null,
      [1, 2, 3, 4, 5, 6],
    ])
    expect(await account.beginDelivery(id, 7)).toBeNull()
    expect(sent.filter((message) => message.eventId === id)).toEqual(
      [0, ...waits].map((delaySeconds, at) => ({ eventId: id, attempt: at + 1, delaySeconds })),
    )
  })

  test('are made once, however often their message arrives', async () => {
    const caller = await withWebhook()
    const id = await ping(caller)
    expect(await accountOf(caller).beginDelivery(id, 1)).not.toBeNull()
    expect(await accountOf(caller).beginDelivery(id, 1)).toBeNull()
    await accountOf(caller).endDelivery(id, 1, result(204))
    expect(await accountOf(caller).beginDelivery(id, 1)).toBeNull()
    expect((await log(caller))[0]?.status).toBe('delivered')
  })

  test('with a lost message are made by the alarm', async () => {
    const caller = await withWebhook()
    const id = await ping(caller)
    pass(31)
    await alarm(caller)
    await expect
      .poll(() => sent.filter((message) => message.eventId === id).map((message) => message.attempt))
      .toEqual([1, 1])
    expect(await accountOf(caller).beginDelivery(id, 1)).not.toBeNull()
  })

  test('without a result count as failed, and the next follows on schedule', async () => {
    const caller = await withWebhook()
    const id = await ping(caller)
    await accountOf(caller).beginDelivery(id, 1)
    pass(26)
    await alarm(caller)
    const [event] = await log(caller)
    expect([event?.status, event?.attempts.length]).toEqual(['waiting', 1])
    expect(event?.attempts[0]?.error).toContain('stopped in the middle')
    pass(60)
    expect(await accountOf(caller).beginDelivery(id, 2)).not.toBeNull()
  })

  test('use the current URL and secret, and a removal drops waiting events', async () => {
    const caller = await withWebhook()
    const account = accountOf(caller)
    const id = await ping(caller)
    await account.saveWebhook(`${address}/new`)
    expect(await account.beginDelivery(id, 1)).toMatchObject({ url: `${address}/new` })
    await account.endDelivery(id, 1, result(500))
    await account.removeWebhook()
    await account.saveWebhook(address)
    pass(60)
    expect(await account.beginDelivery(id, 2)).toBeNull()
    expect((await log(caller))[0]?.status).toBe('dropped')
  })

  test('can be repeated for an ended event, which is forgotten after seven days', async () => {
    const caller = await withWebhook()
    const id = await ping(caller)
    await accountOf(caller).beginDelivery(id, 1)
    expect(await accountOf(caller).replayDelivery(id)).toBe('under_way')
    await accountOf(caller).endDelivery(id, 1, result(200))
    expect(await accountOf(caller).replayDelivery(id)).toBe('sent')
    expect(await accountOf(caller).beginDelivery(id, 1)).not.toBeNull()
    await accountOf(caller).endDelivery(id, 1, result(200))
    expect((await log(caller))[0]?.attempts.length).toBe(2)
    pass(7 * 86_400 + 1)
    await alarm(caller)
    expect(await log(caller)).toEqual([])
    await runInDurableObject(accountOf(caller), (_, state) => {
      expect(state.storage.sql.exec('select * from attempts').toArray()).toEqual([])
    })
  })
})

describe('a replay', () => {
  test('sends an event that waits for hours now, and restarts the schedule', async () => {
    const caller = await withWebhook()
    const account = accountOf(caller)
    const id = await ping(caller)
    for (const [attempt, wait] of [60, 300, 1800].entries()) {
      await account.beginDelivery(id, attempt + 1)
      await account.endDelivery(id, attempt + 1, result(503))
      pass(wait)
    }
    expect(await account.replayDelivery(id)).toBe('sent')
    expect(await account.beginDelivery(id, 4)).toBeNull()
    expect(await account.beginDelivery(id, 1)).toMatchObject({ attempt: 1 })
    await account.endDelivery(id, 1, result(503))
    pass(59)
    expect(await account.beginDelivery(id, 2)).not.toBeNull()
  })

  test('needs a webhook and an event of the same account', async () => {
    const [caller, other] = [await withWebhook(), await withWebhook()]
    const id = await ping(other)
    expect(await accountOf(caller).replayDelivery(id)).toBe('no_event')
    await accountOf(other).removeWebhook()
    expect(await accountOf(other).replayDelivery(id)).toBe('no_webhook')
    // Without a webhook, an unknown event is also reported as unknown: saving a URL would not help.
    await accountOf(caller).removeWebhook()
    expect(await accountOf(caller).replayDelivery(id)).toBe('no_event')
  })
})

test('a result after its attempt was given up as lost still settles the event', async () => {
  const caller = await withWebhook()
  const id = await ping(caller)
  await accountOf(caller).beginDelivery(id, 1)
  pass(26)
  await alarm(caller)
  await accountOf(caller).endDelivery(id, 1, result(200))
  expect((await log(caller))[0]?.status).toBe('delivered')
})

test('an event that the receiver accepted while the webhook was removed counts as delivered', async () => {
  const caller = await withWebhook()
  const account = accountOf(caller)
  const [accepted, failed] = [await ping(caller), await ping(caller)]
  for (const id of [accepted, failed]) await account.beginDelivery(id, 1)
  await account.removeWebhook()
  await account.endDelivery(accepted, 1, result(200))
  await account.endDelivery(failed, 1, result(500))
  expect((await log(caller)).map(({ event_id, status }) => [event_id, status])).toEqual([
    [failed, 'dropped'],
    [accepted, 'delivered'],
  ])
})

test('a failure reported after a replay does not delay the replay', async () => {
  const caller = await withWebhook()
  const account = accountOf(caller)
  const id = await ping(caller)
  await account.beginDelivery(id, 1)
  pass(26)
  await alarm(caller)
  expect(await account.replayDelivery(id)).toBe('sent')
  await account.endDelivery(id, 1, result(500))
  expect(await account.beginDelivery(id, 1)).not.toBeNull()
})

describe('registration', () => {
  const set = (caller: Caller, url: unknown) =>
    send('operator-token-of-the-tests', 'PUT', `/ops/accounts/${caller.accountId}/webhook`, { url })

  test.each([
    'http://hooks.example.com/in',
    'https://hooks.example.com:8080/in',
    'https://user@hooks.example.com/in',
    'https://127.0.0.1/in',
    'https://10.0.0.1:8443/in',
    'https://[::1]/in',
    'https://169.254.169.254/latest',
    'https://localhost/in',
    'nonsense',
    '',
  ])('refuses %s with a sentence', async (url) => {
    const caller = await newCaller()
    const refused = await set(caller, url)
    expect([refused.status, typeof refused.body.error]).toEqual([422, 'string'])
    expect(await accountOf(caller).readWebhook()).toBeNull()
  })

  test('refuses every known trick', async () => {
    const caller = await newCaller()
    for (const url of Object.values(hostileUrls).flat())
      expect([url, (await set(caller, url)).status]).toEqual([url, 422])
    for (const url of [null, 7, ['https://8.8.8.8/'], `https://8.8.8.8/${'a'.repeat(2100)}`])
      expect((await set(caller, url)).status).toBe(422)
    expect(await accountOf(caller).readWebhook()).toBeNull()
  })

  test('accepts a public address on ports 443 and 8443', async () => {
    const caller = await newCaller()
    for (const url of ['https://8.8.8.8/in', 'https://8.8.8.8:8443/in']) {
      const saved = await set(caller, url)
      expect([saved.status, saved.body.url]).toEqual([200, url])
    }
  })
})
