import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { everyOutput } from '../../every-output.ts'
import { converted } from '../../support.ts'
import { csvOf, torture } from '../../writers/torture.ts'
import { runs } from '../../../property-runs.ts'

// Plain code writes the rows of the sample, and databases check it. These rows fill the sample, so that the kernel
// writes the tested ones.
const dullRows = Array.from({ length: 4200 }, (_, index) => [
  `${index}`,
  `${index}.25`,
  '2024-02-29',
  '2024-02-29 10:11:12',
  index % 2 === 0 ? 'true' : 'false',
  'plain text',
  '1.5e3',
])

const texts = fc.oneof(
  fc.constantFrom(...torture),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('y'.repeat(153), 'y'.repeat(154), "'".repeat(20), 'z'.repeat(4001), 'short'),
)
const oddRows = fc.array(
  fc.tuple(
    fc.constantFrom('5', '', '0005', 'x', '99999999999999999999'),
    fc.constantFrom('1.5', '', '1.123456789', '-0.00', '.5'),
    fc.constantFrom('2024-01-31', '', '2024-02-30', '31/01/2024'),
    fc.constantFrom('2024-01-31 00:00:00', '2024-01-31T00:00:00', '2024-01-31 00:00:00.5', ''),
    fc.constantFrom('true', 'FALSE', ''),
    texts,
    fc.constantFrom('2.5', 'NaN', '-Infinity', '1e5', ''),
  ),
  { minLength: 20, maxLength: 60 },
)

describe.each(everyOutput)('%j', (output) => {
  test('the kernel writes what the plain code writes, and reports the same', async () => {
    await fc.assert(
      fc.asyncProperty(oddRows, async (rows) => {
        const header = ['a', 'b', 'c']
        const text = csvOf([...dullRows, ...rows, header, ...dullRows.slice(0, 10)])
        const spec: SpecInput = { output, input: { delimiter: ',' } }
        const ours = await converted(text, spec)
        const plain = await converted(text, spec, 't.csv', null)
        expect(ours.script === plain.script ? 'same' : firstDifference(ours.script, plain.script)).toBe('same')
        expect(ours.report).toEqual(plain.report)
      }),
      { numRuns: runs(4) },
    )
  })
})

function firstDifference(ours: string, plain: string): string {
  let at = 0
  while (ours[at] === plain[at]) at++
  return `at ${at}: ${JSON.stringify(ours.slice(at - 40, at + 40))} for ${JSON.stringify(plain.slice(at - 40, at + 40))}`
}
