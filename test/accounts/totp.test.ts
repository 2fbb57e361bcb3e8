import jsQR from 'jsqr'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { base32, makeTotpSecret, stepOfCode, totpOf, totpUri } from '../../src/accounts/totp.ts'

/** The shared secret of RFC 6238, appendix B, is this ASCII string. */
const secret = base32(new TextEncoder().encode('12345678901234567890'))

describe('codes', () => {
  test('are computed from a secret that base32 decodes as RFC 4648 defines it', () => {
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  })

  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match RFC 6238 at %i seconds', async (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(await totpOf(secret, step, 8)).toBe(code)
    expect(await totpOf(secret, step)).toBe(code.slice(2))
    expect(await stepOfCode(secret, code.slice(2), seconds * 1000)).toBe(step)
  })

  test('are accepted one step early or late, and no further', async () => {
    const code = await totpOf(secret, 1000)
    const accepted = [998, 999, 1000, 1001, 1002].map((step) => stepOfCode(secret, code, step * 30_000))
    expect(await Promise.all(accepted)).toEqual([null, 1000, 1000, 1000, null])
  })
})

test('a QR code reader decodes the URI of the secret', () => {
  const uri = totpUri(makeTotpSecret(), 'somebody+tag@example.com')
  expect(uri).toMatch(/^otpauth:\/\/totp\/Rowmill:somebody%2Btag%40example\.com\?secret=[A-Z2-7]{32}&issuer=Rowmill$/)
  const { data, size } = encode(uri, { border: 4 })
  const scale = 4
  const pixels = new Uint8ClampedArray((size * scale) ** 2 * 4).map((_, at) => {
    const [x, y] = [Math.floor(at / 4) % (size * scale), Math.floor(at / 4 / (size * scale))]
    return at % 4 < 3 && data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true ? 0 : 255
  })
  const readQr = jsQR as unknown as (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
  expect(readQr(pixels, size * scale, size * scale)?.data).toBe(uri)
})
