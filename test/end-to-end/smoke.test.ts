import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newAccount, ops } from './ops.ts'

const { stateFolder, base_url, operator_token } = inject('service')
const port = inject('receiverPorts').smoke
let receiver: Server
let status = 200
let words: readonly string[]

beforeAll(async () => {
  receiver = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
  const { account_id, api_key } = await newAccount(stateFolder)
  await ops(stateFolder, 'webhook', 'set', account_id, `http://127.0.0.1:${port}/hook`)
  words = ['--base-url', base_url, '--key', api_key, '--token', operator_token]
})

afterAll(() => {
  receiver.close()
})

/** Runs the check like an operator, and returns its exit code and its lines without times. */
async function smoke(...args: string[]): Promise<{ readonly code: number | null; readonly lines: string[] }> {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/smoke.ts', ...args])
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = (await text(child.stdout)).trim().split('\n')
  return { code: await exited, lines: lines.map((line) => line.replace(/, \d+\.\d s$/, '')) }
}

test('a working service passes', async () => {
  expect(await smoke(...words, '--long-seconds', '0.1')).toEqual({
    code: 0,
    lines: [
      'ok      upload: 3 rows',
      'ok      url: 3 rows',
      'ok      webhook: delivered',
      // Three members of 300 blocks of 400 rows are the smallest file of 10 MB.
      'ok      long run: 360,000 rows',
      'The service works.',
    ],
  })
})

test('a broken part is named and fails the deployment', async () => {
  status = 500
  const { code, lines } = await smoke(...words, '--url', 'https://127.0.0.1/a.csv', '--long-seconds', '0')
  expect(code).toBe(1)
  const failed = lines.flatMap((line) => /^FAILED {2}([\w ]+):/.exec(line)?.[1] ?? [])
  expect(failed).toEqual(['url', 'webhook'])
  expect(lines.at(-1)).toBe('2 checks failed.')
})

test('the command without a key prints its usage', async () => {
  expect((await smoke('--base-url', base_url)).code).toBe(2)
})
