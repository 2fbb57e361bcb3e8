import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

/** Returns the rows of a file, and the notes about them. */
async function readFile(file: string, inference: SpecInput['inference'] = {}) {
  const { script, report } = await converted(file, { inference, output: { dialect: 'postgresql', format: 'csv' } })
  return { rows: papaparse.parse<string[]>(script.trim()).data.slice(1), notes: report.notes }
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
  expect((await readFile(file)).rows.flat().join(' ')).toBe(cells)
})

test('the locale of the spec comes before the other columns', async () => {
  const { rows, notes } = await readFile('n;p\n1.250;12,50\n2.000;0,99\n', { locale: 'en-US' })
  expect(rows.map(([first]) => first)).toEqual(['1.250', '2.000'])
  expect(notes).toEqual([])
})

/** Numbers that are thousands or fractions, with the delimiter of the file, and the number that the first one becomes. */
const unproven: readonly (readonly [string, readonly string[], string, string])[] = [
  ['a semicolon suggests the comma', ['59,913', '12,345', '1,250'], ';', '59.913'],
  ['long numbers without a group suggest the comma', ['59,913', '12345'], '\t', '59.913'],
  ['short numbers without a group suggest groups', ['59,913', '12', '7'], ';', '59913'],
  ['a dollar sign suggests groups', ['$59,913', '$12,345'], ';', '59913'],
  ['negative numbers in parentheses suggest groups', ['59,913', '(12,345)'], ';', '59913'],
  ['without a semicolon, the point is common', ['59,913', '12,345'], '\t', '59913'],
  ['a point stays one', ['59.913', '12.345'], ';', '59.913'],
]

test.each(unproven)('%s, and the report says that nothing proves it', async (_, values, delimiter, first) => {
  const file = `id${delimiter}n\n${values.map((value, at) => `${at}${delimiter}${value}\n`).join('')}`
  const { rows, notes } = await readFile(file)
  expect(rows[0]?.[1]).toBe(first)
  expect(notes).toEqual([expect.stringContaining(`no value shows whether "${values[0]}" has a fraction`)])
})

test.each([
  ['a fraction of another length', 'n;p\n59,913;x\n1,25;y\n'],
  ['two groups', 'n;p\n59,913;x\n1,059,913;y\n'],
  ['the point of another column', 'n;p\n59,913;1.5\n12,345;2.5\n'],
  ['quotes in a file with commas', 'n,p\n"59,913",x\n"12,345",y\n'],
])('%s needs no note', async (_, file) => {
  expect((await readFile(file)).notes).toEqual([])
})

/** Writes numbers whose commas may separate thousands, and then other values. */
const mixed = (groups: number, others: readonly string[], delimiter = '\t', more = '') => {
  const values = [...Array.from({ length: groups }, (_, at) => `${(at % 9) + 1},${100 + (at % 900)}`), ...others]
  return `id${delimiter}n${delimiter}m\n${values.map((value, at) => `${at}${delimiter}"${value}"${delimiter}${more}\n`).join('')}`
}

test.each([
  ['one fraction among thousands of groups', mixed(2000, ['12,75']), '1,100', 'is text'],
  ['one fraction among a hundred groups', mixed(100, ['12,75']), '1.100', 'was read as the decimal separator'],
  ['one fraction in a file with semicolons', mixed(2000, ['12,75'], ';'), '1.100', 'was read as the decimal separator'],
  ['one fraction, and another column with the decimal comma', mixed(2000, ['12,75'], '\t', '2,5'), '1.100', null],
  [
    'many fractions',
    mixed(
      50,
      Array.from({ length: 50 }, () => '12,75'),
    ),
    '1.100',
    null,
  ],
  [
    'numbers below one',
    mixed(
      50,
      Array.from({ length: 50 }, () => '0,125'),
    ),
    '1.100',
    null,
  ],
  ['groups alone', mixed(2000, ['1,275']), '1100', null],
])('%s: the report says how commas are read', async (_, file, first, note) => {
  const { rows, notes } = await readFile(file)
  expect(rows[0]?.[1]).toBe(first)
  const found = notes.filter((line) => line.includes('the comma separates thousands or a fraction'))
  expect(found).toEqual(note === null ? [] : [expect.stringContaining(note)])
  if (note !== null) expect(found[0]).toMatch(/in 2?\d00 values such as "1,100".* 1 value such as "12,75" \(row \d+\)/)
})

test.each(['0,998', '1234,567', '-0,125'])('%s among thousands of groups proves three decimals', async (value) => {
  const inSample = await readFile(mixed(2000, [value, 'n/a', 'n/a']))
  expect(inSample.rows[0]?.[1]).toBe('1.100')
  expect(inSample.notes.join()).not.toContain('"n/a"')
  const file = mixed(20_000, [value], ',')
  const later = await converted(file, {
    inference: { sample_rows: 2000 },
    output: { dialect: 'postgresql', format: 'csv' },
  })
  expect(later.script.split('\n')[1]?.trim()).toBe('0,1.100,')
  expect(later.report.rows.rejected).toBe(0)
})

test('a stray fraction after the sample rejects its row, and many of them correct the file', async () => {
  const read = (fractions: number) =>
    converted(
      mixed(
        60_000,
        Array.from({ length: fractions }, () => '12,75'),
        ',',
      ),
      {
        inference: { sample_rows: 2000 },
        output: { dialect: 'postgresql', format: 'csv' },
      },
    )
  const one = await read(1)
  expect(one.script.split('\n')[1]?.trim()).toBe('0,1100,')
  expect(one.report.problems).toMatchObject([{ code: 'type_mismatch', value: '12,75' }])
  const many = await read(100)
  expect(many.script.split('\n')[1]?.trim()).toBe('0,1.100,')
  expect(many.report.rows.rejected).toBe(0)
  expect(many.report.notes).toContainEqual(expect.stringContaining('holds "12,75"'))
})
