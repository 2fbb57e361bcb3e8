import { describe, expect, test } from 'vitest'
import oddPhrases from './fixtures/odd-phrases.json' with { type: 'json' }
import {
  fileNameFindings,
  longSentencesIn,
  openingOf,
  phrasesIn,
  subjectFindings,
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
  ['What the kernel leaves behind.', 1],
  ['Where the value ends.', 1],
  ['Of all columns.', 1],
  ['The end of the value.', 0],
  ['Which sheet is read?', 0],
])('a comment must name its subject first: %s', (comment, findings) => {
  expect(openingOf(comment)).toHaveLength(findings)
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
