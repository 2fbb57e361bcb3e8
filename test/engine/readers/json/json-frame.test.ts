import { describe, expect, test } from 'vitest'
import { readJson as read } from './read-json.ts'

const people = [
  { id: 1, name: 'Ann', tags: ['a', 'b'] },
  { id: 2, name: 'Zoë "the" 2nd', tags: [] },
  { id: 3, name: null, tags: null },
]
const json = JSON.stringify

// The default output of DataFrame.to_json(), orient="columns", from pandas' documentation.
const numbered = (values: readonly unknown[]): object => Object.fromEntries(values.map((value, row) => [row, value]))
const byColumns = (rows: readonly object[]): object =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [key, numbered(rows.map((row) => (row as Record<string, unknown>)[key]))]),
  )

const inLists = (rows: readonly object[]): object =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [key, rows.map((row) => (row as Record<string, unknown>)[key])]),
  )
const plain = people.map(({ id, name }) => ({ id, name }))

describe('JSON in columns', () => {
  test.each([
    ['on one line', json(byColumns(people))],
    ['indented', JSON.stringify(byColumns(people), null, 2)],
    ['of one column', json(byColumns([{ 'say "it"': 1.5 }, { 'say "it"': null }]))],
    ['of one row', json(byColumns(people.slice(0, 1)))],
    [
      'whose columns are numbers',
      json(
        byColumns([
          { 0: 1, 1: 'a' },
          { 0: 2, 1: 'b' },
        ]),
      ),
    ],
  ])('is read from a data frame: %s', async (_, text) => {
    const { rows, report } = await read(text)
    const columns = Object.entries(JSON.parse(text) as Record<string, Record<string, unknown>>)
    const count = Object.keys(columns[0]?.[1] ?? {}).length
    expect(rows).toEqual(
      Array.from({ length: count }, (_cell, row) =>
        Object.fromEntries(columns.map(([key, values]) => [key, values[row]])),
      ),
    )
    expect(report.notes).toEqual([expect.stringContaining('The JSON lists whole columns')])
  })

  test('is read from a data frame of many rows', async () => {
    const many = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `name ${id}`, even: id % 2 === 0 }))
    const { rows, report } = await read(json(byColumns(many)))
    expect(rows).toEqual(many)
    expect(report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'boolean'])
  })

  test.each([
    ['named rows', { ann: { age: 1 }, bob: { age: 2 } }],
    ['numbered rows', { 0: { age: 1 }, 1: { age: 2 } }],
    ['lists of unequal length', { ann: { 0: 1, 1: 2 }, bob: { 0: 3 } }],
    ['numbers that do not begin at 0', { ann: { 2023: 1, 2024: 2 }, bob: { 2023: 3, 2024: 4 } }],
  ])('is not assumed for %s, which are rows', async (_, file) => {
    const { rows } = await read(json(file))
    expect(rows.map((row) => row['key'])).toEqual(Object.keys(file))
  })

  test.each([byColumns(people), inLists(plain)])('is refused if a data frame is cut', async (file) => {
    await expect(read(json(file).slice(0, -1))).rejects.toThrow('corrupt_file')
  })

  // The output of pandas' to_dict('list') and jsonlite's dataframe = "columns". pandas' read_json turns them into rows,
  // too.
  test.each([
    ['on one line', json(inLists(plain))],
    ['indented', JSON.stringify(inLists(plain), null, 2)],
    ['of two rows', json(inLists(plain.slice(0, 2)))],
    ['without values at first', '{"a": [null, null, 1], "b" : [ "x","]","\\"" ] }'],
    ['with an object instead of nothing', '{"a": [1, 2], "b": [null, {"c": []}]}'],
    ['whose keys are long', json(inLists(plain.map((one) => ({ ['k'.repeat(70_000)]: 1, ...one }))))],
  ])('is read from lists: %s', async (_, text) => {
    const { rows, report } = await read(text)
    const columns = Object.entries(JSON.parse(text) as Record<string, readonly unknown[]>)
    expect(rows.map((row) => Object.values(row))).toEqual(
      Array.from({ length: columns[0]?.[1].length ?? 0 }, (_cell, row) => columns.map(([, values]) => values[row])),
    )
    expect(report.notes).toEqual([expect.stringContaining('The JSON lists whole columns')])
  })

  test('is read from lists of many rows', async () => {
    const many = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `name ${id}`, even: id % 2 === 0 }))
    const { rows, report } = await read(json(inLists(many)))
    expect(rows).toHaveLength(many.length)
    expect(rows).toEqual(many)
    expect(report.columns.map((column) => column.type)).toEqual(['integer', 'text', 'boolean'])
  })

  test.each([
    ['of one value each', { include: ['src'], exclude: ['dist'] }],
    ['of other lengths', { tags: ['a', 'b'], sizes: [1, 2, 3] }],
    ['of other lengths, the first one longer', { tags: ['a', 'b', 'c'], sizes: [1, 2] }],
    ['a single one', { tags: ['a', 'b'] }],
    ['of nothing', { tags: [], sizes: [] }],
    ['next to something else', { tags: ['a', 'b'], sizes: [1, 2], name: 'x' }],
    ['of lines', { x: [[[1]], [[2]]], y: [[[3]], [[4]]] }],
  ])('is not assumed for lists %s, which stay in one row', async (_, file) => {
    expect((await read(json(file))).rows).toEqual([file])
  })

  test('is not assumed for lists on separate lines', async () => {
    const lines = [inLists(plain), inLists(plain.slice(0, 2))]
    expect((await read(lines.map((line) => json(line)).join('\n'))).rows).toEqual(lines)
  })
})
