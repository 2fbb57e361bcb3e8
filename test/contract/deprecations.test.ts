import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/api/description/document.ts'
import { withDeprecation } from '../../src/api/deprecation.ts'
import { type Deprecation, deprecationHeaders, deprecationOf, deprecations } from '../../src/contract/deprecations.ts'

const usage: Deprecation = {
  method: 'GET',
  path: '/usage',
  since: '2023-06-30',
  sunset: '2024-06-30',
  docs: '/docs/changelog',
}

// The date of the example in RFC 9745, section 2.1: "Deprecation: @1688169599" is Friday, June 30, 2023 at 23:59:59 UTC.
test('the headers are those of RFC 9745 and RFC 8594', () => {
  expect(deprecationHeaders(usage, 'https://api.example')).toEqual({
    deprecation: `@${1_688_169_599 - (24 * 3600 - 1)}`,
    sunset: 'Sun, 30 Jun 2024 00:00:00 GMT',
    link: '<https://api.example/docs/changelog>; rel="deprecation"; type="text/html"',
  })
})

test('responses of a deprecated operation carry the headers, with the ids of the path, for HEAD too', () => {
  const read: Deprecation = { ...usage, path: '/conversions/{id}' }
  const all = [usage, read]
  const response = { status: 200, body: '{}', code: null, headers: { a: 'b' }, conversionId: null }
  const headersOf = (method: string, path: string): Readonly<Record<string, string>> =>
    withDeprecation(response, { method, path, origin: 'https://api.example' }, all).headers
  expect(headersOf('GET', '/usage')).toMatchObject({ a: 'b', deprecation: '@1688083200' })
  expect(headersOf('HEAD', '/conversions/01JD0000000000000000000000')).toHaveProperty('sunset')
  expect(headersOf('DELETE', '/conversions/01JD0000000000000000000000')).toEqual({ a: 'b' })
  expect(headersOf('GET', '/conversions')).toEqual({ a: 'b' })
})

test('the description marks a deprecated operation and its headers', () => {
  const { paths } = openApiDocument('https://api.example', [usage]) as {
    paths: Record<string, Record<string, { deprecated?: boolean; responses: Record<string, { headers: object }> }>>
  }
  expect(paths['/usage']?.['get']?.deprecated).toBe(true)
  expect(Object.keys(paths['/usage']?.['get']?.responses['200']?.headers ?? {})).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  )
  expect(paths['/conversions']?.['get']).not.toHaveProperty('deprecated')
})

test('users of a deprecated operation have 12 months', () => {
  for (const { since, sunset, ...one } of [...deprecations, usage]) {
    expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 24 * 3600 * 1000)
    expect(deprecationOf(one.method, one.path, [usage])).toBeDefined()
  }
})
