import { expect, test } from 'vitest'
import { Blowfish } from '../../../../container/engine/readers/encryption/blowfish.ts'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

/**
 * Schneier's vectors for single blocks. In cipher feedback mode, a first block of zeros decrypts to the encrypted
 * vector.
 */
test.each([
  ['0000000000000000', '0000000000000000', '4ef997456198dd78'],
  ['ffffffffffffffff', 'ffffffffffffffff', '51866fd5b85ecb8a'],
  ['0123456789abcdef', '1111111111111111', '61f9c3802281b096'],
  ['fedcba9876543210', '0123456789abcdef', '0aceab0fc6a0a28d'],
])('the key %s encrypts %s', (key, plain, expected) => {
  const found = new Blowfish(bytes(key)).decryptFeedback(new Uint8Array(8), bytes(plain))
  expect(Buffer.from(found).toString('hex')).toBe(expected)
})
