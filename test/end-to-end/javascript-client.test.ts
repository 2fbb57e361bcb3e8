import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  ConversionFailedError,
  type ConvertProgress,
  Rowmill,
  RowmillApiError,
  RowmillConnectionError,
  type RowmillOptions,
  verifyWebhook,
} from '../../clients/javascript/rowmill.ts'
import { type TroubledProxy, troubledProxy } from './troubled-proxy.ts'

const service = inject('service')
const rowmill = new Rowmill({ apiKey: service.api_key, baseUrl: service.base_url })
const folder = mkdtempSync(join(tmpdir(), 'rowmill-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clientOf = ({ url }: TroubledProxy, options: Partial<RowmillOptions> = {}): Rowmill =>
  new Rowmill({ apiKey: service.api_key, baseUrl: `${url}${new URL(service.base_url).pathname}`, ...options })

const csv = 'id,name\n1,Zoë\n2,Søren\n'
const rowsOf = (script: string): unknown[] => {
  const database = new DatabaseSync(':memory:')
  database.exec(script)
  return database
    .prepare('select * from people order by id')
    .all()
    .map((row) => ({ ...row }))
}
const rows = [
  { id: 1, name: 'Zoë' },
  { id: 2, name: 'Søren' },
]
const path = join(folder, 'people.csv')
beforeAll(() => writeFileSync(path, csv))

describe('convert', () => {
  const inputs: readonly [string, () => Parameters<Rowmill['convert']>[0]][] = [
    ['a path', () => path],
    ['a Blob', () => new Blob([csv])],
    ['a File with a name', () => new File([csv], 'people.csv')],
    ['bytes', () => new TextEncoder().encode(csv)],
    ['a stream', () => new Blob([csv]).stream()],
  ]
  test.each(inputs)('accepts %s', async (_, input) => {
    const progress: ConvertProgress[] = []
    const onProgress = (at: ConvertProgress): unknown => progress.push(at)
    const done = await rowmill.convert(input(), { to: 'sqlite', name: 'people.csv', onProgress })
    expect(done.rows).toMatchObject({ converted: 2, rejected: 0 })
    expect(rowsOf(await done.text())).toEqual(rows)
    expect(progress[0]).toMatchObject({ phase: 'uploading', bytesTotal: Buffer.byteLength(csv) })
  })

  test('sends a small file in one request that waits for the end, and uploads a large one, each under one key', async () => {
    const proxy = await troubledProxy(service.base_url, (attempt) => (attempt === 1 ? 'cut after' : 'pass'))
    try {
      const done = await clientOf(proxy).convert(path, { to: 'sqlite' })
      expect(rowsOf(await done.text())).toEqual(rows)
      // The response was lost once, and the service still converted only once.
      expect(proxy.received.map(({ method }) => method)).toEqual(['POST', 'POST'])
      expect(new Set(proxy.received.map(({ key }) => key)).size).toBe(1)
      const large = `id,name\n${'1,Zoë\n'.repeat(200_000)}`
      expect(
        (await clientOf(proxy).convert(new Blob([large]), { to: 'sqlite', name: 'people.csv' })).rows.converted,
      ).toBe(200_000)
      expect(
        proxy.received
          .slice(2)
          .map(({ method }) => method)
          .slice(0, 3),
      ).toEqual(['POST', 'POST', 'GET'])
    } finally {
      proxy.close()
    }
  })

  test('saves the output under a name', async () => {
    const done = await rowmill.convert(path, { to: 'sqlite' })
    const output = join(folder, done.name)
    await done.save(output)
    expect(done.name).toBe('people.sql')
    expect(rowsOf(readFileSync(output, 'utf8'))).toEqual(rows)
    expect(statSync(output).size).toBe(done.conversion.output?.bytes)
  })

  test('decompresses the output for its text, and not for its bytes', async () => {
    const spec = { output: { dialect: 'sqlite', compression: 'gzip' } } as const
    const done = await rowmill.convert(new Blob([csv]), { spec, name: 'people.csv' })
    expect(rowsOf(await done.text())).toEqual(rows)
    expect(gunzipSync(await done.bytes()).toString()).toBe(await done.text())
  })

  test("throws the engine's message for a file that it cannot convert", async () => {
    const failing = rowmill.convert(new Blob(['PK\u0003\u0004 and no more']), { to: 'sqlite', name: 'broken.xlsx' })
    await expect(failing).rejects.toThrow(ConversionFailedError)
    await expect(failing).rejects.toMatchObject({ code: 'corrupt_file', conversion: { status: 'failed' } })
  })

  test('stops when its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(rowmill.convert(path, { to: 'sqlite', signal })).rejects.toThrow('enough')
  })
})

describe('the other methods', () => {
  test('open, cancel, list, read and delete conversions', async () => {
    const body = { name: 'a.csv', bytes: 3, spec: { output: { dialect: 'mysql' } } } as const
    const opened = await rowmill.createConversion(body)
    expect(opened).toMatchObject({ status: 'awaiting_upload', upload: { url: expect.any(String) } })
    expect(await rowmill.cancelConversion(opened.id)).toMatchObject({ status: 'canceled' })
    const listed: string[] = []
    for await (const { id, status } of rowmill.conversions({ status: 'canceled', limit: 1 })) {
      expect(status).toBe('canceled')
      listed.push(id)
      if (id === opened.id) break
    }
    expect(listed.at(-1)).toBe(opened.id)
    await rowmill.deleteConversion(opened.id)
    await expect(rowmill.getConversion(opened.id)).rejects.toMatchObject({ name: 'RowmillApiError', code: 'not_found' })
  })

  test('report usage', async () => {
    const { limit, used, left } = await rowmill.getUsage()
    expect(used + left).toBeLessThanOrEqual(limit)
  })

  test('throw a refusal with its code, its fields and the id of the request', async () => {
    const body = { name: 'a.csv', bytes: 0, spec: { output: { dialect: 'mysql' } } } as const
    const refused = await rowmill.createConversion(body).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RowmillApiError)
    expect(refused).toMatchObject({ status: 422, code: 'invalid_request', fields: { bytes: expect.any(Array) } })
    expect((refused as RowmillApiError).requestId).toMatch(/^req_/)
  })

  test('refuse a wrong key at once', async () => {
    const stranger = new Rowmill({ apiKey: 'rm_key_none', baseUrl: service.base_url })
    await expect(stranger.getUsage()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('transient errors', () => {
  const body = { name: 'once.csv', bytes: 3, spec: { output: { dialect: 'sqlite' } } } as const

  test.each([
    ['a connection that is cut', 'cut'],
    ['a response that is lost', 'cut after'],
    ['429', 429],
    ['503', 503],
  ] as const)('%s open one conversion under one idempotency key', async (_, kind) => {
    const proxy = await troubledProxy(service.base_url, (attempt) => (attempt <= 2 ? kind : 'pass'))
    try {
      const opened = await clientOf(proxy).createConversion(body)
      expect(proxy.received).toHaveLength(3)
      expect(new Set(proxy.received.map(({ key }) => key)).size).toBe(1)
      const { data } = await rowmill.listConversions({ limit: 5 })
      expect(data.filter(({ id }) => id === opened.id)).toHaveLength(1)
    } finally {
      proxy.close()
    }
  })

  test('let an interrupted upload continue under the same conversion', async () => {
    const file = join(folder, 'large.csv')
    const lines = Array.from({ length: 200_000 }, (_, at) => `${at},name ${at}`)
    writeFileSync(file, `id,name\n${lines.join('\n')}\n`)
    let proxy: TroubledProxy | undefined
    const throughProxy: typeof fetch = async (input, init) => {
      const { href, origin, pathname, search } = new URL(new Request(input).url)
      if (init?.method !== 'PUT') return fetch(href, init)
      proxy ??= await troubledProxy(origin, (attempt) => (attempt <= 2 ? 'cut' : 'pass'))
      return fetch(`${proxy.url}${pathname}${search}`, init)
    }
    const client = new Rowmill({ apiKey: service.api_key, baseUrl: service.base_url, fetch: throughProxy })
    try {
      const done = await client.convert(file, { to: 'sqlite' })
      expect(done.rows).toMatchObject({ converted: 200_000, rejected: 0 })
      expect(proxy?.received).toHaveLength(3)
      const { data } = await rowmill.listConversions({ limit: 20 })
      expect(data.filter(({ name }) => name === 'large.csv').map(({ id }) => id)).toEqual([done.id])
    } finally {
      proxy?.close()
    }
  })

  test('become an error that names them if they persist', async () => {
    const proxy = await troubledProxy(service.base_url, () => 'cut')
    const tired = clientOf(proxy, { retries: 1 })
    try {
      await expect(tired.getUsage()).rejects.toThrow(RowmillConnectionError)
      expect(proxy.received).toHaveLength(2)
    } finally {
      proxy.close()
    }
  })
})

/** Refuses the first call, so that a second one follows. */
async function receiver() {
  const calls: { body: string; signature: string }[] = []
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      calls.push({ body, signature: incoming.headers['service-signature']?.toString() ?? '' })
      outgoing.writeHead(calls.length === 1 ? 500 : 204).end()
      return undefined
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { calls, url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() }
}

describe('webhooks on a laptop', () => {
  const started: ChildProcess[] = []
  afterAll(() => {
    for (const child of started) child.kill('SIGTERM')
  })
  const cli = (...args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, ['container/cli.ts', ...args], {
      env: { ...process.env, ROWMILL_API_KEY: service.api_key, ROWMILL_BASE_URL: service.base_url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    return child
  }

  test('are forwarded by listen, signed, and sent again after a refusal', async () => {
    const hook = await receiver()
    const listening = cli('listen', '--forward', hook.url, '--fast', '--secret', 'whsec_test')
    let printed = ''
    listening.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await expect.poll(() => printed).toContain('Waiting for conversions to end')
    const { id } = await rowmill.convert(path, { to: 'sqlite' })
    await expect.poll(() => hook.calls.length).toBe(2)
    const [first, second] = hook.calls
    expect(second?.body).toBe(first?.body)
    const event = await verifyWebhook(second?.body ?? '', second?.signature, 'whsec_test')
    expect(event).toMatchObject({ type: 'conversion.done', data: { id, status: 'done' } })
    const { data } = event as { data: { output: { url: string } } }
    expect(rowsOf(await (await fetch(data.output.url)).text())).toEqual(rows)
    hook.close()
  })

  test('are sent by trigger, one sample of every event', async () => {
    for (const type of ['conversion.done', 'conversion.failed', 'conversion.canceled', 'ping']) {
      const hook = await receiver()
      const child = cli('trigger', type, '--forward', hook.url, '--fast', '--secret', 'whsec_test')
      const code = await new Promise((done) => child.once('close', done))
      const last = hook.calls.at(-1)
      expect(code).toBe(0)
      expect(await verifyWebhook(last?.body ?? '', last?.signature, 'whsec_test')).toMatchObject({ type })
      hook.close()
    }
  })
})

test('login stores one working key that only its user can read', async () => {
  const run = async (stdin: string, ...args: readonly string[]) => {
    const { ROWMILL_API_KEY: _key, ...others } = process.env
    const env = { ...others, XDG_CONFIG_HOME: folder, ROWMILL_BASE_URL: service.base_url }
    const child = spawn(process.execPath, ['container/cli.ts', ...args], { env })
    child.stdin.end(stdin)
    const code = new Promise((done) => child.once('close', done))
    return Promise.all([code, text(child.stdout), text(child.stderr)])
  }
  const config = join(folder, 'rowmill', 'config.json')
  const [noKey, , toldToLogIn] = await run('', 'remote', 'usage')
  expect([noKey, toldToLogIn]).toEqual([2, expect.stringContaining('Run rowmill login')])
  const [wrong, , why] = await run('rm_key_none', 'login')
  expect([wrong, why]).toEqual([1, expect.stringContaining('The key was not saved.')])
  expect(statSync(config, { throwIfNoEntry: false })).toBeUndefined()
  const [noKeyAtAll, , form] = await run('hello', 'login')
  expect([noKeyAtAll, form]).toEqual([2, expect.stringContaining('Keys begin with rm_key_')])

  const [code, output, printed] = await run(`${service.api_key}\n`, 'login')
  expect([code, output, printed]).toEqual([0, '', expect.stringContaining(config)])
  expect(printed).not.toContain(service.api_key)
  expect(statSync(config).mode & 0o777).toBe(0o600)
  const [used, usage] = await run('', 'remote', 'usage')
  expect([used, usage]).toEqual([0, expect.stringMatching(/GB left\.$/m)])
})

test('an assistant converts on the service and reads the report', async () => {
  const assistant = new Client({ name: 'test', version: '1' })
  const env = { ...(process.env as Record<string, string>), ROWMILL_API_KEY: service.api_key }
  const command = { command: process.execPath, args: ['container/cli.ts', 'mcp'] }
  await assistant.connect(new StdioClientTransport({ ...command, env: { ...env, ROWMILL_BASE_URL: service.base_url } }))
  const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const { content } = await assistant.callTool({ name, arguments: args })
    const [first] = content as { text: string }[]
    return JSON.parse(first?.text ?? 'null') as Record<string, unknown>
  }
  try {
    const out = join(folder, 'from-service.sql')
    const done = await call('convert_file', { path, dialect: 'sqlite', output_path: out, where: 'service' })
    expect(done).toMatchObject({ output_path: out, report: { rows: { converted: 2, rejected: 0 } } })
    expect(rowsOf(readFileSync(out, 'utf8'))).toEqual(rows)
    expect(await call('read_report', { id: done['id'] })).toMatchObject({ status: 'done', error: null })
    const gone = await call('convert_file', { path: 'nowhere.csv', output_path: out, where: 'service' })
    expect(gone['error']).toContain('nowhere.csv')
  } finally {
    await assistant.close()
  }
})

test('remote convert and list use the service from the command line', async () => {
  const env = { ...process.env, ROWMILL_API_KEY: service.api_key, ROWMILL_BASE_URL: service.base_url }
  const run = (...args: readonly string[]) => {
    const child = spawn(process.execPath, ['container/cli.ts', 'remote', ...args], { env })
    const code = new Promise((done) => child.once('close', done))
    return Promise.all([code, text(child.stdout), text(child.stderr)])
  }
  const [code, script, summary] = await run('convert', path, '--to', 'sqlite')
  expect([code, rowsOf(script)]).toEqual([0, rows])
  expect(summary).toContain('2 rows converted')
  const [, listed] = await run('list', '--limit', '3')
  expect(listed).toMatch(/done .*people\.csv/)
  const [, usage] = await run('usage')
  expect(usage).toMatch(/GB left\.$/m)

  const { id } = await rowmill.createConversion({ name: 'a.csv', bytes: 3, spec: { output: { dialect: 'sqlite' } } })
  const [, shown] = await run('show', id)
  expect(JSON.parse(shown)).toMatchObject({ id, status: 'awaiting_upload', name: 'a.csv' })
  expect(await run('cancel', id)).toEqual([0, '', `${id} is canceled.\n`])
  expect(await run('delete', id)).toEqual([0, '', `${id} and its files are deleted.\n`])
  expect(await run('show', id)).toEqual([1, '', expect.stringContaining('conversion')])
})
