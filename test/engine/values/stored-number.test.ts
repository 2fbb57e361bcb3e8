import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingBytes } from '../../../container/engine/bytes/growing-bytes.ts'
import { appendNumber } from '../../../container/engine/values/stored-number.ts'
import { runs } from '../../property-runs.ts'

function textOf(value: number): string {
  const out = new GrowingBytes(4)
  appendNumber(out, value)
  return new TextDecoder().decode(out.bytes.subarray(0, out.length))
}

/** Returns the double that is this many steps away. */
function stepped(value: number, steps: number): number {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(steps))
  return bits.getFloat64(0)
}

test.each([
  [0, '0'],
  [-0, '0'],
  [1.5, '1.5'],
  [-0.05, '-0.05'],
  [0.1 + 0.2, '0.3'],
  [100, '100'],
  [2 ** 31, '2147483648'],
  [-4294967296.25, '-4294967296.25'],
  [999999999999999, '999999999999999'],
  [2 ** 53, '9007199254740990'],
  [1e21, '1000000000000000000000'],
  [0.000001234, '0.000001234'],
  [1 / 3, '0.333333333333333'],
  [1e-40, '1.0e-40'],
])('%d is written %s', (value, text) => {
  expect(textOf(value)).toBe(text)
})

test('a number has fifteen digits, whatever noise its last bits have', () => {
  const decimals = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 9 }))
  fc.assert(
    fc.property(decimals, fc.integer({ min: -6, max: 6 }), fc.boolean(), ([digits, cut, scale], steps, isNegative) => {
      const exact = Math.floor(digits / 10 ** cut) / 10 ** scale
      const value = (isNegative ? -1 : 1) * (exact === 0 ? 0 : stepped(exact, steps))
      const text = textOf(value)
      expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0)
      expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/)
    }),
    { numRuns: runs(5000) },
  )
})
