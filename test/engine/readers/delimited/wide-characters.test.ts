import fc from 'fast-check'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { runs } from '../../../property-runs.ts'

async function read(text: string) {
  const { script, report } = await converted(
    text,
    { output: { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } },
    't.txt',
  )
  return { rows: papaparse.parse<string[]>(script, { skipEmptyLines: true }).data, report }
}

const people = ['山田太郎', '佐々木一', '田中', '王小明', '김철수', 'Smith', 'Ann Lee', 'ジョンソン']
const towns = ['東京', '大阪市', 'New York', '名古屋', '서울', 'Rio de Janeiro', '臺北市', 'Oslo']
const row = fc.record({
  person: fc.constantFrom(...people),
  town: fc.constantFrom(...towns),
  amount: fc.integer({ min: 1, max: 999_999 }),
})
/** Twelve rows and two more, so that every file has Chinese characters, Latin words and a name of full width. */
const tables = fc
  .array(row, { minLength: 12, maxLength: 40 })
  .map((rows) => [
    ['ID', '名前', '都市', '金額'],
    ...[
      { person: '山田太郎', town: 'New York', amount: 5 },
      ...rows,
      { person: 'Smith', town: '大阪市', amount: 70 },
    ].map(({ person, town, amount }, at) => [String(at + 1), person, town, String(amount)]),
  ])

const characters = (text: string): number => text.length
/** All of these names consist of characters of one and of two columns. */
const columns = (text: string): number => text.length + (text.match(/[^\u0000-\u00ff]/g)?.length ?? 0)

function padded(rows: readonly string[][], widthOf: (text: string) => number, gap: string, isNumberRight: boolean) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => widthOf(cells[column] ?? '')))) ?? []
  const cell = (text: string, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - widthOf(text))
    return isNumberRight && column === 3 ? blanks + text : text + blanks
  }
  return rows.map((cells) => `${cells.map(cell).join(gap).trimEnd()}\n`).join('')
}

describe('East Asian characters in fixed-width text', () => {
  test.each([
    ['columns of a terminal', columns],
    ['characters', characters],
  ])('are padded by %s', async (_, widthOf) => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom('  ', '   '), fc.boolean(), async (rows, gap, isNumberRight) => {
        const found = await read(padded(rows, widthOf, gap, isNumberRight))
        expect(found.rows).toEqual(rows)
        expect(found.report.rows).toMatchObject({ converted: rows.length - 1, rejected: 0 })
      }),
      { numRuns: runs(100) },
    )
  })

  test('are read as column(1) of util-linux prints them', async () => {
    const found = await read(`ID  NAME      CITY      AMOUNT
1   山田太郎  東京      1234
2   佐藤      大阪市    2468
3   Smith     New York  3702
4   高橋花子  札幌      61
5   田中      福岡県    7404
`)
    expect(found.rows).toEqual([
      ['ID', 'NAME', 'CITY', 'AMOUNT'],
      ['1', '山田太郎', '東京', '1234'],
      ['2', '佐藤', '大阪市', '2468'],
      ['3', 'Smith', 'New York', '3702'],
      ['4', '高橋花子', '札幌', '61'],
      ['5', '田中', '福岡県', '7404'],
    ])
    expect(found.report.notes.join(' ')).toContain('4, 10, 10 characters wide if East Asian characters count as two')
    expect(found.report.input?.widths).toBeUndefined()
  })

  test('are reported once each in a rejected row', async () => {
    const line = '3   山田太郎山田太郎大阪市    2468'
    const found = await read(`ID  名前      都市      金額
1   山田太郎  東京      1234
2   佐藤      大阪市    2468
${line}
4   Smith     New York  3702
5   高橋花子  札幌      61
6   田中      福岡県    7404
${Array.from({ length: 110 }, (_, at) => `${at + 7}`.padEnd(4) + '田中      福岡県    7404\n').join('')}`)
    expect(found.report.rows).toMatchObject({ converted: 115, rejected: 1 })
    expect(found.report.problems).toMatchObject([{ code: 'crosses_columns', row: 4, value: line }])
  })
})
