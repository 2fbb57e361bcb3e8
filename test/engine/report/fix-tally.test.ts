import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FixTally, shownText } from '../../../container/engine/report/fix-tally.ts'
import { Reporter } from '../../../container/engine/report/reporter.ts'
import { say } from '../../../src/contract/catalog/say.ts'

const kind = { code: 'boolean_form', column: 'active', message: say`Written as true and false.` } as const
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Few values, so that they repeat, and long ones with the same start, so that their examples are equal. */
const value = fc.oneof(
  fc.constantFrom('True', 'False', 'TRUE', 'true ', 'é', ''),
  fc.integer({ min: 95, max: 500 }).map((length) => 'x'.repeat(length)),
)

describe('a tally of fixes', () => {
  test('reports the same as a reporter that receives every value', () => {
    fc.assert(
      fc.property(fc.array(fc.option(value, { freq: 2 })), (values) => {
        const plain = new Reporter()
        const counting = new Reporter()
        const tally = new FixTally(counting, kind)
        values.forEach((one, index) => {
          if (one === null) {
            plain.fix({ ...kind, row: index })
            tally.missing(index)
            return
          }
          const bytes = encode(`<${one}>`)
          plain.fix({ ...kind, row: index, example: shownText(bytes, 1, bytes.length - 1) })
          tally.changed(index, bytes, 1, bytes.length - 1)
        })
        expect(counting.fixes).toEqual(plain.fixes)
      }),
    )
  })

  test('shows the first three different values, and counts the others', () => {
    const reporter = new Reporter()
    const tally = new FixTally(reporter, kind)
    for (const [row, text] of ['True', 'False', 'True', 'TRUE', 'FALSE', 'True'].entries()) {
      const bytes = encode(text)
      tally.changed(row + 2, bytes, 0, bytes.length)
    }
    expect(reporter.fixes).toEqual([{ ...kind, count: 6, first_row: 2, examples: ['True', 'False', 'TRUE'] }])
  })

  test('notes once if there are too many kinds, and counts no others', () => {
    const reporter = new Reporter()
    for (let other = 0; other < 10_000; other++) reporter.fix({ ...kind, column: `other_${other}` })
    const tally = new FixTally(reporter, kind)
    for (let row = 1; row < 4; row++) tally.changed(row, encode('True'), 0, 4)
    expect(reporter.fixes).toHaveLength(10_000)
    expect(reporter.notes).toEqual(['The file needed more than 10000 kinds of fixes. The rest are not listed.'])
  })
})
