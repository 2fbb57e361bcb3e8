import { describe, expect, test } from 'vitest'
import { encodingOfLabel } from '../../container/engine/detect/encoding/encoding.ts'
import { isUnknownEncoding } from '../../src/contract/encoding-label.ts'
import {
  bytesApart,
  bytesForPeople,
  dayForPeople,
  limitForPeople,
  shown,
  suggestion,
} from '../../src/contract/messages.ts'

describe('sizes and days for people', () => {
  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [5_368_709_120, '5.4 GB'],
    [4_900_000_000, '4.9 GB'],
    [999_900_000_000_000, '999.9 TB'],
    [9_007_199_254_740_992, '9,007,199,254,740,992 bytes'],
    [1e23, '1e+23 bytes'],
  ])('%i is shown as %s', (bytes, text) => expect(bytesForPeople(bytes)).toBe(text))

  test('two sizes get enough digits to differ', () => {
    expect(bytesApart(5_100_000_000, 4_900_000_000)).toEqual(['5.1 GB', '4.9 GB'])
    expect(bytesApart(5_000_000_001, 5_000_000_000)).toEqual(['5,000,000,001 bytes', '5,000,000,000 bytes'])
    expect(bytesApart(5_010_000_000, 5_000_000_000)).toEqual(['5.01 GB', '5 GB'])
  })

  test('a limit is shown in units and in bytes', () => {
    expect(limitForPeople(5 * 1024 ** 3)).toBe('5 GiB (5,368,709,120 bytes)')
    expect(limitForPeople(65_536)).toBe('64 KiB (65,536 bytes)')
    expect(limitForPeople(10_000_000)).toBe('10 MB (10,000,000 bytes)')
  })

  test('a day is shown as a month and a number', () => expect(dayForPeople(Date.UTC(2026, 11, 23))).toBe('December 23'))
})

test.each([
  'utf-8',
  'UTF8',
  'latin-1',
  'cp1252',
  'utf-8-sig',
  'cp65001',
  'cp437',
  'IBM850',
  'windows-1252',
  'x-mac-ce',
  'johab',
  'utf-32',
])('%s is a possible encoding', (label) =>
  expect([isUnknownEncoding(label), encodingOfLabel(label).length > 0]).toEqual([false, true]),
)

test.each(['utf9', 'latin-99', 'windows-125', 'german', ' '])(
  '%j is not an encoding, and the engine agrees',
  (label) => {
    expect(isUnknownEncoding(label)).toBe(true)
    expect(() => encodingOfLabel(label)).toThrow('encoding')
  },
)

test('nothing is suggested for a value without a close match', () => {
  expect(suggestion('mongodb', ['postgresql', 'mysql'])).toBe('')
  expect(suggestion('x'.repeat(1000), ['postgresql'])).toBe('')
  expect(suggestion(7, ['postgresql'])).toBe('')
  expect(suggestion('9', ['S', 'A'])).toBe('')
  expect(suggestion('postgers', ['postgresql', 'mysql'])).toBe('. Did you mean "postgresql"?')
})

test('a character that nobody sees is shown by its number, and one that people write is not', () => {
  expect(shown('mysql\u200b')).toBe('"mysql\\u200b"')
  expect(shown('\u009b31m\u007f\u202e\ufeff')).toBe(String.raw`"\u009b31m\u007f\u202e\ufeff"`)
  expect(shown(`\u00ad${'é'.repeat(70)}`)).toMatch(/^"\\u00adé+"… \(71 characters\)$/)
  for (const text of ['👩‍👩‍👧', 'می‌خواهم', 'naïve', 'a\u00a0b']) expect(shown(text)).toBe(`"${text}"`)
})

test('a long value is cut between characters', () => {
  expect(shown('😀'.repeat(61))).toBe(`"${'😀'.repeat(60)}"… (61 characters)`)
})
