import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'

const rows = Array.from({ length: 8 }, (_, at) => `${at + 1},Ann ${at},2024-01-1${at},${at}.5${at}`)
const header = 'id,name,day,amount'

async function read(lines: readonly string[]) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output })
  const [names = [], ...back] = papaparse.parse<string[]>(script, { skipEmptyLines: true }).data
  return { names, rows: back.map((row) => row.join(',')), report }
}

describe('a title that contains a comma', () => {
  test.each([
    ['a year', 'Sales report, 2023', header],
    ['a year, and empty cells', 'Sales report, 2023,,', header],
    ['words', 'Sales report, all regions', header],
    ['no space', 'Sales,all regions', header],
  ])('is not part of the names: %s', async (_, title) => {
    const found = await read([title, header, ...rows])
    expect(found.names).toEqual(header.split(','))
    expect(found.rows).toEqual(rows)
    expect(leftOut(found.report).title).toMatchObject({ count: 1, first_row: 1 })
  })

  test.each([
    ['two columns', 'Sales report, 2023', ['name,amount', 'North,1.5', 'South,2.5', 'East,3.5']],
    [
      'text only',
      'List of people, by city',
      ['name,city,land', 'Ann,Rome,Italy', 'Bob,Oslo,Norway', 'Cy,Bonn,Germany'],
    ],
  ])('is recognized above a table of %s', async (_, title, table) => {
    const found = await read([title, ...table])
    expect([found.names.join(','), ...found.rows]).toEqual(table)
  })

  test.each([
    ['spaces after commas in the names', ['name, city', 'Ann,Rome', 'Bob,Oslo', 'Cy,Bonn'], 3],
    ['names one short', ['type,origin', 'Mazda,car,Japan', 'Fiat,car,Italy', 'Ford,truck,USA'], 3],
    ['names with spaces above units', ['Wind speed, Air temp', 'm/s,degC', '1.5,20', '2.5,21', '3.5,22'], 3],
  ])('is not recognized in %s', async (_, table, count) => {
    const { report } = await read(table)
    expect(report.rows.converted).toBe(count)
    expect(leftOut(report).title).toBeUndefined()
  })
})
