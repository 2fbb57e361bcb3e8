import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
// @ts-expect-error -- the snippet of the documentation has no types
import { verify } from '../../docs/snippets/verify.mjs'
import { makeSecret, signCall } from '../../src/webhooks/signature.ts'

const bodies = ['{}', '{"id":"evt_1","name":"Zoë 🦆"}', '', `{"long":"${'x'.repeat(100_000)}"}`]

describe('the signature of a webhook call', () => {
  test("equals OpenSSL's HMAC of the time, a dot and the body, with the whole secret as key", async () => {
    for (const body of bodies) {
      const secret = makeSecret()
      const mac = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: `1700000000.${body}` })
      expect(await signCall(secret, body, 1_700_000_000)).toBe(`t=1700000000,v1=${mac.toString().slice(0, 64)}`)
    }
  })

  test('passes the documented verifier, but not with another secret, body or time', async () => {
    const secret = makeSecret()
    const header = await signCall(secret, 'body', 1_700_000_000)
    expect(verify(header, 'body', secret, 1_700_000_300)).toBe(true)
    expect(verify(header, 'body', secret, 1_700_000_301)).toBe(false)
    expect(verify(header, 'body ', secret, 1_700_000_000)).toBe(false)
    expect(verify(header, 'body', makeSecret(), 1_700_000_000)).toBe(false)
  })

  test('uses secrets that begin with whsec_ and never repeat', () => {
    expect(makeSecret()).toMatch(/^whsec_[0-9A-Za-z_-]{43}$/)
    expect(makeSecret()).not.toBe(makeSecret())
  })
})
