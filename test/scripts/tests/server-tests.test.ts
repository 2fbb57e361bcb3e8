import { expect, test } from 'vitest'
import { serverTests } from '../../../scripts/tests/server-tests.ts'

test('tests that start a database server are known by their imports, through helpers too', () => {
  const found = serverTests()
  expect(found).toContain('test/engine/writers/loads.test.ts')
  // This one starts the server through its helper.
  expect(found).toContain('test/engine/dump/structure.test.ts')
  expect(found).not.toContain('test/engine/dump/fast-rows.test.ts')
  expect(found.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
})
