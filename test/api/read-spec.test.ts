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

const mysql = { dialect: 'mysql' }

test.each([
  [null, ['spec: must be an object']],
  [{}, ['spec.output: is required']],
  [{ output: {} }, ['spec.output.dialect: is required']],
  [
    { output: mysql, input: [], inference: [1] },
    ['spec.input: must be an object', 'spec.inference: must be an object'],
  ],
  [
    { output: { ...mysql, tabel: 'a', schem: 'b', batch_rows: 0 }, inptu: {} },
    [
      'spec.output.batch_rows: Invalid value: Expected >=1 but received 0',
      'spec.output.tabel: is not known',
      'spec.output.schem: is not known',
      'spec.inptu: is not known',
    ],
  ],
  [
    { output: { dialect: 'sqlite', style: 'fast' } },
    ['spec.output.style: Invalid type: Expected ("inserts" | "bulk") but received "fast"'],
  ],
  [
    { output: mysql, columns: [{ index: 1 }, { index: 2 }, { index: 1 }] },
    ['spec.columns.2.index: column 1 is named twice'],
  ],
  [
    { output: mysql, input: { delimiter: '\n' }, inference: { locale: 'de_DE' } },
    [
      'spec.input.delimiter: must hold no line end and no quotation mark',
      'spec.inference.locale: must be a tag of BCP 47, like de-DE',
    ],
  ],
  [
    { output: mysql, input: { format: 'sql_dump' } },
    ['spec.output: a dump converts to dialect postgresql, format sql only'],
  ],
  [
    { output: { ...mysql, tabel: 'a' }, input: { format: 'sql_dump', shet: 'b' }, columns: [7] },
    [
      'spec.input.shet: is not known',
      'spec.output.tabel: is not known',
      'spec.columns.0: must be an object',
      'spec.output: a dump converts to dialect postgresql, format sql only',
    ],
  ],
  [
    { output: mysql, columns: [{ index: 1, nam: 'a' }, null, {}, {}, { index: 1 }, { index: 1, as_text: 1 }] },
    [
      'spec.columns.0.nam: is not known',
      'spec.columns.1: must be an object',
      'spec.columns.2.index: is required',
      'spec.columns.3.index: is required',
      'spec.columns.5.as_text: Invalid type: Expected boolean but received 1',
      'spec.columns.4.index: column 1 is named twice',
      'spec.columns.5.index: column 1 is named twice',
    ],
  ],
])('%j is refused with a sentence for everything that is wrong', (value, reasons) => {
  expect(readSpec(value)).toEqual({ ok: false, reasons })
})

test('a sentence repeats no more of what was sent than fits on a line', () => {
  const reading = readSpec({ output: { dialect: 'x'.repeat(100_000) } })
  expect(reading).toEqual({ ok: false, reasons: [expect.stringMatching(/^spec\.output\.dialect: .{200}…$/)] })
})
