import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../src/contract/spec.ts'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'

/** Converts lines to CSV, and reads the result with a second parser. */
async function read(lines: readonly string[], more: Omit<SpecInput, 'output'> = {}, name = 't.csv') {
  const { script, report } = await converted(
    lines.map((line) => `${line}\n`).join(''),
    { ...more, output: { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } },
    name,
  )
  const [names = [], ...rows] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows, report, types: report.columns.map(({ type }) => type), notes: report.notes ?? [] }
}

const delimiters = [',', ';', '\t', '|']

describe('codes of countries and languages', () => {
  test.each([
    'country',
    'Country code',
    'shipCountry',
    'ISO2',
    'Land',
    'pays',
    'País',
    'lang',
    'languageCode',
    'страна',
    'ülke',
  ])('a column %s with nothing but NO is text', async (name) => {
    for (const value of ['NO', 'no']) {
      const { types, rows } = await read([`id;${name}`, `1;${value}`, `2;${value}`, '3;', `4;${value}`])
      expect(types).toEqual(['integer', 'text'])
      expect(rows.map((row) => row[1])).toEqual([value, value, '', value])
    }
  })

  test.each(['paid', 'landing', 'notes', 'isolated', 'planguage'])(
    'a column %s with nothing but no has answers',
    async (name) => {
      expect((await read([`id;${name}`, '1;no', '2;no'])).types).toEqual(['integer', 'boolean'])
    },
  )

  test('a column whose name has a country, with yes and no, has answers', async () => {
    expect((await read(['id;other_country', '1;no', '2;yes'])).types).toEqual(['integer', 'boolean'])
  })
})

describe('a delimiter in the spec that is not that of the file', () => {
  const table = (delimiter: string): string[] =>
    [
      ['key', 'name', 'amount'],
      ['a1', 'Ann', '3'],
      ['b2', 'Bob', '4'],
      ['c3', 'Cyd', '5'],
    ].map((row) => row.join(delimiter))
  const aboutDelimiter = (notes: readonly string[]): string[] =>
    notes.filter((note) => note.includes('input.delimiter'))

  test('is reported with the one that separates the columns', async () => {
    for (const right of delimiters) {
      for (const wrong of delimiters.filter((one) => one !== right)) {
        const shown = (one: string): string => (one === '\t' ? 'tab' : `"${one}"`)
        const titles = ['Report of the year', '', ...table(right)]
        for (const lines of [table(right), titles]) {
          const { notes } = await read(lines, { input: { delimiter: wrong } })
          expect(aboutDelimiter(notes)).toEqual([
            `input.delimiter is ${shown(wrong)}, but ${shown(right)} separates the columns of the first rows.`,
          ])
        }
        expect(aboutDelimiter((await read(table(right), { input: { delimiter: right } })).notes)).toEqual([])
      }
    }
  })

  test('is reported if it splits every row, but another one finds more columns', async () => {
    const lines = ['key;last, first;town;qty', 'a1;Lee, Ann;Oslo;3', 'b2;Ray, Bob;Rome;4', 'c3;Cox, Cyd;Lima;5']
    const { notes } = await read(lines, { input: { delimiter: ',' } })
    expect(aboutDelimiter(notes)).toHaveLength(1)
    expect(aboutDelimiter((await read(lines, { input: { delimiter: ';' } })).notes)).toEqual([])
    const decimals = ['key;low;high', 'a1;1,5;2,5', 'b2;3,5;4,5', 'c3;5,5;6,5']
    expect(aboutDelimiter((await read(decimals, { input: { delimiter: ';' } })).notes)).toEqual([])
  })

  test('is reported in a long file, also below comments and with values of several lines', async () => {
    const long = Array.from({ length: 300 }, (_, at) => `${at};"Lee, Ann\nStreet ${at}, Oslo";${at},5`)
    for (const above of [[], Array.from({ length: 5 }, (_, at) => `# Remark ${at}`)]) {
      const lines = [...above, 'key;"last, first";"low, high"', ...long]
      expect(aboutDelimiter((await read(lines, { input: { delimiter: ',' } })).notes)).toHaveLength(1)
      expect(aboutDelimiter((await read(lines, { input: { delimiter: ';' } })).notes)).toEqual([])
    }
  })

  test('is not reported if no other one separates columns', async () => {
    const { notes } = await read(['name', 'Ann', 'Bob', 'Cyd'], { input: { delimiter: ';' } })
    expect(aboutDelimiter(notes)).toEqual([])
  })
})

test('an integer column of the spec accepts plus signs', async () => {
  const columns = [{ index: 1, type: 'integer' as const }]
  for (const values of [
    ['+2', '+3', '-1'],
    ['1', '+44', '0007'],
  ]) {
    const { rows, report } = await read(['key;n', ...values.map((value) => `k;${value}`)], { columns })
    expect(rows.map((row) => row[1])).toEqual(values.map((value) => String(Number(value))))
    expect(report.rows.rejected).toBe(0)
    expect(report.fixes.length).toBeGreaterThan(0)
  }
})

test.each(['NA', 'N/A', 'null', '-', ''])('%j in a row of units means that the column has none', async (none) => {
  const { names, rows, types } = await read([
    'City;Population;Area',
    `${none};people;km2`,
    'Oslo;700000;454',
    'Bergen;285000;465',
  ])
  expect(names).toEqual(['City', 'Population people', 'Area km2'])
  expect(types).toEqual(['text', 'integer', 'integer'])
  expect(rows).toHaveLength(2)
})

test('NA in the first row of a table is a value', async () => {
  const { names, rows } = await read(['City;Population;Area', 'NA;NA;12', 'Oslo;700000;454', 'Bergen;285000;465'])
  expect(names).toEqual(['City', 'Population', 'Area'])
  expect(rows).toHaveLength(3)
})

describe('YAML above a table (CSVY)', () => {
  const facts = ['title: Prices, by day', 'names:', '- Date', '- WTI', '  unit: "EUR; net"', 'latest: 2024-01-04', '']
  const rows = ['Date,WTI', '2024-01-02,25.56', '2024-01-03,26', '2024-01-04,26.53']

  test.each([
    ['plain', facts],
    ['with comment marks', facts.map((fact) => `# ${fact}`)],
  ])('is left out: %s', async (label, lines) => {
    const rule = label === 'plain' ? '---' : '# ---'
    for (const delimiter of delimiters) {
      const table = rows.map((row) => row.replace(',', delimiter))
      const found = await read([rule, ...lines, rule, ...table])
      expect(found.names).toEqual(['Date', 'WTI'])
      expect(found.types).toEqual(['date', 'decimal'])
      expect(found.rows).toHaveLength(3)
      expect(found.notes.some((note) => note.includes('comment lines above the table were left out'))).toBe(true)
    }
  })

  test('is not assumed below dashes without a second rule', async () => {
    const found = await read(['---', ...rows])
    expect(found.rows.flat()).toContain('26.53')
    expect(found.notes.some((note) => note.includes('comment'))).toBe(false)
  })
})

test('payments whose text continues in the next row keep every cell', async () => {
  const word = fc.constantFrom('SHOP', 'CASH WITHDRAWAL', 'SALARY', 'CARD 1234')
  const payment = fc.record({ text: word, more: word, cents: fc.integer({ min: 1, max: 999_999 }), isIn: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 3, maxLength: 12 }),
      fc.constantFrom(...delimiters),
      async (payments, delimiter) => {
        const amount = (cents: number): string => (cents / 100).toFixed(2)
        const lines = [
          ['Account details for:', 'Savings 123-456'],
          ['Ledger Balance', '1200.50'],
          [],
          ['Transaction History'],
          ['Day', 'Value day', 'Text', 'Out', 'In'],
          ...payments.flatMap(({ text, more, cents, isIn }) => [
            ['2024-01-18', '2024-01-19', text, ...(isIn ? ['', amount(cents)] : [amount(cents), ''])],
            ['', '', `more ${more}`],
          ]),
        ]
        const found = await read(lines.map((cells) => cells.join(delimiter)))
        expect(found.names).toEqual(['Day', 'Value day', 'Text', 'Out', 'In'])
        expect(found.rows).toEqual(
          payments.flatMap(({ text, more, cents, isIn }) => [
            ['2024-01-18', '2024-01-19', text, ...(isIn ? ['', amount(cents)] : [amount(cents), ''])],
            ['', '', `more ${more}`, '', ''],
          ]),
        )
      },
    ),
    { numRuns: runs(30) },
  )
})

test('missing values do not merge the columns that pandas prints', async () => {
  const value = fc.option(
    fc.integer({ min: 0, max: 9999 }).map((cents) => (cents / 100).toFixed(2)),
    { nil: 'NaN' },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(value, fc.constantFrom('foo', 'bar', 'bazaar')), { minLength: 3, maxLength: 15 }),
      async (records) => {
        fc.pre(records.some(([one]) => one !== 'NaN'))
        const table = [
          ['', 'date', 'value', 'category'],
          ...records.map(([one, kind], at) => [`${at}`, '2024-01-02', one, kind]),
        ]
        const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
        const lines = table.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(' '))
        const found = await read(lines, {}, 't.txt')
        expect(found.names).toEqual(['column_1', 'date', 'value', 'category'])
        expect(found.rows).toEqual(
          records.map(([one, kind], at) => [`${at}`, '2024-01-02', one === 'NaN' ? '' : one, kind]),
        )
      },
    ),
    { numRuns: runs(60) },
  )
})

test('a comma within the names of fixed-width text separates no columns, and no row is left out', async () => {
  const places = ['Aleutians East, AK', 'Bay, AL', 'Anchorage, AK', 'ALASKA', 'De Kalb, AL', 'St Clair, AL']
  const record = fc.record({
    metro: fc.constantFrom('', '', '0380', '5240'),
    code: fc.integer({ min: 1000, max: 9999 }).map((code) => `0${code}`),
    kind: fc.constantFrom('3', '5'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 6, maxLength: 30 }), fc.nat(5), async (records, from) => {
      // If most commas are below each other, they may be those of a table.
      const written = records.map((one, at) => ({ ...one, name: places[(at + from) % places.length] ?? '' }))
      const lines = written.map(({ metro, code, kind, name }) => `${metro.padEnd(16)}${code}    ${kind}    ${name}`)
      const { rows } = await read(lines, {}, 't.txt')
      const hasMetro = written.some(({ metro }) => metro !== '')
      expect(rows).toEqual(
        written.map(({ metro, code, kind, name }) => [...(hasMetro ? [metro] : []), code, kind, name]),
      )
    }),
    { numRuns: runs(60) },
  )
})

test('aligned cells after a comma stay those of CSV', async () => {
  const lines = ['who,   what,        where', ...Array.from({ length: 9 }, () => 'Ann,    Lee ball,    Oslo')]
  const { names, rows } = await read(lines)
  expect(names).toEqual(['who', 'what', 'where'])
  expect(rows).toEqual(Array.from({ length: 9 }, () => ['Ann', 'Lee ball', 'Oslo']))
})

test.each([
  [['(2 rows affected)', '', '', 'Completion time: 2023-05-01T10:00:00.1234567+02:00']],
  [['(2 rows)']],
  [['2 rows selected.', '', 'Elapsed: 00:00:00.01', 'SQL> spool off']],
  [['(2 rows)', '', 'Time: 1.234 ms']],
])('messages of a database client below a blank line and two columns are left out: %s', async (messages) => {
  const { rows, types, report } = await read(['id,name', '1,Ann', '2,Bob', '', ...messages])
  expect(rows).toEqual([
    ['1', 'Ann'],
    ['2', 'Bob'],
  ])
  expect(types).toEqual(['integer', 'text'])
  expect(leftOut(report).note?.count).toBe(messages.filter((line) => line !== '').length)
})
