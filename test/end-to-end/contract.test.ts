import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { placesIn, rejectedPlaces, rejectedSheets } from '../engine/report/rejected-sheets.ts'
import { Client } from './client.ts'
import { Contract, type DescribedResponse } from './described.ts'
import { ops } from './ops.ts'
import { type StartedService, startService } from './service.ts'

const spec = { output: { dialect: 'postgresql' } } as const
const file = new TextEncoder().encode('id,name\n1,Zoë\n')
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }): string =>
  `${status} ${body?.error?.code ?? ''}`.trim()

/** Ranges of RFC 9110, section 14: a part of the output, its end, and a range beyond it. */
async function expectRanges(url: string, whole: Uint8Array): Promise<void> {
  const part = (range: string) => fetch(url, { headers: { range } })
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, whole.length],
    ['bytes=-5', whole.length - 5, whole.length],
  ] as const) {
    const response = await part(range)
    expect([range, response.status]).toEqual([range, 206])
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${whole.length}`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(whole.slice(from, to))
  }
  expect((await part(`bytes=${whole.length}-`)).status).toBe(416)
}

async function expectExpired(response: Response): Promise<void> {
  expect([response.status, await response.text()]).toEqual([403, expect.stringMatching(/expired/i)])
}

describe('the contract, over HTTP', () => {
  const contract = new Contract(inject('service'))
  beforeAll(() => contract.readDescription())

  test('describes every response of a conversion from start to end', async () => {
    const opened = await contract.ask('POST', '/conversions', { name: 'a.csv', bytes: file.length, spec })
    expect(opened.status).toBe(201)
    const { id } = opened.body.data
    expect(codeOf(await contract.ask('POST', `/conversions/${id}/start`))).toBe('409 not_uploaded')
    await new Client(inject('service')).upload(opened.body.data, file)
    expect((await contract.ask('POST', `/conversions/${id}/start`)).body.data.status).toBe('queued')
    const ended = await new Client(inject('service')).untilEnded(id)
    expect(ended.status).toBe('done')
    const read = await contract.ask('GET', `/conversions/${id}`)
    expect(read.body.data.report.rows).toMatchObject({ converted: 1, rejected: 0 })
    const script = new Uint8Array(await (await fetch(read.body.data.output.url)).arrayBuffer())
    expect(new TextDecoder().decode(script)).toContain('Zoë')
    await expectRanges(read.body.data.output.url, script)
    expect(codeOf(await contract.ask('POST', `/conversions/${id}/start`))).toBe('409 already_started')
    expect(codeOf(await contract.ask('POST', `/conversions/${id}/cancel`))).toBe('409 already_finished')
    expect((await contract.ask('GET', '/conversions?limit=1&status=done')).body.data[0].id).toBe(id)
    expect((await contract.ask('GET', '/usage')).body.data.used).toBeGreaterThanOrEqual(file.length)
    const sent = await contract.ask('POST', `/conversions/${id}/cases`, { consent: true, share: 'file', note: 'look' })
    expect([sent.status, sent.body.data.share]).toEqual([201, 'file'])
    expect(codeOf(await contract.ask('POST', `/conversions/${id}/cases`, {}))).toBe('422 invalid_request')
    expect((await contract.ask('DELETE', `/conversions/${id}`)).status).toBe(204)
    expect(codeOf(await contract.ask('GET', `/conversions/${id}`))).toBe('404 not_found')
  })

  test('has the rejected rows of every sheet in one file', async () => {
    const content = Buffer.from(rejectedSheets()).toString('base64')
    const { status, body } = await contract.ask('POST', '/conversions?wait=60', {
      name: 'book.xlsx',
      content,
      content_encoding: 'base64',
      spec: { input: { sheets: 'all' }, inference: { sample_rows: 5 }, output: { dialect: 'sqlite' } },
    })
    expect([status, body.data.report.rows.rejected]).toEqual([200, 4])
    const rejects = await fetch(body.data.output.rejects_url)
    expect(placesIn(await rejects.text())).toEqual(rejectedPlaces)
  })

  test('tells an unauthorized client how to authenticate, before anything else', async () => {
    const { stateFolder } = inject('service')
    const made = await ops(stateFolder, 'account', 'create', '--email', `contract-${Date.now()}@example.com`)
    const ask = (key: string) => contract.ask('GET', '/nowhere', undefined, {}, key)
    expect(codeOf(await ask(''))).toBe('401 unauthenticated')
    expect(codeOf(await ask(`${made.api_key.slice(0, -16)}${'0'.repeat(16)}`))).toBe('401 unauthenticated')
    expect(codeOf(await ask(`rm_ses_${made.account_id}_${'a'.repeat(32)}${'0'.repeat(16)}`))).toBe('403 forbidden')
    expect(codeOf(await ask(made.api_key))).toBe('404 not_found')
    await ops(stateFolder, 'account', 'set', made.account_id, '--plan', 'free')
    expect(codeOf(await ask(made.api_key))).toBe('402 needs_pro')
    await ops(stateFolder, 'account', 'suspend', made.account_id)
    expect(codeOf(await ask(made.api_key))).toBe('403 suspended')
    const { keys } = await ops(stateFolder, 'account', 'show', made.account_id)
    await ops(stateFolder, 'key', 'revoke', made.account_id, keys[0].id)
    expect(codeOf(await ask(made.api_key))).toBe('401 unauthenticated')
  })

  test('gives JSON responses with specific codes to bad requests', async () => {
    const open = (body: unknown) => contract.ask('POST', '/conversions', body)
    expect(codeOf(await open('{'))).toBe('422 invalid_request')
    expect(codeOf(await open('[]'))).toBe('422 invalid_request')
    expect(codeOf(await open({ name: 'a', bytes: 1, spec, more: 1 }))).toBe('422 invalid_request')
    expect(codeOf(await open({ name: 'a', bytes: 1, spec: {} }))).toBe('422 invalid_spec')
    expect(codeOf(await open({ name: 'a', bytes: 5 * 1024 ** 3 + 1, spec }))).toBe('413 too_big')
    expect(codeOf(await open({ url: 'http://example.com/a', spec }))).toBe('422 invalid_url')
    expect(codeOf(await open(`{"name":"${'x'.repeat(70_000)}"}`))).toBe('413 http_error')
    // A client that sends the file in the request reads the same error, even with most of the file unsent.
    for (let times = 0; times < 4; times++) expect(codeOf(await open('x'.repeat(30_000_000)))).toBe('413 http_error')
    expect(codeOf(await contract.ask('GET', '/conversions?limit=0'))).toBe('422 invalid_request')
    expect(codeOf(await contract.ask('GET', '/conversions/%00%2e%2e'))).toBe('404 not_found')
    const patched = await contract.ask('PATCH', '/conversions')
    expect([codeOf(patched), patched.headers.get('allow')]).toEqual(['405 method_not_allowed', 'GET, HEAD, POST'])
    expect((await contract.ask('HEAD', '/usage')).text).toBe('')
  })

  test('makes one conversion of identical simultaneous opens, and replays the response byte for byte', async () => {
    const body = { name: 'twin.csv', bytes: 3, spec }
    const keyed = { 'idempotency-key': `twins-${Date.now()}` }
    const twins = await Promise.all([1, 2, 3, 4].map(() => contract.ask('POST', '/conversions', body, keyed)))
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1)
    const again = await contract.ask('POST', '/conversions', body, keyed)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([twins[0]?.text, 'true'])
    expect(codeOf(await contract.ask('POST', '/conversions', { ...body, bytes: 4 }, keyed))).toBe(
      '422 idempotency_mismatch',
    )
  })

  test('lets a request be found in the log by its id, as one line of JSON without the key', async () => {
    const { stateFolder, api_key } = inject('service')
    const { headers } = await contract.ask('GET', '/usage?token=from-the-address')
    const requestId = headers.get('x-request-id') ?? ''
    const log = (): string => readFileSync(join(stateFolder, 'service.log'), 'utf8')
    await expect.poll(log).toContain(requestId)
    const line =
      log()
        .split('\n')
        .find((one) => one.includes(requestId)) ?? ''
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
      event: 'request',
      path: '/v1/usage',
      // A query that the path does not accept is refused, and stays out of the log.
      status: 422,
    })
    for (const secret of [api_key, 'from-the-address', 'X-Amz-Signature']) expect(log()).not.toContain(secret)
  })

  test('serves documentation that loads nothing from other hosts', async () => {
    const response = await fetch(new URL('/docs', inject('service').base_url))
    expect(await response.text()).not.toMatch(/(?:src|href)="(?:https?:)?\/\/[^"]*\.(?:js|css|png|svg|woff2?)"/)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('small limits, over HTTP', () => {
  let service: StartedService
  const host = createServer((request, response) => {
    response.writeHead(200, { 'content-length': String(request.url === '/large' ? 60 * 1024 ** 3 : 3) })
    response.end(request.method === 'HEAD' ? undefined : 'a,b')
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
    service = await startService({
      vars: {
        RATE_LIMIT_PER_MINUTE: '8',
        ALLOWANCE_BYTES: '10',
        LOCAL_TRUSTED_ORIGINS: origin,
        // The URLs expire while the test waits for the rate limit.
        UPLOAD_URL_SECONDS: '20',
        OUTPUT_URL_SECONDS: '20',
      },
    })
  })
  afterAll(async () => {
    host.close()
    await service.stop()
  })

  /** Makes requests with another key, which has its own rate limit. */
  async function newCaller(
    contract: Contract,
  ): Promise<(...request: [string, string, unknown?]) => Promise<DescribedResponse>> {
    const response = await fetch(new URL('/ops/accounts', service.base_url), {
      method: 'POST',
      headers: { authorization: `Bearer ${service.operator_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'late@example.com' }),
    })
    const { api_key: key } = (await response.json()) as { api_key: string }
    return (method, path, body) => contract.ask(method, path, body, {}, key)
  }

  test('refuse a request that is too large, a request too many, and expired URLs', async () => {
    const contract = new Contract(service)
    await contract.readDescription()
    const ask = await newCaller(contract)
    const opened = await ask('POST', '/conversions', { name: 'a.csv', bytes: 4, spec })
    const inline = await ask('POST', '/conversions?wait=60', { name: 'b.csv', content: 'a\n1\n', spec })
    // The Worker converts a small file itself. A container would ask for its input here.
    expect(readFileSync(join(service.stateFolder, 'service.log'), 'utf8')).not.toContain('/runs/input')
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/large`
    expect(codeOf(await contract.ask('POST', '/conversions', { url, spec }))).toBe('413 too_big')
    expect(codeOf(await contract.ask('POST', '/conversions', { name: 'a', bytes: 11, spec }))).toBe('402 over_quota')
    const first = await Promise.all(Array.from({ length: 10 }, () => contract.ask('GET', '/usage')))
    expect(first.map(codeOf).toSorted()).toEqual([
      ...Array<string>(5).fill('200'),
      ...Array<string>(5).fill('429 rate_limited'),
    ])
    const refused = first.find(({ status }) => status === 429)
    const seconds = Number(refused?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(30)
    await wait(seconds * 1000)
    expect(codeOf(await contract.ask('GET', '/usage'))).toBe('200')
    const { upload, id } = opened.body.data
    await expectExpired(await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: 'a\n1\n' }))
    expect((await ask('POST', `/conversions/${id}/start`)).body.error.message).toBe(
      'No file of 4 bytes has been uploaded, and upload.url has expired. Open a new conversion.',
    )
    await expectExpired(await fetch(inline.body.data.output.url))
    const read = await ask('GET', `/conversions/${inline.body.data.id}`)
    expect((await fetch(read.body.data.output.url)).status).toBe(200)
  })
})
