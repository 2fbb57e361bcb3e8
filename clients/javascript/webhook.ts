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
  refuseArguments(body, secret)
  const { time, signature } = readHeader(header, nowSeconds)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(await isSigned(bytes, time, signature, secret)))
    throw new WebhookVerificationError(
      secret.startsWith('whsec_')
        ? 'The signature does not match. Check the signing secret and use the raw body.'
        : 'The signature does not match. The signing secret begins with whsec_, unlike the one given.',
    )
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

/** JavaScript may pass a parsed body, or an environment variable that is not set. */
function refuseArguments(body: unknown, secret: unknown): void {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError(
      `verifyWebhook needs the raw body, a string or bytes from before JSON.parse; got ${typeof body}.`,
    )
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('verifyWebhook needs the signing secret, whsec_…, from your account settings.')
}

/** Returns the time and the signature of a header that was made no more than five minutes from now. */
function readHeader(header: string | null | undefined, nowSeconds: number): { time: string; signature: string } {
  if (header === undefined || header === null || header === '')
    throw new WebhookVerificationError('The request has no Service-Signature header.')
  const parts = partsOf(header)
  const [time = '', signature = ''] = [parts.get('t'), parts.get('v1')]
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/.test(signature))
    throw new WebhookVerificationError('The Service-Signature header must be t=<seconds>,v1=<64 hexadecimal digits>.')
  const age = Math.round(nowSeconds - Number(time))
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The call was signed ${Math.abs(age)} seconds ${age > 0 ? 'ago' : 'ahead'}; ${toleranceSeconds} are allowed. It is a replay, or the clock of this machine is wrong.`,
    )
  return { time, signature }
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
