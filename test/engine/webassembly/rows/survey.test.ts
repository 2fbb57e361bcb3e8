import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { dialects } from '../../../../src/contract/spec-values.ts'
import { openKernel } from '../../../../container/engine/webassembly/kernel/kernel.ts'
import { Sample } from '../../../../container/engine/inference/sample/sample.ts'
import { Survey } from '../../../../container/engine/webassembly/rows/survey.ts'
import { CellKind, RowBatch } from '../../../../container/engine/table/row-batch.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

// The kernel surveys the sample as a whole. Without the kernel, every value is read. Both must have the same result.

/** Values of one kind, and sometimes a similar one that is not. */
const digits = (pattern: RegExp): fc.Arbitrary<string> => fc.stringMatching(pattern)
const kinds: readonly fc.Arbitrary<string>[] = [
  digits(/^-?[1-9][0-9]{0,4}$/),
  digits(/^[1-9][0-9]{8,20}$/),
  digits(/^0?[0-9]{1,3}$/),
  fc.constantFrom('4111111111111111', '5500005555555559', '4012888888881881'),
  digits(/^-?(0|[1-9][0-9]{0,3})\.[0-9]{1,8}$/),
  digits(/^[1-9][0-9]{15,19}(\.5)?$/),
  digits(/^20[0-9]{2}-0[1-9]-[0-3][0-9]$/),
  digits(/^20[0-9]{2}-0[1-9]-[0-2][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,8})?$/),
  digits(/^2024-05-0[1-9] 1[0-9]:30:0[0-9](\.5{1,7})?[+-]0[0-9]:[03]0$/),
  digits(/^[01][0-9]:[0-5][0-9](:[0-5][0-9](\.[0-9]{1,8})?)?$/),
  fc.constantFrom('true', 'false'),
  fc.constantFrom('yes', 'no', 'true'),
  fc.uuid(),
  fc.constantFrom('1,5', '2,25', '1.234,5', '7'),
  fc.constantFrom('Zoë', 'b', '🦀 crab', '12 Main St', '', 'n/a'),
  fc.string(),
]
const odd = fc.constantFrom(
  '',
  ' ',
  'NULL',
  '-',
  'N/a',
  '(NULL)',
  '—',
  'NaN',
  'nul',
  'x',
  ' 7',
  '7 ',
  '\t',
  '\u00a0',
  '\u00a0Ann\u202f',
  '7\u00a0',
  ' \u202f 7',
  '1.5',
  '2024-01-01',
  '1e5',
  '0',
  '-0',
  '007',
)
/** A column may begin with null markers only. */
const beginning = fc.constantFrom(
  [],
  [],
  [],
  Array.from({ length: 70 }, () => '-'),
  Array.from({ length: 70 }, () => 'Null'),
)
const column = fc
  .tuple(fc.constantFrom(...kinds), fc.constantFrom(0, 0, 0, 1, 5), beginning)
  .chain(([kind, oddities, first]) =>
    fc
      .array(fc.oneof({ weight: 20, arbitrary: kind }, { weight: oddities, arbitrary: odd }), {
        minLength: 1,
        maxLength: 90,
      })
      .map((values) => [...first, ...values]),
  )
const name = fc.constantFrom('a', 'created_epoch', 'timestamp', 'id')
const table = fc.tuple(fc.array(fc.tuple(name, column), { minLength: 1, maxLength: 5 }), fc.nat(5))
const specs: fc.Arbitrary<SpecInput> = fc.record({
  output: fc.record({ dialect: fc.constantFrom(...dialects), style: fc.constantFrom('bulk', 'inserts') }),
  inference: fc.record({
    locale: fc.constantFrom(null, 'de-DE', 'en-US'),
    keep_leading_zeros: fc.boolean(),
    sample_rows: fc.constantFrom(10, 10_000),
  }),
})

const quoted = (value: string): string => (/[",\r\n]|^ | $/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

test('a survey of the whole sample shows the same as reading every value: delimited text', async () => {
  await fc.assert(
    fc.asyncProperty(table, specs, async ([columns, shorter], spec) => {
      const rows = Math.max(...columns.map(([, values]) => values.length))
      const lines = Array.from({ length: rows }, (_, row) =>
        columns
          .slice(0, row % 7 === 6 ? Math.max(1, columns.length - shorter) : columns.length)
          .map(([, values]) => quoted(values[row] ?? ''))
          .join(','),
      )
      const text = `${columns.map(([title]) => title).join(',')}\n${lines.join('\n')}\n`
      const outcome = (kernel?: null): Promise<unknown> => converted(text, spec, 't.csv', kernel).catch(String)
      expect(await outcome()).toEqual(await outcome(null))
    }),
    { numRuns: runs(400) },
  )
})

const json = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constantFrom(null, '2024-01-31', '12', 'true', 'NULL', '', 'é'),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.nat()),
)

test('a survey of the whole sample shows the same as reading every value: JSON', async () => {
  const jsonColumn = fc.oneof(
    fc.array(fc.integer(), { maxLength: 60 }),
    fc.array(fc.boolean(), { maxLength: 60 }),
    fc.array(fc.constantFrom('2024-01-31', '2025-12-01'), { maxLength: 60 }),
    fc.array(fc.array(fc.nat()), { maxLength: 60 }),
    fc.array(json, { maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(jsonColumn, { minLength: 1, maxLength: 4 }), specs, async (columns, spec) => {
      const rows = Math.max(1, ...columns.map((values) => values.length))
      const text = JSON.stringify(
        Array.from({ length: rows }, (_, row) =>
          Object.fromEntries(columns.flatMap((values, at) => (row < values.length ? [[`c${at}`, values[row]]] : []))),
        ),
      )
      const outcome = (kernel?: null): Promise<unknown> => converted(text, spec, 't.json', kernel).catch(String)
      expect(await outcome()).toEqual(await outcome(null))
    }),
    { numRuns: runs(200) },
  )
})

function surveyOf(values: readonly string[], kind: CellKind = CellKind.text) {
  const kernel = openKernel()
  if (kernel === null) throw new Error('this Node has no WebAssembly')
  const batch = new RowBatch()
  values.forEach((value, row) => {
    batch.addBytes(kind, new TextEncoder().encode(value))
    batch.endRow(row + 1)
  })
  const sample = new Sample()
  sample.add(batch)
  return Survey.create(kernel, sample, 1, 0)?.column(0)
}

test('a survey finds the same facts about numbers', () => {
  expect(surveyOf(['12', '-300', ' 7 ', ''])).toMatchObject({
    check: 'integer',
    values: 3,
    empties: 1,
    min: -300n,
    max: 12n,
  })
  expect(surveyOf(['12', '0.0025', '-300.5'])).toMatchObject({
    check: 'decimal',
    largest: { whole: 3, fraction: 4, significant: 4 },
  })
})

test('a survey finds the same facts about timestamps', () => {
  expect(surveyOf(['2024-02-29'])?.check).toBe('date')
  expect(surveyOf(['2023-02-29'])?.check).toBeNull()
  expect(surveyOf(['2024-02-29 10:00:00.125', '2024-02-29 10:00:00'])).toMatchObject({
    check: 'timestamp',
    fractionDigits: 3,
  })
  expect(surveyOf(['2024-02-29 10:00:00+01:00'])?.check).toBe('timestamp_zoned')
  expect(surveyOf(['10:00:00.25'])).toMatchObject({ check: 'time', fractionDigits: 2 })
})

test('a survey finds the longest text in bytes, code points and UTF-16 units, and the spaces around it', () => {
  const long = 'Zoë 🦀 with more than sixteen bytes: ñandú'
  expect(surveyOf(['a', long])).toMatchObject({
    check: null,
    kinds: [CellKind.text],
    longest: { bytes: Buffer.byteLength(long), codePoints: Array.from(long).length, utf16Units: long.length },
  })
  expect(surveyOf(['ab', '  c'])?.longest).toEqual({ bytes: 3, codePoints: 3, utf16Units: 3 })
})
