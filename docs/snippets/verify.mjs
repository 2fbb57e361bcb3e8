import { createHmac, timingSafeEqual } from 'node:crypto'

/** `body` is the raw request body, before any JSON parsing. */
export function verify(header, body, secret, nowSeconds = Date.now() / 1000) {
  const parts = Object.fromEntries((header ?? '').split(',').map((part) => part.split(/=(.*)/s)))
  if (!/^\d+$/.test(parts.t ?? '') || Math.abs(nowSeconds - Number(parts.t)) > 300) return false
  // The signatures are compared as text, because decoding hex stops silently at the first other character.
  const expected = Buffer.from(createHmac('sha256', secret).update(`${parts.t}.`).update(body).digest('hex'))
  const given = Buffer.from(parts.v1 ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
