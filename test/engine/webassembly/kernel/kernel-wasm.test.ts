import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the kernel is what its sources compile to', () => {
  expect(() => execFileSync(process.execPath, ['scripts/kernel.mjs', '--check'], { stdio: 'pipe' })).not.toThrow()
})
