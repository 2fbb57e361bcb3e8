import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { runs } from '../../../property-runs.ts'
import { bothWays, readOneRowBetweenSpans } from '../both-ways.ts'

// The plain code is the referee, and the JSON test suite checks it against RFC 8259.
const dull: Readonly<Record<string, string>> = {
  a: '1',
  b: '"text"',
  c: '12.5',
  'a key of more than 32 bytes, é too': '{"e":[1,{"f":"}"}]}',
  d: 'true',
  e: '"2024-02-29 10:11:12"',
  f: 'null',
}
type Values = Readonly<Record<string, string>>
const objectOf = (values: Values): string =>
  `{${Object.entries(values)
    .map(([key, value]) => `"${key}":${value}`)
    .join(',')}}`
const dullRow = objectOf(dull)
/** A nested value excludes its whole object from the loop for short values. */
const { 'a key of more than 32 bytes, é too': _nested, ...short } = dull
const tables: readonly { readonly name: string; readonly usual: Values; readonly shortMin: number }[] = [
  { name: 'of all kinds', usual: dull, shortMin: 0 },
  {
    name: 'of short values',
    usual: { ...short, 'another key of more than 32 bytes': '"a text of more than 32 bytes too"' },
    shortMin: 100,
  },
]

const values = fc.oneof(
  fc.constantFrom(
    '1',
    '-0',
    '0',
    '1.50',
    '-1.5',
    '1e5',
    '-12E+3',
    '01',
    '1.',
    '-',
    '123456789012345678',
    '1'.repeat(30),
  ),
  fc.constantFrom(
    'true',
    'false',
    'null',
    'nul',
    'truex',
    'xalse',
    '""',
    '"plain"',
    '" "',
    '"NULL"',
    '"2024-01-31 00:00:00"',
  ),
  fc.constantFrom(
    '"\\n\\t\\"\\\\\\/\\b\\f\\r"',
    '"\\u00e9\\u20ac\\u0041"',
    '"\\u0000"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '"a\\uDBFF\\uDFFFz\\ud800\\udc00"',
    '"\\ud83d\\u0041"',
  ),
  fc.constantFrom(
    '"\\u12"',
    '"\\x"',
    '"a\tb"',
    `"${'long '.repeat(20)}\\u00e9"`,
    `"${'\\\\'.repeat(20_000)}"`,
    '"é漢😀"',
  ),
  fc.constantFrom('[]', '{}', '[1,]', '{"a":[{"b":"]"}]}', `${'['.repeat(200)}${']'.repeat(200)}`),
  fc.string({ unit: 'binary', maxLength: 70 }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
)
/**
 * Objects that mostly resemble the others, with one different value, or with missing, reordered, repeated or new keys.
 */
const rowsLike = (usual: Values): fc.Arbitrary<string> => {
  const keys = Object.keys(usual)
  const usualRow = objectOf(usual)
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.tuple(fc.constantFrom(...keys), values).map(([key, value]) => objectOf({ ...usual, [key]: value })),
    },
    {
      weight: 3,
      arbitrary: fc
        .subarray(keys)
        .map((some) => objectOf(Object.fromEntries(some.map((key) => [key, usual[key] ?? ''])))),
    },
    {
      weight: 1,
      arbitrary: fc
        .shuffledSubarray(keys, { minLength: 3 })
        .map((some) => objectOf(Object.fromEntries(some.map((key) => [key, usual[key] ?? ''])))),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom('', ' ', '\n', '\t ')
        .map((space) => usualRow.replaceAll(/(?<=")([:,])(?=["n])/g, `${space}$1${space}`)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{}',
        '{"a":1,"a":2}',
        '{"late":1}',
        `${usualRow.slice(0, -1)},"late":2}`,
        '{"a":1 "b":2}',
        '[1]',
      ),
    },
  )
}
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const rowsOf = (usual: Values): string[] => Array.from({ length: 4200 }, () => objectOf(usual))
const dullRows = rowsOf(dull)
const outputs: readonly SpecInput['output'][] = [
  { dialect: 'postgresql', style: 'bulk', batch_rows: 100 },
  { dialect: 'mysql' },
  { dialect: 'sqlite', batch_rows: 10 },
  { dialect: 'oracle' },
  { dialect: 'postgresql', format: 'json' },
  { dialect: 'postgresql', format: 'csv' },
]

afterEach(() => vi.restoreAllMocks())

describe.each(outputs)('%j', (output) => {
  describe.each(tables)('$name', ({ usual, shortMin }) => {
    const usualRows = rowsOf(usual)
    test.each(['an array', 'lines'])('objects of %s are the same on the fast path', async (place) => {
      // The fast path gets the next rows, even if it has left many.
      readOneRowBetweenSpans()
      await fc.assert(
        fc.asyncProperty(fc.array(rowsLike(usual), { minLength: 5, maxLength: 60 }), async (odd) => {
          // A damaged line is one row, but a damaged array has no rows.
          const sound = place === 'lines' ? odd : odd.filter(isJson)
          const all = [...usualRows, ...sound, ...usualRows.slice(0, 20), ...sound.slice(0, 9)]
          const text = place === 'lines' ? all.join('\n') : `[${all.join(', ')}]`
          const name = place === 'lines' ? 't.ndjson' : 't.json'
          const spec = { output, inference: { sample_rows: 200 } }
          const { ours, plain, fastRows, shortRows } = await bothWays(text, spec, name)
          expect(fastRows).toBeGreaterThan(100)
          // No value is short after a key of that length.
          expect(shortRows).toBeGreaterThanOrEqual(output?.format === 'json' ? 0 : shortMin)
          expect(ours).toEqual(plain)
        }),
        { numRuns: runs(3), endOnFailure: true },
      )
    })
  })
})

test.each([
  ['objects that are cut', dullRow.slice(0, 40)],
  ['no end of the array', ''],
  ['another value at the end', ',5]'],
  ['a value longer than a window', `,{"a":1,"b":"${'x'.repeat(3 << 20)}"},${dullRows.join(',')}]`],
])('%s', async (_name, end) => {
  const text = `[${dullRows.join(',')},${dullRows.join(',\n')}${end}`
  const { ours, plain, fastRows } = await bothWays(
    text,
    { output: { dialect: 'sqlite' }, inference: { sample_rows: 200 } },
    't.json',
  )
  expect(fastRows).toBeGreaterThan(2000)
  expect(ours).toEqual(plain)
})
