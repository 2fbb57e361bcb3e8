import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesWildcards, wildcard } from '../../../container/engine/dump/text/wildcards.ts'
import { runs } from '../../property-runs.ts'

const character = fc.constantFrom('a', 'b', 'é', '💡')
const part = fc.oneof(character, fc.constant(wildcard.one), fc.constant(wildcard.any))
const regularExpression = { [wildcard.one]: '.', [wildcard.any]: '.*' }

test('a pattern matches the texts of its regular expression', () => {
  const property = fc.property(
    fc.array(character, { maxLength: 8 }),
    fc.array(part, { maxLength: 6 }),
    (text, pattern) => {
      const source = pattern.map((one) => (typeof one === 'string' ? one : regularExpression[one])).join('')
      expect(matchesWildcards(text, pattern)).toBe(new RegExp(`^${source}$`, 'su').test(text.join('')))
    },
  )
  fc.assert(property, { numRuns: runs(2000) })
})

test('a pattern with many wildcards takes linear time', () => {
  const text = Array.from({ length: 100_000 }, () => 'a')
  const pattern = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? wildcard.any : 'a'))
  expect(matchesWildcards(text, pattern)).toBe(true)
  expect(matchesWildcards(text, [...pattern, 'b'])).toBe(false)
})
