import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** An unreliable service: each problem that the retry guidance names occurs once before the response. */
const troubles: ((out: ServerResponse) => void)[] = [
  (out) => out.destroy(),
  (out) => out.writeHead(201, { 'content-length': 100 }).write('{"data":', () => out.destroy()),
  (out) => out.writeHead(502, { 'retry-after': '0' }).end('<h1>Bad gateway</h1>'),
  (out) => refuse(out, 409, 'request_in_progress'),
  (out) => refuse(out, 429, 'too_many_active'),
]

const refuse = (out: ServerResponse, status: number, code: string): void => {
  out.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify({ error: { code, message: 'Not now.' } }))
}

let opens: (string | undefined)[] = []
const report = { rows: { converted: 1, rejected: 0 }, fixes: [] }

function respond(incoming: IncomingMessage, out: ServerResponse): void {
  const origin = `http://${incoming.headers.host}`
  const say = (data: object): void => void out.end(JSON.stringify({ data }))
  const request = `${incoming.method} ${incoming.url}`
  incoming.resume().on('end', () => {
    if (request === 'POST /conversions') {
      opens.push(incoming.headers['idempotency-key'] as string | undefined)
      const trouble = troubles[opens.length - 1]
      if (trouble === undefined) say({ id: 'x', upload: { url: `${origin}/upload`, headers: {} } })
      else trouble(out)
    } else if (request === 'GET /conversions/x')
      say({ status: 'done', report, error: null, output: { url: `${origin}/output` } })
    else if (request === 'GET /output') out.end('SELECT 1;\n')
    else if (request === 'GET /nothing/conversions' || request === 'POST /nothing/conversions')
      out.writeHead(404).end('<h1>Not found</h1>')
    else say({})
  })
}

const server = createServer(respond)
const folder = mkdtempSync(join(tmpdir(), 'rowmill-snippets-'))
const file = join(folder, 'a.csv')
let base = ''

beforeAll(async () => {
  writeFileSync(file, 'a\n1\n')
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  base = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const run = (command: string, snippet: string, address: string) =>
  promisify(execFile)(command, [resolve('docs/snippets', snippet), file, 'postgresql'], {
    env: { PATH: process.env['PATH'] ?? '', KEY: 'rm_key_of_a_test', BASE: address },
    timeout: 60_000,
  })

test.each([
  [process.execPath, 'convert.mjs'],
  ['python3', 'convert.py'],
])('%s %s retries every transient error with one Idempotency-Key', async (...how) => {
  opens = []
  expect((await run(...how, base)).stdout).toBe('SELECT 1;\n')
  expect([opens.length, new Set(opens).size]).toEqual([troubles.length + 1, 1])
})

test.each([
  [process.execPath, 'convert.mjs'],
  ['python3', 'convert.py'],
])('%s %s reports what responded if no service does', async (...how) => {
  await expect(run(...how, `${base}/nothing`)).rejects.toMatchObject({ stderr: expect.stringMatching(/404/) })
})

test.each([
  [process.execPath, ['docs/snippets/convert.mjs']],
  ['python3', ['docs/snippets/convert.py']],
  ['sh', ['examples/convert.sh']],
])('%s %j reports a missing setting at once', async (command, args) => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const complaint = { stderr: expect.stringMatching(/KEY.* BASE|BASE.* KEY/) }
  await expect(promisify(execFile)(command, [...args, file, 'sqlite'], { env, timeout: 60_000 })).rejects.toMatchObject(
    complaint,
  )
})
