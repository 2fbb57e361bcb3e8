import { env } from 'cloudflare:workers'
import { ulid } from 'ulidx'
import { describe, expect, test } from 'vitest'
import { sweepOrphans } from '../../../src/retention/sweep-orphans.ts'
import { outputKey, uploadKey } from '../../../src/storage/keys.ts'
import type { AccountId, ConversionId } from '../../../src/contract/ids.ts'
import { accountOf, begin, done, newCaller, openAndStart, send } from '../api/support.ts'

const isThere = async (key: string): Promise<boolean> => (await env.FILES.head(key)) !== null

describe('sweeping', () => {
  test('removes only objects without an owner', async () => {
    const caller = await newCaller()
    const { accountId } = caller
    const id = await openAndStart(caller)
    const first = await begin(caller, id)
    await accountOf(caller).endRun(first, { kind: 'given_back' })
    const second = await begin(caller, id)
    await env.FILES.put(second.outputKey, 'abcde')
    await accountOf(caller).endRun(second, done)
    const shared = await openAndStart(caller)
    await accountOf(caller).endRun(await begin(caller, shared), done)
    await caller.call('POST', `/v1/conversions/${shared}/cases`, { consent: true, share: 'file' })
    await caller.call('DELETE', `/v1/conversions/${shared}`)
    const owned = [uploadKey(accountId, id), second.outputKey, uploadKey(accountId, shared)]
    const stranger = ulid() as AccountId
    const orphans = [
      first.outputKey,
      uploadKey(accountId, ulid() as ConversionId),
      outputKey(accountId, ulid() as ConversionId, 1),
      uploadKey(stranger, id),
    ]
    for (const key of orphans) await env.FILES.put(key, 'left behind')
    const foreign = 'something/else'
    await env.FILES.put(foreign, 'not ours to judge')

    await sweepOrphans(env)

    for (const key of [...owned, foreign]) expect([key, await isThere(key)]).toEqual([key, true])
    for (const key of orphans) expect([key, await isThere(key)]).toEqual([key, false])
    await env.FILES.delete(foreign)
  })

  test('removes an upload that arrived after its conversion was canceled', async () => {
    const caller = await newCaller()
    const id = await openAndStart(caller)
    await caller.call('POST', `/v1/conversions/${id}/cancel`)
    await expect.poll(() => isThere(uploadKey(caller.accountId, id))).toBe(false)
    await env.FILES.put(uploadKey(caller.accountId, id), 'late')
    await sweepOrphans(env)
    expect(await isThere(uploadKey(caller.accountId, id))).toBe(false)
  })

  test('reads more than one page of a listing', async () => {
    const account = ulid() as AccountId
    const keys = Array.from({ length: 1100 }, () => uploadKey(account, ulid() as ConversionId))
    for (let at = 0; at < keys.length; at += 100)
      await Promise.all(keys.slice(at, at + 100).map((key) => env.FILES.put(key, '')))
    const { removed } = await sweepOrphans(env)
    expect(removed).toBeGreaterThanOrEqual(1100)
    expect((await env.FILES.list({ prefix: `uploads/${account}/` })).objects).toEqual([])
  })

  test('is a command for the operator', async () => {
    const key = uploadKey(ulid() as AccountId, ulid() as ConversionId)
    await env.FILES.put(key, '')
    expect((await send('not the operator', 'POST', '/ops/sweep')).status).toBe(401)
    const swept = await send('operator-token-of-the-tests', 'POST', '/ops/sweep')
    expect([swept.status, swept.body.removed]).toEqual([200, expect.any(Number)])
    expect(await isThere(key)).toBe(false)
  })
})
