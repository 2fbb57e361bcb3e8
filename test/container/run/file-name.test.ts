import { expect, test } from 'vitest'
import { fileNameOf } from '../../../container/run/file-name.ts'
import { outputNameOf } from '../../../container/run/output-name.ts'
import { specSchema } from '../../../src/contract/spec.ts'

/** UTF-8 bytes as Latin-1 characters, which is how a header arrives. */
const raw = (text: string): string => Buffer.from(text).toString('latin1')

test.each([
  ['attachment; filename="orders.csv"', 'orders.csv'],
  ['attachment; filename=orders.csv', 'orders.csv'],
  ['attachment; filename=My Report.csv', 'My Report.csv'],
  ['attachment; filename= My Report.csv ; size=3', 'My Report.csv'],
  ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
  [`attachment; filename="${raw('Zoë.csv')}"`, 'Zoë.csv'],
  ['attachment; filename="Zo\u00eb.csv"', 'Zoë.csv'],
  ["attachment; filename=plain.csv; filename*=UTF-8''na%C3%AFve%20file.csv", 'naïve file.csv'],
  ["attachment; filename*=ISO-8859-1''na%EFve.csv", 'naïve.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\data\\\\orders.csv"', 'orders.csv'],
  ['attachment; filename=".."', 'last.csv'],
  ['attachment; filename=""', 'last.csv'],
  ['inline', 'last.csv'],
  [null, 'last.csv'],
])('a response names the file %j', (disposition, name) => {
  expect(fileNameOf(disposition, 'https://example.com/a/last.csv?x=y.json', 'given.csv')).toBe(name)
})

test.each([
  ['https://example.com/data/S%C3%B8ren%202024.csv', 'Søren 2024.csv'],
  ['https://example.com/a%2Fb.csv', 'b.csv'],
  ['https://example.com/100%.csv', '100%.csv'],
  ['https://example.com/', 'given.csv'],
  ['https://example.com', 'given.csv'],
])('the URL %s names the file %s', (url, name) => {
  expect(fileNameOf(null, url, 'given.csv')).toBe(name)
})

test('a file without a name is called `file`', () => {
  expect(fileNameOf(null, 'https://example.com/', '')).toBe('file')
})

test('names are cut to 255 characters', () => {
  expect(fileNameOf(null, `https://example.com/${'x'.repeat(400)}`, '')).toHaveLength(255)
})

test('names are cut between characters', () => {
  expect(fileNameOf(null, `https://example.com/${'x'.repeat(254)}😀.csv`, '')).toBe('x'.repeat(254))
  const spec = specSchema.parse({ output: { dialect: 'mysql' } })
  expect(outputNameOf(`${'x'.repeat(239)}😀.csv`, spec)).toBe(`${'x'.repeat(239)}.sql`)
})

test.each([
  ['orders.csv', 'sql', 'orders.sql'],
  ['Orders 2024.v2.csv.gz', 'json', 'Orders 2024.v2.json'],
  ['dump.sql.gz', 'sql', 'dump.sql'],
  ['file', 'csv', 'file.csv'],
  ['.csv', 'sql', 'output.sql'],
  ['../../etc/passwd', 'sql', 'passwd.sql'],
  ['C:\\data\\orders.csv', 'sql', 'orders.sql'],
  ['..', 'sql', 'output.sql'],
  ['  ', 'sql', 'output.sql'],
  ['\u{202E}vsc.orders.csv', 'sql', '_vsc.orders.sql'],
  ['a:b|c?.csv', 'sql', 'a_b_c_.sql'],
  ['קובץ נתונים.csv', 'sql', 'קובץ נתונים.sql'],
] as const)('the output of %s as %s is %s', (name, format, output) => {
  expect(outputNameOf(name, specSchema.parse({ output: { dialect: 'mysql', format } }))).toBe(output)
})
