import { expect, test } from 'vitest'
import { mistakenContent } from '../../src/api/mistaken-content.ts'

test.each([
  ['links\nhttps://example.com/a.csv\n'],
  ['https://example.com/a,https://example.com/b'],
  ['file\n/home/ann/people.csv\n'],
  ['people.csv,orders.csv'],
  ['id,name'],
  ['{"text":"one\\n"}'],
  ['["one\\n"]\n'],
  ["INSERT INTO a VALUES ('one\\n');\\n"],
  ['path,note\nC:\\new,a\\n'],
  ['undefined,null\n1,2\n'],
  ['null'],
  ['a'.repeat(100_000)],
])('%j is the content of a file', (text) => {
  expect(mistakenContent(text)).toBeNull()
})

test.each([
  [' https://example.com/people.csv\n', /^is a URL/],
  ['~/people.csv\n', /path of a file/],
  ['[object Blob]', /variable without text/],
  ['id\\n1\\n', /two characters/],
])('%j stands for a file', (text, message) => {
  expect(mistakenContent(text)).toMatch(message)
})
