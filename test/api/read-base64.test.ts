import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBase64 } from '../../src/api/read-base64.ts'

test('the bytes that Node writes as base64 are read', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(readBase64(Buffer.from(bytes).toString('base64'))).toEqual({ bytes })
    }),
  )
})

test('another character is named with its position', () => {
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
