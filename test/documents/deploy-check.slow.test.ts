import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Returns a proxy that blocks every request and records its URL. */
async function startProxy() {
  const requested: string[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    requested.push(request.url ?? '')
    socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { requested, url, close: () => server.close() }
}

test('the deployment check uses no network, as the README says', async () => {
  const proxy = await startProxy()
  const home = mkdtempSync(join(tmpdir(), 'rowmill-home-'))
  // npm itself looks for a newer npm, except in CI.
  const quietNpm = { npm_config_update_notifier: 'false' }
  const env = { ...process.env, ...quietNpm, HOME: home, XDG_CONFIG_HOME: home, HTTPS_PROXY: proxy.url }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'deploy:check'], { env })
  expect(stdout).toContain('--dry-run: exiting now.')
  expect(proxy.requested).toEqual([])
  proxy.close()
  rmSync(home, { recursive: true, force: true })
})
