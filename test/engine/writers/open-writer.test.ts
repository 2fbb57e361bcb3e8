import { describe, expect, test } from 'vitest'
import { dialects } from '../../../src/contract/spec-values.ts'
import { converted } from '../support.ts'

describe('batch_rows', () => {
  const file = `a,b\n${'1,x\n'.repeat(2500)}`
  const ways = dialects.flatMap((dialect) => (['inserts', 'bulk'] as const).map((style) => ({ dialect, style })))

  test.each(ways)('is the number of rows in a statement, or in a bulk batch, in $dialect $style', async (way) => {
    for (const batch_rows of [1, 100, 333]) {
      const { script } = await converted(file, { output: { ...way, batch_rows } })
      expect(script.match(/^(?:INSERT|COPY) /gm)).toHaveLength(Math.ceil(2500 / batch_rows))
    }
  })
})
