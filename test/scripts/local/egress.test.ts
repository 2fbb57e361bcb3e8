import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Egress, type EgressOptions } from '../../../scripts/local/egress.ts'
import { classifyAddress } from '../../../src/url-safety/classify-address.ts'
import { type CheckedUrl, outgoingFetch } from '../../../src/url-safety/outgoing-fetch.ts'

/** In this network one loopback address stands for the public internet. All other addresses keep their meaning. */
const publicHere = `127.${(process.pid % 200) + 20}.78.1`
const judge: EgressOptions['classify'] = (address) =>
  address === publicHere ? { public: true } : classifyAddress(address)

const folder = mkdtempSync(join(tmpdir(), 'rowmill-egress-'))
const received: { method: string; host: string | undefined; body: string }[] = []
const inside: string[] = []
let server: Server
let egress: Egress
let port = 0
const inner = createPlain((incoming, outgoing) => {
  inside.push(incoming.url ?? '')
  outgoing.end('a secret')
})

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await text(incoming)
  received.push({ method: incoming.method ?? '', host: incoming.headers.host, body })
  if (incoming.url === '/away') outgoing.writeHead(302, { location: 'https://169.254.169.254/' }).end()
  else outgoing.writeHead(201, { 'x-kind': ['a', 'b'], 'content-type': 'text/plain' }).end('taken')
}

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=hooks.example.com'.split(' ')
  const names = ['-addext', 'subjectAltName=DNS:hooks.example.com', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...request, ...names], { stdio: 'ignore' })
  const ca = readFileSync(certificate, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (incoming, outgoing) => {
    void respond(incoming, outgoing)
  })
  await new Promise<void>((ready) => server.listen(0, publicHere, ready))
  await new Promise<void>((ready) => inner.listen(0, '127.0.0.1', ready))
  port = (server.address() as AddressInfo).port
  egress = await Egress.start({ classify: judge, ca })
})
afterAll(() => {
  egress.stop()
  server.close()
  inner.close()
  rmSync(folder, { recursive: true })
})

const to = (more: Partial<CheckedUrl> = {}): CheckedUrl => ({
  ok: true,
  url: new URL(`https://hooks.example.com:${port}/in?x=1`),
  host: 'hooks.example.com',
  port,
  addresses: [publicHere],
  trusted: false,
  ...more,
})
const send = (target: CheckedUrl, method: 'POST' | 'HEAD' = 'POST', vars: object = {}): Promise<Response> =>
  outgoingFetch({
    LOCAL_ENGINE_URL: 'http://127.0.0.1:9',
    LOCAL_EGRESS_URL: egress.url,
    LOCAL_EGRESS_TOKEN: egress.token,
    ...vars,
  })(target, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': 'test' },
    signal: AbortSignal.timeout(20_000),
    ...(method === 'POST' ? { body: '{"é":1}' } : {}),
  })

test('a request connects to the checked address with the name in Host, whatever the name resolves to later', async () => {
  const response = await send(to())
  expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([201, 'a, b', 'taken'])
  expect(received.at(-1)).toEqual({ method: 'POST', host: `hooks.example.com:${port}`, body: '{"é":1}' })
  expect((await send(to(), 'HEAD')).status).toBe(201)
})

test.each([
  '127.0.0.1',
  '::1',
  '169.254.169.254',
  '10.0.0.5',
  '0.0.0.0',
  '::ffff:127.0.0.1',
  'localhost',
  'not an address',
])('no request reaches %s, even if the Worker tries', async (address) => {
  const { port: innerPort } = inner.address() as AddressInfo
  const target = to({ url: new URL(`http://hooks.example.com:${innerPort}/`), port: innerPort, addresses: [address] })
  await expect(send(target)).rejects.toThrow('not a public address')
  await expect(send({ ...target, addresses: [publicHere, address] })).rejects.toThrow('not a public address')
  await expect(send({ ...target, addresses: [] })).rejects.toThrow('not a public address')
  expect(inside).toEqual([])
})

test('a redirect is a response and is not followed', async () => {
  const response = await send(to({ url: new URL(`https://hooks.example.com:${port}/away`) }))
  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://169.254.169.254/'])
})

test('only the Worker reaches the internet, and a local run without an egress reaches nothing', async () => {
  await expect(send(to(), 'POST', { LOCAL_EGRESS_TOKEN: 'guessed' })).rejects.toThrow('not the Worker')
  await expect(send(to(), 'POST', { LOCAL_EGRESS_TOKEN: undefined })).rejects.toThrow('not the Worker')
  await expect(send(to(), 'POST', { LOCAL_EGRESS_URL: undefined })).rejects.toThrow('calls nobody')
})

test('a certificate for another name is not trusted', async () => {
  await expect(send(to({ host: 'other.example.com' }))).rejects.toThrow('other.example.com')
})
