import { expect, test } from 'vitest'
import { asciiOf, shortAscii } from '../../../container/engine/bytes/ascii.ts'

const bytes = new TextEncoder().encode('INSERT INTO `Zoë`')

test('short ASCII words are read without a decoder', () => {
  expect(shortAscii(bytes, 7, 11)).toBe('INTO')
  expect(shortAscii(bytes, 7, 7)).toBe('')
  expect(shortAscii(bytes, 12, bytes.length)).toBeNull()
  expect(shortAscii(new Uint8Array(100).fill(97), 0, 100)).toBeNull()
})

test('each byte becomes one character', () => {
  expect(asciiOf(bytes, 13, 17)).toBe('ZoÃ«')
})
