import { expect, test } from 'vitest'
import { examples } from '../../src/site/examples.ts'
import { converted } from '../engine/support.ts'

test.each(examples)("the landing page shows the engine's real output: $title", async ({ fileName, file, sql }) => {
  const { script } = await converted(file, { output: { dialect: 'postgresql' } }, fileName)
  expect(script).toContain(sql)
})
