import * as z from 'zod'
import type { AccountId, ConversionId } from '../contract/ids.ts'
import type { AttemptRef, RunOrder } from '../contract/run.ts'
import { whole } from '../contract/shapes.ts'

/**
 * The rights of a bearer: to read the one input and write the one output of an attempt, and to report on it. It
 * contains the object keys, so that a range or a part needs no lookup.
 */
export interface Capability extends AttemptRef {
  readonly inputKey: string
  readonly outputKey: string
  /** Whether a run may write the input and have URLs fetched. It may do so only if it downloads its file. */
  readonly mayDownload: boolean
  readonly expiresMs: number
}

const capabilitySchema = z.object({
  accountId: z.custom<AccountId>((id) => typeof id === 'string'),
  conversionId: z.custom<ConversionId>((id) => typeof id === 'string'),
  attempt: whole,
  inputKey: z.string(),
  outputKey: z.string(),
  mayDownload: z.boolean(),
  expiresMs: z.number(),
})

/** A run may end late because of a report on its way. The account object checks the attempt of the report. */
const graceMs = 10 * 60_000

export function capabilityOf(order: RunOrder): Capability {
  return {
    accountId: order.accountId,
    conversionId: order.conversionId,
    attempt: order.attempt,
    inputKey: order.input.objectKey,
    outputKey: order.outputKey,
    mayDownload: order.input.kind === 'url',
    expiresMs: order.deadlineMs + graceMs,
  }
}

export async function signCapability(capability: Capability, secret: string): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(capability))
  const tag = await crypto.subtle.sign('HMAC', await keyOf(secret), payload)
  return `${toBase64Url(payload)}.${toBase64Url(new Uint8Array(tag))}`
}

/** Returns the bearer token in the header of every request of a run. */
export const bearerOf = (headers: Headers): string =>
  /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''

export async function readCapability(token: string, secret: string, nowMs: number): Promise<Capability | null> {
  const [payloadText, tagText, ...rest] = token.split('.')
  const payload = fromBase64Url(payloadText ?? '')
  const tag = fromBase64Url(tagText ?? '')
  if (payload === null || tag === null || rest.length > 0) return null
  // `verify` compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', await keyOf(secret), tag, payload))) return null
  const capability = capabilitySchema.parse(JSON.parse(new TextDecoder().decode(payload)))
  return capability.expiresMs > nowMs ? capability : null
}

/**
 * Returns the signing key. The platform returns `undefined` for a secret that is not set, and anybody could sign with
 * that.
 */
function keyOf(secret: string | undefined): Promise<CryptoKey> {
  if (secret === undefined || secret === '') throw new Error('RUN_SECRET is not set')
  const bytes = new TextEncoder().encode(`run:${secret}`)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
