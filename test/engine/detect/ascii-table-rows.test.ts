import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'

async function read(text: string) {
  const { script, report } = await converted(text, { output: { dialect: 'postgresql', format: 'csv' } })
  const { data } = Papa.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true })
  return { rows: data, report, types: report.columns.map(({ type }) => type) }
}

describe('the rows of a printed table', () => {
  test('end before the names of another query', async () => {
    const first = '        ID NAME\n---------- ------\n         1 Ann\n         2 Bob\n'
    const second = 'SQL> select a, qty from u;\n\nA   QTY\n--- ----------\nx            1\ny           21\n'
    const { rows, report } = await read(`${first}\n${second}\nSQL> spool off\n`)
    expect(rows.slice(1)).toEqual([
      ['1', 'Ann'],
      ['2', 'Bob'],
    ])
    expect(leftOut(report)).toMatchObject({ other_table: { count: 3, first_row: 8 }, note: { count: 2 } })
  })

  test('leave out what SQL*Plus computes below the stars of a group', async () => {
    const head = 'DEPTNO     ENAME             SAL\n---------- ---------- ----------\n'
    const group = '        10 CLARK            2450\n           MILLER           1300\n'
    const stars = '**********            ----------\n'
    const sums = 'avg                         1875\nsum                         3750\n'
    const next = '        20 SUMMER           2975\n'
    const { rows, types, report } = await read(`${head}${group}${stars}${sums}${next}${stars}${sums}`)
    expect(types).toEqual(['integer', 'text', 'integer'])
    expect(rows.slice(1)).toEqual([
      ['10', 'CLARK', '2450'],
      ['', 'MILLER', '1300'],
      ['20', 'SUMMER', '2975'],
    ])
    expect(leftOut(report)).toMatchObject({ rule: { count: 3 }, note: { count: 4, first_row: 6 } })
  })

  test.each([
    [
      'that are narrower than their column',
      'RATING NOTE\n------ ------\n**     good\n***    -\n****   bad\n*      fine\n',
    ],
    ['above another value', 'RATING NOTE\n------ ------\n**     good\n****** ------\n****   bad\n*      fine\n'],
    ['in the last line', 'RATING NOTE\n------ ------\n**     good\n****   bad\n****** ------\n'],
    ['above a word for a sum', 'RATING NOTE\n------ ------\n**     good\n***    -\nsum    bad\n*      fine\n'],
  ])('keep stars %s', async (_, text) => {
    const lines = text.trim().split('\n').slice(2)
    const { rows } = await read(text)
    expect(rows.slice(1)).toEqual(lines.map((line) => line.split(/ +/)))
  })

  test('continue below dashes above a total, and rows of missing values', async () => {
    const head = 'NAME              QTY      PRICE\n---------- ---------- ----------\n'
    const rows = 'Ann                 1          2\nBob                 -          -\n'
    const total = '           ---------- ----------\nsum                 4          6\n'
    const { rows: found, types } = await read(head + rows + total)
    expect(types).toEqual(['text', 'integer', 'integer'])
    expect(found.slice(1)).toEqual([
      ['Ann', '1', '2'],
      ['Bob', '', ''],
      ['sum', '4', '6'],
    ])
  })

  test.each([
    [
      'narrower than the column',
      'ITEM            PRICE\n------ --------------\nA                1.50\nB                5.00\n                -----\nTotal            6.50\n',
      ['A', 'B', 'Total'],
    ],
    [
      'below the first row after a blank line',
      'NAME              QTY\n---------- ----------\nAnn                 1\n\nBob                 3\n           ----------\nsum                 4\nCyd                 2\n',
      ['Ann', 'Bob', 'sum', 'Cyd'],
    ],
    [
      'in two groups below the first row after a blank line',
      'NAME              QTY      PRICE\n---------- ---------- ----------\nAnn                 1          2\n\nBob                 3          4\n           ---------- ----------\nsum                 4          6\n',
      ['Ann', 'Bob', 'sum'],
    ],
    [
      'below a date',
      'NAME       PAID\n---------- ---------------\nAnn             2024-01-02\n                ----------\nlast            2024-01-02\n',
      ['Ann', 'last'],
    ],
    [
      'below a blank line',
      'NAME              QTY\n---------- ----------\nAnn                 1\n\n                -----\nsum                 1\n',
      ['Ann', 'sum'],
    ],
    ['between tabs', 'name\tqty\n----\t----\nAnn\t1\n\nBob\t2\n----\t----\nsum\t3\n', ['Ann', 'Bob', 'sum']],
    [
      'in a frame, below the first row after a blank line',
      '+-----+---+\n| a   | b |\n+-----+---+\n| Ann | 1 |\n\n| Bob | 2 |\n+-----+---+\n| sum | 3 |\n+-----+---+\n',
      ['Ann', 'Bob', 'sum'],
    ],
  ])('continue below dashes %s', async (_, text, expected) => {
    const { rows, report } = await read(text)
    expect(rows.slice(1).map(([name]) => name)).toEqual(expected)
    expect(report.rows.rejected).toBe(0)
    expect(leftOut(report).other_table).toBeUndefined()
  })

  test.each([
    ['after a blank line', 'ID NAME\n-- ----\n 1 Ann\n\nCODE  QTY\n----- ----\nx        1\n', 2],
    ['without one', 'ID NAME\n-- ----\n 1 Ann\nCODE  QTY\n----- ----\nx        1\n', 2],
    ['with more columns', 'ID NAME\n-- ----\n 1 Ann\n\nCODE  QTY  X\n----- ---- --\nx        1  2\n', 1],
    [
      'in a frame, with numbers as names',
      '+----+\n| id |\n+----+\n|  5 |\n+----+\n1 row in set\n\n+---+\n| 1 |\n+---+\n| 1 |\n+---+\n1 row in set\n',
      2,
    ],
  ])('end before the names of another table %s', async (_, text, count) => {
    const { rows, report } = await read(text)
    expect(rows).toHaveLength(2)
    expect(leftOut(report).other_table?.count).toBe(count)
  })

  test('reject a row of padded values that are not below them', async () => {
    const head = 'ID    NAME       CITY\n----- ---------- ----------\n'
    const { rows, report } = await read(
      `${head}1     Ann        Oslo\n2     東京都東京都 x  New York\n3     Bob        Rome\n`,
    )
    expect(rows.slice(1).map(([id]) => id)).toEqual(['1', '3'])
    expect(report.problems).toMatchObject([{ code: 'crosses_columns', row: 4 }])
  })

  test.each([
    'Warning: Null value is eliminated by an aggregate or other SET operation.',
    'Msg 8134, Level 16, State 1, Server X, Line 1',
    'Divide by zero error encountered.',
  ])('continue below a message of the server: %s', async (message) => {
    const { rows, report } = await read(
      `ID    NAME       CITY\n----- ---------- ----------\n1     Ann        Oslo\n${message}\n2     Bob        Rome\n`,
    )
    expect(rows.slice(1)).toEqual([
      ['1', 'Ann', 'Oslo'],
      ['2', 'Bob', 'Rome'],
    ])
    expect(report.problems).toEqual([])
    expect(leftOut(report).note?.examples).toEqual([{ row: 4, text: message }])
  })

  test('are rejected with advice that helps if a value is too wide', async () => {
    const lines = ['ID    NAME       CITY', '----- ---------- ----------', '1     Ann        Oslo']
    const wide = '2     Müller-Lüdenscheidt-Bergerhof  New York'
    const { report } = await read([...lines, wide, '3     Bob        Rome', ''].join('\n'))
    const [problem] = report.problems
    expect(problem).toMatchObject({ code: 'crosses_columns', row: 4, value: wide })
    expect(problem?.message).toBe(
      'The values are not below the dashes of their columns. Print the table with wider columns or with a delimiter.',
    )
    const printedWider = [
      'ID    NAME                          CITY',
      '----- ----------------------------- --------',
      wide.replace('f  N', 'f N'),
    ]
    expect((await read([...printedWider, ''].join('\n'))).rows[1]).toEqual([
      '2',
      'Müller-Lüdenscheidt-Bergerhof',
      'New York',
    ])
  })
})
