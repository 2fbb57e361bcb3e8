import { utils, write } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { readSpec, type SpecInput } from '../../../src/contract/spec.ts'

// A person looks for a rejected row in the file, so its sheet, row and column are named as they are there. The referee
// is the file itself: the cell at that place has the value that does not fit.

async function rejectsOf(
  name: string,
  bytes: Uint8Array,
  input: SpecInput['input'],
  columns: SpecInput['columns'] = [],
): Promise<string[][]> {
  const reading = readSpec({ input, columns, inference: { sample_rows: 5 }, output: { dialect: 'sqlite' } })
  if (!reading.ok) throw new Error(reading.reasons.join('\n'))
  const rejects = memorySink()
  const request = { name, source: memorySource(bytes), sink: memorySink(), rejects, spec: reading.spec }
  const outcome = await convert({ ...request, inflate: nodeInflate })
  expect(outcome.kind).toBe('done')
  return parse(rejects.text(), { relax_column_count: true })
}

type Cell = string | number | null
const numbers = Array.from({ length: 8 }, (_, at) => at + 1)

/** Three sheets: a title above the header, a blank row between the rows, and two columns with the same heading. */
const sheets: Readonly<Record<string, Cell[][]>> = {
  'Order Lines': [
    ['Orders of 2024'],
    [],
    ['Order No.', 'Unit Price'],
    ...numbers.map((n): Cell[] => [n, n / 2]),
    [9, 'on request'],
  ],
  'Staff (2)': [['Name', 'Years'], ...numbers.map((n): Cell[] => [`Ann ${n}`, n]), [], ['Bob', 'many']],
  Totals: [
    ['Item', 'Amount', 'Amount'],
    ...numbers.map((n): Cell[] => [`Item ${n}`, n, n * 2]),
    ['Rest', 9, 'unknown'],
    ['All', 'unknown', 18],
  ],
}

test('the rejected rows of several sheets name the sheet, the row and the heading', async () => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  const [header = [], ...rejected] = await rejectsOf('book.xlsx', bytes, { sheets: 'all' })
  expect(header).toEqual(['sheet', 'table', 'row', 'code', 'column', 'message'])
  expect(rejected.map(([sheet, table, row, code, column]) => [sheet, table, row, code, column])).toEqual([
    ['Order Lines', 'order_lines', '12', 'type_mismatch', 'Unit Price'],
    ['Staff (2)', 'staff_2', '11', 'type_mismatch', 'Years'],
    ['Totals', 'totals', '10', 'type_mismatch', 'Amount (amount_2)'],
    ['Totals', 'totals', '11', 'type_mismatch', 'Amount (amount)'],
  ])
  for (const [sheet = '', , row, , , , ...cells] of rejected)
    expect(cells).toEqual(sheets[sheet]?.[Number(row) - 1]?.map(String))
})

test('a rejected row names its column by the heading above the cells', async () => {
  const csv = `Order No.,Unit Price,Note\n${numbers.map((n) => `${n},${n}.5,x\n`).join('')}9,on request,y\n`
  const [header = [], row = []] = await rejectsOf('orders.csv', new TextEncoder().encode(csv), {})
  expect(header).toEqual(['row', 'code', 'column', 'message', 'Order No.', 'Unit Price', 'Note'])
  expect(row[0]).toBe('10')
  expect(row[header.indexOf(row[2] ?? '')]).toBe('on request')
})

test('a column without a heading is named as in the output', async () => {
  const csv = `${numbers.map((n) => `${n},${n}.5\n`).join('')}9,soon\n`
  const [header = [], row = []] = await rejectsOf('a.csv', new TextEncoder().encode(csv), { header_rows: 0 })
  expect(row[header.indexOf(row[2] ?? '')]).toBe('soon')
})

test('an excluded column keeps its heading beside a column of the same name', async () => {
  const csv = `price,Price\n${numbers.map((n) => `x,${n}.5\n`).join('')}y,soon\n`
  const excluded = [{ index: 0, exclude: true }]
  const [header = [], row = []] = await rejectsOf('a.csv', new TextEncoder().encode(csv), {}, excluded)
  expect(header.slice(4)).toEqual(['price', 'Price'])
  expect([row[2], row[header.indexOf('Price')]]).toEqual(['Price', 'soon'])
})
