import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/local/ports.ts'
import { ops } from './ops.ts'
import { startService, type StartedService } from './service.ts'

let service: StartedService
let receiver: Server
let status = 200

beforeAll(async () => {
  receiver = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const port = await freePort()
  service = await startService({ port, vars: { LOCAL_TRUSTED_ORIGINS: `${hook},http://127.0.0.1:${port}` } })
  await ops(service.stateFolder, 'webhook', 'set', service.account_id, `${hook}/hook`)
})

afterAll(async () => {
  await service.stop()
  receiver.close()
})

/** Runs the check like an operator, and returns its exit code and its lines without times. */
async function smoke(...words: string[]): Promise<{ readonly code: number | null; readonly lines: string[] }> {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'scripts/smoke.ts', ...words])
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = (await text(child.stdout)).trim().split('\n')
  return { code: await exited, lines: lines.map((line) => line.replace(/, \d+\.\d s$/, '')) }
}

test('a working service passes', async () => {
  const words = ['--base-url', service.base_url, '--key', service.api_key, '--token', service.operator_token]
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
  const words = ['--base-url', service.base_url, '--key', service.api_key, '--token', service.operator_token]
  const { code, lines } = await smoke(...words, '--url', 'https://127.0.0.1/a.csv', '--long-seconds', '0')
  expect(code).toBe(1)
  const failed = lines.flatMap((line) => /^FAILED {2}([\w ]+):/.exec(line)?.[1] ?? [])
  expect(failed).toEqual(['url', 'webhook'])
  expect(lines.at(-1)).toBe('2 checks failed.')
})

test('the command without a key prints its usage', async () => {
  expect((await smoke('--base-url', service.base_url)).code).toBe(2)
})
