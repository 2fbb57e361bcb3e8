import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../row-balance.ts'
import { converted } from '../support.ts'
import { runs } from '../../property-runs.ts'

const output = { dialect: 'sqlite' } as const
const read = async (lines: readonly string[], input = {}) =>
  (await converted(`${lines.join('\n')}\n`, { output, input })).report

const header = 'id,name,day,amount'
const rows = Array.from({ length: 8 }, (_, at) => `${at + 1},Ann ${at},2024-01-1${at},${at}.5${at}`)

describe('rows that are left out', () => {
  test('are reported by reason, with their numbers and text', async () => {
    const report = await read(['# made by hand', 'Sales of the year', '', header, ...rows, '', 'Source: the office'])
    expect(report.rows).toMatchObject({ converted: 8, rejected: 0 })
    expect(leftOut(report)).toEqual({
      comment: { code: 'comment', count: 1, first_row: 1, examples: [{ row: 1, text: '# made by hand' }] },
      title: { code: 'title', count: 1, first_row: 2, examples: [{ row: 2, text: 'Sales of the year' }] },
      blank: { code: 'blank', count: 2, first_row: 3 },
      header: { code: 'header', count: 1, first_row: 4, examples: [{ row: 4, text: 'id name day amount' }] },
      note: { code: 'note', count: 1, first_row: 14, examples: [{ row: 14, text: 'Source: the office' }] },
    })
  })

  test('are shown up to a limit', async () => {
    const report = await read([header, ...rows, ...Array.from({ length: 30 }, (_, at) => `# remark ${at}`)])
    expect(leftOut(report).comment).toMatchObject({ count: 30, first_row: 10 })
    expect(leftOut(report).comment?.examples).toHaveLength(20)
  })

  test('add up to the lines of the file together with converted and rejected ones', async () => {
    const line = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...rows, '9,"Zed, the last",2024-02-01,1.5') },
      fc.constantFrom(
        '',
        '  ',
        header,
        '# remark',
        'Source: us',
        '7,Ann',
        '7,Ann,x,1',
        '7,Ann,2024-01-01,1,5,6',
        ',,,',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 60 }), fc.nat({ max: 12 }), async (below, sample) => {
        const lines = [header, ...rows, ...below]
        const spec = { output, inference: { sample_rows: sample + 1 } }
        const { rows: counts } = (await converted(`${lines.join('\n')}\n`, spec)).report
        expect(counts.converted + counts.rejected + (counts.left_out?.count ?? 0)).toBe(lines.length)
      }),
      { numRuns: runs(300) },
    )
  })
})
