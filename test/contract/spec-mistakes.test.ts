import { expect, test } from 'vitest'
import * as z from 'zod'
import { isRecord } from '../../src/contract/json.ts'
import { readSpec, specSchema } from '../../src/contract/spec.ts'

// For any value in any field of a spec, our own message names the path of the field and the allowed values.

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** Yields every place in a spec: fields, nested fields, and the first item of each list. */
function* placesOf(shape: Shape, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (path.length > 0) yield path
  for (const [name, field] of Object.entries(shape.properties ?? {})) yield* placesOf(field, [...path, name])
  if (shape.items !== undefined) yield* placesOf(shape.items, [...path, 0])
  for (const choice of shape.anyOf ?? []) {
    for (const place of placesOf(choice, path)) if (place.length > path.length) yield place
  }
}

/** Returns a spec with one value at one place. The enclosing objects and lists are created for it. */
function withValue(path: readonly (string | number)[], value: unknown): unknown {
  const spec = path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value) as {
    readonly output?: unknown
  }
  if (path.length === 1 && path[0] === 'output') return spec
  return { ...spec, output: { dialect: 'postgresql', ...(isRecord(spec.output) ? spec.output : {}) } }
}

const values: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  7,
  1e300,
  '',
  ' ',
  'a',
  'a'.repeat(2_000_000),
  'a\u0000b',
  '\uD800',
  [],
  [null],
  [[]],
  [{}],
  [7],
  ['a', 'b'],
  {},
  { a: 1 },
  { toString: 1 },
  { __proto__: null },
]
const places = [...placesOf(z.toJSONSchema(specSchema, { io: 'input', unrepresentable: 'any' }) as Shape)]
const ourWords = /^(?:must |is required|is not a known field|repeats the index )/

test('the places in a spec are found, down to items of lists', () => {
  const names = places.map((path) => path.join('.'))
  expect(names).toEqual(
    expect.arrayContaining([
      'input',
      'input.widths.0',
      'dump.types.tinyint(1)',
      'dump.parts.0',
      'dump.tables.include.0',
      'columns.0.type',
    ]),
  )
  expect(names.length).toBeGreaterThan(60)
})

test.each(places.map((path) => [path.join('.'), path] as const))(
  'the error for a wrong %s is in our own words',
  (_, path) => {
    for (const value of values) {
      const reading = readSpec(withValue(path, value))
      for (const reason of reading.ok ? [] : reading.reasons) {
        const [place = '', ...words] = reason.split(' ')
        expect(place).toMatch(/^spec(?:\.|$)/)
        expect(words.join(' ')).toMatch(ourWords)
        expect(reason).not.toMatch(/\b(?:Invalid|expected|received|undefined|NaN)\b|\[object/)
        expect(reason.length).toBeLessThan(500)
      }
    }
  },
)
