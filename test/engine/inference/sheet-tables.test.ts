import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { bookOf } from '../readers/spreadsheet/support.ts'
import { converted } from '../support.ts'
import { randomWorkbook } from './random-workbooks.ts'

const spec = { output: { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } } as const
const folder = join(import.meta.dirname, '../../fixtures/sheets')

interface Read {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly report: Awaited<ReturnType<typeof converted>>['report']
}

async function read(book: Uint8Array, input = {}): Promise<Read> {
  const { script, report } = await converted(book, { ...spec, input }, 'book.xlsx')
  const [, ...rows] = papaparse.parse<string[]>(script, { newline: '\r\n' }).data
  return { names: report.columns.map((column) => column.source_name), rows: rows.slice(0, -1), report }
}

const fixture = (name: string): Uint8Array => readFileSync(join(folder, `${name}.xlsx`))

type Cell = string | number | boolean | null
function bookOfRows(rows: readonly (readonly Cell[])[], merges: readonly string[] = []): Uint8Array {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!merges'] = merges.map((range) => utils.decode_range(range))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Data')
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

/** Checks that every row with a value is converted, rejected, or left out for a reason. */
function accountsFor({ report }: Read, filledRows: number): void {
  const { converted: written, rejected, left_out: leftOut } = report.rows
  const blank = leftOut?.reasons.find(({ code }) => code === 'blank')?.count ?? 0
  expect(written + rejected + (leftOut?.count ?? 0) - blank).toBe(filledRows)
}

const quarters = ['Q1', 'Q2', 'Q3', 'Q4']
const under = (group: string): string[] => quarters.map((quarter) => `${group} ${quarter}`)

describe('group names above column names', () => {
  test.each([
    ['m3', ['Region', '2022 Q1', '2022 Q2', '2023 Q1', '2023 Q2'], 3],
    ['n1', ['', ...under('2008'), ...under('2009')], 3],
    ['n2', ['Kind', ...under('2008'), ...under('2009')], 3],
    ['n3', ['', ...under('North'), ...under('South')], 3],
    ['n4', ['Kind', ...under('North'), ...under('South')], 3],
    ['n5', ['Kind', ...under('2008'), ...under('2009')], 3],
  ])('%s', async (name, names, rows) => {
    const found = await read(fixture(name))
    expect(found.names).toEqual(names)
    expect(found.rows).toHaveLength(rows)
    accountsFor(found, rows + 2)
  })

  test('a name merged over an empty column names one column', async () => {
    const found = await read(fixture('n6'))
    expect(found.names).toEqual([
      'Category',
      'Account',
      'Balance Opening',
      'Balance Ending',
      'Transaction Debit',
      'Transaction Credit',
    ])
    expect(found.rows[0]).toEqual(['Food', 'City', '1', '2', '3', '4'])
    expect(found.rows).toHaveLength(3)
  })

  test('a name merged over two columns with values names both', async () => {
    const rows = [
      ['Place', null, 'Size'],
      ['Oslo', 'NO', 1],
      ['Rome', 'IT', 2],
    ]
    const found = await read(bookOfRows(rows, ['A1:B1']))
    expect(found.names).toEqual(['Place', 'Place', 'Size'])
    expect(found.rows[1]).toEqual(['Rome', 'IT', '2'])
  })

  test.each([
    ['a company, a date and a unit', ['ACME', null, '31.12.2024', null, 'Unit: EUR', null]],
    ['a date with its label', ['As of', 45_000, null, null, null, null]],
  ])('%s above the names are notes about the table', async (_, line) => {
    const names = ['Name', 'Kind', 'Plan', 'Actual', 'Change', 'Share']
    const rows = [line, names, ...Array.from({ length: 6 }, (__, at) => [`N${at}`, 'x', at, at * 2, at * 3, at * 4])]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(names)
    expect(found.rows).toHaveLength(6)
    accountsFor(found, 8)
  })

  test('a company, a date and a unit above years as names are notes about the table', async () => {
    const rows = [
      ['ACME', null, '31.12.2024', null, 'Unit: EUR', null],
      ['Name', 'Kind', 2019, 2020, 2021, 2022],
      ...Array.from({ length: 6 }, (_, at) => [`N${at}`, 'x', at, at * 2, at * 3, at * 4]),
    ]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['Name', 'Kind', '2019', '2020', '2021', '2022'])
    expect(found.rows).toHaveLength(6)
    accountsFor(found, 8)
  })

  test('labels with values above a blank row are notes about the table', async () => {
    const rows = [
      ['Period', '2024-08-28'],
      ['Pages:', 3],
      [],
      ['Name', 'Age', 'Size'],
      ...Array.from({ length: 4 }, (_, at) => [`N${at}`, at, at * 2]),
    ]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['Name', 'Age', 'Size'])
    expect(found.rows).toHaveLength(4)
    accountsFor(found, 7)
  })

  test('a first row of data with gaps and a number is not a row of names below groups', async () => {
    const rows = [
      [null, null, 'East', null, 'West', null],
      ['Item', 'Kind', 'Plan', 'Actual', 'Plan', 'Actual'],
      ['Ann', 'x', null, 2182, null, 2530],
      ['Bob', 'y', 3610, 141, 529, 4771],
      ['Cy', 'z', 1044, 2136, null, null],
    ]
    const found = await read(bookOfRows(rows, ['C1:D1', 'E1:F1']))
    expect(found.names).toEqual(['Item', 'Kind', 'East Plan', 'East Actual', 'West Plan', 'West Actual'])
    expect(found.rows).toHaveLength(3)
  })

  test('a first row of data that lacks a value is not joined with names', async () => {
    const rows = [
      ['Name', null, 'City', 'Team'],
      ['Ann', 'x', 'Rome', 'A'],
      ['Bob', 'y', 'Oslo', 'B'],
      ['Cy', 'z', 'Bonn', 'C'],
    ]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['Name', '', 'City', 'Team'])
    expect(found.rows).toEqual(rows.slice(1))
  })

  test('names are never joined over a blank row', async () => {
    const rows = [['North', null, 'South', null], [], ['a', 'b', 'c', 'd'], [1, 2, 3, 4], [5, 6, 7, 8]]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['a', 'b', 'c', 'd'])
    expect(found.rows).toEqual(rows.slice(3).map((row) => row.map(String)))
    accountsFor(found, 4)
  })

  test('errors and booleans are not names', async () => {
    const rows = [
      [true, false, true],
      ['Name', 'Age', 'Size'],
      ['Ann', 1, 2],
      ['Bob', 3, 4],
    ]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['Name', 'Age', 'Size'])
  })
})

describe('the table of a sheet', () => {
  test('is the first one, even if a wider one is below, and the report lists that one', async () => {
    const found = await read(fixture('m4'))
    expect(found.names).toEqual(['item', 'n'])
    expect(found.rows).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ])
    const other = found.report.rows.left_out?.reasons.find(({ code }) => code === 'other_table')
    expect(other).toMatchObject({ count: 6, first_row: 6 })
    expect(other?.examples?.[0]).toEqual({ row: 6, text: 'Name City Age Score' })
    accountsFor(found, 10)
  })

  test.each(['m1', 'm5'])('keeps notes to its right in a column without a name: %s', async (name) => {
    const found = await read(fixture(name))
    expect(found.names).toEqual(['product', 'qty', 'price', ''])
    expect(found.rows).toHaveLength(20)
    accountsFor(found, 21)
  })

  test('ignores blank cells to its right', async () => {
    const found = await read(fixture('m2'))
    expect(found.names).toEqual(['product', 'qty', 'price'])
    expect(found.rows).toHaveLength(20)
    expect(found.report.rows.rejected).toBe(0)
  })

  test('is not a list of ten settings above hundreds of rows', async () => {
    const settings = Array.from({ length: 8 }, (_, at) => [`setting ${at}`, at])
    const data = Array.from({ length: 250 }, (_, at) => [`N${at}`, at, at / 4, `text ${at}`])
    const found = await read(
      bookOfRows([['Setting', 'Value'], ...settings, [], ['Name', 'Count', 'Share', 'Text'], ...data]),
    )
    expect(found.names).toEqual(['Name', 'Count', 'Share', 'Text'])
    expect(found.rows).toHaveLength(250)
    accountsFor(found, 260)
  })

  test('does not include a table next to it, and the report counts those cells', async () => {
    const rows = [
      ['Name', 'Age', null, 'City', 'People'],
      ['Ann', 1, null, 'Oslo', 100],
      ['Bob', 2, null, 'Rome', 200],
      ['Cy', 3, null, 'Bonn', 300],
      [null, null, null, 'Linz', 400],
      [null, null, null, 'Graz', 500],
    ]
    const found = await read(bookOfRows(rows))
    expect(found.names).toEqual(['Name', 'Age'])
    expect(found.rows).toEqual([
      ['Ann', '1'],
      ['Bob', '2'],
      ['Cy', '3'],
    ])
    expect(found.report.fixes).toContainEqual(expect.objectContaining({ code: 'cells_outside_table', count: 6 }))
    accountsFor(found, 6)
  })
})

test('cells of a longer neighbor below the end of a table are not its rows', async () => {
  const beside = Array.from({ length: 12 }, (_, at): [string, number] => [`City ${at}`, at])
  const own = (at: number): [string | null, number | string | null] =>
    at < 4 ? [`N${at}`, at] : at === 7 ? ['Key', 'Room'] : at > 7 && at < 11 ? [`K${at}`, at] : [null, null]
  const rows = [['Name', 'Age', null, 'City', 'People'], ...beside.map((cells, at) => [...own(at), null, ...cells])]
  const found = await read(bookOfRows(rows))
  expect(found.names).toEqual(['Name', 'Age'])
  expect(found.rows.map(([name]) => name)).toEqual(['N0', 'N1', 'N2', 'N3'])
  accountsFor(found, 13)
})

test('a row that a sheet stores in two parts is one row', async () => {
  const cell = (at: string, text: string): string => `<c r="${at}" t="str"><v>${text}</v></c>`
  const sheet = [
    `<row r="1">${cell('A1', 'name')}${cell('B1', 'city')}</row>`,
    `<row r="2">${cell('A2', 'Ann')}</row><row r="2">${cell('B2', 'Oslo')}</row>`,
    `<row r="3">${cell('A3', 'Bob')}${cell('B3', 'Rome')}</row>`,
  ]
  const found = await read(bookOf({ sheets: [sheet.join('')] }))
  expect(found.names).toEqual(['name', 'city'])
  expect(found.rows).toEqual([
    ['Ann', 'Oslo'],
    ['Bob', 'Rome'],
  ])
})

const workbooks = Number(process.env['ROWMILL_WORKBOOKS'] ?? 400)

test(
  'at least 99 of 100 random workbooks give the table that they were built around',
  { timeout: 600_000 },
  async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < workbooks; seed++) {
      const book = randomWorkbook(seed)
      const found = await read(book.bytes)
      accountsFor(found, book.filledRows.length)
      const isExact =
        JSON.stringify(found.names) === JSON.stringify(book.names) &&
        JSON.stringify(found.rows) === JSON.stringify(book.rows)
      if (!isExact) wrong.push(`${seed} ${book.recipe}`)
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(workbooks / 100)
  },
)
