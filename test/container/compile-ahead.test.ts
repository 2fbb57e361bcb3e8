import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'compile-ahead-'))

beforeAll(() => {
  const made = runNode(['container/compile-ahead.ts'])
  if (made.status !== 0) throw new Error(made.stderr)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function runNode(args: readonly string[], more: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: folder, ...more }
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
}

test('a converting process finds all its modules compiled', () => {
  const start = "import('./container/run/run-child.ts').then(() => process.exit())"
  const result = runNode(['-e', start], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
  const lines = `${result.stdout}\n${result.stderr}`.split('\n').filter((line) => line.includes('/container/'))
  const accepted = lines.filter((line) => line.includes('was accepted'))
  expect(accepted.some((line) => line.includes('container/engine/convert.ts'))).toBe(true)
  // No other module imports the module that waits for a run, so that one alone is not compiled ahead.
  const compiledNow = lines.filter((line) => line.includes('was not initialized'))
  expect(compiledNow.filter((line) => !line.includes('run-child.ts'))).toEqual([])
})

test('a missing folder is reported', () => {
  const result = runNode(['container/compile-ahead.ts'], { NODE_COMPILE_CACHE: '' })
  expect(result.status).not.toBe(0)
  expect(result.stderr).toContain('NODE_COMPILE_CACHE')
})

test('the image compiles as the user it runs as, and then removes write access for everyone', () => {
  const steps = readFileSync('container/Dockerfile', 'utf8')
    .split('\n')
    .filter((line) => /^(USER|RUN .*compile|ENV NODE_COMPILE_CACHE)/.test(line))
  expect(steps).toEqual([
    'ENV NODE_COMPILE_CACHE=/engine/compile-cache',
    'RUN mkdir compile-cache && chown node compile-cache',
    'USER node',
    'RUN node container/compile-ahead.ts',
    'USER root',
    'RUN chown -R root:root compile-cache && chmod -R a+rX,a-w compile-cache',
    'USER node',
  ])
})
