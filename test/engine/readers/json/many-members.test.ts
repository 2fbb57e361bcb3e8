import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'

const output = { dialect: 'postgresql', format: 'csv' } as const
const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `word ${at}`)
const mapOf = (keys: readonly string[], valueOf: (at: number) => unknown): string =>
  JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, valueOf(at)])))

describe('an object with more members than a table has columns', () => {
  test.each([1001, 1700, 60_000])('is a table of %i keys and their values', async (count) => {
    const { script, report } = await converted(
      mapOf(words(count), (at) => at),
      { output },
      'map.json',
    )
    expect(report.rows).toMatchObject({ converted: count, rejected: 0 })
    expect(report.columns).toHaveLength(2)
    const [, ...rows] = script.trimEnd().split('\r\n')
    expect(rows).toEqual(words(count).map((word, at) => `${word},${at}`))
  })

  test('stays one row if it has fewer members, or its values are lists', async () => {
    const few = await converted(
      mapOf(words(200), (at) => at),
      { output },
      'map.json',
    )
    expect(few.report.rows.converted).toBe(1)
    expect(few.report.columns).toHaveLength(200)
    const lists = await converted(
      mapOf(words(1200), (at) => (at === 7 ? ['a'] : 'b')),
      { output },
      'map.json',
    )
    expect(lists.report.rows.converted).toBe(1)
  })
})

describe('an object with thousands of arrays of rows', () => {
  // Comparing each array with each other one took more than 40 seconds.
  test.each([
    ['objects', {}],
    ['arrays', [1, 2]],
  ])('is read at once: %s', { timeout: 15_000 }, async (_, row) => {
    const data = Object.fromEntries(words(30_000).map((word) => [word, [row]]))
    const { report } = await converted(JSON.stringify({ data }), { output }, 'map.json')
    expect(report.rows).toMatchObject({ converted: 1, rejected: 0 })
  })

  test('finds the one whose columns are listed, after others of the same width', async () => {
    const data = {
      one: [[1, 2, 3]],
      other: [[1, 2, 3]],
      rows: [
        [1, 2],
        [3, 4],
      ],
      meta: { columns: ['id', 'age'] },
    }
    const { script } = await converted(JSON.stringify(data), { output }, 'map.json')
    expect(script).toBe('id,age\r\n1,2\r\n3,4\r\n')
  })
})
