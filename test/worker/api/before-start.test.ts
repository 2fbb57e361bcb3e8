import { expect, test } from 'vitest'
import { accountOf, begin, done, newCaller, open, openAndStart, spec, upload } from './support.ts'
import { Person } from '../settings/support.ts'

const opened = { name: 'a.csv', bytes: 1000, spec }

test('waiting uploads have at most twice the bytes that are left', async () => {
  const caller = await newCaller({ allowanceBytes: 1000 })
  const id = await open(caller, 1000)
  await upload(caller, id, 1000)
  await upload(caller, await open(caller, 1000), 1000)
  for (let number = 0; number < 3; number++) {
    const refused = await caller.call('POST', '/v1/conversions', { ...opened, bytes: 1 })
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_waiting'])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(refused.body.error.message).toBe(
      'Uploads of 2 KB wait to be started, and this one adds 1 byte. Only 2 KB may wait. Start, cancel or delete some first.',
    )
  }
  // A file beyond the allowance is refused for another reason, whatever is waiting.
  expect((await caller.call('POST', '/v1/conversions', { ...opened, bytes: 1001 })).body.error.code).toBe('over_quota')
  await caller.call('DELETE', `/v1/conversions/${id}`)
  const next = await open(caller, 600)
  await open(caller, 400)
  await caller.call('POST', `/v1/conversions/${next}/cancel`)
  await open(caller, 600)
})

test('at most a hundred uploads may wait, however small they are', async () => {
  const caller = await newCaller()
  const ids = []
  for (let number = 0; number < 100; number++) ids.push(await open(caller, 1))
  const refused = await caller.call('POST', '/v1/conversions', opened)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_waiting'])
  expect(refused.body.error.message).toBe(
    '100 uploads wait to be started, which is the limit. Start, cancel or delete some first.',
  )
  await upload(caller, ids[0] ?? ('' as never), 1)
  expect((await caller.call('POST', `/v1/conversions/${ids[0]}/start`)).status).toBe(202)
  await open(caller, 1)
})

test('a conversion has at most ten cases', async () => {
  const caller = await newCaller()
  const id = await openAndStart(caller)
  await accountOf(caller).endRun(await begin(caller, id), done)
  const send = () => caller.call('POST', `/v1/conversions/${id}/cases`, { consent: true, share: 'report' })
  for (let number = 0; number < 10; number++) expect((await send()).status).toBe(201)
  const refused = await send()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'too_many_cases'])
})

test('the scripts of the pages have the rate limit of a key, separately for each session', async () => {
  const [here, there] = [await Person.new(), await Person.new()]
  const statuses = []
  for (let number = 0; number < 121; number++) statuses.push((await here.call('GET', '/settings/api/usage')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  const refused = await here.call('GET', '/settings/api/usage')
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await there.call('GET', '/settings/api/usage')).status).toBe(200)
  // The pages themselves are not limited.
  expect((await here.see('/settings')).status).toBe(200)
})

test('every response of the API forbids content sniffing', async () => {
  const caller = await newCaller()
  for (const [method, path] of [
    ['GET', '/v1/usage'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/conversions'],
    ['DELETE', '/v1/conversions/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ] as const)
    expect((await caller.call(method, path)).headers.get('x-content-type-options')).toBe('nosniff')
})
