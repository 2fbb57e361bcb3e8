import { describe, expect, test } from 'vitest'
import { proseOf } from '../../../scripts/language/prose.ts'

const textsOf = (path: string, content: string, kind: string): [number, string][] =>
  [...proseOf(path, content)].filter((prose) => prose.kind === kind).map(({ line, text }) => [line, text])

describe('comments of a module', () => {
  test.each([
    ['// One line.', [[1, 'One line.']]],
    ['// Two lines\n// are one text.\nconst a = 1', [[1, 'Two lines are one text.']]],
    ['/** A block. */\nconst a = 1', [[1, 'A block.']]],
    [
      '/**\n * A block\n * of lines.\n */\nconst a = 1 // and a tail',
      [
        [2, 'A block of lines.'],
        [5, 'and a tail'],
      ],
    ],
    [
      '/** First. */\n/** Second. */',
      [
        [1, 'First.'],
        [2, 'Second.'],
      ],
    ],
    ["const url = 'https://example.com/a'", []],
    ['// `code` stays out', [[1, 'x stays out']]],
    ['// A loop.\n// oxlint-disable-next-line complexity -- it is long', [[1, 'A loop.']]],
  ])('%j', (content, texts) => {
    expect(textsOf('a.ts', content, 'comment')).toEqual(texts)
  })
})

test('messages are string literals of several words', () => {
  const content =
    "throw new Error('The workbook has no sheet of this name.')\nconst id = 'not-a-sentence-but-a-long-name'"
  expect(textsOf('a.ts', content, 'message')).toEqual([[1, 'The workbook has no sheet of this name.']])
})

test('descriptions and summaries are those of fields and operations', () => {
  const content =
    "summary: 'Open a conversion',\nid: z.string().meta({\n  description:\n    'The `id` of it.',\n})\nz.string().describe('Its name.')"
  expect(textsOf('a.ts', content, 'summary')).toEqual([[1, 'Open a conversion']])
  expect(textsOf('a.ts', content, 'description')).toEqual([
    [3, 'The x of it.'],
    [6, 'Its name.'],
  ])
})

test('a document has paragraphs and items, without code and tables', () => {
  const content =
    '# Title\n\nA paragraph\nof two lines.\n\n- an item\n- [a link](x.md)\n\n```sh\nnpm test\n```\n\n| a | b |\n'
  expect(textsOf('a.md', content, 'document')).toEqual([
    [1, 'Title'],
    [3, 'A paragraph of two lines.'],
    [6, 'an item'],
    [7, 'a link'],
  ])
})

test('a script has comments after number signs, except for its first line', () => {
  const content = '#!/bin/sh\n# Passes the commands\n# on to podman.\nexec podman "$@" # not read\n'
  expect(textsOf('a.sh', content, 'comment')).toEqual([[2, 'Passes the commands on to podman.']])
})
