import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { respondToApi } from '../../../src/api/app.ts'
import { accountStub } from '../../../src/stubs/account.ts'
import { retried } from '../../../src/stubs/retried.ts'
import { newCaller } from './support.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns a stub whose object fails this often. It counts stubs and calls. */
function failing(times: number, error: object) {
  const count = { stubs: 0, calls: 0 }
  const stub = retried(() => {
    count.stubs++
    return { add: (a: number, b: number) => (count.calls++ < times ? Promise.reject(error) : Promise.resolve(a + b)) }
  })
  return { stub, count }
}
const reset = Object.assign(new Error('The object was reset because its code was updated.'), { retryable: true })

describe('a call of an object', () => {
  test('is repeated once after a reset, with a new stub', async () => {
    const { stub, count } = failing(1, reset)
    const before = count.stubs
    expect(await stub.add(1, 2)).toBe(3)
    expect([count.calls, count.stubs - before]).toEqual([2, 1])
  })

  test.each([
    ['is reset again', 9, reset, 2],
    ['fails for a reason of its own', 9, new Error('no'), 1],
    ['is overloaded', 9, Object.assign(new Error('busy'), { retryable: true, overloaded: true }), 1],
  ])('reports the error if it %s', async (_, times, error, calls) => {
    const { stub, count } = failing(times, error)
    await expect(stub.add(1, 2)).rejects.toBe(error)
    expect(count.calls).toBe(calls)
  })

  test('reaches the real object', async () => {
    const caller = await newCaller()
    expect(await accountStub(env, caller.accountId).exists()).toBe(true)
  })
})

describe('the location of objects', () => {
  test('follows a location hint, and a jurisdiction has its own namespace', async () => {
    const get = vi.fn<(id: unknown, options?: unknown) => object>(() => ({}))
    const namespace = { idFromName: (name: string) => name, get }
    const jurisdiction = vi.fn<(name: string) => typeof namespace>(() => namespace)
    const there = { ...env, ACCOUNT: { ...namespace, jurisdiction }, JURISDICTION: 'eu', LOCATION_HINT: 'weur' }
    // The fake implements the part of a namespace that a stub needs.
    accountStub(there as unknown as Env, (await newCaller()).accountId)
    expect(jurisdiction).toHaveBeenCalledWith('eu')
    expect(get.mock.calls[0]?.[1]).toEqual({ locationHint: 'weur' })
  })
})

test('requests far above the rate limit of a key do not reach its account', async () => {
  const caller = await newCaller()
  const keys: string[] = []
  const shielded = (isLetThrough: boolean): Env => ({
    ...env,
    KEY_SHIELD: {
      limit: ({ key }) => {
        keys.push(key)
        return Promise.resolve({ success: isLetThrough })
      },
    },
  })
  const request = (): Request =>
    new Request('https://api.example/v1/usage', { headers: { authorization: `Bearer ${caller.key}` } })
  const refused = await respondToApi(request(), shielded(false))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect((await respondToApi(request(), shielded(true))).status).toBe(200)
  expect(keys).toHaveLength(2)
})
