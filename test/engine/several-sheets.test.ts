import { DatabaseSync } from 'node:sqlite'
import { utils, write } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { memorySink, memorySource } from '../../container/engine/bytes/memory-source.ts'
import { convert } from '../../container/engine/convert.ts'
import type { ConvertProgress } from '../../container/engine/convert-types.ts'
import { nodeInflate } from '../../container/run/node-inflate.ts'
import { outputNameOf } from '../../container/run/output-name.ts'
import { readSpec, type SpecInput } from '../../src/contract/spec.ts'
import { expectBalance } from './row-balance.ts'

const book = utils.book_new()
const add = (name: string, rows: unknown[][]): void => {
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
}
add('Orders', [
  ['id', 'total'],
  [1, 9.5],
  [2, 7.25],
])
add('Empty', [])
add('Customers', [
  ['name', 'city'],
  ['Ann', 'Oslo'],
  ['Bob', 'Rome'],
  ['Cy', null],
])
add('orders ', [
  ['id', 'note'],
  [3, 'late'],
])

function specOf(input: SpecInput['input'], output: SpecInput['output']) {
  const reading = readSpec({ input, output })
  if (!reading.ok) throw new Error(reading.reasons.join('\n'))
  return reading.spec
}

async function convertBook(
  sheets: 'first' | 'all' | (string | number)[],
  output: SpecInput['output'],
  bookType: 'xlsx' | 'ods' | 'biff8' | 'xlsb' = 'xlsx',
) {
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array)
  const sink = memorySink()
  const spec = specOf({ sheets }, output)
  const outcome = await convert({ name: 'b.xlsx', source: memorySource(bytes), sink, spec, inflate: nodeInflate })
  expectBalance(outcome)
  if (outcome.kind === 'failed') throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`)
  if (outcome.kind === 'stopped') throw new Error('stopped')
  return { sink, report: outcome.report, spec }
}

describe.each(['xlsx', 'ods', 'biff8', 'xlsb'] as const)('all sheets of an %s', (bookType) => {
  test('are named in the report, whether one or all are converted', async () => {
    const names = ['Orders', 'Empty', 'Customers', 'orders ']
    for (const sheets of ['first', 'all', ['Customers', 1]] as const) {
      const { report } = await convertBook(
        sheets === 'first' || sheets === 'all' ? sheets : [...sheets],
        { dialect: 'sqlite' },
        bookType,
      )
      expect(report.input.sheets).toEqual(names)
    }
  })

  test('account for all their rows', async () => {
    const { report } = await convertBook('all', { dialect: 'sqlite' }, bookType)
    const rows = report.tables.map(({ rows: { converted, rejected, left_out: leftOut } }) => ({
      all: converted + rejected + (leftOut?.count ?? 0),
      converted,
    }))
    expect(rows).toEqual([
      { all: 3, converted: 2 },
      { all: 0, converted: 0 },
      { all: 4, converted: 3 },
      { all: 2, converted: 1 },
    ])
  })

  test('become tables of one script', async () => {
    const { sink, report } = await convertBook('all', { dialect: 'sqlite' }, bookType)
    const database = new DatabaseSync(':memory:')
    database.exec(sink.text())
    expect(database.prepare('SELECT id, total FROM orders').all()).toEqual([
      { id: 1, total: 9.5 },
      { id: 2, total: 7.25 },
    ])
    expect(database.prepare('SELECT name, city FROM customers').all()).toHaveLength(3)
    expect(database.prepare('SELECT id, note FROM orders_2').all()).toEqual([{ id: 3, note: 'late' }])
    database.close()
    expect(report.rows).toMatchObject({ converted: 6, rejected: 0, left_out: { count: 3 } })
    expect(report.tables.map(({ name, source_name: source }) => [name, source.trim()])).toEqual([
      ['orders', 'Orders'],
      ['', 'Empty'],
      ['customers', 'Customers'],
      ['orders_2', 'orders'],
    ])
    expect(report.tables[1]?.reason).toContain('is empty')
  })
})

test('CSV files of several sheets are in a zip', async () => {
  const { sink, spec } = await convertBook('all', { dialect: 'sqlite', format: 'csv' })
  const files = unzipSync(sink.bytes())
  expect(Object.keys(files)).toEqual(['orders.csv', 'customers.csv', 'orders_2.csv'])
  expect(strFromU8(files['customers.csv'] as Uint8Array)).toBe('name,city\r\nAnn,Oslo\r\nBob,Rome\r\nCy,\r\n')
  expect(outputNameOf('Book.xlsx', spec)).toBe('Book.zip')
})

test('JSON of several sheets is an object of arrays', async () => {
  const { sink } = await convertBook('all', { dialect: 'sqlite', format: 'json' })
  expect(JSON.parse(sink.text())).toEqual({
    orders: [
      { id: 1, total: 9.5 },
      { id: 2, total: 7.25 },
    ],
    customers: [
      { name: 'Ann', city: 'Oslo' },
      { name: 'Bob', city: 'Rome' },
      { name: 'Cy', city: null },
    ],
    orders_2: [{ id: 3, note: 'late' }],
  })
})

test('sheets are chosen by name, ignoring case, or by number', async () => {
  const { report } = await convertBook([4, 'CUSTOMERS'], { dialect: 'sqlite' })
  expect(report.tables.map(({ name }) => name)).toEqual(['orders', 'customers'])
})

test('the progress of three sheets counts whole bytes, and never goes back or beyond the file', async () => {
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  const spec = specOf({ sheets: [1, 3, 4] }, { dialect: 'sqlite' })
  const reported: number[] = []
  const onProgress = ({ bytesRead }: ConvertProgress): 'continue' => {
    reported.push(bytesRead)
    return 'continue'
  }
  const request = { name: 'b.xlsx', source: memorySource(bytes), sink: memorySink(), spec, inflate: nodeInflate }
  await convert({ ...request, onProgress })
  expect(reported.length).toBeGreaterThanOrEqual(3)
  expect(reported.filter((count) => !Number.isInteger(count) || count > bytes.length)).toEqual([])
  expect(reported).toEqual(reported.toSorted((a, b) => a - b))
})

test('a sheet that the workbook does not have is refused', async () => {
  await expect(convertBook(['Nope'], { dialect: 'sqlite' })).rejects.toThrow('sheet_not_found')
  await expect(convertBook([9], { dialect: 'sqlite' })).rejects.toThrow('sheet_not_found')
})

test('a file without sheets is one table', async () => {
  const sink = memorySink()
  const source = memorySource(new TextEncoder().encode('a,b\n1,x\n2,y\n'))
  const spec = specOf({ sheets: 'all' }, { dialect: 'sqlite', format: 'json' })
  const outcome = await convert({ name: 'letters.csv', source, sink, spec, inflate: nodeInflate })
  expect(outcome.kind).toBe('done')
  expect(JSON.parse(sink.text())).toEqual({
    letters: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ],
  })
})

test('one sheet and several at once are refused', () => {
  expect(readSpec({ input: { sheet: 'A', sheets: 'all' }, output: { dialect: 'sqlite' } })).toEqual({
    ok: false,
    reasons: ['spec.input.sheets must be null when input.sheet names the one sheet to convert'],
  })
})
