import { expect, test } from 'vitest'
import { isAscii } from '../../../container/engine/detect/encoding/encoding.ts'

test('one non-ASCII letter is found at any position and alignment', () => {
  const buffer = new Uint8Array(64).fill(97)
  for (let start = 0; start < 5; start++) {
    for (let length = 0; length < 24; length++) {
      const bytes = buffer.subarray(start, start + length)
      expect([start, length, isAscii(bytes)]).toEqual([start, length, true])
      for (let at = 0; at < length; at++) {
        bytes[at] = 0xe9
        expect([start, length, at, isAscii(bytes)]).toEqual([start, length, at, false])
        bytes[at] = 97
      }
    }
  }
})
