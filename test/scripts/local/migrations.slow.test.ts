import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDirectory } from '../../../scripts/local/migrations.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a wrangler command on the same database. */
async function wrangler(state: string, ...words: string[]): Promise<string> {
  const command = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const place = ['rowmill-directory', '--local', '--persist-to', state]
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' }
  const { stdout } = await run(process.execPath, [command, 'd1', ...words.slice(0, 2), ...place, ...words.slice(2)], {
    cwd: root,
    env,
  })
  return stdout
}

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'rowmill-migrations-'))
  onTestFinished(() => rmSync(state, { recursive: true, force: true }))
  return state
}

test('a local start applies the same migrations as `wrangler d1 migrations`, once', async () => {
  const state = newState()
  expect(await wrangler(state, 'migrations', 'list')).toContain('0001_tables.sql')
  await migrateDirectory(state)
  await migrateDirectory(state)
  expect(await wrangler(state, 'migrations', 'list')).toContain('No migrations to apply')
})

test('a copy of the migrated folder is private, even if the first one was not', async () => {
  // Only npm start makes its own files private. Another program may have opened the first database.
  const usual = process.umask(0o022)
  onTestFinished(() => void process.umask(usual))
  const [first, second] = [newState(), newState()]
  await migrateDirectory(first)
  await migrateDirectory(second)
  const paths = readdirSync(second, { recursive: true, encoding: 'utf8' })
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => (statSync(join(second, path)).mode & 0o077) !== 0)).toEqual([])
})
