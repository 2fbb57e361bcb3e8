import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { converted } from '../support.ts'

/** The rows of a file, as CSV. */
async function rowsOf(file: string, inference: SpecInput['inference'] = {}): Promise<string[][]> {
  const { script } = await converted(file, { inference, output: { dialect: 'postgresql', format: 'csv' } })
  return papaparse.parse<string[]>(script.trim()).data.slice(1)
}

/** The numbers of one file have one decimal separator: a column that proves it decides for those that fit either. */
const files: readonly (readonly [string, string, string])[] = [
  ['a comma beside thousands with points', 'n;p\n1.250;12,50\n2.000;1.199,00\n', '1250 12.50 2000 1199.00'],
  ['a comma beside fractions of three digits', 'n;p\n1,250;12,50\n2,000;1199,00\n', '1.250 12.50 2.000 1199.00'],
  ['a comma in a later column', 'a;b;c\n1.250;x;7,5\n2.000;y;8,25\n', '1250 x 7.5 2000 y 8.25'],
  ['a comma with currencies', 'n;p\n€ 1.250;12,50\n€ 2.000;0,99\n', '1250 12.50 2000 0.99'],
  [
    'a comma and a point: each column for itself',
    'n;p;q\n1.250;12,50;0.5\n2.000;0,99;0.25\n',
    '1.250 12.50 0.5 2.000 0.99 0.25',
  ],
  ['a point beside thousands with commas', 'n;p\n1,250;12.50\n2,000;0.99\n', '1250 12.50 2000 0.99'],
  ['nothing proves either', 'n;p\n1.250;5\n2.000;6\n', '1.250 5 2.000 6'],
]

test.each(files)('%s', async (_, file, cells) => {
  expect((await rowsOf(file)).flat().join(' ')).toBe(cells)
})

test('the locale of the spec comes before the other columns', async () => {
  const rows = await rowsOf('n;p\n1.250;12,50\n2.000;0,99\n', { locale: 'en-US' })
  expect(rows.map(([first]) => first)).toEqual(['1.250', '2.000'])
})
