import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { RunOutcome } from '../../../src/contract/run.ts'
import { capabilityOf, signCapability } from '../../../src/runs/capability.ts'
import { runRoutes } from '../../../src/runs/routes.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from '../api/support.ts'

const routes = new Hono().route('/runs', runRoutes)
const progress = { rows: 1, bytes_read: 2, bytes_total: 3 }
const broken: RunOutcome = { kind: 'failed', failure: { code: 'corrupt_file', message: 'broken', problems: [] } }

/** Returns a run that has written its output, and the access that its capability still has. */
async function written(caller: Caller) {
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const token = await signCapability({ ...capabilityOf(order), mayDownload: true }, env.RUN_SECRET)
  const ask = async (method: string, path: string, body?: BodyInit): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return routes.request(`/runs${path}`, { method, headers, ...(body === undefined ? {} : { body }) }, env)
  }
  const begun = await (await ask('POST', '/output/parts')).json<{ upload: string }>()
  expect((await ask('PUT', '/output', 'truth')).status).toBe(200)
  return { id, order, ask, upload: encodeURIComponent(begun.upload) }
}

type Written = Awaited<ReturnType<typeof written>>

const ends: readonly (readonly [string, string | null, (caller: Caller, run: Written) => Promise<unknown>])[] = [
  ['is done', 'truth', (caller, { order }) => accountOf(caller).endRun(order, done)],
  ['has failed', null, (caller, { order }) => accountOf(caller).endRun(order, broken)],
  // The next attempt deletes the objects of this one when it begins.
  ['was given back', 'truth', (caller, { order }) => accountOf(caller).endRun(order, { kind: 'given_back' })],
  ['was canceled', null, (caller, { id }) => caller.call('POST', `/v1/conversions/${id}/cancel`)],
  ['was deleted', null, (caller, { id }) => caller.call('DELETE', `/v1/conversions/${id}`)],
  [
    'has a successor',
    null,
    async (caller, { id, order }) => {
      await accountOf(caller).endRun(order, { kind: 'given_back' })
      await begin(caller, id)
    },
  ],
]

const bytesAt = async (key: string): Promise<string | null> => (await (await env.FILES.get(key))?.text()) ?? null

describe.each(ends)('the capability of a run that %s', (_how, kept, end) => {
  test('cannot write, report or download anything', async () => {
    const caller = await newCaller()
    const run = await written(caller)
    await end(caller, run)
    await expect.poll(() => bytesAt(run.order.outputKey)).toBe(kept)
    const parts = JSON.stringify({ parts: [{ partNumber: 1, etag: 'x' }], progress })
    const refused = await Promise.all([
      run.ask('PUT', '/output', 'a lie'),
      run.ask('PUT', '/input', 'a lie'),
      run.ask('POST', '/output/parts'),
      run.ask('POST', '/input/parts'),
      run.ask('PUT', `/output/parts/1?upload=${run.upload}`, 'a lie'),
      run.ask('POST', `/output/complete?upload=${run.upload}`, parts),
      run.ask('PUT', '/progress', JSON.stringify({ progress })),
      run.ask('PUT', '/file', JSON.stringify({ bytes: 1 })),
      run.ask('GET', '/download?url=https://example.com/a.csv'),
    ])
    expect(refused.map((response) => response.status)).toEqual(refused.map(() => 409))
    expect(await bytesAt(run.order.outputKey)).toBe(kept)
  })
})

test('an output is written once, and other bytes are refused', async () => {
  const caller = await newCaller()
  const { ask, order } = await written(caller)
  expect((await ask('PUT', '/output', 'other')).status).toBe(412)
  expect(await bytesAt(order.outputKey)).toBe('truth')
  const again = await ask('PUT', '/output', 'truth')
  expect([again.status, await again.json()]).toMatchObject([200, { bytes: 5 }])
})

test('an output that arrives while its run ends leaves nothing behind', async () => {
  const caller = await newCaller()
  const id = await openAndStart(caller)
  const order = await begin(caller, id)
  const token = await signCapability(capabilityOf(order), env.RUN_SECRET)
  // R2 is slow: the conversion is deleted while its bytes are being written.
  const slowly: Env = {
    ...env,
    FILES: new Proxy(env.FILES, {
      get(files, name) {
        if (name === 'put')
          return async (...args: Parameters<R2Bucket['put']>) => {
            await caller.call('DELETE', `/v1/conversions/${id}`)
            await expect.poll(() => bytesAt(order.outputKey)).toBe(null)
            return files.put(...args)
          }
        const method: unknown = Reflect.get(files, name)
        return typeof method === 'function' ? (method.bind(files) as unknown) : method
      },
    }),
  }
  const headers = { authorization: `Bearer ${token}` }
  const response = await routes.request('/runs/output', { method: 'PUT', headers, body: 'late' }, slowly)
  expect(response.status).toBe(409)
  expect(await bytesAt(order.outputKey)).toBe(null)
})

test('a malformed path is not found', async () => {
  const caller = await newCaller()
  const { ask, upload } = await written(caller)
  for (const number of ['abc', '0', '-1', '1.5', '10001', '99999', '1e3', ' 1', '']) {
    const response = await ask('PUT', `/output/parts/${encodeURIComponent(number)}?upload=${upload}`, 'bytes')
    expect([number, response.status]).toEqual([number, 404])
  }
  for (const [method, path] of [
    ['PUT', '/output/parts/1'],
    ['PUT', '/output/parts/1?upload='],
    ['POST', '/output/complete'],
    ['DELETE', '/output/parts'],
    ['PUT', '/outputs'],
    ['PUT', '/output/parts/1?upload=not-an-upload-of-this-object'],
  ] as const) {
    const body = method === 'DELETE' ? undefined : JSON.stringify({ parts: [{ partNumber: 1, etag: 'x' }], progress })
    expect([method, path, (await ask(method, path, body)).status]).toEqual([method, path, 404])
  }
})

test('an upload that is aborted twice stays aborted', async () => {
  const caller = await newCaller()
  const { ask, upload } = await written(caller)
  expect((await ask('DELETE', `/output/parts?upload=${upload}`)).status).toBe(204)
  expect((await ask('DELETE', `/output/parts?upload=${upload}`)).status).toBe(204)
  expect((await ask('PUT', `/output/parts/1?upload=${upload}`, 'bytes')).status).toBe(404)
})
