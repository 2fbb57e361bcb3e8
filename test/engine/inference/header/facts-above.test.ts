import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'

async function read(lines: readonly string[]) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output })
  const [names = '', ...rows] = script.trim().split('\r\n')
  return { names, rows, report }
}

const facts = ['Total;12', 'Average;3.4', 'Smallest;1', 'Largest;5']
const period = ['Report;Sales', 'From;2024-01-01', 'To;2024-01-31', 'Rows;2']
const table = ['day;customer;amount', '2024-01-03;Ann;5.50', '2024-01-04;Bob;7.10']
const narrow = ['day;amount', '2024-01-03;5.50', '2024-01-04;7.10']
const padded = (lines: readonly string[]): string[] => lines.map((line) => `${line};`)

describe('key-value lines above a small table', () => {
  test.each([
    ['its total', [...facts, '', ...table], 6],
    ['its total, without a blank line', [...facts, ...table], 5],
    ['two facts', [...facts.slice(0, 2), ...table], 3],
    ['its subject', [...period, '', ...table], 6],
    ['its subject, in a few words', [...period.slice(0, 3), '', ...table], 5],
    ['its subject, in text only', ['Account;DE12', 'Owner;Ann', 'Currency;EUR', 'Branch;Graz', ...table], 5],
    ['facts followed by empty cells', [...padded(facts), ...table], 5],
    ['facts followed by empty cells, and a line of empty cells', [...padded(facts), ';;', ...table], 6],
    ['a title among them', ['Daily report', ...facts, '', ...table], 7],
    [
      'its subject, in named parts, above text only',
      ['[Header];;', 'Version;4;', 'Date;6/1/2014;', ';;', '[Reads];;', '151;;', ';;', '[Data];;'].concat([
        'Sample;Name;Index',
        'S1;Ann;ATCACG',
        'S2;Bob;CGATGT',
      ]),
      9,
    ],
    ['an amount and its currency', ['Bank;ING', 'Balance;3.141,59;EUR', '', 'Order;by day', '', ...table], 6],
    ['words with a colon and several values', ['Name:;Ann', 'Account:;123;[GOLD]', 'Limit:;5;7', '', ...table], 5],
    ['a line without its word', ['Sales;made today', ';Last update: now', '', ...period, '', ...table], 9],
    [
      'two columns of one name',
      [...period, 'Balance;3,50;EUR', '', 'day;balance;currency;amount;currency'].concat([
        '2024-01-03;5.50;EUR;1.25;USD',
        '2024-01-04;7.10;EUR;2.25;USD',
      ]),
      7,
    ],
    ['facts as wide as it', [...facts, '', ...narrow], 6],
    [
      'several blocks as wide as it',
      ['Model;MSO2024', 'Firmware;1.59', '', 'Type;ANALOG', 'Unit;s', 'Length;2000', '', ...narrow],
      8,
    ],
    ['its subject, as wide as the table', [...period, '', ...narrow], 6],
  ])('are left out: %s', async (_, lines, headerRow) => {
    const { names, rows, report } = await read(lines)
    const [header = '', ...values] = lines.slice(headerRow - 1)
    expect(names.replace('currency_2', 'currency')).toBe(header.replaceAll(';', ','))
    expect(rows).toEqual(values.map((row) => row.replaceAll(';', ',')))
    expect(report.input.header_row).toBe(headerRow)
    expect(report.rows).toMatchObject({ converted: 2, rejected: 0 })
  })

  test.each([
    ['names and values of one kind', ['name;born', 'Ann;1990', 'Bob;1991', 'Cy;1992', '', ...table]],
    ['names and values, and the same once more', ['name;born', 'Ann;1990', 'Bob;1991', '', 'name;born', 'Cy;1992']],
    ['a table as narrow', ['name;town', 'Ann;Rome', 'Bob;Oslo', '', ...narrow]],
    ['words that come again', ['Ann;5', 'Bob;6', 'Ann;7', '', ...narrow]],
    ['rows that a stray separator cuts', ['name;amount', 'Ann;1', 'Smith;John;x', 'Bob;2', 'Cy;3', 'Di;4']],
    ['rows of text without their last cell', ['Ann;Rome', 'Bob;Oslo', 'Cy;Graz;x', 'Di;Linz;y', 'Ed;Wels;z']],
    ['rows without their last cell', ['name;town;amount', 'Ann;Rome', 'Bob;Oslo', 'Cy;Graz;x', 'Di;Linz;5']],
  ])('are kept if the first rows are a table: %s', async (_, lines) => {
    expect([null, 1]).toContain((await read(lines)).report.input.header_row)
  })
})
