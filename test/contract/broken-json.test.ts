import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBreaksAt } from '../../src/contract/broken-json.ts'
import { readJson } from '../../src/api/read-json.ts'
import { shown } from '../../src/contract/messages.ts'
import { runs } from '../property-runs.ts'

/** Converts a line and a column into an offset, independently of the implementation. */
function offsetOf(json: string): number {
  const { line, column, rest } = jsonBreaksAt(json)
  const before = json.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  expect(json.slice(at)).toBe(rest)
  return at
}

/** Lists the positions between tokens. It only needs to recognize strings. */
function outsideStrings(json: string): number[] {
  const places: number[] = []
  let inString = false
  for (let at = 0; at < json.length; at++) {
    if (!inString) places.push(at)
    if (json[at] === '\\') at++
    else if (json[at] === '"') inString = !inString
  }
  return places
}

const documents = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([json, space]) => JSON.stringify(JSON.parse(json), null, space))

test('a character that JSON never allows is reported where it is', () => {
  fc.assert(
    fc.property(documents, fc.nat(), fc.constantFrom('#', "'", ';', '/'), (json, seed, sign) => {
      const places = outsideStrings(json)
      const place = places[seed % places.length] ?? 0
      const broken = json.slice(0, place) + sign + json.slice(place)
      expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError)
      const at = offsetOf(broken)
      // A number, `true`, `false` or `null` is one token, so a change inside it breaks the whole token.
      const isInWord = /[\w.+-]$/.test(json.slice(0, place)) && /^[\w.+-]/.test(json.slice(place))
      if (isInWord) expect(broken.slice(at, place + 1)).toMatch(/^[\w.+-]*[#';/]$/)
      else expect(at).toBe(place)
    }),
    { numRuns: runs(500) },
  )
})

test('a truncated text ends too early, or breaks in its last token', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (json, seed) => {
      const cut = json.slice(0, seed % json.length)
      fc.pre(!isJson(cut))
      expect(cut.slice(offsetOf(cut))).toMatch(/^(?:"[^]*|-|\.|[eE][+-]?|[a-z]+)?$/)
    }),
    { numRuns: runs(500) },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  ["{'name':'a.csv'}", 1, 2, "'name':'a.csv'}"],
  ['{"a":1,}', 1, 8, '}'],
  ['{"a":[1,2}', 1, 10, '}'],
  ['{"a":1\n "b":2}', 2, 2, '"b":2}'],
  ['{name:"a"}', 1, 2, 'name:"a"}'],
  ['{"a":1}{', 1, 8, '{'],
  ['[01]', 1, 3, '1]'],
  [']', 1, 1, ']'],
  ['{"a":', 1, 6, ''],
  ['{"a":"b', 1, 6, '"b'],
  ['name=a.csv', 1, 1, 'name=a.csv'],
])('%j breaks at line %i, column %i', (json, line, column, rest) => {
  expect(isJson(json)).toBe(false)
  expect(jsonBreaksAt(json)).toMatchObject({ line, column, rest })
})

test.each([
  ['a text', `{"content":"${'a'.repeat(15_000_000)}`],
  ['escapes', `{"content":"${String.raw`\n`.repeat(7_000_000)}`],
])('%s of several megabytes without an end is reported where it begins', (_, json) => {
  expect(jsonBreaksAt(json)).toMatchObject({ line: 1, column: 12 })
})

test('a comma before the error is recognized, whatever follows it', () => {
  expect(jsonBreaksAt('{"a":1, \n }')).toMatchObject({ line: 2, column: 2, isAfterComma: true })
  expect(jsonBreaksAt('{"a":"1,"}}')).toMatchObject({ isAfterComma: false })
  expect(jsonBreaksAt('{"a":1 ,# }')).toMatchObject({ column: 9, isAfterComma: true })
})

test('nesting is limited before parsing, and characters in strings do not count', () => {
  const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}"]}[{\\"[["${']}'.repeat(levels / 2)}`
  const read = (json: string) => readJson(new TextEncoder().encode(json))
  expect(read(nested(100))).toEqual({ value: JSON.parse(nested(100)) as unknown })
  expect(read('[][]')).toMatchObject({ mistake: expect.stringContaining('must be valid JSON') })
  const advice = 'must nest lists and objects at most 100 levels deep; line 2, column 101 begins another level'
  expect(read(`\n${'['.repeat(3_000_000)}`)).toEqual({ mistake: advice })
})

test('a text of several megabytes is shown by its first characters', () => {
  expect(shown('😀'.repeat(5_000_000))).toBe(`"${'😀'.repeat(60)}"… (5,000,000 characters)`)
})
