import { expect, test } from 'vitest'
import { dnsOverHttps } from '../../src/url-safety/dns-over-https.ts'

const answering =
  (answers: Record<string, unknown>) =>
  (url: string): Promise<Response> =>
    Promise.resolve(Response.json(answers[new URL(url).searchParams.get('type') ?? '']))

test('both address families are queried, and aliases are not addresses', async () => {
  const resolve = dnsOverHttps({
    fetch: answering({
      A: {
        Status: 0,
        Answer: [
          { type: 5, data: 'cdn.example.net.' },
          { type: 1, data: '93.184.215.14' },
        ],
      },
      AAAA: { Status: 0, Answer: [{ type: 28, data: '2606:4700::1111' }] },
    }),
  })
  expect(await resolve('example.com')).toEqual(['93.184.215.14', '2606:4700::1111'])
})

test('a name that does not exist has no address', async () => {
  const resolve = dnsOverHttps({ fetch: answering({ A: { Status: 3 }, AAAA: { Status: 3 } }) })
  expect(await resolve('example.invalid')).toEqual([])
})

test('a partial response is refused, because missing addresses cannot be checked', async () => {
  const resolve = dnsOverHttps({
    fetch: answering({ A: { Status: 0, Answer: [{ type: 1, data: '8.8.8.8' }] }, AAAA: { Status: 2 } }),
  })
  await expect(resolve('example.com')).rejects.toThrow('code 2')
})

const silent = (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

test('a resolver without a response is abandoned at the deadline', async () => {
  await expect(dnsOverHttps({ fetch: silent, deadlineMs: 30 })('example.com')).rejects.toThrow('aborted')
})
