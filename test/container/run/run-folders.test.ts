import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const engines: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-folders-'))
})
afterEach(() => {
  for (const { pid } of engines.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts an engine in its own process group, ready for runs. */
async function startEngine(): Promise<ChildProcess> {
  const engine = spawn(process.execPath, ['container/server.ts'], {
    env: { ...process.env, PORT: '0', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  engines.push(engine)
  if (engine.stdout !== null) await once(engine.stdout, 'data')
  return engine
}

/** Kills the engine and its children, as an out-of-memory killer does. No process is left to clean up. */
async function killWhole(engine: ChildProcess): Promise<void> {
  engines.splice(engines.indexOf(engine), 1)
  const exited = once(engine, 'exit')
  process.kill(-(engine.pid ?? 0), 'SIGKILL')
  await exited
}

test('an engine removes the run folders of a killed engine, and no others', async () => {
  await killWhole(await startEngine())
  const [left = ''] = readdirSync(folder)
  expect(left).toMatch(/^rowmill-run-/)
  mkdirSync(join(folder, 'rowmill-run-notes'))
  await startEngine()
  const ofLiving = readdirSync(folder).find((name) => ![left, 'rowmill-run-notes'].includes(name)) ?? ''
  expect(existsSync(join(folder, left))).toBe(false)
  await startEngine()
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([ofLiving, 'rowmill-run-notes']))
  expect(readdirSync(folder)).toHaveLength(3)
})
