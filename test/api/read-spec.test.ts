import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKnownSpec } from '../../src/api/read-spec.ts'
import { dialects } from '../../src/contract/spec-values.ts'
import { readSpec } from '../../src/contract/spec.ts'
import { runs } from '../property-runs.ts'

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

test('a known spec gives the same result again, and no other spec is mistaken for it', () => {
  fc.assert(
    fc.property(spec, (text) => {
      const value: unknown = JSON.parse(text)
      // JSON does not distinguish 0 and -0, and a spec is kept as JSON.
      expect([text, JSON.stringify(readKnownSpec(value))]).toEqual([text, JSON.stringify(readSpec(value))])
    }),
    { numRuns: runs(3000) },
  )
})

const mysql = { dialect: 'mysql' }

const allDialects = dialects.join(', ')
const dumpTarget = 'spec.output must have dialect postgresql and format sql, because dumps convert only to PostgreSQL'

test.each([
  [null, ['spec must be an object, such as {"output":{"dialect":"postgresql"}}; got null']],
  [undefined, ['spec is required, and must be an object, such as {"output":{"dialect":"postgresql"}}']],
  [{}, ['spec.output is required, and must be an object, such as {"dialect":"postgresql"}']],
  [{ output: {} }, [`spec.output.dialect is required, and must be one of ${allDialects}`]],
  [
    { output: mysql, input: [], inference: [1] },
    [
      'spec.input must be an object, such as {"format":"csv"}; got an empty list',
      'spec.inference must be an object, such as {"date_order":"day_first"}; got [1]',
    ],
  ],
  [
    { output: { ...mysql, tabel: 'a', schem: 'b', batch_rows: 0 }, inptu: {} },
    [
      'spec.output.batch_rows must be an integer between 1 and 100,000; got 0',
      'spec.output.tabel is not a known field. Did you mean "table"?',
      'spec.output.schem is not a known field. Did you mean "schema"?',
      'spec.inptu is not a known field. Did you mean "input"?',
    ],
  ],
  [{ output: { dialect: 'sqlite', style: 'fast' } }, ['spec.output.style must be one of inserts, bulk; got "fast"']],
  [
    { output: { dialect: 'postgres' } },
    [`spec.output.dialect must be one of ${allDialects}; got "postgres". Did you mean "postgresql"?`],
  ],
  [
    { output: mysql, columns: [{ index: 1 }, { index: 2 }, { index: 1 }] },
    ['spec.columns[2].index repeats the index 1: each column can be listed once'],
  ],
  [
    { output: mysql, input: { delimiter: '\n' }, inference: { locale: 'de_DE' } },
    [
      'spec.input.delimiter must not contain a line end or a quotation mark; got "\\n"',
      'spec.inference.locale must be a BCP 47 language tag, such as de-DE; got "de_DE". Did you mean "de-DE"?',
    ],
  ],
  [{ output: mysql, input: { format: 'sql_dump' } }, [dumpTarget]],
  [
    { output: { ...mysql, tabel: 'a' }, input: { format: 'sql_dump', shet: 'b' }, columns: [7] },
    [
      'spec.input.shet is not a known field. Did you mean "sheet"?',
      'spec.output.tabel is not a known field. Did you mean "table"?',
      'spec.columns[0] must be an object, such as {"index":0,"type":"text"}; got 7',
      dumpTarget,
    ],
  ],
  [
    { output: mysql, columns: [{ index: 1, nam: 'a' }, null, {}, {}, { index: 1 }, { index: 1, as_text: 1 }] },
    [
      'spec.columns[0].nam is not a known field. Did you mean "name"?',
      'spec.columns[1] must be an object, such as {"index":0,"type":"text"}; got null',
      'spec.columns[2].index is required, and must be an integer between 0 and 99,999 (the first column is 0)',
      'spec.columns[3].index is required, and must be an integer between 0 and 99,999 (the first column is 0)',
      'spec.columns[5].as_text must be true or false; got 1. Did you mean true?',
      'spec.columns[4].index repeats the index 1: each column can be listed once',
      'spec.columns[5].index repeats the index 1: each column can be listed once',
    ],
  ],
])('%j is refused with one sentence for each mistake', (value, reasons) => {
  expect(readSpec(value)).toEqual({ ok: false, reasons })
})

test('a message quotes no more of the request than fits on a line', () => {
  const shown = `"${'x'.repeat(60)}"… (100,000 characters)`
  const reading = readSpec({ output: { dialect: 'x'.repeat(100_000) } })
  const reason = `spec.output.dialect must be one of ${allDialects}; got ${shown}`
  expect(reading).toEqual({ ok: false, reasons: [reason] })
})
