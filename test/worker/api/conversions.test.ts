import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { outputKey, uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, done, newCaller, open, openAndStart, send, spec, upload } from './support.ts'

const errorOf = (response: { body: { error?: { code: string } } }): string | undefined => response.body?.error?.code

describe('authorization', () => {
  test('fails without a key, and with a made-up key, a session or a revoked key', async () => {
    const caller = await newCaller()
    expect((await send(null, 'GET', '/v1/usage')).status).toBe(401)
    const last = caller.key.at(-1) === '0' ? '1' : '0'
    expect(errorOf(await send(`${caller.key.slice(0, -1)}${last}`, 'GET', '/v1/usage'))).toBe('unauthenticated')
    const session = `rm_ses_${caller.accountId}_${'a'.repeat(32)}${'0'.repeat(16)}`
    expect(errorOf(await send(session, 'GET', '/v1/usage'))).toBe('forbidden')
    const described = await accountOf(caller).describe()
    await accountOf(caller).revokeKey(described?.keys[0]?.id ?? '')
    expect(errorOf(await caller.call('GET', '/v1/usage'))).toBe('unauthenticated')
  })

  test('names the sign-in method in every 401, as HTTP requires', async () => {
    const caller = await newCaller()
    const [key] = (await accountOf(caller).describe())?.keys ?? []
    await accountOf(caller).revokeKey(key?.id ?? '')
    const responses = [await send(null, 'GET', '/v1/usage'), await caller.call('HEAD', '/v1/usage')]
    expect(responses.map(({ status, headers }) => [status, headers.get('www-authenticate')])).toEqual([
      [401, 'Bearer'],
      [401, 'Bearer'],
    ])
  })

  test('fails for a suspended account and one without the plan, before anything else', async () => {
    const free = await newCaller({ plan: 'free' })
    const refused = await free.call('GET', '/v1/nowhere')
    expect([refused.status, errorOf(refused)]).toEqual([402, 'needs_pro'])
    await accountOf(free).change({ isSuspended: true })
    const suspended = await free.call('GET', '/v1/nowhere')
    expect([suspended.status, errorOf(suspended)]).toEqual([403, 'suspended'])
  })

  test('keeps accounts from seeing each other’s data', async () => {
    const [a, b] = [await newCaller(), await newCaller()]
    const id = await open(a)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['POST', '/cases'],
    ] as const) {
      const response = await b.call(
        method,
        `/v1/conversions/${id}${path}`,
        path === '/cases' ? { consent: true } : undefined,
      )
      expect([response.status, errorOf(response)]).toEqual([404, 'not_found'])
    }
    expect((await b.call('GET', '/v1/conversions')).body.data).toEqual([])
  })
})

describe('every response', () => {
  test('has a request id, and a successful one has the remaining requests of the minute', async () => {
    const caller = await newCaller()
    const good = await caller.call('GET', '/v1/usage')
    expect(good.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect([good.headers.get('x-ratelimit-limit'), good.headers.get('x-ratelimit-remaining')]).toEqual(['120', '119'])
    const bad = await caller.call('GET', '/v1/nowhere')
    expect([bad.status, errorOf(bad), bad.body.error.request_id]).toEqual([
      404,
      'not_found',
      bad.headers.get('x-request-id'),
    ])
    const wrongMethod = await caller.call('PUT', '/v1/conversions')
    expect([wrongMethod.status, errorOf(wrongMethod), wrongMethod.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, POST',
    ])
  })

  test('is a refusal for the 121st request in a minute, and says when the next one fits', async () => {
    const caller = await newCaller()
    for (let request = 0; request < 120; request++) expect((await caller.call('GET', '/v1/usage')).status).toBe(200)
    const refused = await caller.call('GET', '/v1/usage')
    expect([refused.status, errorOf(refused), refused.headers.get('x-ratelimit-remaining')]).toEqual([
      429,
      'rate_limited',
      '0',
    ])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
  })
})

describe('opening', () => {
  test('fills in the spec and returns a URL for the upload', async () => {
    const caller = await newCaller()
    const { status, body } = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 3, spec })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      status: 'awaiting_upload',
      name: 'a.csv',
      bytes: 3,
      report: null,
      error: null,
      output: null,
      started_at: null,
    })
    expect(body.data.spec.output).toMatchObject({
      format: 'sql',
      style: 'inserts',
      batch_rows: 500,
      create_table: true,
      column_names: 'snake_case',
    })
    expect(body.data.spec.inference).toMatchObject({
      sample_rows: 10_000,
      date_order: 'auto',
      keep_leading_zeros: true,
    })
    expect(body.data.upload.url).toMatch(/^https:\/\/s3\.example\/.*X-Amz-Signature=/)
  })

  test.each([
    ['no spec', { name: 'a', bytes: 1 }, 422, 'invalid_request'],
    ['no bytes', { name: 'a', spec }, 422, 'invalid_request'],
    ['an unknown field', { name: 'a', bytes: 1, spec, nmae: 'b' }, 422, 'invalid_request'],
    ['both shapes', { name: 'a', bytes: 1, url: 'https://example.com/a', spec }, 422, 'invalid_request'],
    ['bytes of no file', { name: 'a', bytes: 0, spec }, 422, 'invalid_request'],
    ['a control character', { name: 'a\n', bytes: 1, spec }, 422, 'invalid_request'],
    ['malformed JSON', '{', 422, 'invalid_request'],
    ['an unknown dialect', { name: 'a', bytes: 1, spec: { output: { dialect: 'db2' } } }, 422, 'invalid_spec'],
    [
      'a typo in the spec',
      { name: 'a', bytes: 1, spec: { output: { dialect: 'mysql', tabel: 'x' } } },
      422,
      'invalid_spec',
    ],
    [
      'a dump into MySQL',
      { name: 'a', bytes: 1, spec: { input: { format: 'sql_dump' }, output: { dialect: 'mysql' } } },
      422,
      'invalid_spec',
    ],
    ['over 5 GiB', { name: 'a', bytes: 5 * 1024 ** 3 + 1, spec }, 413, 'too_big'],
    ['over the allowance', { name: 'a', bytes: 5_000_000_001, spec }, 402, 'over_quota'],
    ['http', { url: 'http://example.com/a.csv', spec }, 422, 'invalid_url'],
    ['a private address', { url: 'https://10.0.0.1/a.csv', spec }, 422, 'invalid_url'],
    ['a user name', { url: 'https://me@example.com/a.csv', spec }, 422, 'invalid_url'],
    ['another port', { url: 'https://example.com:444/a.csv', spec }, 422, 'invalid_url'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await (await newCaller()).call('POST', '/v1/conversions', body)
    expect([response.status, errorOf(response)]).toEqual([status, code])
  })
})

describe('the life of a conversion', () => {
  test('begins once the whole file is uploaded, and only once', async () => {
    const caller = await newCaller()
    const id = await open(caller, 3)
    const start = () => caller.call('POST', `/v1/conversions/${id}/start`)
    expect(errorOf(await start())).toBe('not_uploaded')
    await upload(caller, id, 2)
    expect(errorOf(await start())).toBe('not_uploaded')
    await upload(caller, id, 3)
    const [first, second] = await Promise.all([start(), start()])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(errorOf(await start())).toBe('already_started')
  })

  test('goes from running to done, is counted once, and has a signed URL for its output', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller, 3)
    const order = await begin(caller, id)
    expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data).toMatchObject({
      status: 'running',
      progress: { rows: 0 },
    })
    await accountOf(caller).reportProgress(order, { rows: 10, bytes_read: 2, bytes_total: 3 })
    await accountOf(caller).reportProgress(order, { rows: 4, bytes_read: 1, bytes_total: 3 })
    expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data.progress).toEqual({
      rows: 10,
      bytes_read: 2,
      bytes_total: 3,
    })
    // The file is read again. The report shows the pass, and progress never decreases.
    await accountOf(caller).reportProgress(order, { rows: 1, bytes_read: 1, bytes_total: 3, pass: 2 })
    await accountOf(caller).reportProgress(order, { rows: 2, bytes_read: 1, bytes_total: 3 })
    expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data.progress).toEqual({
      rows: 10,
      bytes_read: 2,
      bytes_total: 3,
      pass: 2,
    })
    expect(await accountOf(caller).endRun(order, done)).toBe('continue')
    expect(await accountOf(caller).endRun(order, done)).toBe('stop')
    const { data } = (await caller.call('GET', `/v1/conversions/${id}`)).body
    expect(data).toMatchObject({ status: 'done', error: null, progress: null, output: { bytes: 5, name: 'a.sql' } })
    expect(new Date(data.expires_at).getTime() - new Date(data.finished_at).getTime()).toBe(86_400_000)
    expect((await caller.call('GET', '/v1/usage')).body.data).toMatchObject({
      used: 3,
      limit: 5_000_000_000,
      left: 4_999_999_997,
    })
    for (const path of ['start', 'cancel'])
      expect((await caller.call('POST', `/v1/conversions/${id}/${path}`)).status).toBe(409)
  })

  test('ignores an outdated attempt, and fails after the last one', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const first = await begin(caller, id)
    expect(await accountOf(caller).beginRun(id)).toEqual({ kind: 'nothing' })
    expect(await accountOf(caller).endRun(first, { kind: 'given_back' })).toBe('continue')
    const second = await begin(caller, id)
    expect(second.attempt).toBe(2)
    expect(await accountOf(caller).endRun(first, done)).toBe('stop')
    await accountOf(caller).endRun(second, { kind: 'given_back' })
    const third = await begin(caller, id)
    await accountOf(caller).endRun(third, { kind: 'given_back' })
    expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error', doc_url: 'https://api.example/docs/codes#internal_error' },
    })
    expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(0)
  })

  test('ends with a cancellation that comes before the result, and its files are deleted', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const order = await begin(caller, id)
    await env.FILES.put(outputKey(caller.accountId, id, 1), 'late')
    const canceled = await caller.call('POST', `/v1/conversions/${id}/cancel`)
    expect([canceled.status, canceled.body.data.status]).toEqual([200, 'canceled'])
    expect(await accountOf(caller).endRun(order, done)).toBe('stop')
    expect((await caller.call('POST', `/v1/conversions/${id}/cancel`)).body).toEqual(canceled.body)
    await expect.poll(() => env.FILES.head(uploadKey(caller.accountId, id))).toBeNull()
    await expect.poll(() => env.FILES.head(outputKey(caller.accountId, id, 1))).toBeNull()
  })

  test('ends with its deletion in any state', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const order = await begin(caller, id)
    expect((await caller.call('DELETE', `/v1/conversions/${id}`)).status).toBe(204)
    expect((await caller.call('GET', `/v1/conversions/${id}`)).status).toBe(404)
    expect(await accountOf(caller).endRun(order, done)).toBe('stop')
    expect((await caller.call('DELETE', `/v1/conversions/${id}`)).status).toBe(404)
  })
})

describe('limits', () => {
  test('allow five active conversions, and the sixth waits for one to end', async () => {
    const caller = await newCaller()
    const ids = []
    for (let number = 0; number < 5; number++) ids.push(await openAndStart(caller))
    const sixth = await open(caller)
    await upload(caller, sixth)
    const refused = await caller.call('POST', `/v1/conversions/${sixth}/start`)
    expect([refused.status, errorOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_active',
      '30',
    ])
    await caller.call('POST', `/v1/conversions/${ids[0]}/cancel`)
    expect((await caller.call('POST', `/v1/conversions/${sixth}/start`)).status).toBe(202)
  })

  test('reserve the bytes of active conversions', async () => {
    const caller = await newCaller({ allowanceBytes: 10 })
    const [a, b] = [await open(caller, 6), await open(caller, 6)]
    await upload(caller, a, 6)
    await upload(caller, b, 6)
    const responses = await Promise.all([a, b].map((id) => caller.call('POST', `/v1/conversions/${id}/start`)))
    expect(responses.map((response) => response.status).toSorted((one, other) => one - other)).toEqual([202, 402])
  })
})

describe('the list', () => {
  test('has pages, newest first, that stay stable while new conversions arrive', async () => {
    const caller = await newCaller()
    const ids = []
    for (let number = 0; number < 5; number++) ids.unshift(await open(caller))
    const first = await caller.call('GET', '/v1/conversions?limit=2')
    await open(caller)
    const second = await caller.call(
      'GET',
      `/v1/conversions?limit=2&cursor=${encodeURIComponent(first.body.meta.next_cursor)}`,
    )
    const third = await caller.call(
      'GET',
      `/v1/conversions?limit=2&cursor=${encodeURIComponent(second.body.meta.next_cursor)}`,
    )
    const listed = [first, second, third].flatMap((page) => page.body.data.map((one: { id: string }) => one.id))
    expect(listed).toEqual(ids)
    expect(third.body.meta.next_cursor).toBeNull()
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'status=gone', 'cursor=nonsense'])('refuses %s', async (query) => {
    const response = await (await newCaller()).call('GET', `/v1/conversions?${query}`)
    expect([response.status, errorOf(response)]).toEqual([422, 'invalid_request'])
  })
})

describe('idempotency', () => {
  const body = { name: 'a.csv', bytes: 3, spec }
  const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })

  test('repeats the first response for the same request, byte for byte', async () => {
    const caller = await newCaller()
    const first = await caller.call('POST', '/v1/conversions', body, keyed('a'))
    const again = await caller.call('POST', '/v1/conversions', body, keyed('a'))
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
    expect(again.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
    expect((await caller.call('GET', '/v1/conversions')).body.data).toHaveLength(1)
  })

  test('makes one conversion from two simultaneous requests', async () => {
    const caller = await newCaller()
    const responses = await Promise.all([1, 2].map(() => caller.call('POST', '/v1/conversions', body, keyed('b'))))
    expect(responses.map((response) => response.status)).toEqual([201, 201])
    expect(responses[0]?.text).toBe(responses[1]?.text)
  })

  test('refuses a key in a header with another name, because the client relies on it', async () => {
    const caller = await newCaller()
    for (const name of ['X-Idempotency-Key', 'Idempotency_Key', 'IdempotencyKey', 'Idempotent-Key']) {
      const refused = await caller.call('POST', '/v1/conversions', body, { [name.toLowerCase()]: 'x' })
      expect(refused.body.error.message).toBe(`${name} is not a known header. Send the key as Idempotency-Key`)
    }
    const both = await caller.call('POST', '/v1/conversions', body, { ...keyed('x'), 'x-idempotency-key': 'x' })
    expect(both.status).toBe(201)
    expect((await caller.call('GET', '/v1/conversions')).body.data).toHaveLength(1)
  })

  test('refuses an empty key of a POST, because a client with an empty variable relies on it', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    const message = 'Idempotency-Key must not be empty. Send a new key, such as a UUID, or leave the header out'
    for (const path of ['', `/${id}/start`, `/${id}/cancel`, `/${id}/cases`])
      for (const key of ['', ' \t']) {
        const refused = await caller.call('POST', `/v1/conversions${path}`, path === '' ? body : undefined, keyed(key))
        expect([refused.status, refused.body.error.message]).toEqual([422, message])
      }
    const read = await caller.call('GET', '/v1/conversions', undefined, keyed(''))
    expect(read.body.data.map(({ id: listed }: { id: string }) => listed)).toEqual([id])
  })

  test('refuses another body with the same key, keeps a refusal, and does not keep a response that may change', async () => {
    const caller = await newCaller()
    await caller.call('POST', '/v1/conversions', body, keyed('c'))
    const other = await caller.call('POST', '/v1/conversions', { ...body, bytes: 4 }, keyed('c'))
    expect([other.status, errorOf(other)]).toEqual([422, 'idempotency_mismatch'])
    const id = await open(caller)
    const refused = await caller.call('POST', `/v1/conversions/${id}/start`, undefined, keyed('d'))
    expect(errorOf(refused)).toBe('not_uploaded')
    await upload(caller, id)
    expect((await caller.call('POST', `/v1/conversions/${id}/start`, undefined, keyed('d'))).text).toBe(refused.text)
    expect(errorOf(await caller.call('POST', '/v1/conversions', body, keyed('k'.repeat(256))))).toBe('invalid_request')
  })
})

describe('cases', () => {
  test('need an ended conversion and consent', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const openCase = (body: unknown) => caller.call('POST', `/v1/conversions/${id}/cases`, body)
    expect(errorOf(await openCase({ consent: true }))).toBe('not_finished')
    await accountOf(caller).endRun(await begin(caller, id), done)
    expect(errorOf(await openCase({}))).toBe('invalid_request')
    expect(errorOf(await openCase({ consent: true, note: 'x'.repeat(2001) }))).toBe('invalid_request')
    const made = await openCase({ consent: true, share: 'file', email: 'me@example.com' })
    expect([made.status, made.body.data]).toEqual([
      201,
      expect.objectContaining({ conversion_id: id, share: 'file', status: 'open' }),
    ])
    await env.FILES.delete(uploadKey(caller.accountId, id))
    expect(errorOf(await openCase({ consent: true, share: 'file' }))).toBe('file_gone')
  })
})
