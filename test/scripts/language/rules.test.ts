import { describe, expect, test } from 'vitest'
import oddPhrases from './fixtures/odd-phrases.json' with { type: 'json' }
import {
  commentFindings,
  descriptionFindings,
  fileNameFindings,
  longSentencesIn,
  phrasesIn,
  subjectFindings,
  summaryFindings,
} from '../../../scripts/language/rules.ts'

const odd: [string, string][] = oddPhrases as [string, string][]

describe('phrases that read as translated', () => {
  test.each(odd)('%s', (text, finding) => {
    expect(phrasesIn(text)).toEqual([finding])
  })

  test.each([
    'Files are deleted 24 hours after the end.',
    'Turn it on in turn it off.',
    'There is no row in the file.',
    'A moment ago the file was there.',
    'The report is told apart from the record.',
  ])('do not include: %s', (text) => {
    expect(phrasesIn(text)).toEqual([])
  })
})

test('a sentence may have thirty words', () => {
  const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`
  expect(longSentencesIn(`${words(30)} ${words(30)}`)).toEqual([])
  expect(longSentencesIn(`${words(30)} ${words(31)}`)).toHaveLength(1)
})

test.each([
  ['What the kernel leaves behind.', 'a comment without its noun'],
  ['Where the value ends.', 'a comment without its noun'],
  ['Of all columns.', 'a comment without its noun'],
  ['Which sheet is read?', 'a comment without its noun', 'a question'],
  ['The engine asks for a slot.', 'code that "asks"'],
  ['The report knows the sheets.', 'code that "knows"'],
  ['Null if the file has no header.', 'a sentence without a verb'],
  ['The header row. Absent in JSON.', 'a sentence without a verb'],
  ['Null: there is no webhook.', 'a sentence without a verb'],
  ['The rows of one table', 'a comment without a period'],
])('a comment consists of statements with a noun and a verb: %s', (comment, ...findings) => {
  const found = commentFindings(comment).map((finding) => finding.slice(0, finding.lastIndexOf(': "')))
  expect(found).toEqual(findings)
})

test.each([
  'The end of the value.',
  'The header row. It is null if the file has none.',
  'Returns null if the file has no header.',
  'Readers ask for the next chunk, and the answer may be late.',
  'The limit of https://example.com/limits',
  'The steps: 1. read 2. write',
])('a statement is a good comment: %s', (comment) => {
  expect(commentFindings(comment)).toEqual([])
})

test.each([
  ['The time at which it ended.', 0],
  ['When it ended.', 1],
  ['What a webhook receives.', 1],
  ['The reason why it failed. Null otherwise.', 1],
  ['The size of the file', 1],
])('a description of the reference is a statement: %s', (description, findings) => {
  expect(descriptionFindings(description)).toHaveLength(findings)
})

test.each([
  ['Open a conversion', 0],
  ['Open a conversion.', 1],
  ['Where files go', 1],
])('a summary is a heading without a period: %s', (summary, findings) => {
  expect(summaryFindings(summary)).toHaveLength(findings)
})

test.each([
  ['csv: keep the first row when a header cell is blank', 0],
  ['site, settings: add a dark theme', 0],
  ['container/engine: read fixed-width text', 0],
  ['Keep the first row', 1],
  [`csv: ${'x'.repeat(70)}`, 1],
  ['csv: read all the same', 1],
])('a commit subject must have an area and at most 72 characters: %s', (subject, findings) => {
  expect(subjectFindings(subject)).toHaveLength(findings)
})

test.each([
  ['src/settings/door.ts', 1],
  ['test/engine/moments.ts', 1],
  ['container/engine/dump/parts-of-moments.ts', 1],
  ['test/engine/timestamps.ts', 0],
  ['container/engine/table/headroom.ts', 0],
  ['docs/roads/index.md', 0],
])('the name of %s has %i findings', (path, count) => {
  expect(fileNameFindings(path)).toHaveLength(count)
})
