import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'

/** Converts a column to CSV, next to a column of keys. */
async function column(values: readonly string[], inference = {}) {
  const file = `key|c\n${values.map((value, row) => `k${row}|${value}\n`).join('')}`
  const { script, report } = await converted(file, { output: { dialect: 'postgresql', format: 'csv' }, inference })
  const written = script
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf(',') + 1))
  return { type: report.columns[1]?.type, written, fixes: report.fixes.map(({ code, count }) => `${code} ${count}`) }
}

describe('numbers in everyday spelling keep their column’s type', () => {
  test.each([
    ['a plus', ['+1', '-2', '3'], 'integer', ['1', '-2', '3'], ['number_form 1']],
    ['a plus next to fractions', ['+1.5', '-2', '+3'], 'decimal', ['1.5', '-2', '3'], ['number_form 2']],
    ['a plus of percentages', ['-0.5%', '+1.25%'], 'decimal', ['-0.5', '1.25'], ['number_form 2']],
    [
      'every way to write a sign',
      ['12-', '-3', '(5)', '\u22124.5', '+7', '8'],
      'decimal',
      ['-12', '-3', '-5', '-4.5', '7', '8'],
      ['number_form 4'],
    ],
    ['a point at the end', ['50.', '12.5'], 'decimal', ['50', '12.5'], ['number_form 1']],
    ['a point at the end of a float', ['50.', '8.9e-06'], 'float', ['50', '8.9e-06'], ['number_form 1']],
    ['a point at the beginning', ['.5', '-.25', '8'], 'decimal', ['0.5', '-0.25', '8'], ['number_form 2']],
    ['small floats', ['8.9e-06', '.003'], 'float', ['8.9e-06', '0.003'], ['number_form 1']],
    ['money below one', ['$.23', '$15.20'], 'decimal', ['0.23', '15.20'], ['number_form 2']],
    ['a no-break space', ['1.87', '\u00a0', '1.9'], 'decimal', ['1.87', '', '1.9'], ['empty_to_null 1']],
    ['no-break spaces around', ['1\u00a0', '\u202f2', '3'], 'integer', ['1', '2', '3'], ['trimmed 2']],
  ])('%s', async (_, values, type, written, fixes) => {
    expect(await column(values)).toEqual({ type, written, fixes })
    // With the same values after the sample, the conversion either needs a second pass or does not.
    const later = await column(['1', ...values.toSorted((a, b) => a.length - b.length)], { sample_rows: 2 })
    expect(later.written.filter((value) => value !== '')).toHaveLength(
      values.filter((value) => value.trim() !== '').length + 1,
    )
  })

  test.each([
    ['codes of countries', ['+1', '+44', '+49']],
    ['phone numbers', ['+441632960961', '441632960962', '-1']],
    ['the numbers of a list', ['1.', '2.', '3.']],
    ['a single plus', ['+', '1']],
    ['two signs', ['+-1', '1']],
    ['leading zeros after a plus', ['+01', '1']],
  ])('%s stay text', async (_, values) => {
    expect(await column(values)).toEqual({ type: 'text', written: values, fixes: [] })
  })

  test('a blank cell of no-break spaces makes a column nullable, and its script loads', async () => {
    const { script } = await converted('k,c\na,1\nb,\u00a0\nc,3\n', { output: { dialect: 'sqlite', table: 't' } })
    const database = new DatabaseSync(':memory:')
    database.exec(script)
    expect(database.prepare('SELECT c FROM t ORDER BY k').all()).toEqual([{ c: 1 }, { c: null }, { c: 3 }])
    database.close()
  })
})

const names = { days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] }
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** Formats of a timestamp in UTC. JavaScript’s own `Date` is the referee for their meaning. */
const spellings: Readonly<Record<string, (instant: Date) => string>> = {
  'RFC 2822': (instant) => instant.toUTCString().replace('GMT', '+0000'),
  'RFC 2822 with GMT': (instant) => instant.toUTCString(),
  'RFC 2822 without a weekday': (instant) => instant.toUTCString().slice(5),
  'ctime with a zone': (instant) =>
    `${names.days[instant.getUTCDay()]} ${monthNames[instant.getUTCMonth()]} ${two(instant.getUTCDate())} ${instant.toISOString().slice(11, 19)} +0000 ${instant.getUTCFullYear()}`,
  'ISO 8601 basic': (instant) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  'a web server’s log': (instant) =>
    `${two(instant.getUTCDate())}/${monthNames[instant.getUTCMonth()]}/${instant.getUTCFullYear()}:${instant.toISOString().slice(11, 19)} +0000`,
}

describe('a timestamp in a program’s format', () => {
  test.each(Object.entries(spellings))('is read: %s', async (_, spelled) => {
    const instant = fc
      .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))
    await fc.assert(
      fc.asyncProperty(fc.array(instant, { minLength: 1, maxLength: 20 }), async (dates) => {
        const { type, written, fixes } = await column(dates.map(spelled))
        expect(type).toBe('timestamptz')
        expect(written.map((text) => new Date(text.replace(' ', 'T')).getTime())).toEqual(dates.map(Number))
        expect(fixes).toEqual([`date_form ${dates.length}`])
      }),
      { numRuns: runs(25) },
    )
  })

  test.each([
    ['Sun Aug 31 00:29:15 2014', 'timestamp', '2014-08-31 00:29:15'],
    ['Mon Sep  1 00:29:15 2014', 'timestamp', '2014-09-01 00:29:15'],
    ['20230101T101010', 'timestamp', '2023-01-01 10:10:10'],
    ['20230101T101010.25+0200', 'timestamptz', '2023-01-01 10:10:10.25+02:00'],
    ['Mon, 5 Jan 1998 15:59 -0500 (EST)', 'timestamptz', '1998-01-05 15:59:00-05:00'],
  ])('%s is a %s', async (value, type, written) => {
    expect(await column([value, value])).toEqual({ type, written: [written, written], fixes: ['date_form 2'] })
  })

  test.each([
    ['Mon Aug 31 00:29:15 2014', 'a weekday that the date does not have'],
    ['20230230T101010Z', 'a day that no calendar has'],
    ['Mon, 05 Jan 1998 15:59:20 EST', 'a zone that means several'],
  ])('%s stays text: %s', async (value) => {
    expect(await column([value, value])).toEqual({ type: 'text', written: expect.anything() as string[], fixes: [] })
  })
})

describe('formulas that make Excel show text', () => {
  test('become their text, which keeps its zeros', async () => {
    const file = 'sku,zip,note\n="00123",="02139",="a ""b"""\n="00456",10115,="x" y\n'
    const { script, report } = await converted(file, { output: { dialect: 'postgresql', format: 'csv' } })
    expect(script).toBe('sku,zip,note\r\n00123,02139,"a ""b"""\r\n00456,10115,"=""x"" y"\r\n')
    expect(report.columns.map(({ type }) => type)).toEqual(['text', 'text', 'text'])
    expect(report.fixes.map(({ code, column: name, count }) => [code, name, count])).toEqual([
      ['text_formula', 'sku', 2],
      ['text_formula', 'zip', 1],
      ['text_formula', 'note', 1],
    ])
  })

  test('become the names of columns', async () => {
    const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
    const { script } = await converted('="id",="a ""b"""\n="001",="Ann"\n', { output })
    expect(script).toBe('id,"a ""b"""\r\n001,Ann\r\n')
  })

  test('stay as they are written in columns that the spec keeps as text', async () => {
    const columns = [{ index: 0, as_text: true }]
    const spec = { columns, output: { dialect: 'postgresql', format: 'csv' } } as const
    expect((await converted('sku\n="00123"\n', spec)).script).toBe('sku\r\n"=""00123"""\r\n')
  })
})
