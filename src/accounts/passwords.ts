import type { Message } from '../contract/catalog/message.ts'
import { passwordErrors } from './catalog/passwords.ts'
import { isSame } from '../auth/tokens.ts'
import { isCommonPassword, withoutEnds } from './common-passwords.ts'

const iterationsPerCall = 100_000
const calls = 6

export const passwordCharactersMin = 12
export const passwordCharactersMax = 200

/**
 * Returns the reason why a new password is refused, or null. It requires no character classes, but the password has to
 * be long and hard to guess.
 */
export function newPasswordError(password: string, email: string): Message | null {
  if (password.length < passwordCharactersMin) return passwordErrors.short(passwordCharactersMin)
  if (password.length > passwordCharactersMax) return passwordErrors.long(passwordCharactersMax)
  const [lower, address] = [password.toLowerCase(), email.toLowerCase()]
  const name = address.split('@')[0] ?? ''
  if (lower === address || (name.length > 3 && withoutEnds(lower) === name)) return passwordErrors.address
  return isCommonPassword(password) ? passwordErrors.common : null
}

/**
 * Hashes with PBKDF2-SHA-256. The platform allows 100,000 iterations per call, so six calls are chained. The parameters
 * are stored with the hash.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const bits = await derive(password, salt, calls, iterationsPerCall)
  return `pbkdf2-sha256$${calls}x${iterationsPerCall}$${base64(salt)}$${base64(bits)}`
}

/** Checks with the parameters that are stored with the hash, so that new hashes can use higher ones. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^pbkdf2-sha256\$(\d+)x(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (parts === null) throw new Error('a password hash of an unknown kind')
  const [, hashCalls = '', iterations = '', salt = '', bits = ''] = parts
  const derived = await derive(password, bytesOf(salt), Number(hashCalls), Number(iterations))
  return isSame(base64(derived), bits)
}

/** A hash that belongs to no account. Checking an unknown address against it takes as long as checking a wrong password. */
export const nobodysHash = `pbkdf2-sha256$${calls}x${iterationsPerCall}$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`

export const randomPassword = (): string =>
  base64(crypto.getRandomValues(new Uint8Array(18)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  chained: number,
  iterations: number,
): Promise<Uint8Array> {
  let bits = new TextEncoder().encode(password)
  for (let call = 0; call < chained; call++) {
    const key = await crypto.subtle.importKey('raw', bits, 'PBKDF2', false, ['deriveBits'])
    bits = new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
    )
  }
  return bits
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
