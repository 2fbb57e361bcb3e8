import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart, spec } from '../api/support.ts'

/** A file by its address, whose download has begun: nobody knows its size before. */
async function downloading(caller: Caller, more: { name?: string } = {}) {
  const opened = await caller.call('POST', '/v1/conversions', { url: 'https://203.0.114.1/sent.csv', spec, ...more })
  expect([opened.status, opened.body.data.status, opened.body.data.bytes]).toEqual([202, 'queued', 0])
  const id = opened.body.data.id as ConversionId
  return { id, order: await begin(caller, id) }
}

const read = async (caller: Caller, id: ConversionId) => (await caller.call('GET', `/v1/conversions/${id}`)).body.data

test('a file that turns out larger than a conversion takes fails as too_big, and counts nothing', async () => {
  const caller = await newCaller({ allowanceBytes: 100 * 1024 ** 3 })
  const { id, order } = await downloading(caller)
  expect(await accountOf(caller).reportInput(order, { bytes: 50 * 1024 ** 3 })).toBe('continue')
  expect(await accountOf(caller).reportInput(order, { bytes: 50 * 1024 ** 3 + 1 })).toBe('stop')
  expect(await read(caller, id)).toMatchObject({
    ...{ status: 'failed', output: null, report: null },
    error: { code: 'too_big', message: expect.any(String), problems: [] },
  })
  expect(await accountOf(caller).endRun(order, done)).toBe('stop')
  expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(0)
})

test('a file that is larger than what the month has left beside the others fails as over_quota', async () => {
  const caller = await newCaller({ allowanceBytes: 10 })
  await openAndStart(caller, 4)
  const { id, order } = await downloading(caller)
  expect(await accountOf(caller).reportInput(order, { bytes: 6 })).toBe('continue')
  expect(await accountOf(caller).reportInput(order, { bytes: 7 })).toBe('stop')
  expect(await read(caller, id)).toMatchObject({ status: 'failed', error: { code: 'over_quota', problems: [] } })
})

test('a file that has arrived gives the conversion its size and its name, and holds its bytes', async () => {
  const caller = await newCaller({ allowanceBytes: 10 })
  const { id, order } = await downloading(caller, { name: 'mine.csv' })
  expect(await accountOf(caller).reportInput(order, { name: 'theirs.csv', bytes: 6 })).toBe('continue')
  expect(await read(caller, id)).toMatchObject({ name: 'theirs.csv', bytes: 0 })
  expect(await accountOf(caller).reportInput(order, { bytes: 6, etag: 'tag' })).toBe('continue')
  expect(await read(caller, id)).toMatchObject({ name: 'theirs.csv', bytes: 6 })
  const refused = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 5, spec })
  expect([refused.status, refused.body.error.code]).toEqual([402, 'over_quota'])
  expect(await accountOf(caller).endRun(order, done)).toBe('continue')
  expect((await caller.call('GET', '/v1/usage')).body.data).toMatchObject({ used: 6, left: 4 })
})

test.each([
  ['canceled', 'POST', '/cancel'],
  ['deleted', 'DELETE', ''],
])('a file that arrives after its conversion was %s goes at once', async (...[, method, path]) => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  expect((await caller.call(method, `/v1/conversions/${id}${path}`)).status).toBeLessThan(300)
  // The engine's last look came before the cancel, its put after it.
  const key = uploadKey(caller.accountId, id)
  await env.FILES.put(key, 'id\n1\n')
  expect(await accountOf(caller).reportInput(order, { bytes: 5, etag: 'tag' })).toBe('stop')
  await expect.poll(() => env.FILES.head(key)).toBeNull()
})

test('a file that arrives again, from an attempt that has lost its turn, stays the file of the next', async () => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  const next = await begin(caller, id)
  const key = uploadKey(caller.accountId, id)
  await env.FILES.put(key, 'id\n1\n')
  expect(await accountOf(caller).reportInput(next, { bytes: 5, etag: 'tag' })).toBe('continue')
  expect(await accountOf(caller).reportInput(order, { bytes: 5, etag: 'tag' })).toBe('stop')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await env.FILES.head(key)).not.toBeNull()
})
