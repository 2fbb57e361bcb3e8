import { expect, test } from 'vitest'
import { newCaller, spec } from './support.ts'

test('a refusal for size names the size of the file and the limit', async () => {
  const caller = await newCaller()
  const { body } = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 6_000_000_000, spec })
  expect(body.error).toMatchObject({
    code: 'too_big',
    message:
      'This file has 6 GB. An upload may have at most 5 GiB (5,368,709,120 bytes). Send a file of up to 50 GiB by url.',
  })
})

test('a refusal for the allowance names the remaining bytes and the date of the next month', async () => {
  const caller = await newCaller()
  const { body } = await caller.call('POST', '/v1/conversions', { name: 'a.csv', bytes: 5_100_000_000, spec })
  expect(body.error).toMatchObject({ code: 'over_quota' })
  expect(body.error.message).toMatch(/^This file needs 5\.1 GB; you have 5 GB left until [A-Z][a-z]+ \d{1,2}\.$/)
})

test('every error links to the documentation of its code', async () => {
  const caller = await newCaller()
  const { body } = await caller.call('GET', '/v1/nothing')
  expect(body.error.doc_url).toMatch(/^https?:\/\/[^/]+\/docs\/codes#not_found$/)
})
