import { expect, test } from 'vitest'
import { CodePage } from '../../../../container/engine/readers/xls/code-pages.ts'

/** As the codecs of Python 3.11 decode them. */
test.each([
  [10006, [176, 225, 245], 'Ααθ'],
  [10079, [220, 222, 224], 'ÐÞý'],
  [10081, [218, 221, 223], 'Ğış'],
  [10010, [175, 191, 222], 'ȘșȚ'],
  [10082, [169, 185, 200], 'ŠšČ'],
  [10004, [199, 211, 228], 'اسل'],
  [858, [213, 129], '€ü'],
  [860, [132, 169], 'ãÒ'],
  [861, [139, 140], 'Ðð'],
  [863, [132, 143], 'Â§'],
  [864, [199, 225], 'ﺍﻓ'],
  [865, [155, 175], 'ø¤'],
  [869, [134, 214], 'Άα'],
  [720, [159, 160], 'اب'],
])('code page %i', (page, bytes, expected) => {
  const codePage = new CodePage(page)
  expect(codePage.decode(Uint8Array.from(bytes), 0, bytes.length)).toBe(expected)
  expect(codePage.unknown).toBeNull()
})

test('a code page that nobody knows is read as windows-1252, and says so', () => {
  const codePage = new CodePage(10_005)
  expect(codePage.unknown).toBe(10_005)
  expect(codePage.decode(Uint8Array.of(0xe9), 0, 1)).toBe('é')
})
