import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../clients/javascript/rowmill.ts'

/** OpenSSL is the referee. */
const secret = 'whsec_test'
const body = '{"id":"evt_1","type":"ping","created_at":"2024-01-01T00:00:00Z","data":{"sent_at":"Zoë"}}'
const t = 1_700_000_000
const mac = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: `${t}.${body}` })
  .toString()
  .slice(0, 64)
const other = `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}`

test.each([
  ['the right signature', `t=${t},v1=${mac}`, t],
  ['a clock 300 seconds away', `t=${t},v1=${mac}`, t + 300],
  ['spaces after the comma', `t=${t}, v1=${mac}`, t],
])('a call with %s is accepted', async (_, header, now) => {
  expect(await verifyWebhook(body, header, secret, now)).toMatchObject({ id: 'evt_1', type: 'ping' })
  expect(await verifyWebhook(new TextEncoder().encode(body), header, secret, now)).toMatchObject({ id: 'evt_1' })
})

test.each([
  ['a clock 301 seconds ahead', `t=${t},v1=${mac}`, t + 301],
  ['a clock 301 seconds behind', `t=${t},v1=${mac}`, t - 301],
  ['another signature', `t=${t},v1=${other}`, t],
  ['a signature that is cut', `t=${t},v1=${mac.slice(0, 32)}`, t],
  ['a signature with more characters', `t=${t},v1=${mac}0`, t],
  ['a signature with letters after it', `t=${t},v1=${mac}zz`, t],
  ['a signature in capital letters', `t=${t},v1=${mac.toUpperCase().replace(/^\d+$/, 'A')}`, t],
  ['another time', `t=${t + 1},v1=${mac}`, t],
  ['a time that is not a number', `t=now,v1=${mac}`, t],
  ['no signature', `t=${t}`, t],
  ['nothing', '', t],
])('a call with %s is refused', async (_, header, now) => {
  await expect(verifyWebhook(body, header, secret, now)).rejects.toThrow(WebhookVerificationError)
})

test('another body and another secret are refused', async () => {
  await expect(verifyWebhook(`${body} `, `t=${t},v1=${mac}`, secret, t)).rejects.toThrow(WebhookVerificationError)
  await expect(verifyWebhook(body, `t=${t},v1=${mac}`, 'whsec_other', t)).rejects.toThrow(WebhookVerificationError)
  await expect(verifyWebhook(body, null, secret, t)).rejects.toThrow(WebhookVerificationError)
})
