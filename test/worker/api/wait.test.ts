import { describe, expect, test } from 'vitest'
import { env } from 'cloudflare:workers'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, type Caller, done, newCaller, open, openAndStart, spec } from './support.ts'

const finish = async (caller: Caller, id: ConversionId): Promise<void> => {
  await accountOf(caller).endRun(await begin(caller, id), done)
}

const newest = async (caller: Caller): Promise<ConversionId> => {
  for (;;) {
    const { body } = await caller.call('GET', '/v1/conversions?limit=1')
    if (body.data.length > 0) return body.data[0].id as ConversionId
  }
}

describe('a request that waits', () => {
  test('gets its response when the conversion has ended', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const waiting = Promise.all([1, 2, 3].map(() => caller.call('GET', `/v1/conversions/${id}?wait=30`)))
    await finish(caller, id)
    for (const response of await waiting) {
      expect([response.status, response.body.data.status]).toEqual([200, 'done'])
      expect(response.body.data.output.url).toMatch(/^https?:/)
      expect(response.headers.get('x-ratelimit-remaining')).not.toBeNull()
    }
  })

  test('gets the current state after its time limit', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const response = await caller.call('GET', `/v1/conversions/${id}?wait=1`)
    expect([response.status, response.body.data.status]).toEqual([200, 'queued'])
  })

  test('does not wait for an ended conversion, and learns of a deletion at once', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const waiting = caller.call('GET', `/v1/conversions/${id}?wait=30`)
    await caller.call('DELETE', `/v1/conversions/${id}`)
    expect((await waiting).status).toBe(404)
    const canceled = await open(caller)
    await caller.call('POST', `/v1/conversions/${canceled}/cancel`)
    expect((await caller.call('GET', `/v1/conversions/${canceled}?wait=60`)).body.data.status).toBe('canceled')
  })

  test('is refused for an upload, which opens no conversion', async () => {
    const caller = await newCaller()
    const upload = { name: 'a.csv', bytes: 3, spec }
    const refused = await caller.call('POST', '/v1/conversions?wait=30', upload)
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['wait']])
    expect((await caller.call('GET', '/v1/conversions')).body.data).toEqual([])
    expect((await caller.call('POST', '/v1/conversions?wait=0', upload)).status).toBe(201)
  })

  test.each(['wait=61', 'wait=-1', 'wait=1.5', 'wait=', 'wiat=5', 'wait=1&wait=2'])('%s is refused', async (query) => {
    const caller = await newCaller()
    const id = await open(caller)
    expect((await caller.call('GET', `/v1/conversions/${id}?${query}`)).status).toBe(422)
  })
})

describe('a file in the request', () => {
  const content = 'id,name\n1,Ann\n'

  test('is stored and converted, and the response is the ended conversion', async () => {
    const caller = await newCaller()
    const body = { content, name: 'people.csv', spec }
    const creating = caller.call('POST', '/v1/conversions?wait=30', body)
    const id = await newest(caller)
    const stored = await env.FILES.get(uploadKey(caller.accountId, id))
    expect(await stored?.text()).toBe(content)
    await finish(caller, id)
    const created = await creating
    expect([created.status, created.body.data.status, created.body.data.bytes]).toEqual([200, 'done', 14])
  })

  test('is queued if the request does not wait long enough', async () => {
    const caller = await newCaller()
    const created = await caller.call('POST', '/v1/conversions?wait=1', { content, spec })
    expect([created.status, created.body.data.status, created.body.data.name]).toEqual([202, 'queued', 'file'])
    expect((await caller.call('POST', '/v1/conversions', { content, spec })).status).toBe(202)
  })

  test('may be in base64', async () => {
    const caller = await newCaller()
    const body = { content: btoa(content), content_encoding: 'base64', spec }
    const { status, body: created } = await caller.call('POST', '/v1/conversions', body)
    expect([status, created.data.bytes]).toEqual([202, content.length])
    const stored = await env.FILES.get(uploadKey(caller.accountId, created.data.id))
    expect(await stored?.text()).toBe(content)
  })

  test('may look like base64 if the client calls it a text', async () => {
    const caller = await newCaller()
    const token = `${btoa('{"alg":"HS256",\n"typ":"JWT"}')}\n`
    const body = { content: token, content_encoding: 'text', spec }
    const { status, body: created } = await caller.call('POST', '/v1/conversions', body)
    expect(status).toBe(202)
    const stored = await env.FILES.get(uploadKey(caller.accountId, created.data.id))
    expect(await stored?.text()).toBe(token)
    expect((await caller.call('POST', '/v1/conversions', { content: token, spec })).status).toBe(422)
  })

  test('is converted once for one idempotency key', async () => {
    const caller = await newCaller()
    const send = () => caller.call('POST', '/v1/conversions', { content, spec }, { 'idempotency-key': 'k' })
    const [first, second] = [await send(), await send()]
    expect(second.body.data.id).toBe(first.body.data.id)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('counts toward the allowance and the active conversions like any other', async () => {
    const small = await newCaller({ allowanceBytes: 10 })
    expect((await small.call('POST', '/v1/conversions', { content, spec })).body.error.code).toBe('over_quota')
    const caller = await newCaller()
    for (let count = 0; count < 5; count++) await caller.call('POST', '/v1/conversions', { content, spec })
    expect((await caller.call('POST', '/v1/conversions', { content, spec })).body.error.code).toBe('too_many_active')
  })

  test('may have at most 10 MB', async () => {
    const caller = await newCaller()
    const large = await caller.call('POST', '/v1/conversions', { content: 'x'.repeat(10_000_001), spec })
    expect([large.status, large.body.error.code]).toEqual([413, 'too_big'])
    const largest = await caller.call('POST', '/v1/conversions', { content: 'x'.repeat(10_000_000), spec })
    expect(largest.status).toBe(202)
    const cut = await caller.call('POST', '/v1/conversions', { content: 'x'.repeat(20_000_001), spec })
    expect([cut.status, cut.body.error.message]).toEqual([
      413,
      'A JSON body without content may have at most 64 KiB (65,536 bytes). Send a file of up to 10 MB as content, and upload a larger one.',
    ])
  })

  test('may be too large, and another mistake is still reported', async () => {
    const caller = await newCaller()
    const large = JSON.stringify({ content: 'a,b\n'.repeat(20_000), spec: { output: { dialect: 'postgres' } } })
    const mistaken = await caller.call('POST', '/v1/conversions', large)
    expect([mistaken.status, mistaken.body.error.code]).toEqual([422, 'invalid_spec'])
    const broken = await caller.call('POST', '/v1/conversions', `${large.slice(0, -1)},}`)
    expect([broken.status, broken.body.error.message]).toEqual([422, expect.stringContaining('Remove the comma')])
  })

  test('may begin with a byte order mark, but must not be compressed', async () => {
    const caller = await newCaller()
    const body = JSON.stringify({ content, spec })
    expect((await caller.call('POST', '/v1/conversions', `\u{FEFF}${body}`)).status).toBe(202)
    const gzip = new Response(body).body?.pipeThrough(new CompressionStream('gzip'))
    const { error } = (await caller.call('POST', '/v1/conversions', gzip)).body
    expect(error.message).toBe('body must not be compressed')
  })

  test.each([
    [{ content: '' }, 'content must not be empty'],
    [{ content: 7 }, 'content must be the text of the file, such as "id,name\\n1,Ann\\n"; got 7'],
    [{ content: 'a===', content_encoding: 'base64' }, 'content must be base64 (RFC 4648, padded); character 4 is "="'],
    [
      { content, content_encoding: 'gzip' },
      'content_encoding must be one of text, base64; got "gzip". Did you mean "base64"?',
    ],
    [{ content, bytes: 3 }, 'bytes must not be sent together with content'],
    [{ content, url: 'https://example.com/a' }, 'url must not be sent together with content'],
    [{ contents: 'a', name: 'a', bytes: 1 }, 'contents is not a known field. Did you mean "content"?'],
  ])('%j is refused: %s', async (more, message) => {
    const caller = await newCaller()
    const { status, body } = await caller.call('POST', '/v1/conversions', { ...more, spec })
    expect([status, body.error.message]).toEqual([422, message])
  })
})
