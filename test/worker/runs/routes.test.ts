import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import type { RunReply } from '../../../src/contract/run.ts'
import { type Capability, signCapability } from '../../../src/runs/capability.ts'
import { asId } from '../../container/run/support/start.ts'
import { runRoutes } from '../../../src/runs/routes.ts'

/** Mounts the routes as the Worker does. */
const worker = new Hono().route('/runs', runRoutes)
const secret = 'a secret of the test'
const calls: { method: string; args: unknown[] }[] = []
let reply: RunReply = 'continue'

const noting =
  (method: string) =>
  (...args: unknown[]): Promise<RunReply> => {
    calls.push({ method, args })
    return Promise.resolve(reply)
  }
const account = {
  reportProgress: noting('reportProgress'),
  reportInput: noting('reportInput'),
  reportMultipart: noting('reportMultipart'),
  endRun: noting('endRun'),
  checkAttempt: () => Promise.resolve(reply),
  orphansOf: (keys: readonly string[]) => Promise.resolve(keys),
}
const queried: string[] = []
const bindings = {
  FILES: env.FILES,
  RUN_SECRET: secret,
  LOCAL_TRUSTED_ORIGINS: '',
  ACCOUNT: {
    idFromName: (name: string) => name,
    get: (name: string) => {
      queried.push(name)
      return account
    },
  },
}

const ids = {
  accountId: asId<AccountId>('acc'),
  conversionId: asId<ConversionId>('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  attempt: 2,
}
const mine: Capability = {
  ...ids,
  inputKey: 'in/mine',
  outputKey: 'out/mine/2',
  mayDownload: false,
  expiresMs: Date.now() + 60_000,
}

interface Call {
  readonly method?: string
  readonly body?: BodyInit
  readonly headers?: Record<string, string>
  readonly capability?: Partial<Capability>
  readonly token?: string
}

async function call(
  path: string,
  { method = 'GET', body, headers = {}, capability, token }: Call = {},
): Promise<Response> {
  const bearer = token ?? (await signCapability({ ...mine, ...capability }, secret))
  const init = {
    method,
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body }),
  }
  return worker.request(`/runs${path}`, init, bindings)
}

const json = (value: unknown): Pick<Call, 'body' | 'headers'> => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})
const progress = { rows: 1, bytes_read: 2, bytes_total: 3 }

beforeEach(() => {
  calls.length = 0
  queried.length = 0
  reply = 'continue'
})

describe('a capability', () => {
  test('is needed on every route', async () => {
    for (const [method, path] of [
      ['GET', '/input'],
      ['GET', '/download?url=https://example.com'],
      ['PUT', '/progress'],
      ['PUT', '/file'],
      ['PUT', '/end'],
      ['PUT', '/output'],
      ['POST', '/output/parts'],
      ['PUT', '/output/parts/1'],
      ['POST', '/output/complete'],
    ] as [string, string][]) {
      const response = await worker.request(`/runs${path}`, { method }, bindings)
      expect([path, response.status]).toEqual([path, 401])
    }
    expect(calls).toEqual([])
  })

  test('is refused if it is made up, changed, expired or signed with another secret', async () => {
    const good = await signCapability(mine, secret)
    const [payload = '', tag = ''] = good.split('.')
    const other = (await signCapability({ ...mine, inputKey: 'in/other' }, secret)).split('.')[0] ?? ''
    const forged = [
      '',
      '.',
      'x.y',
      payload,
      `${payload}.`,
      `.${tag}`,
      `${other}.${tag}`,
      `${good}.x`,
      `${payload}.${tag.slice(0, -2)}`,
      await signCapability(mine, 'another secret'),
      await signCapability({ ...mine, expiresMs: Date.now() - 1 }, secret),
    ]
    for (const token of forged) {
      expect((await call('/progress', { method: 'PUT', ...json({ progress }), token })).status).toBe(401)
    }
    expect((await call('/progress', { method: 'PUT', ...json({ progress }), token: good })).status).toBe(200)
  })

  test('is valid only for its own attempt and account', async () => {
    await call('/progress', { method: 'PUT', ...json({ progress }) })
    expect(queried).toEqual(['acc'])
    expect(calls).toMatchObject([{ method: 'reportProgress', args: [ids, progress] }])
  })
})

describe('reports', () => {
  test('send `stop` to the engine as 409, and as a normal response at the end', async () => {
    reply = 'stop'
    expect((await call('/progress', { method: 'PUT', ...json({ progress }) })).status).toBe(409)
    const capability = { mayDownload: true }
    expect((await call('/file', { method: 'PUT', ...json({ bytes: 1 }), capability })).status).toBe(409)
    const end = await call('/end', { method: 'PUT', ...json({ kind: 'given_back' }) })
    expect([end.status, await end.json()]).toEqual([200, { reply: 'stop' }])
  })

  test('change nothing if they are invalid', async () => {
    for (const [path, value] of [
      ['/progress', { progress: { rows: 'x' } }],
      ['/progress', { progress: { ...progress, pass: 1 } }],
      ['/file', { bytes: -1 }],
      ['/file', { bytes: 1, name: 'half of a pair \ud83d' }],
      ['/end', { kind: 'failed', failure: { code: 'my_own_code', message: '', problems: [] } }],
      ['/end', { kind: 'done' }],
    ] as const) {
      const capability = { mayDownload: true }
      expect((await call(path, { method: 'PUT', ...json(value), capability })).ok).toBe(false)
    }
    expect(calls).toEqual([])
  })
})

const range = (value: string, etag: string): Call => ({ headers: { range: value, 'if-match': `"${etag}"` } })

const status = async (wish: Call): Promise<number> => {
  const response = await call('/input', wish)
  await response.body?.cancel()
  return response.status
}

const part = (fill: number, size = 5 << 20): Uint8Array => new Uint8Array(size).fill(fill)

async function upload(parts: readonly Uint8Array[], target = 'output'): Promise<{ id: string; uploaded: unknown[] }> {
  const capability = { mayDownload: target === 'input' }
  const begun = await call(`/${target}/parts`, { method: 'POST', capability })
  const { upload: id } = await begun.json<{ upload: string }>()
  const uploaded: unknown[] = []
  for (const [at, body] of parts.entries()) {
    const response = await call(`/${target}/parts/${at + 1}?upload=${encodeURIComponent(id)}`, {
      method: 'PUT',
      body,
      capability,
    })
    uploaded.push(await response.json())
  }
  return { id, uploaded }
}
const complete = (id: string, parts: unknown, target = 'output'): Promise<Response> =>
  call(`/${target}/complete?upload=${encodeURIComponent(id)}`, {
    method: 'POST',
    ...json({ parts, progress }),
    capability: { mayDownload: target === 'input' },
  })

describe('input', () => {
  const bytes = new Uint8Array(1000).map((_, at) => at % 251)

  test('is sent by range while it is the file of the start', async () => {
    const { etag } = (await env.FILES.put('in/mine', bytes)) as R2Object
    const response = await call('/input', range('bytes=10-19', etag))
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 10-19/1000')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    const tail = await call('/input', range('bytes=990-2000', etag))
    expect(new Uint8Array(await tail.arrayBuffer())).toEqual(bytes.subarray(990))
  })

  test('has an error for a range past its end, a changed or missing file, and a missing range', async () => {
    const { etag } = (await env.FILES.put('in/mine', bytes)) as R2Object
    expect(await status(range('bytes=1000-1001', etag))).toBe(416)
    expect(await status(range('bytes=20-10', etag))).toBe(416)
    expect(await status({ headers: { 'if-match': `"${etag}"` } })).toBe(400)
    expect(await status({ headers: { range: 'bytes=0-9' } })).toBe(400)
    await env.FILES.put('in/mine', bytes.subarray(1))
    expect(await status(range('bytes=0-9', etag))).toBe(412)
    await env.FILES.delete('in/mine')
    expect(await status(range('bytes=0-9', etag))).toBe(404)
  })
})

describe('output', () => {
  test('is completed from its parts, even if the response was lost and the request repeated', async () => {
    const { id, uploaded } = await upload([part(1), part(2), part(3, 100)])
    expect(await env.FILES.head('out/mine/2')).toBeNull()
    const first = await (await complete(id, uploaded)).json<{ etag: string; bytes: number }>()
    expect(first.bytes).toBe((10 << 20) + 100)
    expect(await (await complete(id, uploaded)).json()).toEqual(first)
    expect((await env.FILES.head('out/mine/2'))?.size).toBe(first.bytes)
    await env.FILES.delete('out/mine/2')
  })

  test('is stored from streamed parts, but never from one with a broken connection', async () => {
    const capability = {}
    const begun = await call('/output/parts', { method: 'POST', capability })
    const { upload: id } = await begun.json<{ upload: string }>()
    const put = (number: number, chunks: readonly Uint8Array[], length: number): Promise<Response> =>
      call(`/output/parts/${number}?upload=${encodeURIComponent(id)}`, {
        method: 'PUT',
        body: new ReadableStream<Uint8Array>({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk)
            controller.close()
          },
        }),
        headers: { 'content-length': String(length) },
      })
    const first = await put(1, [part(1, 3 << 20), part(2, 2 << 20)], 5 << 20)
    expect((await put(2, [part(3, 50)], 100)).status).toBe(500)
    const second = await put(2, [part(3, 50), part(4, 50)], 100)
    const done = await complete(id, [await first.json(), await second.json()])
    expect(await done.json()).toMatchObject({ bytes: (5 << 20) + 100 })
    const stored = new Uint8Array(await ((await env.FILES.get('out/mine/2')) as R2ObjectBody).arrayBuffer())
    expect([stored[0], stored[3 << 20], stored.at(-51), stored.at(-1)]).toEqual([1, 2, 3, 4])
    await env.FILES.delete('out/mine/2')
  })

  test('is never stored for an attempt that lost its lease', async () => {
    const { id, uploaded } = await upload([part(1, 100)])
    reply = 'stop'
    expect((await complete(id, uploaded)).status).toBe(409)
    expect(await env.FILES.head('out/mine/2')).toBeNull()
    const aborted = await call(`/output/parts?upload=${encodeURIComponent(id)}`, { method: 'DELETE' })
    expect(aborted.status).toBe(204)
  })

  test('may be one put, or empty', async () => {
    const response = await call('/output', { method: 'PUT', body: new Uint8Array(0) })
    expect(await response.json()).toMatchObject({ bytes: 0 })
    await env.FILES.delete('out/mine/2')
  })
})

const path = (url: string): string => `/download?url=${encodeURIComponent(url)}`

describe('a downloaded file', () => {
  test('is written only by a run that downloads', async () => {
    const body = new Uint8Array(10)
    expect((await call('/input', { method: 'PUT', body })).status).toBe(404)
    expect((await call('/input/parts', { method: 'POST' })).status).toBe(404)
    expect(await env.FILES.head('in/mine')).toBeNull()
    expect((await call('/input', { method: 'PUT', body, capability: { mayDownload: true } })).status).toBe(200)
    expect((await env.FILES.head('in/mine'))?.size).toBe(10)
    await env.FILES.delete('in/mine')
  })

  test('is reported only by a run that downloads, because the size of an upload is known and counted', async () => {
    const report = { method: 'PUT', ...json({ bytes: 1 }) }
    expect((await call('/file', report)).status).toBe(404)
    expect(calls).toEqual([])
    expect((await call('/file', { ...report, capability: { mayDownload: true } })).status).toBe(200)
    expect(calls).toMatchObject([{ method: 'reportInput', args: [ids, { bytes: 1 }] }])
  })

  test('is completed from its parts', async () => {
    const { id, uploaded } = await upload([part(1), part(2, 100)], 'input')
    expect(uploaded).toMatchObject([{ partNumber: 1 }, { partNumber: 2 }])
    expect(await env.FILES.head('in/mine')).toBeNull()
    expect(await (await complete(id, uploaded, 'input')).json()).toMatchObject({ bytes: (5 << 20) + 100 })
    await env.FILES.delete('in/mine')
  })

  test.each([
    // The platform decodes these, so lengths and ranges of the encoded bytes are useless.
    ['gzip', { 'x-download-content-encoding': null, 'x-download-content-length': null, 'x-download-etag': null }],
    ['br', { 'x-download-content-encoding': null, 'x-download-last-modified': null }],
    // The engine decodes the others if it can.
    ['deflate', { 'x-download-content-encoding': 'deflate', 'x-download-etag': '"v1"' }],
    ['identity', { 'x-download-content-encoding': 'identity', 'x-download-content-length': '4' }],
  ])('keeps only the true headers of its encoding: %s', async (encoding, expected) => {
    const sent = { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT', 'content-length': '4' }
    const far = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() =>
        Promise.resolve(
          new Response('file', { headers: { ...sent, 'content-encoding': encoding }, encodeBody: 'manual' }),
        ),
      )
    Object.assign(bindings, { LOCAL_ENGINE_URL: 'http://127.0.0.1:9', LOCAL_TRUSTED_ORIGINS: 'https://files.test' })
    const response = await call(path('https://files.test/a.csv'), { capability: { mayDownload: true } })
    Object.assign(bindings, { LOCAL_ENGINE_URL: '', LOCAL_TRUSTED_ORIGINS: '' })
    far.mockRestore()
    await response.body?.cancel()
    const names = Object.keys(expected)
    expect(Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))).toEqual(expected)
  })

  test('may be requested again if its name has no address, because the resolver may have failed', async () => {
    const resolver = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no resolver'))
    const response = await call(path('https://files.example.com/a.csv'), { capability: { mayDownload: true } })
    resolver.mockRestore()
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'The host files.example.com has no IP address.' },
    ])
  })

  test('is not downloaded from a forbidden URL, or for another run', async () => {
    expect((await call(path('https://example.com/'))).status).toBe(404)
    for (const url of [
      'https://127.0.0.1/',
      'http://example.com/',
      'https://169.254.169.254/',
      'file:///etc/passwd',
      '',
    ]) {
      const response = await call(path(url), { capability: { mayDownload: true } })
      expect([url, response.status]).toEqual([url, 422])
    }
  })
})
