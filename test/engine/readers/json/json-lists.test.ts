import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

async function read(document: unknown, input: SpecInput['input'] = {}, name = 't.json') {
  const isFile = typeof document === 'string' || document instanceof Uint8Array
  const text = isFile ? document : JSON.stringify(document)
  const { script, report } = await converted(text, { input, output: { dialect: 'sqlite', format: 'csv' } }, name)
  return { lines: script.trimEnd().split(/\r?\n/), report }
}

function workbook(): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a'], [1]]), 'S')
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

describe('the only list of a document', () => {
  test.each([
    [{ description: 'Fruit', fruits: ['apple', 'pear', 'fig'] }, '/fruits'],
    [{ description: 'Fruit', source: 'a shop', fruits: ['apple', 'pear', 'fig'] }, '/fruits'],
    [{ items: ['apple', 'pear', 'fig'], anything: 3 }, '/items'],
  ])('gives the rows: %j', async (document, path) => {
    const { lines, report } = await read(document)
    expect(lines).toEqual(['value', 'apple', 'pear', 'fig'])
    expect(report.input.path).toBe(path)
    expect(report.notes.join('\n')).toContain('Left out beside it')
  })

  test.each([
    [{ id: 1, tags: ['a', 'b'] }],
    [{ description: 'x', tags: ['a'], colors: ['b', 'c'] }],
    [{ description: 'x', items: ['a', 'b'], more: { id: 1 } }],
  ])('is a value in a record: %j', async (document) => {
    const { report } = await read(document)
    expect(report.rows.converted).toBe(1)
    expect(report.columns.length).toBe(Object.keys(document).length)
  })
})

describe('several arrays of rows', () => {
  const users = [{ id: 1 }, { id: 2 }]
  const orders = [{ order: 7 }, { order: 8 }, { order: 9 }]

  test.each([
    [{ users, orders }, ['users', 'orders']],
    [{ data: { users, orders } }, ['data.users', 'data.orders']],
    [{ meta: { x: 1 }, data: { inner: { users, orders } } }, ['data.inner.users', 'data.inner.orders']],
  ])('have their paths in a note, and each can be converted: %j', async (document, paths) => {
    const { report } = await read(document)
    expect(report.notes).toContain(
      `Several arrays have rows (${paths.map((path) => `"${path}"`).join(', ')}), so they stay values. To convert one of them, set input.path to it.`,
    )
    for (const [at, rows] of [users, orders].entries()) {
      const chosen = await read(document, { path: paths[at] as string })
      expect(chosen.report.rows.converted).toBe(rows.length)
      expect(chosen.report.input.path).toBe(`/${paths[at]?.replaceAll('.', '/')}`)
    }
  })

  test('are not a choice if they are records keyed by their ids', async () => {
    const { report } = await read({ u1: { name: 'Ann', orders }, u2: { name: 'Bob', orders } })
    expect(report.rows.converted).toBe(2)
    expect(report.notes.join('\n')).not.toContain('input.path')
  })
})

test('rows after a value longer than the head are found', async () => {
  const { report, lines } = await read({
    points: Array.from({ length: 300_000 }, (_, at) => at),
    rows: [{ id: 1 }, { id: 2 }],
  })
  expect(lines).toEqual(['id', '1', '2'])
  expect(report.input.path).toBe('/rows')
})

test.each([
  ['a,b\n1,2\n', 't.csv', 'delimited text'],
  ['{"a":1}\n{"a":2}\n', 't.ndjson', 'NDJSON'],
  [workbook(), 't.xlsx', 'a workbook'],
])('the value %# of input.path is refused', async (file, name, kind) => {
  await expect(read(file, { path: '/a' }, name)).rejects.toThrow(
    new RegExp(`invalid_spec: input.path is for JSON and XML documents, and the file is ${kind}`),
  )
})
