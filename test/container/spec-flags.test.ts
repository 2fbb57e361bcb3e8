import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specFlags, specOfFlags, withFlags } from '../../container/spec-flags.ts'
import { dateOrders, dialects, inputFormats, outputFormats, styles } from '../../src/contract/spec-values.ts'
import { readSpec } from '../../src/contract/spec.ts'
import { runs } from '../property-runs.ts'

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 70 }), fc.constantFrom('', 'Orders', 'utf-8', '\ud83d'))
const flags = fc.record(
  {
    to: fc.constantFrom(...dialects, 'postgres', ''),
    format: fc.constantFrom(...outputFormats, 'xml'),
    style: fc.constantFrom(...styles, 'fast'),
    table: text,
    sheet: text,
    encoding: text,
    delimiter: text,
    'header-row': fc.constantFrom('1', '7', '0', '-1', '1.5', 'x', '99999999'),
    'header-rows': fc.constantFrom('0', '1', '2', '11', 'two'),
    range: text,
    password: text,
    'fill-merged': fc.constant(true),
    'skip-hidden': fc.constant(true),
    hyperlinks: fc.constant(true),
    comments: fc.constant(true),
    'date-order': fc.constantFrom(...dateOrders, 'american'),
    path: text,
    flatten: fc.constantFrom('0', '1', '32', '33', '-1', 'all'),
    locale: fc.constantFrom('de-DE', 'english', ''),
    'sample-rows': fc.constantFrom('1', '20000', '0', 'many'),
    'input-format': fc.constantFrom(...inputFormats, 'text'),
  },
  { requiredKeys: [] },
)

test('a spec built from flags without the parser equals the parsed spec', () => {
  const outcome = fc.check(
    fc.property(flags, (given) => {
      const spec = specOfFlags(given)
      return spec === null || isDeepStrictEqual(readSpec(withFlags({}, given)), { ok: true, spec })
    }),
    { numRuns: runs(3000) },
  )
  expect(outcome.counterexample).toBeNull()
})

test('common flags need no parser, and every flag sets its field', () => {
  const given = { to: 'oracle', format: 'sql', style: 'bulk', table: 't', sheet: 'S', schema: 's', 'header-row': '3' }
  const spec = specOfFlags(given)
  for (const [name, value] of Object.entries(given)) {
    const { section, field } = specFlags[name as keyof typeof given]
    expect(spec?.[section]).toMatchObject({ [field]: name === 'header-row' ? 3 : value })
  }
})

test.each([{}, { to: 'db2' }, { to: 'mysql', table: '' }, { to: 'mysql', table: 'x'.repeat(300) }])(
  '%j is left to the parser',
  (given) => expect(specOfFlags(given)).toBeNull(),
)
