import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import type { ConversionId } from '../../../src/contract/ids.ts'
import { uploadKey } from '../../../src/storage/keys.ts'
import { sealPassword, withPassword } from '../../../src/storage/sealed-password.ts'
import { uploadProof } from '../../../src/storage/upload-proof.ts'
import { engineStub } from '../../../src/stubs/engine.ts'
import { accountOf, begin, type Caller, done, newCaller } from './support.ts'

const password = 'Grüße 7'
const workbook = Uint8Array.from(
  atob((env as unknown as { PROTECTED_WORKBOOK: string }).PROTECTED_WORKBOOK),
  (character) => character.charCodeAt(0),
)
const spec = { input: { password }, output: { dialect: 'postgresql' } }

async function openProtected(caller: Caller, bytes = workbook): Promise<ConversionId> {
  const opened = await caller.call(
    'POST',
    '/v1/conversions',
    { name: 'book.xlsx', bytes: bytes.length, spec },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect(opened.text).not.toContain(password)
  expect(opened.body.data.spec.input.password).toBeNull()
  const id = opened.body.data.id as ConversionId
  const key = uploadKey(caller.accountId, id)
  await env.FILES.put(key, bytes, { customMetadata: { upload: uploadProof(env, key) } })
  return id
}

/** Everything that the account object stores, as a string. */
const storedBy = (caller: Caller): Promise<string> =>
  runInDurableObject(accountOf(caller), (_, state) => {
    const tables = state.storage.sql
      .exec<{ name: string }>("select name from sqlite_master where type = 'table'")
      .toArray()
    const own = tables.map(({ name }) => name).filter((name) => !name.startsWith('_cf_') && !name.startsWith('sqlite_'))
    const rows = own.map((name) => [name, state.storage.sql.exec(`select * from "${name}"`).toArray()])
    return JSON.stringify([rows, [...state.storage.kv.list()]])
  })

const sealedIn = (caller: Caller): Promise<string[]> =>
  runInDurableObject(accountOf(caller), (_, state) =>
    state.storage.sql
      .exec<{ sealed: string }>('select sealed from sealed_passwords')
      .toArray()
      .map(({ sealed }) => sealed),
  )

async function filesHold(text: string): Promise<boolean> {
  const { objects } = await env.FILES.list()
  const texts = await Promise.all(objects.map(async ({ key }) => `${key} ${await (await env.FILES.get(key))?.text()}`))
  return texts.some((one) => one.includes(text))
}

describe('the password of a file', () => {
  test('opens it, and is never stored, sent or logged in clear text', async () => {
    const logged: string[] = []
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const)
      vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void logged.push(JSON.stringify(parts)))
    const caller = await newCaller()
    const id = await openProtected(caller)
    expect(await sealedIn(caller)).toHaveLength(1)
    expect(await storedBy(caller)).not.toContain(password)
    expect((await caller.call('POST', `/v1/conversions/${id}/start`)).status).toBe(202)
    await engineStub(env, id, 1).convertHere({ accountId: caller.accountId, conversionId: id, poke: 1, isSmall: true })
    const ended = await caller.call('GET', `/v1/conversions/${id}?wait=60`)
    expect(ended.body.data).toMatchObject({ status: 'done', report: { rows: { converted: 60 } } })
    expect(ended.text).not.toContain(password)
    expect(await storedBy(caller)).not.toContain(password)
    expect(await sealedIn(caller)).toEqual([])
    expect(await filesHold(password)).toBe(false)
    expect(logged.join()).not.toContain(password)
    vi.restoreAllMocks()
  })

  test('is sealed in the order to an engine, also for the next attempt', async () => {
    const caller = await newCaller()
    const id = await openProtected(caller)
    await caller.call('POST', `/v1/conversions/${id}/start`)
    const order = await begin(caller, id)
    expect(JSON.stringify(order)).not.toContain(password)
    expect((await withPassword(order, env.RUN_SECRET)).spec.input.password).toBe(password)
    await accountOf(caller).endRun(order, { kind: 'given_back' })
    const next = await begin(caller, id)
    expect((await withPassword(next, env.RUN_SECRET)).spec.input.password).toBe(password)
    await accountOf(caller).endRun(next, done)
    expect(await sealedIn(caller)).toEqual([])
  })

  test.each(['cancel', 'delete'])('is removed after a %s', async (how) => {
    const caller = await newCaller()
    const id = await openProtected(caller)
    if (how === 'cancel') await caller.call('POST', `/v1/conversions/${id}/cancel`)
    else await caller.call('DELETE', `/v1/conversions/${id}`)
    expect(await sealedIn(caller)).toEqual([])
  })

  test('is refused without being repeated if it is invalid', async () => {
    const caller = await newCaller()
    const wrong = { input: { password: ['my secret'] }, output: { dialect: 'postgresql' } }
    const refused = await caller.call('POST', '/v1/conversions', { name: 'a.xlsx', bytes: 3, spec: wrong })
    expect(refused.body.error).toMatchObject({
      code: 'invalid_spec',
      message: expect.stringContaining('spec.input.password'),
    })
    expect(refused.text).not.toContain('my secret')
  })

  test('is sealed for one conversion, with the secret of the service', async () => {
    const caller = await newCaller()
    const id = await openProtected(caller)
    await caller.call('POST', `/v1/conversions/${id}/start`)
    const order = await begin(caller, id)
    await expect(withPassword(order, 'another secret')).rejects.toMatchObject({ name: 'OperationError' })
    await expect(
      withPassword({ ...order, conversionId: caller.accountId as string as ConversionId }, env.RUN_SECRET),
    ).rejects.toMatchObject({ name: 'OperationError' })
    await expect(
      sealPassword({ ...order.spec, input: { ...order.spec.input, password } }, id, undefined),
    ).rejects.toThrow('RUN_SECRET')
  })
})
