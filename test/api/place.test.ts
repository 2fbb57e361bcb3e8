import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isApi, isMeantForApi, placeOf } from '../../src/api/place.ts'
import { runs } from '../property-runs.ts'

const piece = fc.oneof(
  fc.constantFrom(
    'v1',
    'V1',
    'conversions',
    '..',
    '.',
    '',
    '%2e%2e',
    '%76',
    'a b',
    'ä',
    '\\',
    '@',
    ':',
    '*',
    '?x=1&y=%20',
    '#f',
  ),
  fc.string({ maxLength: 6 }),
)
const address = fc
  .tuple(fc.constantFrom('http://127.0.0.1:8787', 'https://api.example', 'https://me:x@api.example'), fc.array(piece))
  .map(([origin, pieces]) => `${origin}/${pieces.join('/')}`)
  .filter((text) => URL.canParse(text))

test('an IP address is read the way a URL parser reads it', () => {
  fc.assert(
    fc.property(address, (text) => {
      const { pathname, search } = new URL(text)
      const place = placeOf(text)
      expect([place.path, place.query.toString()]).toEqual([pathname, new URLSearchParams(search).toString()])
    }),
    { numRuns: runs(2000) },
  )
})

test.each([
  ['https://api.example/v1', true],
  ['https://api.example/v1/', true],
  ['https://api.example/v1?limit=1', true],
  ['https://api.example/v1/conversions/01ARZ3NDEKTSV4RRFFQ69G5FAV', true],
  ['http://127.0.0.1:8787/v1/usage', true],
  ['https://api.example/v10/usage', false],
  ['https://api.example/settings/v1/usage', false],
  ['https://api.example/settings?next=/v1/usage', false],
  ['https://api.example', false],
])('%s belongs to the API: %s', (text, expected) => {
  expect(isApi(text)).toBe(expected)
})

test.each([
  ['/conversions', true],
  ['/api/v1/conversions?limit=5', true],
  ['/V1/usage', true],
  ['//v1/conversions', true],
  ['//docs/api', false],
  ['/docs/api', false],
  ['/settings/conversions', false],
])('a program that asks for %s gets the error of the API: %s', (path, isMeant) => {
  const url = `https://api.example${path}`
  expect(isMeantForApi(new Request(url, { headers: { accept: '*/*' } }))).toBe(isMeant)
  expect(isMeantForApi(new Request(url, { headers: { accept: 'text/html,*/*' } }))).toBe(false)
})
