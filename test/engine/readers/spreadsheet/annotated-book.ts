import { type BookType, utils, write } from '@e965/xlsx'
import { expect } from 'vitest'
import type { SpecInput } from '../../../../src/contract/spec.ts'
import { converted } from '../../support.ts'

export const csv = async (file: Uint8Array, input: SpecInput['input'], more: Partial<SpecInput['output']> = {}) =>
  converted(file, { input, output: { format: 'csv', dialect: 'postgresql', ...more } }, 'book.xlsx')

/**
 * Row 4 has a link, row 5 a link and a comment, row 6 a link with a fragment, and row 7 a link to a cell of the
 * workbook. The links of rows 8 and 9 are formulas, and the second one computes its URL.
 */
export function annotatedBook(bookType: BookType): Uint8Array {
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

export async function expectAnnotations(
  bytes: Uint8Array,
  comments: readonly [string, string],
  formulas = 2,
): Promise<void> {
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

/** The comments of row 5. */
export const texts = ['ä new one', 'Really 42?\nYes or no.'] as const
