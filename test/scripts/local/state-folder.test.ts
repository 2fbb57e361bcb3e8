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

/** A process that is there, and has the number that was written down. */
function heldBy(...args: readonly string[]): StateFolder {
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], { stdio: 'ignore' })
  const state = new StateFolder(join(path, 'deep', 'state'))
  writeFileSync(join(state.path, 'service.pid'), String(other.pid))
  return state
}

describe('a state folder', () => {
  test('is made with all that leads to it, for its owner alone', () => {
    const state = heldBy()
    expect(statSync(state.path).mode & 0o777).toBe(0o700)
  })

  test('that another start command has is left to it', () => {
    expect(heldBy('scripts/launch.mjs', 'scripts/start.ts').take()).toBe(other.pid)
  })

  test.skipIf(process.platform !== 'linux')(
    'is taken where the number written down is another program’s by now',
    () => {
      expect(heldBy().take()).toBe(null)
    },
  )
})
