import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../../container/engine/bytes/growing-bytes.ts'
import { StringArena } from '../../../../container/engine/readers/spreadsheet/string-arena.ts'

test.each([
  ['one long text', [100_000]],
  ['short ones, then a long one', [0, 5, 40_000, 3, 9_000_000, 1]],
  ['more than a page', [...Array.from({ length: 40 }, (_, index) => 900_000 + index), 7]],
])('%s comes back', (_, lengths) => {
  const strings = new StringArena()
  const textOf = (index: number, length: number): Uint8Array => new Uint8Array(length).fill(index + 1)
  lengths.forEach((length, index) => strings.add(textOf(index, length), 0, length))
  expect(strings.count).toBe(lengths.length)
  const wrong = lengths.flatMap((length, index) => {
    const out = new GrowingBytes(16)
    strings.appendTo(out, index)
    return Buffer.from(out.bytes.subarray(0, out.length)).equals(textOf(index, length)) ? [] : [index]
  })
  expect(wrong).toEqual([])
})
