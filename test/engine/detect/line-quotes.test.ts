import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const rows = [
  ['id', 'name', 'note'],
  ['1', 'Ann', 'said "yes", then left'],
  ['2', 'Bob', ''],
  ['4', 'Dee', '"quoted"'],
]

/**
 * Returns the file that a spreadsheet saves after reading each line as one cell: a line with a quote is quoted, and its
 * quotes are doubled.
 */
const savedAsOneColumn = (table: readonly string[][], delimiter: string, eol: string, quotes = false): string =>
  Papa.unparse([...table], { delimiter, newline: '\n', quotes })
    .split('\n')
    .map((line) => (line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line) + eol)
    .join('')

const twoLines = ['3', 'Cy, jr.', 'two\nlines']

async function read(file: string) {
  const { script, report } = await converted(file, { output: { dialect: 'postgresql', format: 'csv' } })
  const { data } = Papa.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true })
  return { rows: data, fixes: report.fixes, report }
}

describe('lines quoted as a whole', () => {
  test.each([
    ['commas', ',', '\n', 2],
    ['semicolons and CRLF', ';', '\r\n', 2],
    ['tabs', '\t', '\n', 2],
    ['commas and CR', ',', '\r', 2],
  ])('are lines of cells: %s', async (_, delimiter, eol, count) => {
    const found = await read(savedAsOneColumn(rows, delimiter, eol))
    expect(found.rows).toEqual(rows)
    expect(found.fixes.find(({ code }) => code === 'line_quotes')).toMatchObject({ count })
  })

  test('may be two if one value contains a line end', async () => {
    const all = [...rows, twoLines]
    const found = await read(savedAsOneColumn(all, ',', '\n'))
    expect(found.rows).toEqual(all)
    expect(found.fixes.find(({ code }) => code === 'line_quotes')).toMatchObject({ count: 4 })
  })

  test('may be all the lines', async () => {
    const found = await read(savedAsOneColumn(rows, ',', '\n', true))
    expect(found.rows).toEqual(rows)
    expect(found.fixes.find(({ code }) => code === 'line_quotes')).toMatchObject({ count: rows.length })
  })

  test.each([
    ['numbers below one of two names', ['name,points', 'Ann,20', 'Bob,30', 'Cy,-4.5']],
    ['dates and numbers', ['date,open,close', '2021-03-01,5.5,6', '2021-03-02,6,7.25']],
    ['a column of dates', ['town,since', 'Oslo,2021-03-01', 'Rome,2022-11-30']],
    ['words and numbers', ['name,city,age', 'Ann,Oslo,31', 'Bob,Rome,27']],
    ['empty cells at the end', ['id;name;note', '1;Ann;', '2;;', '3;Bob;left']],
  ])('are cells without quotes: %s', async (_, lines) => {
    const found = await read(lines.map((line) => `"${line}"\r\n`).join(''))
    const delimiter = lines[0]?.includes(';') === true ? ';' : ','
    expect(found.rows).toEqual(Papa.parse<string[]>(lines.join('\n'), { delimiter }).data)
    expect(found.fixes.find(({ code }) => code === 'line_quotes')).toMatchObject({ count: lines.length })
  })

  test('are read the same far after the head, however the text is cut', async () => {
    const many = Array.from({ length: 60_000 }, (_, id) => [
      String(id),
      `name ${id}`,
      id % 3 === 0 ? '"yes", he said' : 'no',
    ])
    const found = await read(savedAsOneColumn([['id', 'name', 'note'], ...many], ',', '\r\n'))
    expect(found.rows.slice(1)).toEqual(many)
    expect(found.fixes.find(({ code }) => code === 'line_quotes')).toMatchObject({ count: 20_000 })
  })

  test.each([
    ['a column of names', ['name', '"Smith, Ann"', '"Jones, Bob"']],
    ['a column of names that is called so', ['"last, first"', '"Smith, Ann"', '"Jones, Bob"']],
    ['a column of texts with quotes', ['text', '"he said ""yes"", and left"', '"she said ""no"""']],
    ['numbers in quotes', ['"id"', '"1"', '"2"']],
    ['names without a blank', ['"last,first"', '"Smith,Ann"', '"Jones,Bob"']],
    ['places of three words', ['"town, region, country"', '"Oslo, Oslo, Norway"', '"Bergen, Vestland, Norway"']],
    ['lists of one length', ['"tags"', '"a,b,c"', '"d,e,f"']],
    ['one line', ['"id,name,note"']],
    ['coordinates', ['"coordinates (lat,lon)"', '"59.91,10.75"', '"-33.87,151.21"']],
    ['coordinates without a bracket', ['"lat,lon"', '"59.91,10.75"', '"40.71,-74.01"']],
    ['lists of a known length', ['"tags (a|b|c)"', '"x|y|z"', '"u|v|w"']],
    ['ages in a bracket', ['"person (name,age)"', '"Ann,31"', '"Bob,27"']],
    ['lists below as many words', ['"text,of,three"', '"a,b,c"', '"d,e,f"']],
    ['amounts with a currency', ['"Preis,EUR"', '"ab EUR 1,50"', '"ab EUR 2,75"']],
    ['durations with a decimal comma', ['"Dauer,s"', '"12:30:15,5 s"', '"12:31:16,25 s"']],
    ['timestamps with a fraction', ['"Zeit,s"', '"at 12:30:15,5"', '"at 12:31:16,25"']],
  ])('are one cell in %s', async (_, lines) => {
    const found = await read(`${lines.join('\n')}\n`)
    expect(found.rows.slice(1)).toEqual(Papa.parse<string[]>(lines.slice(1).join('\n'), { delimiter: ',' }).data)
    expect(found.fixes.map(({ code }) => code)).not.toContain('line_quotes')
  })

  test('are one column of amounts with a decimal comma', async () => {
    const found = await read('"Betrag,EUR"\n"1,50"\n"2,75"\n"3,99"\n')
    expect(found.rows).toEqual([['betrag_eur'], ['1.50'], ['2.75'], ['3.99']])
  })

  test('are one column of texts whose width changes after the head', async () => {
    const texts = [...Array.from({ length: 40_000 }, () => 'a,b,c'), 'Hello, dear, world, and more', 'single']
    const { report } = await read(['text,of,three', ...texts].map((text) => `"${text}"\n`).join(''))
    expect(report.rows).toMatchObject({ converted: 40_002, rejected: 0 })
  })

  test('stay unchanged if a row has another width', async () => {
    const found = await read('a,b,c\n1,2,3\n"4,""x"",5,6"\n7,8,9\n')
    expect(found.fixes.map(({ code }) => code)).not.toContain('line_quotes')
    expect(found.report.rows.converted).toBe(3)
  })
})

test('lines quoted as a whole are split at a separator that also splits their names', async () => {
  const { rows: found } = await read('"Share~Units~Amount"\n"0.720~394~44.71"\n"~181~9.93"\n')
  expect(found.slice(1)).toEqual([
    ['0.720', '394', '44.71'],
    ['', '181', '9.93'],
  ])
})
