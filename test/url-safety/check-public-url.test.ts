import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkPublicUrl, type Resolve } from '../../src/url-safety/check-public-url.ts'
import { specialRangesV4, specialRangesV6 } from '../../src/url-safety/special-ranges.ts'
import { hostileUrls, publicUrls } from './hostile-urls.ts'

const toPublic: Resolve = () => Promise.resolve(['93.184.215.14', '2606:4700::1111'])
const unreachable: Resolve = () => Promise.reject(new Error('nobody to ask'))
const check = (url: string, resolve: Resolve = toPublic, trustedOrigins: readonly string[] = []) =>
  checkPublicUrl(url, { trustedOrigins, resolve })

describe('URLs that must never be called', () => {
  for (const [trick, urls] of Object.entries(hostileUrls)) {
    test.each(urls)(`are refused as ${trick}: %j`, async (url) => {
      const verdict = await check(url)
      expect(verdict.ok).toBe(false)
      // Opening a conversion accepts a name that does not resolve, so that must not be the reason.
      expect(verdict).not.toMatchObject({ reason: 'unresolved' })
    })
  }

  test('are at least 150', () => {
    expect(new Set(Object.values(hostileUrls).flat()).size).toBeGreaterThanOrEqual(150)
  })
})

describe('every address of a name is checked', () => {
  const literals = Object.values(hostileUrls)
    .flat()
    .map((url) => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '')
    .filter((host) => /^\d+\.\d+\.\d+\.\d+$|:/.test(host))

  test.each([...new Set(literals)])('a name with %s among public addresses is refused', async (address) => {
    if (address === '93.184.215.14' || address === '2606:4700::1111') return
    const verdict = await check('https://example.com/', () => Promise.resolve(['93.184.215.14', address, '8.8.8.8']))
    expect(verdict).toMatchObject({ ok: false, reason: 'address' })
  })

  test('an invalid response of a resolver is refused', async () => {
    for (const address of ['', 'localhost', '127.1', '010.0.0.1', '8.8.8.8 ', '::ffff:8.8.8', '1::2::3']) {
      expect(await check('https://example.com/', () => Promise.resolve([address]))).toMatchObject({ reason: 'address' })
    }
  })

  test('a name without an address differs from a failed resolver', async () => {
    expect(await check('https://example.com/', () => Promise.resolve([]))).toMatchObject({ reason: 'unresolved' })
    expect(await check('https://example.com/', unreachable)).toMatchObject({ reason: 'unresolved' })
  })

  test('the verdict names the addresses, and the name is resolved without its trailing dot', async () => {
    const queried: string[] = []
    const verdict = await check('https://Example.com.:8443/a', (host) => {
      queried.push(host)
      return toPublic(host)
    })
    expect(queried).toEqual(['example.com'])
    expect(verdict).toMatchObject({ ok: true, port: 8443, addresses: ['93.184.215.14', '2606:4700::1111'] })
  })
})

test.each(publicUrls)('%s may be called', async (url) => {
  expect(await check(url)).toMatchObject({ ok: true, trusted: false })
})

test.each([
  ['https://example.com:80/a.csv', 80],
  ['https://example.com:99999/a.csv', 99999],
  ['https://example.com:65536', 65536],
])('the port of %s is refused by its number', async (url, port) => {
  const message = `The port must be 443 or 8443; got ${port}.`
  expect(await check(url)).toMatchObject({ ok: false, reason: 'port', message })
})

test.each(['https://[::1:99999/a', 'https://[::g]:99999/a', 'https://a%zz.com:99999/a'])(
  'the host of %s is refused before its port',
  async (url) => {
    expect(await check(url)).toMatchObject({ ok: false, reason: 'syntax' })
  },
)

describe('trusted origins of a local run', () => {
  const trusted = ['http://127.0.0.1:9000', 'https://localhost:9001']

  test('are accepted without a lookup', async () => {
    expect(await check('http://127.0.0.1:9000/a.csv', unreachable, trusted)).toMatchObject({
      ok: true,
      trusted: true,
      port: 9000,
    })
    expect(await check('https://localhost:9001/', unreachable, trusted)).toMatchObject({ ok: true, trusted: true })
  })

  test.each([
    'http://127.0.0.1:9001/',
    'http://127.0.0.2:9000/',
    'https://127.0.0.1:9000/',
    'http://u@127.0.0.1:9000/',
  ])('do not open %s', async (url) => {
    expect(await check(url, toPublic, trusted)).toMatchObject({ ok: false })
  })
})

test('every row of the IANA registries is in the table', ({ skip }) => {
  const registry = '../shared/special-ranges.tsv'
  if (!existsSync(registry)) skip('the registry rows are not beside the project')
  const ranges = new Set([...specialRangesV4, ...specialRangesV6].map(({ range }) => range))
  const rows = readFileSync(registry, 'utf8').trim().split('\n').slice(1)
  const special = rows.map((row) => row.split('\t')).filter(([, , , , policy]) => policy !== 'allow')
  expect(special.map(([, range]) => range).filter((range) => !ranges.has(range ?? ''))).toEqual([])
})
