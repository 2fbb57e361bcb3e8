import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

/** Converts lines to SQL-like CSV. An empty unquoted field is NULL. */
async function read(lines: readonly string[], more: Omit<SpecInput, 'output'> = {}) {
  const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { ...more, output })
  const [, ...rows] = papaparse.parse<string[]>(script, { delimiter: ',', skipEmptyLines: true }).data
  const fixes = report.fixes.filter(({ code }) => code === 'null_marker').map(({ column, count }) => [column, count])
  return { rows, fixes, report }
}

test.each(['\t', ','])(
  String.raw`an unquoted \N is NULL in a text column, with the delimiter %j`,
  async (delimiter) => {
    const table = [
      ['id', 'name', 'town'],
      ['1', 'Ann', String.raw`\N`],
      ['2', String.raw`\N`, 'Oslo'],
      [String.raw`\N`, String.raw`\N`, 'Rome'],
    ]
    const { rows, fixes } = await read(table.map((row) => row.join(delimiter)))
    expect(rows).toEqual([
      ['1', 'Ann', ''],
      ['2', '', 'Oslo'],
      ['', '', 'Rome'],
    ])
    expect(Object.fromEntries(fixes)).toEqual({ town: 1, name: 2, id: 1 })
  },
)

test(String.raw`INTO OUTFILE writes \N without quotes, and the text "\N" stays`, async () => {
  const { rows } = await read([String.raw`1,"a \"b\"",\N`, String.raw`2,\N,"x"`, String.raw`3,"\\N","y"`], {
    input: { header_rows: 0 },
  })
  expect(rows).toEqual([
    ['1', 'a "b"', ''],
    ['2', '', 'x'],
    ['3', String.raw`\N`, 'y'],
  ])
})

test(String.raw`every row after the sample is read like the sample`, async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `${at},${at % 3 === 0 ? String.raw`\N` : 'Ann'},x`)
  const { rows, fixes } = await read(['id,name,z', ...lines], { inference: { sample_rows: 10 } })
  expect(rows.filter(([, name]) => name === '')).toHaveLength(134)
  expect(fixes).toEqual([['name', 134]])
})

test.each([
  ['a typed column', [String.raw`\N,Ann,x`]],
  ['a text column', [String.raw`0,Ann,\N`]],
  ['a column with as_text', [String.raw`0,Ann,x,\N`]],
])(String.raw`\N after the sample is NULL in every column if the sample has it in %s`, async (_, first) => {
  const later = Array.from({ length: 40 }, (__, at) => `${at},${at % 4 === 3 ? String.raw`\N` : 'Ann'},x,y`)
  const lines = ['id,name,z,kept', ...first.map((line) => (line.split(',').length < 4 ? `${line},y` : line)), ...later]
  const { rows } = await read(lines, { inference: { sample_rows: 3 }, columns: [{ index: 3, as_text: true }] })
  expect(rows.filter(([, name]) => name === '')).toHaveLength(10)
  expect(rows[0]?.[3]).toBe(first[0]?.split(',')[3] ?? 'y')
})

const nullRow = 60
const paddedCells = (at: number): string[] => [String(at), at === nullRow ? String.raw`\N` : `path${at}`, 'x']
const fixed = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.padEnd(12))
    .join('')
    .trimEnd()
const barred = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.padEnd(8)).join(' | ')} |`

test.each([
  ['a padded CSV', (cells: readonly string[]) => cells.join(', '), []],
  ['fixed-width text', fixed, []],
  ['an ASCII table', barred, ['|----------|----------|----------|']],
])(String.raw`\N far below the sample is NULL between blanks in %s`, async (_, lineOf, rule) => {
  const lines = Array.from({ length: 100 }, (__, at) => lineOf(paddedCells(at)))
  const { rows } = await read([lineOf(['id', 'path', 'z']), ...rule, ...lines], { inference: { sample_rows: 5 } })
  expect(rows[nullRow]).toEqual([String(nullRow), '', 'x'])
  expect(rows).toHaveLength(100)
})

test('a column with as_text keeps the words for NULL', async () => {
  const lines = ['id,name,town', String.raw`1,\N,\N`, String.raw`2,Ann,Oslo`]
  const { rows } = await read(lines, { columns: [{ index: 1, as_text: true }] })
  expect(rows).toEqual([
    ['1', String.raw`\N`, ''],
    ['2', 'Ann', 'Oslo'],
  ])
})

test('NULL in a column of words is a word, and a note names the column if another one has it', async () => {
  const several = await read(['id\tname\ttown\tqty', '1\tNULL\tRome\t5', '2\tBob\tOslo\t6', '3\tCy\tLima\tNULL'])
  expect(several.rows).toEqual([
    ['1', 'NULL', 'Rome', '5'],
    ['2', 'Bob', 'Oslo', '6'],
    ['3', 'Cy', 'Lima', ''],
  ])
  expect(several.report.notes).toEqual([
    expect.stringMatching(/^NULL is text in "name", .* use input\.null_values with "NULL"\.$/),
  ])
  const one = await read(['id,name', '1,SMITH', '2,NULL', '3,JONES'])
  expect(one.rows.map(([, name]) => name)).toEqual(['SMITH', 'NULL', 'JONES'])
  expect(one.report.notes ?? []).toEqual([])
})

test(String.raw`the advice about NULL keeps \N if the file has both`, async () => {
  const lines = ['id,name,town', String.raw`1,NULL,\N`, String.raw`2,Ann,NULL`, String.raw`3,\N,Oslo`]
  const { rows, report } = await read(lines)
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['NULL', ''],
    ['Ann', 'NULL'],
    ['', 'Oslo'],
  ])
  const advised = /use input\.null_values with (.*)\.$/.exec(report.notes?.[0] ?? '')?.[1] ?? ''
  const nulls = [...advised.matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? '')
  expect(nulls).toContain('NULL')
  const followed = await read(lines, { input: { null_values: nulls } })
  expect(followed.rows.map(([, ...cells]) => cells)).toEqual([
    ['', ''],
    ['Ann', ''],
    ['', 'Oslo'],
  ])
})

test('NULL in a printed table is NULL, although only later rows have it', async () => {
  const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell.padEnd(6)).join(' | ')} |`
  const rule = '+--------+--------+'
  const later = Array.from({ length: 40 }, (_, at) => row(`${at}`, at % 4 === 3 ? 'NULL' : 'Ann'))
  const { rows } = await read([rule, row('id', 'name'), rule, row('0', 'Ann'), ...later, rule], {
    inference: { sample_rows: 2 },
  })
  expect(rows.filter(([, name]) => name === '')).toHaveLength(10)
})

test.each(['NULL', 'null', '(null)', '[NULL]'])('%s in a printed table is NULL', async (word) => {
  const row = (...cells: readonly string[]): string => `| ${cells.map((cell) => cell.padEnd(6)).join(' | ')} |`
  const rule = '+--------+--------+'
  const { rows, fixes } = await read([rule, row('id', 'name'), rule, row('1', 'Ann'), row('2', word), rule])
  expect(rows).toEqual([
    ['1', 'Ann'],
    ['2', ''],
  ])
  expect(fixes).toEqual([['name', 1]])
})

test.each([
  ['between delimiters', String.raw`7,\N,x`, 1],
  ['at the start of a line', String.raw`\N,Ann,x`, 0],
  ['at the end of a line', String.raw`7,Ann,\N`, 2],
  ['at the end of the file', null, 2],
])(String.raw`a first \N after the sample is NULL in every column: %s`, async (_, line, column) => {
  const plain = Array.from({ length: 300 }, (__, at) => `${at},Ann,x`)
  const lines = line === null ? [...plain, String.raw`300,Ann,\N`] : [...plain, line, ...plain]
  const { rows, report } = await read(['id,name,z', ...lines], { inference: { sample_rows: 10 } })
  expect(rows[300]?.[column]).toBe('')
  expect(rows.flat().filter((cell) => cell.includes('N'))).toEqual([])
  expect(report.rows.rejected).toBe(0)
})

test.each([
  ['quotes', String.raw`7,"\N",x`],
  ['a path', String.raw`7,C:\N,x`],
  ['a longer word', String.raw`7,\NULL,x`],
])(String.raw`\N after the sample stays in %s`, async (_, line) => {
  const plain = Array.from({ length: 300 }, (__, at) => `${at},Ann,x`)
  const { rows } = await read(['id,name,z', ...plain, line, ...plain], { inference: { sample_rows: 10 } })
  expect(rows[300]?.[1]).toContain(String.raw`\N`)
})
