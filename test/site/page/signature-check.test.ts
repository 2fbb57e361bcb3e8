import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignature } from '../../../src/site/page/signature-check.ts'

const secret = 'whsec_of_the_tests'
const body = '{"id":"evt_1","type":"ping"}'
const nowMs = 1_767_225_600_000
const headerOf = (signed: string, seconds = 1_767_225_590): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${signed}`).digest('hex')}`
const wordsOf = async (header: string, received: string, key = secret): Promise<string[]> => {
  const checks = await checkSignature({ header, secret: key, body: received, nowMs })
  return checks.filter(({ isGood }) => !isGood).map(({ words }) => words)
}

test('an unchanged call passes every check', async () => {
  expect(await wordsOf(headerOf(body), body)).toEqual([])
})

test.each([
  ['the body was formatted again', JSON.stringify(JSON.parse(body), null, 2), /parsed and serialized again/],
  ['a line end was added', `${body}\n`, /spaces or line ends around/],
  ['the body is another one', '{"id":"evt_2"}', /does not match/],
])('%s, and the check reports it', async (_, received, words) => {
  expect(await wordsOf(headerOf(body), received)).toEqual([expect.stringMatching(words)])
})

test('a wrong secret, an incomplete one, an old call and a broken header have different messages', async () => {
  expect(await wordsOf(headerOf(body), body, 'whsec_another')).toEqual([expect.stringContaining('does not match')])
  expect((await wordsOf(headerOf(body), body, 'of_the_tests'))[0]).toContain('whole string')
  expect(await wordsOf(headerOf(body, 1_767_220_000), body)).toEqual([expect.stringContaining('replay')])
  expect(await wordsOf('v1=abc', body)).toEqual([expect.stringContaining('must look like')])
})
