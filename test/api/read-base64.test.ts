import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBase64 } from '../../src/api/read-base64.ts'

test('base64 that Node writes is decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(readBase64(Buffer.from(bytes).toString('base64'))).toEqual({ bytes })
    }),
  )
})

test('a character outside the alphabet is reported with its position', () => {
  const others = fc.constantFrom('\n', '\r', ' ', '-', '_', '.', '%', 'é')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3 }), fc.nat(), others, (bytes, seed, other) => {
      const text = Buffer.from(bytes).toString('base64').replace(/=+$/, '')
      const at = seed % text.length
      const reading = readBase64(text.slice(0, at) + other + text.slice(at))
      expect(reading).toEqual({ mistake: expect.stringContaining(`; character ${at + 1} is ${JSON.stringify(other)}`) })
    }),
  )
})
