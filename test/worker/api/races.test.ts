import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { RunOutcome } from '../../../src/contract/run.ts'
import { outputKey } from '../../../src/storage/keys.ts'
import { accountOf, begin, type Caller, done, newCaller, open, openAndStart, spec, upload } from './support.ts'

/** All requests below are concurrent: all are sent before any is awaited. */
const post = (caller: Caller, id: string, action: string) => caller.call('POST', `/v1/conversions/${id}/${action}`)
const codeOf = (response: { status: number; body: { error?: { code: string } } | null }): string | number =>
  response.body?.error?.code ?? response.status
const counted = (codes: readonly (string | number)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(codes, String)].map(([code, all]) => [code, all.length]))
const used = async (caller: Caller): Promise<number> => (await caller.call('GET', '/v1/usage')).body.data.used
const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

describe('simultaneous requests', () => {
  test('start a conversion once with ten starts', async () => {
    const caller = await newCaller()
    const id = await open(caller)
    await upload(caller, id)
    const responses = await times(10, () => post(caller, id, 'start'))
    expect(counted(responses.map(codeOf))).toEqual({ 202: 1, already_started: 9 })
  })

  test('start one conversion with ten starts and one free place', async () => {
    const caller = await newCaller()
    for (let number = 0; number < 4; number++) await openAndStart(caller)
    const ids = await times(10, () => open(caller))
    for (const id of ids) await upload(caller, id)
    const responses = await Promise.all(ids.map((id) => post(caller, id, 'start')))
    expect(counted(responses.map(codeOf))).toEqual({ 202: 1, too_many_active: 9 })
  })

  test('do not exceed the month if each start fits alone', async () => {
    const caller = await newCaller({ allowanceBytes: 10 })
    const ids = await times(4, () => open(caller, 4))
    for (const id of ids) await upload(caller, id, 4)
    const responses = await Promise.all(ids.map((id) => post(caller, id, 'start')))
    expect(counted(responses.map(codeOf))).toEqual({ 202: 2, over_quota: 2 })
    for (const [at, id] of ids.entries())
      if (responses[at]?.status === 202) await accountOf(caller).endRun(await begin(caller, id), done)
    expect(await used(caller)).toBe(8)
  })

  test('are checked against the allowance when they open near the limit, because they reserve nothing yet', async () => {
    const caller = await newCaller({ allowanceBytes: 10 })
    const responses = await times(4, (number) =>
      caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: number % 2 === 0 ? 10 : 11, spec }),
    )
    expect(responses.map(codeOf)).toEqual([201, 'over_quota', 201, 'over_quota'])
  })

  test('open two conversions by URL if two places are left', async () => {
    const caller = await newCaller()
    for (let number = 0; number < 3; number++) await openAndStart(caller)
    const responses = await times(6, (number) =>
      caller.call('POST', '/v1/conversions', { url: `https://nowhere.example.com/${number}.csv`, spec }),
    )
    expect(counted(responses.map(codeOf))).toEqual({ 202: 2, too_many_active: 4 })
  })

  test.each<[string, RunOutcome]>([
    ['done', done],
    ['failed', { kind: 'failed', failure: { code: 'corrupt_file', message: 'broken', problems: [] } }],
  ])('to cancel and to end as %s have one complete winner', async (ending, outcome) => {
    const statuses = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const caller = await newCaller()
      const id = await openAndStart(caller)
      const order = await begin(caller, id)
      await env.FILES.put(order.outputKey, 'abcde')
      const both = [() => post(caller, id, 'cancel'), () => accountOf(caller).endRun(order, outcome)]
      const sent = (round % 2 === 0 ? both : both.toReversed()).map((send) => send())
      await Promise.all(sent)
      const { data } = (await caller.call('GET', `/v1/conversions/${id}`)).body
      statuses.add(data.status)
      expect([ending, 'canceled']).toContain(data.status)
      expect(await used(caller)).toBe(data.status === 'done' ? 3 : 0)
      if (data.status === 'canceled')
        await expect.poll(() => env.FILES.head(outputKey(caller.accountId, id, 1))).toBeNull()
      expect(codeOf(await post(caller, id, 'cancel'))).toBe(data.status === 'canceled' ? 200 : 'already_finished')
    }
    expect(statuses.size).toBeGreaterThan(0)
  })

  test('to delete and to end leave neither the conversion nor its files', async () => {
    for (let round = 0; round < 4; round++) {
      const caller = await newCaller()
      const id = await openAndStart(caller)
      const order = await begin(caller, id)
      await env.FILES.put(order.outputKey, 'abcde')
      const [deleted] = await Promise.all(
        round % 2 === 0
          ? [caller.call('DELETE', `/v1/conversions/${id}`), accountOf(caller).endRun(order, done)]
          : [accountOf(caller).endRun(order, done), caller.call('DELETE', `/v1/conversions/${id}`)].toReversed(),
      )
      expect(deleted).toMatchObject({ status: 204 })
      expect(codeOf(await caller.call('GET', `/v1/conversions/${id}`))).toBe('not_found')
      await expect.poll(() => env.FILES.head(outputKey(caller.accountId, id, 1))).toBeNull()
      expect([0, 3]).toContain(await used(caller))
    }
  })

  test('to delete ten times delete once', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const responses = await times(10, () => caller.call('DELETE', `/v1/conversions/${id}`))
    expect(counted(responses.map(codeOf))).toEqual({ 204: 1, not_found: 9 })
  })

  test('to start and to cancel end as canceled, in any order', async () => {
    for (const order of [
      ['start', 'cancel'],
      ['cancel', 'start'],
    ]) {
      const caller = await newCaller()
      const id = await open(caller)
      await upload(caller, id)
      const responses = await Promise.all(order.map((action) => post(caller, id, action)))
      const started = responses[order.indexOf('start')]
      expect([202, 'already_started']).toContain(started === undefined ? '' : codeOf(started))
      expect((await caller.call('GET', `/v1/conversions/${id}`)).body.data.status).toBe('canceled')
    }
  })

  test('with one key exactly pass 120 times out of 200', async () => {
    const caller = await newCaller()
    const responses = await times(200, () => caller.call('GET', '/v1/usage'))
    expect(counted(responses.map(codeOf))).toEqual({ 200: 120, rate_limited: 80 })
    const left = responses
      .filter((response) => response.status === 200)
      .map((response) => Number(response.headers.get('x-ratelimit-remaining')))
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 120 }, (_, number) => 119 - number))
  })

  test('to begin one run hand it out once', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    const begun = await times(5, async () => (await accountOf(caller).beginRun(id)).kind)
    expect(counted(begun)).toEqual({ run: 1, nothing: 4 })
  })
})
