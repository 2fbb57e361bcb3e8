import { expect, test } from 'vitest'
import { parseJson } from '../../src/contract/parse-json.ts'

test.each([
  ['{"a":[1,{"a":2}]}', { value: { a: [1, { a: 2 }] } }],
  ['null', { value: null }],
  ['{"a":1,}', { mistake: expect.stringContaining('line 1, column 8 has "}" instead of a name in quotes') }],
  ['{"a":1,\n"a":2}', { mistake: expect.stringContaining('line 2, column 1 repeats "a"') }],
])('%s is a value, or its mistake has a place', (text, parsed) => {
  expect(parseJson(text)).toEqual(parsed)
})
