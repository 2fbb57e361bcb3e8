import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { memorySink, memorySource } from '../../../container/engine/bytes/memory-source.ts'
import { convert } from '../../../container/engine/convert.ts'
import { nodeInflate } from '../../../container/run/node-inflate.ts'
import { readSpec, type SpecInput } from '../../../src/contract/spec.ts'
import { numbers, placesIn, rejectedPlaces, rejectedSheets } from './rejected-sheets.ts'

// A person looks for a rejected row in the file, so its sheet, row and column are named as they are there. The referee
// is the file itself: the cell at that place has the value that does not fit.

async function rejectsOf(
  name: string,
  bytes: Uint8Array,
  input: SpecInput['input'],
  columns: SpecInput['columns'] = [],
): Promise<string> {
  const reading = readSpec({ input, columns, inference: { sample_rows: 5 }, output: { dialect: 'sqlite' } })
  if (!reading.ok) throw new Error(reading.reasons.join('\n'))
  const rejects = memorySink()
  const request = { name, source: memorySource(bytes), sink: memorySink(), rejects, spec: reading.spec }
  const outcome = await convert({ ...request, inflate: nodeInflate })
  expect(outcome.kind).toBe('done')
  return rejects.text()
}

const rowsOf = (rejects: string): string[][] => parse(rejects, { relax_column_count: true })

test('the rejected rows of several sheets name the sheet, the row and the heading', async () => {
  expect(placesIn(await rejectsOf('book.xlsx', rejectedSheets(), { sheets: 'all' }))).toEqual(rejectedPlaces)
})

test('a rejected row names its column by the heading above the cells', async () => {
  const csv = `Order No.,Unit Price,Note\n${numbers.map((n) => `${n},${n}.5,x\n`).join('')}9,on request,y\n`
  const [header = [], row = []] = rowsOf(await rejectsOf('orders.csv', new TextEncoder().encode(csv), {}))
  expect(header).toEqual(['row', 'code', 'column', 'message', 'Order No.', 'Unit Price', 'Note'])
  expect(row[0]).toBe('10')
  expect(row[header.indexOf(row[2] ?? '')]).toBe('on request')
})

test('a column without a heading is named as in the output', async () => {
  const csv = `${numbers.map((n) => `${n},${n}.5\n`).join('')}9,soon\n`
  const [header = [], row = []] = rowsOf(await rejectsOf('a.csv', new TextEncoder().encode(csv), { header_rows: 0 }))
  expect(row[header.indexOf(row[2] ?? '')]).toBe('soon')
})

test('an excluded column keeps its heading beside a column of the same name', async () => {
  const csv = `price,Price\n${numbers.map((n) => `x,${n}.5\n`).join('')}y,soon\n`
  const excluded = [{ index: 0, exclude: true }]
  const [header = [], row = []] = rowsOf(await rejectsOf('a.csv', new TextEncoder().encode(csv), {}, excluded))
  expect(header.slice(4)).toEqual(['price', 'Price'])
  expect([row[2], row[header.indexOf('Price')]]).toEqual(['Price', 'soon'])
})
