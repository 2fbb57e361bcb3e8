import type { AccountId } from '../contract/ids.ts'

/** The kind of a bearer token, found without waking any object. */
export type Bearer =
  | { readonly kind: 'key'; readonly accountId: AccountId; readonly secretHash: string }
  /** A well-formed token that is made for the settings pages. */
  | { readonly kind: 'session' }
  | { readonly kind: 'nothing' }

const keyPattern = /^rm_key_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z_-]{32})([0-9a-f]{16})$/
const devicePattern = /^rm_dev_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z_-]{32})([0-9a-f]{16})$/
const sessionPattern = /^rm_ses_([0-9A-HJKMNP-TV-Z]{26})_([0-9A-Za-z_-]{32})([0-9a-f]{16})$/

/** The content of a token: its owner, and the hash that identifies it in the account. */
export interface Owner {
  readonly accountId: AccountId
  readonly secretHash: string
}

/** Creates a key `rm_key_<account>_<secret><tag>`. The tag is a truncated HMAC, so the edge refuses an invented key. */
export async function makeKey(
  accountId: AccountId,
  secret: string,
): Promise<{ readonly key: string; readonly secretHash: string }> {
  const { token, secretHash } = await makeToken('key', accountId, secret)
  return { key: token, secretHash }
}

/**
 * Creates a session token `rm_ses_…`. It is built like a key, but the API refuses it, and the settings pages accept
 * nothing else.
 */
export const makeSession = (accountId: AccountId, secret: string) => makeToken('ses', accountId, secret)

/**
 * Creates a device token `rm_dev_…`, which stays in a browser that has signed in. It grants no access. It proves that
 * this device once had the password.
 */
export const makeDevice = (accountId: AccountId, secret: string) => makeToken('dev', accountId, secret)

export const readDevice = (token: string, secret: string): Promise<Owner | null> =>
  ownerOf('dev', devicePattern.exec(token), secret)

type TokenKind = 'key' | 'ses' | 'dev'

async function makeToken(
  kind: TokenKind,
  accountId: AccountId,
  secret: string,
): Promise<{ readonly token: string; readonly secretHash: string }> {
  const random = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  const tag = await tagOf(`${kind}:${accountId}:${random}`, secret)
  return { token: `rm_${kind}_${accountId}_${random}${tag}`, secretHash: await sha256(random) }
}

/** Returns a key that was checked before. It needs no cryptography, so nothing waits. */
export const rememberedBearer = (header: string | null, secret: string): Bearer | null =>
  checked.get(`${secret} ${header}`) ?? null

export async function readBearer(header: string | null, secret: string): Promise<Bearer> {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  if (sessionPattern.test(token)) return { kind: 'session' }
  const owner = await ownerOf('key', keyPattern.exec(token), secret)
  if (owner === null) return { kind: 'nothing' }
  const bearer: Bearer = { kind: 'key', ...owner }
  if (checked.size >= checkedMax) checked.clear()
  checked.set(`${secret} ${header}`, bearer)
  return bearer
}

/**
 * Keys with a correct tag, by header. The tag of a key never changes. The account decides each time whether the key
 * still works.
 */
const checked = new Map<string, Bearer>()
const checkedMax = 10_000

export const readSession = (token: string, secret: string): Promise<Owner | null> =>
  ownerOf('ses', sessionPattern.exec(token), secret)

async function ownerOf(kind: TokenKind, parts: RegExpExecArray | null, secret: string): Promise<Owner | null> {
  if (parts === null) return null
  const [, account = '', random = '', tag = ''] = parts
  if (!isSame(tag, await tagOf(`${kind}:${account}:${random}`, secret))) return null
  return { accountId: account as AccountId, secretHash: await sha256(random) }
}

/** Returns the value of a hidden field in every form of a session. Another site cannot read it. */
export const formTokenOf = async (session: Owner, secret: string): Promise<string> =>
  sha256(await tagOf(`form:${session.accountId}:${session.secretHash}`, secret))

const keys = new Map<string, Promise<CryptoKey>>()

async function tagOf(text: string, secret: string | undefined): Promise<string> {
  if (secret === undefined || secret === '') throw new Error('KEY_SECRET is not set')
  let key = keys.get(secret)
  if (key === undefined) {
    key = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    keys.set(secret, key)
  }
  return hex(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(text))).slice(0, 16)
}

export const sha256 = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Compares every character, so that the time it takes reveals nothing. */
export function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ (b.charCodeAt(at) | 0)
  return difference === 0
}
