import { expect, test } from 'vitest'
import { CodePage } from '../../../../container/engine/readers/xls/code-pages.ts'

/** The codecs of Python 3.11 decode these bytes like this. Perl's Encode decodes Mac Hebrew and Thai. */
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
  [1361, [0x88, 0x61, 0xd9, 0x31, 0xe0, 0x31], '가　伽'],
  [10005, [0xf9, 0xec, 0xe5, 0xed], 'שלום'],
  [10021, [0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5], 'สวัสดี'],
  [437, [0x81, 0xe1], 'üß'],
  [866, [0x8c, 0xa8, 0xe0], 'Мир'],
  [932, [0x93, 0xfa], '日'],
])('code page %i is decoded', (page, bytes, expected) => {
  const codePage = new CodePage(page)
  expect(codePage.decode(Uint8Array.from(bytes), 0, bytes.length)).toBe(expected)
  expect(codePage.unknown).toBeNull()
})

test('an unknown code page is read as windows-1252, with a note', () => {
  const codePage = new CodePage(10_099)
  expect(codePage.unknown).toBe(10_099)
  expect(codePage.decode(Uint8Array.of(0xe9), 0, 1)).toBe('é')
})

/** Every code page of old workbooks that SheetJS reads or writes, or that the documentation of BIFF names. */
const namedByBiff = [
  367, 437, 708, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869, 874, 932, 936, 949,
  950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 1361, 10_000, 10_001, 10_002, 10_003, 10_004, 10_005,
  10_006, 10_007, 10_008, 10_010, 10_017, 10_021, 10_029, 10_079, 10_081, 10_082, 32_768, 32_769,
]

test.each(namedByBiff)('code page %i is known', (page) => {
  expect(new CodePage(page).unknown).toBeNull()
})

test('an encoding in the spec replaces the code page in every decoder', () => {
  const pages = ['x-mac-greek', 'cp850', 'shift_jis', 'johab'].map((label) => new CodePage(label).label)
  expect(pages).toEqual(['x-mac-greek', 'cp850', 'shift_jis', 'johab'])
})
