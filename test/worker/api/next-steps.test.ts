import { afterEach, expect, test, vi } from 'vitest'
import { accountOf, newCaller, open, openAndStart, send, spec } from './support.ts'

// Mistakes that only the account can see. Every message was reviewed: it says what is wrong and what to do next.

afterEach(() => void vi.useRealTimers())

const inHours = (hours: number): unknown => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })

test('a start after the upload URL has expired says so', async () => {
  const caller = await newCaller()
  const id = await open(caller, 5000)
  const start = async (): Promise<string> =>
    (await caller.call('POST', `/v1/conversions/${id}/start`)).body.error.message
  expect(await start()).toBe(
    'No file of 5,000 bytes has been uploaded. Send it to upload.url with exactly the headers in upload.headers.',
  )
  inHours(1)
  expect(await start()).toBe(
    'No file of 5,000 bytes has been uploaded, and upload.url has expired. Open a new conversion.',
  )
})

test('a request that comes too early or too late says what to do', async () => {
  const caller = await newCaller()
  const id = await openAndStart(caller)
  const message = async (method: string, path: string, body?: object): Promise<string> =>
    (await caller.call(method, `/v1/conversions/${path}`, body)).body.error.message
  expect(await message('POST', `${id}/start`)).toBe(
    'A conversion can be started once, while it waits for its upload. This one is queued. Read it instead.',
  )
  expect(await message('POST', `${id}/cases`, { consent: true })).toBe(
    'The conversion has not ended yet: it is queued. Try again when it is done, failed or canceled.',
  )
  expect((await caller.call('POST', `/v1/conversions/${id}/cancel`)).status).toBe(200)
  expect(await message('POST', `${id}/start`)).toBe(
    'A conversion can be started once, while it waits for its upload. This one is canceled. Open a new one.',
  )
  expect(await message('POST', `${id}/cases`, { consent: true, share: 'file' })).toBe(
    'The file has been deleted or replaced, or has expired. Set share to "report", or convert the file again.',
  )
  await caller.call('DELETE', `/v1/conversions/${id}`)
  expect(await message('GET', id)).toBe(
    'There is no conversion with this id on the account. It may have been deleted, or belong to another account.',
  )
})

test('a reused Idempotency-Key says how to go on', async () => {
  const caller = await newCaller()
  const opened = async (bytes: number) =>
    (await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes, spec }, { 'idempotency-key': 'import-7' }))
      .body
  await opened(3)
  expect((await opened(4)).error.message).toBe(
    'The Idempotency-Key "import-7" was used in the last 24 hours with another method, path or body. Send the first request unchanged to get its response again, or this request with a new key.',
  )
})

test('an Idempotency-Key that is too long says how long it is', async () => {
  const caller = await newCaller()
  const body = { name: 'a.csv', bytes: 3, spec }
  const { error } = (await caller.call('POST', '/v1/conversions', body, { 'idempotency-key': 'k'.repeat(1000) })).body
  expect([error.code, error.message]).toEqual([
    'invalid_request',
    'Idempotency-Key must have at most 255 characters; got 1,000',
  ])
})

test('a key that was deleted, an account without Pro, and a suspended one say what to do', async () => {
  const caller = await newCaller()
  const refusal = async (key = caller.key) => {
    const { body } = await send(key, 'GET', '/v1/usage')
    return [body.error.code, body.error.message, new URL(body.error.doc_url).hash]
  }
  await accountOf(caller).change({ plan: 'free' })
  expect(await refusal()).toEqual([
    'needs_pro',
    'The API is part of the Pro plan. Upgrade in the settings of your account.',
    '#needs_pro',
  ])
  await accountOf(caller).change({ isSuspended: true })
  expect(await refusal()).toEqual(['suspended', 'The account is suspended. Contact support.', '#suspended'])
  const [key] = (await accountOf(caller).describe())?.keys ?? []
  await accountOf(caller).revokeKey(key?.id ?? '')
  expect(await refusal()).toEqual([
    'unauthenticated',
    'The API key is wrong or has been revoked. Create one in the settings of your account.',
    '#unauthenticated',
  ])
})
