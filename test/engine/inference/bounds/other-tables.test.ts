import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'

async function read(lines: readonly string[], input = {}) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output, input })
  const [names = [], ...back] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows: back.map((row) => row.join(',')), report }
}

const rows = Array.from({ length: 35 }, (_, at) => `${at + 1},Ann ${at},${at}.5`)
const wide = Array.from({ length: 120 }, (_, at) => `x${at},${at},2,3,4,5,6,y${at}`)

describe('a table above a larger one', () => {
  test('is converted, and the report names the other one with its rows', async () => {
    const found = await read(['The first', 'id,name,amount', ...rows, '', 'code,a,b,c,d,e,f,g', ...wide])
    expect(found.names).toEqual(['id', 'name', 'amount'])
    expect(found.rows).toEqual(rows)
    expect(leftOut(found.report)).toMatchObject({ title: { count: 1 }, other_table: { count: 121, first_row: 39 } })
    expect(found.report.notes).toContain(
      'Rows 39 to 159 are another table of 8 columns (code a b c d e f g). Set input.header_row to 39 to convert it.',
    )
    const other = await read(['The first', 'id,name,amount', ...rows, '', 'code,a,b,c,d,e,f,g', ...wide], {
      header_row: 39,
    })
    expect(other.rows).toEqual(wide)
  })

  test('with two columns does not have the title of the next one as a row', async () => {
    const found = await read([
      'Sales',
      'month,amount',
      'Jan,5',
      'Feb,6',
      '',
      'Costs',
      'month,amount,kind',
      'Jan,3,rent',
      'Feb,4,gas',
    ])
    expect(found.rows).toEqual(['Jan,5', 'Feb,6'])
    expect(leftOut(found.report)).toMatchObject({ note: { count: 1, first_row: 6 }, other_table: { count: 3 } })
  })

  test('keeps a row with one cell below a blank line if no names follow it', async () => {
    const found = await read(['month,amount', 'Jan,5', 'Feb,6', '', 'Mar', 'Apr,7', 'May,8', 'Jun,9'])
    expect(found.rows).toEqual(['Jan,5', 'Feb,6', 'Mar,', 'Apr,7', 'May,8', 'Jun,9'])
  })

  test('does not begin after a row with one more cell', async () => {
    const plain = 'Ann 0,Ann,Oslo,new,Ann'
    const [words = '', path = ''] = ['a note', String.raw`C:\temp\new`].map((note) => plain.replace(/Ann$/, () => note))
    const lines = [plain, plain, `${plain},more`, plain, plain, words, path, plain, plain]
    const { rows: found, report } = await read(['id,name,price,day,note', ...lines])
    expect(leftOut(report)).toEqual({ header: expect.objectContaining({ count: 1 }) })
    expect(found.map((row) => row.replace(/,$/, ''))).toEqual(lines)
  })

  test('loses no row if no blank line follows it', async () => {
    const { report } = await read(['id,name,amount', ...rows, ...wide])
    expect(leftOut(report).title).toBeUndefined()
    expect(report.rows.converted + (leftOut(report).other_table?.count ?? 0)).toBeGreaterThanOrEqual(155)
  })
})

describe('rows with nothing but delimiters', () => {
  test('are left out at the end, and make no column nullable', async () => {
    const { report, rows: found } = await read(['id,name,amount', ...rows, ',,', ',,', '', ',,', ',,'])
    expect(found).toEqual(rows)
    expect(report.rows).toMatchObject({ converted: 35, rejected: 0 })
    expect(leftOut(report).blank?.count).toBe(5)
    expect(report.fixes).toContainEqual(expect.objectContaining({ code: 'empty_rows', count: 4, first_row: 37 }))
    expect(report.columns[1]).toMatchObject({ name: 'name', nullable: false })
  })

  test('are kept among other rows', async () => {
    const { report } = await read(['id,name,amount', ...rows.slice(0, 5), ',,', ...rows.slice(5)])
    expect(report.rows.converted).toBe(36)
  })
})

describe('the count of the rows below one column, as psql -A prints it', () => {
  const note = (row: number): string =>
    `The last row (row ${row}) looks like a count of the rows. It was converted like the others.`

  test.each([
    ['values', ['n', '5', '7', '(2 rows)'], ['5', '7', '(2 rows)']],
    ['one value', ['n', '5', '(1 row)'], ['5', '(1 row)']],
    ['a blank line for NULL', ['n', '5', '', '7', '(3 rows)'], ['5', '7', '(3 rows)']],
    ['words', ['town', 'Oslo', 'Rome', 'Lima', '(3 rows)'], ['Oslo', 'Rome', 'Lima', '(3 rows)']],
    ['counts', ['note', '(0 rows)', '(1 row)', '(2 rows)'], ['(0 rows)', '(1 row)', '(2 rows)']],
  ])('is kept and announced below %s', async (_, lines, values) => {
    const found = await read(lines)
    expect(found.rows).toEqual(values)
    expect(found.report.notes).toContain(note(lines.length))
  })

  test.each([
    ['above another value', ['label', 'a', 'b', '(2 rows)', 'c']],
    ['with another number', ['town', 'Oslo', 'Rome', 'Lima', '(2 rows)']],
    ['in quotes', ['town', 'Oslo', 'Rome', '"(2 rows)"']],
  ])('is a value %s', async (_, lines) => {
    const found = await read(lines)
    expect(found.rows).toEqual(lines.slice(1).map((line) => line.replaceAll('"', '')))
    expect(found.report.notes.filter((text) => text.includes('count of the rows'))).toEqual([])
  })

  test.each([
    ['words', (at: number) => `town${at}`],
    ['numbers', String],
  ])('is announced far below the sample of %s', async (_, value) => {
    const lines = Array.from({ length: 30_000 }, (__, at) => value(at))
    const { rows: found, report } = await read(['name', ...lines, '(30000 rows)'])
    // A row that does not fit the type of its column is rejected, which the report says with its text.
    expect(found.length + report.rows.rejected).toBe(30_001)
    expect(report.notes).toContain(note(30_002))
  })
})

describe('the first table', () => {
  const orders = Array.from({ length: 12 }, (_, at) => `${1000 + at},${at % 3 === 0 ? '' : `Ann ${at}`},${at}.5,x`)

  test('is converted if its first column is called No', async () => {
    const found = await read(['No,Name,Price,Note', ...orders, '', 'code,a,b,c,d,e,f,g', ...wide])
    expect(found.names).toEqual(['No', 'Name', 'Price', 'Note'])
    expect(found.rows).toEqual(orders)
    expect(leftOut(found.report)).toMatchObject({ other_table: { count: 121 } })
  })

  test('is converted if a quarter of its cells is empty', async () => {
    const gaps = Array.from(
      { length: 20 },
      (_, at) => `ann${at}@x.org,${at % 2 ? '' : 'new'},2024-01-01,${at % 2 ? '' : at}`,
    )
    const found = await read(['mail,state,day,count', ...gaps, 'code,a,b,c,d,e,f,g', ...wide])
    expect(found.rows).toEqual(gaps)
  })

  test('is no few parameters above a larger table', async () => {
    const found = await read([
      'Parameter,Value,Unit',
      'mode,fast,',
      'rate,10,Hz',
      'gain,2,',
      'site,Oslo,',
      '',
      'code,a,b,c,d,e,f,g',
      ...wide,
    ])
    expect(found.rows).toHaveLength(wide.length)
  })

  test('continues below a title above rows that end early', async () => {
    const found = await read(['id,name,amount', ...rows, '', 'North', '36,Bob', '37,Cy', '38,Dee,1.5'])
    expect(found.report.rows.converted).toBe(38)
  })
})

describe('the number of a page', () => {
  test('is a value in a column of such numbers', async () => {
    const found = await read(['scan,note', 'Page 1 of 3,', 'Page 2 of 3', 'Page 3 of 3,blurred'])
    expect(found.report.rows.converted).toBe(3)
  })
})

test('the note above a table counts the rows that are left out as titles', async () => {
  const { report } = await read(['Sales,,', ',,', 'Draft,,', 'id,name,amount', ...rows])
  expect(leftOut(report)).toMatchObject({ title: { count: 2 }, blank: { count: 1 } })
  expect(report.notes).toContain('2 rows above the table (titles) were left out.')
})
