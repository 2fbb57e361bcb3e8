import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import type { RunOrder } from '../../../src/contract/run.ts'
import { readInput } from '../../../src/runs/input.ts'
import { sweepOrphans } from '../../../src/retention/sweep-orphans.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart, spec } from '../api/support.ts'

/** Returns a file from a URL whose download has begun. Its size is unknown. */
async function downloading(caller: Caller, more: { name?: string } = {}) {
  const opened = await caller.call('POST', '/v1/conversions', { url: 'https://203.0.114.1/sent.csv', spec, ...more })
  expect([opened.status, opened.body.data.status, opened.body.data.bytes]).toEqual([202, 'queued', 0])
  const id = opened.body.data.id as ConversionId
  return { id, order: await begin(caller, id) }
}

const tell = (caller: Caller, order: RunOrder, bytes: number, name?: string) =>
  accountOf(caller).reportInput(order, { bytes, ...(name === undefined ? {} : { name }) })

/** Stores the file under the key in the order, and reports it, as an engine does. */
async function put(order: RunOrder, content: string): Promise<string> {
  const object = await env.FILES.put(order.input.objectKey, content)
  return object?.etag ?? ''
}
const arrive = (caller: Caller, order: RunOrder, bytes: number, etag: string) =>
  accountOf(caller).reportInput(order, { bytes, stored: { objectKey: order.input.objectKey, etag } })

const isThere = async (order: RunOrder): Promise<boolean> => (await env.FILES.head(order.input.objectKey)) !== null

const read = async (caller: Caller, id: ConversionId) => (await caller.call('GET', `/v1/conversions/${id}`)).body.data

test('a file that turns out too large for a conversion fails as too_big, and does not count', async () => {
  const caller = await newCaller({ allowanceBytes: 100 * 1024 ** 3 })
  const { id, order } = await downloading(caller)
  expect(await tell(caller, order, 50 * 1024 ** 3)).toBe('continue')
  expect(await tell(caller, order, 50 * 1024 ** 3 + 1)).toBe('stop')
  expect(await read(caller, id)).toMatchObject({
    ...{ status: 'failed', output: null, report: null },
    error: { code: 'too_big', message: expect.any(String), problems: [] },
  })
  expect(await accountOf(caller).endRun(order, done)).toBe('stop')
  expect((await caller.call('GET', '/v1/usage')).body.data.used).toBe(0)
})

test('a file larger than the unreserved rest of the month fails as over_quota', async () => {
  const caller = await newCaller({ allowanceBytes: 10 })
  await openAndStart(caller, 4)
  const { id, order } = await downloading(caller)
  expect(await tell(caller, order, 6)).toBe('continue')
  expect(await tell(caller, order, 7)).toBe('stop')
  expect(await read(caller, id)).toMatchObject({ status: 'failed', error: { code: 'over_quota', problems: [] } })
})

test('an arrived file gives the conversion its size and name, and reserves its bytes', async () => {
  const caller = await newCaller({ allowanceBytes: 10 })
  const { id, order } = await downloading(caller, { name: 'mine.csv' })
  expect(await tell(caller, order, 6, 'theirs.csv')).toBe('continue')
  expect(await read(caller, id)).toMatchObject({ name: 'theirs.csv', bytes: 0 })
  expect(await arrive(caller, order, 6, 'tag')).toBe('continue')
  expect(await read(caller, id)).toMatchObject({ name: 'theirs.csv', bytes: 6 })
  const refused = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 5, spec })
  expect([refused.status, refused.body.error.code]).toEqual([402, 'over_quota'])
  expect(await accountOf(caller).endRun(order, done)).toBe('continue')
  expect((await caller.call('GET', '/v1/usage')).body.data).toMatchObject({ used: 6, left: 4 })
})

test.each([
  ['canceled', 'POST', '/cancel'],
  ['deleted', 'DELETE', ''],
])('a file that arrives after its conversion was %s is deleted at once', async (...[, method, path]) => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  expect((await caller.call(method, `/v1/conversions/${id}${path}`)).status).toBeLessThan(300)
  // The engine's last check came before the cancellation, and its write after it.
  const etag = await put(order, 'id\n1\n')
  expect(await arrive(caller, order, 5, etag)).toBe('stop')
  await expect.poll(() => isThere(order)).toBe(false)
})

test('a file of a superseded attempt is deleted without replacing that of the next one', async () => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  const next = await begin(caller, id)
  const etag = await put(next, 'id\n1\n')
  expect(await arrive(caller, next, 5, etag)).toBe('continue')
  // The file at the URL has changed, or this attempt began with another one.
  const lateEtag = await put(order, 'id\n2\n')
  expect(await arrive(caller, order, 5, lateEtag)).toBe('stop')
  const ranges = { range: 'bytes=0-4', 'if-match': `"${etag}"` }
  const response = await readInput(env.FILES, next.input.objectKey, new Headers(ranges))
  expect([response.status, await response.text()]).toEqual([206, 'id\n1\n'])
  await expect.poll(() => isThere(order)).toBe(false)
  expect(await isThere(next)).toBe(true)
  // The next engine reads the bytes that have arrived.
  await accountOf(caller).endRun(next, { kind: 'given_back' })
  expect((await begin(caller, id)).input).toEqual({ kind: 'upload', objectKey: next.input.objectKey, etag, bytes: 5 })
})

test('a file of an attempt that died before reporting it is deleted when the next attempt begins', async () => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  await put(order, 'id\n1\n')
  await sweepOrphans(env)
  expect(await isThere(order)).toBe(true)
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  await begin(caller, id)
  await expect.poll(() => isThere(order)).toBe(false)
})

test('a file that turns out too large is deleted with its attempt', async () => {
  const caller = await newCaller({ allowanceBytes: 4 })
  const { order } = await downloading(caller)
  const etag = await put(order, 'id\n1\n')
  expect(await arrive(caller, order, 5, etag)).toBe('stop')
  await expect.poll(() => isThere(order)).toBe(false)
})

test('an arrived file stays for a day after the end, also for a case, and is deleted with its conversion', async () => {
  const caller = await newCaller()
  const { id, order } = await downloading(caller)
  await accountOf(caller).endRun(order, { kind: 'given_back' })
  const next = await begin(caller, id)
  expect(await arrive(caller, next, 5, await put(next, 'id\n1\n'))).toBe('continue')
  expect(await accountOf(caller).endRun(next, done)).toBe('continue')
  await sweepOrphans(env)
  expect(await isThere(next)).toBe(true)
  const sent = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, share: 'file' })
  expect(sent.status).toBe(201)
  await caller.call('DELETE', `/v1/conversions/${id}`)
  await sweepOrphans(env)
  expect(await isThere(next)).toBe(true)
  const other = await downloading(caller)
  expect(await arrive(caller, other.order, 5, await put(other.order, 'id\n1\n'))).toBe('continue')
  await caller.call('DELETE', `/v1/conversions/${other.id}`)
  await expect.poll(() => isThere(other.order)).toBe(false)
})
