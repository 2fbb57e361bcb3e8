import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookType, utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

const csv = async (file: Uint8Array, input: SpecInput['input'], more: Partial<SpecInput['output']> = {}) =>
  converted(file, { input, output: { format: 'csv', dialect: 'postgresql', ...more } }, 'book.xlsx')

/**
 * Row 4 has a link, row 5 a link and a comment, row 6 a link with a fragment, and row 7 a link to a cell of the
 * workbook. The links of rows 8 and 9 are formulas, and the second one computes its URL.
 */
function book(bookType: BookType): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ['Contacts'],
    [],
    ['Full name', 'Age'],
    ['Ann', 31],
    ['Bob', 42],
    ['Cy', 53],
    ['Dee', 64],
    ['Eve', 75],
    ['Fay', 86],
  ])
  const link = (at: string, Target: string): void => void (sheet[at].l = { Target })
  link('A4', 'https://example.com/ann?a=1&b=ä')
  link('A5', 'mailto:bob@example.com')
  link('A6', 'https://example.com/people#cy')
  link('A7', '#Sheet1!B4')
  sheet['A8'].f = 'HYPERLINK("https://example.com/eve","Eve")'
  sheet['A9'].f = 'HYPERLINK(CONCATENATE("https://example.com/",B9),"Fay")'
  sheet['B5'].c = [{ a: 'Ann', t: 'Really 42?\nYes or no.' }]
  sheet['A5'].c = [{ a: 'Ann', t: 'ä new one' }]
  const whole = utils.book_new()
  utils.book_append_sheet(whole, sheet, 'Sheet1')
  return new Uint8Array(write(whole, { type: 'buffer', bookType }) as Uint8Array)
}

const urls = [
  'https://example.com/ann?a=1&b=ä',
  'mailto:bob@example.com',
  'https://example.com/people#cy',
  '#Sheet1!B4',
]
const linesWithUrls = [
  'full_name,age,full_name_url',
  `Ann,31,${urls[0]}`,
  `Bob,42,${urls[1]}`,
  `Cy,53,${urls[2]}`,
  `Dee,64,${urls[3]}`,
]
const notesOf = (notes: readonly string[]) => notes.filter((note) => /hyperlink|comment/.test(note))

/**
 * LibreOffice encodes URLs differently if they have non-ASCII letters, and OpenDocument writes a fragment with a dot.
 */
const decoded = (script: string): string[] =>
  script
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replace('%C3%A4', 'ä').replace('#Sheet1.B4', '#Sheet1!B4'))

async function expectAnnotations(bytes: Uint8Array, comments: readonly [string, string], formulas = 2): Promise<void> {
  const plain = await csv(bytes, {})
  expect(plain.script.split('\r\n')[0]).toBe('full_name,age')
  expect(notesOf(plain.report.notes)).toEqual([
    `The sheet has ${4 + formulas} hyperlinks. Set input.hyperlinks to convert them to columns of their own.`,
    'The sheet has 2 comments. Set input.comments to convert them to columns of their own.',
  ])
  const withUrls = await csv(bytes, { hyperlinks: true })
  const eve = formulas === 0 ? '' : 'https://example.com/eve'
  expect(decoded(withUrls.script)).toEqual([...linesWithUrls, `Eve,75,${eve}`, 'Fay,86,'])
  expect(notesOf(withUrls.report.notes)).toHaveLength(formulas === 0 ? 1 : 2)
  const both = await csv(bytes, { hyperlinks: true, comments: true }, { format: 'json' })
  const rows = JSON.parse(both.script) as Record<string, unknown>[]
  expect(Object.keys(rows[0] ?? {})).toEqual(['full_name', 'age', 'full_name_url', 'full_name_comment', 'age_comment'])
  expect(rows.map(({ full_name_comment: one, age_comment: two }) => [one, two])).toEqual([
    [null, null],
    comments,
    [null, null],
    [null, null],
    [null, null],
    [null, null],
  ])
  const computed = 'The URL of 1 hyperlink is computed by a formula, so it was not converted.'
  expect(notesOf(both.report.notes)).toEqual(formulas === 0 ? [] : [computed])
}

const texts = ['ä new one', 'Really 42?\nYes or no.'] as const

// SheetJS writes no formulas into xlsb. Those are tested in formula-links.test.ts.
describe.each([
  ['xlsx', 2],
  ['xlsb', 0],
  ['xlml', 2],
] as const)('hyperlinks and comments of %s', (bookType, formulas) => {
  test('are counted, and become columns on request', async () => {
    expect.hasAssertions()
    await expectAnnotations(book(bookType), texts, formulas)
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

const office = 'soffice'
const hasOffice = ['/usr/bin/soffice', '/usr/local/bin/soffice'].some((path) => existsSync(path))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowmill-annotations-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!hasOffice)('annotations that LibreOffice writes', () => {
  test.each(['xlsx', 'ods', 'fods', 'xls'])(
    'are read in %s',
    async (format) => {
      expect.hasAssertions()
      const source = join(folder, 'source.xlsx')
      writeFileSync(source, book('xlsx'))
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const given = ['--headless', profile, '--convert-to', format, '--outdir', join(folder, 'out'), source]
      execFileSync(office, given, { timeout: 120_000, stdio: 'ignore' })
      await expectAnnotations(new Uint8Array(readFileSync(join(folder, `out/source.${format}`))), texts)
    },
    180_000,
  )
})
