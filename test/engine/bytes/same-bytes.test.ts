import { expect, test } from 'vitest'
import { areBytes } from '../../../container/engine/bytes/same-bytes.ts'

const bytes = new TextEncoder().encode('2 December 2024')
const december = new TextEncoder().encode('December')

test('bytes match if each one equals the expected one, and none follows', () => {
  expect(areBytes(december, bytes, 2, 10)).toBe(true)
  expect(areBytes(december, bytes, 2, 9)).toBe(false)
  expect(areBytes(december, bytes, 1, 9)).toBe(false)
  expect(areBytes(new Uint8Array(0), bytes, 4, 4)).toBe(true)
})
