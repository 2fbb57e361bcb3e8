import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let engine: ChildProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-server-'))
})
afterEach(() => {
  engine.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

async function startEngine(env: Record<string, string>): Promise<string> {
  engine = spawn(process.execPath, ['container/server.ts'], {
    env: { ...process.env, ...env, PORT: '0', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(engine.stdout ?? engine, 'data')) as [Buffer]
  const { listening } = JSON.parse(line.toString()) as { listening: number }
  return `http://127.0.0.1:${listening}`
}

const statusOf = async (url: string, authorization?: string, method = 'GET'): Promise<number> => {
  const response = await fetch(url, { method, headers: authorization === undefined ? {} : { authorization } })
  await response.body?.cancel()
  return response.status
}

test('an engine with a token refuses requests without it', async () => {
  const origin = await startEngine({ ENGINE_TOKEN: 'the token of this run' })
  for (const given of [undefined, '', 'Bearer', 'Bearer ', 'Bearer the token of this rum', 'the token of this run']) {
    expect([given, await statusOf(`${origin}/health`, given)]).toEqual([given, 401])
    expect([given, await statusOf(`${origin}/runs`, given, 'POST')]).toEqual([given, 401])
  }
  expect(await statusOf(`${origin}/health`, 'Bearer the token of this run')).toBe(200)
})

test('an engine in a container needs no token, because only the Worker reaches its port', async () => {
  expect(await statusOf(`${await startEngine({})}/health`)).toBe(200)
})
