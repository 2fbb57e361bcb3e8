import { describe, expect, test } from 'vitest'
import { leftOut } from '../../row-balance.ts'
import { converted } from '../../support.ts'

const output = { dialect: 'postgresql', format: 'csv' } as const
const csv = (values: readonly (number | string)[], head = 'c\n') => `${head}${values.join('\n')}\n`
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('the sample has the number of rows in the spec', () => {
  test.each([
    [1, 5],
    [5, 5],
    [5, 4096],
    [4094, 5000],
    [4096, 9000],
    [10_000, 10_100],
  ])('for %i of %i rows', async (sampleRows, rows) => {
    const inference = { sample_rows: sampleRows }
    const within = [...numbers(sampleRows - 1), 'x', ...numbers(rows - sampleRows)]
    expect((await converted(csv(within), { output, inference })).report.columns[0]?.type).toBe('text')
    const values = [...numbers(sampleRows), 'x', ...numbers(rows - sampleRows)]
    const { report } = await converted(csv(values), { output, inference })
    expect(report.columns[0]).toMatchObject({ type: 'integer', sql_type: 'bigint' })
    expect(report.rows).toMatchObject({ converted: rows, rejected: 1 })
    expect(report.problems).toMatchObject([{ code: 'type_mismatch', row: sampleRows + 2, value: 'x' }])
  })

  test('whatever is above them', async () => {
    const head = '# comment\nA title\n\nsep,c\n1,2\n1,3\n'.replace('sep', 'a')
    const { report } = await converted(`${head}1,x\n`, { output, inference: { sample_rows: 2 } })
    expect(report.rows).toMatchObject({ converted: 2, rejected: 1 })
    expect(report.columns.map(({ type }) => type)).toEqual(['integer', 'integer'])
  })

  test('a file with no more rows is a whole file', async () => {
    const { report } = await converted(csv([1, 2, 3]), { output, inference: { sample_rows: 3 } })
    expect(report.columns[0]).toMatchObject({ sql_type: 'integer', nullable: false })
    const longer = await converted(csv([1, 2, 3, 4]), { output, inference: { sample_rows: 3 } })
    expect(longer.report.columns[0]).toMatchObject({ sql_type: 'bigint', nullable: true })
  })

  test('without rows of another table', async () => {
    const text = 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nx,y\n1,2\n3,4\n'
    const { report } = await converted(text, { output, inference: { sample_rows: 2 } })
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(leftOut(report).other_table?.count).toBe(3)
  })

  test.each(['json', 'ndjson'])('for %s as well', async (format) => {
    const objects = ['{"c":1}', '{"c":2}', '{"c":"x"}']
    const text = format === 'json' ? `[${objects.join(',')}]` : objects.join('\n')
    const { report } = await converted(text, { output, inference: { sample_rows: 2 } }, `t.${format}`)
    expect(report.rows).toMatchObject({ converted: 2, rejected: 1 })
  })
})
