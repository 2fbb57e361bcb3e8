import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the kernel equals the output of compiling its sources', () => {
  expect(() => execFileSync(process.execPath, ['scripts/kernel.mjs', '--check'], { stdio: 'pipe' })).not.toThrow()
})
