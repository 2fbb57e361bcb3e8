import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

async function read(lines: readonly string[], input = {}) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output, input })
  const [names = [], ...back] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows: back.map((row) => row.join(',')), report, fixes: report.fixes.map((fix) => fix.code) }
}

describe('the first row of a table of text', () => {
  const names = ['Ann', 'Bob', 'Cal', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
  const towns = ['Rome', 'Oslo', 'Kyiv', 'Lima', 'Bonn', 'Quito', 'Paris', 'Accra']
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => `${names[at % 8]}${at > 7 ? ` ${at}` : ''},x${at},${towns[at % 8]}`)

  test.each([',code,town', 'name,,town', 'name,code,', 'name,name,town', '"",code,town'])(
    'is data below the names %j',
    async (head) => {
      for (const count of [2, 3, 5, 20, 500]) {
        const found = await read([head, ...people(count)])
        expect(found.rows).toEqual(people(count))
        expect(found.report.input.header_row).toBe(1)
      }
    },
  )

  test('is data below names with a year among them', async () => {
    for (const head of ['name,2021,town', 'town,2021,other', '2021,name,town']) {
      const found = await read([head, ...people(6)])
      expect(found.rows).toEqual(people(6))
      expect(found.names).toEqual(head.split(','))
    }
  })

  test('is not a row of units because of signs, flags or dashes in it', async () => {
    for (const first of ['+82.3,true,', '-82.3,,true', ',true,-']) {
      const rows = [first, '-7.5,true,x', '+1.4,false,x', '40.9,true,', '-2.5,true,x']
      const found = await read(['degrees,open,note', ...rows])
      expect(found.report.rows.converted).toBe(rows.length)
      expect(found.names).toEqual(['degrees', 'open', 'note'])
    }
  })

  test.each([
    ['No,Name,City', ['1,Ann,Oslo', '2,Bob,Rome']],
    ['name,no', ['Ann,1', 'Bob,2', 'Cal,3']],
    ['NO,Tarih', ['1,2024-01-31', '2,2024-02-01']],
    ['No', ['1', '2', '3']],
  ])('is names if it says "%s" above numbers', async (head, rows) => {
    const found = await read([head, ...rows])
    expect(found.names).toEqual(head.split(','))
    expect(found.rows).toEqual(rows)
  })

  test('is an answer if it says "No" above other answers', async () => {
    const rows = ['No,Ann,x', 'Yes,Bob,y', 'No,Cal,z']
    expect((await read(rows)).rows).toHaveLength(3)
  })

  test.each([
    ['Order,,Customer,', 'No,Date,No,Name', ['1,2024-01-02,17,Ann', '2,2024-01-03,18,Bob', '3,2024-02-03,19,Cid']],
    ['Region,Agree,Agree,Disagree', ',Yes,No,Yes', ['North,3,4,5', 'South,7,8,9', 'East,1,2,3']],
    ['Test,Valid,', ',TRUE,FALSE', ['a,3,4', 'b,5,6', 'c,7,8']],
  ])('is a second row of names if its answers are above values: %s', async (groups, head, data) => {
    const found = await read([groups, head, ...data])
    expect(found.rows).toEqual(data)
    const parts = head.split(',')
    expect(found.names.every((name, at) => name.endsWith(parts[at] ?? ''))).toBe(true)
  })

  test('is data if its answers are above other answers or words', async () => {
    const rows = ['No,maybe,7', 'maybe,Yes,8', 'Yes,No,9']
    expect((await read(['first,second,third', 'No,No,', ...rows])).rows).toEqual(['No,No,', ...rows])
  })

  test('is no fact about the rows below a blank line if their keys are the same', async () => {
    const rows = ['Ann 0,-', 'Ann 1,Ann', 'Ann 0,', '', '', 'Ann 1,Ann', 'Ann 0,Ann', "Ann 0,5'3", 'Ann 0,Muller']
    const found = await read(['id,name', ...rows])
    expect(found.rows).toEqual(rows.filter((row) => row !== ''))
  })

  test('is a header below groups of names and gaps', async () => {
    const found = await read([
      'Name,Address,,Contact,',
      ',Street,Town,Mail,Fax',
      ...people(4).map((row) => `${row},m,f`),
    ])
    expect(found.names).toEqual(['Name', 'Address Street', 'Address Town', 'Contact Mail', 'Contact Fax'])
  })
})

describe('years are names', () => {
  test.each([
    ['one of them', 'state,2022', ['Alabama,-29.2', 'Alaska,-14.6', 'Arizona,-7.6']],
    ['one above large numbers', 'city,2019', ['Rome,2873000', 'Oslo,697010', 'Kyiv,2967360']],
    ['several', 'state,2020,2021', ['Alabama,1.5,2.5', 'Alaska,2.5,3.5']],
  ])('%s', async (_, head, data) => {
    const found = await read([head, ...data])
    expect(found.names).toEqual(head.split(','))
    expect(found.rows).toEqual(data)
  })

  test('below groups', async () => {
    const found = await read(['Region,Sales,,Costs,', ',2019,2020,2019,2020', 'North,1,2,3,4', 'South,5,6,7,8'])
    expect(found.names).toEqual(['Region', 'Sales 2019', 'Sales 2020', 'Costs 2019', 'Costs 2020'])
    expect(found.rows).toEqual(['North,1,2,3,4', 'South,5,6,7,8'])
  })

  test('unless the column contains years', async () => {
    const found = await read(['Alabama,1998', 'Alaska,2001', 'Arizona,1954'])
    expect(found.rows).toHaveLength(3)
  })
})

describe('a second row of names', () => {
  test.each([
    [
      'their questions',
      ['Q1,Q2,Q3', 'What is your name?,"A color, or two?",Score', 'Ann,red,3', 'Bob,blue,4', 'Cy,"red, blue",5'],
      ['Q1 What is your name?', 'Q2 A color, or two?', 'Q3 Score'],
    ],
    [
      'the possible answers',
      [
        'Respondent,How was it?,Which do you use?,',
        ',Response,Car,Bus',
        '101,Good,Car,',
        '102,Bad,,Bus',
        '103,Bad,Car,Bus',
      ],
      ['Respondent', 'How was it? Response', 'Which do you use? Car', 'Which do you use? Bus'],
    ],
  ])('names of a survey are above %s', async (_, lines, names) => {
    const found = await read(lines)
    expect(found.names).toEqual(names)
    expect(found.report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })
})

test.each([
  ['assignments', ['kernel.pid_max = 4096', 'kernel.panic = 0', 'vm.swap = 60', 'vm.over = 1'], 'column_1'],
  ['assignments without spaces', ['a=1', 'b=2', 'c=x', 'd=4'], 'column_1'],
])('the first of %s is data', async (_, lines, name) => {
  const output = { dialect: 'postgresql', format: 'csv' } as const
  const { report } = await converted(lines.join('\n'), { output })
  expect(report.rows.converted).toBe(4)
  expect(report.columns[0]?.name).toBe(name)
})

test('names with a colon are names above labels with colons', async () => {
  const output = { dialect: 'postgresql', format: 'csv' } as const
  const { report } = await converted('Item:,2021,2022\nRent:,100,200\nFood:,50,60\nCar:,7,8\n', { output })
  expect(report.rows.converted).toBe(3)
})
