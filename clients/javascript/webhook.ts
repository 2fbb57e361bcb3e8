import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './types.ts'

const toleranceSeconds = 300

/**
 * Checks the signature of a webhook call and returns its event. `body` is the raw body, before any JSON parsing;
 * `header` is the value of `Service-Signature`. Throws `WebhookVerificationError` for a call to ignore.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Promise<WebhookEvent> {
  const parts = partsOf(header ?? '')
  const time = parts.get('t') ?? ''
  const signature = parts.get('v1') ?? ''
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/.test(signature))
    throw new WebhookVerificationError('The Service-Signature header is missing or has another form.')
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(`The call was signed more than ${toleranceSeconds} seconds ago, or ahead.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(await isSigned(bytes, time, signature, secret)))
    throw new WebhookVerificationError('The signature does not match. Check the signing secret and use the raw body.')
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

const partsOf = (header: string): Map<string, string> =>
  new Map(
    header.split(',').map((part) => {
      const equals = part.indexOf('=')
      return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const
    }),
  )

/** The platform compares in constant time. */
async function isSigned(body: Uint8Array, time: string, signature: string, secret: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
  const prefix = encoder.encode(`${time}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  const mac = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, mac, signed)
}
