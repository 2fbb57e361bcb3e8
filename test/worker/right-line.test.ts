import { expect, test } from 'vitest'

/** A type declaration that is removed before the code runs, so that line numbers are wrong without a source map. */
export interface Declared {
  readonly first: string
  readonly second: string
}

test('an error in workerd has the right line number', () => {
  const failure = new Error('on line 10')
  expect(failure.stack).toMatch(/right-line\.test\.ts:10:19\b/)
})
