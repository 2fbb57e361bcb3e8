import { expect, test } from 'vitest'
import { serverTests } from '../../../scripts/tests/server-tests.ts'

test('tests that start a database server are found by their imports, including those of helpers', () => {
  const found = serverTests()
  expect(found).toContain('test/engine/writers/loads.test.ts')
  // This test starts the server through its helper.
  expect(found).toContain('test/engine/dump/structure.test.ts')
  expect(found).not.toContain('test/engine/dump/fast-rows.slow.test.ts')
  expect(found.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
})
