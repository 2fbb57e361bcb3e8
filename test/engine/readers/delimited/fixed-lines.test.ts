import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { readSpec, type SpecInput } from '../../../../src/contract/spec.ts'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

async function read(lines: readonly string[], input: SpecInput['input'] = {}, sampleRows = 10_000) {
  const { script, report } = await converted(
    lines.map((line) => `${line}\n`).join(''),
    {
      input,
      inference: { sample_rows: sampleRows },
      output: { dialect: 'postgresql', format: 'csv', column_names: 'as_written' },
    },
    't.txt',
  )
  const [names = [], ...rows] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows, report, types: report.columns.map(({ type }) => type) }
}

/** The format of GHCN's list of stations, which documents its column positions. */
const stations = [
  'ACW00011604  17.1167  -61.7833   10.1    ST JOHNS COOLIDGE FLD                       ',
  'ACW00011647  17.1333  -61.7833   19.2    ST JOHNS                                    ',
  'AE000041196  25.3330   55.5170   34.0    SHARJAH INTER. AIRP            GSN     41196',
  'AEM00041194  25.2550   55.3640   10.4    DUBAI INTL                             41194',
  'AF000040930  35.3170   69.0170 3366.0    NORTH-SALANG                   GSN     40930',
]

const goods = ['OFFICE SUPPLIES', 'TRAVEL AND LODGING', 'RENT', 'GAS - UTILITIES', 'CONSULTING']
const reportRow = fc.record({
  account: fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String),
  description: fc.constantFrom(...goods),
  quantity: fc.nat(500).map(String),
  cents: fc.integer({ min: 100, max: 99_999_999 }),
})
/** The lines that a printed report has on each page. */
const page = fc.record({
  above: fc.subarray<(number: number) => string>([
    (number) => `REPORT GL0100R             ACME HOLDINGS INC.               PAGE ${number}`,
    () => 'RUN DATE 03/31/2024, GENERAL LEDGER',
    () => '',
  ]),
  rule: fc.constantFrom(null, '-'.repeat(62), '='.repeat(62)),
  below: fc.subarray<(number: number) => string>([() => '', (number) => `*** CONTINUED ON PAGE ${number + 1} ***`]),
  feed: fc.constantFrom('', '\f'),
  rowsMax: fc.integer({ min: 9, max: 20 }),
})

describe('fixed-width text', () => {
  test.each(['T', 'one  two'])('is not found in lines that are equal: %s', async (line) => {
    const { report } = await read(Array.from({ length: 30 }, () => line))
    expect(report.rows).toMatchObject({ converted: 30, rejected: 0 })
  })

  test('keeps the parts of a phone number together below one name', async () => {
    const people = ['Ann Lee', 'Robert Smith', 'Jo', "Dan O'Neil"]
    const phones = ['+49 30 1234567', '+49 89 7654321', '+34 91 5551234', '+1 212 5550000']
    const lines = people.map((name, at) => `${name.padEnd(14)}${phones[at]}   ${30 + at}`)
    const { names, rows } = await read(['Name          Phone            Age', ...lines])
    expect(names).toEqual(['Name', 'Phone', 'Age'])
    expect(rows).toEqual(people.map((name, at) => [name, phones[at], String(30 + at)]))
  })

  test('is not found below a single word', async () => {
    const dates = ['1 april 2024', '2 august 2024', '3 september 2024']
    const { rows, types } = await read(['due', ...dates])
    expect(types).toEqual(['date'])
    expect(rows).toEqual([['2024-04-01'], ['2024-08-02'], ['2024-09-03']])
  })

  test('is not found in values with single blanks below one name', async () => {
    const words = ['INV', 'town', '030', 'Room', 'v', 'Main St']
    const value = fc.constantFrom(...words).chain((word) => fc.nat(9999).map((number) => `${word} ${number}`))
    const sameWord = fc.constantFrom(...words).chain((word) =>
      fc.array(
        fc.nat(9999).map((number) => `${word} ${number}`),
        { minLength: 4, maxLength: 30 },
      ),
    )
    const values = fc.oneof(sameWord, fc.array(value, { minLength: 4, maxLength: 30 }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('id', 'phone', 'description'), values, async (name, cells) => {
        const { names, rows } = await read([name, ...cells])
        expect(names).toEqual([name])
        expect(rows).toEqual(cells.map((cell) => [cell]))
      }),
      { numRuns: runs(60) },
    )
  })

  test.each([['All good'], ['Thanks a lot to all of you, see you next year'], ['Best regards', 'Ann Lee']])(
    'has remarks below a blank line: %s',
    async (...remarks) => {
      const people = ['Al    12   Rome', 'Bo    13   Oslo', 'Cy    14   Bern', 'Di    15   Lima']
      const { rows, report } = await read(['NAME  AGE  CITY', ...people, '', ...remarks])
      expect(rows).toEqual(people.map((line) => line.split(/ +/)))
      expect(report.rows.left_out?.reasons).toContainEqual(
        expect.objectContaining({ code: 'note', count: remarks.length }),
      )
    },
  )

  test('has rows below a blank line', async () => {
    const groups = [
      ['Al    12   Rome', 'Bo    13   Oslo', 'Cy    14   Bern'],
      ['Di Eva 15  Lima', 'Jo         Linz'],
    ]
    const { rows } = await read(['NAME  AGE  CITY', ...(groups[0] ?? []), '', ...(groups[1] ?? [])])
    expect(rows).toHaveLength(5)
  })

  test('is one table whatever titles, rules and copies of the names are on each page', async () => {
    const rows = fc.array(reportRow, { minLength: 40, maxLength: 60 })
    const names = 'ACCOUNT   DESCRIPTION               QTY          AMOUNT'
    const property = fc.asyncProperty(rows, page, async (all, { above, rule, below, feed, rowsMax }) => {
      const lines = all.map(({ account, description, quantity, cents }) => {
        const amount = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
        return `${account}  ${description.padEnd(24)}  ${quantity.padStart(3)}  ${amount.padStart(14)}`
      })
      const pages = Array.from({ length: Math.ceil(lines.length / rowsMax) }, (_, at) => [
        ...above.map((title) => title(at + 1)),
        ...[names, rule].filter((line) => line !== null),
        ...lines.slice(at * rowsMax, (at + 1) * rowsMax),
        ...below.map((line) => line(at + 1)),
      ])
      const printed = pages.flatMap(([first = '', ...others], at) => [at === 0 ? first : feed + first, ...others])
      const found = await read(printed)
      expect(found.names).toEqual(['ACCOUNT', 'DESCRIPTION', 'QTY', 'AMOUNT'])
      expect(found.rows).toEqual(
        all.map(({ account, description, quantity, cents }) => [
          account,
          description,
          quantity,
          (cents / 100).toFixed(2),
        ]),
      )
    })
    await expect(fc.assert(property, { numRuns: runs(25) })).resolves.toBeUndefined()
  })

  test('reports totals between its columns as notes, and keeps rows that differ only in digits', async () => {
    const row = (at: number): string =>
      `IT${100 + at}${String(at * 7).padStart(7)}${(at * 9.25).toFixed(2).padStart(10)}`
    const pages = [0, 1, 2].flatMap((number) => [
      `${number === 0 ? '' : '\f'}ACME CORP            SALES            PAGE ${number + 1}`,
      '',
      'ITEM     QTY    AMOUNT',
      ...Array.from({ length: 20 }, (_, at) => row(number * 20 + at)),
      `TOTAL FOR PAGE ${number + 1}: ${9000 + number}.00`,
    ])
    const { names, types, report } = await read(pages)
    expect(names).toEqual(['ITEM', 'QTY', 'AMOUNT'])
    expect(types).toEqual(['text', 'integer', 'decimal'])
    expect(report.rows).toMatchObject({ converted: 60, rejected: 0 })
    const counts = report.rows.left_out?.reasons.map(({ code, count }) => [code, count])
    expect(counts).toContainEqual(['note', 3])
    expect(counts).toContainEqual(['title', 3])
  })

  test.each([
    ['a name of two words', ['Id  Units Sold', ' 1          87', ' 2         172', ' 3           4'], ['1', '87']],
    [
      'words of a command',
      [
        'USER  PID COMMAND',
        ...Array.from({ length: 24 }, (_, at) => `root ${100 + at} ${at % 2 === 0 ? 'python3 run.py' : 'bash'}`),
        'root 200 ssh: a [priv]',
      ],
      ['root', '100', 'python3 run.py'],
    ],
  ])('has no boundary within %s', async (_, lines, first) => {
    const { rows } = await read(lines)
    expect(rows[0]).toEqual(first)
  })

  test('has column boundaries where all lines are blank', async () => {
    const { rows, types, report } = await read(stations)
    expect(types).toEqual(['text', 'decimal', 'decimal', 'decimal', 'text', 'text', 'integer'])
    expect(rows[0]).toEqual(['ACW00011604', '17.1167', '-61.7833', '10.1', 'ST JOHNS COOLIDGE FLD', '', ''])
    expect(rows[4]).toEqual(['AF000040930', '35.3170', '69.0170', '3366.0', 'NORTH-SALANG', 'GSN', '40930'])
    expect(report.input.widths).toEqual([13, 9, 9, 10, 31, 8])
    expect(report.notes.join('\n')).toContain('The file is fixed-width text.')
  })

  test('keeps the last word of the longest value, whatever blank precedes it in all lines', async () => {
    const people = ['Ann Lee', 'Bob', 'Christopher P', 'Dee']
    for (const count of [4, 40]) {
      const lines = Array.from({ length: count }, (_, at) => {
        const name = people[at % 4] as string
        return `${String(at + 1).padStart(4)} ${name.padEnd(15)} ${at % 2 === 0 ? 'NY' : 'CA'} ${(at * 7.25).toFixed(2).padStart(8)}`
      })
      const { rows, types } = await read(lines)
      expect(types).toEqual(['integer', 'text', 'text', 'decimal'])
      expect(rows[2]).toEqual(['3', 'Christopher P', 'NY', '14.50'])
    }
  })

  test('keeps a column of one letter beside padded names', async () => {
    const lines = ['Ann      x  1.5', 'Bob      y  2.5', 'Cornelia    3.0', 'Di       x 14.0', 'Eve      y  9.5']
    expect((await read(lines)).rows[1]).toEqual(['Bob', 'y', '2.5'])
  })

  test('may have a line of dashes below its names or between its rows', async () => {
    const lines = [
      'Date       Time      Mag  ID',
      '----------------------------------',
      '2024/01/01 00:05:02  1.12 NC739801',
      '2024/01/01 01:17:45  0.85 NC739806',
      '2024/01/02 02:44:09  1.74 NC739821',
      '==================================',
      '2024/01/03 11:00:00  2.50 NC739900',
    ]
    const { names, rows, types, report } = await read(lines)
    expect(names).toEqual(['Date', 'Time', 'Mag', 'ID'])
    expect(types).toEqual(['date', 'time', 'decimal', 'text'])
    expect(rows.at(-1)).toEqual(['2024-01-03', '11:00:00', '2.50', 'NC739900'])
    expect(report.rows.left_out?.reasons).toMatchObject([
      { code: 'header', count: 1 },
      { code: 'rule', count: 2 },
    ])
  })

  test('may have names, values of several words, and empty cells', async () => {
    const lines = [
      'name      age city',
      'Ann        31 Rome',
      'Bob Ray     4 New York',
      'Cal       102 Oslo',
      'Dan           Kyiv',
    ]
    const { names, rows, types } = await read(lines)
    expect(names).toEqual(['name', 'age', 'city'])
    expect(types).toEqual(['text', 'integer', 'text'])
    expect(rows).toEqual([
      ['Ann', '31', 'Rome'],
      ['Bob Ray', '4', 'New York'],
      ['Cal', '102', 'Oslo'],
      ['Dan', '', 'Kyiv'],
    ])
  })

  test('may have adjacent text columns if the header is padded, even if a value fills its column', async () => {
    const { names, rows } = await read([
      'ID   NAME       CITY      AMT',
      '0001 John Smith Berlin    12.50',
      '0002 Ann Lee    Paris      3.20',
      '0003 Bob Ray    New York 100.00',
    ])
    expect(names).toEqual(['ID', 'NAME', 'CITY', 'AMT'])
    expect(rows[0]).toEqual(['0001', 'John Smith', 'Berlin', '12.50'])
    expect(rows[2]).toEqual(['0003', 'Bob Ray', 'New York', '100.00'])
  })

  test('may have empty cells in its first column', async () => {
    const { rows, types } = await read([
      'QTY    AMOUNT   CITY       NAME',
      '108    800.25   Rio        Anna Berg',
      ' 95    667.18   Paris      Bob',
      '182    889.74   New York   Maria da Silva',
      '         1.50   Oslo       Omar',
    ])
    expect(types).toEqual(['integer', 'decimal', 'text', 'text'])
    expect(rows.at(-1)).toEqual(['', '1.50', 'Oslo', 'Omar'])
  })

  test('does not turn a row of the table into a title', async () => {
    const people = ['Anna Berg      ', 'Charlotte Brown', 'Li Wei         ', 'Omar           ', 'Al Fredo Jones ']
    const row = (at: number): string => `${at % 3 === 1 ? '   ' : 100 + at} ${people[at % 5]} B${at % 9}`
    const { names, report } = await read([
      'QTY NAME            CODE',
      ...Array.from({ length: 24 }, (_, at) => row(at)),
    ])
    expect(names).toEqual(['QTY', 'NAME', 'CODE'])
    expect(report.rows).toMatchObject({ converted: 24, rejected: 0 })
  })

  test.each([
    ['a blank line', ['']],
    ['dashes', ['-------------------------------']],
    ['nothing', []],
  ])('begins below titles with parts of their own, with %s below the names', async (_, below) => {
    const { names, rows, report } = await read([
      'ACME Ltd            Stock report          Page 1',
      'Printed 01.02.2024      User: ANN',
      '',
      '  Item  Name       Amount   Qty',
      ...below,
      '   100  Bolt     1,385.77    24',
      '   101  Nut M8      96.49     5',
      '   102  Gear    -4,485.59    20',
      '   103  Bolt       357.74    10',
      '',
      'End of the report',
    ])
    expect(names).toEqual(['Item', 'Name', 'Amount', 'Qty'])
    expect(rows).toEqual([
      ['100', 'Bolt', '1385.77', '24'],
      ['101', 'Nut M8', '96.49', '5'],
      ['102', 'Gear', '-4485.59', '20'],
      ['103', 'Bolt', '357.74', '10'],
    ])
    expect(leftOut(report).title).toMatchObject({ count: 2 })
    expect(report.rows.converted).toBe(4)
  })

  test('ends above the count of rows that pandas prints', async () => {
    const lines = [
      '    name  n',
      '0  Ann A  1',
      '1  Bob B  2',
      '2  Cid C  3',
      '3  Dee D  4',
      '',
      '[4 rows x 2 columns]',
    ]
    const { rows } = await read(lines)
    expect(rows.map(([at]) => at)).toEqual(['0', '1', '2', '3'])
  })

  test('may have an unnamed first column, as R prints a data frame', async () => {
    const { names, rows } = await read([
      '                mpg cyl  disp',
      'Mazda RX4      21.0   6 160.0',
      'Mazda RX4 Wag  21.0   6 160.0',
      'Datsun 710     22.8   4 108.0',
      'Hornet 4 Drive 21.4   6 258.0',
    ])
    expect(names).toEqual(['column_1', 'mpg', 'cyl', 'disp'])
    expect(rows[3]).toEqual(['Hornet 4 Drive', '21.4', '6', '258.0'])
  })

  test('may have names longer than their columns', async () => {
    const { names, rows } = await read([
      'station latitude longitude',
      'Ab1 17.1  61.7',
      'Bc2 25.3 155.5',
      'Cd3 -5.2  55.3',
      'De4 35.3  69.0',
    ])
    expect(names).toEqual(['station', 'latitude', 'longitude'])
    expect(rows[1]).toEqual(['Bc2', '25.3', '155.5'])
  })

  test('keeps wider values after the sample, and rejects one that crosses a column boundary', async () => {
    const names = ['Ann Lee', 'Bobby  ', 'Jo Ray ']
    const plain = Array.from({ length: 500 }, (_, row) => `${names[row % 3]}  ${String(row).padStart(4)}  ok`)
    const { rows, report } = await read([...plain, 'Ann Lee 123456  ok', 'Ann Lees1123456  ok', 'Cal Fox     7 fine'])
    expect(rows.slice(500)).toEqual([
      ['Ann Lee', '123456', 'ok'],
      ['Cal Fox', '7', 'fine'],
    ])
    expect(report.problems).toMatchObject([{ code: 'crosses_columns', row: 502, value: 'Ann Lees1123456  ok' }])
    expect(report.rows).toMatchObject({ converted: 502, rejected: 1 })
  })

  test.each([
    [
      'prose',
      [
        'This is a text that goes on.',
        'It has several lines in it.',
        'No one would call a table',
        'what stands in these lines.',
        'The end is near, they say.',
      ],
    ],
    ['values of one column', ['name', 'Bella', 'Stella', 'Molly', 'Kelly']],
    ['timestamps', ['when', '2024-01-02 10:00', '2024-01-03 11:30', '2024-01-04 09:15', '2024-01-05 09:15']],
    ['a ragged CSV', ['a,b', '1,2', '3,4,5', '6,7', '8,9']],
  ])('is not %s', async (_, lines) => {
    const found = await read(lines).catch((error: unknown) => String(error))
    if (typeof found === 'string') expect(found).toContain('unsupported_format')
    else expect(found.report.input.widths).toBeUndefined()
  })

  test('is read back from any table with blanks between its columns', async () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{1,6})?$/)
    const row = fc.tuple(
      word,
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      word,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 25, maxLength: 60 }), fc.boolean(), async (rowsOfIt, isLeft) => {
        // If every row had words at the same positions, they would be columns, so one row has a letter at every
        // position.
        const table = [...rowsOfIt, ['Abcdefghijklmnopq', 1, new Date(0), 'Abcdefghijklmnopq'] as const]

        const cells = table.map(([name, number, day, note]) => [
          name,
          String(number),
          day.toISOString().slice(0, 10),
          note,
        ])
        const widths = [0, 1, 2, 3].map((column) => Math.max(5, ...cells.map((one) => one[column]?.length ?? 0)))
        const line = (one: readonly string[]): string =>
          one
            .map((cell, at) => (at === 1 && !isLeft ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
            .join('  ')
            .trimEnd()
        const { names, rows } = await read([line(['name', 'n', 'day', 'note']), ...cells.map(line)])
        expect(names).toEqual(['name', 'n', 'day', 'note'])
        expect(rows).toEqual(cells)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('input.widths', () => {
  test('cuts packed text, and keeps the text after the last column', async () => {
    const lines = ['2024010117Ann', '2024010218Bob', '2024010319Cal rest']
    const { rows, report } = await read(lines, { widths: [8, 2, 3] })
    expect(rows).toEqual([
      ['20240101', '17', 'Ann', ''],
      ['20240102', '18', 'Bob', ''],
      ['20240103', '19', 'Cal', 'rest'],
    ])
    expect(report.input.widths).toEqual([8, 2, 3])
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('overrides delimiters, bars and quotes in the text', async () => {
    const { rows } = await read(['a,b|"1', 'c,d|"2', 'e,f|"3'], { widths: [4, 2], header_rows: 0 })
    expect(rows).toEqual([
      ['a,b|', '"1'],
      ['c,d|', '"2'],
      ['e,f|', '"3'],
    ])
  })

  test.each([
    [[], 'name at least one width'],
    [[0], 'input.widths'],
    [[1.5], 'input.widths'],
    ['3', 'input.widths'],
  ])('refuses %j', (widths, message) => {
    const reading = readSpec({ input: { widths }, output: { dialect: 'sqlite' } })
    expect(reading.ok ? '' : reading.reasons.join('\n')).toContain(message)
  })
})

describe('fixed-width text with other lines', () => {
  const table = [
    'Units  State     Logged at            Customer',
    '235    lost      2024-01-02 10:00:00  Walter Wilson',
    '345    paid      -                    Eva Moore',
    '164    closed    2024-01-03 11:30:00  Pedro Miller',
    '353    draft     -                    Ann Lee',
    '389    closed    2024-01-05 09:15:00  Leo Novak',
  ]
  const cells = table.slice(1).map((line) => line.split(/ {2,}/).map((cell) => (cell === '-' ? '' : cell)))

  test.each([
    ['nothing', table],
    ['a note above', ['Note: figures are preliminary and may change; see the website.', ...table]],
    ['the number of its page', [...table, 'Page 1 of 3']],
  ])('keeps its columns, and timestamps although some are missing: %s', async (_, lines) => {
    const { rows, report } = await read(lines)
    expect(rows).toEqual(cells)
    expect(report.rows.rejected).toBe(0)
  })

  test('keeps a day and a time apart if a day has no time', async () => {
    const { rows } = await read([
      'id  day        time  name',
      ...['1   2024-01-02 10:00 Ann Lee', '2   2024-01-03       Bob Ray', '3   2024-01-04 11:00 Cy Dee'],
      ...['4   2024-01-05 12:00 Eve Fay', '5   2024-01-06 13:00 Gil Hay'],
    ])
    expect(rows[1]?.slice(0, 3)).toEqual(['2', '2024-01-03', ''])
  })

  test('keeps rows whose first cell looks like a note', async () => {
    const lines = [
      'Source: main   9  14.50  ok',
      'Target: side  10   1.25  ok',
      'Target: back  11   2.25  no',
      'Target: loop  12   3.75  ok',
      'Target: yard  13   4.25  ok',
    ]
    const { report } = await read(lines)
    expect(report.rows.left_out).toMatchObject({ count: 0 })
  })
})
