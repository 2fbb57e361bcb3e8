import { expect, test } from 'vitest'
import { englishMonths, localeFacts, monthNames } from '../../../container/engine/values/locale.ts'

test('the English month names match Intl', () => {
  const places = (names: readonly string[]): Set<string> => new Set(names.map((name, at) => `${name} ${at % 12}`))
  expect(places(englishMonths)).toEqual(places([...monthNames('en'), ...monthNames('en-GB')]))
})

test.each(['fa-IR', 'ar-SA', 'th-TH', 'he-IL-u-ca-hebrew'])(
  'the month names of %s are those of our calendar',
  (tag) => {
    const gregorian = new Intl.DateTimeFormat(`${tag.slice(0, 5)}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' })
    expect(monthNames(tag)[0]).toBe(gregorian.format(new Date(Date.UTC(2024, 0, 15))))
  },
)

test.each(['de_DE', '!!', 'qqq', 'english'])('the locale %s is unknown', (tag) => {
  expect(localeFacts(tag)).toBeNull()
})
