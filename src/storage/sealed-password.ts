import type { ConversionId } from '../contract/ids.ts'
import type { RunOrder } from '../contract/run.ts'
import type { Spec } from '../contract/spec.ts'

const vectorBytes = 12

/** Returns the spec in its stored form, without its password. */
export const withoutPassword = (spec: Spec): Spec =>
  spec.input.password === null ? spec : { ...spec, input: { ...spec.input, password: null } }

/**
 * Encrypts the password of a spec until its conversion has ended, with a key that only the Worker has. The result is
 * bound to this conversion. Returns null if the spec has no password.
 */
export async function sealPassword(
  { input: { password } }: Spec,
  id: ConversionId,
  secret: string | undefined,
): Promise<string | null> {
  if (password === null) return null
  const iv = crypto.getRandomValues(new Uint8Array(vectorBytes))
  const text = new TextEncoder().encode(password)
  const sealed = await crypto.subtle.encrypt(boundTo(id, iv), await keyOf(secret), text)
  return [...iv, ...new Uint8Array(sealed)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the order of a run with the password in its spec, for the engine that converts now. */
export async function withPassword(
  { sealedPassword, ...order }: RunOrder,
  secret: string | undefined,
): Promise<RunOrder> {
  if (sealedPassword === undefined) return order
  const bytes = Uint8Array.from(sealedPassword.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const iv = bytes.slice(0, vectorBytes)
  const text = await crypto.subtle.decrypt(
    boundTo(order.conversionId, iv),
    await keyOf(secret),
    bytes.slice(vectorBytes),
  )
  const password = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  return { ...order, spec: { ...order.spec, input: { ...order.spec.input, password } } }
}

const boundTo = (id: ConversionId, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(id),
})

/**
 * Returns the encryption key. The platform returns `undefined` for a secret that is not set, and anybody could decrypt
 * with that.
 */
async function keyOf(secret: string | undefined) {
  if (secret === undefined || secret === '') throw new Error('RUN_SECRET is not set')
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(32),
    info: new TextEncoder().encode('password of a file'),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
