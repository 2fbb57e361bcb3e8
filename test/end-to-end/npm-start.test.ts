import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { killedMessage } from '../../scripts/local/child.ts'
import { portErrorOf } from '../../scripts/local/ports.ts'
import type { ServiceFile } from '../../scripts/local/state-folder.ts'
import { Client } from './client.ts'
import { hangMs } from './hang.ts'
import { untilMailed } from './mails.ts'
import { ops } from './ops.ts'
import { portBetween } from './service.ts'

/** Returns every process that was started for this state folder, found by its command line or environment. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(folder))
      } catch {
        return false
      }
    })
}

let npm: ChildProcess | null = null
afterEach(() => {
  npm?.kill('SIGTERM')
})

/**
 * Returns the files that other users of the machine could read. Node caches our own sources there before the service
 * begins.
 */
function readableIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (name.startsWith('node-compile-cache')) return false
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found !== undefined && (found.isFile() || found.isDirectory()) && (found.mode & 0o077) !== 0
  })
}

/** Returns the file of the mail that the sender of a resolved case gets. */
async function caseMail(service: ServiceFile, state: string): Promise<string> {
  const client = new Client(service)
  const { id } = await client.convert('a.csv', new TextEncoder().encode('a\n1\n'), {
    output: { dialect: 'postgresql' },
  })
  const sent = await client.call('POST', `/conversions/${id}/cases`, { consent: true, email: 'zoe@example.com' })
  const { data } = (await sent.json()) as { data: { id: string } }
  await ops(state, 'case', 'land', data.id)
  await untilMailed(state, data.id)
  const log = readFileSync(join(state, 'service.log'), 'utf8')
  return [...log.matchAll(/^Text: (.+\.txt)/gm)].at(-1)?.[1] ?? ''
}

test.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGINT'] as const)(
  '%s sent to `npm start` ends everything, and no stored data is readable by others',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-npm-start-'))
    const [state, temporary] = [join(folder, 'state'), mkdtempSync(join(folder, 'tmp-'))]
    const port = await portBetween(32_100, 32_700)
    npm = spawn('npm', ['start'], {
      env: { ...process.env, PORT: String(port), ROWMILL_STATE: state, TMPDIR: temporary },
      stdio: 'ignore',
    })
    const file = join(state, 'service.json')
    for (const started = Date.now(); !existsSync(file); await wait(100))
      if (Date.now() - started > hangMs || npm.exitCode !== null) throw new Error('the service did not start')
    const { base_url } = JSON.parse(readFileSync(file, 'utf8')) as ServiceFile
    const { origin } = new URL(base_url)
    for (const path of [
      '/cdn-cgi/explorer',
      '/cdn-cgi/explorer/api',
      '/cdn-cgi/local/explorer/api',
      '/cdn-cgi/explorer/api/d1/database',
    ]) {
      const response = await fetch(`${origin}${path}`)
      await response.body?.cancel()
      expect([path, response.status]).toEqual([path, 404])
    }
    const kept = readFileSync(join(state, 'worker.env'), 'utf8')
    const valueOf = (name: string): string => new RegExp(`^${name}="(.+)"$`, 'm').exec(kept)?.[1] ?? ''
    for (const [path, method] of [
      ['/health', 'GET'],
      ['/reservations', 'POST'],
      ['/runs', 'POST'],
    ] as const) {
      const response = await fetch(`${valueOf('LOCAL_ENGINE_URL')}${path}`, { method })
      expect([path, response.status]).toEqual([path, 401])
    }

    const service = JSON.parse(readFileSync(file, 'utf8')) as ServiceFile
    const mail = await caseMail(service, state)
    for (const path of [mail, dirname(mail)]) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    expect(readableIn(temporary)).toEqual([])
    expect(readableIn(state)).toEqual([])
    const configs = readdirSync('.').filter((name) => name.startsWith('wrangler.local-'))
    expect(configs.length).toBeGreaterThan(0)
    for (const name of configs)
      expect([name, statSync(name, { throwIfNoEntry: false })?.mode ?? 0o600]).toEqual([name, 0o100600])

    npm.kill(signal)
    await expect.poll(() => processesOf(folder)).toEqual([])
    expect(readFileSync(join(state, 'service.log'), 'utf8')).not.toContain(killedMessage)
    expect(await portErrorOf(port)).toBeNull()
    rmSync(folder, { recursive: true, force: true })
  },
)
