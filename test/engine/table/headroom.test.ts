import { describe, expect, test } from 'vitest'
import { integerBits, roomyLength, secondDigits } from '../../../container/engine/table/headroom.ts'

describe('integers', () => {
  test.each(['id', 'ID', 'order_id', 'orderId', 'Order Id', 'id_of_user', 'userIDs', 'pk', 'customer.id'])(
    'are 64-bit in a column called %s',
    (name) => expect(integerBits(1n, 4n, name, true)).toBe(64),
  )

  test.each(['qty', 'width', 'paid', 'idle', 'madrid', 'solid_parts', 'video', 'ideas', 'spk'])(
    'are 32-bit in a column called %s',
    (name) => expect(integerBits(1n, 4n, name, true)).toBe(32),
  )

  test.each([
    [0n, 1n << 30n, 32],
    [-(1n << 30n), 0n, 32],
    [0n, (1n << 30n) + 1n, 64],
    [-(1n << 30n) - 1n, 0n, 64],
  ] as const)('from %i to %i are %i-bit', (min, max, bits) => {
    expect(integerBits(min, max, 'n', true)).toBe(bits)
    expect(integerBits(min, max, 'n', false)).toBe(64)
  })
})

test.each([
  [0, true, 0],
  [0, false, 6],
  [1, true, 6],
  [3, false, 6],
  [9, true, 9],
])('fractions of a second with %i digits in the whole file: %s', (found, isWholeFile, digits) => {
  expect(secondDigits(found, isWholeFile, 9)).toBe(digits)
})

test.each([
  [0, 255],
  [127, 255],
  [128, 1000],
  [500, 1000],
  [501, null],
])('a length of %i becomes %s', (found, length) => expect(roomyLength(found, [255, 1000])).toBe(length))
