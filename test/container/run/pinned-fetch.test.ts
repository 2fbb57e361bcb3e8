import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDownload } from '../../../container/run/download.ts'
import { HopRefused } from '../../../container/run/hop.ts'
import { pinnedFetch, type PinnedFetchOptions } from '../../../container/run/pinned-fetch.ts'
import { classifyAddress } from '../../../src/url-safety/classify-address.ts'

/** In this network one loopback address stands for the public internet. All other addresses keep their meaning. */
const publicHere = `127.${(process.pid % 200) + 20}.77.1`
const privateHere = '127.0.0.1'
/** An internal server that outsiders must not reach. */
const innerHere = `127.${(process.pid % 200) + 20}.77.2`
const judge: PinnedFetchOptions['classify'] = (address) =>
  address === publicHere ? { public: true } : classifyAddress(address)

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'rowmill-tls-'))
const received: { host: string | undefined; sni: string | false | null }[] = []
let server: Server
let inner: Server
let innerConnections = 0
let ca = ''

beforeAll(async () => {
  if (!hasOpenssl) return
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=files.example.com'.split(' '),
      ['-addext', 'subjectAltName=DNS:files.example.com,DNS:mirror.example.com', '-keyout', key, '-out', certificate],
    ].flat(),
    { stdio: 'ignore' },
  )
  ca = readFileSync(certificate, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (incoming, outgoing) => {
    // Node documents this field for servers, but the types lack it.
    const { servername } = incoming.socket as TLSSocket & { servername?: string | false }
    received.push({ host: incoming.headers.host, sni: servername ?? null })
    const { url = '' } = incoming
    if (url.startsWith('/to/')) outgoing.writeHead(302, { location: `https://${url.slice(4)}` }).end()
    else outgoing.end('a file')
  })
  await new Promise<void>((resolve) => server.listen(8443, publicHere, resolve))
  inner = createServer({ key: readFileSync(key), cert: ca }, (_, outgoing) => outgoing.end('a secret'))
  inner.on('connection', () => innerConnections++)
  await new Promise<void>((resolve) => inner.listen(8443, innerHere, resolve))
})
afterAll(() => {
  for (const one of [server, inner]) one?.close()
  rmSync(folder, { recursive: true })
})

const signal = AbortSignal.timeout(60_000)
const answering = (...answers: string[][]): { queried: string[]; resolve: (host: string) => Promise<string[]> } => {
  const queried: string[] = []
  return {
    queried,
    resolve: (host) => {
      queried.push(host)
      return Promise.resolve(answers[Math.min(queried.length, answers.length) - 1] ?? [])
    },
  }
}

describe.skipIf(!hasOpenssl)('a pinned connection (needs openssl: apt-get install openssl)', () => {
  test('connects to the checked address with the name in SNI and Host, and verifies the certificate', async () => {
    const { resolve, queried } = answering([publicHere])
    const hop = await pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca })(
      'https://files.example.com:8443/a',
      {},
      signal,
    )
    expect(hop.status).toBe(200)
    hop.discard()
    expect(queried).toEqual(['files.example.com'])
    expect(received.at(-1)).toEqual({ host: 'files.example.com:8443', sni: 'files.example.com' })
  })

  test('resolves a name once, so a name that changes its address gains nothing', async () => {
    const { resolve, queried } = answering([publicHere], [privateHere])
    const fetchHop = pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca })
    const hop = await fetchHop('https://files.example.com:8443/a', {}, signal)
    expect(hop.status).toBe(200)
    hop.discard()
    expect(queried).toHaveLength(1)
    // The next connection resolves and checks the name again.
    await expect(fetchHop('https://files.example.com:8443/a', {}, signal)).rejects.toThrow(HopRefused)
  })

  test('refuses a name with one private address among public ones', async () => {
    const { resolve } = answering([publicHere, privateHere])
    const before = received.length
    const hop = pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca })(
      'https://files.example.com:8443/a',
      {},
      signal,
    )
    await expect(hop).rejects.toThrow(HopRefused)
    expect(received).toHaveLength(before)
  })

  test('refuses a self-signed certificate and one for another name', async () => {
    const { resolve } = answering([publicHere])
    const other = pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca })(
      'https://other.example.com:8443/',
      {},
      signal,
    )
    await expect(other).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    const unknown = pinnedFetch({ trustedOrigins: [], resolve, classify: judge })(
      'https://files.example.com:8443/',
      {},
      signal,
    )
    await expect(unknown).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const literal = pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca })(
      `https://${publicHere}:8443/`,
      {},
      signal,
    )
    await expect(literal).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  test('tries the next address if the first does not respond', async () => {
    const dead = `127.${(process.pid % 200) + 20}.77.2`
    const bothPublic: PinnedFetchOptions['classify'] = (address) =>
      address === dead ? { public: true } : (judge?.(address) ?? classifyAddress(address))
    const { resolve } = answering([dead, publicHere])
    const hop = await pinnedFetch({ trustedOrigins: [], resolve, classify: bothPublic, ca })(
      'https://files.example.com:8443/a',
      {},
      signal,
    )
    expect(hop.status).toBe(200)
    hop.discard()
  })
})

describe.skipIf(!hasOpenssl)('redirects over TLS (needs openssl: apt-get install openssl)', () => {
  /** Each name has a list of DNS responses, used one after another. */
  const download = async (url: string, names: Record<string, string[]>): Promise<string> => {
    const resolve = (host: string): Promise<string[]> => {
      const answers = names[host] ?? []
      const address = answers.length > 1 ? answers.shift() : answers[0]
      return Promise.resolve(address === undefined ? [] : [address])
    }
    const { chunks } = await openDownload({
      url,
      fetchHop: pinnedFetch({ trustedOrigins: [], resolve, classify: judge, ca }),
      stallMs: 5000,
      limitMs: 10_000,
      bytesMax: 1000,
      allowanceBytes: 1000,
      signal,
      retryWaitsMs: [1],
    })
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    return Buffer.concat(parts).toString()
  }

  test('are followed from name to name, each with its own certificate check', async () => {
    const names = { 'files.example.com': [publicHere], 'mirror.example.com': [publicHere] }
    expect(await download('https://files.example.com:8443/to/mirror.example.com:8443/a', names)).toBe('a file')
    expect(received.at(-1)).toEqual({ host: 'mirror.example.com:8443', sni: 'mirror.example.com' })
  })

  test.each<[string, string, Record<string, string[]>]>([
    [
      'another name that has a private address',
      'mirror.example.com:8443/a',
      { 'files.example.com': [publicHere], 'mirror.example.com': [innerHere] },
    ],
    ['a private address itself', `${innerHere}:8443/a`, { 'files.example.com': [publicHere] }],
    [
      'the same name, which answers with a private address from now on',
      'files.example.com:8443/a',
      { 'files.example.com': [publicHere, innerHere] },
    ],
  ])('to %s end there without a connection', async (_, location, names) => {
    const before = innerConnections
    await expect(download(`https://files.example.com:8443/to/${location}`, names)).rejects.toMatchObject({
      code: 'unreachable',
    })
    expect(innerConnections).toBe(before)
  })
})

test('a name without an address is a transient error, not a refusal', async () => {
  const hop = pinnedFetch({ trustedOrigins: [], resolve: () => Promise.resolve([]) })(
    'https://files.example.com/',
    {},
    signal,
  )
  await expect(hop).rejects.toThrow('has no IP address')
  await expect(hop).rejects.not.toThrow(HopRefused)
})
