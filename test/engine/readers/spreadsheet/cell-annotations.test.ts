import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { annotatedBook, csv, expectAnnotations, texts } from './annotated-book.ts'

// SheetJS writes no formulas into xlsb. Those are tested in formula-links.test.ts.
describe.each([
  ['xlsx', 2],
  ['xlsb', 0],
  ['xlml', 2],
] as const)('hyperlinks and comments of %s', (bookType, formulas) => {
  test('are counted, and become columns on request', async () => {
    expect.hasAssertions()
    await expectAnnotations(annotatedBook(bookType), texts, formulas)
  })
})

test('annotations of an excluded column are left out with it', async () => {
  const sheet = utils.aoa_to_sheet([
    ['a', 'b'],
    ['x', 1],
    ['y', 2],
  ])
  sheet['A2'].l = { Target: 'https://example.com/' }
  sheet['!cols'] = [{ hidden: true }, {}]
  const whole = utils.book_new()
  utils.book_append_sheet(whole, sheet, 'S')
  const bytes = new Uint8Array(write(whole, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  expect((await csv(bytes, { hyperlinks: true, skip_hidden: true })).script).toBe('b\r\n1\r\n2\r\n')
  expect((await csv(bytes, { hyperlinks: true })).script).toBe('a,b,a_url\r\nx,1,https://example.com/\r\ny,2,\r\n')
})

test('rows of every batch have the added columns', async () => {
  const sheet = utils.aoa_to_sheet([['a', 'b'], ...Array.from({ length: 9000 }, (_, at) => [`n${at}`, at])])
  sheet['A2'].l = { Target: 'https://example.com/' }
  const whole = utils.book_new()
  utils.book_append_sheet(whole, sheet, 'S')
  const bytes = new Uint8Array(write(whole, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  const { script, report } = await csv(bytes, { hyperlinks: true })
  expect(report.rows.converted).toBe(9000)
  const lines = script.trimEnd().split('\r\n')
  expect(lines.slice(0, 3)).toEqual(['a,b,a_url', 'n0,0,https://example.com/', 'n1,1,'])
  expect(lines.at(-1)).toBe('n8999,8999,')
})
