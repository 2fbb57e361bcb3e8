import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

/** Returns the ```sh blocks of a page, joined into one script. */
function commandsOf(page: string): string {
  return [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((block) => block[1]).join('\n')
}

test('every command of the API guide runs, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowmill-guide-'))
  symlinkSync(resolve('docs'), join(folder, 'docs'))
  writeFileSync(join(folder, 'guide.sh'), `set -eux\n${commandsOf('docs/guide/api.md')}`)
  const { base_url, api_key } = inject('service')
  const run = await promisify(execFile)('bash', ['guide.sh'], {
    cwd: folder,
    env: { ...process.env, BASE: base_url, KEY: api_key },
  }).catch((error: Error & { stderr: string }) => error)
  expect('stderr' in run && run instanceof Error ? run.stderr : '').toBe('')
  expect(readFileSync(join(folder, 'people-node.sql'), 'utf8')).toContain("'O''Neil, Jr'")
  rmSync(folder, { recursive: true, force: true })
})
