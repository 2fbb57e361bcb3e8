import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specFlags, specOfFlags, withFlags } from '../../container/spec-flags.ts'
import { dialects, outputFormats, styles } from '../../src/contract/spec-values.ts'
import { readSpec } from '../../src/contract/spec.ts'

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 70 }), fc.constantFrom('', 'Orders', 'utf-8', '\ud83d'))
const flags = fc.record(
  {
    dialect: fc.constantFrom(...dialects, 'postgres', ''),
    format: fc.constantFrom(...outputFormats, 'xml'),
    style: fc.constantFrom(...styles, 'fast'),
    table: text,
    sheet: text,
    encoding: text,
  },
  { requiredKeys: [] },
)

test('a spec made from flags without the parser is what the parser makes of them', () => {
  const outcome = fc.check(
    fc.property(flags, (given) => {
      const spec = specOfFlags(given)
      return spec === null || isDeepStrictEqual(readSpec(withFlags({}, given)), { ok: true, spec })
    }),
    { numRuns: 3000 },
  )
  expect(outcome.counterexample).toBeNull()
})

test('usual flags need no parser, and every flag sets its field', () => {
  const given = { dialect: 'oracle', format: 'sql', style: 'bulk', table: 't', sheet: 'S', encoding: 'utf-8' }
  const spec = specOfFlags(given)
  for (const [name, { section }] of Object.entries(specFlags))
    expect(spec?.[section]).toMatchObject({ [name]: given[name as keyof typeof given] })
})

test.each([{}, { dialect: 'db2' }, { dialect: 'mysql', table: '' }, { dialect: 'mysql', table: 'x'.repeat(300) }])(
  '%j is left to the parser',
  (given) => expect(specOfFlags(given)).toBeNull(),
)
