import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { sweepOrphans } from '../../../src/retention/sweep-orphans.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, type Caller, done, newCaller, openAndStart } from '../api/support.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

const hours = (count: number): number => count * 3_600_000

async function after(caller: Caller, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms)
  await runDurableObjectAlarm(accountOf(caller))
}

async function ended(caller: Caller): Promise<ConversionId> {
  const id = await openAndStart(caller)
  await accountOf(caller).endRun(await begin(caller, id), done)
  return id
}

const sendFile = (caller: Caller, id: ConversionId) =>
  caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, share: 'file' })
const isThere = async (caller: Caller, id: ConversionId): Promise<boolean> =>
  (await env.FILES.head(uploadKey(caller.accountId, id))) !== null

/** Waits for the work that the object does after its response. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

test('opening a case does not read its file, however large it is', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  const before = (await env.FILES.list()).objects.map(({ key, uploaded }) => [key, uploaded.getTime()])
  expect((await sendFile(caller, id)).status).toBe(201)
  expect((await env.FILES.list()).objects.map(({ key, uploaded }) => [key, uploaded.getTime()])).toEqual(before)
})

test('another file at the URL of the upload is not the converted one', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  await env.FILES.put(uploadKey(caller.accountId, id), 'put over it after the start')
  expect((await sendFile(caller, id)).body.error.code).toBe('file_gone')
  const withoutIt = await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true })
  expect(withoutIt.status).toBe(201)
})

test('a case keeps its file for 90 days, after the conversion’s files are deleted', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  expect((await sendFile(caller, id)).status).toBe(201)
  await after(caller, hours(24) + 1000)
  await settled()
  expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data.output).toBeNull()
  expect(await isThere(caller, id)).toBe(true)
  await sweepOrphans(env)
  expect(await isThere(caller, id)).toBe(true)
  // New requests find the conversion’s file gone, although the case still keeps it.
  expect((await sendFile(caller, id)).body.error.code).toBe('file_gone')
  await after(caller, hours(90 * 24))
  await expect.poll(() => isThere(caller, id)).toBe(false)
})

test('a case keeps its file when the conversion is deleted', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  await sendFile(caller, id)
  expect((await caller.call('DELETE', `/v1/conversions/${id}`)).status).toBe(204)
  await settled()
  expect(await isThere(caller, id)).toBe(true)
  await after(caller, hours(2))
  await settled()
  expect(await isThere(caller, id)).toBe(true)
  await after(caller, hours(90 * 24))
  await expect.poll(() => isThere(caller, id)).toBe(false)
})

test('the later of two cases with the same file keeps it', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  await sendFile(caller, id)
  await after(caller, hours(20))
  await sendFile(caller, id)
  await caller.call('DELETE', `/v1/conversions/${id}`)
  await after(caller, hours(90 * 24 - 20) + 1000)
  await settled()
  expect(await isThere(caller, id)).toBe(true)
  await after(caller, hours(20))
  await expect.poll(() => isThere(caller, id)).toBe(false)
})

test('a case without a file keeps nothing', async () => {
  const caller = await newCaller()
  const id = await ended(caller)
  await caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true })
  await caller.call('DELETE', `/v1/conversions/${id}`)
  await expect.poll(() => isThere(caller, id)).toBe(false)
})
