import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StateFolder } from '../../../scripts/local/state-folder.ts'

let path: string
let other: ChildProcess

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'rowmill-state-'))
})
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(path, { recursive: true, force: true })
})

/** Returns a running process with the recorded process id. */
function heldBy(...args: readonly string[]): StateFolder {
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], { stdio: 'ignore' })
  const state = new StateFolder(join(path, 'deep', 'state'))
  writeFileSync(join(state.path, 'service.pid'), String(other.pid))
  return state
}

describe('a state folder', () => {
  test('is created with its parent folders, for its owner only', () => {
    const state = heldBy()
    expect(statSync(state.path).mode & 0o777).toBe(0o700)
  })

  test('is left to another start command that uses it', () => {
    expect(heldBy('scripts/launch.mjs', 'scripts/start.ts').take()).toBe(other.pid)
  })

  test.skipIf(process.platform !== 'linux')('is used if the recorded process id belongs to another program', () => {
    expect(heldBy().take()).toBe(null)
  })

  test('keeps its own secrets, and adds those missing since an earlier release', () => {
    const state = heldBy()
    const secrets = state.secrets()
    expect(new StateFolder(state.path).secrets()).toEqual(secrets)
    const others = new StateFolder(join(path, 'other')).secrets()
    for (const name of Object.keys(secrets) as (keyof typeof secrets)[]) {
      expect(secrets[name].length).toBeGreaterThanOrEqual(32)
      expect(others[name]).not.toBe(secrets[name])
    }
    const { S3_ACCESS_KEY_ID: _id, S3_SECRET_ACCESS_KEY: _secret, ...earlier } = secrets
    writeFileSync(join(state.path, 'secrets.json'), JSON.stringify(earlier))
    expect(new StateFolder(state.path).secrets()).toMatchObject(earlier)
    expect(state.secrets().S3_SECRET_ACCESS_KEY.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(state.path, 'secrets.json')).mode & 0o777).toBe(0o600)
  })
})
