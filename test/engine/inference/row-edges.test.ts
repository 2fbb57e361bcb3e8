import { describe, expect, test } from 'vitest'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
const read = async (lines: readonly string[]) => {
  const { script, report } = await converted([...lines, ''].join('\n'), { output })
  return { lines: script.trimEnd().split(/\r?\n/), report }
}
const numbers = (count: number): string[] => Array.from({ length: count }, (_, row) => `${row},${row * 2}`)

describe('rows wider than the others', () => {
  test('widen the table, wherever in the sample they are', async () => {
    for (const place of [1, 40, 1200]) {
      const rows = numbers(1500)
      rows[place] = `${rows[place]},extra`
      const { lines, report } = await read(['a,b', ...rows])
      expect(report.rows).toMatchObject({ converted: 1500, rejected: 0 })
      expect(lines[0]).toBe('a,b,column_3')
      expect(lines[place + 1]).toBe(rows[place])
    }
  })

  test('are rejected if a delimiter inside a value shifted their cells', async () => {
    const rows = numbers(50)
    rows[30] = '30,x,60'
    const { report } = await read(['a,b', ...rows])
    expect(report.rows).toMatchObject({ converted: 49, rejected: 1 })
    expect(report.problems).toMatchObject([{ code: 'too_many_cells', row: 32 }])
  })

  test('are rejected alone if nothing shows that their cells are in place', async () => {
    const rows = Array.from({ length: 50 }, (_, row) => `${row},Main St ${row}`)
    rows[30] = '30,Main St 5, Rome'
    const { report } = await read(['id,address', ...rows])
    expect(report.rows).toMatchObject({ converted: 49, rejected: 1 })
  })
})

describe('a row with more cells than the table', () => {
  test.each([4, 40])('does not decide the types of its columns, below %i rows', async (count) => {
    const rows = Array.from({ length: count }, (_, row) => `${10 + (row % 20)}.03.2024;Ann;${row},50;EUR`)
    const { report } = await read(['Tag;Name;Betrag;W', ...rows, 'Kontostand;31.01.2024;;1.234,56;EUR'])
    expect(report.columns.map(({ type }) => type)).toEqual(['date', 'text', 'decimal', 'text'])
    expect(report.problems).toMatchObject([{ code: 'too_many_cells', row: count + 2 }])
  })
})

describe('a header with one name fewer than the rows have cells', () => {
  test.each(['id', 'ID', 'No.', 'key'])('begins at the first column if its name is %s', async (name) => {
    const { lines } = await read([`${name},name`, '1,Ann,Rome', '2,Bob,Oslo', '3,Cal,Kyiv'])
    expect(lines[0]).toBe(`${name},name,column_3`)
  })
})

describe('notes below a table', () => {
  test.each([
    ['after a blank line', ['', 'Exported by the main office']],
    ['with a word for notes', ['Source: Office']],
    ['below a drawn line', ['--------------------', '共2笔记录', '(c) Office']],
    ['with a word for notes and a second line', ['Quelle: Amt', 'Stand 2024']],
  ])('are left out and reported: %s', async (_, notes) => {
    const { lines, report } = await read(['item,amount', 'a,1', 'b,2', 'c,3', ...notes])
    expect(lines.length).toBe(4)
    expect(leftOut(report).note?.examples?.map(({ text }) => text)).toEqual(notes.filter((note) => note !== ''))
  })

  test.each([
    ['item,amount', ['a,1', 'b,2', 'c,3'], 'Note: preliminary, subject to change'],
    ['item,amount', ['a,1', 'b,2', 'c,3'], 'Note: one, two, three'],
    ['item,amount,year', ['a,1,2020', 'b,2,2021', 'c,3,2022'], 'Source: Office, Rome'],
    ['name,city', ['Ann,Rome', 'Bob,Oslo', 'Cy,Bern'], '* born there, or nearby'],
  ])('are left out although their commas split them: %s', async (names, rows, note) => {
    const { lines, report } = await read([names, ...rows, note])
    expect(lines).toEqual([names, ...rows])
    expect(leftOut(report).note).toMatchObject({ count: 1, first_row: 5 })
  })

  test('are rows if other cells also begin with a space', async () => {
    const { lines } = await read(['name,city', 'Ann, Rome', 'Bob,Oslo', 'Cy,Bern', 'Note: Dee, Paris'])
    expect(lines).toHaveLength(5)
  })

  test.each([
    ['item,amount,year', 'a,1,2020', 'b,2,2021', 'c,3,2022', '__________,,', 'Stand 2024,,', '(c) Office,,'],
    ['item,amount,year', 'a,1,2020', 'b,2,2021', 'c,3,2022', '----------', 'Stand 2024', '(c) Office'],
  ])('below a drawn line are left out, whether padded or not', async (...all) => {
    const { lines, report } = await read(all)
    expect(lines.length).toBe(4)
    expect(leftOut(report).note).toMatchObject({ count: 3, first_row: 5 })
  })

  test('a drawn line between the rows is left out alone', async () => {
    const { lines, report } = await read(['item,amount,year', 'a,1,2020', '------', 'b,2,2021', 'c,3,2022', ''])
    expect(lines.slice(1)).toEqual(['a,1,2020', 'b,2,2021', 'c,3,2022'])
    expect(leftOut(report).note).toMatchObject({ count: 1, first_row: 3 })
  })

  test.each([['d'], ['Notebook'], ['a: b']])('are not short rows: %j stays a row', async (last) => {
    const { report } = await read(['item,amount', 'a,1', 'b,2', 'c,3', last])
    expect(report.rows).toMatchObject({ converted: 4, rejected: 0 })
  })
})

describe('a table below another one of the same width and kinds', () => {
  const first = ['name,qty,price', 'A,1,2.5', 'B,2,3.5', 'C,3,4']
  const second = ['region,total,share', 'North,10,0.5', 'South,10,0.5']

  test.each([
    ['a blank line', ['']],
    ['a blank line and a title', ['', 'Summary']],
    ['two blank lines and a title', ['', '', 'Summary']],
  ])('is another table after %s', async (_, between) => {
    const { lines, report } = await read([...first, ...between, ...second])
    expect(lines).toEqual(first)
    expect(leftOut(report).other_table).toMatchObject({ count: 3, first_row: first.length + between.length + 1 })
  })

  test('is another table if a usual word names one of two columns', async () => {
    const { lines } = await read(['name,qty', 'A,1', 'B,2', '', 'city,pop', 'Bern,130', 'Basel,170'])
    expect(lines).toEqual(['name,qty', 'A,1', 'B,2'])
  })

  test.each([
    ['a value is missing by a word', ['name,qty', 'A,1', 'B,2', '', 'C,unknown', 'D,4', 'E,5']],
    ['the column has words already', [...first, 'D,few,cheap', 'E,1,2', '', 'F,some,dear', 'G,2,3', 'H,3,4']],
    ['no blank line is before it', [...first, 'North,none,few', 'South,1,2', 'West,2,3']],
    ['values are in both', [...first, '', 'North,10,half', 'South,10,0.5']],
  ])('stays in the table if %s', async (_, lines) => {
    const { report } = await read(lines)
    expect(report.rows.converted).toBe(lines.filter((line) => line !== '').length - 1)
  })
})

describe('files with the same number of delimiters in every line', () => {
  test('have another table if one of the same width follows a row of delimiters', async () => {
    const { lines, report } = await read([
      'Report,,',
      'item,n,v',
      'a,1,2',
      'b,2,3',
      ',,',
      'Other,,',
      'x,y,',
      '1,2,',
      '3,4,',
    ])
    expect(lines).toEqual(['item,n,v', 'a,1,2', 'b,2,3'])
    expect(leftOut(report).other_table).toMatchObject({ count: 3, first_row: 7 })
    expect(report.notes).toContain(
      'Rows 7 to 9 are another table of 2 columns (x y). Set input.header_row to 7 to convert it.',
    )
  })

  test('keep the rows after a row of delimiters if no other table begins', async () => {
    const { report } = await read(['item,n,v', 'a,1,2', 'b,2,3', ',,', 'c,1,', 'd,2,'])
    expect(report.rows).toMatchObject({ converted: 5, rejected: 0 })
  })

  test('lose a note below their rows', async () => {
    const { lines, report } = await read(['item,n,v', 'a,1,2', 'b,2,3', ',,', 'Source: the office,,'])
    expect(lines).toEqual(['item,n,v', 'a,1,2', 'b,2,3'])
    expect(leftOut(report).note).toMatchObject({ count: 1, first_row: 5 })
  })
})

describe('a first row with an empty cell', () => {
  test.each([
    [['Ann,,Rome', 'Bob,y,Oslo', 'Cal,z,Kyiv'], 3],
    [['Kai,QX,', 'Tom,RT,AA', 'Sue,PE,CC'], 3],
    [['name,,city', 'Ann,x,Rome', 'Bob,y,Oslo'], 2],
    [['Name,,City', 'Anna,x,Rome', 'Cora,y,Oslo'], 2],
    [[',Alpha,Beta', 'Abcde,Gamma,Delt', 'Fghij,Theta,Zeta'], 2],
  ])('is a row or the names, as the rows below show: %j has %i rows', async (lines, count) => {
    expect((await read(lines)).report.rows.converted).toBe(count)
  })
})
