import { env } from 'cloudflare:workers'
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { outputKey, uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, type Caller, done, newCaller, open, openAndStart, send, spec, upload } from './support.ts'

const second = 1000
const hour = 3600 * second
const day = 24 * hour

const errorOf = (response: { body: { error?: { code: string } } }): string | undefined => response.body?.error?.code
const read = async (caller: Caller, id: string) => (await caller.call('GET', `/v1/conversions/${id}`)).body.data

/** Only `Date` is faked. Timers continue as usual. */
const clockAt = (ms: number): unknown => vi.useFakeTimers({ toFake: ['Date'], now: ms })
const ring = async (caller: Caller): Promise<boolean> => runDurableObjectAlarm(accountOf(caller))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('requests', () => {
  test('with HEAD get the response of GET without a body', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    const head = await caller.call('HEAD', `/v1/conversions/${id}`)
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
    expect((await caller.call('HEAD', '/v1/nowhere')).status).toBe(404)
    const refused = await caller.call('HEAD', `/v1/conversions/${id}/start`)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['OPTIONS', '/v1/conversions', 'GET, HEAD, POST'],
    ['PATCH', '/v1/conversions/01JD0000000000000000000000', 'GET, HEAD, DELETE'],
    ['GET', '/v1/conversions/01JD0000000000000000000000/start', 'POST'],
    ['GET', '/v1/conversions/01JD0000000000000000000000/cancel', 'POST'],
    ['DELETE', '/v1/conversions/01JD0000000000000000000000/cases', 'POST'],
    ['POST', '/v1/usage', 'GET, HEAD'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
  ])('with %s %s are not allowed', async (method, path, allow) => {
    const response = await (await newCaller()).call(method, path)
    expect([response.status, errorOf(response), response.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ])
  })

  test.each([
    ['GET', '/v1/conversion', 'There is nothing at /v1/conversion. Did you mean /v1/conversions?'],
    [
      'POST',
      '/v1/conversions/01JD0000000000000000000000/run-now',
      'There is nothing at /v1/conversions/01JD0000000000000000000000/run-now. Did you mean /v1/conversions/01JD0000000000000000000000/start?',
    ],
    [
      'POST',
      '/v1/conversions/01JD0000000000000000000000/cancle',
      'There is nothing at /v1/conversions/01JD0000000000000000000000/cancle. Did you mean /v1/conversions/01JD0000000000000000000000/cancel?',
    ],
    [
      'GET',
      '/v1/users',
      'There is nothing at /v1/users. Keys, webhooks, their events and the plan are in the settings of your account.',
    ],
    ['GET', '/conversions', 'There is nothing at /conversions. Did you mean /v1/conversions?'],
    ['POST', '/api/v1/conversions', 'There is nothing at /api/v1/conversions. Did you mean /v1/conversions?'],
    ['GET', '/V1/usage', 'There is nothing at /V1/usage. Did you mean /v1/usage?'],
    ['GET', '/v1/conversions/', 'There is nothing at /v1/conversions/. Did you mean /v1/conversions?'],
    ['POST', '/v1//conversions', 'There is nothing at /v1//conversions. Did you mean /v1/conversions?'],
    [
      'GET',
      '/v1/conversions/conv_7',
      'There is no conversion "conv_7". An id has 26 digits and capital letters, such as 01JD0000000000000000000000.',
    ],
    ['PUT', '/v1/usage', 'This path does not support PUT. It supports GET, HEAD.'],
  ])('with %s %s get a suggestion', async (method, path, message) => {
    const response = await (await newCaller()).call(method, path)
    expect(response.body.error.message).toBe(message)
  })

  test('with a body over 64 KiB are refused after authentication and before validation', async () => {
    const large = `{"name":"${'x'.repeat(64 * 1024)}"}`
    const caller = await newCaller()
    const refused = await caller.call('POST', '/v1/conversions', large)
    expect([refused.status, errorOf(refused)]).toEqual([413, 'http_error'])
    expect(refused.body.error.request_id).toBe(refused.headers.get('x-request-id'))
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('119')
    expect(errorOf(await caller.call('POST', '/v1/nowhere', large))).toBe('not_found')
    const free = await newCaller({ plan: 'free' })
    expect(errorOf(await free.call('POST', '/v1/conversions', large))).toBe('needs_pro')
    expect(errorOf(await send(null, 'POST', '/v1/conversions', large))).toBe('unauthenticated')
  })

  test('with a body of exactly 64 KiB are read', async () => {
    const body = JSON.stringify({ name: 'a', bytes: 1, spec })
    const response = await (await newCaller()).call('POST', '/v1/conversions', body.padEnd(64 * 1024, ' '))
    expect(response.status).toBe(201)
  })

  test('have their path checked before the Idempotency-Key', async () => {
    const caller = await newCaller()
    const keyed = { 'idempotency-key': 'k'.repeat(256) }
    expect(errorOf(await caller.call('POST', '/v1/nowhere', {}, keyed))).toBe('not_found')
    expect(errorOf(await caller.call('POST', '/v1/usage', {}, keyed))).toBe('method_not_allowed')
    const long = await caller.call('POST', '/v1/conversions', {}, keyed)
    expect([long.status, Object.keys(long.body.error.fields)]).toEqual([422, ['Idempotency-Key']])
    const fits = await caller.call('POST', '/v1/conversions', {}, { 'idempotency-key': 'k'.repeat(255) })
    expect(Object.keys(fits.body.error.fields)).not.toContain('Idempotency-Key')
  })

  test.each(['limit=1e1', 'limit=0x10', 'limit=', 'limit=%205', 'limit=-1', 'limit=1.5', 'status=', 'cursor='])(
    'for the list are refused with %s',
    async (query) => {
      const response = await (await newCaller()).call('GET', `/v1/conversions?${query}`)
      expect([response.status, errorOf(response)]).toEqual([422, 'invalid_request'])
    },
  )

  test('may have a name of 255 characters, whatever their bytes', async () => {
    const caller = await newCaller()
    const named = (name: string) => caller.call('POST', '/v1/conversions', { name, bytes: 1, spec })
    expect((await named('😀'.repeat(255))).body.data.name).toBe('😀'.repeat(255))
    expect(errorOf(await named('😀'.repeat(256)))).toBe('invalid_request')
    expect(errorOf(await named(''))).toBe('invalid_request')
  })

  test('that hit a bug get a 500 with their request id in the logs, and no stack trace in the response', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(env.FILES, 'head').mockRejectedValue(new Error('R2 is away: secret detail'))
    await runInDurableObject(accountOf(caller), (_, state) => {
      state.storage.sql.exec("update conversions set spec = 'not json'")
    })
    const response = await caller.call('GET', `/v1/conversions/${id}`)
    expect([response.status, errorOf(response)]).toEqual([500, 'server_error'])
    expect(response.text).not.toMatch(/JSON|at .*\.ts|stack|SyntaxError/)
    expect(logged.mock.calls.flat().join('\n')).toContain(response.headers.get('x-request-id') ?? 'none')
  })

  test('are logged as one JSON line each, without the key', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    const response = await caller.call('GET', `/v1/conversions/${id}`, undefined, { 'idempotency-key': 'mine alone' })
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines).toEqual([
      expect.objectContaining({
        event: 'request',
        request_id: response.headers.get('x-request-id'),
        account: caller.accountId,
        conversion: id,
        status: 200,
        ms: expect.any(Number),
      }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/rm_key_|mine alone|X-Amz/)
  })
})

describe('the rate limit', () => {
  test('lets a client succeed after Retry-After, and not one second earlier', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    for (let request = 0; request < 120; request++) {
      clockAt(start + request * 100)
      await caller.call('GET', '/v1/nowhere')
    }
    clockAt(start + 20_500)
    const refused = await caller.call('GET', '/v1/usage')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40'])
    clockAt(start + 59_500)
    expect((await caller.call('GET', '/v1/usage')).status).toBe(429)
    clockAt(start + 60_500)
    expect((await caller.call('GET', '/v1/usage')).status).toBe(200)
  })

  test('survives the eviction of the object', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    for (let request = 0; request < 120; request++) await caller.call('GET', '/v1/nowhere')
    const rings = () => runInDurableObject(accountOf(caller), (_, { storage }) => storage.getAlarm())
    expect(await rings()).toBeLessThan(start + 10 * second)
    clockAt(start + 9 * second)
    await ring(caller)
    await evictDurableObject(accountOf(caller))
    expect((await caller.call('GET', '/v1/usage')).status).toBe(429)
  })

  test('is separate for each key', async () => {
    const caller = await newCaller()
    for (let request = 0; request < 121; request++) await caller.call('GET', '/v1/nowhere')
    const { makeKey } = await import('../../../src/auth/tokens.ts')
    const other = await makeKey(caller.accountId, env.KEY_SECRET)
    await accountOf(caller).addKey('another', other.secretHash)
    expect((await caller.call('GET', '/v1/usage')).status).toBe(429)
    expect((await send(other.key, 'GET', '/v1/usage')).status).toBe(200)
  })
})

describe('idempotency', () => {
  const body = { name: 'a.csv', bytes: 3, spec }
  const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })

  test('makes one conversion from ten simultaneous requests', async () => {
    const caller = await newCaller()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => caller.call('POST', '/v1/conversions', body, keyed('a'))),
    )
    expect(new Set(responses.map((response) => response.text)).size).toBe(1)
    expect((await caller.call('GET', '/v1/conversions')).body.data).toHaveLength(1)
  })

  test('runs a waiting request alone if the response to its duplicate was not kept', async () => {
    const caller = await newCaller()
    for (let number = 0; number < 5; number++) await openAndStart(caller)
    const url = { url: 'https://203.0.114.1/a.csv', spec }
    const refused = await Promise.all([1, 2, 3].map(() => caller.call('POST', '/v1/conversions', url, keyed('b'))))
    expect(refused.map(errorOf)).toEqual(['too_many_active', 'too_many_active', 'too_many_active'])
    const [first] = (await caller.call('GET', '/v1/conversions')).body.data
    await caller.call('POST', `/v1/conversions/${first.id}/cancel`)
    const opened = await Promise.all([1, 2, 3].map(() => caller.call('POST', '/v1/conversions', url, keyed('b'))))
    expect(opened.map((response) => response.status)).toEqual([202, 202, 202])
    expect(new Set(opened.map((response) => response.body.data.id)).size).toBe(1)
  })

  test('frees a key after 24 hours', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const first = await caller.call('POST', '/v1/conversions', body, keyed('c'))
    clockAt(start + day - 1)
    expect((await caller.call('POST', '/v1/conversions', body, keyed('c'))).text).toBe(first.text)
    clockAt(start + day)
    const later = await caller.call('POST', '/v1/conversions', { ...body, bytes: 4 }, keyed('c'))
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([201, null])
  })

  test('keeps a refusal with its request id', async () => {
    const caller = await newCaller()
    const first = await caller.call('POST', '/v1/conversions', { name: 'a' }, keyed('d'))
    const again = await caller.call('POST', '/v1/conversions', { name: 'a' }, keyed('d'))
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([422, first.text, 'true'])
    expect(again.headers.get('x-request-id')).toBe(again.body.error.request_id)
    expect(again.headers.get('x-ratelimit-remaining')).toBe('118')
  })

  test('treats a body that is too large as the same request, whatever its chunks', async () => {
    const caller = await newCaller()
    const large = new TextEncoder().encode(`{"name":"${'x'.repeat(100 * 1024)}"}`)
    const inPieces = (bytes: number): ReadableStream =>
      new ReadableStream<Uint8Array>({
        start(sent) {
          for (let at = 0; at < large.length; at += bytes) sent.enqueue(large.subarray(at, at + bytes))
          sent.close()
        },
      })
    const first = await caller.call('POST', '/v1/conversions', inPieces(40_000), keyed('large'))
    expect([first.status, errorOf(first)]).toEqual([413, 'http_error'])
    for (const bytes of [30_000, 70_000, large.length]) {
      const again = await caller.call('POST', '/v1/conversions', inPieces(bytes), keyed('large'))
      expect([bytes, again.text, again.headers.get('idempotent-replayed')]).toEqual([bytes, first.text, 'true'])
    }
    const other = await caller.call('POST', '/v1/conversions', body, keyed('large'))
    expect(errorOf(other)).toBe('idempotency_mismatch')
  })

  test('does not keep a 5xx', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    await upload(caller, id)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const start = () => caller.call('POST', `/v1/conversions/${id}/start`, undefined, keyed('e'))
    const spoil = (text: string) =>
      runInDurableObject(accountOf(caller), (_, { storage }) => {
        storage.sql.exec('update conversions set spec = ?', text)
      })
    const good = JSON.stringify((await read(caller, id)).spec)
    await spoil('not json')
    expect((await start()).status).toBe(500)
    await spoil(good)
    expect((await start()).status).toBe(202)
  })

  test('gives 409 for a duplicate of a slow request, and 422 at once for another request with its key', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    await upload(caller, id)
    let isHeld = true
    await runInDurableObject(accountOf(caller), (instance) => {
      const inside = instance as unknown as { operations: { prepare: (...args: unknown[]) => Promise<unknown> } }
      const prepare = inside.operations.prepare.bind(inside.operations)
      inside.operations.prepare = async (...args) => {
        // oxlint-disable-next-line no-unmodified-loop-condition -- the test changes it
        while (isHeld) await scheduler.wait(5)
        return prepare(...args)
      }
      Object.assign((instance as unknown as { limits: Record<string, number> }).limits, { IDEMPOTENCY_WAIT_SECONDS: 1 })
    })
    const start = (key: string) => caller.call('POST', `/v1/conversions/${id}/start`, undefined, keyed(key))
    const first = start('f')
    const [twin, other] = await Promise.all([
      start('f'),
      caller.call('POST', `/v1/conversions/${id}/cancel`, undefined, keyed('f')),
    ])
    expect([twin.status, errorOf(twin)]).toEqual([409, 'request_in_progress'])
    expect([other.status, errorOf(other)]).toEqual([422, 'idempotency_mismatch'])
    isHeld = false
    expect((await first).status).toBe(202)
    expect((await start('f')).headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('time', () => {
  test('deletes files 24 hours after the end, and the row after 90 days', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const order = await begin(caller, id)
    await env.FILES.put(order.outputKey, 'abcde')
    await accountOf(caller).endRun(order, done)
    clockAt(start + day - 1)
    await ring(caller)
    expect((await read(caller, id)).output).toMatchObject({ bytes: 5 })
    clockAt(start + day)
    await ring(caller)
    expect(await read(caller, id)).toMatchObject({ status: 'done', output: null, report: { table: 'a' } })
    const gone = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, share: 'file' })
    expect([gone.status, errorOf(gone)]).toEqual([409, 'file_gone'])
    await expect.poll(() => env.FILES.head(uploadKey(caller.accountId, id))).toBeNull()
    await expect.poll(() => env.FILES.head(outputKey(caller.accountId, id, 1))).toBeNull()
    await expect
      .poll(() => runInDurableObject(accountOf(caller), (_, { storage }) => storage.getAlarm()))
      .toBeLessThanOrEqual(start + 90 * day)
    clockAt(start + 90 * day - 1)
    await ring(caller)
    expect((await caller.call('GET', '/v1/conversions')).body.data).toHaveLength(1)
    clockAt(start + 90 * day)
    await ring(caller)
    expect((await caller.call('GET', '/v1/conversions')).body.data).toEqual([])
  })

  test('expires the output on the hour, even before the alarm has fired', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const id = await openAndStart(caller)
    await accountOf(caller).endRun(await begin(caller, id), done)
    clockAt(start + day)
    expect((await read(caller, id)).output).toBeNull()
    const gone = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, share: 'file' })
    expect(errorOf(gone)).toBe('file_gone')
  })

  test('cancels an upload that never starts when it expires', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const id = await open(caller)
    await upload(caller, id)
    expect((await read(caller, id)).expires_at).toBe(new Date(start + day).toISOString())
    clockAt(start + day)
    await ring(caller)
    expect(await read(caller, id)).toMatchObject({
      status: 'canceled',
      finished_at: new Date(start + day).toISOString(),
    })
    await expect.poll(() => env.FILES.head(uploadKey(caller.accountId, id))).toBeNull()
  })

  test('ends a run after three hours, even without a report', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const id = await openAndStart(caller)
    expect((await read(caller, id)).expires_at).toBe(new Date(start + 27 * hour).toISOString())
    const order = await begin(caller, id)
    clockAt(start + 3 * hour)
    await ring(caller)
    expect(await read(caller, id)).toMatchObject({ status: 'failed', error: { code: 'timed_out', problems: [] } })
    expect(await accountOf(caller).endRun(order, done)).toBe('stop')
    expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(0)
  })

  test('ends the lease of a silent engine, and the next attempt begins', async () => {
    const start = Date.now()
    clockAt(start)
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const first = await begin(caller, id)
    clockAt(start + 30 * second)
    await ring(caller)
    expect((await read(caller, id)).status).toBe('queued')
    expect(await accountOf(caller).reportProgress(first, { rows: 1, bytes_read: 1, bytes_total: 3 })).toBe('stop')
    expect((await begin(caller, id)).attempt).toBe(2)
  })

  test('fails a waiting conversion when its account stays suspended', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    await accountOf(caller).change({ isSuspended: true })
    expect((await accountOf(caller).beginRun(id)).kind).toBe('nothing')
    await accountOf(caller).change({ isSuspended: false })
    expect(await read(caller, id)).toMatchObject({ status: 'failed', error: { code: 'account_suspended' } })
  })
})
