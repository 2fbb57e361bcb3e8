import { describe, expect, test } from 'vitest'
import { converted } from '../../support.ts'
import { bookOf } from './support.ts'

const csv = { output: { dialect: 'postgresql', format: 'csv' } } as const
const text = 'x'.repeat(32_000)
const row = (cells: number): string => `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`
const book = (cells: number): Uint8Array =>
  bookOf({
    sheets: [
      `<row>${Array.from({ length: cells }, (_, at) => `<c t="str"><v>h${at}</v></c>`).join('')}</row>${row(cells)}`,
    ],
    strings: `<si><t>${text}</t></si>`,
  })

describe('a row of shared strings, each as long as Excel allows', () => {
  test.each([null, undefined])('is refused above 64 MiB before memory is used, with kernel %s', async (kernel) => {
    await expect(converted(book(6500), csv, 'b.xlsx', kernel)).rejects.toThrow(
      'corrupt_file: A single row or value is larger than 64 MiB.',
    )
  })

  test('is converted below 64 MiB', async () => {
    const { script, report } = await converted(book(60), csv, 'b.xlsx')
    expect(report.rows.converted).toBe(1)
    expect(script.split('\r\n')[1]?.length).toBe(60 * text.length + 59)
  })
})
