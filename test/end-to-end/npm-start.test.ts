import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { troubleOf } from '../../scripts/local/ports.ts'
import type { ServiceFile } from '../../scripts/local/state-folder.ts'

/** Every process that was started for this state folder: it stands in their command lines or their environments. */
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

async function freePort(): Promise<number> {
  const port = 32_100 + Math.floor(Math.random() * 600)
  return (await troubleOf(port)) === null ? port : freePort()
}

test.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGINT'] as const)(
  '%s to `npm start` itself ends everything, and nothing shows what is stored',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'rowmill-npm-start-'))
    const [state, temporary] = [join(folder, 'state'), mkdtempSync(join(folder, 'tmp-'))]
    const port = await freePort()
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, PORT: String(port), ROWMILL_STATE: state, TMPDIR: temporary },
      stdio: 'ignore',
    })
    const file = join(state, 'service.json')
    for (const started = Date.now(); !existsSync(file); await wait(100))
      if (Date.now() - started > 90_000 || npm.exitCode !== null) throw new Error('the service did not start')
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
    // Node keeps its cache of our own sources there before the service begins.
    const written = readdirSync(temporary, { recursive: true, encoding: 'utf8' })
    const readable = written.filter((name) => {
      if (name.startsWith('node-compile-cache')) return false
      const found = statSync(join(temporary, name), { throwIfNoEntry: false })
      return found !== undefined && (found.isFile() || found.isDirectory()) && (found.mode & 0o077) !== 0
    })
    expect(readable).toEqual([])

    npm.kill(signal)
    await wait(5000)
    expect(processesOf(folder)).toEqual([])
    expect(await troubleOf(port)).toBeNull()
    rmSync(folder, { recursive: true, force: true })
  },
)
