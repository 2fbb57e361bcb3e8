import { expect, test } from 'vitest'

/** A declaration that is gone from the code that runs: without a source map, every line after it has another number. */
export interface Declared {
  readonly first: string
  readonly second: string
}

test('a failure in workerd names its line', () => {
  const failure = new Error('on line 10')
  expect(failure.stack).toMatch(/right-line\.test\.ts:10:19\b/)
})
