import { expect, test } from 'vitest'
import { englishMonths, monthNames } from '../../../container/engine/values/locale.ts'

test('the English month names are those of Intl, each at its month', () => {
  const places = (names: readonly string[]): Set<string> => new Set(names.map((name, at) => `${name} ${at % 12}`))
  expect(places(englishMonths)).toEqual(places([...monthNames('en'), ...monthNames('en-GB')]))
})
