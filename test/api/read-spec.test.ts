import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKnownSpec } from '../../src/api/read-spec.ts'
import { readSpec } from '../../src/contract/spec.ts'

const number = fc.constantFrom('0', '-0', '1', '7', '500', '1e999', '-1e999', '1.5', 'null')
const field = fc.oneof(
  number.map((text) => `"batch_rows":${text}`),
  fc.constantFrom('"table":"a"', '"table":null', '"table":"null"', '"style":"bulk"', '"__proto__":1', '"tabel":"a"'),
)
const spec = fc
  .record({
    dialect: fc.constantFrom('mysql', 'oracle', 'db2'),
    fields: fc.array(field, { maxLength: 2 }),
    row: number,
  })
  .map(({ dialect, fields, row }) =>
    fields.length === 0
      ? `{"output":{"dialect":"${dialect}"},"columns":[{"index":${row}}]}`
      : `{"input":{"header_row":${row}},"output":{${[`"dialect":"${dialect}"`, ...fields].join(',')}}}`,
  )

test('a spec that is known is read as it was the first time, and nothing is taken for it', () => {
  fc.assert(
    fc.property(spec, (text) => {
      const value: unknown = JSON.parse(text)
      // As JSON: it makes no difference between 0 and -0, and a spec is kept so.
      expect([text, JSON.stringify(readKnownSpec(value))]).toEqual([text, JSON.stringify(readSpec(value))])
    }),
    { numRuns: 3000 },
  )
})
